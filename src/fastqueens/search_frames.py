"""Searches as sequences of frames, for live views.

A frame shows the position of a search after an amount of work. Searches are deterministic: the same
problem, method, seed and amount of work give the same frame on every machine. The terminal or the
page that shows the frames chooses the amount of work between two frames, and the speed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Generic, Literal, Protocol, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

from fastqueens._kernels.resumable import ResumableIterator
from fastqueens.canvas.annotations import Marks
from fastqueens.canvas.drawable import Drawn
from fastqueens.canvas.scene import Scene
from fastqueens.canvas.style import Look
from fastqueens.equality import EqualByValue
from fastqueens.results import InputError, Reason, Stats, Status
from fastqueens.search import DONE, STOPPED, Search
from fastqueens.validation import check_whole, plural

__all__ = [
    "Event",
    "Frame",
    "Frames",
    "Narrator",
    "Position",
    "complete_position",
    "domain_position",
    "marks_of",
    "partial_position",
]

Cell = tuple[int, int]
View = TypeVar("View")
Watched = Status | Literal["running"]


@dataclass(frozen=True, slots=True)
class Event:
    """What a search did in its last unit of work.

    Attributes
    ----------
    sentence : str
        One or two sentences.
    lines : tuple of int
        The lines of the method's pseudocode that the search ran, counted from 0.
    framed : tuple of int
        The cells that the sentence is about, row by row from 0, beside the cell tried last.
    """

    sentence: str
    lines: tuple[int, ...]
    framed: tuple[int, ...] = ()


class Narrator(Protocol):
    """Describes a search; see `fastqueens.queens.solving.narration`."""

    @property
    def pseudocode(self) -> tuple[str, ...]:
        """The lines of the method's pseudocode."""
        ...

    def snapshot(self) -> Any:
        """Return the facts of the search now."""
        ...

    def event(self, before: Any, after: Any, *, found: bool, ended: bool) -> Event:
        """Describe the work between two snapshots."""
        ...


@dataclass(frozen=True, slots=True, eq=False)
class Frame(EqualByValue, Drawn, Generic[View]):
    """The position of a search after an amount of work, with a picture.

    Attributes
    ----------
    work : int
        The work so far, in the method's own units: nodes, permutations, revisions, ...
    status : {"running", "solved", "unsolvable", "stopped"}
        Whether the search is still running; if not, how it ended.
    found : int
        Solutions so far.
    counters : mapping from str to int
        The deterministic counters so far.
    view : object
        The position: queens, pieces, tiles or the values of variables. In the last frame of a
        solved search, the last solution.
    event : Event or None
        What the last unit of work did, if the frames have a narrator.
    """

    work: int
    status: Watched
    found: int
    counters: Mapping[str, int]
    view: View
    event: Event | None = None
    _unit: str = field(default="unit", repr=False, compare=False)
    _draw: Draw | None = field(default=None, repr=False, compare=False)

    @property
    def sentence(self) -> str:
        """The frame in words: what the search did last, or how much it has done.

        Examples
        --------
        >>> from fastqueens import nqueens
        >>> first, *_, last = nqueens.frames(4)
        >>> first.sentence, last.sentence
        ('The search begins.', 'Solved after 8 nodes.')
        """
        if self.status == "running" and not self.work:
            return "The search begins."
        if self.event is not None:
            return self.event.sentence
        work = f"after {plural(self.work, self._unit)}"
        found = plural(self.found, "solution")
        match self.status:
            case "running":
                so_far = f" {found} so far." if self.found else ""
                return f"{work.capitalize()}.{so_far}"
            case "solved":
                return f"Solved {work}." if self.found == 1 else f"All {found} found {work}."
            case "unsolvable":
                return f"There is no solution: the search ended {work}."
        return f"Stopped {work}: {found} found."

    def _scene(self, cell: int, look: Look) -> Scene:
        if self._draw is None:
            raise InputError("found a frame without a board, expected a frame of a puzzle")
        return self._draw(self, cell, look)

    def _display_text(self) -> str:
        return self.sentence


Draw: TypeAlias = Callable[[Frame[Any], int, Look], Scene]


@dataclass(frozen=True, slots=True)
class Position:
    """Queens on a board while a search runs.

    Attributes
    ----------
    queens : tuple of (row, column)
        The queens on the board.
    pawns : tuple of (row, column)
        The pawns, if the puzzle has any.
    marks : Marks
        ``eliminated``: cells where the search has ruled out a queen. ``wrong``: queens that attack
        each other, for methods that try whole placements. ``hand``: the cell that the search tried
        last. ``framed``: the cells of the region or row that is being revised.
    fitness : float or None
        In local searches, the fitness of the best placement so far.
    """

    queens: tuple[Cell, ...] = ()
    pawns: tuple[Cell, ...] = ()
    marks: Marks = field(default_factory=Marks)
    fitness: float | None = None


class Frames(Generic[View], ResumableIterator[Frame[View]]):
    """An iterator over the frames of a search.

    The first frame shows the position after `start` units of work, by default before any work; the
    last frame shows how the search ended. Callers may change `every` between two frames. If an
    exception interrupts ``next``, the next call returns the frame that was due.

    Parameters
    ----------
    search : Search
        The search, with its limits.
    look : callable
        Returns the current position of the search.
    read : callable
        Returns the solution that the search found last.
    view : callable
        Returns the position that shows a solution.
    method, unit : str
        The method, and the name of one unit of its work.
    every : int
        Units of work from one frame to the next, 1 or more.
    start : int
        The amount of work before the first frame.
    limit : int, optional
        The search stops after this many solutions, 1 or more; by default it finds all solutions.
    keep : bool
        Whether `solutions` keeps the solutions.
    narrator : Narrator, optional
        Describes the last unit of work of every frame.
    draw : callable, optional
        Draws a frame: returns the scene for a frame, the side of a cell in pixels, and a `Look`.

    Attributes
    ----------
    status, reason
        See `Solutions`.
    found : int
        Solutions so far.
    solutions : list
        The solutions, if `keep` is true.
    """

    def __init__(
        self,
        search: Search,
        look: Callable[[], View],
        read: Callable[[], Any],
        view: Callable[[Any], View],
        *,
        method: str,
        unit: str,
        every: int = 1,
        start: int = 0,
        limit: int | None = None,
        keep: bool = True,
        narrator: Narrator | None = None,
        draw: Draw | None = None,
    ) -> None:
        super().__init__(search.clock)
        self.search = search
        self.method, self.unit = method, unit
        self.every = check_whole(every, "every", least=1)
        self.limit = None if limit is None else check_whole(limit, "limit", least=1)
        self.status: Watched = "running"
        self.reason: Reason | None = None
        self.found = 0
        self.solutions: list[Any] = []
        self._look, self._read, self._view, self._keep = look, read, view, keep
        self._draw = draw
        # The number of a frame, and the work at which it is due.
        self._due = 0, check_whole(start, "start")
        self._most = search.node_limit
        self._last: Any = None  # the solution found last
        self._frames: int | None = None  # the number of all frames, when it is known
        self.narrator = narrator
        self._before: Any = None  # the narrator's snapshot one unit of work before the frame
        self._found_before = 0

    def _prepare(self) -> Frame[View]:
        if self.delivered == self._frames:
            raise StopIteration
        self._advance()
        if self.status != "running":
            self._frames = self.delivered + 1
        return Frame(
            self.search.kernel.spent,
            self.status,
            self.found,
            self.search.kernel.counters(),
            self._view(self._last) if self.status == "solved" else self._look(),
            self._event(),
            self.unit,
            self._draw,
        )

    def _event(self) -> Event | None:
        if self.narrator is None:
            return None
        found, ended = self.found > self._found_before, self.status in ("solved", "unsolvable")
        ended = ended and self.found != self.limit
        return self.narrator.event(self._before, self.narrator.snapshot(), found=found, ended=ended)

    def __repr__(self) -> str:
        return f"<frames of {self.method}: {self.status}, work {self.search.kernel.spent:,}>"

    @property
    def stats(self) -> Stats:
        """The work done so far."""
        return self.search.stats()

    @property
    def exact(self) -> bool:
        """Whether the search has found all solutions."""
        return self.status in ("solved", "unsolvable") and self.found != self.limit

    def stop(self, reason: Reason) -> None:
        """Stop the search: the next frame is the last one."""
        if self.status == "running":
            self.reason = reason
            self.status = "stopped"  # last, because an exception may come between the two lines

    def _advance(self) -> None:
        """Search to the next frame, also if an exception interrupted an earlier call."""
        kernel = self.search.kernel
        if self._due[0] < self.delivered:  # a new frame; an interrupted frame stays due
            self._due = self.delivered, kernel.spent + self.every
        due = self._due[1] if self._most is None else min(self._due[1], self._most)
        if self.narrator is not None:
            if kernel.spent < due:
                self._advance_to(due - 1)
            self._before, self._found_before = self.narrator.snapshot(), self.found
        self._advance_to(due)

    def _advance_to(self, due: int) -> None:
        """Search until `due` units of work are done, or to the end."""
        kernel = self.search.kernel
        while self.status == "running":
            if self.search.found > self.found:
                self._last = self._read()
                if self._keep:
                    self.solutions[self.found :] = [self._last]
                self.found += 1
            elif self.found == self.limit:
                self.status = "solved"
            elif kernel.spent < due or due == self._most or self.search.ended:
                self._search_to(due)
            else:
                return

    def _search_to(self, due: int) -> None:
        """Search to the next solution or the next frame, at which a node limit makes it pause."""
        search = self.search
        search.node_limit = due
        event = search.run()
        if event == DONE:
            self.status = "solved" if self.found else "unsolvable"
        elif event == STOPPED:
            if search.reason != "nodes" or due == self._most:
                self.stop(search.reason or "nodes")
            else:
                search.reason = None


def marks_of(frame: Frame[Position], n: int) -> Marks:
    """Return the marks for a picture of a frame on a board of n rows.

    Cells that the search has ruled out have light marks. In a lesson, the frames are around the
    cells that the sentence is about.
    """
    marks = frame.view.marks
    framed = marks.framed if frame.event is None else _cells(frame.event.framed, n)
    return replace(marks, framed=framed, eliminated=(), gone=marks.eliminated)


def partial_position(
    n: int,
    queens: Sequence[int],
    left: NDArray[np.uint8],
    hand: int,
    framed: Sequence[int] = (),
) -> Position:
    """Return the position of a method that places queens one by one."""
    marks = Marks(
        framed=_cells(framed, n),
        eliminated=_cells(np.flatnonzero(left.ravel() == 0).tolist(), n),
        hand=None if hand < 0 else divmod(hand, n),
    )
    return Position(_cells(queens, n), marks=marks)


def domain_position(kernel: Any, n: int) -> Position:
    """Return the position of a kernel that keeps the cells that are still possible."""
    left = np.empty((n, n), np.uint8)
    kernel.peek_left(left)
    framed = kernel.revising() if hasattr(kernel, "revising") else ()
    return partial_position(n, kernel.cells(), left, kernel.hand(), framed)


def complete_position(
    n: int,
    queens: Sequence[int],
    clash: Callable[[NDArray[np.intp], NDArray[np.intp]], NDArray[np.bool_]],
    *,
    hand: int = -1,
    fitness: float | None = None,
) -> Position:
    """Return the position of a kernel that tries whole placements, with the queens in conflict."""
    cells = np.array(queens, np.intp)
    pairs = clash(cells[:, None], cells) & ~np.eye(len(cells), dtype=bool)
    if hand < 0:
        late = np.flatnonzero(np.tril(pairs).any(axis=1))
        hand = int(cells[late[0]]) if len(late) else -1
    marks = Marks(
        wrong=_cells(cells[pairs.any(axis=1)].tolist(), n),
        hand=None if hand < 0 else divmod(hand, n),
    )
    return Position(_cells(queens, n), marks=marks, fitness=fitness)


def _cells(numbers: Sequence[int], n: int) -> tuple[Cell, ...]:
    return tuple(divmod(number, n) for number in numbers)
