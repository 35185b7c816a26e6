"""Star Battle boards for the benchmarks, the same in every run.

Like `boards`, this uses plain integer arithmetic, so that a seed makes the same board everywhere.
"""

from __future__ import annotations

from itertools import combinations, pairwise

import numpy as np

from cases.boards import Lcg, Regions
from fastqueens import queens

Cell = tuple[int, int]


def random_stars(n: int, each: int, rng: Lcg) -> list[Cell]:
    """Place `each` stars in every row and column such that no two touch."""
    shapes = [
        row for row in combinations(range(n), each) if all(b - a > 1 for a, b in pairwise(row))
    ]
    while True:
        rows: list[tuple[int, ...]] = []
        left = [each] * n
        while len(rows) < n:
            above = rows[-1] if rows else ()
            fits = [
                row
                for row in shapes
                if all(left[c] for c in row) and all(abs(a - c) > 1 for a in above for c in row)
            ]
            if not fits:
                break  # a dead end: start again
            rows.append(fits[rng.below(len(fits))])
            for c in rows[-1]:
                left[c] -= 1
        else:
            return [(r, c) for r, row in enumerate(rows) for c in row]


def _near(cell: Cell, n: int) -> list[Cell]:
    r, c = cell
    steps = ((r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1))
    return [(y, x) for y, x in steps if 0 <= y < n and 0 <= x < n]


def grown(n: int, each: int, rng: Lcg) -> tuple[Regions, list[Cell]]:
    """Make a solvable board of connected regions; return it and its hidden solution.

    A piece grows from each star until the board is full. Then `each` neighbouring pieces are joined
    to one region.
    """
    while True:
        cells = random_stars(n, each, rng)
        owner = {cell: k for k, cell in enumerate(cells)}
        edge = list(cells)
        while edge:
            k = rng.below(len(edge))
            free = [cell for cell in _near(edge[k], n) if cell not in owner]
            if not free:
                edge[k] = edge[-1]
                edge.pop()
                continue
            cell = free[rng.below(len(free))]
            owner[cell] = owner[edge[k]]
            edge.append(cell)
        beside: dict[int, set[int]] = {k: set() for k in range(len(cells))}
        for cell, k in owner.items():
            beside[k].update(owner[other] for other in _near(cell, n) if owner[other] != k)
        region: dict[int, int] = {}
        for g in range(n):  # the piece with the fewest free neighbours chooses first
            alone = [k for k in beside if k not in region]
            group = [min(alone, key=lambda k: (len(beside[k] - region.keys()), k))]
            while len(group) < each:
                reach = sorted(set().union(*(beside[k] for k in group)) - region.keys() - {*group})
                if not reach:
                    break
                group.append(reach[rng.below(len(reach))])
            if len(group) < each:
                break
            region.update(dict.fromkeys(group, g))
        else:
            numbers = [[region[owner[r, c]] for c in range(n)] for r in range(n)]
            return np.array(numbers, np.uint8), cells


def planted(n: int, each: int, seed: int, loose: int = 12) -> Regions:
    """Make a board of any size with a known solution on a lattice; n is odd and at least 4k + 1.

    `loose` % of the cells join random regions, the cells of the solution join their own regions,
    and all others join the last region.
    """
    rng = Lcg(seed)
    regions = np.full((n, n), n - 1, np.uint8)
    for r in range(n):
        for c in range(n):
            if rng.below(100) < loose:
                regions[r, c] = rng.below(n)
    groups = [g for g in range(n) for _ in range(each)]
    for r in range(n):
        for i in range(each):
            group = groups.pop(rng.below(len(groups)))
            regions[r, (n // 2 * r + 2 * i) % n] = group
    return regions


def _connected(regions: Regions, g: int) -> bool:
    cells = {(int(r), int(c)) for r, c in np.argwhere(regions == g)}
    if not cells:
        return False
    todo = [cells.pop()]
    while todo:
        for cell in _near(todo.pop(), len(regions)):
            if cell in cells:
                cells.remove(cell)
                todo.append(cell)
    return not cells


def unique(n: int, each: int, seed: int, *, nodes: int | None = None) -> Regions:
    """Make a board of connected regions with one solution, as puzzles have.

    While there is a second solution, one of its stars moves to a neighbouring region. With `nodes`,
    more cells move until the search needs at most this many nodes: an easy board.
    """
    rng = Lcg(seed * 1000 + n * 10 + each)
    while True:
        regions, cells = grown(n, each, rng)
        hidden = set(cells)
        for _ in range(20 * n):
            rivals = [
                {(int(r), int(c)) for r, c in found} - hidden
                for found, _ in zip(
                    queens.solutions(queens.Board.from_array(regions, stars=each)),
                    range(2),
                    strict=False,
                )
            ]
            cell = _move(regions, sorted(set().union(*rivals)), rng)
            if cell is None:
                break
        if not queens.is_unique(queens.Board.from_array(regions, stars=each)):
            continue
        others = [(r, c) for r in range(n) for c in range(n) if (r, c) not in hidden]
        work = queens.count(queens.Board.from_array(regions, stars=each), limit=2).stats.nodes
        for _ in range(40 * n):
            if nodes is None or work <= nodes:
                return regions
            before = regions.copy()
            _move(regions, others, rng)
            after = queens.solve_many(regions[None], rules=queens.Rules(each), threads=1)
            if after.counts[0] == 1 and after.stats.nodes <= work:
                work = after.stats.nodes
            else:
                regions = before


def _move(regions: Regions, cells: list[Cell], rng: Lcg) -> Cell | None:
    """Move one of the cells to a neighbouring region if its own region stays connected."""
    moves = [
        (cell, int(regions[other]))
        for cell in cells
        for other in _near(cell, len(regions))
        if regions[other] != regions[cell]
    ]
    if not moves:
        return None
    cell, region = moves[rng.below(len(moves))]
    before = int(regions[cell])
    regions[cell] = region
    if not _connected(regions, before):
        regions[cell] = before
    return cell


def turned(stack: list[Regions]) -> Regions:
    """Return each board in its 8 symmetric positions, so that branch predictors learn less."""
    return np.stack(
        [np.rot90(side, k) for board in stack for side in (board, board.T) for k in range(4)]
    )
