"""Boards generated per second, compared with the plain method in C, and their difficulty.

    python bench/compare_generate.py [--repeat 5] [--boards 1000] [--stars] [--beside] [--json]

Times are processor seconds on one core, the best of interleaved rounds; each round has its own
seed. The plain method is rivals/generate.c. --beside compares boards of several stars with those of
other authors in ``shared/oracles/stars_sample.txt``, if that file exists: the nodes that the solver
needs and the rules that a person needs.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import harness
import numpy as np
import rivals
from cases import sample
from cases.boards import Regions

from fastqueens import queens
from fastqueens.queens.board.board import board_of
from fastqueens.queens.generation.generator import generate
from fastqueens.queens.generation.options import DIFFICULTIES, REGION_STYLES, Difficulty
from fastqueens.queens.logic import engine as logic
from fastqueens.queens.logic.steps import TIERS

# boards per run, and boards per run of the plain method
SIZES = {7: (4000, 2000), 8: (4000, 1000), 9: (2000, 300), 10: (2000, 100), 11: (1000, 30),
         12: (1000, 8)}  # fmt: skip
LARGE = {14: 100, 16: 20, 20: 4, 30: 2, 40: 1}
# boards per run with 2 and 3 stars
STARS = {
    2: {8: 1000, 9: 500, 10: 300, 11: 200, 12: 100, 13: 30, 14: 30, 16: 10, 20: 4, 30: 1},
    3: {12: 200, 13: 30, 14: 20, 15: 10, 16: 10, 20: 2, 30: 1},
}
# boards to compare with those of other authors: rows, stars, difficulty, count
BESIDE: list[tuple[int, int, Difficulty | None, int]] = [
    (10, 2, None, 300), (10, 2, "hard", 300), (10, 2, "expert", 300),
    (14, 3, "medium", 100), (14, 3, "hard", 100), (14, 3, "expert", 100),
    (17, 4, None, 20), (17, 4, "expert", 20), (21, 5, None, 8), (21, 5, "expert", 8),
    (25, 6, None, 4), (25, 6, "hard", 4),
]  # fmt: skip
# the rules whose share is reported, beginning with the most frequent ones
TOLD = (
    "line-pair", "set", "fish", "bounds", "forcing-chain", "long-chain", "forcing-net", "cases-256",
    "cases-4096", "cases-all",
)  # fmt: skip


Rows = list[dict[str, Any]]


def maker(n: int, count: int, **options: Any) -> Callable[[], object]:
    """Return a function that generates boards, with a new seed in each call."""
    seeds = iter(range(sys.maxsize))
    return lambda: generate(n, count=count, seed=next(seeds), threads=1, **options)


def plain_maker(rival: Callable[[int, int, int], Regions], n: int, count: int) -> Any:
    """Return a function like that of `maker` for the rival."""
    seeds = iter(range(sys.maxsize))
    return lambda: rival(n, count, next(seeds))


def rates(repeat: int) -> Rows:
    """Measure boards per second, also of the rival on the sizes that it can handle."""
    try:
        rival = rivals.generate()
    except rivals.NoCompiler as error:
        print(f"without the plain method: {error}", file=sys.stderr)
        rival = None
    rows = []
    for n, (many, few) in SIZES.items():
        calls = {"ours": maker(n, many)}
        if rival is not None:
            calls["plain"] = plain_maker(rival, n, few)
        seconds = harness.interleaved(calls, repeat)
        each = {"ours": many, "plain": few}
        rows.append({"n": n, **{name: took.each(each[name]) for name, took in seconds.items()}})
    for n, count in LARGE.items():
        took = harness.interleaved({"ours": maker(n, count)}, min(repeat, 3))["ours"]
        rows.append({"n": n, "ours": took.each(count)})
    return rows


def star_rates(repeat: int) -> Rows:
    """Measure boards per second with several stars."""
    return [
        {"stars": stars, "n": n, "ours": took["ours"].each(count)}
        for stars, sizes in STARS.items()
        for n, count in sizes.items()
        for took in [
            harness.interleaved(
                {"ours": maker(n, count, stars=stars)}, repeat if n < 20 else min(repeat, 3)
            )
        ]
    ]


def of_difficulties(repeat: int, sizes: range, count: int, **options: Any) -> Rows:
    """Measure boards per second of each difficulty."""
    rows = []
    for n in sizes:
        calls: dict[str, harness.Call] = {
            name: maker(n, count, difficulty=name, **options) for name in DIFFICULTIES
        }
        seconds = harness.interleaved(calls, repeat)
        rows.append({"n": n, **{name: took.each(count) for name, took in seconds.items()}})
    return rows


def histogram(boards: int) -> Iterator[dict[str, Any]]:
    """Describe the difficulty and the region sizes of the boards of each style."""
    try:
        rival = rivals.generate()
    except rivals.NoCompiler:
        rival = None
    for n in (7, 8, 9, 10, 11, 12):
        stacks = {}
        if rival is not None and n < 11:  # larger boards would take the rival minutes
            stacks["(plain method)"] = rival(n, boards, 1)
        for style in REGION_STYLES:
            made = generate(n, count=boards, seed=1, style=style)
            harness.agree(f"{n}x{n}, {style}", set(queens.solve_many(made).counts.tolist()), {1})
            stacks[style] = np.stack([board.regions for board in made])
        for name, stack in stacks.items():
            tiers, scores = logic.rate_many(stack)
            counts = np.bincount(tiers, minlength=len(TIERS)) * 100 / len(stack)
            sizes = np.stack([np.bincount(board.ravel(), minlength=n) for board in stack])
            mean = np.sort(sizes, axis=1).mean(axis=0)
            yield {
                "n": n,
                "style": name,
                "shares": counts.tolist(),
                "score": float(scores.mean()),
                "sizes": [float(mean[0]), float(np.median(mean)), float(mean[-1])],
            }


def described(name: str, stack: Regions, stars: int) -> dict[str, Any]:
    """Describe the difficulty of boards: solver nodes, tiers, and how many need each rule."""
    nodes = []
    for board in stack:
        found = queens.solve_many(board[None], limit=2, rules=queens.Rules(stars), threads=1)
        harness.agree(name, found.counts.tolist(), [1])
        nodes.append(found.stats.nodes)
    ratings = [logic.rate(board_of(board, queens.Rules(stars))) for board in stack]
    tiers = [sum(rating.tier == tier for rating in ratings) for tier in DIFFICULTIES]
    rules = {
        rule: 100 * sum(rating.histogram.get(rule, 0) > 0 for rating in ratings) / len(stack)
        for rule in TOLD
    }
    sizes = np.stack([np.sort(np.bincount(board.ravel())) for board in stack])
    return {
        "boards": name,
        "count": len(stack),
        "nodes": [float(np.median(nodes)), float(np.percentile(nodes, 90))],
        "tiers": [100 * count / len(stack) for count in tiers],
        "rules": rules,
        "score": float(np.median([rating.score for rating in ratings])),
        "sizes": [float(sizes[:, 0].mean()), float(np.median(sizes)), float(sizes[:, -1].mean())],
    }


def beside() -> Iterator[dict[str, Any]]:
    """Describe boards of other authors, and our boards with the seconds to generate one."""
    for group in sample.groups():
        yield described(group.name, group.boards, group.stars)
    for n, stars, difficulty, count in BESIDE:
        seconds, made = harness.timed(
            partial(generate, n, stars=stars, difficulty=difficulty, count=count, seed=1, threads=1)
        )
        name = f"ours, {n}x{n}, {stars} stars, {difficulty or 'any'}"
        stack = np.stack([board.regions for board in made])
        yield {**described(name, stack, stars), "seconds": seconds / count}


def difficulty_table(rows: Rows) -> str:
    cells = [[row["n"], *(f"{1 / row[x].best:,.0f}" for x in DIFFICULTIES)] for row in rows]
    return harness.table(["n", *DIFFICULTIES], cells)


def beside_tables(rows: Rows) -> list[str]:
    shares = [[row["boards"], *(f"{x:.0f}" for x in row["rules"].values())] for row in rows]
    cells = [
        [
            row["boards"],
            row["count"],
            f"{row['seconds']:.4f}" if "seconds" in row else "",
            " / ".join(f"{x:,.0f}" for x in row["nodes"]),
            " / ".join(f"{x:.0f}" for x in row["tiers"]),
            f"{row['score']:,.0f}",
            " / ".join(f"{size:.0f}" for size in row["sizes"]),
        ]
        for row in rows
    ]
    tiers = ", ".join(DIFFICULTIES)
    head = ["boards", "of them", "seconds to make", "nodes", "tiers, %", "score", "sizes"]
    return [
        f"Nodes of the solver: median and 90th percentile; tiers: {tiers}; median score; sizes of "
        "regions: mean of the smallest, median, mean of the largest:",
        harness.table(head, cells),
        "Percent of the boards that need a rule:",
        harness.table(["boards", *TOLD], shares),
    ]


def markdown(report: dict[str, Any]) -> str:
    if "beside" in report:
        return "\n\n".join(beside_tables(report["beside"]))
    parts = []
    if "rates" in report:
        cells = []
        for row in report["rates"]:
            told = ["-", "-"]
            if "plain" in row:
                ratio = harness.cell(harness.ratio(row["plain"], row["ours"]))
                told = [f"{1 / row['plain'].best:,.0f}", ratio]
            best = row["ours"].best
            cells.append([row["n"], f"{1 / best:,.0f}", f"{best:.5f}", *told])
        head = ["n", "boards/s", "seconds a board", "plain method", "times as fast"]
        parts += [
            harness.table(head, cells),
            "Boards a second of a difficulty asked for:",
            difficulty_table(report["difficulties"]),
        ]
    cells = [
        [row["stars"], row["n"], f"{1 / row['ours'].best:,.1f}", f"{row['ours'].best:.5f}"]
        for row in report["stars"]
    ]
    parts += [
        "With several stars a unit:",
        harness.table(["stars", "n", "boards/s", "seconds a board"], cells),
        "Boards a second of a difficulty asked for, 2 stars:",
        difficulty_table(report["star_difficulties"]),
    ]
    if "histogram" in report:
        cells = [
            [
                row["n"],
                row["style"],
                *(f"{share:.1f} %" for share in row["shares"]),
                f"{row['score']:.0f}",
                " / ".join(f"{size:.1f}" for size in row["sizes"]),
            ]
            for row in report["histogram"]
        ]
        parts += [
            "Tiers, mean score, and mean size of the smallest, the median and the largest region:",
            harness.table(["n", "style", *TIERS, "score", "sizes"], cells, left=2),
        ]
    return "\n\n".join(parts)


def main() -> int:
    parser = harness.options(__doc__)
    parser.add_argument("--boards", type=int, default=1000, help="of the histogram (default 1000)")
    parser.add_argument("--stars", action="store_true", help="only boards of several stars")
    parser.add_argument("--beside", action="store_true", help="only boards beside those of others")
    given = harness.read(parser)
    report: dict[str, Any] = {"about": harness.about(given.repeat)}
    if given.beside:
        report["beside"] = list(beside())
        harness.print_report(given, report, markdown)
        return 0
    if not given.stars:
        report["rates"] = rates(given.repeat)
        report["difficulties"] = of_difficulties(given.repeat, range(7, 12), 300)
        report["histogram"] = list(histogram(given.boards))
    report["stars"] = star_rates(given.repeat)
    report["star_difficulties"] = of_difficulties(given.repeat, range(8, 11), 30, stars=2)
    harness.print_report(given, report, markdown)
    return 0


if __name__ == "__main__":
    sys.exit(main())
