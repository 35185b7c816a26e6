"""Searches shown on their board while they run: --live, its options, its pace and its screen."""

from __future__ import annotations

import signal
import sys
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import ceil, inf
from types import TracebackType
from typing import TYPE_CHECKING, Any, NamedTuple, Self, TypeAlias

import click
import numpy as np
from numpy.typing import NDArray

from fastqueens.cell_names import cell_name
from fastqueens.cli.drawing_options import chosen
from fastqueens.cli.options import Decorated, exclude, need
from fastqueens.cli.stdio import terminal_glyph
from fastqueens.results import format_count
from fastqueens.validation import plural

if TYPE_CHECKING:
    from rich.console import ConsoleDimensions
    from rich.table import Table
    from rich.text import Text

    from fastqueens.canvas.annotations import Marks
    from fastqueens.canvas.board_painter import Squares
    from fastqueens.queens import Board
    from fastqueens.search_frames import Frame, Frames, Position

__all__ = [
    "PANEL",
    "LiveScreen",
    "Pace",
    "Tempo",
    "check_live",
    "draw_position",
    "fit",
    "frame_options",
    "live_options",
    "rehearse",
]

PANEL = 34  # columns beside the board
_LEAVE = "Ctrl-C to stop"
_FPS = 30.0
_RUN = 10.0  # seconds that a run should take
_LONGEST = 0.5  # seconds that a frame of a short run stands
_REHEARSAL = 0.5  # seconds of searching to find out how long a run is
_DOUBLING = 2.0  # seconds after which a run of unknown length goes twice as fast

Draw: TypeAlias = "Callable[[Frame[Any], ConsoleDimensions], tuple[Text, list[str]]]"


def frame_options(command: Decorated) -> Decorated:
    """Give a command --fps and --every."""
    command = click.option(
        "--every",
        "stride",
        type=click.IntRange(min=1),
        metavar="N",
        help="With --live: N units of the method's work a frame, as 2000 permutations; by default "
        "as many as let a run take about ten seconds.",
    )(command)
    return click.option(
        "--fps",
        type=click.FloatRange(0, 240, min_open=True),
        metavar="F",
        help="With --live: frames a second, 30 by default.",
    )(command)


def live_options(command: Decorated) -> Decorated:
    """Give a command --live, --fps, --every and --delay."""
    command = click.option(
        "--delay",
        type=click.FloatRange(0, 60_000),
        metavar="MS",
        help="With --live: milliseconds from one frame to the next, of one unit of work unless "
        "--every says otherwise.",
    )(command)
    return click.option(
        "--live",
        is_flag=True,
        help="Show the board while the search runs, with time limits as the clock on the wall.",
    )(frame_options(command))


@dataclass(frozen=True, kw_only=True)
class Pace:
    """How fast a search is shown.

    Attributes
    ----------
    fps : float
        Pictures a second, at most.
    every : int or None
        Units of work a frame; None to fit them to the length of the run.
    delay : float or None
        Seconds from one frame to the next; None for as long as a picture stands.
    run : float
        Seconds that a run should take if its speed is to be fitted.
    """

    fps: float = _FPS
    every: int | None = None
    delay: float | None = None
    run: float = _RUN


def check_live(
    live: bool,
    fps: float | None,
    stride: int | None,
    delay: float | None,
    others: Mapping[str, object],
) -> Pace | None:
    """Return the pace that the options ask for, None without --live.

    `others` are the options that leave no board to show, by name and value.
    """
    need({"--fps": fps, "--every": stride, "--delay": delay}, {"--live": live})
    if not live:
        return None
    exclude("--live", live, others)
    if not sys.stdout.isatty():
        raise click.UsageError("--live needs a terminal")
    every = 1 if stride is None and delay is not None else stride
    return Pace(fps=fps or _FPS, every=every, delay=None if delay is None else delay / 1e3)


def fit(work: int, *, fps: float, run: float) -> tuple[int, float]:
    """Return how much work a frame is, and how long it stands, if a run is to take so long.

    Examples
    --------
    >>> fit(306_205, fps=30, run=10)
    (1021, 0.03333333333333333)
    >>> fit(18, fps=30, run=10)
    (1, 0.5)
    """
    every = max(1, ceil(work / (fps * run)))
    frames = max(1, ceil(work / every))
    return every, max(1 / fps, min(_LONGEST, run / frames))


def rehearse(frames: Frames[Any], seconds: float) -> tuple[int, bool]:
    """Search for some time without showing anything: how much work that was, and if it was all."""
    begin = now = time.perf_counter()
    frames.every = 64
    for frame in frames:
        before, now = now, time.perf_counter()
        if frame.status != "running" or now - begin >= seconds:
            return frame.work, frame.status != "running"
        if now - before < seconds / 20:
            frames.every *= 2
    return 0, True


@dataclass(kw_only=True)
class Tempo:
    """How much work a frame is and how long it stands, while a search is shown.

    Attributes
    ----------
    every : int
        Units of work a frame.
    gap : float
        Seconds from one frame to the next, at least.
    words : str
        How fast that is, for the lines beside the board.
    total : int or None
        The work of the whole run, if that is known and it is to end on time.
    end : float
        When it is to end then.
    growing : bool
        Whether the work a frame is to grow, since nobody knows how long the run is.
    doubled : float
        When it last did.
    """

    every: int
    gap: float
    words: str
    total: int | None = None
    end: float = inf
    growing: bool = False
    doubled: float = 0.0
    _usual: float = 0.0  # seconds that frames have taken lately

    def adapt(self, work: int, searching: float, drawing: float, now: float) -> None:
        """Adapt the work of the frames to come to the seconds that the last one took."""
        if self.total is not None:
            self._usual = 0.8 * max(self._usual, self.gap) + 0.2 * (searching + drawing)
            if self._usual > 1.1 * self.gap:  # pictures take too long for so many
                left = max(1.0, (self.end - now) / self._usual)
                self.every = max(self.every, ceil((self.total - work) / left))
        elif self.growing and now - self.doubled >= _DOUBLING:
            if searching >= max(self.gap, 4 * drawing):
                self.words, self.growing = "full speed", False
            else:
                self.every *= 2
                self.doubled = now


class LiveScreen:
    """A second screen of the terminal, which is given back whatever happens.

    A search of known length is shown in about as many seconds as its pace says; to know it, half a
    second is searched beforehand, behind the first frame. A longer one begins at the speed that
    would show that half second so, and goes twice as fast every two seconds, until searching takes
    four fifths of the time or more.

    Parameters
    ----------
    pace : Pace
        How fast the search is shown.
    draw : callable
        Makes a picture of a frame for the size of the terminal, and the lines beside it.
    """

    def __init__(self, pace: Pace, draw: Draw) -> None:
        from rich.console import Console
        from rich.live import Live

        self._pace = pace
        self._draw = draw
        self._console = Console(highlight=False)
        self._live = Live(
            console=self._console,
            screen=True,
            auto_refresh=False,
            redirect_stdout=False,
            redirect_stderr=False,
        )
        self._frames: Frames[Any] | None = None
        self._last: Table | None = None  # what is shown
        self._begin = 0.0
        self._tempo: Tempo | None = None

    def __enter__(self) -> Self:
        """Open the screen."""
        try:
            _hold_interrupts()
            self._live.start()
            _let_interrupts()
        except BaseException:
            self.__exit__(None, None, None)
            raise
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Close the screen, if it is open."""
        try:
            _hold_interrupts()
        finally:
            self._live.stop()
            _let_interrupts()

    def play(
        self,
        frames: Frames[Any],
        make: Callable[[], Frames[Any]],
        *,
        time_limit: float | None = None,
    ) -> None:
        """Show all frames, for so many seconds at most; `make` makes them anew, to rehearse."""
        self._frames, self._begin = frames, time.perf_counter()
        end = inf if time_limit is None else self._begin + time_limit
        self._show(next(frames))
        tempo = self._tempo = self._settle(make, end)
        least = 1 / self._pace.fps if tempo.gap < 1 / self._pace.fps else 0.0  # between pictures
        due = drawn = time.perf_counter()
        while frames.status == "running":
            time.sleep(max(0.0, min(due, end) - time.perf_counter()))
            begun = time.perf_counter()
            frames.every = tempo.every
            frame = next(frames)
            searched = now = time.perf_counter()
            if now >= end and frame.status == "running":
                frames.stop("time")
                frame = next(frames)
            if now - drawn >= least or frame.status != "running":
                self._show(frame)
                drawn, now = now, time.perf_counter()
            tempo.adapt(frame.work, searched - begun, now - searched, now)
            due = max(due + tempo.gap, now)  # late frames are not caught up

    def show_all(self, pictures: Iterable[tuple[Text, list[str]]], delay: float) -> None:
        """Show what comes after the search, picture by picture, for so many seconds each."""
        for picture, lines in pictures:
            time.sleep(delay)
            self._last = _beside(picture, lines)
            self._live.update(_beside(picture, [*lines, "", _LEAVE]), refresh=True)
        time.sleep(delay)

    def leave(self) -> None:
        """Print what was shown last, to stay when the screen is closed."""
        if self._last is not None:
            self._console.print(self._last)

    def _settle(self, make: Callable[[], Frames[Any]], end: float) -> Tempo:
        """Return how fast the search is to be shown, after a rehearsal where that is needed."""
        pace = self._pace
        gap = 1 / pace.fps if pace.delay is None else pace.delay
        if pace.every is not None:
            return Tempo(every=pace.every, gap=gap, words=_each(gap))
        work, known = rehearse(make(), min(_REHEARSAL, (end - time.perf_counter()) / 4))
        every, fitted = fit(work, fps=pace.fps, run=pace.run)
        now = time.perf_counter()
        if known:
            end = now + pace.run
            return Tempo(every=every, gap=fitted, words=_each(fitted), total=work, end=end)
        words = f"twice as many every {_DOUBLING:g} s"
        return Tempo(every=every, gap=gap, words=words, growing=True, doubled=now)

    def _show(self, frame: Frame[Any]) -> None:
        assert self._frames is not None
        picture, facts = self._draw(frame, self._console.size)
        lines = [*self._work_done(self._frames, frame), "", *facts]
        self._last = _beside(picture, lines)
        self._live.update(_beside(picture, [*lines, "", _LEAVE]), refresh=True)

    def _work_done(self, frames: Frames[Any], frame: Frame[Any]) -> list[str]:
        """Return the lines that every picture has beside it."""
        elapsed, searched = time.perf_counter() - self._begin, frames.search.seconds
        lines = [frames.method, f"{elapsed:.1f} s, {_duration(searched)} of it searching"]
        if self._tempo is not None:
            lines += [f"{plural(frames.every, frames.unit)} a frame", self._tempo.words]
        lines.append("")
        for name, count in frames.stats.counters.items():
            lines.append(format_count(count, name))
        if frames.limit != 1:
            lines.append(plural(frame.found, "solution"))
        return lines


def _beside(picture: Text, lines: list[str]) -> Table:
    from rich.table import Table
    from rich.text import Text

    table = Table.grid(padding=(0, 3))
    table.add_row(picture, Text("\n".join(lines), no_wrap=True, overflow="ellipsis"))
    return table


def draw_position(
    board: Board | Squares, piece: str, frame: Frame[Position], size: ConsoleDimensions
) -> tuple[Text, list[str]]:
    """Draw what stands on a board while it is searched, small if it is large."""
    from fastqueens import render

    shown, look = frame.view, chosen().options
    standing = _Standing(*(_pairs(cells) for cells in (shown.queens, shown.pawns)))
    if 2 * board.n + PANEL <= size.width and board.n <= size.height:
        picture = render.ansi(board, standing, glyph=terminal_glyph(), marks=shown.marks, **look)
    else:
        picture = render.ansi_small(board, standing, marks=shown.marks, **look)
    facts = [f"{plural(len(shown.queens), piece)} on the board", *_marked(shown.marks)]
    if shown.fitness is not None:
        facts.append(f"best fitness {shown.fitness:g}")
    return picture, facts


class _Standing(NamedTuple):
    """Pieces in the form that pictures take."""

    queens: NDArray[np.int16]
    pawns: NDArray[np.int16]


def _pairs(cells: Sequence[tuple[int, int]]) -> NDArray[np.int16]:
    return np.array(cells, np.int16).reshape(-1, 2)


def _marked(marks: Marks) -> list[str]:
    """Say what the marks on a board are."""
    lines = []
    if marks.hand is not None:
        lines.append(f"in hand: {cell_name(*marks.hand)}")
    if marks.eliminated:
        lines.append(f"{plural(len(marks.eliminated), 'cell')} ruled out")
    if marks.framed:
        lines.append(f"{plural(len(marks.framed), 'cell')} being revised")
    if marks.wrong:
        lines.append(f"{len(marks.wrong)} of them attacked")
    return lines


def _each(gap: float) -> str:
    return f"a frame every {gap * 1e3:.3g} ms"


def _duration(seconds: float) -> str:
    return f"{seconds:.1f} s" if seconds >= 1 else f"{seconds * 1e3:.3g} ms"


def _hold_interrupts() -> None:
    """Let Ctrl-C wait, and its like, where the system can."""
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT, signal.SIGTERM])


def _let_interrupts() -> None:
    """Let Ctrl-C come, also one that has waited."""
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGINT, signal.SIGTERM])
