"""Boards per second of fastqueens against two rivals, on the same boards in the same run.

The rivals are (a) rivals/queens.c, row-by-row backtracking with bitmasks, and (b) OR-Tools CP-SAT
from Python with one worker, with default and with tuned settings, including the time to build the
model. All count solutions up to two, which proves that a puzzle is unique. Times are wall-clock
seconds in interleaved rounds. The answers are compared, and a difference ends the program.

    pip install '.[bench]'
    python bench/compare_queens.py                    # the tables, a minute or two
    python bench/compare_queens.py --no-cpsat --repeat 3 --boards 1000
    python bench/compare_queens.py --isa scalar,avx512 --json

For steady numbers pin the program to an otherwise idle core (Linux: taskset -c 2 python ...); then
the line on threads has no meaning.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from functools import partial
from statistics import median
from typing import Any

import harness
import numpy as np
import rivals
from cases import boards
from cases.boards import Regions
from harness import Times, use
from numpy.typing import NDArray

from fastqueens import queens
from fastqueens.parallel.threads import default_threads

SIZES = range(7, 12)
TINY = range(4, 7)
# An independent dynamic program finds this number for the 20x20 file in shared/oracles. The number
# 7,255,933,899,747 in queens_seed.md does not belong to this file.
THESIS_COUNT = 5_683_428_757_429

Counts = NDArray[np.int64]

NAMES = {"plain": "plain C", "cpsat": "CP-SAT", "cpsat_tuned": "CP-SAT tuned"}
CPSAT = {"cpsat": False, "cpsat_tuned": True}


def agree(what: str, name: str, counts: Counts, expected: Counts) -> None:
    """End the program if the counts of a contender differ from the expected ones."""
    wrong = np.flatnonzero(counts != expected)
    if len(wrong):
        sys.exit(
            f"{what}: {name} disagrees on {len(wrong)} of {len(counts)} boards, first on board "
            f"{wrong[0]}: counted {counts[wrong[0]]}, expected {expected[wrong[0]]}"
        )


def timed(call: Callable[[], Any]) -> tuple[float, Any]:
    return harness.timed(call, harness.perf_counter)


def cpsat(stack: Regions, tuned: bool, limit: int = 2) -> Counts:
    """Count up to a limit with CP-SAT: find a solution, forbid it, solve again.

    The default settings are made for larger models; `tuned` switches off features that only cost
    time here (the best of five settings that were tried).
    """
    from ortools.sat.python import cp_model

    counts = np.zeros(len(stack), np.int64)
    for i, board in enumerate(stack):
        n = len(board)
        model = cp_model.CpModel()
        x = [[model.new_bool_var("") for _ in range(n)] for _ in range(n)]
        regions: list[list[Any]] = [[] for _ in range(n)]
        for r in range(n):
            model.add_exactly_one(x[r])
            model.add_exactly_one([x[k][r] for k in range(n)])
            for c in range(n):
                regions[board[r, c]].append(x[r][c])
        for cells in regions:
            model.add_exactly_one(cells)
        for r in range(n - 1):  # each diagonally touching pair lies in a 2 x 2 block
            for c in range(n - 1):
                model.add_at_most_one([x[r][c], x[r][c + 1], x[r + 1][c], x[r + 1][c + 1]])
        solver = cp_model.CpSolver()
        solver.parameters.num_workers = 1
        if tuned:
            solver.parameters.cp_model_presolve = False
            solver.parameters.linearization_level = 0
            solver.parameters.symmetry_level = 0
        while counts[i] < limit and solver.solve(model) == cp_model.OPTIMAL:
            counts[i] += 1
            queens_there = [v for row in x for v in row if solver.boolean_value(v)]
            model.add_bool_or([~v for v in queens_there])
    return counts


def small_boards(
    sample: boards.Sample, isas: Sequence[str], many: int, repeat: int, with_cpsat: bool
) -> list[dict[str, Any]]:
    """Time all contenders on each size, in interleaved rounds; return one row per size."""
    plain_many = rivals.queens()
    rows: list[dict[str, Any]] = []
    stacks: list[tuple[Regions, Regions]] = []
    for n, originals in sample.stacks.items():
        known = np.minimum(sample.solutions[n], 2)
        stack = boards.replicate(originals, many)
        expected = np.resize(known, len(stack))
        stacks.append((originals, stack))
        row: dict[str, Any] = {"n": n, "different": len(originals), "boards": len(stack)}
        firsts = []
        for isa in isas:
            use(isa)
            result = queens.solve_many(stack, limit=2, threads=1)
            agree(f"n = {n}", isa, result.counts, expected)
            firsts.append((result.first, result.stats.nodes))
            row["nodes_per_board"] = result.stats.nodes / len(stack)
        if any((f != firsts[0][0]).any() or k != firsts[0][1] for f, k in firsts):
            sys.exit(f"n = {n}: instruction sets differ in their first solutions or nodes")
        counts, nodes = plain_many(stack, 2)
        agree(f"n = {n}", "plain", counts, expected)
        row["plain_nodes_per_board"] = nodes / len(stack)
        if with_cpsat:
            for name, tuned in CPSAT.items():
                agree(f"n = {n}", NAMES[name], cpsat(originals, tuned), known)
        rows.append(row)

    calls: dict[str, Callable[[], Any]] = {}
    each: dict[str, int] = {}
    for row, (originals, stack) in zip(rows, stacks, strict=True):
        solve = partial(queens.solve_many, stack, limit=2, threads=1)
        contenders = {isa: (harness.pinned(isa, solve), stack) for isa in isas}
        contenders["plain"] = (partial(plain_many, stack, 2), stack)
        if with_cpsat:  # slow, so it gets the boards without their transformed copies
            for name, tuned in CPSAT.items():
                contenders[name] = (partial(cpsat, originals, tuned), originals)
        row["contenders"] = {name: f"{name}, {row['n']}" for name in contenders}
        for name, (call, some) in contenders.items():
            calls[row["contenders"][name]], each[row["contenders"][name]] = call, len(some)
    seconds = harness.interleaved(calls, repeat, clock=harness.perf_counter)
    for row in rows:
        row["seconds"] = {
            name: seconds[key].each(each[key]) for name, key in row.pop("contenders").items()
        }

    total = sum(row["boards"] for row in rows)
    if len(rows) > 1:

        def mean(key: str) -> float:
            return float(sum(row[key] * row["boards"] for row in rows) / total)

        rows.append(
            {
                "n": "all",
                "different": sum(row["different"] for row in rows),
                "boards": total,
                "nodes_per_board": mean("nodes_per_board"),
                "plain_nodes_per_board": mean("plain_nodes_per_board"),
                "seconds": {
                    name: Times(
                        sum(row["seconds"][name][k] * row["boards"] for row in rows) / total
                        for k in range(repeat)
                    )
                    for name in rows[0]["seconds"]
                },
            }
        )
    return rows


def single_calls(isas: Sequence[str], repeat: int, times: int = 2000) -> dict[str, Any]:
    """Time single calls on the 8x8 board as a Python caller sees them, in seconds."""
    regions = boards.parse(boards.EIGHT)
    board = queens.Board.from_array(regions)
    text = boards.EIGHT
    calls: dict[str, Callable[[], Any]] = {
        "solve(board)": lambda: queens.solve(board),
        "is_unique(board)": lambda: queens.is_unique(board),
        "solve(array)": lambda: queens.solve(regions),
        "solve(Board.from_text(text))": lambda: queens.solve(queens.Board.from_text(text)),
    }

    def often(call: Callable[[], Any]) -> None:
        for _ in range(times):
            call()

    seconds = harness.interleaved(
        {
            f"{isa} {name}": harness.pinned(isa, partial(often, call))
            for isa in isas
            for name, call in calls.items()
        },
        repeat,
        clock=harness.perf_counter,
    )
    return {isa: {name: seconds[f"{isa} {name}"].each(times) for name in calls} for isa in isas}


def on_threads(stack: Regions, isa: str, repeat: int) -> dict[str, Any]:
    """Measure boards per second of a large batch on one thread, on all threads, and as a list."""
    use(isa)
    batch = boards.replicate(stack, 100_000)
    some = [queens.Board.from_array(b) for b in batch[:20_000]]
    seconds = harness.interleaved(
        {
            "one": lambda: queens.solve_many(batch, threads=1),
            "all": lambda: queens.solve_many(batch),
            "list": lambda: queens.solve_many(some, threads=1),
        },
        repeat,
        clock=harness.perf_counter,
    )
    many = {"one": len(batch), "all": len(batch), "list": len(some)}
    return {
        "isa": isa,
        "n": batch.shape[1],
        "threads": default_threads(),
        **{name: many[name] / took.best for name, took in seconds.items()},
    }


def large_boards(isas: Sequence[str], repeat: int) -> list[dict[str, Any]]:
    """Time the first solutions of the 20x20 and 30x30 boards with seeds 0 to 19."""
    rows = []
    for n in (20, 30):
        regions, source = boards.large(n)
        board = queens.Board.from_array(regions)
        row: dict[str, Any] = {"n": n, "source": source, "search_us": {}, "call_us": {}}
        for isa in isas:
            use(isa)
            nodes, search, call = [], [], []
            for seed in range(20):
                tries = []
                for _ in range(repeat):
                    took, result = timed(partial(queens.solve, board, seed=seed, time_limit=60))
                    if result.queens is None:
                        sys.exit(f"{n}x{n}, seed {seed}: {result.status} after a minute")
                    tries.append((result.stats.seconds, took))
                if not queens.violations(board, result.queens).complete:
                    sys.exit(f"{n}x{n}, seed {seed}: the solution breaks the rules")
                nodes.append(result.stats.nodes)
                search.append(min(t for t, _ in tries) * 1e6)
                call.append(min(t for _, t in tries) * 1e6)
            if row.setdefault("nodes", nodes) != nodes:
                sys.exit(f"{n}x{n}: instruction sets differ in their nodes")
            row["search_us"][isa], row["call_us"][isa] = search, call
        rows.append(row)
    return rows


def tiny_boards() -> boards.Sample:
    """Make boards of 4 to 6 rows that have one solution."""
    return boards.Sample(
        "made on the spot",
        {n: np.stack([boards.unique(n, seed) for seed in range(200)]) for n in TINY},
        {n: np.ones(200, np.int64) for n in TINY},
    )


def row_count() -> dict[str, Any]:
    """Count the solutions of the 20x20 board, once."""
    regions, source = boards.large(20)
    took, count = timed(lambda: queens.count(regions))
    if source == "thesis" and count != THESIS_COUNT:
        sys.exit(f"20x20: counted {int(count):,}, expected {THESIS_COUNT:,}")
    return {
        "source": source,
        "count": int(count),
        "method": count.method,
        "seconds": took,
        "counters": dict(count.stats.counters),
    }


# ---------------------------------------------------------------------------------- the report


def speed_tables(rows: list[dict[str, Any]], isas: Sequence[str]) -> str:
    names = list(rows[0]["seconds"])
    speeds = harness.table(
        ["n", "boards", "nodes/board", *(NAMES.get(x, x) for x in names), "plain's nodes"],
        [
            [
                str(row["n"]),
                f"{row['boards']:,} ({row['different']})",
                f"{row['nodes_per_board']:.1f}",
                *(f"{1 / s.best:,.0f} / {1 / s.median:,.0f}" for s in row["seconds"].values()),
                f"{row['plain_nodes_per_board']:,.0f}",
            ]
            for row in rows
        ],
    )
    rivalling = [x for x in names if x not in isas]
    ratios = harness.table(
        ["n", *(f"{isa} : {NAMES[rival]}" for rival in rivalling for isa in isas)],
        [
            [
                str(row["n"]),
                *(
                    harness.cell(harness.ratio(row["seconds"][rival], row["seconds"][isa]))
                    for rival in rivalling
                    for isa in isas
                ),
            ]
            for row in rows
        ],
    )
    return (
        "Boards/s, best / median of the rounds (in brackets: how many different boards the "
        f"others are variants of):\n\n{speeds}\n\nTimes as fast, median of the ratio within each "
        f"round:\n\n{ratios}"
    )


def markdown(report: dict[str, Any]) -> str:
    isas = report["isas"]
    parts = [
        f"## Coloured Queens: proving uniqueness\n\nOne thread. Boards: {report['boards']}.",
        speed_tables(report["small"], isas),
        "### Tiny boards (made on the spot, one solution)\n\n" + speed_tables(report["tiny"], isas),
        "### One call from Python, the 8x8 board, microseconds (best / median)\n\n"
        + harness.table(
            ["call", *isas],
            [
                [f"`{name}`"]
                + [
                    f"{report['single'][isa][name].best * 1e6:.2f} / "
                    f"{report['single'][isa][name].median * 1e6:.2f}"
                    for isa in isas
                ]
                for name in report["single"][isas[0]]
            ],
        ),
    ]
    threads = report["threads"]
    parts.append(
        f"Threads ({threads['isa']}, n = {threads['n']}, boards/s, best): {threads['one']:,.0f} on "
        f"one, {threads['all']:,.0f} on all {threads['threads']} "
        f"({threads['all'] / threads['one']:.2f} times). A list of `Board` objects instead of an "
        f"array, one thread: {threads['list']:,.0f}."
    )
    parts.append(
        "### Large boards: first solution, seeds 0 to 19\n\n"
        + harness.table(
            [
                "board",
                "nodes: median (min-max)",
                *(f"{isa}: search, median us (max)" for isa in isas),
                f"whole call, {isas[-1]}, median us",
            ],
            [
                [
                    f"{row['n']}x{row['n']} ({row['source']})",
                    f"{median(row['nodes']):,.0f} ({min(row['nodes'])}-{max(row['nodes'])})",
                    *(
                        f"{median(row['search_us'][isa]):,.1f} ({max(row['search_us'][isa]):,.0f})"
                        for isa in isas
                    ),
                    f"{median(row['call_us'][isas[-1]]):,.1f}",
                ]
                for row in report["large"]
            ],
        )
    )
    count = report["count"]
    work = ", ".join(f"{value:,} {name}" for name, value in count["counters"].items())
    parts.append(
        f"Count of the 20x20 board ({count['source']}): {count['count']:,} by "
        f"{count['method']} in {count['seconds']:.2f} s ({work})."
    )
    return "\n\n".join(parts)


def main() -> int:
    parser = harness.options(__doc__, repeat=7, isa=True)
    parser.add_argument(
        "--boards", type=int, default=2000, help="boards of each size, by copying (default 2000)"
    )
    parser.add_argument("--no-cpsat", action="store_true", help="leave OR-Tools out")
    given = harness.read(parser)
    if not given.no_cpsat and not harness.installed("ortools"):
        parser.error("OR-Tools is not installed: pip install ortools, or use --no-cpsat")
    isas, with_cpsat = given.isa, not given.no_cpsat
    sample = boards.load(SIZES)
    try:
        report = {
            "about": harness.about(given.repeat, "ortools", clock="wall"),
            "boards": sample.source,
            "isas": isas,
            "small": small_boards(sample, isas, given.boards, given.repeat, with_cpsat),
            "tiny": small_boards(tiny_boards(), isas, given.boards, given.repeat, False),
            "single": single_calls(isas, given.repeat),
            "threads": on_threads(sample.stacks[9], isas[-1], min(given.repeat, 3)),
            "large": large_boards(isas, given.repeat),
            "count": row_count(),
        }
    except rivals.NoCompiler as error:
        sys.exit(str(error))
    harness.print_report(given, report, markdown)
    return 0


if __name__ == "__main__":
    sys.exit(main())
