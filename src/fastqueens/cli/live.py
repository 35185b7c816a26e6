"""Searches shown on their board while they run: --live, with its options and its screen."""

from __future__ import annotations

import sys
import time
from collections.abc import Mapping
from types import TracebackType
from typing import TYPE_CHECKING, Self

import click

from fastqueens.cli.options import exclude, need
from fastqueens.results import amount

if TYPE_CHECKING:
    from rich.console import ConsoleDimensions
    from rich.table import Table
    from rich.text import Text

    from fastqueens.search import Progress, Search

live_option = click.option("--live", is_flag=True, help="Show the board while the search runs.")
fps_option = click.option(
    "--fps",
    type=click.FloatRange(0, 240, min_open=True),
    metavar="F",
    help="With --live: pictures a second, 30 by default.",
)
delay_option = click.option(
    "--delay",
    type=click.FloatRange(0, 60_000),
    metavar="MS",
    help="With --live: wait so many milliseconds after each unit of work.",
)


def check_live(
    live: bool, fps: float | None, delay: float | None, others: Mapping[str, object]
) -> dict[str, float] | None:
    """Return how fast a `LiveScreen` is to be, None without --live.

    `others` are the options that leave no board to show, by name and value.
    """
    need({"--fps": fps, "--delay": delay}, {"--live": live})
    if not live:
        return None
    exclude("--live", live, others)
    if not sys.stdout.isatty():
        raise click.UsageError("--live needs a terminal")
    return {"fps": fps or 30.0, "delay": (delay or 0.0) / 1e3}


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
    counters = [amount(value, name) for name, value in progress.counters.items()]
    return [method, f"{progress.seconds:.1f} s", "", *counters]
