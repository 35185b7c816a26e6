"""The command line: a module for each command, and modules that several commands share.

`app` has the group of all commands. `options`, `exit_codes`, `reports`, `output_files`,
`run_search` and `stdio` serve all commands. `board_ref`, `board_input`, `image_input`,
`drawing_options`, `batch_files`, `live_view` and `logic_report` serve the commands with boards.
"""

from fastqueens.cli.app import main

__all__ = ["main"]
