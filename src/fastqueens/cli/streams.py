"""Standard input and output, files, and the progress line."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from fastqueens.reading import check_size
from fastqueens.results import InputError
from fastqueens.search import Progress

__all__ = []


def read_stdin(expected: str, most: int) -> bytes:
    """Read standard input, or raise `InputError` where it holds more than `most` bytes."""
    return check_size(sys.stdin.buffer.read(most + 1), expected, most, source="<stdin>")


def write(path: str | Path, data: str | bytes) -> None:
    """Write a file, or say why not."""
    try:
        if isinstance(data, str):
            Path(path).write_text(data, encoding="utf-8")
        else:
            Path(path).write_bytes(data)
    except OSError as error:
        raise InputError(f"cannot be written: {error.strerror}", source=str(path)) from None


def colourful() -> bool:
    """Whether standard output is a terminal that wants colours."""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR")


class ProgressLine:
    """A line on standard error, once a search has taken a second and if someone watches."""

    def __init__(self, *, wanted: bool) -> None:
        self.wanted = wanted and sys.stderr.isatty()
        self.tick = self._tick if self.wanted else None
        self._shown = False

    def _tick(self, progress: Progress) -> None:
        if progress.seconds < 1:
            return
        work = ", ".join(f"{value:,} {name}" for name, value in progress.counters.items())
        self.show(f"searching, {progress.seconds:.0f} s: {work}")

    def show(self, text: str) -> None:
        """Show a text in place of the last one."""
        click.echo(f"\r\x1b[K{text}", nl=False, err=True)
        self._shown = True

    def clear(self) -> None:
        """Take the line away."""
        if self._shown:
            click.echo("\r\x1b[K", nl=False, err=True)
            self._shown = False


@contextmanager
def progress_line(*, quiet: bool) -> Iterator[ProgressLine]:
    """Show a progress line while the block runs."""
    line = ProgressLine(wanted=not quiet)
    try:
        yield line
    finally:
        line.clear()
