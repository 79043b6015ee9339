"""The command `indexing-tools`, one module a command."""
