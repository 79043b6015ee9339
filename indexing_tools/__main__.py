"`python -m indexing_tools` is the command `indexing-tools`."

from .cli import main

main()
