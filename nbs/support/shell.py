"""The command, run without a new process.

    shell("layout 'f32[3,5]{1,0}'")         exit status, output, errors
    shell("simplify -", "(d0) -> (d0)")     with what is entered
"""

import io
import shlex
import sys
from contextlib import redirect_stderr, redirect_stdout

from indexing_tools.cli.main import main


def shell(line: str, entered: str = "") -> tuple[int, str, str]:
    out, err, was = io.StringIO(), io.StringIO(), sys.stdin
    sys.stdin = io.TextIOWrapper(io.BytesIO(entered.encode()))
    try:
        with redirect_stdout(out), redirect_stderr(err):
            main(shlex.split(line))
        status = 0
    except SystemExit as end:
        status = end.code or 0
    finally:
        sys.stdin = was
    return status, out.getvalue(), err.getvalue()
