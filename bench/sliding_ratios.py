"""The 15-puzzle solved optimally: tables, Korf's 100 boards, random ones, the farthest; rivals.

    python bench/sliding_ratios.py                    # half a minute
    python bench/sliding_ratios.py --antipodes        # and the 17 boards at 80 moves: two minutes

Prints Markdown. Seconds are of the processor's time on one thread, the best of the repeats, but
those of `solve_many`, which are of the clock on the wall. Every length that is known is checked.
The rival in C is plain_sliding.c, built here with -O3 -march=native; the one on PyPI is
slidingpuzzle (pip install slidingpuzzle), left out where it cannot be imported.
Korf's boards and the farthest ones are read from shared/oracles beside the repository; where they
are not there, random boards stand in for the first, and the others are left out.
"""

from __future__ import annotations

import argparse
import ctypes
import sys
from collections.abc import Callable
from importlib import import_module
from time import perf_counter, process_time

import boards
import numpy as np
import plain
from numpy.typing import NDArray

from fastqueens import sliding
from fastqueens._kernels.sliding import ida as kernels
from fastqueens._kernels.sliding import pdb
from fastqueens.search import DONE, FOUND, RUNNING

Tiles = NDArray[np.uint8]
GOAL = np.array([*range(1, 16), 0], np.uint8)
KINDS = {"5-5-5": pdb.PDB_555, "6-6-3": pdb.PDB_663, "7-7-1": pdb.PDB_771}


def build() -> Callable[[Tiles], tuple[int, int]]:
    """Compile plain_sliding.c; returns a function of a board: moves and nodes."""
    function = plain.compiled("plain_sliding.c").plain_sliding
    function.restype = ctypes.c_int
    function.argtypes = [
        np.ctypeslib.ndpointer(np.uint8, flags="C_CONTIGUOUS"),
        ctypes.POINTER(ctypes.c_uint64),
    ]

    def plain_sliding(tiles: Tiles) -> tuple[int, int]:
        nodes = ctypes.c_uint64()
        moves: int = function(tiles, ctypes.byref(nodes))
        return moves, nodes.value

    return plain_sliding


def uniform(count: int) -> Tiles:
    """Draw random boards, the same at every run."""
    return np.array([sliding.random(4, seed=seed).tiles.ravel() for seed in range(count)])


def read(name: str) -> tuple[Tiles, list[int]] | None:
    """Read boards and lengths from an oracle file, None where it is absent."""
    path = boards.ORACLES / name
    if not path.exists():
        return None
    lines = [line for line in path.read_text().splitlines() if not line.startswith("#")]
    rows = np.array([line.split() for line in lines], np.int64)
    return rows[:, 1:17].astype(np.uint8), rows[:, 17].tolist()


def solve(tiles: Tiles, **options: int) -> tuple[int, int]:
    """Solve one board: moves and nodes."""
    kernel = kernels.Ida(tiles, GOAL, 4, 4, pdb.HEURISTICS["pdb"], False, **options)
    while (status := kernel.step(1 << 20)) == RUNNING:
        pass
    assert status == FOUND
    return len(kernel.peek_moves()), kernel.counters()["nodes"]


def batch(stack: Tiles, kind: int) -> tuple[list[int], int]:
    """Solve all on this thread: lengths and nodes."""
    lengths = np.zeros(len(stack), np.int32)
    moves = np.zeros((len(stack), kernels.PACKED), np.uint8)
    kernel = kernels.Batch(stack, lengths, moves, GOAL, kind)
    while kernel.step(1 << 40) != DONE:
        pass
    return lengths.tolist(), kernel.counters()["nodes"]


def cold(kind: int) -> float:
    """Build tables anew: seconds."""
    pdb.forget()
    start = process_time()
    pdb.shared_pdb(kind, 0).build()
    return process_time() - start


def part_korf(repeat: int) -> None:
    found = read("sliding_korf100.txt")
    stack, known = found if found else (uniform(100), None)
    start = process_time()
    prune = pdb.Prune(4, 4, 10)
    print(f"Move-pruning automaton: {prune.states:,} states, {process_time() - start:.4f} s.\n")
    print(f"## {'Korf' if found else 'Random'}: {len(stack)} boards\n")
    print("| tables | built, s | moves | nodes | search, s | M nodes/s | both, s |")
    print("|---|--:|--:|--:|--:|--:|--:|")
    for name, kind in KINDS.items():
        built = min(cold(kind) for _ in range(repeat if kind == pdb.PDB_555 else 1))
        seconds = []
        for _ in range(repeat):
            start = process_time()
            lengths, nodes = batch(stack, kind)
            seconds.append(process_time() - start)
            if known is not None and lengths != known:
                sys.exit(f"{name}: a length is not the known one")
        best = min(seconds)
        print(
            f"| {name} | {built:.3f} | {sum(lengths)} | {nodes:,} | {best:.3f} "
            f"| {nodes / best / 1e6:.1f} | {built + best:.3f} |",
            flush=True,
        )


def part_uniform(count: int) -> None:
    stack = uniform(count)
    print(f"\n## {count} uniform random boards, one call each\n")
    print("| tables | moves, mean | nodes | median, ms | 90% | 99% | longest |")
    print("|---|--:|--:|--:|--:|--:|--:|")
    for name, kind in KINDS.items():
        pdb.shared_pdb(kind, 0).build()
        times, lengths, nodes = [], [], 0
        for tiles in stack:
            start = process_time()
            length, generated = solve(tiles, kind=kind, fixed=1)
            times.append((process_time() - start) * 1e3)
            lengths.append(length)
            nodes += generated
        median, most, rare, longest = np.percentile(times, [50, 90, 99, 100])
        print(
            f"| {name} | {np.mean(lengths):.2f} | {nodes:,} | {median:.2f} | {most:.1f} "
            f"| {rare:.1f} | {longest:.0f} |",
            flush=True,
        )
    start = perf_counter()
    sliding.solve_many(stack.reshape(-1, 4, 4))
    print(f"\n`solve_many`, all threads: {perf_counter() - start:.2f} s on the wall.")


def part_antipodes() -> None:
    found = read("sliding_antipodes17.txt")
    if found is None:
        print("\nThe farthest boards: not at shared/oracles, left out.")
        return
    print("\n## The 17 boards at 80 moves, each with no tables at the start\n")
    print("| board | nodes | seconds |\n|--:|--:|--:|")
    for number, tiles in enumerate(found[0], 1):
        pdb.forget()
        start = process_time()
        length, nodes = solve(tiles)
        assert length == 80
        print(f"| {number} | {nodes:,} | {process_time() - start:.2f} |", flush=True)


def part_rivals(repeat: int) -> None:
    pdb.shared_pdb(pdb.PDB_555, 0).build()
    by_work = sorted(uniform(100), key=lambda tiles: solve(tiles)[1])
    easy = by_work[:20]
    print("\n## Rivals\n\nThe easiest 20 of 100 random boards, seconds a board:\n")
    print("| solver | nodes | seconds | times ours |\n|---|--:|--:|--:|")
    ours, nodes = [], 0
    for _ in range(repeat):
        start = process_time()
        answers = [solve(tiles) for tiles in easy]
        ours.append((process_time() - start) / len(easy))
        nodes = sum(n for _, n in answers)
    print(f"| fastqueens, 5-5-5 | {nodes:,} | {min(ours):.6f} | 1 |")
    try:
        rival = build()
    except plain.NoCompiler as error:
        print(f"\nThe plain search in C: left out ({error}).")
        return
    start = process_time()
    theirs = [rival(tiles) for tiles in easy]
    seconds = (process_time() - start) / len(easy)
    assert [length for length, _ in theirs] == [length for length, _ in answers]
    print(
        f"| plain C, Manhattan | {sum(n for _, n in theirs):,} | {seconds:.6f} "
        f"| {seconds / min(ours):,.0f} |"
    )
    try:
        peer = import_module("slidingpuzzle")
    except ImportError:
        print("\nslidingpuzzle: not installed, left out.")
        return
    tiles = sliding.scramble(60, seed=4).tiles
    start = process_time()
    answer = peer.search(tiles.astype(np.int64), "a*", heuristic=peer.linear_conflict_distance)
    seconds = process_time() - start
    times = []
    for _ in range(repeat):
        start = process_time()
        length, nodes = solve(tiles.ravel())
        times.append(process_time() - start)
    print("\n| sliding.scramble(60, seed=4) | moves | nodes | seconds | times ours |")
    print("|---|--:|--:|--:|--:|")
    print(f"| fastqueens, 5-5-5 | {length} | {nodes:,} | {min(times):.6f} | 1 |")
    print(
        f"| slidingpuzzle, A*, linear conflict | {len(answer.solution)} | {answer.generated:,} "
        f"| {seconds:.3f} | {seconds / min(times):,.0f} |"
    )


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("--repeat", type=int, default=5, help="runs of each (default 5)")
    parser.add_argument("--boards", type=int, default=1000, help="random boards (default 1000)")
    parser.add_argument("--antipodes", action="store_true", help="the 17 farthest boards as well")
    options = parser.parse_args()
    if options.repeat < 1 or options.boards < 1:
        parser.error("--repeat and --boards take 1 or more")
    part_korf(options.repeat)
    part_uniform(options.boards)
    part_rivals(options.repeat)
    if options.antipodes:
        part_antipodes()
    return 0


if __name__ == "__main__":
    sys.exit(main())
