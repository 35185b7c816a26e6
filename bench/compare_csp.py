"""Time every combination of constraint-search options on the two large boards.

    python bench/compare_csp.py [--limit SECONDS] [--repeat SEEDS] [--json]

If a combination finds nothing within the limit, the table shows ">" and the work done so far.
Seconds are wall-clock seconds of the search alone. If values are shuffled, the numbers are medians
over several seeds, and "solved" is the share of the seeds that found a solution in time.
"""

from __future__ import annotations

import sys
from itertools import product
from statistics import median
from typing import Any

import harness
from cases import boards

from fastqueens import csp, queens
from fastqueens.queens.solving.csp_model import board_kernel
from fastqueens.search import FOUND, Search


def measure(
    board: queens.Board, limit: float, seeds: int, options: dict[str, object]
) -> tuple[bool, float, dict[str, float], float]:
    """Return whether most seeds found a solution, how many, and the median counters and seconds."""
    random = options["values"] == "random" or options["restarts"]
    runs = []
    for seed in range(seeds if random else 1):
        kernel = board_kernel(board.regions, board.labels, seed=seed, **options)  # type: ignore[arg-type]
        search = Search(kernel, time_limit=limit)
        runs.append((search.run() == FOUND, kernel.counters(), search.seconds))
    counters = {name: median(run[1][name] for run in runs) for name in runs[0][1]}
    found = sum(run[0] for run in runs)
    return 2 * found > len(runs), found / len(runs), counters, median(run[2] for run in runs)


def number(value: float) -> str:
    return f"{value:,.0f}" if value < 1e8 else f"{value:.3g}"


def seconds(value: float) -> str:
    for unit, size in (("s", 1.0), ("ms", 1e-3)):
        if value >= size:
            return f"{value / size:.3g} {unit}"
    return f"{value * 1e6:.0f} µs"


def combinations(board: queens.Board, region_order: str, limit: float, seeds: int) -> Any:
    """Measure all combinations, one after the other."""
    for method, restarts, order, values in product(
        csp.TREE_METHODS, (False, True), csp.ORDERS, csp.VALUES
    ):
        chosen = {"method": method, "restarts": restarts, "order": order, "values": values}
        solved, share, counters, took = measure(
            board, limit, seeds, {**chosen, "region_order": region_order}
        )
        yield {**chosen, "solved": solved, "share": share, "counters": counters, "seconds": took}


def table(rows: list[dict[str, Any]]) -> str:
    work = ("steps", "backtracks", "nodes", "revisions")
    cells = []
    for row in rows:
        mark, counters = "" if row["solved"] else "> ", row["counters"]
        cells.append(
            [row["method"], row["order"], row["values"], "yes" if row["restarts"] else "no"]
            + [mark + number(counters[name]) if name in counters else "" for name in work]
            + [mark + seconds(row["seconds"]), f"{row['share']:.0%}"]
        )
    head = ["method", "order", "values", "restarts", *work, "time", "solved"]
    return harness.table(head, cells, left=4)


def markdown(report: dict[str, Any]) -> str:
    return "\n\n".join(f"### {part['title']}\n\n{table(part['rows'])}" for part in report["parts"])


def main() -> int:
    parser = harness.options(__doc__)
    parser.add_argument("--limit", type=float, default=2.0, help="seconds each (default 2)")
    parser.add_argument("--sizes", default="20,30", help="default 20,30")
    given = harness.read(parser)
    parts = []
    for n in map(int, given.sizes.split(",")):
        path = boards.ORACLES / f"queens_thesis{n}.txt"
        if path.exists():
            board, source = queens.Board.from_file(path), "the thesis"
        else:
            board, source = queens.Board.from_array(boards.large(n)[0]), "made on the spot"
        for order in ("first-seen", "label"):
            title = f"{n}x{n}, {source}; regions in static order: {order}"
            rows = list(combinations(board, order, given.limit, given.repeat))
            parts.append({"title": title, "rows": rows})
            print(f"{title}: done", file=sys.stderr)
    report = {
        "about": harness.about(given.repeat, clock="wall", how="seeds where values are shuffled"),
        "parts": parts,
    }
    harness.print_report(given, report, markdown)
    return 0


if __name__ == "__main__":
    sys.exit(main())
