"""The fewest cells to change so that a board has exactly one solution."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from time import perf_counter
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from fastqueens._kernels.queens import regions as _regions
from fastqueens._kernels.queens import stars as _stars
from fastqueens.canvas.annotations import Marks
from fastqueens.canvas.drawable import Drawn
from fastqueens.canvas.scene import Scene
from fastqueens.canvas.style import Look
from fastqueens.cell_names import cell_name
from fastqueens.connected_pieces import count_pieces_of_regions
from fastqueens.queens.board.board import Board, playable
from fastqueens.queens.board.drawing import scene
from fastqueens.queens.solving.batch import solve_many
from fastqueens.results import InputError, Interrupted, Result, SearchStopped, Stats, Status
from fastqueens.search import STOPPED, CancelEvent, Clock, OutOfTime, Search
from fastqueens.validation import check_whole, join_and, plural

__all__ = ["MAX_CHANGES", "Change", "Repair", "repair"]

MAX_CHANGES = 6  # the default of `max_changes`
_WIDTH = 20_000  # the most sets of one size that get another change; more would need minutes
_MAX_SETS = 1 << 22  # sets of one size in memory
_CHUNK = 4096  # boards that are made and solved together
_ENOUGH = 100  # solutions counted to find the candidates with the fewest


class Change(NamedTuple):
    """A cell whose region changes; `before` and `after` are labels of regions."""

    row: int
    column: int
    before: str
    after: str


@dataclass(slots=True, eq=False)
class Repair(Drawn, Result):
    """The result of `repair`. A notebook shows the board with the changed cells and `sentence`.

    Attributes
    ----------
    board : Board or None
        The repaired board, or None if no repair was found.
    changes : tuple of Change
        The changed cells in reading order; empty for a board that had one solution already.
    minimal : bool
        Whether it is proved that no smaller set of changes repairs the board.
    """

    board: Board | None = None
    changes: tuple[Change, ...] = ()
    minimal: bool = False

    def _scene(self, cell: int, look: Look) -> Scene:
        if self.board is None:
            raise InputError("found no repaired board to draw")
        marks = Marks(framed=[(change.row, change.column) for change in self.changes])
        grid = self.board.grid
        return scene(grid, marks=marks, cell=cell, look=look, title=self.sentence)

    def __str__(self) -> str:
        return self.sentence if self.board is None else f"{self.sentence}\n{self.board}"

    @property
    def sentence(self) -> str:
        """The result in words.

        Examples
        --------
        >>> repair([[row] * 6 for row in "ABCDEF"], max_changes=1).sentence
        'No set of at most 1 cell gives exactly one solution.'
        """
        if self.board is None:
            if self.reason == "time":
                return "No repair was found in the time limit."
            if self.reason == "cancelled":
                return "The search for a repair was cancelled."
            most = plural(self.stats.changes, "cell")
            if self.status == "unsolvable":
                return f"No set of at most {most} gives exactly one solution."
            return f"No repair of at most {most} was found."
        if not self.changes:
            return "The board has exactly one solution already."
        cells = [f"{cell_name(x.row, x.column)} from {x.before} to {x.after}" for x in self.changes]
        few = "No smaller set is enough." if self.minimal else "A smaller set may be enough."
        return f"Change {join_and(cells)}. {few}"

    def as_dict(self) -> dict[str, Any]:
        """Return the changed cells and `minimal`, for JSON.

        Examples
        --------
        >>> repair(["RBBB", "RRBY", "GYYY", "GGGY"]).as_dict()["minimal"]
        True
        """
        changes = [
            {"cell": [x.row, x.column], "before": x.before, "after": x.after} for x in self.changes
        ]
        return {"changes": changes, "minimal": self.minimal, "sentence": self.sentence}


def repair(
    board: Board | ArrayLike,
    *,
    max_changes: int = MAX_CHANGES,
    time_limit: float | None = None,
    cancel: CancelEvent | None = None,
) -> Repair:
    r"""Find the fewest cells to change so that a board has exactly one solution.

    A cell is changed to the region of one of its side neighbours on the given board. No region
    disappears, and no region falls into more pieces than it has. Sets of one change are tried
    first, then sets of two, and so on; of the smallest sets that repair the board, the result is
    the first in reading order. If the sets become large, only the most promising sets are extended;
    ``minimal`` is then False.

    Parameters
    ----------
    board : Board or array of labels
        The board.
    max_changes : int
        The largest number of changed cells.
    time_limit : float, optional
        The time limit in seconds.
    cancel : threading.Event, optional
        If another thread sets this event, the search ends soon, as at a time limit.

    Returns
    -------
    Repair
        The repaired board and the changes. ``status`` is ``"unsolvable"`` if it is proved that no
        set of `max_changes` cells repairs the board, and ``"stopped"`` at the time limit or if not
        all sets were tried. The counters are ``boards``, the number of boards that were solved,
        and ``changes``, the number of changed cells in the sets that were tried last.

    Raises
    ------
    InputError
        If the board or `max_changes` is invalid.
    Interrupted
        After Ctrl-C: a `KeyboardInterrupt` with the `Repair` so far as ``partial``.

    Examples
    --------
    >>> result = repair(["RBBB", "RRBY", "RYYY", "GGGY"])
    >>> result.sentence
    'Change b1 from B to R. No smaller set is enough.'
    >>> print(result.board)
    RRBB
    RRBY
    RYYY
    GGGY
    """
    clock = Clock(time_limit, cancel)
    search = _RepairSearch(playable(board), clock)
    most = check_whole(max_changes, "max_changes")
    try:
        return search.run(most)
    except (OutOfTime, SearchStopped):
        return search.result("stopped", reason=clock.reason)
    except KeyboardInterrupt:
        raise Interrupted(search.result("stopped")) from None


class _RepairSearch:
    """Tries sets of changes by size. A set is a sorted row of indices into `cells` and `to`."""

    def __init__(self, board: Board, clock: Clock) -> None:
        self.board = board
        self.clock = clock
        self.start = perf_counter()
        self.tried = 0
        self.size = 0
        self.complete = True  # whether no set was left out
        self.cells, self.to = _single_changes(board.regions)
        self.changes_of = [np.flatnonzero(self.cells == x) for x in range(board.n**2)]
        self.pieces = count_pieces_of_regions(board.regions)

    def run(self, most: int) -> Repair:
        """Try the sets of 0 to `most` changes."""
        sets = np.zeros((1, 0), np.uint16)
        while True:
            counts = self._count_solutions(sets)
            for k in np.flatnonzero(counts == 1).tolist():
                if self._keeps_regions(sets[k]):
                    return self.result("solved", chosen=sets[k])
            if self.size == most or not len(sets):
                if self.complete:
                    return self.result("unsolvable")
                return self.result("stopped", reason="incomplete")
            sets = self._extend(*self._most_promising(sets, counts))
            self.size += 1

    def result(self, status: Status, *, chosen: Any = (), reason: Any = None) -> Repair:
        """Return the result; `chosen` is the set of changes that repairs the board."""
        board, labels = None, self.board.labels
        if status == "solved":
            names = np.array(labels, object)[self._apply(np.asarray([chosen], np.uint16))[0]]
            board = Board.from_array(names.tolist()).with_rules(self.board.rules)
        before = self.board.regions.ravel()
        changes = tuple(
            Change(*divmod(cell, self.board.n), labels[before[cell]], labels[region])
            for cell, region in ((int(self.cells[k]), int(self.to[k])) for k in map(int, chosen))
        )
        work = {"boards": self.tried, "changes": self.size}
        return Repair(
            status,
            "bitboard",
            Stats(work, perf_counter() - self.start),
            reason,
            board,
            changes,
            status == "solved" and self.complete,
        )

    def _apply(self, sets: NDArray[np.uint16]) -> NDArray[np.uint8]:
        """Return the regions of the boards with these changes."""
        boards = np.repeat(self.board.regions.reshape(1, -1), len(sets), 0)
        if sets.shape[1]:
            np.put_along_axis(boards, self.cells[sets], self.to[sets], 1)
        return boards.reshape(-1, self.board.n, self.board.n)

    def _count_solutions(self, sets: NDArray[np.uint16]) -> NDArray[np.int64]:
        """Count the solutions of each board, up to a limit."""
        counts = np.empty(len(sets), np.int64)
        for first in range(0, len(sets), _CHUNK):
            part = slice(first, first + _CHUNK)
            boards = self._apply(sets[part])
            kept = _with_all_regions(boards, len(self.pieces))
            counts[part] = 0
            self.clock.check()
            if kept.any():
                found = solve_many(
                    boards[kept],
                    rules=self.board.rules,
                    limit=_ENOUGH,
                    threads=1,
                    time_limit=self.clock.left(),
                    cancel=self.clock.cancel,
                )
                counts[part][kept] = found.counts
            self.tried += int(kept.sum())
        return counts

    def _keeps_regions(self, chosen: NDArray[np.uint16]) -> bool:
        """Return whether every region still exists, in as many pieces as before or fewer."""
        regions = self._apply(chosen[None])[0]
        pieces = count_pieces_of_regions(regions)
        return len(pieces) == len(self.pieces) and bool(
            ((pieces > 0) & (pieces <= self.pieces)).all()
        )

    def _most_promising(
        self, sets: NDArray[np.uint16], counts: NDArray[np.int64]
    ) -> tuple[NDArray[np.uint16], NDArray[np.int64]]:
        """Return all sets or, if there are too many, those whose boards have few solutions."""
        width = min(_WIDTH, _MAX_SETS // max(1, len(self.cells)))
        if len(sets) <= width:
            return sets, counts
        self.complete = False
        order = np.argsort(np.where(counts == 0, _ENOUGH, counts), kind="stable")
        chosen = np.sort(order[:width])
        return sets[chosen], counts[chosen]

    def _extend(self, sets: NDArray[np.uint16], counts: NDArray[np.int64]) -> NDArray[np.uint16]:
        """Return every set with one more change that can help, each set once and in order."""
        found = []
        for row, count in zip(sets, counts.tolist(), strict=True):
            self.clock.check()
            taken = self.cells[row]
            changes = self._helpful_changes(row) if count > 1 else np.arange(len(self.cells))
            changes = changes[~np.isin(self.cells[changes], taken)].astype(np.uint16)
            longer = np.empty((len(changes), len(row) + 1), np.uint16)
            longer[:, :-1], longer[:, -1] = row, changes
            found.append(np.sort(longer, axis=1))
        if not found:
            return np.zeros((0, self.size + 1), np.uint16)
        return _distinct_rows(np.concatenate(found))

    def _helpful_changes(self, row: NDArray[np.uint16]) -> NDArray[np.intp]:
        """Return the changes that may help a board with several solutions.

        Whether a placement is a solution depends only on the regions of its own cells. At least one
        of any two solutions must go, so some later change is in a cell of one of the two.
        """
        cells = np.unique(np.concatenate(list(self._two_solutions(self._apply(row[None])[0]))))
        return np.concatenate([self.changes_of[cell] for cell in cells.tolist()])

    def _two_solutions(self, regions: NDArray[np.uint8]) -> Iterator[list[int]]:
        """Yield the cells of two solutions of a board that has at least two."""
        rules = self.board.rules
        kernel = (
            _regions.Search(regions, rules, 0)
            if rules.stars == 1
            else _stars.Search(regions, rules, 0)
        )
        search = Search(kernel, time_limit=self.clock)
        for _ in range(2):
            if search.run() == STOPPED:
                raise OutOfTime
            yield kernel.cells()


def _single_changes(
    regions: NDArray[np.uint8],
) -> tuple[NDArray[np.intp], NDArray[np.uint8]]:
    """Return the cell and the new region of every change, ordered by cell and region."""
    n = len(regions)
    pairs = set()
    for row, column in np.ndindex(n, n):
        for r, c in ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)):
            if 0 <= r < n and 0 <= c < n and regions[r, c] != regions[row, column]:
                pairs.add((row * n + column, int(regions[r, c])))
    ordered = np.array(sorted(pairs), np.intp).reshape(-1, 2)
    return ordered[:, 0].copy(), ordered[:, 1].astype(np.uint8)


def _with_all_regions(boards: NDArray[np.uint8], regions: int) -> NDArray[np.bool_]:
    """Return for each board whether no region has disappeared."""
    flat = boards.reshape(len(boards), -1).astype(np.intp)
    flat += regions * np.arange(len(boards))[:, None]
    sizes = np.bincount(flat.ravel(), minlength=regions * len(boards))
    return np.asarray((sizes.reshape(-1, regions) > 0).all(1))


def _distinct_rows(rows: NDArray[np.uint16]) -> NDArray[np.uint16]:
    """Return the different rows in lexicographic order."""
    if not len(rows):
        return rows
    rows = rows[np.lexsort(rows.T[::-1])]
    return rows[np.r_[True, (rows[1:] != rows[:-1]).any(1)]]
