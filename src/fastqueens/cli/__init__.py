"""The command line: a module for each command, and modules that several commands share.

`app` has the group of all commands. `options`, `exit_codes`, `reports`, `output_files`,
`run_search` and `stdio` serve all commands. `board_ref`, `board_input`, `image_input`,
`drawing_options`, `batch_files`, `live_view` and `logic_report` serve the commands with boards.
"""

import sys
from contextlib import suppress
from typing import NoReturn

__all__ = ["main"]


def main(args: list[str] | None = None) -> NoReturn:
    """Run the command line and exit."""
    try:
        from fastqueens.cli.app import run  # imported here, so that Ctrl-C is caught meanwhile

        code = run(args)
    except KeyboardInterrupt:
        code = 130  # `exit_codes.INTERRUPTED`; that module may not be imported yet
        with suppress(AttributeError, OSError):  # standard error is closed, or its disk is full
            sys.stderr.write("interrupted\n")
    sys.exit(code)
