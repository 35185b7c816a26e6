"""Measure every published figure in one run, and write the figures into the documents.

    pip install '.[bench]'
    python bench/publish.py                # about 12 minutes on a quiet machine: figures.json
    python bench/publish.py --write        # the tables of the documents, from figures.json
    python bench/publish.py --only queens  # measure and show one table; saves nothing
    python bench/publish.py --quick        # tiny inputs, to try the script; saves nothing

Every table comes from one version on one machine, and a rival runs beside fastqueens on the same
problems, in turns. A rival that is not installed is reported as such. Each section runs in a
process of its own. A section that fails ends the run, and nothing is saved.
"""

from __future__ import annotations

import argparse
import datetime
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from pathlib import Path
from statistics import median
from time import perf_counter, sleep
from typing import Any

import compare_cover
import compare_csp
import compare_generate
import compare_nqueens
import compare_permutation
import compare_queens
import compare_scale
import compare_sliding
import compare_stars
import figures
import harness
import numpy as np
import rivals
from cases import boards, covers, models, programs, sample, sudokus
from cases.packings import KNOWN
from harness import ISAS, installed

from fastqueens import cover, packing, queens, sliding
from fastqueens._kernels.sliding import pdb
from fastqueens.build_info import facts
from fastqueens.queens.generation.options import DIFFICULTIES
from fastqueens.queens.logic import engine as logic

Table = dict[str, Any]
Columns = Sequence[tuple[str, str]]

RIVALS = (
    "ortools", "python-sat", "numba", "python-constraint2", "exact-cover", "xcover", "miniexact",
    "slidingpuzzle",
)  # fmt: skip
BEST = ISAS[-1]
ABSENT = "not installed"
BUSY = 0.3  # processors that other programs use; with more, a run is marked as preliminary


def table(
    section: str, title: str, says: str, columns: Columns, rows: Iterable[Sequence[Any]]
) -> Table:
    """Make a table for `figures.json`; see `figures.text` for the units of columns."""
    return {
        "title": title,
        "says": says,
        "command": f"python bench/publish.py --only {section}",
        "columns": [list(column) for column in columns],
        "rows": [[_plain(value) for value in row] for row in rows],
    }


def _plain(value: Any) -> Any:
    """Return a number that JSON can hold, with four significant digits if it is not whole."""
    if isinstance(value, np.integer):
        return int(value)
    return float(f"{float(value):.4g}") if isinstance(value, float | np.floating) else value


def by_isa(unit: str) -> list[tuple[str, str]]:
    return [(figures.ISAS[isa], unit) for isa in ISAS]


def expect(name: str, answer: Any) -> Callable[[str, Any], None]:
    """Return a function that ends the program if a contender has another answer."""
    return lambda who, found: harness.agree(f"{name}, {who}", found, answer)


def rival(times: harness.Times | None, ours: harness.Times) -> tuple[Any, Any]:
    """Return the best time of a rival and the ratio to ours."""
    return (ABSENT, None) if times is None else (times.best, harness.ratio(times, ours))


# ----------------------------------------------------------------------------- coloured Queens


def coloured_queens(quick: bool) -> dict[str, Table]:
    """Boards a second beside plain C and CP-SAT, and single calls."""
    found, tiny = boards.load(compare_queens.SIZES), compare_queens.tiny_boards()
    many, repeat = (200, 1) if quick else (2000, 9)
    if quick:
        found, tiny = (
            boards.Sample(
                some.source,
                {n: stack[:3] for n, stack in some.stacks.items()},
                {n: counts[:3] for n, counts in some.solutions.items()},
            )
            for some in (found, tiny)
        )
    with_cpsat = installed("ortools") is not None
    rows = compare_queens.small_boards(tiny, ISAS, many, repeat, False)[:-1]
    rows += compare_queens.small_boards(found, ISAS, many, repeat, with_cpsat)[:-1]
    cells = []
    for row in rows:
        seconds, none = row["seconds"], None if row["n"] < min(compare_queens.SIZES) else ABSENT
        ours = seconds[BEST]
        cells.append(
            [
                row["n"],
                row["nodes_per_board"],
                *(1 / seconds[isa].best for isa in ISAS),
                1 / seconds["plain"].best,
                *(1 / seconds[x].best if x in seconds else none for x in compare_queens.CPSAT),
                harness.ratio(seconds["plain"], seconds["scalar"]),
                harness.ratio(seconds["plain"], ours),
                harness.ratio(seconds["cpsat_tuned"], ours) if "cpsat_tuned" in seconds else None,
            ]
        )
    columns = [
        ("n", ""), ("nodes a board", ""), *by_isa("/s"), ("plain C", "/s"), ("CP-SAT", "/s"),
        ("CP-SAT tuned", "/s"), ("portable C, vs plain C", "ratio"), ("vs plain C", "ratio"),
        ("vs CP-SAT tuned", "ratio"),
    ]  # fmt: skip
    says = (
        "Boards a second on one core; each board is solved and proved to have no second solution. "
        "Plain C is row-by-row backtracking on bitmasks (`bench/rivals/queens.c`). From 7 rows on, "
        "the boards are those of people who publish puzzles."
    )
    tables = {"queens": table("queens", "Coloured Queens", says, columns, cells)}

    single = compare_queens.single_calls([BEST], 2 if quick else 7, 50 if quick else 2000)[BEST]
    rows_of_calls: list[list[Any]] = [
        [f"`{name}`, 8 x 8", took.best, None, None] for name, took in single.items()
    ]
    for row in compare_queens.large_boards([BEST], 1 if quick else 5):
        regions, _ = boards.large(row["n"])
        theirs = None
        if with_cpsat:
            calls = {"cpsat": partial(compare_queens.cpsat, regions[None], True, 1)}
            theirs = harness.interleaved(calls, 1 if quick else 5, clock=perf_counter)["cpsat"]
        ours = harness.Times([x * 1e-6 for x in row["call_us"][BEST]])
        name = f"`solve(board)`, {row['n']} x {row['n']}"
        more = (ABSENT, None) if theirs is None else (theirs.best, theirs.median / ours.median)
        rows_of_calls.append([name, ours.median, *more])
    count = compare_queens.row_count()
    rows_of_calls.append(["`count(board)`, 20 x 20", count["seconds"], None, None])
    tables["queens calls"] = table(
        "queens",
        "Single calls",
        "One call from Python: the time of `solve` on the large boards is the median of 20 seeds; "
        "CP-SAT, tuned, finds one solution.",
        [("call", ""), ("time", "s"), ("CP-SAT tuned", "s"), ("vs CP-SAT tuned", "ratio")],
        rows_of_calls,
    )
    return tables


def methods(quick: bool) -> dict[str, Table]:
    """Every method on the same boards."""
    settings = {
        "forward-checking.order": ["static", "mrv"],
        "mac.order": ["static", "mrv"],
        "pso.preset": ["thesis", "best"],
    }
    sizes = (7, 8) if quick else (7, 8, 9, 10, 11)
    few, repeat = (1, 1) if quick else (10, 3)
    found: dict[str, dict[int, list[Any]]] = {}
    for n in sizes:
        stack = boards.load([n]).stacks[n][:few]
        names = [name for name in queens.METHODS if n <= 10 or name != "permutation"]
        for run in queens.compare(
            {f"{n}-{k}": board for k, board in enumerate(stack)},
            names,
            settings=settings,
            repeat=repeat,
            time_limit=0.2,
            measure=0.02,
        ):
            label = ", ".join([run.method, *run.settings.values()])
            found.setdefault(label, {}).setdefault(n, []).append(run)

    def cell(runs: list[Any]) -> Any:
        if not runs:
            return None
        solved, every = sum(x.solved for x in runs), sum(x.runs for x in runs)
        took = figures.text(median(x.seconds for x in runs), "s")
        return took if solved == every else f"{solved / every:.0%} solved"

    rows = [[f"`{name}`", *(cell(runs.get(n, [])) for n in sizes)] for name, runs in found.items()]
    says = (
        f"Median time of the search for one solution, on {few} boards of players of each size; "
        "where some runs find nothing in 0.2 seconds, the share of runs that find a solution."
    )
    columns = [("method", ""), *((f"{n} x {n}", "s") for n in sizes)]
    return {"methods": table("methods", "Methods side by side", says, columns, rows)}


def permutations(quick: bool) -> dict[str, Table]:
    """Permutations a second beside plain loops in C and in Python."""
    rows = []
    for row in compare_permutation.permuted(1 if quick else 5, (8,) if quick else (8, 9, 10, 11)):
        took, total = row["seconds"], row["total"]
        rows.append(
            [
                row["n"],
                total,
                *(total / took[x].best if x in took else None for x in ("kernel", "plain")),
                total / took["python"].best if "python" in took else None,
                took["skip"].best,
                harness.ratio(took["plain"], took["kernel"]),
            ]
        )
    columns = [
        ("n", ""), ("permutations", ""), ("`permutation`", "/s"), ("plain C", "/s"),
        ("Python", "/s"), ("`permutation-skip`, all", "s"), ("vs plain C", "ratio"),
    ]  # fmt: skip
    says = "Permutations tested a second on boards without a solution, one core."
    return {"permutations": table("permutations", "Permutations", says, columns, rows)}


def generation(quick: bool) -> dict[str, Table]:
    """Boards made a second, also of a difficulty, and boards rated."""
    if quick:
        compare_generate.SIZES = {7: (50, 20), 8: (50, 10)}
        compare_generate.LARGE = {14: 2}
        compare_generate.STARS = {2: {8: 5}}
    rows: list[list[Any]] = []
    tiers = compare_generate.of_difficulties(1, range(7, 9 if quick else 12), 20 if quick else 100)
    of = {row["n"]: row for row in tiers}
    names = list(DIFFICULTIES)
    for row in compare_generate.rates(1 if quick else 2):
        n, ours = row["n"], row["ours"]
        plain = row.get("plain")
        rows.append(
            [
                n,
                1 / ours.best,
                *(1 / of[n][x].best if n in of else None for x in names),
                1 / plain.best if plain else None,
                harness.ratio(plain, ours) if plain else None,
            ]
        )
    columns = [
        ("n", ""), ("any", "/s"), *((x, "/s") for x in names), ("plain C", "/s"),
        ("vs plain C", "ratio"),
    ]  # fmt: skip
    says = (
        "Boards with one solution made a second on one core, of any difficulty and of one that is "
        "asked for. Plain C removes second solutions one at a time (`bench/rivals/generate.c`)."
    )
    tables = {"generation": table("generation", "Boards made", says, columns, rows)}
    stars = [[f"{row['n']} x {row['n']}, {row['stars']} stars", 1 / row["ours"].best]
             for row in compare_generate.star_rates(1)]  # fmt: skip
    tables["generation stars"] = table(
        "generation",
        "Star Battle boards made",
        "Star Battle boards with one solution made a second on one core.",
        [("boards", ""), ("any", "/s")],
        stars,
    )
    return tables


def rating(quick: bool) -> dict[str, Table]:
    """Boards rated, explained and hinted."""
    found = boards.load(compare_queens.SIZES)
    many, repeat = (50, 1) if quick else (2000, 5)
    rows: list[list[Any]] = []
    for n in compare_queens.SIZES:
        unique = found.stacks[n][found.solutions[n] == 1]
        stack = boards.replicate(unique, many)
        some = [queens.Board.from_array(board) for board in unique[: 3 if quick else 20]]

        def every(call: Callable[[Any], object], some: list[Any] = some) -> None:
            for board in some:
                call(board)

        took = harness.interleaved(
            {
                "rate": partial(logic.rate_many, stack, threads=1),
                "hint": partial(every, queens.hint),
                "explain": partial(every, queens.explain),
            },
            repeat,
        )
        rows.append([n, len(stack) / took["rate"].best, took["hint"].best / len(some),
                     took["explain"].best / len(some)])  # fmt: skip
    columns = [("n", ""), ("`rate_many`", "/s"), ("`hint(board)`", "s"), ("`explain(board)`", "s")]
    says = "Boards of players rated a second on one core, and the time of one call."
    return {"rating": table("rating", "Ratings and hints", says, columns, rows)}


def star_battle(quick: bool) -> dict[str, Table]:
    """Star Battle boards of other authors, beside SAT solvers."""
    from rivals import sat

    rows = []
    names = [*sat.NAMES, compare_stars.CPSAT]
    isas = [BEST] if quick else list(ISAS)
    for group in sample.groups()[: 1 if quick else None]:
        few = 1 if quick or group.boards.shape[1] > 14 else 5
        if quick:
            group = sample.Group(group.name, group.stars, group.boards[:3])
        row = compare_stars.measured(group, isas, few, 1 if quick else 2, slow=["minicard"])
        took = row["seconds"]
        others = [took[name] for name in names if name in took]
        fastest = min(others, key=lambda times: times.best) if others else None
        rows.append(
            [
                row["group"],
                *(row["all"][isa].best if isa in row["all"] else None for isa in ISAS),
                row["worst"],
                took["ours"].best,
                *(took[name].best if name in took else None for name in names),
                None if fastest is None else harness.ratio(fastest, took["ours"]),
            ]
        )
    if not rows:
        return {}
    columns = [
        ("boards", ""), *by_isa("s"), ("the slowest", "s"), ("the first few", "s"),
        *((name, "s") for name in names), ("vs the best of them", "ratio"),
    ]  # fmt: skip
    says = (
        "Star Battle boards of other authors, each proved to have one solution: seconds a board on "
        "one core, first of all boards, then of the first few boards, which the rivals get too "
        "(with the making of their formulas). Minicard alone is left out where it takes a minute."
    )
    return {"stars": table("stars", "Star Battle", says, columns, rows)}


# -------------------------------------------------------------------------------- N-Queens


def n_queens(quick: bool) -> dict[str, Table]:
    """Counting beside the plain recursion, and beside Python packages."""
    sizes = (8, 10) if quick else (14, 15, 16, 17)
    found, _ = compare_nqueens.counting(sizes, ISAS, 1 if quick else 3, False)
    rows = [
        [
            row["n"],
            row["solutions"],
            *(row["seconds"][isa].best for isa in ISAS),
            min(row["plain_seconds"]),
            row["ratio"]["scalar"],
            row["ratio"][BEST],
        ]
        for row in found
    ]
    columns = [
        ("N", ""), ("solutions", ""), *by_isa("s"), ("plain C", "s"),
        ("portable C, vs plain C", "ratio"), ("vs plain C", "ratio"),
    ]  # fmt: skip
    says = (
        'All solutions counted by search on one core (`method="bitboard"`). Plain C is the '
        "recursion on columns and diagonals with mirror images (`bench/rivals/nqueens.c`)."
    )
    tables = {"nqueens": table("nqueens", "N-Queens", says, columns, rows)}
    rows = []
    for row in compare_nqueens.python_users(1 if quick else 3, 0.1 if quick else 5.0):
        if "reason" in row:
            rows.append([row["name"], ABSENT, None, None])
            continue
        theirs, ours = row["seconds"]["theirs"], row["seconds"]["count"]
        rows.append([f"{row['name']}, N = {row['n']}", theirs.best, ours.best,
                     theirs.median / ours.median])  # fmt: skip
    tables["nqueens packages"] = table(
        "nqueens",
        "N-Queens beside packages",
        "All solutions, beside packages for Python. The time of numba to compile is left out.",
        [("package", ""), ("package's time", "s"), ("`count(N)`", "s"),
         ("vs the package", "ratio")],
        rows,
    )  # fmt: skip
    return tables


# --------------------------------------------------------------------- constraint problems, covers


def constraints(quick: bool) -> dict[str, Table]:
    """Models of `csp.Model` beside CP-SAT and python-constraint2."""
    rows = []
    for name, problem in models.PROBLEMS.items():
        if quick and problem.slow:
            continue
        calls: dict[str, harness.Call] = {"ours": problem.ours}
        if installed("ortools"):
            calls["cpsat"] = problem.cpsat
        if installed("python-constraint2") and not problem.long:
            calls["constraint"] = problem.constraint
        check = expect(name, True)
        took = harness.interleaved(calls, 1 if quick else 5, patience=2.0, check=check)
        there = installed("python-constraint2") and problem.long
        theirs = rival(took.get("cpsat"), took["ours"])
        others = (None, None) if there else rival(took.get("constraint"), took["ours"])
        rows.append([name, took["ours"].best, theirs[0], others[0], theirs[1], others[1]])
    columns = [
        ("model", ""), ("`csp.Model`", "s"), ("CP-SAT", "s"), ("python-constraint2", "s"),
        ("vs CP-SAT", "ratio"), ("vs python-constraint2", "ratio"),
    ]  # fmt: skip
    says = "Model built and one solution found, on one core; an empty cell took too long to run."
    return {"csp": table("csp", "Constraint models", says, columns, rows)}


def large_boards_by_csp(quick: bool) -> dict[str, Table]:
    """Steps and time of constraint search on the boards of the thesis."""
    rows = []
    ways = (
        ("backtracking", "static", False), ("forward-checking", "mrv", False),
        ("mac", "static", False), ("mac", "mrv", False), ("mac", "mrv", True),
    )  # fmt: skip
    for n in (20, 30):
        board = queens.Board.from_array(boards.large(n)[0])
        for method, order, restarts in ways:
            solved, share, counters, took = compare_csp.measure(
                board,
                0.2 if quick else 2.0,
                3 if quick else 20,
                {"method": method, "order": order, "values": "static", "restarts": restarts,
                 "region_order": "first-seen"},
            )  # fmt: skip
            name = f"`{method}`, `{order}`" + ", restarts" * restarts
            rows.append([f"{n} x {n}: {name}", counters["steps"], took if solved else None,
                         100 * share])  # fmt: skip
    columns = [("board and method", ""), ("steps", ""), ("time", "s"), ("solved", "%")]
    says = (
        "One solution of the thesis' boards within two seconds, with the regions in order of first "
        "appearance; with restarts, medians over 20 seeds."
    )
    return {"csp boards": table("csp-boards", "Constraint search", says, columns, rows)}


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
        others = [took[x] for x in compare_cover.RIVALS if x in took]
        fastest = min(others, key=lambda times: times.best) if others else None
        rows.append(
            [
                name,
                problem.solutions,
                *(took[x].best if x in took else None for x in ours),
                *(_packaged(x, problem, took) for x in compare_cover.RIVALS),
                None if fastest is None else fastest.best / took["auto"].best,
            ]
        )
    columns = [
        ("problem", ""), ("solutions", ""), *((f"`{x}`", "s") for x in ours),
        *((x, "s") for x in compare_cover.RIVALS), ("vs the best of them", "ratio"),
    ]  # fmt: skip
    says = (
        "All solutions on one core, from the prepared input to the number of solutions, beside "
        "three packages. `auto` is what a caller gets who chooses no method; the ratio is its."
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
        "Seconds for one Sudoku, proved to have one solution, on one core. Plain C is backtracking "
        "on bitmasks, the cell with the fewest candidates first (`bench/rivals/sudoku.c`): a "
        "program that knows Sudoku needs no exact cover."
    )
    return {"sudoku": table("sudoku", "Sudoku", says, columns, rows)}


def packings(quick: bool) -> dict[str, Table]:
    """Packings counted up to symmetry."""
    rows = []
    for name, (puzzle, _, distinct) in KNOWN.items():
        if quick and name not in ("pentominoes 3x20", "Soma cube 3x3x3"):
            continue
        how: Any = "mirror" if puzzle.in_space else True
        took = harness.interleaved(
            {"count": partial(packing.count, puzzle, distinct=how)},
            1 if quick else 2,
            patience=1.0,
            check=expect(name, distinct),
        )["count"]
        rows.append([name, distinct, took.best])
    columns = [("puzzle", ""), ("distinct packings", ""), ("`count(distinct=True)`", "s")]
    says = (
        "Packings counted up to rotations and reflections on one core, from the puzzle to the "
        "number. No package with these counts was found; as exact covers, packings are in the "
        "table of exact covers."
    )
    return {"packing": table("packing", "Packing", says, columns, rows)}


# ----------------------------------------------------------------------------------- sliding tiles


def tiles(quick: bool) -> dict[str, Table]:
    """The 15-puzzle in the fewest moves beside plain IDA*, and 5 x 5 in few moves."""
    repeat = 1 if quick else 5
    rows: list[list[Any]] = []
    easy = sorted(compare_sliding.uniform(20 if quick else 100),
                  key=lambda some: compare_sliding.solve(some)[1])  # fmt: skip
    plain = rivals.sliding()

    def cold() -> object:
        pdb.clear_shared()
        return compare_sliding.solve(easy[0])

    took = harness.interleaved({"ours": cold, "plain": partial(plain, easy[0])}, repeat)
    rows.append(["the easiest of 100 random boards, databases not built", 1, took["ours"].best,
                 *rival(took["plain"], took["ours"])])  # fmt: skip
    pdb.shared_pdb(pdb.PDB_555, 0).build()
    first = easy[:2] if quick else easy[:20]
    took = harness.interleaved(
        {"ours": lambda: [compare_sliding.solve(x) for x in first],
         "plain": lambda: [plain(x) for x in first]},
        repeat,
        patience=2.0,
    )  # fmt: skip
    rows.append([f"the {len(first)} easiest of them, databases built", len(first),
                 took["ours"].best, *rival(took["plain"], took["ours"])])  # fmt: skip
    if not quick:
        korf = compare_sliding.korf(repeat, {"5-5-5": pdb.PDB_555})
        row = korf["rows"][0]
        both = row["built"] + row["seconds"].best
        boards_of = "Korf's 100 boards" if korf["source"] == "Korf" else "100 random boards"
        name = f"{boards_of}, databases not built"
        rows.append([name, korf["boards"], both, None, None])
    columns = [
        ("15-puzzles", ""), ("boards", ""), ("time", "s"), ("plain C", "s"),
        ("vs plain C", "ratio"),
    ]  # fmt: skip
    says = (
        "15-puzzles solved in the fewest moves on one core, all boards of a row together. Plain C "
        "is IDA* with the Manhattan distance (`bench/rivals/sliding.c`)."
    )
    tables = {"sliding": table("sliding", "Sliding tiles", says, columns, rows)}
    try:
        board, search = compare_sliding.peer()
    except ImportError:
        theirs: Any = (ABSENT, None)
        ours = harness.interleaved(
            {"ours": partial(compare_sliding.solve, sliding.scramble(30, seed=4).tiles.ravel())},
            repeat,
        )["ours"]
    else:
        calls: dict[str, harness.Call] = {"ours": partial(compare_sliding.solve, board.ravel())}
        if not quick:
            calls["peer"] = partial(search, board)
        took = harness.interleaved(calls, repeat, patience=1.0)
        ours = took["ours"]
        theirs = rival(took["peer"], ours) if "peer" in took else (None, None)
    tables["sliding package"] = table(
        "sliding",
        "Sliding tiles beside a package",
        "`sliding.scramble(30, seed=4)` beside slidingpuzzle (A*, linear conflict).",
        [("puzzle", ""), ("time", "s"), ("slidingpuzzle", "s"), ("vs slidingpuzzle", "ratio")],
        [["30 random moves", ours.best, *theirs]],
    )
    rows = []
    for row in compare_sliding.anytime_sets(1 if quick else 10, [0.05 if quick else 1.0]):
        found = row["found"]
        lengths, bounds = np.array([x["marks"][0] for x in found]).T
        rows.append(
            [
                f"{row['boards']}, {len(found)}",
                row["optimum"],
                median(x["first"][0] for x in found),
                float(np.mean([x["first"][1] for x in found])),
                float(lengths.mean()),
                float(bounds.mean()),
            ]
        )
    tables["sliding anytime"] = table(
        "sliding",
        "Sliding tiles of 5 x 5",
        "24-puzzles in few moves by `anytime`, means over the boards: moves of the first solution, "
        "and after one second of one core, databases included.",
        [("boards", ""), ("fewest moves", ""), ("first solution after", "s"),
         ("its moves", ""), ("moves after 1 s", ""), ("proved lower bound", "")],
        rows,
    )  # fmt: skip
    return tables


# ------------------------------------------------------------------------ scale, start, installing


def scale(quick: bool) -> dict[str, Table]:
    """From file to file, and executors."""
    rows = [
        [f"{size}, {'rate' if what == 'rate' else 'solve'}, {start} to {end}",
         many[1], many[0], many[1] / many[0]]
        for size, what, start, end, *many in compare_scale.files(2000 if quick else 200_000,
                                                                 1 if quick else 2)
    ]  # fmt: skip
    tables = {
        "files": table(
            "scale",
            "From file to file",
            "Boards a second from a file to a file, and from an array to an array, with all "
            "processors. The ratio is below 1 by what reading and writing cost.",
            [("boards", ""), ("files", "/s"), ("arrays", "/s"), ("files : arrays", "")],
            rows,
        )
    }
    names = ["threads", "processes"]
    names += [
        name for name, needs in (("loky", "loky"), ("dask", "distributed")) if installed(needs)
    ]
    n, rests = (12, 4) if quick else (17, 20)
    tables["executors"] = table(
        "scale",
        "Executors",
        f"N-Queens of {n} counted as tasks of one and of two workers. Efficiency is the time of "
        "one thread without tasks, divided by the time of all workers. The last column is the time "
        "that a task costs beside its work.",
        [("executor and workers", ""), ("time", "s"), ("efficiency", ""), ("a task", "s")],
        [[f"{row[0]}, {row[1]}", row[2], row[3], row[5]]
         for row in compare_scale.executors(n, None, 1, rests, names)],
    )  # fmt: skip
    return tables


def interrupts(quick: bool) -> dict[str, Table]:
    """How long searches go on after Ctrl-C."""
    command = [sys.executable, str(Path(__file__).with_name("interrupts.py"))]
    command += ["--json", "--rounds", "1", *(["--only", "queens.hint"] if quick else [])]
    ran = subprocess.run(command, capture_output=True, text=True)
    found = [row for row in json.loads(ran.stdout) if not row["ended"]]
    longest = sorted(found, key=lambda row: -float(row["processor"]))[:8]
    rows = [[row["search"], row["processor"] / 1e3] for row in longest]
    rows.append([f"the median of all {len(found)} searches",
                 median(row["processor"] for row in found) / 1e3])  # fmt: skip
    says = "Processor time from Ctrl-C to the end of the call, the longest of all searches."
    columns = [("search", ""), ("time", "s")]
    return {"interrupts": table("interrupts", "Ctrl-C", says, columns, rows)}


def start_up(quick: bool) -> dict[str, Table]:
    """What a script waits for before its first answer."""
    calls = {
        "Python alone": (["-c", "pass"], ""),
        "`import numpy`": (["-c", "import numpy"], ""),
        "`import fastqueens.queens`": programs.START_UP["import"],
        "`fastqueens solve` of a board": programs.START_UP["solve"],
        "`import ortools.sat.python.cp_model`": (["-c", "import ortools.sat.python.cp_model"], ""),
        "`import numba`": (["-c", "import numba"], ""),
    }
    needs = {"ortools": installed("ortools"), "numba": installed("numba")}
    there = {
        name: partial(
            subprocess.run, [sys.executable, *call], input=given, text=True, capture_output=True,
            check=True,
        )
        for name, (call, given) in calls.items()
        if all(version for package, version in needs.items() if package in name)
    }  # fmt: skip
    took = harness.interleaved(there, 1 if quick else 5, clock=perf_counter)
    rows = [[name, took[name].median if name in took else ABSENT] for name in calls]
    says = "Seconds of the clock on the wall until a new process has ended."
    return {
        "start": table("start", "Start of a process", says, [("program", ""), ("time", "s")], rows)
    }


def install(quick: bool) -> dict[str, Table]:
    """The first command of the README, without a cache of the compiler."""
    seconds: float | None = None
    if not quick:
        root = Path(__file__).resolve().parents[1]
        environment = {k: v for k, v in os.environ.items() if k not in ("CC", "PYTHONPATH")}
        environment["CCACHE_DISABLE"] = "1"
        with tempfile.TemporaryDirectory() as folder:
            clone = Path(folder) / "fastqueens"
            subprocess.run(["git", "clone", "-q", str(root), str(clone)], check=True)
            start = perf_counter()
            subprocess.run(
                f"{sys.executable} -m venv .venv && .venv/bin/pip install -q '.[image]'",
                shell=True, cwd=clone, env=environment, check=True,
            )  # fmt: skip
            seconds = perf_counter() - start
    says = "The first command of the README in a fresh clone; seconds of the clock on the wall."
    columns = [("command", ""), ("time", "s")]
    rows = [["pip install", seconds]]
    return {"install": table("install", "Installing", says, columns, rows)}


# ----------------------------------------------------------------------------------- the whole run

# The short ones come first: a section that fails ends the run.
SECTIONS: dict[str, Callable[[bool], dict[str, Table]]] = {
    "interrupts": interrupts,
    "start": start_up,
    "install": install,
    "queens": coloured_queens,
    "methods": methods,
    "permutations": permutations,
    "generation": generation,
    "rating": rating,
    "stars": star_battle,
    "nqueens": n_queens,
    "csp": constraints,
    "csp-boards": large_boards_by_csp,
    "cover": exact_covers,
    "sudoku": sudoku,
    "packing": packings,
    "sliding": tiles,
    "scale": scale,
}


def other_load(seconds: float = 3.0) -> float:
    """Return how many processors other programs use now; 0 where the system does not tell."""

    def times() -> tuple[int, int]:
        fields = [int(x) for x in Path("/proc/stat").read_text().split("\n", 1)[0].split()[1:9]]
        return sum(fields), fields[3] + fields[4]  # all, idle and waiting for the disk

    try:
        before = times()
        sleep(seconds)
        whole, idle = (b - a for a, b in zip(before, times(), strict=True))
    except OSError:
        return 0.0
    return (os.cpu_count() or 1) * (1 - idle / whole)


def about(busy: bool) -> dict[str, Any]:
    """Describe the machine in words, and the versions."""
    root = Path(__file__).resolve().parents[1]
    commit = subprocess.run(
        ["git", "rev-parse", "--short=9", "HEAD"], cwd=root, capture_output=True, text=True
    ).stdout.strip()
    known = facts()
    cores = os.cpu_count() or 1
    return {
        "version": known["version"],
        "commit": commit or "unknown",
        "date": datetime.date.today().isoformat(),
        "machine": f"{harness.processor()} with {figures.ISAS[BEST]}, {cores} processors",
        "instruction_sets": list(ISAS),
        "compiler": known["compiler"],
        "python": known["python"],
        "rivals": {name: installed(name) for name in RIVALS},
        "preliminary": busy,
    }


def measured(name: str, quick: bool) -> dict[str, Table]:
    """Run a section in a process of its own, and return its tables."""
    command = [sys.executable, __file__, "--only", name, "--json", *["--quick"] * quick]
    start = perf_counter()
    ran = subprocess.run(command, stdout=subprocess.PIPE, text=True)
    if ran.returncode:
        sys.exit(f"{name}: failed, nothing is saved")
    print(f"{name}: {perf_counter() - start:.0f} s", file=sys.stderr)
    tables: dict[str, Table] = json.loads(ran.stdout)
    return tables


def write(data: figures.Data) -> None:
    """Rewrite the blocks of the documents."""
    for name in figures.DOCUMENTS:
        path = figures.ROOT / name
        before = path.read_text(encoding="utf-8")
        after = figures.rewritten(before, data)
        if after != before:
            path.write_text(after, encoding="utf-8")
            print(f"{name}: written")
        for number in figures.strangers(after, data):
            print(f"{name}: {number!r} is in no table of figures.json")


def main() -> int:
    """Measure, or write the documents."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("--write", action="store_true", help="write the documents, measure nothing")
    parser.add_argument("--only", choices=SECTIONS, help="measure and show one section")
    parser.add_argument("--quick", action="store_true", help="tiny inputs; saves nothing")
    parser.add_argument("--json", action="store_true", help="with --only: print JSON")
    given = parser.parse_args()
    if given.write:
        write(figures.load())
        return 0
    if given.only:
        tables = SECTIONS[given.only](given.quick)
        if given.json:
            print(json.dumps(tables))
        else:
            print("\n\n".join(map(figures.markdown, tables.values())))
        return 0
    data: dict[str, Any] = {"about": about(other_load() > BUSY), "tables": {}}
    start = perf_counter()
    for name in SECTIONS:
        data["tables"] |= measured(name, given.quick)
    print(f"all: {perf_counter() - start:.0f} s", file=sys.stderr)
    if given.quick:
        print("\n\n".join(map(figures.markdown, data["tables"].values())))
    else:
        figures.DATA.write_text(
            json.dumps(data, indent=1, ensure_ascii=False) + "\n", encoding="utf-8"
        )
        print(f"{figures.DATA.name}: {len(data['tables'])} tables", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
