"""Which commands answer a file of many boards as a stream, and the formats of such files.

`batch_files`, which answers them, takes longer to import.
"""

from __future__ import annotations

from collections.abc import Mapping

import click

from fastqueens.cli.board_input import BoardReader
from fastqueens.queens.formats.registry import format_of_name, has_board_per_line
from fastqueens.queens.streams.endings import ENDINGS

__all__ = ["ANSWERS", "SBN", "stream_of"]

ANSWERS = (".jsonl", *ENDINGS)  # endings of files with answers
SBN = ".sbn"  # ending of files with solutions


def stream_of(
    reader: BoardReader,
    out: str | None,
    options: Mapping[str, object],
    kinds: tuple[str, ...] = ANSWERS,
) -> str | None:
    """Return the format of the input if the command answers it as a stream, else None.

    A command answers one file of many boards as a stream if OUT ends with one of `kinds`. For
    other inputs, this function raises an error if any of `options` is set.
    """
    format = reader.format
    file, number = reader.refs[0].file, reader.refs[0].number
    single = len(reader.refs) == 1 and number is None
    if single and out is not None and "{" not in out and out.lower().endswith(kinds):
        if file.lower().endswith(".parquet"):
            return "jsonl"
        if format is not None:
            if has_board_per_line(format) or (format == "npy" and file != "-"):
                return format
        elif (named := format_of_name(file)) == "npy" or has_board_per_line(named):
            return named
    for name, value in options.items():
        if value:
            raise click.UsageError(
                f"{name} needs one file of many boards (.jsonl, .sbn, .task, .penpa, "
                f".puzzlink, .npy, .parquet) and -o *{' or *'.join(kinds)}"
            )
    return None
