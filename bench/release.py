"""Record the instructions and the ratios of a release in `history/VERSION.json`.

    python bench/release.py        # some minutes; with the release and '.[bench]' installed

The file has the instructions of the cases of `instruction_cases.py`, and how many times as fast
as a plain loop in C (`rivals/`) some kernels are, timed in turns in the same run.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import compare_permutation
import compare_sliding
import harness
import instructions
import rivals
from cases import boards, stars
from harness import ISAS

from fastqueens import nqueens, queens
from fastqueens.build_info import facts
from fastqueens.queens.solving.permutation_search import permutation_kernel

HISTORY = Path(__file__).with_name("history")

Call = Callable[[], Any]


def contenders() -> Iterator[tuple[str, Call, Call]]:
    """Yield the name of each comparison, the plain loop, and our kernel with the same work."""
    stack = stars.turned([boards.grown(8, seed) for seed in range(100)])
    yield (
        "queens 8x8",
        partial(rivals.queens(), stack, 2),
        partial(queens.solve_many, stack, limit=2, threads=1),
    )
    yield (
        "N-Queens 13",
        partial(rivals.nqueens()[0], 13),
        partial(nqueens.count, 13, method="bitboard", threads=1),
    )
    board = compare_permutation.unsolvable(10)
    yield (
        "permutations of 10",
        partial(rivals.permutation(), board),
        lambda: compare_permutation.run_out(permutation_kernel(board, skip=False)),
    )
    tiles = compare_sliding.uniform(20)
    easiest = min(tiles, key=lambda some: compare_sliding.solve(some)[1])
    yield (
        "15-puzzle",
        partial(rivals.sliding(), easiest),
        partial(compare_sliding.solve, easiest),
    )
    yield (
        "100 boards of 8x8 made",
        partial(rivals.generate(), 8, 100, 0),
        partial(queens.generate, 8, count=100, seed=0, threads=1),
    )


def ratios(rounds: int) -> dict[str, float]:
    """Time each kernel and its plain loop in turns; return how many times as fast we are."""
    found = {}
    for name, plain, ours in contenders():
        times = harness.interleaved({"plain": plain, "ours": ours}, rounds, least=0.02)
        found[name] = float(f"{harness.ratio(times['plain'], times['ours']):.3g}")
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("--rounds", type=int, default=9, help="rounds of the ratios (default 9)")
    options = parser.parse_args()
    known = facts()
    with tempfile.TemporaryDirectory() as folder:
        counts = {
            isa: instructions.count_cases(isa, Path(sys.executable), Path(folder) / isa)
            for isa in instructions.ISAS
            if isa in ISAS
        }
        counts["start-up"] = instructions.count_start_up(
            Path(sys.executable), Path(folder) / "start-up"
        )
    record = {
        "version": known["version"],
        "compiler": known["compiler"],
        "python": known["python"],
        "processor": harness.processor(),
        "best_isa": ISAS[-1],
        "ratios": ratios(options.rounds),
        "instructions": counts,
    }
    HISTORY.mkdir(exist_ok=True)
    path = HISTORY / f"{known['version']}.json"
    path.write_text(json.dumps(record, indent=1) + "\n", encoding="utf-8")
    print(f"{path}: {sum(map(len, counts.values()))} counts, {len(record['ratios'])} ratios")
    return 0


if __name__ == "__main__":
    sys.exit(main())
