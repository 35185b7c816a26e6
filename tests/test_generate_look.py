"""Style "drawn": the numbers that the kernel counts, and the looks of the boards."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from conftest import oracle

from fastqueens import InputError, queens
from fastqueens._kernels.queens.generate import Generate
from fastqueens.queens.generation.options import REGION_STYLES

RUNNING = 0  # fq_status

# The images of a cell (row, column) on a board whose last row is n, numbered as in look.h.
SYMMETRIES = [
    lambda r, c, n: (r, n - c),
    lambda r, c, n: (c, r),
    lambda r, c, n: (n - r, n - c),
    lambda r, c, n: (n - c, n - r),
    lambda r, c, n: (n - r, c),
]
SEVEN = [
    *SYMMETRIES,
    lambda r, c, n: (c, n - r),
    lambda r, c, n: (n - c, r),
]


def regions_of(grid):
    """Return the set of cells of each region."""
    regions = {}
    for cell, label in np.ndenumerate(grid):
        regions.setdefault(label, set()).add(cell)
    return list(regions.values())


def at_origin(cells):
    """Move cells to the top left corner."""
    top, left = (min(x) for x in zip(*cells, strict=True))
    return frozenset((r - top, c - left) for r, c in cells)


def images(cells, turns):
    """Return the shapes of some cells after each turn or reflection."""
    return [at_origin([turn(r, c, 0) for r, c in cells]) for turn in turns]


def borders_of(grid):
    """Return the pairs of neighbouring cells of different regions."""
    n = len(grid)
    pairs = [((r, c), (r, c + 1)) for r, c in product(range(n), range(n - 1))]
    pairs += [((r + 1, c), (r, c)) for r, c in product(range(n - 1), range(n))]
    return {frozenset(pair) for pair in pairs if grid[pair[0]] != grid[pair[1]]}


def kept_share(grid):
    """Return the share of the borders that the best of seven symmetries maps to borders."""
    n, borders = len(grid) - 1, borders_of(grid)
    return max(
        sum(frozenset(turn(r, c, n) for r, c in pair) in borders for pair in borders)
        for turn in SEVEN
    ) / len(borders)


def counted(grid, symmetry):
    """Count what the kernel counts, from the definitions in look.h."""
    n = len(grid)
    regions, borders = regions_of(grid), borders_of(grid)
    turn = SYMMETRIES[symmetry]
    shapes = [at_origin(cells) for cells in regions]
    turned = [set(images(cells, SEVEN)) for cells in regions]
    dead_ends = sum(
        len(cells & {(r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)}) == 1
        for cells in regions
        for r, c in cells
    )
    first, last = grid[0, 0], grid[-1, -1]
    frame = sum(int((line == first).sum()) for line in (grid[0], grid[:, 0]))
    frame += sum(int((line == last).sum()) for line in (grid[-1], grid[:, -1]))
    return {
        "symmetry": symmetry,
        "borders": len(borders),
        "kept": sum(frozenset(turn(r, c, n - 1) for r, c in pair) in borders for pair in borders),
        "symmetric": sum(
            len(cells) >= 4 and shape in others
            for cells, shape, others in zip(regions, shapes, turned, strict=True)
        ),
        "repeated": sum(
            len(cells) >= 3
            and any(shapes[j] == shapes[i] or shapes[j] in turned[i] for j in range(n) if j != i)
            for i, cells in enumerate(regions)
        ),
        "dead_ends": dead_ends,
        "frame": frame,
    }


@pytest.mark.parametrize("n", [4, 5, 7, 8, 9, 11, 12, 16])
def test_the_kernel_counts_what_a_person_counts(n):
    """The kernel updates its numbers at every move; they are right after the last one."""
    seen = set()
    for seed in range(12 if n < 12 else 2):
        labels, solution = np.empty((1, n, n), np.uint8), np.empty((1, n), np.int16)
        kernel = Generate(labels, solution, seed=seed, first=0, style=REGION_STYLES.index("drawn"))
        while kernel.step(1000) == RUNNING:
            pass
        counts = kernel.look()
        assert counts == counted(labels[0], counts["symmetry"])
        seen.add(counts["symmetry"])
    assert len(seen) > 1 or n > 11


def is_connected(cells):
    """Tell whether each cell can be reached from each other cell."""
    reached, edge = set(), [min(cells)]
    while edge:
        r, c = edge.pop()
        reached.add((r, c))
        beside = {(r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)}
        edge += (beside & cells) - reached
    return reached == cells


def looks(boards):
    """Return the shares that a person sees first."""
    grids = [np.asarray(board) for board in boards]
    sizes = [[len(cells) for cells in regions_of(grid)] for grid in grids]
    kept = np.array([kept_share(grid) for grid in grids])
    return {
        "with a one-cell region": np.mean([1 in x for x in sizes]),
        "largest region": np.mean([max(x) / sum(x) for x in sizes]),
        "symmetric boards": np.mean(kept >= 0.75),
        "best symmetry": np.mean(kept),
    }


def drawn_by_people():
    boards = []
    for line in oracle("queens_drawn.txt").read_text().splitlines():
        if not line.startswith("#"):
            n, cells = line.split()
            boards.append(np.frombuffer(cells.encode(), np.uint8).reshape(int(n), int(n)))
    return boards


def test_boards_look_like_those_that_people_drew():
    people = drawn_by_people()
    sizes = [len(board) for board in people]
    made = {
        style: [
            board.regions
            for n in sorted(set(sizes))
            for board in queens.generate(n, style=style, count=4 * sizes.count(n), seed=1)
        ]
        for style in ("drawn", "mixed")
    }
    wanted, drawn, mixed = looks(people), looks(made["drawn"]), looks(made["mixed"])
    for name, value in wanted.items():
        assert abs(drawn[name] - value) < 0.06, (name, drawn[name], value)
        assert abs(mixed[name] - value) > abs(drawn[name] - value), name


@pytest.mark.parametrize("n", [5, 6, 7, 10, 14])
def test_boards_have_one_solution_and_connected_regions(n):
    for board in queens.generate(n, style="drawn", count=3, seed=2):
        assert queens.is_unique(board)
        assert all(is_connected(cells) for cells in regions_of(board.regions))


def test_the_number_of_threads_and_of_boards_does_not_change_a_board():
    boards = queens.generate(9, style="drawn", count=24, seed=3, threads=1)
    assert queens.generate(9, style="drawn", count=24, seed=3, threads=4) == boards
    assert queens.generate(9, style="drawn", count=5, seed=3, threads=2) == boards[:5]
    assert queens.generate(9, style="drawn", count=5, seed=4) != boards[:5]


@pytest.mark.parametrize("difficulty", ["easy", "medium", "hard", "expert"])
def test_difficulties_are_possible(difficulty):
    for board in queens.generate(8, style="drawn", difficulty=difficulty, count=2, seed=1):
        assert queens.rate(board).tier == difficulty


def test_regions_in_pieces_are_possible():
    for board in queens.generate(8, style="drawn", pieces=2, count=3, seed=1):
        assert not all(is_connected(cells) for cells in regions_of(board.regions))


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"stars": 2}, "style is 'drawn' with stars=2, expected one star, or another style"),
        (
            {"symmetry": "mirror"},
            "style is 'drawn' with symmetry='mirror', expected one of the two",
        ),
    ],
)
def test_options_that_do_not_go_with_drawn_boards(options, message):
    with pytest.raises(InputError, match=message):
        queens.generate(10, style="drawn", **options)
