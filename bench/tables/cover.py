"""Exact covers beside packages for Python, and Sudoku."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

import compare_cover
import harness
import numpy as np
import rivals
from cases import covers, sudokus
from harness import installed

from fastqueens import cover
from tables.table import ABSENT, BEST, Table, best_times, expect, fastest, rival, table

COVERS = (
    "pentominoes 3x20", "Langford 12", "queens 12", "queens 14", "QWH 20", "sudoku of 20 clues",
    "Latin squares 5", "dominoes 6x8", "3-colouring 5x5", "random 800x6 of 60",
)  # fmt: skip


def _packaged(name: str, problem: covers.Problem, took: dict[str, harness.Times]) -> Any:
    """Return the time of a package, or why there is none."""
    if name in took:
        return took[name].best
    if (name, problem.name) in compare_cover.SLOW:
        return "over 30 s"
    return ABSENT if compare_cover.is_fit(name, problem) else None


def exact_covers(quick: bool) -> dict[str, Table]:
    """All solutions of exact covers, beside packages."""
    ours: dict[str, compare_cover.Maker] = {
        method: partial(compare_cover.ours, method=method, isa=BEST)
        for method in ("dlx", "bitset", "memo", "auto")
    }
    theirs = {name: make for name, make in compare_cover.RIVALS.items() if installed(name)}
    rows = []
    for name in COVERS[:1] if quick else COVERS:
        problem = covers.PROBLEMS[name]()
        took = compare_cover.measure(problem, ours | theirs, 1 if quick else 2)
        peer = fastest(took, compare_cover.RIVALS)
        rows.append(
            [
                name,
                problem.solutions,
                *best_times(took, ours),
                *(_packaged(x, problem, took) for x in compare_cover.RIVALS),
                None if peer is None else peer.best / took["auto"].best,
            ]
        )
    columns = [
        ("problem", ""), ("solutions", ""), *((f"`{x}`", "s") for x in ours),
        *((x, "s") for x in compare_cover.RIVALS), ("vs the best of them", "ratio"),
    ]  # fmt: skip
    says = (
        "The time to find all solutions on one core, from the prepared input to the number of "
        "solutions, beside three packages. `auto` is the default method; the ratio compares its "
        "time with the fastest package."
    )
    return {"cover": table("cover", "Exact cover", says, columns, rows)}


def each_right(call: Callable[[Any], bool], items: Iterable[Any]) -> bool:
    """Whether a call answers yes for each item."""
    return all(call(item) for item in items)


def sudoku(quick: bool) -> dict[str, Table]:
    """Sudokus proved to have one solution, beside plain C, CP-SAT and exact cover packages."""
    plain = rivals.sudoku()
    sets = {
        "minimal, at random": sudokus.minimal(3 if quick else 100),
        "17 clues, hard for backtracking": [sudokus.HARD],
    }
    rows = []
    for name, puzzles in sets.items():
        digits = [np.array([int(x) for x in puzzle], np.uint8) for puzzle in puzzles]
        calls: dict[str, harness.Call] = {
            "ours": partial(each_right, cover.is_unique_sudoku, puzzles),
            "plain": partial(each_right, lambda x: plain(x, 2) == 1, digits),
        }
        if installed("ortools"):
            calls["cpsat"] = partial(each_right, sudokus.is_unique_by_cpsat, puzzles[:10])
        check = expect(name, True)
        took = harness.interleaved(calls, 1 if quick else 5, least=0.02, check=check)
        ours, theirs = took["ours"].each(len(puzzles)), took["plain"].each(len(puzzles))
        cpsat = took["cpsat"].each(min(len(puzzles), 10)) if "cpsat" in took else None
        more = rival(cpsat, ours)
        rows.append([f"{name} ({len(puzzles)})", ours.best, theirs.best, more[0],
                     harness.ratio(theirs, ours), more[1]])  # fmt: skip
    columns = [
        ("puzzles", ""), ("`cover.is_unique_sudoku`", "s"), ("plain C", "s"), ("CP-SAT", "s"),
        ("vs plain C", "ratio"), ("vs CP-SAT", "ratio"),
    ]  # fmt: skip
    says = (
        "The time to prove that one Sudoku has exactly one solution, on one core. Plain C is "
        "backtracking on bitmasks that always takes the cell with the fewest candidates "
        "(`bench/rivals/sudoku.c`). It solves only Sudoku, and does not turn it into an exact "
        "cover."
    )
    return {"sudoku": table("sudoku", "Sudoku", says, columns, rows)}
