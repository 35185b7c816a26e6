"""What a search did in its last unit of work, in one sentence, with the lines of the pseudocode.

A narrator takes a snapshot of the kernel before and after the unit, and compares them. It uses only
facts that the kernel reports: queens, cells left, counters, the values tried, the next arc.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fastqueens.cell_names import cell_name
from fastqueens.queens.board.board import Board
from fastqueens.queens.board.broken_rules import touching
from fastqueens.queens.solving.pseudocode import PSEUDOCODE
from fastqueens.search_frames import Event
from fastqueens.validation import join_and, plural

__all__ = ["Narrator", "Snapshot"]

_MAX_NAMED = 6  # the largest number of cells that a sentence names


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The facts of a kernel at one moment.

    Attributes
    ----------
    spent : int
        The work so far.
    counters : dict
        The counters so far.
    queens : list of int
        The cells of the queens: for depth-first searches in the order of the choices.
    hand : int
        The cell that was tried last, or -1.
    left : array or None
        For each cell, whether it is still possible.
    arc : (int, int) or None
        For MAC, the arc that is revised next.
    tried : list of (variable, values)
        For constraint searches, the variable and the values tried at each depth.
    more : any
        The further facts of a local search.
    """

    spent: int
    counters: dict[str, int]
    queens: list[int]
    hand: int = -1
    left: NDArray[np.uint8] | None = None
    arc: tuple[int, int] | None = None
    tried: list[tuple[int, list[int]]] = field(default_factory=list)
    more: Any = None


class Narrator:
    """Takes snapshots of one search, and describes the unit of work between two of them."""

    def __init__(self, board: Board, method: str, kernel: Any) -> None:
        self.board, self.method, self.kernel = board, method, kernel
        self.n = board.n
        self.regions = board.regions.ravel()
        self.model: Any = getattr(kernel, "model", None)
        self.by_rows = self.model is not None and self._variable_is_row()
        self.kind = "row" if self.by_rows else "region"
        describe: dict[str, Callable[[Snapshot, Snapshot, bool], tuple[str, tuple[int, ...]]]] = {
            "permutation": self._permutation,
            "permutation-skip": self._prefix,
            "backtracking": self._backtracking,
            "backtracking-memo": self._backtracking,
            "forward-checking": self._forward,
            "mac": self._mac,
            "bitboard": self._bitboard,
            "min-conflicts": self._exchange,
            "pso": self._particle,
        }
        self._describe = describe[method]

    @property
    def pseudocode(self) -> tuple[str, ...]:
        """The lines of the method's pseudocode."""
        return tuple(line.replace("{unit}", self.kind) for line in PSEUDOCODE[self.method])

    def snapshot(self) -> Snapshot:
        """Return the facts of the kernel now."""
        kernel = self.kernel
        counters = kernel.counters()
        hand = kernel.hand() if hasattr(kernel, "hand") else -1
        if self.method == "pso":
            positions = kernel.state()[0] if counters["evaluations"] else None
            more = positions, kernel.fitness, kernel.placed
            return Snapshot(kernel.spent, counters, kernel.particle(), more=more)
        if self.method == "min-conflicts":
            return Snapshot(kernel.spent, counters, kernel.cells(), hand, more=kernel.cost)
        queens = kernel.cells()
        left = None
        if hasattr(kernel, "peek_left"):
            board = np.empty((self.n, self.n), np.uint8)
            kernel.peek_left(board)
            left = board.ravel()
        if self.model is None:
            return Snapshot(kernel.spent, counters, queens, hand, left)
        arc = kernel.next_arc() if self.method == "mac" else None
        depths = range(min(len(queens) + 1, self.model.variables))
        tried = [kernel.tried_values(depth) for depth in depths]
        if any(values for _, values in tried):
            queens = [self.model.cell(x, values[-1]) for x, values in tried[: len(queens)]]
        return Snapshot(kernel.spent, counters, queens, hand, left, arc, tried)

    def event(self, before: Snapshot, after: Snapshot, *, found: bool, ended: bool) -> Event:
        """Describe the work from one snapshot to the next.

        Parameters
        ----------
        before, after : Snapshot
            The facts before and after the work.
        found : bool
            Whether this work found a solution.
        ended : bool
            Whether the search has ended: no further placement is possible.
        """
        lines = self.pseudocode
        if before.spent == after.spent and not found and not ended:
            return Event("The search begins.", ())
        if ended and not found:
            return Event(self._sentence_of_end(before), ())
        text, lit = self._describe(before, after, found)
        if found:
            text, lit = f"{text} This is a solution.", (*lit, len(lines) - 1)
        arc = before.arc if text.startswith("AC-3") else None
        return Event(text, lit, () if arc is None else tuple(self._left(before, arc[0])))

    def _sentence_of_end(self, before: Snapshot) -> str:
        if self.method == "pso":
            return "All iterations are done: the swarm gives up."
        if self.method == "min-conflicts":
            return "A column or a region makes a solution impossible."
        if len(before.queens) == self.n * self.board.stars and self.method != "permutation":
            return "The search goes back to the beginning: there is no further solution."
        return "Everything has been tried: there is no further solution."

    # ---- names

    def _cell(self, cell: int) -> str:
        return cell_name(*divmod(cell, self.n))

    def _cells(self, cells: Sequence[int]) -> str:
        if len(cells) > _MAX_NAMED:
            return f"{len(cells)} cells"
        return join_and([self._cell(cell) for cell in cells])

    def _region(self, cell: int) -> str:
        return f"region {self.board.labels[self.regions[cell]]}"

    def _variable_is_row(self) -> bool:
        model, n = self.model, self.n
        if model.variables != n:
            return False
        cells = [[model.cell(x, a) for a in range(k)] for x, k in enumerate(model.sizes())]
        return all([cell // n for cell in row] == [x] * n for x, row in enumerate(cells))

    def _unit_of(self, cell: int) -> str:
        """Name the row or the region that a queen on the cell belongs to."""
        return f"row {cell // self.n + 1}" if self.by_rows else self._region(cell)

    def _unit(self, variable: int) -> str:
        return self._unit_of(self.model.cell(variable, 0))

    def _clash(self, a: int, b: int) -> str | None:
        """Say why two queens exclude each other: "share region D", "touch" or None."""
        (row, column), (other_row, other_column) = divmod(a, self.n), divmod(b, self.n)
        if self.regions[a] == self.regions[b]:
            return f"share {self._region(a)}"
        near = touching(np.array(row), np.array(column), other_row, other_column)
        return "touch" if near else None

    # ---- permutations

    def _permutation(
        self, before: Snapshot, after: Snapshot, found: bool
    ) -> tuple[str, tuple[int, ...]]:
        number = f"Permutation {after.counters['permutations']:,}"
        for k, cell in enumerate(after.queens):
            for other in after.queens[:k]:
                why = self._clash(cell, other)
                if why:
                    names = f"{self._cell(other)} and {self._cell(cell)}"
                    return f"{number}: the queens on {names} {why}.", (1, 2)
        return f"{number}: no two queens clash.", (1,)

    def _prefix(
        self, before: Snapshot, after: Snapshot, found: bool
    ) -> tuple[str, tuple[int, ...]]:
        cell = self._next_prefix_cell(before)
        name, row = self._cell(cell), cell // self.n
        above = [queen for queen in before.queens if queen // self.n < row]
        why = next(((q, w) for q in above if (w := self._clash(cell, q))), None)
        if why is None:
            on = "" if found else f": the search goes on to row {row + 2}"
            return f"{name} clashes with no queen above{on}.", (0, 4)
        text = f"{name} clashes with {self._cell(why[0])}, they {why[1]}"
        depth = len(after.queens)
        if depth < row:
            return f"{text}. No column is left: the search goes back to row {depth + 1}.", (
                0,
                1,
                2,
                3,
            )
        return f"{text}.", (0, 1, 2)

    def _next_prefix_cell(self, before: Snapshot) -> int:
        """Return the cell that the search tests next."""
        n, queens, last = self.n, list(before.queens), -1
        if len(queens) < n and before.hand // n == len(queens):
            last = before.hand % n
        while True:
            used = {queen % n for queen in queens}
            free = [c for c in range(last + 1, n) if c not in used]
            if free and len(queens) < n:
                return len(queens) * n + free[0]
            last = queens.pop() % n

    # ---- constraint searches

    def _choice(self, queens: Sequence[int]) -> str:
        return f"{self._unit_of(queens[-1])} takes {self._cell(queens[-1])}"

    def _went_back(self, before: Snapshot, after: Snapshot) -> str | None:
        """Describe how the search went back and chose again; None if it only went on."""
        was, now = before.queens, after.queens
        if now[: len(was)] == was:
            return None
        if not now:
            return "every queen is taken back"
        same = next(k for k, cell in enumerate(now) if cell != was[k])
        chosen = [self._choice([cell]) for cell in now[same:]]
        taken = self._cells(was[same:])
        return f"{taken} {_are(was[same:])} taken back, and {join_and(chosen)}"

    def _restarted(self, before: Snapshot, after: Snapshot) -> bool:
        return after.counters.get("restarts", 0) > before.counters.get("restarts", 0)

    def _called(self, before: Snapshot, after: Snapshot) -> str:
        """Name the unit for which the search tried to find a cell.

        In its static order, backtracking keeps no list of the values tried.
        """
        depth = len(before.queens)
        static = not any(values for _, values in [*before.tried, *after.tried])
        return self._unit(depth if static else self.kernel.tried_values(depth)[0])

    def _left(self, snapshot: Snapshot, variable: int) -> list[int]:
        cells = [self.model.cell(variable, a) for a in range(self.model.sizes()[variable])]
        assert snapshot.left is not None
        return [cell for cell in cells if snapshot.left[cell]]

    def _backtracking(
        self, before: Snapshot, after: Snapshot, found: bool
    ) -> tuple[str, tuple[int, ...]]:
        if self._restarted(before, after):
            choice = self._choice(after.queens)
            return f"The run has reached its limit: the search starts again; {choice}.", (3,)
        back = self._went_back(before, after)
        skipped = after.counters.get("hits", 0) - before.counters.get("hits", 0)
        memo = (
            f" The search skips {plural(skipped, 'position')} that failed before."
            if skipped
            else ""
        )
        lit = (4, 5) if skipped else ()
        if len(before.queens) == self.model.variables:
            return f"To find the next solution: {back}.{memo}", (1, 2, *lit)
        if back is None:
            return f"{_capital(self._choice(after.queens))}: no queen attacks it.{memo}", (
                0,
                3,
                *lit,
            )
        reason = f"No cell is left for {self._called(before, after)}"
        return f"{reason}: {back}.{memo}", (0, 1, 2, *lit)

    def _forward(
        self, before: Snapshot, after: Snapshot, found: bool
    ) -> tuple[str, tuple[int, ...]]:
        now = after.queens
        if self._restarted(before, after):
            return (
                f"The run has reached its limit: the search starts again; {self._choice(now)}.",
                (0, 1, 2),
            )
        back = self._went_back(before, after)
        if len(before.queens) == self.model.variables:
            return f"To find the next solution: {back}.", (4, 1, 2)
        if back is not None:
            every = f"Every cell of {self._called(before, after)}"
            text = f"{every} leaves another {self.kind} without a cell"
            return f"{text}: {back}.", (0, 1, 2, 3, 4)
        variable, values = after.tried[len(now) - 1]
        refuted = [self.model.cell(variable, a) for a in values[:-1]]
        text = _capital(self._choice(now))
        gone = self._lost(before, after, now[-1])
        more = f", which rules out {self._cells(gone)}" if gone else ""
        if refuted:
            would = f"{self._cells(refuted)} would leave another {self.kind} without a cell"
            text = f"{text}{more}; {would}"
            return f"{text}.", (0, 1, 2, 3)
        return f"{text}{more}.", (0, 1, 2)

    def _lost(self, before: Snapshot, after: Snapshot, queen: int) -> list[int]:
        """Return the cells that became impossible, except in the unit of the new queen."""
        assert before.left is not None
        assert after.left is not None
        lost = np.flatnonzero(before.left & ~after.left & 1)
        own = self._unit_of(queen)
        return [int(cell) for cell in lost if self._unit_of(int(cell)) != own]

    def _mac(self, before: Snapshot, after: Snapshot, found: bool) -> tuple[str, tuple[int, ...]]:
        now = after.queens
        if self._restarted(before, after):
            return (
                f"The run has reached its limit: the search starts again; {self._choice(now)}.",
                (5, 6),
            )
        back = self._went_back(before, after)
        if len(before.queens) == self.model.variables:
            return f"To find the next solution: {back}.", (3, 4)
        if before.arc is None:
            picked = self._left(before, self._variable_of(now[-1]))
            text = f"{_capital(self._unit_of(now[-1]))} has {plural(len(picked), 'cell')} left"
            return f"{text}: it takes {self._cell(now[-1])}.", (5, 6)
        x, y = before.arc
        unit, support = self._unit(x), self._unit(y)
        if back is not None:
            cells = self._cells(self._left(before, x))
            return f"AC-3 removes the last cells of {unit} ({cells}): {back}.", (0, 1, 3, 4)
        lost = [c for c in self._left(before, x) if c not in set(self._left(after, x))]
        if not lost:
            text = f"AC-3 compares {unit} with {support} and removes no cell"
            return f"{text}: each cell is compatible with a cell of {support}.", (0,)
        attack = "it attacks" if len(lost) == 1 else "they attack"
        text = f"AC-3 removes {self._cells(lost)} from {unit}: {attack} every cell of {support}."
        return text, (0, 1, 2)

    def _variable_of(self, cell: int) -> int:
        for x, size in enumerate(self.model.sizes()):
            if any(self.model.cell(x, a) == cell for a in range(size)):
                return x
        raise AssertionError("the cell is of no variable")

    # ---- bitboards

    def _bitboard(
        self, before: Snapshot, after: Snapshot, found: bool
    ) -> tuple[str, tuple[int, ...]]:
        was, now = set(before.queens), set(after.queens)
        new = [cell for cell in after.queens if cell not in was]
        removed = [cell for cell in before.queens if cell not in now]
        if self._restarted(before, after):
            text = "The run has reached its limit: the search starts again with random choices"
            return f"{text}, first {self._cells(after.queens)}.", (4,)
        if self.board.stars > 1:
            return self._stars(before, new, removed)
        guess = [] if found else [after.hand]
        forced = [cell for cell in new if cell not in guess]
        parts, lit = [], []
        if removed:
            full = len(before.queens) == self.n
            why = "To find the next solution" if full else "A unit has no cell left"
            parts.append(f"{why}: {self._cells(removed)} {_are(removed)} taken back")
            lit += [3] if full else [2, 3]
        if forced:
            cells = self._cells(forced)
            only = "it is" if len(forced) == 1 else "each was"
            parts.append(f"{cells} {_are(forced)} forced, because {only} the only cell of a unit")
            lit += [0, 1]
        if guess:
            where = self._region(guess[0])
            small = self.n <= 12 and len(self.board.labels) == self.n
            of = f"{where}, which has the fewest cells," if small else where
            parts.append(f"{self._cell(guess[0])} of {of} is tried")
            lit.append(4)
        return f"{'; '.join(parts)}.", tuple(sorted(lit))

    def _stars(
        self, before: Snapshot, new: list[int], removed: list[int]
    ) -> tuple[str, tuple[int, ...]]:
        placed = f"stars on {self._cells(new)}" if new else "no further star"
        if not removed:
            return f"The search places {placed}.", (0, 1, 4)
        full = len(before.queens) == self.n * self.board.stars
        why = "To find the next solution" if full else "This cannot be completed"
        taken = f"{self._cells(removed)} {_are(removed)} taken back"
        return f"{why}: {taken}. The search places {placed}.", (2, 3, 4)

    # ---- local searches

    def _exchange(
        self, before: Snapshot, after: Snapshot, found: bool
    ) -> tuple[str, tuple[int, ...]]:
        change = f"{plural(before.more, 'conflict')} before, {after.more} now"
        if self._restarted(before, after):
            return (
                f"No progress for a long time: a new random placement is chosen ({change}).",
                (4, 0),
            )
        a, b = [k for k in range(self.n) if before.queens[k] != after.queens[k]]
        row = after.hand // self.n
        other = b if row == a else a
        text = f"{self._cell(before.queens[row])} is attacked: rows {row + 1} and {other + 1}"
        now = join_and([self._cell(after.queens[k]) for k in (a, b)])
        return f"{text} exchange columns, now {now} ({change}).", (1, 2)

    def _particle(
        self, before: Snapshot, after: Snapshot, found: bool
    ) -> tuple[str, tuple[int, ...]]:
        size = self.kernel.size
        number = (after.counters["evaluations"] - 1) % size
        positions, fitness, placed = after.more
        score = self.kernel.scores()[number]
        who = f"Iteration {after.counters['iterations']}, particle {number + 1} of {size}"
        if after.counters["iterations"] == 0:
            moved, lit = "starts at random", [0, 4]
        elif placed:
            moved, lit = "starts at random again", [0, 4]
        else:
            assert before.more[0] is not None
            changed = int((before.more[0][number] != positions[number]).sum())
            moved = f"{plural(changed, 'queen')} moved" if changed else "no queen moved"
            lit = [1, 2, 3, 4]
        best = " the best so far" if fitness < before.more[1] else f" the best is {fitness:g}"
        return f"{who}: {moved}; fitness {score:g},{best}.", tuple(lit)


def _are(cells: Sequence[int]) -> str:
    return "is" if len(cells) == 1 else "are"


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
