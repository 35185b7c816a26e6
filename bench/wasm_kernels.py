"""Times of some kernels; the same file runs natively and in Pyodide. See `wasm_budget.py`."""

from __future__ import annotations

import json
from collections.abc import Callable
from time import perf_counter


def best(work: Callable[[], object], seconds: float = 2) -> float:
    """Return the shortest time of a call in milliseconds.

    Node.js compiles WebAssembly twice, fast and then well, so the first calls are slow.
    """
    times = []
    end = perf_counter() + seconds
    while len(times) < 3 or perf_counter() < end:
        start = perf_counter()
        work()
        times.append(perf_counter() - start)
    return min(times) * 1e3


def measure() -> str:
    """Return the times by name, as JSON."""
    import numpy as np

    from fastqueens import examples, nqueens, packing, queens, sliding

    levels = np.stack([level.board.regions for level in queens.levels(8)])
    boards = np.concatenate([levels] * 20)
    stars = [level.board for level in queens.levels(10, stars=2)][:20]
    tiles = sliding.Puzzle.from_text(examples.example("eight").text)
    puzzle = packing.Puzzle.from_text(examples.example("iq-5x11").text)
    found = {
        "N-Queens, n = 12": best(lambda: nqueens.count(12, threads=1)),
        "batch of 8 x 8 boards": best(lambda: queens.solve_many(boards, threads=1)),
        "20 boards of two stars, 10 x 10": best(lambda: [queens.solve(x) for x in stars]),
        "100 boards of 8 x 8 made": best(lambda: queens.generate(8, count=100, seed=1)),
        "8-puzzle of 31 moves, IDA*": best(
            lambda: sliding.solve(tiles, method="ida", heuristic="manhattan")
        ),
        "IQ Puzzler Pro, one solution": best(lambda: packing.solve(puzzle)),
    }
    return json.dumps(found)
