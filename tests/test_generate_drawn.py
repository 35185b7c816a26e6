"""Boards that look drawn: symmetries, motifs, drawings, given queens and sizes."""

from __future__ import annotations

import numpy as np
import pytest

from fastqueens import queens
from fastqueens.connected_pieces import count_pieces_of_regions
from fastqueens.queens.generation.generator import generate_stream
from fastqueens.queens.generation.unique import generate_slices
from fastqueens.results import InputError, SearchStopped

# The maps from a cell to its image for boards of n rows.
MAPS = {
    "half-turn": [lambda n, r, c: (n - 1 - r, n - 1 - c)],
    "quarter-turn": [lambda n, r, c: (c, n - 1 - r)],
    "diagonal": [lambda n, r, c: (c, r), lambda n, r, c: (n - 1 - c, n - 1 - r)],
    "mirror": [lambda n, r, c: (r, n - 1 - c), lambda n, r, c: (n - 1 - r, c)],
}


def has_symmetry(regions, image):
    """Whether a map takes each region onto a region, cell by cell."""
    n, partner = len(regions), {}
    for r in range(n):
        for c in range(n):
            there = regions[image(n, r, c)]
            if partner.setdefault(int(regions[r, c]), int(there)) != there:
                return False
    return len(set(partner.values())) == len(partner)


def repaired(regions, flaw, image):
    """All boards that differ from this one in the region of the cell `flaw` or of its image."""
    n = len(regions)
    for cell in (flaw, image(n, *flaw)):
        for region in range(n):
            other = regions.copy()
            other[cell] = region
            yield other


def check_boards(boards):
    """Check that boards are valid: one solution, connected regions, no two equivalent."""
    for board in boards:
        assert queens.count(board) == 1
        assert board.n == len(board.labels)
        assert (count_pieces_of_regions(board.regions) == 1).all()
    assert len({queens.canonical_hash(board) for board in boards}) == len(boards)


SIZES = [
    (name, n)
    for name in MAPS
    for n in (5, 6, 7, 8, 9, 12, 13, 16)
    if name != "quarter-turn" or n % 4 < 2
]


@pytest.mark.parametrize(("name", "n"), SIZES)
def test_symmetric_boards(name, n):
    boards = queens.generate(n, count=2 if n < 7 else 20, seed=n, symmetry=name)
    check_boards(boards)
    for board in boards:
        regions = board.regions.astype(int)
        found = queens.find_symmetry(board)
        if name != "mirror":
            assert any(has_symmetry(regions, image) for image in MAPS[name])
            assert found.flaws == ()
            assert found.share == 1.0
            continue
        assert not any(has_symmetry(regions, image) for image in MAPS[name])
        exact = any(has_symmetry(regions, x) for maps in MAPS.values() for x in maps)
        assert len(found.flaws) == (0 if exact else 1)
        assert any(
            has_symmetry(other, image)
            for image in MAPS[name]
            for flaw in np.ndindex(n, n)
            for other in (repaired(regions, flaw, image) if n < 9 or flaw in found.flaws else ())
        )


def test_any_symmetry_draws_each():
    names = [
        queens.find_symmetry(x).name for x in queens.generate(9, count=60, seed=2, symmetry="any")
    ]
    assert set(names) == set(MAPS)
    names = [
        queens.find_symmetry(x).name for x in queens.generate(6, count=30, seed=2, symmetry="any")
    ]
    assert set(names) == {"half-turn", "diagonal", "mirror"}


@pytest.mark.parametrize("tier", ["easy", "medium", "hard"])
@pytest.mark.parametrize("name", ["half-turn", "mirror"])
def test_symmetry_with_a_tier(name, tier):
    boards = queens.generate(8, count=5, seed=1, symmetry=name, difficulty=tier)
    assert {queens.rate(board).tier for board in boards} == {tier}
    assert all(len(queens.find_symmetry(board).flaws) == (name == "mirror") for board in boards)


@pytest.mark.parametrize(
    "options", [{"symmetry": "half-turn"}, {"symmetry": "mirror"}, {"symmetry": "any"}]
)
def test_any_division_gives_the_same_boards(options):
    boards = queens.generate(9, count=60, seed=3, threads=1, **options)
    assert boards == queens.generate(9, count=60, seed=3, threads=3, **options)
    assert boards == queens.generate(9, count=60, seed=3, executor="threads:2", **options)
    assert boards[0] == queens.make(9, seed=3, **options)
    # the stream replaces repeated boards at its end
    stream = [x for part in generate_stream(9, count=60, seed=3, **options) for x in part]
    assert {board.to_text() for board in boards} == {board.to_text() for board in stream}
    labels = np.concatenate(list(generate_slices(9, count=60, seed=3, **options)))
    assert (labels == np.stack([board.regions for board in boards])).all()


def test_other_options_give_other_solutions():
    """The boards of one seed have nothing in common if one option differs."""
    asked = [
        {}, {"difficulty": "easy"}, {"difficulty": "medium"}, {"style": "lopsided"},
        {"style": "balanced"}, {"symmetry": "half-turn"}, {"symmetry": "any"},
    ]  # fmt: skip
    found = [
        [tuple(queens.solve(x).queens) for x in queens.generate(9, count=40, seed=1, **options)]
        for options in asked
    ]
    for i, some in enumerate(found):
        for others in found[:i]:
            # two random placements on 9 rows are equal once in 47,622 pairs
            assert sum(a == b for a, b in zip(some, others, strict=True)) <= 1


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (
            {"n": 6, "symmetry": "quarter-turn"},
            "symmetry is 'quarter-turn' with n=6, expected a mul",
        ),
        ({"n": 4, "symmetry": "diagonal"}, "symmetry is 'diagonal' with n=4, expected 5 or more"),
        ({"n": 8, "symmetry": "miror"}, "symmetry is 'miror', expected .*; did you mean 'mirror'"),
        ({"n": 10, "stars": 2, "symmetry": "any"}, "symmetry is 'any' with stars=2, expected one"),
        ({"n": 9, "pieces": 2, "symmetry": "any"}, "symmetry is 'any' with pieces=2, expected"),
    ],
)
def test_impossible_options(options, message):
    with pytest.raises(InputError, match=message):
        queens.generate(**options)


def test_find_symmetry_of_boards_without_one():
    board = queens.make(8, seed=3)
    found = queens.find_symmetry(board)
    assert 0 < found.share < 1
    assert len(found.flaws) > 4
    turned = queens.Board.from_array(np.rot90(board.regions))
    assert len(queens.find_symmetry(turned).flaws) == len(found.flaws)
    assert queens.find_symmetry(["AB", "AB"]).name == "half-turn"
    assert queens.find_symmetry(["AA", "AA"]) == queens.find_symmetry(["A"])


def test_boards_that_do_not_exist():
    with pytest.raises(SearchStopped, match="with quarter-turn symmetry are too rare") as stop:
        queens.generate(4, count=50, seed=1, symmetry="quarter-turn")
    assert stop.value.reason == "iterations"
