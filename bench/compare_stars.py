"""Star Battle boards of other authors: prove that each has one solution; compared with SAT solvers.

The boards are the groups in ``shared/oracles/stars_sample.txt``; without that file nothing is
measured. The rivals are Minicard, Glucose and CaDiCaL (python-sat) and OR-Tools CP-SAT, all called
from Python, including the time to make their formulas. Rivals and fastqueens take turns on the
first few boards of each group; fastqueens is also timed on all boards. Times are processor seconds.

    pip install '.[bench]'
    python bench/compare_stars.py                     # the table, some minutes
    python bench/compare_stars.py --isa avx512 --no-rivals
    python bench/compare_stars.py --rivals 4 --repeat 1 --json

Ratios below 1, where fastqueens is slower, are in bold.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import harness
from cases import sample
from cases.boards import ORACLES, Regions
from harness import Times, installed, use
from rivals import sat

from fastqueens import queens

CPSAT = "cp-sat"


def ours(boards: Regions, stars: int) -> int:
    return int(
        queens.solve_many(boards, limit=2, rules=queens.Rules(stars), threads=1).counts.sum()
    )


def theirs(boards: Regions, stars: int, name: str) -> int:
    if name == CPSAT:
        return sum(sat.cpsat(board, stars) for board in boards)
    return sum(sat.count(board, stars, name) for board in boards)


def measured(
    group: sample.Group, isas: Sequence[str], few: int, repeat: int, *, slow: Sequence[str] = ()
) -> dict[str, Any]:
    """Time a group: all boards with each instruction set, the first few boards with the rivals.

    The rivals in `slow` are left out on boards of more than 20 rows, which take them a minute.
    """
    row: dict[str, Any] = {"group": group.name, "boards": len(group.boards)}
    calls: dict[str, Callable[[], int]] = {}
    for isa in isas:
        use(isa)
        result = queens.solve_many(
            group.boards, limit=2, rules=queens.Rules(group.stars), threads=1
        )
        harness.agree(f"{group.name}, {isa}", int(result.counts.sum()), len(group.boards))
        row["nodes"] = result.stats.nodes / len(group.boards)
        calls[isa] = harness.pinned(isa, partial(ours, group.boards, group.stars))
    took = harness.interleaved(calls, repeat, least=0.1)
    row["all"] = {isa: took[isa].each(len(group.boards)) for isa in isas}
    use(isas[-1])
    row["worst"] = max(
        min(
            harness.timed(partial(ours, group.boards[i : i + 1], group.stars))[0]
            for _ in range(repeat)
        )
        for i in range(len(group.boards))
    )
    if few:
        if group.boards.shape[1] > 14:
            few = min(few, 2)  # a rival may take a minute for one of these boards
        row["few"] = min(few, len(group.boards))
        first = group.boards[:few]
        names = [*sat.NAMES] * (installed("python-sat") is not None)
        if group.boards.shape[1] > 20:
            names = [name for name in names if name not in slow]
        names += [CPSAT] * (installed("ortools") is not None)
        calls = {name: partial(theirs, first, group.stars, name) for name in names}
        calls["ours"] = partial(ours, first, group.stars)

        def check(name: str, found: int) -> None:
            harness.agree(f"{group.name}, {name}", found, len(first))

        took = harness.interleaved(calls, repeat, check=check, patience=10)
        row["seconds"] = {name: times.each(len(first)) for name, times in took.items()}
    return row


def micro(times: Times) -> str:
    seconds = times.median * 1e6
    return f"{seconds:,.0f}" if seconds >= 100 else f"{seconds:.1f}"


def rivals(row: dict[str, Any]) -> list[Times]:
    return [times for name, times in row["seconds"].items() if name != "ours"]


def beside(times: Times, mine: Times) -> str:
    return f"{micro(times)} ({harness.cell(harness.ratio(times, mine))})"


def markdown(report: dict[str, Any]) -> str:
    rows = report["groups"]
    isas = list(rows[0]["all"])
    parts = [
        "Microseconds a board, median of the rounds; worst: the best of the rounds, "
        f"{isas[-1]}.\n\n"
        + harness.table(
            ["boards made by others", "boards", "nodes", *isas, "worst"],
            [
                [
                    row["group"],
                    row["boards"],
                    f"{row['nodes']:.1f}",
                    *(micro(times) for times in row["all"].values()),
                    micro(Times([row["worst"]])),
                ]
                for row in rows
            ],
        )
    ]
    if "seconds" in rows[0]:
        parts.append(
            "On the first boards of each group, in turns, microseconds a board (times as long as "
            "ours):\n\n"
            + harness.table(
                [
                    "boards",
                    "of them",
                    "ours",
                    *(name for name in rows[0]["seconds"] if name != "ours"),
                ],
                [
                    [
                        row["group"],
                        row["few"],
                        micro(row["seconds"]["ours"]),
                        *(beside(times, row["seconds"]["ours"]) for times in rivals(row)),
                    ]
                    for row in rows
                ],
            )
        )
    return "\n\n".join(parts)


def main() -> None:
    parser = harness.options(__doc__, repeat=3, isa=True)
    parser.add_argument("--rivals", type=int, default=20, help="boards of a group for rivals")
    parser.add_argument("--no-rivals", action="store_true", help="measure fastqueens alone")
    given = harness.read(parser)
    groups = sample.groups()
    if not groups:
        sys.exit(f"found no {ORACLES / 'stars_sample.txt'}: nothing to measure")
    few = 0 if given.no_rivals else given.rivals
    report = {
        "about": harness.about(given.repeat, "python-sat", "ortools"),
        "groups": [measured(group, given.isa, few, given.repeat) for group in groups],
    }
    harness.print_report(given, report, markdown)


if __name__ == "__main__":
    main()
