"""The command line: a module for each command or group of commands, and what they share.

`app` holds the group that they belong to; `options`, `answers`, `searching`, `outputs` and
`streams` serve every command; `boards`, `squares` and `live` serve several.
"""

from fastqueens.cli.app import main

__all__ = ["main"]
