"""Puzzles of each family with all their solutions, and calls of the package to check.

A case is a small puzzle. `fastqueens.reference` computes all its solutions. Each method of a case
calls the package with some options and compares the answer with these solutions. `Case` holds what
all families share; `helpers.sequences` makes random sequences of such calls.
"""

from __future__ import annotations

import os
import pickle
import threading
from collections.abc import Hashable
from functools import cache, lru_cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

from fastqueens import (
    InputError,
    SearchStopped,
    cover,
    csp,
    nqueens,
    packing,
    queens,
    reference,
    sliding,
)
from fastqueens.search import DONE, FOUND, STOPPED, Solutions
from helpers.made import folder

__all__ = [
    "CoverCase",
    "CspCase",
    "Interrupted",
    "NQueensCase",
    "PackingCase",
    "QueensCase",
    "SlidingCase",
    "Wrong",
]


class Wrong(AssertionError):
    """The answer differs from the answer of the reference."""


class Interrupted(Exception):
    """Raised by a progress callback."""


def check(holds: object, *told: object) -> None:
    if not holds:
        raise Wrong(*told)


def _limited(options: dict[str, Any]) -> bool:
    return any(options.get(x) is not None for x in ("node_limit", "time_limit", "max_bytes"))


class Case:
    """A puzzle, all its solutions, and the iterators that are open.

    Each family implements `_solve`, `_solutions` and `_count`, which call the package, and `_key`,
    which converts a solution into an element of `truth`.
    """

    incomplete: tuple[str, ...] = ()  # methods that may stop without an answer

    def __init__(self, truth: Any) -> None:
        self.truth: set[Hashable] = set(truth)
        self.open: list[tuple[Any, set[Hashable], dict[str, Any]]] = []

    def _solve(self, **options: Any) -> Any:
        raise NotImplementedError

    def _solutions(self, **options: Any) -> Solutions[Any]:
        raise NotImplementedError

    def _count(self, **options: Any) -> Any:
        raise NotImplementedError

    def _key(self, solution: Any) -> Hashable:
        raise NotImplementedError

    def _found(self, result: Any) -> Any:
        """Return the solution that a result holds."""
        return result.queens

    # ---- Checks --------------------------------------------------------------------------------

    def solve(self, **options: Any) -> None:
        """Find one solution or none; a second call returns the same solution."""
        result = self._solve(**options)
        self._judge(result, options)
        if "time_limit" not in options:
            again = self._solve(**options)
            check(again.status == result.status, "another answer", result, again)
            check(again.stats.counters == result.stats.counters, "other work", result, again)
        copy = pickle.loads(pickle.dumps(result))
        check((copy.status, copy.reason) == (result.status, result.reason), "pickled", copy)

    def _judge(self, result: Any, options: dict[str, Any]) -> None:
        if result.status == "solved":
            check(self._key(self._found(result)) in self.truth, "no solution", result)
            check(result.reason is None, "solved and stopped", result)
        elif result.status == "unsolvable":
            check(not self.truth, "there is a solution", result)
        else:
            may = _limited(options) or options.get("method") in self.incomplete
            check(may and result.reason, "stopped without a limit", result)

    def count(self, **options: Any) -> None:
        """Count the solutions."""
        limit = options.get("limit")
        all_of_them = len(self.truth)
        try:
            count = self._count(**options)
        except SearchStopped as error:
            check(_limited(options), "stopped without a limit", error)
            most = all_of_them if limit is None else min(limit, all_of_them)
            check(0 <= int(error.partial) <= most, "too many", error.partial, most)
            return
        expected = all_of_them if limit is None else min(limit, all_of_them)
        check(count == expected, "count", count, expected)
        if not count.exact:
            check(limit is not None and limit <= all_of_them, "called inexact", count)

    def walk(self, **options: Any) -> None:
        """Iterate over all solutions; each appears once."""
        found = self._solutions(**options)
        seen = [self._key(x) for x in found]
        check(len(set(seen)) == len(seen), "the same twice", seen)
        check(set(seen) <= self.truth, "no solutions", seen)
        check(found.found == len(seen), "found", found)
        if found.status == "stopped":
            check(_limited(options), "stopped without a limit", found)
        else:
            check(set(seen) == self.truth, "not all", len(seen), len(self.truth))
            check((found.status == "solved") == bool(seen), "status", found)

    def begin(self, **options: Any) -> None:
        """Open an iterator."""
        self.open.append((self._solutions(**options), set(), options))

    def next(self, which: int) -> None:
        """Read the next solution of an open iterator."""
        if not self.open:
            return
        found, seen, options = self.open[which % len(self.open)]
        solution = next(found, None)
        if solution is not None:
            key = self._key(solution)
            check(key in self.truth, "no solution", solution)
            check(key not in seen, "the same twice", solution)
            seen.add(key)
        elif found.status in ("solved", "unsolvable") and not options.get("interrupted"):
            check(seen == self.truth, "not all", len(seen), len(self.truth))

    def interrupt(self, which: int, after: int) -> None:
        """Interrupt an open iterator during its search, as Ctrl-C does; it may continue later."""
        if not self.open:
            return
        found, seen, options = self.open[which % len(self.open)]
        search = found.search
        left = after

        def progress(_: Any) -> None:
            nonlocal left
            left -= 1
            if left < 0:
                raise Interrupted

        before = search.progress, search.interval, search.most
        search.progress, search.interval, search.most = progress, 0.0, 1
        try:
            solution = next(found, None)
            if solution is not None:
                key = self._key(solution)
                check(key in self.truth and key not in seen, "interrupted", solution)
                seen.add(key)
        except Interrupted:
            options["interrupted"] = True  # the solution found at that moment is lost
        finally:
            search.progress, search.interval, search.most = before

    def close(self, which: int) -> None:
        """End an open iterator."""
        if self.open:
            found, _, _ = self.open.pop(which % len(self.open))
            found.close()
            check(next(found, None) is None and found.status != "running", "closed", found)

    def stepped(self, budgets: list[int], **options: Any) -> None:
        """Stop after each budget of nodes and continue: the solutions stay the same."""
        whole = self._solutions(**options)
        expected = [self._key(x) for x in whole]
        cut = self._solutions(**options)
        search = cut.search
        seen = []
        turn = 0
        while True:
            search.node_limit = search.kernel.spent + budgets[turn % len(budgets)]
            turn += 1
            event = search.run()
            if event == FOUND:
                seen.append(self._key(cut.read()))
            elif event == DONE:
                break
            else:
                check(event == STOPPED and search.reason == "nodes", "stopped", event)
        check(seen == expected, "cut into pieces", seen, expected)
        check(dict(cut.stats.counters) == dict(whole.stats.counters), "other work", cut.stats)

    def ledger(self, parts: int, first: float, **options: Any) -> None:
        """Count with a ledger, possibly stop early, resume, then read the ledger again."""
        path = folder() / f"ledger.{os.getpid()}"
        try:
            for limit in (first, None, None):
                try:
                    count = self._count(ledger=str(path), tasks=parts, time_limit=limit, **options)
                except SearchStopped as error:
                    check(limit is not None, "stopped without a limit", error)
                    check(0 <= int(error.partial) <= len(self.truth), "partial", error.partial)
                else:
                    check(count == len(self.truth), "ledger", count, len(self.truth))
        finally:
            for ending in ("", "-wal", "-shm"):
                Path(f"{path}{ending}").unlink(missing_ok=True)

    def threads(self, **options: Any) -> None:
        """Two threads read one iterator: each solution appears exactly once."""
        found = self._solutions(**options)
        seen: list[Hashable] = []
        wrong: list[BaseException] = []

        def work() -> None:
            while True:
                try:
                    seen.append(self._key(next(found)))
                except StopIteration:
                    return
                except RuntimeError:  # the other thread is reading
                    continue
                except BaseException as error:
                    wrong.append(error)
                    return

        both = [threading.Thread(target=work) for _ in range(2)]
        for thread in both:
            thread.start()
        for thread in both:
            thread.join()
        check(not wrong, wrong)
        check(set(seen) == self.truth and len(seen) == len(self.truth), "threads", len(seen))

    def refuses(self, name: str, **options: Any) -> None:
        """A wrong call is refused and changes nothing."""
        try:
            found = getattr(self, f"_{name}")(**options)
        except InputError:
            return
        raise Wrong("not refused", found)


# ---- Coloured Queens and Star Battle -----------------------------------------------------------


@cache
def _placements(n: int, stars: int) -> tuple[list[tuple[tuple[int, int], ...]], Any]:
    """Return all placements of queens without regions, as cells and as cell numbers."""
    found = [
        tuple((r, c) for r, row in enumerate(rows) for c in row)
        for rows in reference.queens.stars_placements(n, stars)
    ]
    numbers = [[r * n + c for r, c in cells] for cells in found]
    return found, np.array(numbers, np.int64).reshape(len(found), n * stars)


class QueensCase(Case):
    """A board of coloured Queens or Star Battle."""

    incomplete = ("min-conflicts", "pso")

    def __init__(
        self, regions: list[list[int]], stars: int = 1, allow_empty_regions: bool = False
    ) -> None:
        self.regions, self.stars, self.loose = regions, stars, allow_empty_regions
        self.board = queens.Board.from_array(
            regions, stars=stars, allow_empty_regions=allow_empty_regions
        )
        placements, numbers = _placements(len(regions), stars)
        names = {x for row in regions for x in row}
        taken = np.array(regions).ravel()[numbers]
        counts = np.stack([(taken == x).sum(axis=1) for x in names], axis=1)
        good = (counts <= stars if allow_empty_regions else counts == stars).all(axis=1)
        super().__init__(placements[k] for k in np.flatnonzero(good).tolist())

    def _key(self, solution: Any) -> Hashable:
        found = np.asarray(solution).tolist()
        return tuple(map(tuple, found)) if self.stars > 1 else tuple(enumerate(found))

    def _solve(self, **options: Any) -> Any:
        return queens.solve(self.board, **options)

    def _solutions(self, **options: Any) -> Solutions[Any]:
        return queens.solutions(self.board, **options)

    def _count(self, **options: Any) -> Any:
        return queens.count(self.board, **options)

    def unique(self) -> None:
        check(queens.is_unique(self.board) == (len(self.truth) == 1), "unique")

    def many(self, threads: int, limit: int) -> None:
        """Solve the board and its rotation in one batch."""
        turned = [np.rot90(self.regions, k).tolist() for k in range(4)]
        found = queens.solve_many(turned, rules=self.board.rules, limit=limit, threads=threads)
        expected = min(limit, len(self.truth))
        check(found.counts.tolist() == [expected] * 4, "batch", found.counts, expected)
        if expected:
            check(self._key(found.first[0]) in self.truth, "batch", found.first[0])

    def logic(self) -> None:
        """No rule eliminates a cell of a solution; a board solved by rules has one solution."""
        for step in queens.explain(self.board):
            for solution in self.truth:
                check(set(step.placed) <= set(solution), step)
                check(not set(step.eliminated) & set(solution), step)
        rating = queens.rate(self.board)
        if rating.outcome == "solved":
            check(len(self.truth) == 1, "rated", rating)

    def hint(self, cells: list[tuple[int, int]]) -> None:
        """A hint leads to a solution if the placed queens allow one."""
        left = [x for x in self.truth if set(cells) <= set(x)]
        found = queens.hint(self.board, cells)
        if found.kind == "step" and len(self.truth) == 1:
            (only,) = self.truth
            check(set(found.step.placed) <= set(only), found)
            check(not set(found.step.eliminated) & set(only), found)
        if found.kind == "solution":
            check(tuple(sorted(found.solution)) in self.truth, found)
        if found.kind == "unsolvable":
            check(not self.truth or not left, found)
        if found.kind == "solved":
            check(left, found)

    def candidates(self, cells: list[tuple[int, int]]) -> None:
        """The remaining candidates contain every solution that the queens allow."""
        found = queens.candidates(self.board, cells)
        for solution in self.truth:
            if set(cells) <= set(solution):
                check(all(found.left[cell] for cell in solution), "candidates", solution)
                check(found.consistent, "inconsistent", solution)

    def round_trip(self, format: str) -> None:
        """Write the board in another format and read it back."""
        try:
            written = self.board.to_format(format)
        except InputError:
            return
        data = written.encode() if isinstance(written, str) else written
        again = queens.Board.from_bytes(
            data, format=format, stars=self.stars, allow_empty_regions=self.loose
        )
        check(again.regions.tolist() == self.board.regions.tolist(), format, written)

    def symmetric(self) -> None:
        """All eight symmetric boards have the same canonical board."""
        regions = np.array(self.regions)
        views = [np.rot90(x, k) for x in (regions, regions.T) for k in range(4)]
        first = queens.canonical(views[0])
        check(first.regions.tolist() == reference.queens.canonical(self.regions), "canonical")
        check(all(queens.canonical(view) == first for view in views), "canonical")

    def generated(self, n: int, seed: int, count: int, **options: Any) -> None:
        """Generated boards have one solution and the requested difficulty; a seed repeats them."""
        try:
            boards = queens.generate(n, seed=seed, count=count, time_limit=5.0, **options)
        except SearchStopped:
            return
        again = queens.generate(n, seed=seed, count=count, **(options | {"threads": 1}))
        check(boards == again, "another board", seed)
        for board in boards:
            check(len(QueensCase(board.regions.tolist(), board.stars).truth) == 1, board)
            if options.get("difficulty"):
                check(queens.rate(board).tier == options["difficulty"], board)

    def frames(self, method: str, every: int, node_limit: int | None) -> None:
        """The frames of a search end with the solution of that search."""
        found = queens.frames(self.board, method=method, every=every, node_limit=node_limit)
        last = [x.work for x in found]
        check(all(a <= b for a, b in pairwise(last)), "frames", last)


# ---- N-Queens ----------------------------------------------------------------------------------


@cache
def _n_queens(n: int, variant: str) -> list[tuple[int, ...]]:
    return list(reference.nqueens.solutions(n, variant))


class NQueensCase(Case):
    """N-Queens with some queens already placed."""

    incomplete = ("min-conflicts",)

    def __init__(self, n: int, variant: str = "queens", placed: list[tuple[int, int]] = []) -> None:  # noqa: B006
        self.n = n
        self.words: dict[str, Any] = {}
        if variant != "queens":
            self.words["variant"] = variant
        if placed:
            self.words["placed"] = placed
        super().__init__(
            x for x in _n_queens(n, variant) if all(x[row] == column for row, column in placed)
        )

    def _key(self, solution: Any) -> Hashable:
        return tuple(np.asarray(solution).tolist())

    def _solve(self, **options: Any) -> Any:
        if "method" not in options:
            return nqueens.first(self.n, **self.words, **options)
        return nqueens.solve(self.n, **options)

    def _solutions(self, **options: Any) -> Solutions[Any]:
        return nqueens.solutions(self.n, **self.words, **options)

    def _count(self, **options: Any) -> Any:
        return nqueens.count(self.n, **self.words, **options)

    def count_in_threads(self, threads: int) -> None:
        check(self._count(threads=threads) == len(self.truth), "threads", threads)

    def listed(self) -> None:
        found = nqueens.solutions_array(self.n, **self.words)
        check({self._key(x) for x in found} == self.truth, "array", found.shape)

    def orbits(self) -> None:
        """The symmetric images of one solution per orbit are all solutions."""
        if self.words:
            return
        some = list(nqueens.solutions(self.n, symmetry="fundamental"))
        whole = {self._key(y) for x in some for y in nqueens.orbit(x)}
        check(whole == self.truth, "orbits", len(some))
        check(nqueens.count(self.n, symmetry="fundamental") == len(some), "distinct", len(some))

    def partition(self, parts: int) -> None:
        """The counts of all tasks add up to the whole count."""
        words = {k: v for k, v in self.words.items() if k == "variant"}
        whole = sum(
            nqueens.count_task(task)[0] for task in nqueens.partition(self.n, tasks=parts, **words)
        )
        check(whole == len(_n_queens(self.n, words.get("variant", "queens"))), "units", whole)


# ---- Exact covers ------------------------------------------------------------------------------


class CoverCase(Case):
    """An exact cover with secondary items and colours."""

    def __init__(self, options: list[dict[str, str | None]], primary: str) -> None:
        given = [
            [x if colour is None else cover.Coloured(x, colour) for x, colour in option.items()]
            for option in options
        ]
        names = sorted({x for option in options for x in option} - set(primary))
        self.cover = cover.ExactCover(given, primary=list(primary), secondary=names)
        found, _, _ = reference.cover.search(options, list(primary))
        super().__init__(tuple(sorted(x)) for x in found)

    def _key(self, solution: Any) -> Hashable:
        return tuple(sorted(solution))

    def _found(self, result: Any) -> Any:
        return result.options

    def _solve(self, **options: Any) -> Any:
        return self.cover.solve(**options)

    def _solutions(self, **options: Any) -> Solutions[Any]:
        return self.cover.solutions(**options)

    def _count(self, **options: Any) -> Any:
        return self.cover.count(**options)

    def required(self, option: int, method: str) -> None:
        """Solve with an option that must be chosen."""
        if option < len(self.cover):
            expected = {x for x in self.truth if option in x}  # type: ignore[operator]
            found = self.cover.solutions(required=[option], method=method)
            check({self._key(x) for x in found} == expected, "required", option)

    def first(self, k: int, method: str) -> None:
        found = {self._key(x) for x in self.cover.first(k, method=method)}
        check(found <= self.truth and len(found) == min(k, len(self.truth)), "first", found)

    def round_trip(self) -> None:
        again = cover.ExactCover.from_text(self.cover.to_text())
        check(again.count() == len(self.truth), "read back", again)


# ---- Constraints -------------------------------------------------------------------------------


class CspCase(Case):
    """A model with conflicts, all-different sets, tables and counts."""

    def __init__(
        self,
        sizes: list[int],
        conflicts: list[tuple[int, int, int, int]],
        different: list[list[int]],
        tables: list[tuple[list[int], list[tuple[int, ...]]]],
        counts: list[tuple[list[int], int, int, int]],
    ) -> None:
        self.model = csp.Model(sizes)
        for conflict in conflicts:
            self.model.add_conflict(*conflict)
        for members in different:
            self.model.add_all_different(*members)
        for variables, rows in tables:
            self.model.add_table(variables, rows)
        for variables, value, least, most in counts:
            self.model.add_count(variables, value, least, most)
        sets = [{x: list(range(sizes[x])) for x in members} for members in different]
        counted = [
            (variables, [value if value < sizes[x] else None for x in variables], least, most)
            for variables, value, least, most in counts
        ]
        super().__init__(
            reference.csp.solutions(
                sizes, set(conflicts), all_different=sets, tables=tables, counts=counted
            )
        )

    def _key(self, solution: Any) -> Hashable:
        return tuple(solution[x] for x in range(len(solution)))

    def _found(self, result: Any) -> Any:
        return result.values

    def _solve(self, **options: Any) -> Any:
        return self.model.solve(**options)

    def _solutions(self, **options: Any) -> Solutions[Any]:
        return self.model.solutions(**options)

    def _count(self, **options: Any) -> Any:
        return self.model.count(**options)

    def consistent(self) -> None:
        """Arc consistency removes no value of a solution."""
        found = self.model.arc_consistent()
        if self.truth:
            check(found, "inconsistent", found)
        if found:
            for solution in self.truth:
                for x, value in enumerate(solution):  # type: ignore[arg-type]
                    check(value in found.after[x], "pruned", x, value)

    def tree(self, method: str, nodes: int) -> None:
        found = self.model.tree(method, nodes=nodes, limit=None)
        check(len(found) <= nodes, "tree", len(found))


# ---- Packing -----------------------------------------------------------------------------------


@lru_cache(maxsize=1000)
def _lying(
    board: tuple[tuple[float, float, float], ...], piece: tuple[tuple[int, int], ...]
) -> set[frozenset[int]]:
    return reference.packing.placements(board, piece)


class PackingCase(Case):
    """A plane board with pieces."""

    incomplete = ()

    def __init__(self, board: list[str], pieces: list[list[tuple[int, int]]]) -> None:
        filled = [[x == "X" for x in row] for row in board]
        self.puzzle = packing.Puzzle(filled, pieces)
        where = tuple((float(r), float(c), 0.0) for _, r, c in self.puzzle.cells)
        kinds = [(p.shape, _lying(where, p.cells)) for p in self.puzzle.pieces]
        super().__init__(reference.packing.solutions(len(where), kinds))

    def _key(self, solution: Any) -> Hashable:
        return frozenset(
            (self.puzzle.pieces[i].shape, frozenset(cells)) for i, cells in solution.numbers.items()
        )

    def _found(self, result: Any) -> Any:
        return result.packing

    def _solve(self, **options: Any) -> Any:
        return packing.solve(self.puzzle, **options)

    def _solutions(self, **options: Any) -> Solutions[Any]:
        return packing.solutions(self.puzzle, **options)

    def _count(self, **options: Any) -> Any:
        return packing.count(self.puzzle, **options)

    def distinct(self, method: str) -> None:
        """Counting and listing find equally many distinct solutions, not more than all."""
        count = packing.count(self.puzzle, distinct=True, method=method)
        listed = sum(1 for _ in packing.solutions(self.puzzle, distinct=True))
        check(count == listed <= len(self.truth), "distinct", count, listed)
        check(len(self.truth) <= 8 * count, "distinct", count, len(self.truth))

    def placed(self, which: int, method: str) -> None:
        """Solve with the first piece placed as in a known solution."""
        found = next(packing.solutions(self.puzzle), None)
        if found is not None:
            name = self.puzzle.pieces[which % len(self.puzzle.pieces)].name
            place = {name: found.placements[name]}
            result = packing.solve(self.puzzle, placed=place, method=method)
            check(result.solved, "placed", place)
            check(result.packing.placements[name] == found.placements[name], "placed", place)


# ---- Sliding tiles -----------------------------------------------------------------------------


@cache
def _distances(rows: int, columns: int) -> dict[tuple[int, ...], int]:
    goal = (*range(1, rows * columns), 0)
    depth = None if rows * columns <= 6 else 12
    return reference.sliding.distances(goal, columns, depth)


class SlidingCase:
    """A sliding-tile board and its distance from the goal."""

    def __init__(self, rows: int, columns: int, scrambled: list[str] | None, swap: bool) -> None:
        goal = np.array([*range(1, rows * columns), 0]).reshape(rows, columns)
        puzzle = sliding.Puzzle(goal)
        for move in scrambled or []:
            if move in puzzle.moves:
                puzzle = puzzle.after([move])
        tiles = puzzle.tiles.copy().ravel()
        if swap:
            a, b = [i for i, x in enumerate(tiles) if x][:2]
            tiles[[a, b]] = tiles[[b, a]]
        self.puzzle = sliding.Puzzle(tiles.reshape(rows, columns))
        self.length = _distances(rows, columns).get(tuple(tiles.tolist()))

    def solve(self, **options: Any) -> None:
        result = sliding.solve(self.puzzle, **options)
        if result.status == "solved":
            ends = sliding.replay(self.puzzle, result.moves)[-1]
            check((ends == self.puzzle.goal).all(), "no way", result.moves)
            if options.get("method") != "branch-and-bound":
                check(len(result.moves) == self.length, "longer", result.moves, self.length)
        elif result.status == "unsolvable":
            check(self.length is None, "there is a way", self.length)
        else:
            check(_limited(options), "stopped without a limit", result)

    def all(self, node_limit: int | None) -> None:
        found = sliding.solutions(self.puzzle, node_limit=node_limit)
        ways = [tuple(x) for x in found]
        check(len(set(ways)) == len(ways), "the same twice", ways)
        for way in ways:
            check(len(way) == self.length, "longer", way)
            check((sliding.replay(self.puzzle, way)[-1] == self.puzzle.goal).all(), "no way", way)
        if found.status != "stopped":
            check(bool(ways) == (self.length is not None), "ways", found.status)

    def bounds(self, heuristic: str) -> None:
        if self.length is not None:
            bound = sliding.heuristic_value(self.puzzle, heuristic)
            check(bound <= self.length, "bound", bound, self.length)

    def distance(self) -> None:
        check(sliding.distance(self.puzzle) == self.length, "distance", self.length)
