"""How long the known packing puzzles take: a table in Markdown.

    python bench/packing_ratios.py [--rounds 5] [--folder FILES] [--quick]

Seconds of the whole call, best of the rounds; of the search alone in brackets. The last columns
are the plain procedure up to the first solution. With --folder, puzzles are read from its files
(and counts are not checked) instead of made from the package's own sets.
"""

from __future__ import annotations

import argparse
import platform
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from time import perf_counter

from test_bench_packing import KNOWN

from fastqueens import packing
from fastqueens._kernels import cpu
from fastqueens.results import SearchStopped

PATIENCE = 60.0  # seconds for one call


def best(rounds: int, call: Callable[[], packing.Count]) -> tuple[str, packing.Count | None]:
    """The best time of a count, as text, and the count."""
    times = []
    number = None
    for _ in range(rounds):
        start = perf_counter()
        try:
            number = call()
        except SearchStopped as stop:
            return f"({stop.reason})", None
        times.append((perf_counter() - start, number.stats.seconds))
        if times[-1][0] > 5:
            break
    whole, search = min(times)
    return f"{whole:.3f} ({search:.3f})", number


def row(name: str, puzzle: packing.Puzzle, rounds: int, limit: float) -> list[str]:
    told, number = best(rounds, lambda: packing.count(puzzle, distinct=True, time_limit=limit))
    if name in KNOWN and number is not None and number != KNOWN[name][2]:
        sys.exit(f"{name}: counted {int(number):,} distinct, expected {KNOWN[name][2]:,}")
    line = [name, "?" if number is None else f"{int(number):,}", told]
    line.append("" if number is None else number.method)
    for method in ("bitset", "dlx", "memo"):
        told = "-"
        if method != "memo" or not puzzle.layers:
            call = partial(packing.count, puzzle, method=method, time_limit=limit)
            told, every = best(min(rounds, 3), call)
            if name in KNOWN and every is not None and every != KNOWN[name][1]:
                sys.exit(f"{name}, {method}: {int(every):,}, expected {KNOWN[name][1]:,}")
        line.append(told)
    result = packing.solve(puzzle, method="brute-force", time_limit=limit)
    cases = result.stats.counters["cases"]
    line.append(f"{cases:,}" + " and more" * (result.status == "stopped"))
    line.append(f"{result.stats.seconds * 1e3:.3f}")
    return line


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("--rounds", type=int, default=5, help="rounds (default 5)")
    parser.add_argument("--folder", type=Path, help="read the .txt files of a folder")
    parser.add_argument("--quick", action="store_true", help="give each count 5 seconds only")
    options = parser.parse_args()
    puzzles = {name: known[0] for name, known in KNOWN.items()}
    if options.folder:
        files = sorted(options.folder.glob("*.txt"))
        puzzles = {path.stem: packing.Puzzle.from_file(path) for path in files}
    head = [
        *("puzzle", "distinct", "count(distinct=True), s", "by"),
        *("all by bitset, s", "all by dlx, s", "all by memo, s"),
        *("cases to the first", "ms"),
    ]
    print(f"{cpu.compiler}, {cpu.NAMES[cpu.chosen()]}, Python {platform.python_version()}\n")
    for line in [head, ["---", *["---:"] * (len(head) - 1)]]:
        print("| " + " | ".join(line) + " |")
    for name, puzzle in puzzles.items():
        line = row(name, puzzle, options.rounds, 5.0 if options.quick else PATIENCE)
        print("| " + " | ".join(line) + " |", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
