"""Time the known packing puzzles with each method.

    python bench/compare_packing.py [--repeat 5] [--folder FILES] [--quick] [--json]
    python bench/compare_packing.py --boxes

Times are wall-clock seconds of the whole call, the best of interleaved rounds; the time of the
search alone is in brackets. The last columns are the plain method up to its first solution. With
--folder, puzzles are read from the files of a folder (and counts are not checked) instead of the
catalogue.

With --boxes, the boxes in space are counted up to rotations and mirror images, in processor
seconds.
"""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path
from typing import Any

import harness
from cases.packings import KNOWN

from fastqueens import packing
from fastqueens.results import Count, SearchStopped

PATIENCE = 60.0  # maximum seconds per call


def attempt(puzzle: packing.Puzzle, **options: Any) -> Count | str:
    """Count the packings, or return the reason for a failure."""
    try:
        return packing.count(puzzle, **options)
    except SearchStopped as stop:
        return f"({stop.reason})"


def measure(name: str, puzzle: packing.Puzzle, rounds: int, limit: float) -> dict[str, Any]:
    """Time all methods to count a puzzle, and the plain method."""
    ways: dict[str, dict[str, Any]] = {
        "distinct": {"distinct": "mirror" if puzzle.in_space else True}
    }
    ways |= {way: {"method": way} for way in ("bitset", "dlx", "memo")}
    if puzzle.layers or puzzle.in_space:
        del ways["memo"]  # memo supports plane boards only
    found: dict[str, Count | str] = {}
    search: dict[str, float] = {}

    def check(way: str, number: Count | str) -> None:
        found[way] = number
        if isinstance(number, str):
            return
        if name in KNOWN:
            _, every, distinct = KNOWN[name]
            harness.agree(f"{name}, {way}", int(number), distinct if way == "distinct" else every)
        search[way] = min(search.get(way, number.stats.seconds), number.stats.seconds)

    calls = {way: partial(attempt, puzzle, time_limit=limit, **how) for way, how in ways.items()}
    seconds = harness.interleaved(
        calls, rounds, clock=harness.perf_counter, patience=5.0, check=check
    )
    plain = None  # the plain method fills flat boards and pyramids only
    if not puzzle.in_space:
        plain = packing.solve(puzzle, method="first-cell", time_limit=limit)
    distinct = found["distinct"]
    return {
        "name": name,
        "distinct": None if isinstance(distinct, str) else int(distinct),
        "by": "" if isinstance(distinct, str) else distinct.method,
        "seconds": seconds,
        "search": search,
        "stopped": {way: answer for way, answer in found.items() if isinstance(answer, str)},
        "cases": plain and plain.stats.counters["cases"],
        "plain": plain and plain.status,
        "plain_seconds": plain and plain.stats.seconds,
    }


def markdown(report: dict[str, Any]) -> str:
    rows = []
    for row in report["puzzles"]:
        cells = []
        for way in ("distinct", "bitset", "dlx", "memo"):
            if way in row["search"]:
                cells.append(f"{row['seconds'][way].best:.3f} ({row['search'][way]:.3f})")
            else:
                cells.append(row["stopped"].get(way, "-"))
        number = "?" if row["distinct"] is None else f"{row['distinct']:,}"
        more = " and more" * (row["plain"] == "stopped")
        rows.append(
            [
                row["name"],
                number,
                cells[0],
                row["by"],
                *cells[1:],
                f"{row['cases']:,}{more}" if row["plain"] else "-",
                f"{row['plain_seconds'] * 1000.0:.3f}" if row["plain"] else "-",
            ]
        )
    head = [
        *("puzzle", "distinct", "count(distinct=True), s", "by"),
        *("all by bitset, s", "all by dlx, s", "all by memo, s"),
        *("cases to the first", "ms"),
    ]
    return harness.table(head, rows)


def count_boxes(rounds: int) -> list[dict[str, Any]]:
    """Time the count of each box in space."""
    rows = []
    for name, (puzzle, _, distinct) in KNOWN.items():
        if not puzzle.in_space:
            continue
        nodes = 0

        def check(_: str, number: Count) -> None:
            nonlocal nodes
            harness.agree(name, int(number), distinct)  # noqa: B023
            nodes = number.stats.counters["nodes"]

        call = partial(packing.count, puzzle, distinct="mirror")
        times = harness.interleaved({"count": call}, rounds, patience=5.0, check=check)
        rows.append({"name": name, "distinct": distinct, "nodes": nodes, "seconds": times["count"]})
    return rows


def boxes_markdown(report: dict[str, Any]) -> str:
    rows = []
    for row in report["boxes"]:
        rows.append(
            [
                row["name"],
                f"{row['distinct']:,}",
                f"{row['nodes']:,}",
                f"{row['seconds'].best:.3f}",
            ]
        )
    return harness.table(["box", "distinct", "nodes", "count, s"], rows)


def main() -> int:
    parser = harness.options(__doc__)
    parser.add_argument("--folder", type=Path, help="read the .txt and .xmpuzzle files of a folder")
    parser.add_argument("--only", help="puzzles whose names have this in them")
    parser.add_argument("--quick", action="store_true", help="give each count 5 seconds only")
    parser.add_argument("--boxes", action="store_true", help="count the boxes in space only")
    given = harness.read(parser)
    if given.boxes:
        about = harness.about(given.repeat)
        found = {"about": about, "boxes": count_boxes(given.repeat)}
        harness.print_report(given, found, boxes_markdown)
        return 0
    puzzles = {name: known[0] for name, known in KNOWN.items()}
    if given.folder:
        files = sorted(given.folder.glob("*.txt")) + sorted(given.folder.glob("*.xmpuzzle"))
        puzzles = {path.stem: packing.Puzzle.from_file(path) for path in files}
    limit = 5.0 if given.quick else PATIENCE
    rows = []
    for name, puzzle in puzzles.items():
        if (given.only or "") in name:
            rows.append(measure(name, puzzle, given.repeat, limit))
            print(f"{name}: done", file=sys.stderr)
    report = {"about": harness.about(given.repeat, clock="wall"), "puzzles": rows}
    harness.print_report(given, report, markdown)
    return 0


if __name__ == "__main__":
    sys.exit(main())
