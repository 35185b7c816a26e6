"""A search shown on its board while it runs."""

from __future__ import annotations

import sys
import time
from types import TracebackType
from typing import TYPE_CHECKING, Self

import click

from fastqueens import queens, render
from fastqueens.queens.placements import standing

if TYPE_CHECKING:
    from rich.console import ConsoleDimensions
    from rich.table import Table
    from rich.text import Text

    from fastqueens.search import Progress, Search

_PANEL = 34  # columns beside the board


class LiveScreen:
    """A second screen of the terminal, which is given back whatever happens.

    The search runs at full speed between two pictures, or with a pause after every unit of work.

    Parameters
    ----------
    fps : float
        Pictures a second, at most.
    delay : float
        Seconds of pause after each unit of work.
    """

    def __init__(self, *, fps: float, delay: float) -> None:
        from rich.console import Console
        from rich.live import Live

        if not sys.stdout.isatty():
            raise click.UsageError("--live needs a terminal")
        self._gap = 1 / fps
        self._delay = delay
        self._console = Console(highlight=False)
        self._live = Live(console=self._console, screen=True, auto_refresh=False)
        self._drawn = 0.0

    def attach(self, search: Search) -> None:
        """Follow a search."""
        search.progress = self._tick
        search.interval = self._gap
        if self._delay:
            search.most, search.interval = 1, 0.0

    def __enter__(self) -> Self:
        """Open the screen."""
        self._live.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Close the screen."""
        self._live.stop()

    def _tick(self, progress: Progress) -> None:
        if self._delay:
            time.sleep(self._delay)
        now = time.perf_counter()
        if now - self._drawn >= self._gap:
            picture, facts = self._picture(progress, self._console.size)
            self._live.update(_beside(picture, [*facts, "", "Ctrl-C to stop"]), refresh=True)
            self._drawn = now

    def _picture(self, progress: Progress, size: ConsoleDimensions) -> tuple[Text, list[str]]:
        """Return what to draw, and the lines beside it."""
        raise NotImplementedError


def _beside(picture: Text, facts: list[str]) -> Table:
    from rich.table import Table
    from rich.text import Text

    table = Table.grid(padding=(0, 3))
    table.add_row(picture, Text("\n".join(facts), no_wrap=True, overflow="ellipsis"))
    return table


def work_done(method: str, progress: Progress) -> list[str]:
    """Return the lines that every picture has beside it."""
    counters = [f"{value:,} {name}" for name, value in progress.counters.items()]
    return [method, f"{progress.seconds:.1f} s", "", *counters]


class LiveView(LiveScreen):
    """A board of coloured Queens, as a method fills it."""

    def __init__(self, board: queens.Board, method: str, *, fps: float, delay: float) -> None:
        super().__init__(fps=fps, delay=delay)
        self._board = board
        self._method = method

    def _picture(self, progress: Progress, size: ConsoleDimensions) -> tuple[Text, list[str]]:
        board = self._board
        cells = standing(progress.kernel, board.n)
        wide = 2 * board.n + _PANEL <= size.width and board.n <= size.height
        picture = render.ansi(board, cells) if wide else render.ansi_small(board, cells)
        facts = work_done(self._method, progress)
        if hasattr(progress.kernel, "fitness"):
            facts += ["", f"fitness {progress.kernel.fitness:g}"]
        kind = "queens" if board.stars == 1 else "stars"
        return picture, [*facts, f"{len(cells)} {kind} on the board"]
