"""Every combination of the constraint search on the two large boards, as a table in Markdown.

    python bench/csp_table.py [--limit SECONDS] [--seeds SEEDS]

A combination that has found nothing when the limit comes is shown with ">" and the work done by
then. Times are those of the search alone. Where values are shuffled the numbers are medians over
several seeds, and "solved" is the share of them that found a solution in time.
"""

from __future__ import annotations

import argparse
from itertools import product
from statistics import median

from cases import boards

from fastqueens import csp, queens
from fastqueens.search import FOUND, Search


def measure(
    board: queens.Board, limit: float, seeds: int, options: dict[str, object]
) -> tuple[bool, float, dict[str, float], float]:
    """Whether most seeds found a solution, and how many; median counters and seconds."""
    random = options["values"] == "random" or options["restarts"]
    runs = []
    for seed in range(seeds if random else 1):
        kernel = csp.board_kernel(board.regions, board.labels, seed=seed, **options)  # type: ignore[arg-type]
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


def table(board: queens.Board, region_order: str, limit: float, seeds: int) -> str:
    head = ["method", "order", "values", "restarts", "steps", "backtracks", "nodes", "revisions"]
    head += ["time", "solved"]
    lines = [head, ["---"] * 4 + ["---:"] * 6]
    for method, restarts, order, values in product(
        csp.METHODS, (False, True), csp.ORDERS, csp.VALUES
    ):
        solved, share, counters, took = measure(
            board,
            limit,
            seeds,
            {
                "method": method,
                "order": order,
                "values": values,
                "restarts": restarts,
                "region_order": region_order,
            },
        )
        mark = "" if solved else "> "
        cells = [method, order, values, "yes" if restarts else "no"]
        cells += [
            mark + number(counters[name]) if name in counters else ""
            for name in ("steps", "backtracks", "nodes", "revisions")
        ]
        lines.append([*cells, mark + seconds(took), f"{share:.0%}"])
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("--limit", type=float, default=2.0, help="seconds each (default 2)")
    parser.add_argument("--seeds", type=int, default=5, help="where values are shuffled (5)")
    options = parser.parse_args()
    for n in (20, 30):
        path = boards.ORACLES / f"queens_thesis{n}.txt"
        if path.exists():
            board, source = queens.Board.from_file(path), "the thesis"
        else:
            board, source = queens.Board.from_array(boards.large(n)[0]), "made on the spot"
        for order in ("first-seen", "label"):
            print(f"### {n}x{n}, {source}; regions in static order: {order}\n")
            print(table(board, order, options.limit, options.seeds), end="\n\n", flush=True)


if __name__ == "__main__":
    main()
