"""The candidates of a board: the domains before and after arc consistency."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike, DTypeLike, NDArray

from fastqueens.canvas.annotations import Marks
from fastqueens.canvas.drawable import Drawn
from fastqueens.canvas.scene import Scene
from fastqueens.canvas.style import Look
from fastqueens.csp.arc_consistency import propagate
from fastqueens.csp.options import make
from fastqueens.equality import EqualByValue, ReadOnlyArrays
from fastqueens.queens.board.board import Board, playable
from fastqueens.queens.board.broken_rules import attacked, touching
from fastqueens.queens.board.drawing import scene
from fastqueens.queens.grid.placements import Cell, read_eliminated, read_queens
from fastqueens.queens.solving.csp_model import queens_model
from fastqueens.results import InputError, SearchStopped, Stats, describe_stop
from fastqueens.search import CancelEvent, Clock
from fastqueens.validation import is_choice, quote

__all__ = ["Candidates", "Variables", "candidates"]


Variables = Literal["regions", "rows", "units"]


@dataclass(frozen=True, slots=True, eq=False)
class Candidates(Drawn, EqualByValue, ReadOnlyArrays):
    """The cells that may hold a queen, before and after constraint propagation.

    ``np.asarray(candidates)`` is the array `left`. The truth value of the object is false if some
    unit has too few cells left. The board then has no solution with the placed queens.

    Attributes
    ----------
    board : Board
        The board.
    placed : tuple of (row, column)
        The placed queens.
    variables : {"regions", "rows", "units"}
        The variables of the propagation, each of which needs its queens.
    before : ndarray of bool, shape (n, n)
        The cells before the propagation: the cells of the placed queens, and all cells that are
        neither crossed out nor attacked by them.
    left : ndarray of bool, shape (n, n)
        The cells that are left after the propagation.
    consistent : bool
        Whether each variable has enough cells. If not, the propagation stopped early, and `left` is
        its last state.
    stats : Stats
        The prunes, the revisions of arcs, and the time.
    """

    board: Board
    placed: tuple[Cell, ...]
    variables: Variables
    before: NDArray[np.bool_]
    left: NDArray[np.bool_]
    consistent: bool
    stats: Stats
    _arrays = ("before", "left")

    @property
    def attacked(self) -> NDArray[np.bool_]:
        """The cells that the placed queens attack or that were crossed out before."""
        return ~self.before

    @property
    def pruned(self) -> NDArray[np.bool_]:
        """The cells that the propagation ruled out."""
        return self.before & ~self.left

    @property
    def cells(self) -> list[Cell]:
        """The cells that are left, as (row, column) pairs, including those of the placed queens."""
        return _cells(self.left)

    @property
    def marks(self) -> Marks:
        """The marks of a picture: `pruned` cells are crossed out, `attacked` cells are paler."""
        standing = set(self.placed)
        eliminated, gone = (
            [cell for cell in _cells(which) if cell not in standing]
            for which in (self.pruned, self.attacked)
        )
        return Marks(eliminated=eliminated, gone=gone)

    def _scene(self, cell: int, look: Look) -> Scene:
        title = f"{len(self)} of {self.left.size} cells left"
        grid, placed = self.board.grid, list(self.placed)
        return scene(grid, placed, self.marks, cell=cell, look=look, title=title)

    def _display_note(self) -> str:
        left = f"{len(self)} of {self.left.size} cells are left."
        return left if self else f"{left} There is no solution with these queens."

    def as_dict(self) -> dict[str, Any]:
        """Return all attributes as plain data, ready for JSON.

        Returns
        -------
        dict
            Cells are [row, column] pairs, counted from 0.
        """
        return {
            "placed": [list(cell) for cell in self.placed],
            "variables": self.variables,
            "consistent": self.consistent,
            "candidates": [list(cell) for cell in self.cells],
            "attacked": [list(cell) for cell in _cells(self.attacked)],
            "pruned": [list(cell) for cell in _cells(self.pruned)],
            "counters": dict(self.stats.counters),
        }

    def __array__(self, dtype: DTypeLike | None = None, copy: bool | None = None) -> NDArray[Any]:
        return np.array(self.left, dtype=dtype, copy=True if copy is None else copy)

    def __bool__(self) -> bool:
        return self.consistent

    def __len__(self) -> int:
        return int(self.left.sum())

    def __str__(self) -> str:
        rows = [list(row) for row in str(self.board).split("\n")]
        for row, column in _cells(~self.left):
            rows[row][column] = "."
        for row, column in self.placed:
            rows[row][column] = "#"
        return "\n".join("".join(row) for row in rows)


def candidates(
    board: Board | ArrayLike,
    placed: ArrayLike = (),
    *,
    eliminated: ArrayLike = (),
    variables: Variables | None = None,
    time_limit: float | None = None,
    cancel: CancelEvent | None = None,
) -> Candidates:
    r"""Find the cells that may still hold a queen, by arc consistency.

    First the cells that the placed queens attack are ruled out. Then a cell is ruled out if a queen
    on it would leave some region (or row, see `variables`) without a cell. This is repeated until
    no more cells are ruled out. It is the first step of method ``"mac"``.

    Parameters
    ----------
    board : Board or array of labels
        The board.
    placed : array_like
        The placed queens, in a form that `violations` accepts.
    eliminated : array_like
        The cells that are crossed out, in the same forms.
    variables : {"regions", "rows", "units"}, optional
        The variables that need a queen. They are the regions or the rows, as in the search of
        `solve` with ``method="mac"`` (AC-3); or they are all units, which means rows, columns and
        regions. With units, more cells are ruled out, and boards with several stars are allowed.
        The default is units if the board has several stars, rows if it has more regions than rows,
        and otherwise regions.
    time_limit : float, optional
        The time limit in seconds.
    cancel : threading.Event, optional
        If another thread sets this event, the search ends soon, as at a time limit.

    Returns
    -------
    Candidates
        The candidates: ``before`` and ``left`` are arrays of bool.

    Raises
    ------
    InputError
        If the board, the queens or the variables are invalid.
    SearchStopped
        If the time limit was reached.

    Examples
    --------
    >>> board = Board.from_text("RBBB\nRRBY\nGYYY\nGGGY")
    >>> found = candidates(board)
    >>> print(found)
    ..BB
    RR..
    ..YY
    GG..
    >>> int(found.left.sum()), found.stats.prunes
    (8, 8)
    >>> print(candidates(board, [(0, 2)]))
    ..#.
    R...
    ...Y
    .G..
    """
    clock = Clock(time_limit, cancel)
    board = playable(board)
    given = read_queens(board.n, placed)
    if variables is not None and not is_choice(variables, ("regions", "rows", "units")):
        raise InputError(f"unknown variables {quote(variables)}, expected regions, rows or units")
    crosses = np.zeros((board.n, board.n), bool)
    for cell in read_eliminated(board.n, eliminated):
        crosses[cell] = cell not in given
    chosen = variables or _default_variables(board)
    if chosen == "units":
        before, left, consistent, stats = _propagate_units(board, given, crosses, clock)
    elif board.stars > 1:
        raise InputError(
            f"variables {quote(chosen)} take one queen each, found a board of {board.stars} stars: "
            "expected variables='units'"
        )
    else:
        before = ~attacked(board, given) & ~crosses
        left, consistent, stats = _propagate_arcs(board, before, chosen, clock)
    return Candidates(board, tuple(given), chosen, before, left, consistent, stats)


def _cells(which: NDArray[np.bool_]) -> list[Cell]:
    return [(row, column) for row, column in np.argwhere(which).tolist()]


def _default_variables(board: Board) -> Variables:
    if board.stars > 1:
        return "units"
    return "rows" if len(board.labels) > board.n else "regions"


def _propagate_arcs(
    board: Board,
    before: NDArray[np.bool_],
    variables: Literal["regions", "rows"],
    clock: Clock,
) -> tuple[NDArray[np.bool_], bool, Stats]:
    model = queens_model(board.regions, variables=variables, labels=board.labels)
    kernel = make(model, "mac", "static", "static", False, 0, 0)
    for x, size in enumerate(model.sizes()):
        for a in range(size):
            if not before[divmod(model.cell(x, a), board.n)]:
                kernel.remove_value(x, a)
    consistent, stats = propagate(kernel, clock)
    left = np.empty((board.n, board.n), np.uint8)
    kernel.peek_left(left)
    return left > 0, consistent, stats


def _propagate_units(
    board: Board, queens: Sequence[Cell], crosses: NDArray[np.bool_], clock: Clock
) -> tuple[NDArray[np.bool_], NDArray[np.bool_], bool, Stats]:
    """Keep each cell where a star would leave enough cells to every row, column and region."""
    from time import perf_counter

    start = perf_counter()
    n, stars, lines = board.n, board.stars, np.arange(board.n)
    regions = len(board.labels)
    exact = regions <= n  # with more regions than rows, some regions stay empty
    unit = np.empty((2 * n + regions, n, n), bool)
    unit[:n], unit[n : 2 * n] = np.eye(n)[:, :, None], np.eye(n)[:, None]
    unit[2 * n :] = board.regions == np.arange(regions)[:, None, None]

    def count(cells: NDArray[np.bool_]) -> NDArray[np.intp]:
        inside = np.bincount(board.regions[cells], minlength=regions)
        return np.concatenate([cells.sum(axis=1), cells.sum(axis=0), inside])

    def units_of(cell: Cell) -> list[int]:
        return [cell[0], n + cell[1], 2 * n + int(board.regions[cell])]

    def place(cell: Cell, cells: NDArray[np.bool_], needs: NDArray[np.intp]) -> None:
        """Place a star: remove its neighbours, and all cells of the units that it completes."""
        cells &= ~touching(lines[:, None], lines, *cell)
        for number in units_of(cell):
            needs[number] -= 1
            if needs[number] <= 0:
                cells &= ~unit[number]

    def has_enough(cells: NDArray[np.bool_], needs: NDArray[np.intp]) -> bool:
        held = count(cells) >= needs
        return bool((held if exact else held[: 2 * n]).all() and (needs >= 0).all())

    needs = np.full(2 * n + regions, stars)
    free = ~crosses
    for cell in queens:
        place(cell, free, needs)
    near = any(_touches_any(cell, queens[:i]) for i, cell in enumerate(queens))
    consistent = has_enough(free, needs) and not near
    left, changed = free.copy(), consistent
    while changed:
        changed = False
        for cell in _cells(left):
            if clock.expired:
                raise SearchStopped(
                    f"the propagation was {describe_stop(clock.reason)}",
                    partial=None,
                    reason=clock.reason,
                )
            rest, wanted = left.copy(), needs.copy()
            place(cell, rest, wanted)
            if not has_enough(rest, wanted):
                left[cell] = False
                changed = True
        if changed and not has_enough(left, needs):
            consistent = changed = False
    prunes = int(free.sum() - left.sum())
    for cell in queens:
        free[cell] = left[cell] = True
    return free, left, consistent, Stats({"prunes": prunes}, perf_counter() - start)


def _touches_any(cell: Cell, others: Sequence[Cell]) -> bool:
    return any(max(abs(cell[0] - r), abs(cell[1] - c)) <= 1 for r, c in others)
