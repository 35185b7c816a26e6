"""Boards, results, packings, tiles, placements, steps and hints draw themselves."""

from __future__ import annotations

import pickle
from base64 import b64encode
from dataclasses import replace
from xml.etree import ElementTree

import pytest
from helpers.boards import FOUR, NINE

from fastqueens import InputError, nqueens, packing, queens, render, sliding
from fastqueens.canvas.themes import theme_of

BOARD = queens.Board.from_text(NINE)
PACKING = packing.Puzzle.from_text("1 3 2\nDEFAULT\nAA\nB")
TILES = sliding.Puzzle.from_text("1 2\n0 3")
THINGS = {
    "board": BOARD,
    "queens result": queens.solve(BOARD),
    "unsolvable board": queens.solve(["AABB", "AABB", "AABB", "CCDD"]),
    "step": queens.explain(BOARD)[0],
    "hint": queens.hint(BOARD),
    "packing puzzle": PACKING,
    "packing result": packing.solve(PACKING),
    "packing": packing.solve(PACKING).packing,
    "tiles": TILES,
    "sliding result": sliding.solve(TILES),
    "n-queens result": nqueens.solve(8),
    "placement": next(nqueens.solutions(6, variant="plus_k", pawns=1)),
}


def count(picture, kind):
    return picture.count(f'class="fq-{kind}"')


def path(picture, kind):
    """Return the data of the first path of a kind, or None."""
    for found in ElementTree.fromstring(picture).iter("{http://www.w3.org/2000/svg}path"):
        if found.get("class") == f"fq-{kind}":
            return found.get("d")
    return None


@pytest.mark.parametrize("thing", THINGS.values(), ids=THINGS)
def test_a_notebook_shows_it(thing):
    picture = thing.to_svg(theme="auto")
    ElementTree.fromstring(picture)
    assert picture == render.svg(thing, theme="auto")
    assert b64encode(picture.encode()).decode() in thing._repr_html_()
    assert thing.to_svg() == render.svg(thing)
    dark = thing.to_svg(theme="dark", cell=20)
    assert dark != thing.to_svg(cell=20)
    assert theme_of("dark").ink in dark or theme_of("dark").line in dark
    with pytest.raises(InputError, match="theme is 'blue'"):
        thing.to_svg(theme="blue")


@pytest.mark.parametrize("thing", THINGS.values(), ids=THINGS)
def test_it_is_drawn_as_png(thing):
    pytest.importorskip("PIL", reason="PNG pictures need Pillow")
    assert thing.to_png(cell=20)[:4] == b"\x89PNG"


def test_where_there_is_nothing_to_draw():
    none = nqueens.solve(3)
    assert "<img" not in none._repr_html_()
    assert none._repr_png_() is None
    with pytest.raises(InputError, match="no placement"):
        none.to_svg()
    (step, *_) = queens.explain(FOUR.split())
    assert "<img" not in replace(step, position=None)._repr_html_()


def test_results_show_what_was_found():
    assert count(THINGS["queens result"].to_svg(), "queen") == 9
    assert count(THINGS["unsolvable board"].to_svg(), "queen") == 0
    assert count(THINGS["packing puzzle"].to_svg(), "piece") == 0
    assert count(THINGS["packing result"].to_svg(), "piece") == 2
    assert count(THINGS["sliding result"].to_svg(), "tray") == 2
    assert count(THINGS["placement"].to_svg(), "pawn") == 1
    assert count(nqueens.first(6, variant="plus_k", pawns=1).to_svg(), "pawn") == 1


def test_steps_follow_each_other():
    board = queens.Board.from_text(FOUR)
    steps = queens.explain(board, [(0, 2)], [(3, 3)])
    placed, eliminated = {(0, 2)}, {(3, 3)}
    for step in steps:
        assert step.position.board is board
        assert set(step.position.queens) == placed
        assert set(step.position.eliminated) == eliminated
        picture = step.to_svg()
        placed |= set(step.placed)
        assert count(picture, "queen") == len(placed)
        marks = path(picture, "eliminated") or ""
        assert marks.count("M") == 2 * len(step.eliminated)
        assert count(picture, "gone") == bool(eliminated - set(step.eliminated))
        eliminated |= set(step.eliminated)
    assert len(placed) == 4
    assert pickle.loads(pickle.dumps(steps)) == steps
    assert "Region" in steps[1].to_svg()


@pytest.mark.parametrize(
    ("placed", "kind", "drawn"),
    [
        ([(0, 2)], "step", {"queen": 2, "framed": 1}),
        ([(0, 3)], "correction", {"queen": 1, "wrong": 0, "framed": 0}),
        ([(0, 2), (0, 3)], "correction", {"queen": 2, "wrong": 1, "framed": 0}),
        ([(0, 2), (1, 0), (2, 3), (3, 1)], "solved", {"queen": 4, "wrong": 0}),
    ],
)
def test_hints_point_out_cells(placed, kind, drawn):
    found = queens.hint(FOUR.split(), placed)
    picture = found.to_svg()
    assert found.kind == kind
    assert {name: count(picture, name) for name in drawn} == drawn


def test_the_third_hint_about_a_mistake_points_out_both_cells():
    picture = queens.hint(FOUR.split(), [(0, 3)], skip=2).to_svg()
    assert (count(picture, "wrong"), count(picture, "framed")) == (1, 1)


def test_the_hint_with_the_full_solution():
    picture = queens.hint(FOUR.split(), [(0, 3)], show_solution=True).to_svg()
    assert (count(picture, "queen"), count(picture, "wrong")) == (5, 1)


def test_a_contradiction_frames_its_units():
    steps = queens.explain(["AABB", "AABB", "AABB", "CCDD"])
    assert steps[-1].rule == "contradiction"
    assert count(steps[-1].to_svg(), "framed") == 1


@pytest.mark.parametrize("thing", THINGS.values(), ids=THINGS)
def test_it_is_saved_as_svg(thing, tmp_path):
    path = tmp_path / "a.SVG"
    thing.save(path)
    assert path.read_text() == thing.to_svg()
    thing.save(path, theme="dark", axes=True)
    assert path.read_text() == thing.to_svg(theme="dark", axes=True)
    with pytest.raises(InputError, match=r"a\.doc', expected a name that ends in"):
        thing.save("a.doc")
    with pytest.raises(InputError, match="cannot be written"):
        thing.save(tmp_path / "none" / "a.svg")


def test_boards_are_saved_with_queens(tmp_path):
    path = tmp_path / "board.svg"
    BOARD.save(path, [7, 4, 6, 1, 5, 3, 0, 2, 8])
    assert count(path.read_text(), "queen") == 9
    solved = tmp_path / "board.txt"
    THINGS["queens result"].save(solved)
    assert count(queens.Board.from_file(solved).to_svg(), "queen") == 9
