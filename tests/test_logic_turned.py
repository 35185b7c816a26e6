"""Ratings and explanations turn with the board: eight orientations and any colours, one rating."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from conftest import examples, oracle, region_arrays, sample_boards, some
from helpers import sbn
from hypothesis import given
from hypothesis import strategies as st

from fastqueens import queens
from fastqueens.queens.board.board import Board
from fastqueens.queens.grid.rules import Rules
from fastqueens.queens.logic import engine as logic
from fastqueens.queens.logic.hints import hint

CHAINS = ("forcing-chain", "long-chain", "forcing-net")
IMAGES = tuple(range(8))


def turn(cells, image):
    """Return one of the eight images of an array of n rows and n columns."""
    return np.rot90(cells.T if image & 4 else cells, image % 4)


def turned_board(board, image, rng):
    """Return an image of a board with other labels, and the cell of the image for each cell."""
    names = rng.choice(256, len(board.labels), replace=False).astype(np.uint8)
    labels = np.ascontiguousarray(turn(names[board.regions], image))
    cells = np.arange(board.n**2).reshape(board.n, board.n)
    new_cell = {}
    for index, cell in enumerate(turn(cells, image).flat):
        new_cell[divmod(int(cell), board.n)] = divmod(index, board.n)
    rules = {"stars": board.stars, "allow_empty_regions": board.rules.allow_empty_regions}
    return Board.from_array(labels, **rules), new_cell


def facts(step, new_cell):
    """Return what a step says, with its cells on another board; chains keep their order."""
    names = ("cells", "placed", "eliminated")
    cells, placed, eliminated = ([new_cell[x] for x in getattr(step, name)] for name in names)
    cells = tuple(cells) if step.rule in CHAINS else frozenset(cells)
    return step.rule, step.rounds, cells, frozenset(placed), frozenset(eliminated)


def cells_of_units(board, step):
    """Return the set of cells of each unit of a step."""
    rows, columns = np.indices((board.n, board.n))
    arrays = {"row": rows, "column": columns, "region": board.regions}
    return [
        frozenset((int(r), int(c)) for r, c in np.argwhere(arrays[kind] == number))
        for kind, number in step.units
    ]


def is_symmetric(board):
    """Whether an image of the board is the board itself; its steps then turn in several ways."""
    boards = [Board.from_array(turn(board.regions, i), allow_empty_regions=True) for i in IMAGES]
    return len({x.regions.tobytes() for x in boards}) < 8


def check_images(board, rng, images=IMAGES):
    steps, rating = logic.explained(board)
    for image in images:
        other, new_cell = turned_board(board, image, rng)
        turned, again = logic.explained(other)
        assert again == rating
        assert queens.rate(other) == queens.rate(board)
        if is_symmetric(board):
            continue
        own = {cell: cell for cell in new_cell}
        assert [facts(x, own) for x in turned] == [facts(x, new_cell) for x in steps]
        for step, one in zip(steps, turned, strict=True):
            units = [frozenset(new_cell[x] for x in cells) for cells in cells_of_units(board, step)]
            assert Counter(units) == Counter(cells_of_units(other, one))


@given(region_arrays(), st.integers(0, 2**32 - 1))
@examples(60)
def test_any_regions(regions, seed):
    check_images(Board.from_array(regions), np.random.default_rng(seed))


@given(region_arrays(exact=False), st.integers(0, 2**32 - 1))
@examples(40)
def test_regions_that_may_stay_empty(regions, seed):
    board = Board.from_array(regions, allow_empty_regions=True)
    check_images(board, np.random.default_rng(seed))


@pytest.mark.parametrize(
    ("n", "stars", "pieces", "count"),
    [(n, 1, 1, 8) for n in range(4, 18)]
    + [(9, 1, 3, 6), (20, 1, 1, 2), (25, 1, 1, 1)]
    + [(8, 2, 1, 6), (10, 2, 1, 6), (10, 2, 3, 4), (14, 3, 1, 3), (13, 2, 1, 2), (16, 4, 1, 2)],
)
def test_generated_boards(n, stars, pieces, count):
    rng = np.random.default_rng(n)
    boards = queens.generate(n, stars=stars, pieces=pieces, count=count, seed=1)
    for board in some(boards, (count + 2) // 3):
        check_images(board, rng, IMAGES if n < 14 else rng.permutation(8)[:3])


@pytest.mark.parametrize(
    ("n", "stars", "difficulty"),
    [(8, 1, "expert"), (11, 1, "expert"), (10, 2, "hard"), (10, 2, "expert"), (14, 3, "hard")],
)
def test_boards_that_need_chains(n, stars, difficulty):
    rng = np.random.default_rng(n)
    for board in queens.generate(n, stars=stars, difficulty=difficulty, count=3, seed=1):
        assert any(step.rule in CHAINS for step in queens.explain(board))
        check_images(board, rng, rng.permutation(8)[:3])


def test_boards_of_other_authors():
    rng = np.random.default_rng(1)
    by_size = {}
    for regions, _ in sample_boards():
        by_size.setdefault(len(regions), []).append(regions)
    for line in oracle("queens_drawn.txt").read_text().splitlines()[1:]:
        n, cells = int(line.split()[0]), line.split()[1]
        regions = np.frombuffer(cells.encode(), np.uint8).reshape(n, n)
        by_size.setdefault(n, []).append(regions)
    for boards in by_size.values():
        check_ratings(some(boards, 20), Rules(), rng)


def test_star_battles_of_other_authors():
    with oracle("stars_sample.txt").open() as file:
        groups = dict(sbn.groups_of(file))
    rng = np.random.default_rng(1)
    for lines in groups.values():
        boards = [Board.from_text(line, format="sbn") for line in some(lines[:40], 15)]
        small = boards if boards[0].n < 17 else boards[:2]
        check_ratings([board.regions for board in small], boards[0].rules, rng)


def check_ratings(boards, rules, rng):
    """Rate all boards and their images in one batch."""
    n, images = len(boards[0]), range(8) if len(boards[0]) < 17 else (1, 6)
    names = [rng.permutation(256)[np.asarray(x, np.uint8)] for x in boards for _ in images]
    made = [turn(x, image) for x, image in zip(names, [*images] * len(boards), strict=True)]
    rated = queens.rate_many(np.stack(made).astype(np.uint8), rules=rules, threads=1)
    alone = queens.rate_many(np.stack([np.asarray(x, np.uint8) for x in boards]), rules=rules)
    assert rated.scores.reshape(len(boards), -1).T.tolist() == [alone.scores.tolist()] * len(images)
    assert rated.tiers.reshape(len(boards), -1).T.tolist() == [alone.tiers.tolist()] * len(images)
    assert n == made[0].shape[0]


def test_positions_of_a_player():
    """Queens and crossed cells turn with the board, in any order."""
    rng = np.random.default_rng(3)
    for board in some(queens.generate(8, count=12, seed=5), 5):
        solution = queens.solve(board).cells
        placed = [solution[i] for i in rng.permutation(8)[:2]]
        steps = queens.explain(board, placed=placed)
        assert [x.as_dict() for x in steps] == [
            x.as_dict() for x in queens.explain(board, placed=placed[::-1])
        ]
        crossed = [cell for step in steps[:3] for cell in step.eliminated]
        steps = queens.explain(board, placed=placed, eliminated=crossed)
        for image in IMAGES:
            other, new_cell = turned_board(board, image, rng)
            own = {cell: cell for cell in new_cell}
            there, out = ([new_cell[x] for x in cells] for cells in (placed, crossed))
            turned = queens.explain(other, placed=there, eliminated=out)
            assert [facts(x, own) for x in turned] == [facts(x, new_cell) for x in steps]
            step, one = hint(board, placed, crossed).step, hint(other, there, out).step
            assert (step is None) == (one is None)
            if step is not None:
                assert facts(one, own) == facts(step, new_cell)
