"""Compare tiers and scores with the effort of a plain search that knows no rules.

    python bench/rating_check.py [--count K] [N ...]

For each size, K boards of each tier are generated. The search places a queen in the row, column or
region with the fewest cells left, crosses out what the queen attacks, and counts its nodes until it
has shown that there is no second solution; the count is the mean over the eight orientations. The
table has the median of these counts for each tier, and Spearman's rank correlation of the counts
with the tier, with the score, and with the score of boards of one tier (the mean over the tiers).
"""

from __future__ import annotations

import argparse

import numpy as np
from numpy.typing import ArrayLike, NDArray

from fastqueens import queens
from fastqueens.queens.generation.options import DIFFICULTIES


def count_nodes(regions: NDArray[np.uint8]) -> int:
    """Return the number of nodes of a search for all solutions."""
    n = len(regions)
    cells = [(r, c, int(regions[r, c])) for r in range(n) for c in range(n)]
    attacked = {
        (r, c, g): {
            (y, x, h)
            for y, x, h in cells
            if y == r or x == c or h == g or (abs(y - r) <= 1 and abs(x - c) <= 1)
        }
        for r, c, g in cells
    }
    nodes = 0

    def search(left: set[tuple[int, int, int]], units: frozenset[tuple[int, int]]) -> None:
        nonlocal nodes
        nodes += 1
        if not units:
            return
        options: dict[tuple[int, int], list[tuple[int, int, int]]] = {unit: [] for unit in units}
        for cell in left:
            for unit in enumerate(cell):
                if unit in options:
                    options[unit].append(cell)
        for cell in min(options.values(), key=len):
            search(left - attacked[cell], units - set(enumerate(cell)))

    search(set(cells), frozenset((kind, i) for kind in range(3) for i in range(n)))
    return nodes


def mean_nodes(regions: NDArray[np.uint8]) -> float:
    """Return the mean number of nodes over the eight orientations of a board."""
    images = [np.rot90(x, k) for x in (regions, regions.T) for k in range(4)]
    return float(np.mean([count_nodes(image) for image in images]))


def ranks(values: ArrayLike) -> NDArray[np.float64]:
    """Return the rank of each value; equal values share their mean rank."""
    _, where, counts = np.unique(np.ravel(values), return_inverse=True, return_counts=True)
    last = np.cumsum(counts)
    return (last - (counts - 1) / 2)[where]


def spearman(one: ArrayLike, other: ArrayLike) -> float:
    """Return Spearman's rank correlation."""
    return float(np.corrcoef(ranks(one), ranks(other))[0, 1])


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("sizes", nargs="*", type=int, default=[7, 8, 9, 10, 11])
    parser.add_argument("--count", type=int, default=40, help="boards of each tier; 40 by default")
    options = parser.parse_args()
    print(f"| n | {' | '.join(DIFFICULTIES)} | tier | score | score within a tier |")
    print("|---|---|---|---|---|---|---|---|")
    for n in options.sizes:
        nodes, scores = [], []
        for difficulty in DIFFICULTIES:
            boards = queens.generate(n, difficulty=difficulty, count=options.count, seed=1)
            nodes.append([mean_nodes(board.regions) for board in boards])
            scores.append(queens.rate_many(boards).scores.tolist())
        tiers = np.repeat(np.arange(len(DIFFICULTIES)), options.count)
        within = np.mean([spearman(*pair) for pair in zip(nodes, scores, strict=True)])
        medians = " | ".join(f"{np.median(x):.0f}" for x in nodes)
        by_tier, by_score = spearman(nodes, tiers), spearman(nodes, scores)
        print(f"| {n} | {medians} | {by_tier:.2f} | {by_score:.2f} | {within:.2f} |")


if __name__ == "__main__":
    main()
