"""An anytime search: a first solution at once, then shorter ones, and a growing lower bound.

Beam searches find solutions; each is wider than the one before and searches only for a shorter
solution. IDA* takes turns with them: it proves that short solutions do not exist. The search ends
when both meet. All turns are measured in nodes, so the search is the same on every machine.
"""

from __future__ import annotations

import numpy as np

from fastqueens._kernels.sliding import beam, ida
from fastqueens.search import DONE, FOUND, FULL, RUNNING
from fastqueens.sliding.puzzle import Puzzle

__all__ = ["AnytimeSearch"]

_FIRST_IDA_NODES = 100_000  # an easy puzzle is solved by IDA* before the first beam
_IDA_NODES_PER_NODE = 2  # nodes of IDA* for each node of the beams, in half of their time
# The first beam is ranked by the Manhattan distance, which needs no databases, and takes 20 ms.
_FIRST_TILES, _FIRST_WIDTH = 1, 512
_TILES, _WIDTH = 4, 1024  # the patterns of the other beams, and the width of the next one
_ENTRIES = 20_000  # a step builds at least so many database entries, about 2 ms


class AnytimeSearch:
    """A kernel that finds ever shorter solutions; see the module.

    Parameters
    ----------
    puzzle : Puzzle
        A puzzle that can be solved.
    heuristic : int
        The number of the heuristic of IDA*.
    max_bytes : int
        The memory of a beam. No wider beams are tried when one needs more.

    Attributes
    ----------
    best : list of int or None
        The moves of the shortest solution so far.
    found : int
        Solutions so far, each shorter than the one before.
    """

    def __init__(self, puzzle: Puzzle, heuristic: int, max_bytes: int) -> None:
        self._tiles, self._goal = puzzle.tiles.ravel(), puzzle.goal.ravel()
        self._rows, self._columns = puzzle.rows, puzzle.columns
        self._max_bytes = max_bytes
        self._ida = ida.Ida(
            self._tiles, self._goal, self._rows, self._columns, heuristic, False, fixed=True
        )
        self._databases = self._shared(_FIRST_TILES)
        self._beam: beam.Beam | None = None
        self._width = _FIRST_WIDTH  # of the next beam; 0 if there is none
        self._ida_nodes = _FIRST_IDA_NODES  # the end of the turn of IDA*
        self._bound = 0  # proved by the beams
        self._work = (0, 0, 0)  # of the beams that have ended: their number, nodes, expanded
        self.best: list[int] | None = None
        self.found = 0

    def step(self, budget: int) -> int:
        """Do at most `budget` units of work and return an ``fq_status``."""
        # An exception may come between any two lines, except within an assignment of plain values.
        # The next call then repeats what was interrupted.
        if self._is_proved():
            return DONE
        if self._beam is None and (self._ida.spent < self._ida_nodes or not self._width):
            return self._step_ida(budget)
        if not self._databases.ready:
            return self._build(budget)
        if self._beam is None:
            self._beam = beam.Beam(
                self._tiles,
                self._goal,
                self._rows,
                self._columns,
                self._databases,
                self._width,
                below=len(self.best or ()),
                max_bytes=self._max_bytes,
            )
        status = self._beam.step(budget)
        return RUNNING if status == RUNNING else self._end_beam(self._beam, status)

    def _step_ida(self, budget: int) -> int:
        search = self._ida
        left = self._ida_nodes - search.spent if self._width else budget
        status = search.step(min(budget, left))
        if status == FULL:
            return FULL
        if not search.found:
            return RUNNING
        best = list(search.peek_moves())
        shorter = self.best is None or len(best) < len(self.best)
        found = self.found + shorter
        self._bound, self.best, self.found = len(best), best, found
        return FOUND if shorter else DONE

    def _build(self, budget: int) -> int:
        if self._databases.step(max(budget, _ENTRIES)) == FULL:
            self._width = 0
        return RUNNING

    def _end_beam(self, search: beam.Beam, status: int) -> int:
        best, shorter = self.best, bool(search.found)
        if shorter:
            best = search.peek_moves()
        counters = search.counters()
        bound = max(self._bound, search.bound)
        beams, nodes, expanded = self._work
        work = beams + 1, nodes + counters["nodes"], expanded + counters["expanded"]
        ida_nodes = max(self._ida_nodes, _IDA_NODES_PER_NODE * work[1])
        first = self._databases.tiles == _FIRST_TILES
        databases = self._shared(_TILES) if first else self._databases
        width = _WIDTH if first else 2 * self._width
        if width > beam.MAX_WIDTH or status == FULL:
            width = 0
        found = self.found + shorter
        # This assignment is not interrupted.
        self._beam, self._work, self._bound, self._databases = None, work, bound, databases
        self._ida_nodes, self._width, self.best, self.found = ida_nodes, width, best, found
        return FOUND if shorter else RUNNING

    def _shared(self, tiles: int) -> beam.Additive:
        blank = int(np.flatnonzero(self._goal == 0)[0])
        return beam.shared_additive(self._rows, self._columns, blank, tiles)

    def _is_proved(self) -> bool:
        return self.best is not None and self.bound >= len(self.best)

    @property
    def bound(self) -> int:
        """A lower bound: no solution has fewer moves."""
        return max(self._bound, self._ida.bound)

    @property
    def spent(self) -> int:
        """Nodes generated, with the part of the budget that the kernels carry over."""
        running = self._beam
        return self._work[1] + self._ida.spent + (0 if running is None else running.spent)

    def counters(self) -> dict[str, int]:
        """Return the work of all searches, the bound, and the length of the best solution."""
        running = self._beam
        beams, nodes, expanded = self._work
        if running is not None:
            now = running.counters()
            beams, nodes, expanded = beams + 1, nodes + now["nodes"], expanded + now["expanded"]
        counters = self._ida.counters()
        found = {} if self.best is None else {"length": len(self.best)}
        return {
            "nodes": nodes + counters["nodes"],
            "expanded": expanded + counters["expanded"],
            "iterations": counters["iterations"],
            "beams": beams,
            "bound": self.bound,
            **found,
        }

    def peek_moves(self) -> list[int]:
        """Return the moves to the board that is being searched."""
        running = self._beam
        return list((self._ida if running is None else running).peek_moves())
