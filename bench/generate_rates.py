"""Boards made a second, beside the plain method in C, and how hard they are.

    python bench/generate_rates.py [--repeat 5] [--boards 1000] [--stars]

Prints Markdown tables; one core, best of the repeats, which take turns so that a noisy machine
hits both. The plain method is `plain_generate.c`.
"""

from __future__ import annotations

import argparse
import ctypes
from collections.abc import Callable
from functools import partial
from time import perf_counter
from typing import Any

import numpy as np
import plain
from cases.boards import Regions

from fastqueens import queens
from fastqueens.queens import logic
from fastqueens.queens.generator import DIFFICULTIES, STYLES, generate

# boards of one run, and of one run of the plain method
SIZES = {7: (4000, 2000), 8: (4000, 1000), 9: (2000, 300), 10: (2000, 100), 11: (1000, 30),
         12: (1000, 8)}  # fmt: skip
LARGE = {14: 100, 16: 20, 20: 4, 30: 2, 40: 1}
# boards of one run with 2 and 3 stars a unit
STARS = {
    2: {8: 1000, 9: 500, 10: 300, 11: 200, 12: 100, 13: 30, 14: 30, 16: 10, 20: 4, 30: 1},
    3: {12: 200, 13: 30, 14: 20, 15: 10, 16: 10, 20: 2, 30: 1},
}


def build() -> Callable[[int, int, int], Regions]:
    """Compile plain_generate.c; returns a function of n, how many, and a seed."""
    function = plain.compiled("plain_generate.c").plain_generate
    function.restype = None
    function.argtypes = [
        ctypes.c_uint32,
        ctypes.c_uint64,
        ctypes.c_uint64,
        np.ctypeslib.ndpointer(np.uint8, flags="C_CONTIGUOUS"),
    ]

    def plain_generate(n: int, count: int, seed: int) -> Regions:
        stack = np.empty((count, n, n), np.uint8)
        function(n, count, seed, stack)
        return stack

    return plain_generate


def seconds(work: Callable[[], object]) -> float:
    start = perf_counter()
    work()
    return perf_counter() - start


def rates(repeat: int) -> None:
    try:
        rival = build()
    except plain.NoCompiler as error:
        print(f"without the plain method: {error}\n")
        rival = None
    print("| n | boards/s | plain method | times as fast |")
    print("| ---: | ---: | ---: | ---: |")
    for n, (many, few) in SIZES.items():
        best = slow = float("inf")
        for seed in range(repeat):
            best = min(best, seconds(partial(generate, n, count=many, seed=seed, threads=1)) / many)
            if rival is not None:
                slow = min(slow, seconds(partial(rival, n, few, seed)) / few)
        told = f"{1 / slow:,.0f} | {slow / best:.1f}" if rival is not None else "- | -"
        print(f"| {n} | {1 / best:,.0f} | {told} |")
    print("\n| n | seconds a board |\n| ---: | ---: |")
    for n, count in LARGE.items():
        best = min(
            seconds(partial(generate, n, count=count, seed=seed, threads=1)) / count
            for seed in range(min(repeat, 3))
        )
        print(f"| {n} | {best:.4f} |")
    print("\nBoards a second of a difficulty asked for:\n")
    print("| n | " + " | ".join(DIFFICULTIES) + " |")
    print("| ---: | " + " | ".join("---:" for _ in DIFFICULTIES) + " |")
    for n in range(7, 12):
        cells = []
        for difficulty in DIFFICULTIES:
            options = {"difficulty": difficulty, "count": 300, "threads": 1}
            best = min(
                seconds(partial(generate, n, seed=seed, **options)) for seed in range(repeat)
            )
            cells.append(f"{300 / best:,.0f}")
        print(f"| {n} | " + " | ".join(cells) + " |")


def star_rates(repeat: int) -> None:
    print("\nWith several stars a unit:\n")
    print("| stars | n | boards/s | seconds a board |\n| ---: | ---: | ---: | ---: |")
    for stars, sizes in STARS.items():
        for n, count in sizes.items():
            options: dict[str, Any] = {"stars": stars, "count": count, "threads": 1}
            best = min(
                seconds(partial(generate, n, seed=seed, **options))
                for seed in range(repeat if n < 20 else min(repeat, 3))
            )
            print(f"| {stars} | {n} | {count / best:,.1f} | {best / count:.5f} |")
    print("\nBoards a second of a difficulty asked for, 2 stars:\n")
    print("| n | " + " | ".join(DIFFICULTIES) + " |")
    print("| ---: | " + " | ".join("---:" for _ in DIFFICULTIES) + " |")
    for n in (8, 9, 10):
        cells = []
        for difficulty in DIFFICULTIES:
            options = {"stars": 2, "difficulty": difficulty, "count": 30, "threads": 1}
            best = min(
                seconds(partial(generate, n, seed=seed, **options)) for seed in range(repeat)
            )
            cells.append(f"{30 / best:,.0f}")
        print(f"| {n} | " + " | ".join(cells) + " |")


def line(name: str, n: int, stack: Regions) -> None:
    tiers, scores = logic.rate_many(stack)
    counts = np.bincount(tiers, minlength=len(logic.TIERS)) * 100 / len(stack)
    sizes = np.sort(np.stack([np.bincount(board.ravel(), minlength=n) for board in stack]), axis=1)
    mean = sizes.mean(axis=0)
    shares = " | ".join(f"{share:.1f} %" for share in counts)
    shape = f"{mean[0]:.1f} / {np.median(mean):.1f} / {mean[-1]:.1f}"
    print(f"| {n} | {name} | {shares} | {scores.mean():.0f} | {shape} |")


def histogram(boards: int) -> None:
    print(f"\nTiers of {boards} boards, mean score, and mean size of the smallest, the median and")
    print("the largest region:\n")
    print("| n | style | " + " | ".join(logic.TIERS) + " | score | sizes |")
    print("| ---: | :--- | " + " | ".join("---:" for _ in logic.TIERS) + " | ---: | ---: |")
    try:
        rival = build()
    except plain.NoCompiler:
        rival = None
    for n in (7, 8, 9, 10, 11, 12):
        if rival is not None and n < 11:  # beyond, it would take minutes
            line("(plain method)", n, rival(n, boards, 1))
        for style in STYLES:
            made = generate(n, count=boards, seed=1, style=style)
            assert (queens.solve_many(made).counts == 1).all()
            line(style, n, np.stack([board.regions for board in made]))


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("--repeat", type=int, default=5, help="runs of each (default 5)")
    parser.add_argument("--boards", type=int, default=1000, help="of the histogram (default 1000)")
    parser.add_argument("--stars", action="store_true", help="only boards of several stars")
    options = parser.parse_args()
    if not options.stars:
        rates(options.repeat)
    star_rates(options.repeat)
    if options.stars:
        return
    histogram(options.boards)


if __name__ == "__main__":
    main()
