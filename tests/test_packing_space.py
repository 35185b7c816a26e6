"""Packing in space: placements, symmetries and counts, against brute force and published counts."""

from __future__ import annotations

import json
import pickle
import random
import warnings
from contextlib import nullcontext
from itertools import product

import numpy as np
import pytest
from conftest import thorough
from hypothesis import given
from hypothesis import strategies as st

from fastqueens import packing
from fastqueens.packing import boxed_text
from fastqueens.packing.pivot import choose_pivot
from fastqueens.packing.placement_tables import Problem
from fastqueens.packing.space import ROTATIONS, orientations
from fastqueens.results import InputError

BAR = [(0, 0), (0, 1)]
CORNER = [(0, 0), (0, 1), (1, 0)]
TRIPOD = [(0, 0, 0), (0, 0, 1), (0, 1, 0), (1, 0, 0)]
SCREW = [(0, 0, 0), (0, 0, 1), (0, 1, 0), (1, 0, 1)]
CONWAY = {
    "A": [(0, row, column) for row in range(2) for column in range(4)],
    "B": list(product(range(2), repeat=3)),
    "C": [(0, 0), (0, 1), (1, 0), (1, 1)],
    "D": [(0, 0), (0, 1), (0, 2)],
}


def turned(cells, matrices):
    """Return the images of a piece, moved to the corner, as sets."""
    found = set()
    for matrix in matrices:
        points = [tuple(int(np.dot(row, cell)) for row in matrix) for cell in cells]
        least = [min(axis) for axis in zip(*points, strict=True)]
        found.add(frozenset(tuple(np.subtract(p, least).tolist()) for p in points))
    return found


def brute_force(board, pieces, *, reflect=False, optional=(), may_be_empty=(), max_empty=99):
    """Return all solutions as sets of (shape of the piece, cells)."""
    board, may_be_empty = set(board), set(may_be_empty)
    matrices = ROTATIONS if reflect else ROTATIONS[:24]
    shapes = [turned([(0, *c) if len(c) == 2 else c for c in x], matrices) for x in pieces]
    size = [range(max(axis) + 1) for axis in zip(*board, strict=True)]
    # The name and the cells of each placement of each piece: they are the same at every step.
    placements = []
    for images in shapes:
        name = min(tuple(sorted(x)) for x in images)
        moved = (
            {(a + x, b + y, c + z) for x, y, z in shape}
            for shape in images
            for a, b, c in product(*size)
        )
        placements.append([(name, cells) for cells in moved if cells <= board])
    found = set()

    def fill(k, left, placed):
        if k == len(pieces):
            if left <= may_be_empty and len(left) <= max_empty:
                found.add(tuple(sorted(placed)))
            return
        if k in optional:
            fill(k + 1, left, placed)
        for name, cells in placements[k]:
            if cells <= left:
                fill(k + 1, left - cells, [*placed, (name, tuple(sorted(cells)))])

    fill(0, board, [])
    return found


def orbits(solutions, board, *, mirror, shapes):
    """Return the number of classes of solutions under the symmetries of the container."""
    board = set(board)
    centre = np.array([min(a) + max(a) for a in zip(*board, strict=True)])
    matrices = [np.array(m) for m in (ROTATIONS if mirror else ROTATIONS[:24])]
    seen, classes = set(), 0
    for solution in sorted(solutions):
        if solution in seen:
            continue
        classes += 1
        for matrix in matrices:

            def move(cell, matrix=matrix):
                image = matrix @ (2 * np.array(cell) - centre) + centre
                return tuple((image // 2).tolist()) if not (image % 2).any() else None

            if {move(cell) for cell in board} != board:
                continue
            image = []
            for _, cells in solution:
                moved = [move(cell) for cell in cells]
                image.append((shapes(moved), tuple(sorted(moved))))
            seen.add(tuple(sorted(image)))
    return classes


def name_of(cells, matrices=ROTATIONS[:24]):
    return min(tuple(sorted(x)) for x in turned(cells, matrices))


@pytest.mark.parametrize(
    ("size", "pieces"),
    [
        ((2, 2, 2), [TRIPOD, TRIPOD]),
        ((2, 2, 2), [SCREW, SCREW]),
        ((1, 2, 3), [CORNER, CORNER]),
        ((2, 2, 2), [BAR] * 4),
        ((2, 2, 3), [CORNER] * 4),
        ((2, 2, 3), [SCREW, TRIPOD, BAR, BAR]),
        ((2, 2, 3), [SCREW, [(0, 0, 0), (0, 0, 1), (0, 1, 0), (1, 1, 0)], BAR, BAR]),
        ((1, 3, 3), [CORNER, CORNER, [(0, 0), (0, 1), (0, 2)]]),
    ],
)
@pytest.mark.parametrize("method", ["bitset", "dlx"])
def test_counts_agree_with_brute_force(size, pieces, method):
    board = list(product(*map(range, size)))
    puzzle = packing.Puzzle.box(*size, pieces=pieces)
    expected = brute_force(board, pieces)
    assert packing.count(puzzle, method=method) == len(expected)
    for distinct in (True, "mirror"):
        classes = orbits(expected, board, mirror=distinct == "mirror", shapes=name_of)
        assert packing.count(puzzle, distinct=distinct, method=method) == classes
        listed = list(packing.solutions(puzzle, distinct=distinct, method=method))
        assert len(listed) == classes
    assert len(list(packing.solutions(puzzle, method=method))) == len(expected)


def test_random_containers_with_holes_and_rules_agree_with_brute_force():
    rng = random.Random(20)
    sets = [[BAR, BAR, CORNER, [(0, 0)]], [BAR, SCREW, CORNER], [CORNER, CORNER, BAR, BAR]]
    for _ in range(30):
        board = sorted(rng.sample(list(product(range(2), range(2), range(3))), rng.randint(7, 11)))
        pieces = rng.choice(sets)
        reflect = rng.random() < 0.5
        optional = sorted(rng.sample(range(len(pieces)), rng.randint(0, 2)))
        empty = rng.sample(board, rng.randint(0, 5))
        most = rng.choice([None, 0, 1, 2, 3])
        solid = np.zeros((2, 2, 3), bool)
        solid[tuple(np.array(board).T)] = True
        puzzle = packing.Puzzle(
            solid,
            pieces,
            reflect=reflect,
            optional_pieces=["ABCD"[k] for k in optional],
            optional_cells=empty,
            max_empty=most,
        )
        matrices = ROTATIONS if reflect else ROTATIONS[:24]
        expected = brute_force(
            board, pieces, reflect=reflect, optional=optional, may_be_empty=empty,
            max_empty=99 if most is None else most,
        )  # fmt: skip
        assert packing.count(puzzle) == len(expected)
        assert len(list(packing.solutions(puzzle, method="dlx"))) == len(expected)
        if not empty:
            for distinct in (True, "mirror"):
                classes = orbits(
                    expected,
                    board,
                    mirror=distinct == "mirror",
                    shapes=lambda cells, m=matrices: name_of(cells, m),
                )
                assert packing.count(puzzle, distinct=distinct) == classes
                assert len(list(packing.solutions(puzzle, distinct=distinct))) == classes


@pytest.mark.parametrize(
    ("size", "pieces", "copies", "rotations", "mirror"),
    [
        ((3, 3, 3), "soma", None, 480, 240),
        ((2, 3, 10), "pentominoes", None, 24, 12),
        ((2, 5, 6), "pentominoes", None, 528, 264),
        ((3, 3, 3), {"A": [*BAR, (1, 0), (1, 1)], "B": [(0, 0)]}, {"A": 6, "B": 3}, 1, 1),
        ((5, 5, 5), CONWAY, {"A": 13, "D": 3}, 1144, 572),
    ],
)
def test_published_counts(size, pieces, copies, rotations, mirror):
    puzzle = packing.Puzzle.box(*size, pieces=pieces, copies=copies)
    assert packing.count(puzzle, distinct="mirror") == mirror
    assert packing.count(puzzle, distinct=True) == rotations


@pytest.mark.parametrize(
    ("size", "pieces", "copies", "mirror"),
    [
        ((3, 4, 5), "pentominoes", None, 3940),
        pytest.param(
            (5, 5, 5), {"Y": [(0, 0), (0, 1), (0, 2), (0, 3), (1, 1)]}, {"Y": 25}, 1264,
            marks=thorough,
        ),
    ],
)  # fmt: skip
def test_published_counts_of_larger_boxes(size, pieces, copies, mirror):
    puzzle = packing.Puzzle.box(*size, pieces=pieces, copies=copies)
    assert packing.count(puzzle, distinct="mirror") == mirror


def test_a_box_of_more_than_256_cells():
    cube = list(product(range(2), repeat=3))
    puzzle = packing.Puzzle.box(10, 10, 10, pieces={"C": cube}, copies={"C": 125})
    assert packing.count(puzzle, distinct="mirror") == 1
    text = "10 10 10 1\nDEFAULT\nA\n"
    assert packing.Puzzle.from_text(text).size == "10x10x10"


def test_orientations_of_a_piece_without_symmetry():
    assert len(orientations(SCREW, reflect=False)) == 12
    assert len(orientations([*SCREW, (0, 0, 2)], reflect=False)) == 24
    assert len(orientations([*SCREW, (0, 0, 2)], reflect=True)) == 48


def test_copies_in_a_range_count_each_arrangement_once():
    box = packing.Puzzle.box(
        1, 1, 4, pieces={"I": BAR, "o": [(0, 0)]}, copies={"I": (0, 4), "o": (0, 4)}
    )
    assert packing.count(box) == 5  # tilings of 1 x 4 by squares and dominoes
    assert len({str(x) for x in packing.solutions(box)}) == 5
    some = packing.Puzzle.box(
        1, 1, 4, pieces={"I": BAR, "o": [(0, 0)]}, copies={"I": (1, 1), "o": 2}
    )
    assert packing.count(some) == 3


def test_colours_restrict_placements():
    pieces = {"A": BAR, "B": BAR}
    colours = {"cells": [1, 2, 1, 2], "pieces": {"A": [1, 2]}, "pairs": [[1, 1], [2, 2]]}
    free = packing.Puzzle.box(1, 2, 2, pieces=pieces)
    bound = packing.Puzzle.box(1, 2, 2, pieces=pieces, colours=colours)
    assert packing.count(free) == 2
    assert packing.count(bound) == 2  # A lies in either row, and B in the other
    assert {str(x).replace("\n", "/") for x in packing.solutions(bound)} == {"AA/BB", "BB/AA"}


def test_rotations_that_differ_only_in_colours_are_one_placement():
    colours = {"cells": [3] * 4, "pieces": {"A": [1, 2], "B": [1, 2]}, "pairs": [[1, 3], [2, 3]]}
    puzzle = packing.Puzzle.box(1, 2, 2, pieces=[BAR, BAR], colours=colours)
    assert packing.count(puzzle) == len(list(packing.solutions(puzzle))) == 2
    for distinct in (True, "mirror"):
        assert packing.count(puzzle, distinct=distinct) == 1


def test_fixed_pieces():
    puzzle = packing.Puzzle.box(3, 3, 3, pieces="soma")
    found = next(iter(packing.solutions(puzzle)))
    placed = {"V": found.placements["V"]}
    assert 0 < packing.count(puzzle, placed=placed) < packing.count(puzzle)
    assert packing.solve(puzzle, placed=placed).placements["V"] == found.placements["V"]


@pytest.mark.parametrize(
    "puzzle",
    [
        packing.Puzzle.box(3, 3, 3, pieces="soma"),
        packing.Puzzle.box(
            2, 2, 3, pieces={"I": BAR, "V": CORNER}, copies={"I": (1, 4)}, holes=[(0, 0, 0)],
            optional_cells=[(1, 1, 2)], reflect=True,
        ),
        packing.Puzzle.box(
            1, 2, 2, pieces=[BAR, BAR],
            colours={"cells": [1, 2, 1, 2], "pieces": {"A": [1, 2]}, "pairs": [[1, 1]]},
        ),
    ],
)  # fmt: skip
def test_json_and_pickle_round_trips(puzzle):
    assert packing.Puzzle.from_dict(puzzle.as_dict()) == puzzle
    assert packing.Puzzle.from_json(json.dumps(puzzle.as_dict())) == puzzle
    again = pickle.loads(pickle.dumps(puzzle))
    assert again == puzzle
    assert hash(again) == hash(puzzle)
    assert packing.count(again) == packing.count(puzzle)


def test_json_has_the_keywords_of_python():
    document = {
        "board": [["XX", "XX"], ["XX", "XX"]],
        "pieces": {"A": BAR},
        "copies": {"A": [0, 4]},
    }
    assert packing.count(packing.Puzzle.from_dict(document)) == 9
    puzzle = packing.Puzzle.from_dict(document | {"optional_cells": [[0, 0, 0], [1, 1, 1]]})
    signs = {"board": [["+X", "XX"], ["XX", "X+"]]}
    assert puzzle == packing.Puzzle.from_dict(document | signs)
    assert packing.count(puzzle) == 11  # 9 with both cells covered, 2 with both empty
    for wrong in ("X", [[0, 0]], [[0, 0, 2]], {"a": 1}):
        with pytest.raises(InputError, match="optional_cells"):
            packing.Puzzle.from_dict(document | {"optional_cells": wrong})
    with pytest.raises(InputError, match="optional_cells with a flat board"):
        packing.Puzzle.from_dict(
            {"board": ["XX"], "pieces": {"A": BAR}, "optional_cells": [[0, 0]]}
        )


def test_text_of_a_solution_has_a_blank_line_between_layers():
    puzzle = packing.Puzzle.box(2, 1, 2, pieces=[[(0, 0, 0), (1, 0, 0)]] * 2)
    solved = packing.solve(puzzle).packing
    assert str(solved) in ("AB\n\nAB", "BA\n\nBA", "AA\n\nBB", "BB\n\nAA")
    assert solved.grid.shape == (2, 1, 2)
    assert solved.placements["A"][0] in ((0, 0, 0), (0, 0, 1))
    assert solved.to_svg().count('class="fq-piece"') == 2


@pytest.mark.parametrize(
    ("words", "make"),
    [
        ("names|expected one of pentominoes", lambda: packing.Puzzle.box(2, 2, 2, pieces="soda")),
        ("at most 1,024", lambda: packing.Puzzle.box(90, 90, 90, pieces="soma")),
        ("1 to 256 layers, rows and columns and 1,024", lambda: packing.Puzzle.box(
            11, 10, 10, pieces="soma")),
        ("copies: found the piece 'X'", lambda: packing.Puzzle.box(
            1, 1, 2, pieces=[BAR], copies={"X": 2})),
        ("with a flat board", lambda: packing.Puzzle([[True] * 2], [BAR], reflect=True)),
        ("holes: found", lambda: packing.Puzzle.box(1, 1, 2, pieces=[BAR], holes=[(0, 0, 2)])),
        ("max_empty is -1", lambda: packing.Puzzle.box(
            1, 1, 2, pieces=[BAR], max_empty=-1)),
        ("max_empty with a flat board", lambda: packing.Puzzle(
            [[True] * 2], [BAR], max_empty=0)),
        ("optional_pieces: found", lambda: packing.Puzzle.box(
            1, 1, 2, pieces=[BAR], optional_pieces=["Q"])),
        ("distinct is 'mirrors'", lambda: packing.count(
            packing.Puzzle.box(1, 1, 2, pieces=[BAR]), distinct="mirrors")),
        ("in space use 'bitset'", lambda: packing.solve(
            packing.Puzzle.box(1, 1, 2, pieces=[BAR]), method="brute-force")),
    ],
)  # fmt: skip
def test_wrong_input_is_refused(words, make):
    with pytest.raises(InputError, match=words):
        make()


# ------------------------------------------------------------------------------------- text format

CORNERED = """2 2 3 3
CUSTOM
XXX
XX.

XX+
XX.
AA
A

A.
BBB
CC
"""


def test_text_of_a_container_has_a_blank_line_between_layers():
    puzzle = packing.Puzzle.from_text(CORNERED)
    assert puzzle.size == "2x2x3, 10 cells"
    assert puzzle.rules.optional_cells == (puzzle.cells.index((1, 0, 2)),)
    assert puzzle.pieces[0].cells == ((0, 0, 0), (0, 0, 1), (0, 1, 0), (1, 0, 0))
    assert puzzle.to_text() == CORNERED.replace("XX.\nAA\nA\n", "XX.\n\nAA\nA.\n").replace(
        "A.\nBBB\nCC\n", "A.\n..\n\nBBB\n\nCC\n"
    )
    assert packing.Puzzle.from_text(puzzle.to_text()) == puzzle
    assert packing.Puzzle.from_bytes(CORNERED.encode()) == puzzle


@pytest.mark.parametrize("pieces", ["soma", "bedlam", "pentominoes"])
def test_sets_are_written_as_text_and_read(pieces):
    size = {"soma": (3, 3, 3), "bedlam": (4, 4, 4), "pentominoes": (3, 4, 5)}[pieces]
    puzzle = packing.Puzzle.box(*size, pieces=pieces)
    assert packing.Puzzle.from_text(puzzle.to_text()) == puzzle


def test_random_puzzles_are_written_as_text_and_read():
    rng = random.Random(4)
    for _ in range(200):
        board = np.array([rng.random() < 0.8 for _ in range(24)]).reshape(2, 3, 4)
        board[0, 0, 0] = True
        pieces = [
            sorted({tuple(rng.randrange(3) for _ in range(3)) for _ in range(rng.randint(1, 6))})
            for _ in range(rng.randint(1, 5))
        ]
        empty = [x for x in np.argwhere(board).tolist() if rng.random() < 0.1]
        with (
            pytest.warns(packing.PackingWarning)
            if not all(packing.Piece("A", tuple(x)).connected for x in pieces)
            else nullcontext()
        ):
            puzzle = packing.Puzzle(board, pieces, optional_cells=empty)
            assert packing.Puzzle.from_text(puzzle.to_text()) == puzzle


@pytest.mark.parametrize(
    ("text", "line", "column", "message"),
    [
        ("1 1 1 1 1\nDEFAULT\nA", 1, 9, "found 5 numbers, expected three numbers.* or four"),
        ("0 1 1 1\nDEFAULT\nA", 1, 1, "found 0 layers, expected 1 to 256"),
        ("9 9 99 1\nDEFAULT\nA", 1, 1, "a box of 9 x 9 x 99, 8,019 cells, expected at most 1,024"),
        ("2 2 2 1\nPYRAMID\nA", 2, 1, "found 'PYRAMID', expected DEFAULT or CUSTOM"),
        ("2 1 2 1\nCUSTOM\nXX\nXX\nA", 4, 1, "found 'XX', expected a blank line before layer 2"),
        ("2 1 2 1\nCUSTOM\nXX\n\nXY\nA", 5, 2, "found 'Y' in row 1 of layer 2, expected X, . or"),
        ("2 1 2 1\nCUSTOM\nXX\n\nX\nA", 5, 2, "found a row of 1 cells, expected 2"),
        ("2 1 1 1\nCUSTOM\n.\n\n.\nA", 3, 1, "found a board without a cell"),
        ("2 1 1 1\nDEFAULT\n", 3, None, r"expected 1 \(the fourth number of line 1\)"),
        ("2 1 1 2\nDEFAULT\nA\nB\n\nA", 6, 1, "found piece A again.*A is the piece on line 3"),
        ("2 1 1 1\nDEFAULT\nA?", 3, 2, "found '[?]' in a line of piece A, expected A, a point"),
        ("2 1 1 1\nDEFAULT\n.a", 3, 2, "found 'a', expected a capital letter"),
        ("2 1 1 1\nDEFAULT\n" + ".\n" * 256 + "A", 259, 1, "more than 256 layers, rows or"),
    ],
)
def test_format_errors(text, line, column, message):
    with pytest.raises(InputError, match=message) as caught:
        packing.Puzzle.from_text(text, source="p.txt")
    assert (caught.value.line, caught.value.column) == (line, column)


@given(
    st.sampled_from(["1 2 2 2", "2 1 3 2", "2 2 2 1", "1 1 1 26", "3 3 3 7"]),
    st.sampled_from(["DEFAULT", "CUSTOM"]),
    st.text("XAB. +\n", max_size=60),
)
def test_any_text_in_space_is_a_puzzle_or_an_error(head, kind, body):
    with warnings.catch_warnings(action="ignore", category=packing.PackingWarning):
        try:
            puzzle = packing.Puzzle.from_text(f"{head}\n{kind}\n{body}")
        except InputError:
            return
        assert packing.Puzzle.from_text(puzzle.to_text()) == puzzle


def test_rules_that_text_lacks_are_named():
    puzzle = packing.Puzzle.box(1, 1, 2, pieces=[BAR], reflect=True, optional_pieces=["A"])
    with pytest.raises(InputError, match="mirror images and pieces that may stay out; write JSON"):
        puzzle.to_text()


def test_the_number_of_pieces_in_space_is_checked():
    with pytest.warns(packing.PackingWarning, match="line 1 says 3 pieces, but the puzzle has 1"):
        assert len(packing.Puzzle.from_text("1 1 2 3\nDEFAULT\nAA\n").pieces) == 1


def test_a_solution_in_space_ends_with_its_puzzle():
    solved = packing.solve(packing.Puzzle.box(3, 3, 3, pieces="soma")).packing
    text = boxed_text.solution_text([solved])
    assert "Layer 3\n+---" in text
    assert packing.Puzzle.from_text(text) == solved.puzzle


# ---------------------------------------------------------------------------------------- symmetry


def listed_nodes(puzzle, **options):
    found = packing.solutions(puzzle, **options)
    return len(list(found)), found.search.stats().counters["nodes"]


def test_solutions_up_to_rotations_try_a_piece_up_to_rotations():
    soma = packing.Puzzle.box(3, 3, 3, pieces="soma")
    every, nodes = listed_nodes(soma)
    distinct, fewer = listed_nodes(soma, distinct=True)
    assert (every, distinct) == (11520, 480)
    assert 10 * fewer < nodes


@pytest.mark.parametrize(
    ("pieces", "copies", "size"),
    [
        ({"L": CORNER}, {"L": 9}, (3, 3, 3)),  # only copies: the cell in the middle
        ({"L": CORNER}, {"L": 8}, (2, 3, 4)),  # only copies, and no cell in the middle
        ({"S": SCREW, "Z": [(0, 0, 0), (0, 0, 1), (0, 1, 1), (1, 0, 0)]}, None, (2, 2, 2)),
        ({"I": BAR, "o": [(0, 0)]}, {"I": (0, 4), "o": (0, 4)}, (2, 2, 2)),
        ({"A": [*BAR, (1, 0), (1, 1)], "B": [(0, 0)]}, {"A": 6, "B": 3}, (3, 3, 3)),
    ],
)
def test_counts_without_a_single_piece_use_a_cell(pieces, copies, size):
    puzzle = packing.Puzzle.box(*size, pieces=pieces, copies=copies)
    every, nodes = listed_nodes(puzzle)
    count = packing.count(puzzle, method="bitset")
    assert count == every
    assert count.stats.counters["nodes"] < nodes
    for distinct in (True, "mirror"):
        classes, _ = listed_nodes(puzzle, distinct=distinct)
        assert packing.count(puzzle, distinct=distinct) == classes


def test_pivots_try_one_placement_of_each_orbit():
    puzzle = packing.Puzzle.box(3, 3, 3, pieces={"L": CORNER}, copies={"L": 9})
    problem = Problem(puzzle, {})
    pivot = choose_pivot(problem, problem.group)
    assert pivot.cell == 13  # the middle
    over = (problem.kinds[0].placements == 13).any(axis=1)
    assert ((pivot.weights[0] >= 0) == over).all()
    assert pivot.weights[0][over].sum() == over.sum()
    assert (pivot.weights[0] > 0).sum() == 2  # the corner of the piece in the middle, or an end
