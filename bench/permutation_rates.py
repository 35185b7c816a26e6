"""Permutations and placements a second, beside the plain loop in C and in Python.

    python bench/permutation_rates.py [--repeat 5]

Prints a Markdown table; best of the repeats. All go through the same boards without a solution,
which have one region less than rows, so that every permutation has to be reviewed.
"""

from __future__ import annotations

import argparse
import ctypes
import sys
from collections.abc import Callable
from functools import partial
from itertools import pairwise, permutations
from math import factorial
from time import perf_counter

import numpy as np
import plain
from cases import boards
from cases.boards import Regions

from fastqueens import permutation
from fastqueens.search import DONE, FOUND, Kernel


def build() -> Callable[[Regions], tuple[int, int]]:
    """Compile plain_permutation.c; returns a function of a board: solutions and permutations."""
    function = plain.compiled("plain_permutation.c").plain_permutation
    function.restype = ctypes.c_uint64
    function.argtypes = [
        ctypes.c_uint32,
        np.ctypeslib.ndpointer(np.uint8, flags="C_CONTIGUOUS"),
        ctypes.POINTER(ctypes.c_uint64),
    ]

    def plain_permutation(board: Regions) -> tuple[int, int]:
        reviewed = ctypes.c_uint64()
        found: int = function(len(board), board, ctypes.byref(reviewed))
        return found, reviewed.value

    return plain_permutation


def in_python(board: Regions) -> tuple[int, int]:
    """Do the same with itertools."""
    n, rows, found, reviewed = len(board), board.tolist(), 0, 0
    for p in permutations(range(n)):
        reviewed += 1
        apart = all(not -2 < a - b < 2 for a, b in pairwise(p))
        found += apart and len({row[c] for row, c in zip(rows, p, strict=True)}) == n
    return found, reviewed


def unsolvable(n: int) -> Regions:
    """Make a board of one region less than rows."""
    return boards.grown(n, 0, regions=n - 1)


def run_out(kernel: Kernel) -> tuple[int, int]:
    """Run a kernel to its end: solutions and units of work."""
    found = 0
    while (status := kernel.step(10**8)) != DONE:
        found += status == FOUND
    return found, kernel.spent


def made_and_run_out(make: Callable[[], Kernel]) -> tuple[int, int]:
    """Make a kernel and run it to its end."""
    return run_out(make())


def coloured(board: Regions, skip: bool) -> tuple[int, int]:
    """Go through the permutations of a board."""
    return run_out(permutation.coloured(board, skip=skip))


def best(repeat: int, run: Callable[[], tuple[int, int]], answer: tuple[int, int]) -> float:
    """Return the least seconds of some runs, whose answers are checked."""
    times = []
    for _ in range(repeat):
        start = perf_counter()
        found = run()
        times.append(perf_counter() - start)
        if found != answer:
            sys.exit(f"found {found}, expected {answer}")
    return min(times)


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("--repeat", type=int, default=5, help="runs of each (default 5)")
    options = parser.parse_args()
    if options.repeat < 1:
        parser.error("--repeat takes 1 or more")
    try:
        rival = build()
    except plain.NoCompiler as error:
        sys.exit(str(error))

    print("| permutations | kernel, M/s | plain C, M/s | ratio | Python, M/s | skip, ms |")
    print("|---|--:|--:|--:|--:|--:|")
    for n in (8, 9, 10, 11, 12):
        board, total = unsolvable(n), factorial(n)
        repeat = options.repeat if n < 12 else 1
        answer = (0, total)
        searches = {skip: partial(coloured, board, skip) for skip in (False, True)}
        kernel = best(4 * repeat, searches[False], answer)
        c = best(repeat, partial(rival, board), answer)
        python = best(1, partial(in_python, board), answer) if n <= 9 else 0.0
        nodes = searches[True]()
        skip = best(repeat, searches[True], nodes)
        print(
            f"| {n}x{n}, {total:,} | {total / kernel / 1e6:,.0f} | {total / c / 1e6:,.0f} "
            f"| {c / kernel:.1f} | {f'{total / python / 1e6:.2f}' if python else ''} "
            f"| {skip * 1e3:,.3f} ({nodes[1] / skip / 1e6:,.0f} M nodes/s) |"
        )
    print("\n| N-Queens | solutions | M/s |\n|---|--:|--:|")
    cases: list[tuple[str, Callable[[], Kernel]]] = [
        ("10, permutations", lambda: permutation.queens(10, skip=False)),
        ("11, permutations", lambda: permutation.queens(11, skip=False)),
        ("8, tuples", lambda: permutation.placements(8, "tuples")),
        ("7, combinations", lambda: permutation.placements(7, "combinations")),
    ]
    for name, make in cases:
        answer = run_out(make())
        seconds = best(options.repeat, partial(made_and_run_out, make), answer)
        print(f"| {name} | {answer[0]} | {answer[1] / seconds / 1e6:,.0f} |")
    return 0


if __name__ == "__main__":
    sys.exit(main())
