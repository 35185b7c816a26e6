"""Boards that look drawn: symmetries, motifs, drawings, given queens and sizes."""

from __future__ import annotations

import numpy as np
import pytest
from conftest import THOROUGH, examples
from hypothesis import given
from hypothesis import strategies as st

from fastqueens import queens
from fastqueens._kernels.queens import generate as kernels
from fastqueens.connected_pieces import count_pieces_of_regions
from fastqueens.queens.generation.generator import generate_stream
from fastqueens.queens.generation.motifs import FREE, read_motifs
from fastqueens.queens.generation.unique import generate_slices
from fastqueens.queens.grid.grid import LETTERS
from fastqueens.results import InputError, SearchStopped
from fastqueens.search import RUNNING

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
    number = 2 if n < 7 else 20 if THOROUGH else 6
    boards = queens.generate(n, count=number, seed=n, symmetry=name)
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
        ({"n": 10, "stars": 2, "symmetry": "any"}, "stars is 2, expected 1 with symmetry"),
        ({"n": 9, "pieces": 2, "symmetry": "any"}, "pieces is 2, expected 1 with symmetry"),
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
    with pytest.raises(SearchStopped, match="with half-turn symmetry are too rare") as stop:
        queens.generate(4, count=50, seed=1, symmetry="half-turn")
    assert stop.value.reason == "iterations"


# ---------------------------------------------------------------------------- motifs and drawings


def given_cells(mask):
    """The cells of each letter of a mask of n rows."""
    cells = {}
    for r, row in enumerate(mask.split("\n")):
        for c, letter in enumerate(row):
            if letter != ".":
                cells.setdefault(letter, set()).add((r, c))
    return cells


def cells_of_region(board, cell):
    return {(int(r), int(c)) for r, c in np.argwhere(board.regions == board.regions[cell])}


def masks_of(motif, n):
    """The masks of a motif as texts of n rows."""
    return [
        "\n".join("".join("." if x == FREE else LETTERS[x] for x in row) for row in mask.tolist())
        for mask in read_motifs(motif, n)
    ]


@pytest.mark.parametrize("name", queens.MOTIFS)
def test_each_motif_is_in_its_board(name):
    boards = queens.generate(10, count=2, seed=5, motif=name)
    check_boards(boards)
    (mask,) = masks_of(name, 10)
    for board in boards:
        for cells in given_cells(mask).values():
            assert cells_of_region(board, min(cells)) == cells


def test_motifs_in_the_middle_and_enlarged():
    assert masks_of("I", 7)[0].split("\n") == [
        "..AAA..", *["...A..."] * 5, "..AAA..",
    ]  # fmt: skip
    assert masks_of("I", 15)[0].count("A") == 4 * masks_of("I", 7)[0].count("A")
    assert masks_of(["heart", "A\nA"], 8)[1].split("\n")[2:5] == [
        "........", "...A....", "...A....",
    ]  # fmt: skip


def test_a_word_over_several_boards():
    boards = queens.generate(9, count=7, seed=1, motif="word:hello", threads=2)
    masks = [masks_of(letter, 9)[0] for letter in "HELLOHE"]
    check_boards(boards)
    for board, mask in zip(boards, masks, strict=True):
        (cells,) = given_cells(mask).values()
        assert cells_of_region(board, min(cells)) == cells


@pytest.mark.parametrize(
    ("motif", "symmetry"),
    [
        ("smile", "mirror"),
        ("heart", "mirror"),
        ("H", "half-turn"),
        ("X", "any"),
        ("S", "half-turn"),
    ],
)
def test_a_motif_with_a_symmetry(motif, symmetry):
    boards = queens.generate(9, count=3, seed=1, motif=motif, symmetry=symmetry)
    check_boards(boards)
    (mask,) = masks_of(motif, 9)
    for board in boards:
        for cells in given_cells(mask).values():
            assert cells_of_region(board, min(cells)) == cells
        found = queens.find_symmetry(board)
        assert len(found.flaws) == (found.name == "mirror")
        assert found.name == symmetry or symmetry == "any"


DRAWING = """\
A........
.A....B..
..A...B..
...A.....
C........
C..DD....
....D..E.
.......E.
.......E."""


def test_a_drawing_is_finished():
    boards = queens.generate(9, count=20, seed=1, drawing=DRAWING)
    check_boards(boards)
    cells = given_cells(DRAWING)
    for board in boards:
        for some in cells.values():
            assert some <= cells_of_region(board, min(some))
        assert len({int(board.regions[min(some)]) for some in cells.values()}) == len(cells)
    assert boards == queens.generate(9, count=20, seed=1, drawing=DRAWING.split("\n"))


def test_a_finished_drawing_is_kept():
    board = queens.make(7, seed=3)
    assert queens.make(7, seed=9, drawing=board.to_text()) == board
    with pytest.raises(InputError, match="not exactly one solution; queens"):
        queens.make(6, drawing="\n".join(letter * 6 for letter in "ABCDEF"))


@given(st.integers(0, 2**32), st.integers(5, 9), st.integers(1, 3), st.booleans())
@examples(40)
def test_random_masks(seed, n, count, complete):
    """Random shapes are kept cell by cell, or refused in words."""
    rng = np.random.default_rng(seed)
    cells = np.full((n, n), ".")
    for letter in "ABC"[:count]:
        here = tuple(rng.integers(0, n, 2))
        for _ in range(int(rng.integers(1, 7))):
            if cells[here] == ".":
                cells[here] = letter
            step = ((0, 1), (1, 0), (0, -1), (-1, 0))[rng.integers(4)]
            there = tuple(np.add(here, step))
            if min(there) >= 0 and max(there) < n and cells[there] in (".", letter):
                here = there
    mask = "\n".join("".join(row) for row in cells)
    wish = {"motif": mask} if complete else {"drawing": mask}
    try:
        board = queens.make(n, seed=seed, time_limit=20, **wish)
    except (InputError, SearchStopped):
        return
    check_boards([board])
    for some in given_cells(mask).values():
        found = cells_of_region(board, min(some))
        assert some == found if complete else some <= found


# -------------------------------------------------------------------------------- queens and sizes


def test_given_queens():
    whole = queens.solve(queens.make(9, seed=8)).queens.tolist()
    for placed, rows in (
        (whole, range(9)), ([*whole[:4], *[-1] * 5], range(4)),
        ([(0, whole[0]), (8, whole[8])], (0, 8)),
    ):  # fmt: skip
        boards = queens.generate(9, count=20, seed=1, placed=placed)
        check_boards(boards)
        for board in boards:
            found = queens.solve(board).queens
            assert all(found[row] == whole[row] for row in rows)


@pytest.mark.parametrize("symmetry", [None, "half-turn", "mirror"])
@pytest.mark.parametrize(("least", "largest"), [(1, 16), (3, 18), (2, 81)])
def test_sizes_of_regions(symmetry, least, largest):
    boards = queens.generate(9, count=10, seed=4, regions=(least, largest), symmetry=symmetry)
    check_boards(boards)
    for board in boards:
        sizes = np.bincount(board.regions.ravel())
        assert least <= sizes.min()
        assert sizes.max() <= largest


@pytest.mark.parametrize("single_cells", [0, 1, 3, 6])
@pytest.mark.parametrize("wish", [{}, {"motif": "7"}, {"placed": [(4, 4)]}])
def test_number_of_single_cells(single_cells, wish):
    boards = queens.generate(9, count=10, seed=4, single_cells=single_cells, **wish)
    check_boards(boards)
    for board in boards:
        assert (np.bincount(board.regions.ravel()) == 1).sum() == single_cells


def test_sizes_of_boards_with_several_stars():
    for board in queens.generate(10, stars=2, count=3, seed=1, regions=(5, 20)):
        sizes = np.bincount(board.regions.ravel())
        assert (sizes.min() >= 5, sizes.max() <= 20) == (True, True)


@pytest.mark.parametrize(
    "options",
    [{"motif": "smile"}, {"motif": ["A", "B", "7"]}, {"drawing": DRAWING},
     {"regions": (3, 20), "single_cells": 0}, {"placed": [(0, 3)], "symmetry": "half-turn"}],
)  # fmt: skip
def test_any_division_gives_the_same_boards_with_wishes(options, tmp_path):
    boards = queens.generate(9, count=40, seed=3, threads=1, **options)
    assert boards == queens.generate(9, count=40, seed=3, threads=3, **options)
    assert boards == queens.generate(9, count=40, seed=3, executor="threads:2", **options)
    labels = np.concatenate(list(generate_slices(9, count=40, seed=3, **options)))
    assert (labels == np.stack([board.regions for board in boards])).all()
    ledger = tmp_path / "boards.db"
    some = queens.generate(9, count=15, seed=3, ledger=ledger, **options)
    rest = queens.generate(9, count=25, seed=3, ledger=ledger, **options)
    assert some + rest == boards


def test_processes_make_the_same_boards():
    options = {"motif": "smile", "placed": [(0, 3)]}
    boards = queens.generate(9, count=4, seed=3, threads=1, **options)
    assert boards == queens.generate(9, count=4, seed=3, executor="processes:1", **options)


@pytest.mark.parametrize("budget", [1, 7, 1000])
@pytest.mark.parametrize(
    "options", [{"symmetry": 1}, {"symmetry": 2}, {"symmetry": 4}, {"single_cells": 3}]
)
def test_any_budget_gives_the_same_board(options, budget):
    labels, solution = np.empty((2, 8, 8), np.uint8), np.empty((2, 8), np.int16)
    whole = labels.copy()
    kernels.Generate(whole, solution, seed=1, first=0, style=0, **options).step(2**62)
    machine = kernels.Generate(labels, solution, seed=1, first=0, style=0, **options)
    while machine.step(budget) == RUNNING:
        pass
    assert (labels == whole).all()
    assert (queens.solve_many(labels).first == solution).all()


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"motif": "hart"}, "motif is 'hart', expected a mask or a name .*; did you mean 'heart'"),
        ({"motif": "word:A-B"}, "found '-' in the word, expected A to Z or 0 to 9"),
        ({"motif": "word:"}, "expected a word after the colon"),
        ({"motif": []}, "motif is empty"),
        ({"motif": 5}, "motif is 5, expected a list of names and masks"),
        ({"motif": "AA\nA"}, "row 2 of motif has 1 cells, expected 2"),
        ({"motif": "A.\n.A"}, "region 1 of the motif has 2 pieces, expected one"),
        ({"motif": "..\n.."}, "motif has no letters"),
        ({"motif": "A!"}, "motif has the sign '!', expected letters and dots"),
        ({"motif": "\n".join(["A" * 9] * 9)}, "motif covers the whole board"),
        ({"motif": "A" * 10 + "\n" + "A" * 10}, "motif has 2 rows of 10 cells, expected at most 9"),
        ({"motif": "heart", "symmetry": "diagonal"}, "found a motif without diagonal symmetry"),
        ({"motif": "7", "symmetry": "any"}, "found a motif without a symmetry"),
        ({"motif": "A", "drawing": DRAWING}, "found a motif and a drawing, expected one of them"),
        ({"drawing": "AB\nAB"}, "drawing has 2 rows of 2 cells, expected 9 of 9"),
        ({"drawing": DRAWING, "symmetry": "mirror"}, "expected another symmetry with a drawing"),
        ({"drawing": "\n".join([*["A" * 9] * 8, "A" * 4 + "." * 5])}, "drawing has 1 region and 5"),
        ({"placed": [(0, 3), (1, 4)]}, "found queens on d1 and e2, expected queens that do not"),
        ({"placed": [(0, 3), (5, 3)]}, "found queens on d1 and d6, expected queens that do not"),
        ({"regions": 5}, "regions is 5, expected a pair"),
        ({"regions": (10, 20)}, r"regions\[0\] is 10, expected 1 to 9"),
        ({"regions": (1, 8)}, r"regions\[1\] is 8, expected 9 to 81"),
        ({"single_cells": 9}, "single_cells is 9, expected 0 to 8"),
        ({"single_cells": 1, "regions": (2, 20)}, "single_cells is 1, expected 0 with regions of"),
        ({"single_cells": 2, "symmetry": "mirror"}, "expected at most 1 with mirror symmetry"),
        ({"n": 12, "stars": 2, "motif": "A"}, "stars is 2, expected 1 with motif"),
        ({"pieces": 2, "single_cells": 0}, "pieces is 2, expected 1 with single_cells"),
    ],
)  # fmt: skip
def test_impossible_wishes(options, message):
    with pytest.raises(InputError, match=message):
        queens.generate(**{"n": 9, **options})


def test_the_message_of_boards_that_do_not_exist_names_the_wishes():
    with pytest.raises(SearchStopped, match="with half-turn symmetry, these queens and regions of"):
        queens.generate(5, count=90, seed=1, symmetry="half-turn", regions=(5, 5), placed=[(2, 2)])
