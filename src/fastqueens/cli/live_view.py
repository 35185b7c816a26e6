"""--live: shows the board while a search runs; its options, speed and screen."""

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
from fastqueens.cli.stdio import supports_escapes, terminal_glyph
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

PANEL = 34  # columns for the text beside the board
_STOP_TEXT = "Ctrl-C to stop"
_FPS = 30.0
_RUN = 10.0  # seconds that a run should take
_LONGEST = 0.5  # seconds that each frame of a short run is shown
_REHEARSAL = 0.5  # seconds of searching to measure the length of a run
_DOUBLING = 2.0  # seconds until the speed of a run of unknown length doubles

Draw: TypeAlias = "Callable[[Frame[Any], ConsoleDimensions], tuple[Text, list[str]]]"


def frame_options(command: Decorated) -> Decorated:
    """Add --fps and --every to a command."""
    command = click.option(
        "--every",
        "stride",
        type=click.IntRange(min=1),
        metavar="N",
        help="With --live: show a frame after every N units of the method's work, such as nodes; "
        "by default N is chosen so that a run takes about ten seconds.",
    )(command)
    return click.option(
        "--fps",
        type=click.FloatRange(0, 240, min_open=True),
        metavar="F",
        help="With --live: frames per second, 30 by default.",
    )(command)


def live_options(command: Decorated) -> Decorated:
    """Add --live, --fps, --every and --delay to a command."""
    command = click.option(
        "--delay",
        type=click.FloatRange(0, 60_000),
        metavar="MS",
        help="With --live: milliseconds between frames; a frame is then one unit of work, unless "
        "--every is set.",
    )(command)
    return click.option(
        "--live",
        is_flag=True,
        help="Show the board while the search runs; time limits then include the time of drawing.",
    )(frame_options(command))


@dataclass(frozen=True, kw_only=True)
class Pace:
    """The speed at which a search is shown.

    Attributes
    ----------
    fps : float
        Frames per second, at most.
    every : int or None
        Units of work for each frame; None to choose them by the length of the run.
    delay : float or None
        Seconds between frames; None to use `fps`.
    run : float
        Seconds that a run should take if `every` is None.
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
    """Return the pace that the options set; None without --live.

    `others` are options that exclude --live, by name and value.
    """
    need({"--fps": fps, "--every": stride, "--delay": delay}, {"--live": live})
    if not live:
        return None
    exclude("--live", live, others)
    if not supports_escapes(sys.stdout):
        raise click.UsageError("--live needs a terminal that can redraw its screen")
    every = 1 if stride is None and delay is not None else stride
    return Pace(fps=fps or _FPS, every=every, delay=None if delay is None else delay / 1e3)


def fit(work: int, *, fps: float, run: float) -> tuple[int, float]:
    """Return the units of work and the seconds of a frame for a run of `run` seconds.

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
    """Search for some time without showing it; return the work, and whether the search ended."""
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
    """The current units of work and seconds of a frame, while a search is shown.

    Attributes
    ----------
    every : int
        Units of work for each frame.
    gap : float
        Seconds between frames, at least.
    words : str
        A description of the speed, shown beside the board.
    total : int or None
        The work of the whole run; None if it is unknown.
    end : float
        The time at which a run of known length should end.
    growing : bool
        Whether the work of a frame grows, because the length of the run is unknown.
    doubled : float
        The time at which the work of a frame last doubled.
    """

    every: int
    gap: float
    words: str
    total: int | None = None
    end: float = inf
    growing: bool = False
    doubled: float = 0.0
    _average: float = 0.0  # seconds of recent frames

    def adapt(self, work: int, searching: float, drawing: float, now: float) -> None:
        """Adapt the work of the next frames to the seconds that the last frame took."""
        if self.total is not None:
            self._average = 0.8 * max(self._average, self.gap) + 0.2 * (searching + drawing)
            if self._average > 1.1 * self.gap:  # drawing takes too long for so many frames
                left = max(1.0, (self.end - now) / self._average)
                self.every = max(self.every, ceil((self.total - work) / left))
        elif self.growing and now - self.doubled >= _DOUBLING:
            if searching >= max(self.gap, 4 * drawing):
                self.words, self.growing = "full speed", False
            else:
                self.every *= 2
                self.doubled = now


class LiveScreen:
    """The alternate screen of the terminal, which is closed even after an error.

    While the first frame is shown, the search runs for half a second to measure its length. A
    search that ends in this time is shown in as many seconds as its pace says. A longer search
    begins at the speed for a search of half a second; the speed doubles every two seconds until
    searching takes four fifths of the time.

    Parameters
    ----------
    pace : Pace
        The speed at which the search is shown.
    draw : callable
        Draws a frame for a size of the terminal; returns the picture and the lines beside it.
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
        self._last: Table | None = None  # the frame on the screen
        self._begin = 0.0
        self._tempo: Tempo | None = None

    def __enter__(self) -> Self:
        """Open the screen."""
        try:
            _block_interrupts()
            self._live.start()
            _unblock_interrupts()
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
        """Close the screen if it is open."""
        try:
            _block_interrupts()
        finally:
            self._live.stop()
            _unblock_interrupts()

    def play(
        self,
        frames: Frames[Any],
        make: Callable[[], Frames[Any]],
        *,
        time_limit: float | None = None,
    ) -> None:
        """Show all frames within a time limit; `make` makes a second search for the rehearsal."""
        self._frames, self._begin = frames, time.perf_counter()
        end = inf if time_limit is None else self._begin + time_limit
        self._show(next(frames))
        tempo = self._tempo = self._choose_tempo(make, end)
        least = 1 / self._pace.fps if tempo.gap < 1 / self._pace.fps else 0.0  # between frames
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
            due = max(due + tempo.gap, now)  # after a delay, no frames are skipped

    def show_all(self, pictures: Iterable[tuple[Text, list[str]]], delay: float) -> None:
        """Show pictures after the search, each for some seconds."""
        for picture, lines in pictures:
            time.sleep(delay)
            self._last = _with_lines(picture, lines)
            self._live.update(_with_lines(picture, [*lines, "", _STOP_TEXT]), refresh=True)
        time.sleep(delay)

    def print_last(self) -> None:
        """Print the last frame on the normal screen."""
        if self._last is not None:
            self._console.print(self._last)

    def _choose_tempo(self, make: Callable[[], Frames[Any]], end: float) -> Tempo:
        """Return the speed of the search, measured by a rehearsal if no option sets it."""
        pace = self._pace
        gap = 1 / pace.fps if pace.delay is None else pace.delay
        if pace.every is not None:
            return Tempo(every=pace.every, gap=gap, words=_describe_gap(gap))
        work, known = rehearse(make(), min(_REHEARSAL, (end - time.perf_counter()) / 4))
        every, fitted = fit(work, fps=pace.fps, run=pace.run)
        now = time.perf_counter()
        if known:
            end = now + pace.run
            return Tempo(every=every, gap=fitted, words=_describe_gap(fitted), total=work, end=end)
        words = f"twice as many every {_DOUBLING:g} s"
        return Tempo(every=every, gap=gap, words=words, growing=True, doubled=now)

    def _show(self, frame: Frame[Any]) -> None:
        assert self._frames is not None
        picture, facts = self._draw(frame, self._console.size)
        lines = [*self._work_lines(self._frames, frame), "", *facts]
        self._last = _with_lines(picture, lines)
        self._live.update(_with_lines(picture, [*lines, "", _STOP_TEXT]), refresh=True)

    def _work_lines(self, frames: Frames[Any], frame: Frame[Any]) -> list[str]:
        """Return the lines beside every frame: method, time and counters."""
        elapsed, searched = time.perf_counter() - self._begin, frames.search.seconds
        lines = [frames.method, f"{elapsed:.1f} s, {_duration(searched)} of it searching"]
        if self._tempo is not None:
            lines += [f"{plural(frames.every, frames.unit)} per frame", self._tempo.words]
        lines.append("")
        for name, count in frames.stats.counters.items():
            lines.append(format_count(count, name))
        if frames.limit != 1:
            lines.append(plural(frame.found, "solution"))
        return lines


def _with_lines(picture: Text, lines: list[str]) -> Table:
    """Put lines of text beside a picture."""
    from rich.table import Table
    from rich.text import Text

    table = Table.grid(padding=(0, 3))
    table.add_row(picture, Text("\n".join(lines), no_wrap=True, overflow="ellipsis"))
    return table


def draw_position(
    board: Board | Squares, piece: str, frame: Frame[Position], size: ConsoleDimensions
) -> tuple[Text, list[str]]:
    """Draw the position of a search; a board that is wider than the terminal is drawn small."""
    from fastqueens import render

    shown, look = frame.view, chosen().options
    standing = _Pieces(*(_pairs(cells) for cells in (shown.queens, shown.pawns)))
    if 2 * board.n + PANEL <= size.width and board.n <= size.height:
        picture = render.ansi(board, standing, glyph=terminal_glyph(), marks=shown.marks, **look)
    else:
        picture = render.ansi_small(board, standing, marks=shown.marks, **look)
    facts = [f"{plural(len(shown.queens), piece)} on the board", *_describe_marks(shown.marks)]
    if shown.fitness is not None:
        facts.append(f"best fitness {shown.fitness:g}")
    return picture, facts


class _Pieces(NamedTuple):
    """Pieces on the board, in the form for `render`."""

    queens: NDArray[np.int16]
    pawns: NDArray[np.int16]


def _pairs(cells: Sequence[tuple[int, int]]) -> NDArray[np.int16]:
    return np.array(cells, np.int16).reshape(-1, 2)


def _describe_marks(marks: Marks) -> list[str]:
    """Describe the marks on a board."""
    lines = []
    if marks.hand is not None:
        lines.append(f"tried last: {cell_name(*marks.hand)}")
    if marks.eliminated:
        lines.append(f"{plural(len(marks.eliminated), 'cell')} ruled out")
    if marks.framed:
        lines.append(f"{plural(len(marks.framed), 'cell')} being revised")
    if marks.wrong:
        lines.append(f"{len(marks.wrong)} of them attacked")
    return lines


def _describe_gap(gap: float) -> str:
    return f"a frame every {gap * 1e3:.3g} ms"


def _duration(seconds: float) -> str:
    return f"{seconds:.1f} s" if seconds >= 1 else f"{seconds * 1e3:.3g} ms"


def _block_interrupts() -> None:
    """Delay Ctrl-C and SIGTERM, if the system supports it."""
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT, signal.SIGTERM])


def _unblock_interrupts() -> None:
    """Deliver Ctrl-C and SIGTERM again, also if they came while blocked."""
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGINT, signal.SIGTERM])
