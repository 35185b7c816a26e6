"""Standard input and output: bounded reads, colours on terminals, the progress line."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, TextIO

import click

from fastqueens.input import check_size
from fastqueens.results import format_count
from fastqueens.search import Progress
from fastqueens.validation import plural

if TYPE_CHECKING:
    from rich.text import Text

__all__ = [
    "ProgressLine",
    "duration",
    "progress_line",
    "read_stdin",
    "show",
    "show_share",
    "supports_escapes",
    "tasks_done",
    "terminal_glyph",
]


def read_stdin(expected: str, most: int) -> bytes:
    """Read standard input, or raise `InputError` if it holds more than `most` bytes."""
    return check_size(sys.stdin.buffer.read(most + 1), expected, most, source="<stdin>")


def terminal_glyph() -> str | None:
    """Return a character for a queen if the terminal has no queen symbol, else None."""
    return None if sys.stdout.encoding.lower().replace("-", "") == "utf8" else "#"


def supports_escapes(stream: TextIO) -> bool:
    """Whether a stream is a terminal that can show colours and redraw a line.

    Terminals of the type "dumb", such as the shell of Emacs, would print escape sequences as text.
    """
    return stream.isatty() and os.environ.get("TERM") not in ("dumb", "unknown")


def show(plain: Callable[[], str], coloured: Callable[[], Text]) -> None:
    """Print a picture: in colours on a terminal, unless NO_COLOR is set, else as plain text."""
    if supports_escapes(sys.stdout) and not os.environ.get("NO_COLOR"):
        from rich.console import Console

        Console(highlight=False).print(coloured(), soft_wrap=True)
    else:
        click.echo(plain())


class ProgressLine:
    """A progress line on a terminal: standard error shows it after one second."""

    def __init__(self, *, wanted: bool) -> None:
        self.wanted = wanted and supports_escapes(sys.stderr)
        self.tick = self._tick if self.wanted else None
        self._shown = False

    def _tick(self, progress: Progress) -> None:
        if progress.seconds < 1:
            return
        work = ", ".join(format_count(value, name) for name, value in progress.counters.items())
        from fastqueens.parallel.tasks import TaskProgress

        if isinstance(progress, TaskProgress):
            tasks = tasks_done(progress.done, progress.tasks, progress.workers)
            found = f"{progress.found:,} found"
            left = progress.seconds_left
            show_share(self, progress.fraction, progress.seconds, left, tasks, found)
            return
        share = getattr(progress, "fraction", None)
        done = "" if share is None else f", {share:.1%}"
        self.show(f"searching, {progress.seconds:.0f} s{done}: {work}")

    def show(self, text: str) -> None:
        """Replace the text of the line."""
        click.echo(f"\r\x1b[K{text}", nl=False, err=True)
        self._shown = True

    def show_bar(self, fraction: float, text: str) -> None:
        """Show a progress bar with a text beside it."""
        width = int(fraction * 24)
        self.show(f"[{'#' * width}{'.' * (24 - width)}] {text}")

    def clear(self) -> None:
        """Remove the line."""
        if self._shown:
            click.echo("\r\x1b[K", nl=False, err=True)
            self._shown = False


def show_share(
    line: ProgressLine, fraction: float, seconds: float, left: float, *words: str
) -> None:
    """Show the finished share of a long count, the time left, and more words."""
    time = f"about {duration(left)} left" if left < 1e12 else "no estimate yet"
    parts = [f"{fraction:6.1%}", f"{seconds:.0f} s", time, *filter(None, words)]
    line.show_bar(fraction, ", ".join(parts))


def tasks_done(done: int, tasks: int, workers: int) -> str:
    """Return the number of finished tasks and of workers; "" without tasks."""
    return f"{done:,} of {plural(tasks, 'task')}, {plural(workers, 'worker')}" if tasks else ""


def duration(seconds: float) -> str:
    """Return a duration in a unit that reads well."""
    for unit, length in (("years", 31556952), ("days", 86400), ("h", 3600), ("min", 60)):
        if seconds >= 2 * length:
            return f"{seconds / length:,.0f} {unit}"
    return f"{seconds:.0f} s"


@contextmanager
def progress_line(*, quiet: bool) -> Iterator[ProgressLine]:
    """Show a progress line while the block runs."""
    line = ProgressLine(wanted=not quiet)
    try:
        yield line
    finally:
        line.clear()
