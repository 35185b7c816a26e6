"""Coloured Queens: boards a second, single calls, methods, permutations, making and rating."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from statistics import median
from time import perf_counter
from typing import Any

import compare_generate
import compare_permutation
import compare_queens
import figures
import harness
from cases import boards
from harness import ISAS, installed

from fastqueens import queens
from fastqueens.queens.generation.options import DIFFICULTIES
from fastqueens.queens.logic import engine as logic
from tables.table import ABSENT, BEST, Table, by_isa, table


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
        "Boards a second on one core. Each board is solved, and proved to have no second "
        "solution. Plain C is row-by-row backtracking on bitmasks (`bench/rivals/queens.c`). "
        "CP-SAT tuned is CP-SAT without the features that only cost time on small boards. From 7 "
        "rows on, the boards are published puzzles."
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
        "The time of one call from Python. The times of `solve` on the large boards are medians "
        "of 20 seeds. CP-SAT, tuned, finds one solution of the same board.",
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
        f"The median time to find one solution, on {few} published boards of each size. If some "
        "runs find no solution within 0.2 seconds, the cell shows the share of the runs that find "
        "one. `permutation` does not run on 11 x 11."
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
    says = (
        "Permutations tested a second on boards without a solution, on one core. The column "
        '"`permutation-skip`, all" has the time in which this method tests or skips all '
        "permutations."
    )
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
        "Boards with exactly one solution that are made in a second on one core, first without a "
        "given difficulty, then with one. Plain C makes a board at random and then removes second "
        "solutions one at a time (`bench/rivals/generate.c`)."
    )
    tables = {"generation": table("generation", "Boards made", says, columns, rows)}
    stars = [[f"{row['n']} x {row['n']}, {row['stars']} stars", 1 / row["ours"].best]
             for row in compare_generate.star_rates(1)]  # fmt: skip
    tables["generation stars"] = table(
        "generation",
        "Star Battle boards made",
        "Star Battle boards with exactly one solution that are made in a second on one core.",
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
    says = (
        "Published boards that are rated in a second on one core, and the time of one call of "
        "`hint` and `explain`."
    )
    return {"rating": table("rating", "Ratings and hints", says, columns, rows)}
