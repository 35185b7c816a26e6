"""Nodes and time of every method with every heuristic on a few sliding-tile puzzles.

    python bench/compare_sliding_methods.py [--repeat 5] [--time-limit 20] [--max-mb 2048] [--json]

Nodes are the same on every machine. Seconds are wall-clock seconds of the search alone, the best of
all rounds.
"""

from __future__ import annotations

import sys
from typing import Any

import harness

import fastqueens
from fastqueens import sliding

PUZZLES: dict[str, list[list[int]] | sliding.Puzzle] = {
    "the 15-puzzle report, case 1": [[3, 1, 2, 4], [0, 5, 7, 8], [10, 6, 11, 12], [9, 13, 14, 15]],
    "the farthest of 3x3": [[8, 6, 7], [2, 5, 4], [3, 0, 1]],
    "sliding.scramble(80, seed=4)": sliding.scramble(80, seed=4),
    "sliding.random(4, seed=7)": sliding.random(4, seed=7),
}


def measure(
    puzzle: sliding.Puzzle, repeat: int, **limits: Any
) -> tuple[list[fastqueens.Comparison], list[harness.Times]]:
    """Run the comparison several times, methods in turn; return the seconds of each row."""
    rows = sliding.compare([puzzle], measure=0, **limits)
    seconds = [harness.Times([row.seconds]) for row in rows]
    for _ in range(repeat - 1):
        if max(row.seconds for row in rows) > 1:
            break
        again = sliding.compare([puzzle], measure=0, **limits)
        harness.agree(
            "nodes",
            [row.counters["nodes"] for row in again],
            [row.counters["nodes"] for row in rows],
        )
        for times, row in zip(seconds, again, strict=True):
            times.append(row.seconds)
    return rows, seconds


def told(row: fastqueens.Comparison, seconds: harness.Times) -> dict[str, Any]:
    return {
        "method": row.method,
        "heuristic": ", ".join(row.settings.values()),
        "moves": f"≥ {row.bound} ({row.reason})" if row.objective is None else row.objective,
        "nodes": row.counters["nodes"],
        "seconds": seconds,
    }


def markdown(report: dict[str, Any]) -> str:
    parts = []
    for part in report["puzzles"]:
        cells = [
            [
                row["method"],
                row["heuristic"],
                row["moves"],
                f"{row['nodes']:,}",
                f"{row['seconds'].best * 1000.0:,.2f}",
                f"{row['nodes'] / max(row['seconds'].best, 1e-09) / 1000000.0:.1f}",
            ]
            for row in part["rows"]
        ]
        head = ["method", "heuristic", "moves", "nodes", "ms", "M nodes/s"]
        parts.append(f"{part['name']}: {part['moves']} moves")
        parts.append(harness.table(head, cells, left=2))
    return "\n\n".join(parts)


def main() -> int:
    parser = harness.options(__doc__)
    parser.add_argument("--time-limit", type=float, default=20, help="seconds a run (default 20)")
    parser.add_argument("--max-mb", type=int, default=2048, help="memory a run (default 2048)")
    given = harness.read(parser)
    limits = {"time_limit": given.time_limit, "max_bytes": given.max_mb << 20}
    puzzles = []
    for name, tiles in PUZZLES.items():
        puzzle = tiles if isinstance(tiles, sliding.Puzzle) else sliding.Puzzle.from_array(tiles)
        rows = [told(*pair) for pair in zip(*measure(puzzle, given.repeat, **limits), strict=True)]
        puzzles.append({"name": name, "moves": sliding.distance(puzzle), "rows": rows})
        print(f"{name}: done", file=sys.stderr)
    report = {"about": harness.about(given.repeat, clock="wall"), "puzzles": puzzles}
    harness.print_report(given, report, markdown)
    return 0


if __name__ == "__main__":
    sys.exit(main())
