"""Boards for the benchmarks, the same in every run.

Real boards come from ``shared/oracles`` next to the repository. If that folder is missing,
generated boards replace them, so that the benchmarks run everywhere; `load` reports which boards it
used.

The generator uses plain integer arithmetic (no NumPy random numbers, whose streams may change), so
a seed makes the same board everywhere and in all versions. `fingerprint.py` and `counters.py`
depend on this: a change to `Lcg`, `grown` or `scattered` changes their numbers.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

Regions = NDArray[np.uint8]  # (n, n), or (B, n, n) for a stack of boards

ORACLES = Path(__file__).resolve().parents[3] / "shared" / "oracles"

# The 8x8 board of queens_seed.md, used to report the latency of a single call.
EIGHT = """
AAABBBCC
AAABBBCC
DDDDBBCC
DDEEECCC
DDEEEFFF
GGEHHFFF
GGGHHHFF
GGGHHHFF
"""


def parse(text: str) -> Regions:
    """Turn lines of letters into region numbers from 0, in the order of the letters."""
    letters = np.array([list(line) for line in text.split()])
    _, numbers = np.unique(letters, return_inverse=True)
    return numbers.reshape(letters.shape).astype(np.uint8)


def read(path: Path) -> list[tuple[Regions, int]]:
    """Read lines of ``n solutions cells``: boards with their number of solutions."""
    boards = []
    for line in path.read_text().splitlines():
        if line and not line.startswith("#"):
            size, solutions, cells = line.split()
            n = int(size)
            rows = (cells[i : i + n] for i in range(0, n * n, n))
            boards.append((parse("\n".join(rows)), int(solutions)))
    return boards


class Lcg:
    """Knuth's 64-bit linear congruential generator; its upper bits are good enough for boards."""

    def __init__(self, seed: int) -> None:
        self.state = seed
        self.below(1), self.below(1)  # small seeds would begin with similar numbers

    def below(self, n: int) -> int:
        """Draw a number from 0 to n - 1."""
        self.state = (self.state * 6364136223846793005 + 1442695040888963407) % 2**64
        return (self.state >> 33) % n


def random_queens(n: int, rng: Lcg) -> list[int]:
    """Place queens that do not touch, one per row, as columns (impossible for n = 2 and 3)."""
    while True:
        queens: list[int] = []
        free = list(range(n))
        while free:
            fits = [c for c in free if not queens or abs(c - queens[-1]) > 1]
            if not fits:
                break  # a dead end: start again
            queens.append(fits[rng.below(len(fits))])
            free.remove(queens[-1])
        if not free:
            return queens


def grown(n: int, seed: int, regions: int | None = None) -> Regions:
    """Make a solvable board: regions grow cell by cell from the queens of a hidden solution.

    Each region grows at its own speed, so that sizes differ as they do on real boards. With more
    than n regions the extra ones grow from random cells; with fewer, some queens have no region.
    """
    rng = Lcg(seed * 1000 + n)
    cells = [r * n + c for r, c in enumerate(random_queens(n, rng))]
    count = n if regions is None else regions
    while len(cells) < count:
        cell = rng.below(n * n)
        if cell not in cells:
            cells.append(cell)
    speed = [1 + rng.below(8) for _ in range(count)]
    owner = [-1] * (n * n)
    edge = list(enumerate(cells[:count]))
    for g, cell in edge:
        owner[cell] = g
    while edge:
        k = rng.below(len(edge))
        g, cell = edge[k]
        if rng.below(8) >= speed[g]:
            continue
        r, c = divmod(cell, n)
        near = [
            y * n + x
            for y, x in ((r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1))
            if 0 <= y < n and 0 <= x < n and owner[y * n + x] < 0
        ]
        if not near:
            edge[k] = edge[-1]
            edge.pop()
            continue
        cell = near[rng.below(len(near))]
        owner[cell] = g
        edge.append((g, cell))
    return np.array(owner, np.uint8).reshape(n, n)


def scattered(n: int, seed: int) -> Regions:
    """Make a board of n regions with scattered cells: little propagation, so deep search trees."""
    rng = Lcg(seed * 1000 + n)
    owner = [k if k < n else rng.below(n) for k in range(n * n)]
    for i in range(n * n - 1, 0, -1):
        j = rng.below(i + 1)
        owner[i], owner[j] = owner[j], owner[i]
    return np.array(owner, np.uint8).reshape(n, n)


def unique(n: int, seed: int) -> Regions:
    """Make a board with one solution, as puzzles have; its regions may be in several pieces.

    While there is a second solution, one of its cells moves to a neighbouring region. Unlike the
    other functions this one uses the package's solver.
    """
    from fastqueens import queens

    rng = Lcg(seed * 1000 + n)
    # The same random numbers with which `grown` begins.
    hidden = random_queens(n, Lcg(seed * 1000 + n))
    board = grown(n, seed)
    while True:
        found = [s.tolist() for s, _ in zip(queens.solutions(board), range(2), strict=False)]
        others = [s for s in found if s != hidden]
        if not others:
            return board
        wrong = [r for r in range(n) if others[0][r] != hidden[r]]
        r = wrong[rng.below(len(wrong))]
        c = others[0][r]
        near = [
            board[y, x]
            for y, x in ((r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1))
            if 0 <= y < n and 0 <= x < n and board[y, x] != board[r, c]
        ]
        board[r, c] = near[rng.below(len(near))] if near else rng.below(n)


@dataclass(frozen=True)
class Sample:
    """Boards by size, and their known numbers of solutions (up to a limit)."""

    source: str
    stacks: dict[int, Regions]
    solutions: dict[int, NDArray[np.int64]]


def load(sizes: Iterable[int]) -> Sample:
    """Read the sample of real boards, or make boards if the sample is missing."""
    wanted = sorted(set(sizes))
    path = ORACLES / "queens_sample.txt"
    if not path.exists():
        stacks = {n: np.stack([unique(n, seed) for seed in range(20)]) for n in wanted}
        known = {n: np.ones(20, np.int64) for n in wanted}
        return Sample("made on the spot (no shared/oracles/queens_sample.txt)", stacks, known)
    found = [item for item in read(path) if len(item[0]) in wanted]
    by_size = {n: [item for item in found if len(item[0]) == n] for n in wanted}
    return Sample(
        "real ones, shared/oracles/queens_sample.txt",
        {n: np.stack([b for b, _ in some]) for n, some in by_size.items() if some},
        {n: np.array([s for _, s in some], np.int64) for n, some in by_size.items() if some},
    )


def large(n: int) -> tuple[Regions, str]:
    """Read the thesis board of this size (20 or 30), or make a board; also return its source."""
    path = ORACLES / f"queens_thesis{n}.txt"
    if path.exists():
        return parse(path.read_text()), "thesis"
    return grown(n, 0), "made on the spot"


def replicate(stack: Regions, many: int) -> Regions:
    """Repeat boards up to `many`, as different boards of the same kind, originals first.

    Copies are rotated and mirrored, and a few cells move to neighbouring regions if the board stays
    unique, ambiguous or unsolvable. Without these changes branch predictors learn the boards: with
    AVX-512, 160 repeated boards ran 1.4 times as fast as 4000 different ones. Regions are numbered
    as in `Board`.
    """
    from fastqueens import queens

    rng = Lcg(len(stack))
    n = stack.shape[1]
    copies = []
    for k in range(-(-many // len(stack))):
        copy = np.rot90(stack, k % 4, axes=(1, 2))
        copies.append(copy.transpose(0, 2, 1) if k % 8 >= 4 else copy)
    result = np.ascontiguousarray(np.concatenate(copies)[:many])
    counts = queens.solve_many(result).counts
    for _ in range(6):
        tried = result.copy()
        for board in tried[len(stack) :]:
            r, c = rng.below(n), rng.below(n)
            dy, dx = ((-1, 0), (1, 0), (0, -1), (0, 1))[rng.below(4)]
            y, x = r + dy, c + dx
            if 0 <= y < n and 0 <= x < n and np.count_nonzero(board == board[r, c]) > 1:
                board[r, c] = board[y, x]
        same = queens.solve_many(tried).counts == counts
        result[same] = tried[same]
    for board in result:
        _, first, inverse = np.unique(board, return_index=True, return_inverse=True)
        board[:] = np.argsort(np.argsort(first))[inverse].reshape(n, n)
    return result
