"""Boards per second of fastqueens against two rivals, on the same boards in the same run.

The rivals: (a) plain.c, row-by-row backtracking on bitmasks, built here with -O3 -march=native;
(b) OR-Tools CP-SAT from Python, one worker, as it comes and tuned, building the model included.
All count solutions up to two, which proves that a puzzle is unique. Rounds are interleaved (every
contender once, then again), so a busy machine hurts all alike; their answers are compared, and a
difference ends the program.

    pip install '.[bench]'
    python bench/queens_ratios.py                    # the tables, a minute or two
    python bench/queens_ratios.py --no-cpsat --repeat 3 --boards 1000
    python bench/queens_ratios.py --isa scalar,avx512 --json

For steady numbers pin it to a core that is otherwise idle (Linux: taskset -c 2 python ...); the
line on threads then says little.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import sys
from collections.abc import Callable, Sequence
from functools import partial
from importlib.metadata import PackageNotFoundError, version
from statistics import median
from time import perf_counter
from typing import Any

import numpy as np
import plain
from cases import boards
from cases.boards import Regions
from numpy.typing import NDArray

from fastqueens import queens
from fastqueens._kernels import cpu
from fastqueens.parallel.threads import default_threads

SIZES = range(7, 12)
TINY = range(4, 7)
# What an independent dynamic program counts on the 20x20 file as it lies in shared/oracles.
# queens_seed.md there quotes 7,255,933,899,747, which is not this file's number.
THESIS_COUNT = 5_683_428_757_429

Counts = NDArray[np.int64]

NAMES = {"plain": "plain C", "cpsat": "CP-SAT", "cpsat_tuned": "CP-SAT tuned"}
CPSAT = {"cpsat": False, "cpsat_tuned": True}


def use(isa: str) -> None:
    """Force an instruction set; the kernels read it at every call."""
    os.environ["FASTQUEENS_ISA"] = isa


def agree(what: str, name: str, counts: Counts, expected: Counts) -> None:
    """End the program where a contender's counts are not the expected ones."""
    wrong = np.flatnonzero(counts != expected)
    if len(wrong):
        sys.exit(
            f"{what}: {name} disagrees on {len(wrong)} of {len(counts)} boards, first on board "
            f"{wrong[0]}: counted {counts[wrong[0]]}, expected {expected[wrong[0]]}"
        )


def timed(call: Callable[[], Any]) -> tuple[float, Any]:
    start = perf_counter()
    result = call()
    return perf_counter() - start, result


def cpsat(stack: Regions, tuned: bool) -> Counts:
    """Count up to two with CP-SAT: find a solution, forbid it, solve again.

    Its default settings are made for larger models; `tuned` leaves out what only costs here
    (the best of five settings that were tried).
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
        for r in range(n - 1):  # a 2 x 2 block holds every pair that touches diagonally
            for c in range(n - 1):
                model.add_at_most_one([x[r][c], x[r][c + 1], x[r + 1][c], x[r + 1][c + 1]])
        solver = cp_model.CpSolver()
        solver.parameters.num_workers = 1
        if tuned:
            solver.parameters.cp_model_presolve = False
            solver.parameters.linearization_level = 0
            solver.parameters.symmetry_level = 0
        while counts[i] < 2 and solver.solve(model) == cp_model.OPTIMAL:
            counts[i] += 1
            queens_there = [v for row in x for v in row if solver.boolean_value(v)]
            model.add_bool_or([~v for v in queens_there])
    return counts


def small_boards(
    sample: boards.Sample, isas: Sequence[str], many: int, repeat: int, with_cpsat: bool
) -> list[dict[str, Any]]:
    """Time all contenders on each size, in interleaved rounds; one row a size."""
    plain_many = plain.build()
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
        row["seconds"] = {name: [] for name in [*isas, "plain", *(CPSAT if with_cpsat else ())]}
        rows.append(row)

    for _ in range(repeat):
        for row, (originals, stack) in zip(rows, stacks, strict=True):
            seconds = row["seconds"]
            for isa in isas:
                use(isa)
                took, _ = timed(partial(queens.solve_many, stack, limit=2, threads=1))
                seconds[isa].append(took / len(stack))
            seconds["plain"].append(timed(partial(plain_many, stack, 2))[0] / len(stack))
            if with_cpsat:  # slow, so on the boards as they are: the copies are their like
                for name, tuned in CPSAT.items():
                    took, _ = timed(partial(cpsat, originals, tuned))
                    seconds[name].append(took / len(originals))

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
                    name: [
                        sum(row["seconds"][name][k] * row["boards"] for row in rows) / total
                        for k in range(repeat)
                    ]
                    for name in rows[0]["seconds"]
                },
            }
        )
    return rows


def per_call(call: Callable[[], Any], repeat: int, times: int = 2000) -> dict[str, float]:
    """Microseconds of one call: the best and the median of rounds of many calls."""
    rounds = []
    for _ in range(repeat):
        start = perf_counter()
        for _ in range(times):
            call()
        rounds.append((perf_counter() - start) / times * 1e6)
    return {"best": min(rounds), "median": median(rounds)}


def single_calls(isas: Sequence[str], repeat: int) -> dict[str, dict[str, dict[str, float]]]:
    """Time one call on the 8x8 board: all of it, as a caller from Python sees it."""
    regions = boards.parse(boards.EIGHT)
    board = queens.Board.from_array(regions)
    text = boards.EIGHT
    found: dict[str, dict[str, dict[str, float]]] = {}
    for isa in isas:
        use(isa)
        found[isa] = {
            "solve(board)": per_call(lambda: queens.solve(board), repeat),
            "is_unique(board)": per_call(lambda: queens.is_unique(board), repeat),
            "solve(array)": per_call(lambda: queens.solve(regions), repeat),
            "solve(Board.from_text(text))": per_call(
                lambda: queens.solve(queens.Board.from_text(text)), repeat
            ),
        }
    return found


def on_threads(stack: Regions, isa: str, repeat: int) -> dict[str, Any]:
    """Boards per second of a large batch on one thread and on all, and as a list of boards."""
    use(isa)
    batch = boards.replicate(stack, 100_000)
    some = [queens.Board.from_array(b) for b in batch[:20_000]]
    speeds: dict[str, list[float]] = {"one": [], "all": [], "list": []}
    for _ in range(repeat):
        speeds["one"].append(len(batch) / timed(lambda: queens.solve_many(batch, threads=1))[0])
        speeds["all"].append(len(batch) / timed(lambda: queens.solve_many(batch))[0])
        speeds["list"].append(len(some) / timed(lambda: queens.solve_many(some, threads=1))[0])
    return {
        "isa": isa,
        "n": batch.shape[1],
        "threads": default_threads(),
        **{name: max(values) for name, values in speeds.items()},
    }


def large_boards(isas: Sequence[str], repeat: int) -> list[dict[str, Any]]:
    """First solutions of the 20x20 and 30x30 boards with the seeds 0 to 19."""
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


def processor() -> str:
    try:
        with open("/proc/cpuinfo") as file:
            return next(x.split(":", 1)[1].strip() for x in file if x.startswith("model name"))
    except (OSError, StopIteration):
        return platform.processor() or platform.machine()


# ---------------------------------------------------------------------------------- the report


def table(head: list[str], rows: list[list[str]]) -> str:
    lines = [head, ["---:"] * len(head), *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def times(ratio: float) -> str:
    """A ratio with three figures; below 1 (where we lose) in bold."""
    text = f"{ratio:,.0f}" if ratio >= 100 else f"{ratio:.3g}"
    return f"**{text}**" if ratio < 1 else text


def speed_tables(rows: list[dict[str, Any]], isas: Sequence[str]) -> str:
    names = list(rows[0]["seconds"])
    speeds = table(
        ["n", "boards", "nodes/board", *(NAMES.get(x, x) for x in names), "plain's nodes"],
        [
            [
                str(row["n"]),
                f"{row['boards']:,} ({row['different']})",
                f"{row['nodes_per_board']:.1f}",
                *(f"{1 / min(s):,.0f} / {1 / median(s):,.0f}" for s in row["seconds"].values()),
                f"{row['plain_nodes_per_board']:,.0f}",
            ]
            for row in rows
        ],
    )
    rivals = [x for x in names if x not in isas]
    ratios = table(
        ["n", *(f"{isa} : {NAMES[rival]}" for rival in rivals for isa in isas)],
        [
            [
                str(row["n"]),
                *(
                    times(
                        median(
                            a / b
                            for a, b in zip(row["seconds"][rival], row["seconds"][isa], strict=True)
                        )
                    )
                    for rival in rivals
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
    about = report["about"]
    parts = [
        "## Coloured Queens: proving uniqueness\n\n"
        f"{about['cpu']}; fastqueens {about['fastqueens']} ({about['compiler']}), Python "
        f"{about['python']}, OR-Tools {about['ortools']}. {about['repeat']} interleaved rounds, "
        f"one thread. Boards: {about['boards']}.",
        speed_tables(report["small"], isas),
        "### Tiny boards (made on the spot, one solution)\n\n" + speed_tables(report["tiny"], isas),
        "### One call from Python, the 8x8 board, microseconds (best / median)\n\n"
        + table(
            ["call", *isas],
            [
                [f"`{name}`"]
                + [
                    f"{report['single'][isa][name]['best']:.2f} / "
                    f"{report['single'][isa][name]['median']:.2f}"
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
        + table(
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
    available = cpu.NAMES[: cpu.best + 1]
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("--repeat", type=int, default=7, help="rounds (default 7)")
    parser.add_argument(
        "--boards", type=int, default=2000, help="boards of each size, by copying (default 2000)"
    )
    parser.add_argument(
        "--isa",
        default=",".join(available),
        help=f"instruction sets (default {','.join(available)})",
    )
    parser.add_argument("--no-cpsat", action="store_true", help="leave OR-Tools out")
    parser.add_argument("--json", action="store_true", help="print all numbers as JSON instead")
    options = parser.parse_args()
    isas = options.isa.split(",")
    if unknown := [isa for isa in isas if isa not in available]:
        parser.error(f"--isa {unknown[0]}: this machine has {', '.join(available)}")
    if options.repeat < 1 or options.boards < 1:
        parser.error("--repeat and --boards take 1 or more")

    ortools_version = "left out"
    if not options.no_cpsat:
        try:
            ortools_version = version("ortools")
        except PackageNotFoundError:
            parser.error("OR-Tools is not installed: pip install ortools, or use --no-cpsat")
    sample = boards.load(SIZES)
    tiny = boards.Sample(
        "made on the spot",
        {n: np.stack([boards.unique(n, seed) for seed in range(200)]) for n in TINY},
        {n: np.ones(200, np.int64) for n in TINY},
    )
    try:
        small = small_boards(sample, isas, options.boards, options.repeat, not options.no_cpsat)
        report = {
            "about": {
                "cpu": processor(),
                "python": platform.python_version(),
                "fastqueens": version("fastqueens"),
                "compiler": cpu.compiler,
                "ortools": ortools_version,
                "boards": sample.source,
                "repeat": options.repeat,
            },
            "isas": isas,
            "small": small,
            "tiny": small_boards(tiny, isas, options.boards, options.repeat, False),
            "single": single_calls(isas, options.repeat),
            "threads": on_threads(sample.stacks[9], isas[-1], min(options.repeat, 3)),
            "large": large_boards(isas, options.repeat),
            "count": row_count(),
        }
    except plain.NoCompiler as error:
        sys.exit(str(error))
    print(json.dumps(report, indent=1) if options.json else markdown(report))
    return 0


if __name__ == "__main__":
    sys.exit(main())
