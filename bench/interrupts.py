"""Measure how long each search of the package continues after Ctrl-C.

    python bench/interrupts.py                      # a minute or two
    python bench/interrupts.py --rounds 10 --only queens --json

Each search would run for a long time in this process. A signal arrives after a delay that changes
from round to round, so that it also meets the preparations. The measured time ends when the search
call has returned and its memory is free. The table shows the longest times, in wall-clock and in
processor time (on a busy machine wall-clock time includes other programs). The exit code is 1 if a
search took more processor time than --most.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import signal
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from functools import cache
from typing import Any

import numpy as np

from fastqueens import cover, csp, nqueens, packing, queens, sliding
from fastqueens._kernels.sliding import pdb
from fastqueens.csp import Model
from fastqueens.examples import example


@dataclass
class Row:
    """A search and its longest reaction, in milliseconds of wall-clock and of processor time."""

    search: str
    clock: float
    processor: float
    ended: bool = False  # the search ended before the signal


def hopeless(n: int = 30) -> Any:
    """Make an unsolvable board: ten regions share nine rows, which propagation does not detect."""
    cells = np.add.outer(np.arange(n), np.arange(n))
    return np.where(
        np.arange(n)[:, None] < 9, cells % 10, 10 + cells % (n - 10)
    ).astype(np.uint8)  # fmt: skip


def rows(n: int) -> Any:
    """Make a board whose regions are its rows, so they forbid almost nothing."""
    return np.repeat(np.arange(n, dtype=np.uint8), n).reshape(n, n)


@cache
def boards(n: int, count: int, stars: int = 1) -> Any:
    """Make boards with the generator."""
    return queens.generate(n, count=count, stars=stars, seed=1)


@cache
def colouring() -> Any:
    """Model a complete graph of 12 nodes with 11 colours: the proof takes 11! attempts."""
    model = Model({x: range(11) for x in range(12)})
    model.add_different(*range(12))
    return model


@cache
def pairs(n: int) -> Any:
    """Make Langford pairs as an exact cover; the search has its own preparations."""
    return cover.langford(n)


def again(call: Callable[[], object]) -> None:
    """Call a function for a long time and discard its results (freeing them would take time)."""
    for _ in range(10**6):
        call()


def box(height: int, width: int) -> Any:
    """Make a box to be filled with dominoes."""
    pieces = [[(0, 0), (0, 1)]] * (height * width // 2)
    return packing.Puzzle(np.ones((height, width), bool), pieces)


HARD = "0 12 9 13\n15 11 10 14\n3 7 2 5\n4 8 6 1"  # needs 80 moves
LARGE = "24 23 22 21 20\n19 18 17 16 15\n14 13 12 11 10\n9 8 7 6 5\n4 3 2 1 0"


def searches() -> dict[str, Callable[[], object]]:
    """Return all searches by name."""
    found: dict[str, Callable[[], object]] = {}
    bad, easy = queens.Board.from_array(hopeless()), queens.Board.from_array(rows(30))
    for name in queens.METHODS:
        more: dict[str, Any] = {"iterations": 10**9} if name == "pso" else {}
        found[f"queens.solve {name}"] = lambda m=name, o=more: queens.solve(bad, method=m, **o)
    for way in ("bitboard", "rows", "auto"):
        found[f"queens.count {way}"] = lambda m=way: queens.count(easy, method=m, max_bytes=1 << 33)
    found |= {
        "queens.count, 2 stars, rows": lambda: queens.count(
            queens.Board.from_array(rows(20), stars=2), method="rows", max_bytes=1 << 33
        ),
        "queens.solutions, 2 stars": lambda: sum(
            1 for _ in queens.solutions(queens.Board.from_array(easy, stars=2))
        ),
        "queens.solve, 3 stars, 21x21": lambda: queens.count(
            queens.Board.from_array(rows(21), stars=3), method="bitboard"
        ),
        "queens.is_unique": lambda: queens.is_unique(bad),
        "queens.solve_many, 1 thread": lambda: queens.solve_many([bad] * 3, threads=1),
        "queens.solve_many, 2 threads": lambda: queens.solve_many([bad] * 300, threads=2),
        "queens.solve_many, small boards": lambda: again(
            lambda: queens.solve_many(boards(9, 3000), threads=1)
        ),
        "queens.rate_many": lambda: again(lambda: queens.rate_many(boards(16, 60), threads=1)),
        "queens.rate, 3 stars": lambda: again(lambda: queens.rate(boards(14, 1, 3)[0])),
        "queens.explain": lambda: again(lambda: queens.explain(boards(20, 1)[0])),
        "queens.hint": lambda: again(lambda: queens.hint(boards(20, 1)[0])),
        "queens.generate, 30x30": lambda: queens.generate(30, count=10**4, threads=1),
        "queens.generate, hard": lambda: queens.generate(12, difficulty="hard", count=10**5),
        "queens.generate, 4 stars": lambda: queens.generate(
            18, stars=4, difficulty="expert", count=10**4, threads=1
        ),
        "queens.search_tree": lambda: again(lambda: queens.search_tree(bad)),
        "nqueens.count": lambda: nqueens.count(22, threads=1),
        "nqueens.count, 2 threads": lambda: nqueens.count(22, threads=2),
        "nqueens.count, 27": lambda: nqueens.count(27, threads=1),
        "nqueens.count, up to symmetry": lambda: nqueens.count(21, symmetry="fundamental"),
        "nqueens.count, toroidal": lambda: nqueens.count(23, variant="toroidal"),
        "nqueens.count, superqueens": lambda: nqueens.count(20, variant="superqueens"),
        "nqueens.count, semiqueens": lambda: nqueens.count(21, variant="toroidal_semiqueens"),
        "nqueens.count, a pawn": lambda: nqueens.count(18, variant="plus_k", pawns=1),
        "nqueens.estimate": lambda: nqueens.estimate(27, tasks=10**5),
        "nqueens.solutions": lambda: sum(1 for _ in nqueens.solutions(30)),
        "nqueens.solutions_array": lambda: nqueens.solutions_array(16),
        "nqueens.solutions, fewer": lambda: sum(
            1 for _ in nqueens.solutions(20, variant="plus_k", pawns=-2)
        ),
        "nqueens.random, ten million": lambda: nqueens.random(10**7, seed=1),
        "nqueens.random, a hundred million": lambda: nqueens.random(10**8, seed=1),
        "nqueens.growth": lambda: nqueens.growth(range(4, 20)),
        "cover.count dlx": lambda: cover.langford(16).count(method="dlx"),
        "cover.count bitset": lambda: cover.langford(16).count(method="bitset"),
        "cover.count dlx, 1.5 million options": lambda: pairs(1000).count(method="dlx"),
        "cover, made": lambda: [cover.langford(150) for _ in range(100)],
        "packing.count memo": lambda: packing.count(
            packing.Puzzle.from_text(example("pentominoes-6x10").text), method="memo"
        ),
        "packing.count bitset": lambda: packing.count(box(10, 10), method="bitset"),
        "packing.count dlx": lambda: packing.count(box(10, 10), method="dlx"),
        "packing.count first-cell": lambda: packing.count(box(10, 10), method="first-cell"),
        "packing.count, distinct": lambda: packing.count(box(8, 10), method="dlx", distinct=True),
        "sliding.solve ida, 5x5": lambda: sliding.solve(
            sliding.Puzzle.from_text(LARGE), method="ida"
        ),
        "sliding.solve anytime": lambda: sliding.solve(
            sliding.Puzzle.from_text(LARGE), method="anytime", node_limit=10**12
        ),
        "sliding.solve ida, manhattan": lambda: sliding.solve(
            sliding.Puzzle.from_text(HARD), heuristic="manhattan"
        ),
        "sliding.solve a-star": lambda: sliding.solve(
            sliding.Puzzle.from_text(LARGE), method="a-star", max_bytes=1 << 33
        ),
        "sliding.solve branch-and-bound": lambda: sliding.solve(
            sliding.Puzzle.from_text(LARGE), method="branch-and-bound", max_bytes=1 << 33
        ),
        "sliding, databases built": lambda: (pdb.clear_shared(), pdb.Pdb(pdb.PDB_78, 0).build()),
        "sliding.solve_many": lambda: sliding.solve_many(
            np.array([sliding.random(seed=k).tiles for k in range(500)], np.uint8).reshape(-1, 16)
        ),
        "sliding.compare": lambda: sliding.compare(sliding.Puzzle.from_text(LARGE)),
    }
    for name in nqueens.METHODS:
        n = {"tuples": 13, "combinations": 11}.get(name, 63)
        found[f"nqueens.solve {name}"] = lambda m=name, k=n: [
            nqueens.solve(k, method=m, **({"seed": s} if m == "min-conflicts" else {}))
            for s in range(10**6)
        ]
    for name in sorted(csp.TREE_METHODS.keys() - {"backtracking-memo"}):  # which ends at once
        found[f"csp.Model.solve {name}"] = lambda m=name: colouring().solve(method=m)
    return found


def interrupted(search: Callable[[], object], after: float) -> tuple[float, float] | None:
    """Return the wall-clock and processor seconds after the signal, None if it came late."""
    sent: list[float] = []
    begun, over = threading.Event(), threading.Event()

    def press() -> None:
        begun.wait()
        if not over.wait(after):
            sent.extend([time.perf_counter(), time.process_time()])
            os.kill(os.getpid(), signal.SIGINT)

    presser = threading.Thread(target=press)
    presser.start()
    stopped = False
    try:
        try:
            begun.set()
            search()
        finally:
            over.set()
        presser.join()
    except KeyboardInterrupt:
        stopped = True
    # The exception has gone, and with it the search: the time to free its memory counts too.
    clock, processor = time.perf_counter(), time.process_time()
    return (clock - sent[0], processor - sent[1]) if stopped else None


def measure(name: str, search: Callable[[], object], rounds: int, after: float) -> Row:
    """Interrupt a search `rounds` times, after `after` seconds in the first round."""
    row = Row(name, 0.0, 0.0)
    for k in range(rounds):
        gc.collect()
        took = interrupted(search, after + 0.11 * k)
        if took is None:
            row.ended = True
            break
        row.clock, row.processor = max(row.clock, took[0] * 1e3), max(row.processor, took[1] * 1e3)
    return row


def main() -> int:
    """Measure and report."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--only", default="", help="searches whose names have this in them")
    parser.add_argument("--after", type=float, default=0.05, help="seconds before the first signal")
    parser.add_argument("--most", type=float, default=100.0, help="milliseconds of the processor")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    signal.signal(signal.SIGINT, signal.default_int_handler)
    found = []
    for name, search in searches().items():
        if options.only not in name:
            continue
        found.append(measure(name, search, options.rounds, options.after))
    if options.json:
        print(json.dumps([asdict(row) for row in found]))
    else:
        print("| search | clock, ms | processor, ms |\n|---|--:|--:|")
        for row in found:
            if row.ended:
                print(f"| {row.search} | ended before the signal | |")
            else:
                print(f"| {row.search} | {row.clock:.0f} | {row.processor:.0f} |")
    return int(any(row.processor > options.most for row in found))


if __name__ == "__main__":
    sys.exit(main())
