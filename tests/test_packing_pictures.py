"""Pictures of packings in space: isometric views, and the order of the assembly."""

from __future__ import annotations

import io
import random
import re
from itertools import permutations

import numpy as np
import pytest

from fastqueens import packing, render
from fastqueens.canvas.style import VIEWS
from fastqueens.packing import isometric
from fastqueens.packing.assembly import drop_order
from fastqueens.results import InputError

SOMA = packing.solve(packing.Puzzle.box(3, 3, 3, pieces="soma")).packing
DOMINOES = packing.solve(packing.Puzzle.box(2, 2, 2, pieces=[[(0, 0), (0, 1)]] * 4)).packing


def faces(picture, kind):
    """Return the outlines of one kind of face, with their fills."""
    found = re.findall(rf'class="fq-{kind}" fill="(#\w+)" d="([^"]*)"', picture)
    return [(fill, outline) for fill, path in found for outline in path.split("Z")[:-1]]


@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_each_view_is_drawn_as_svg_and_png(view, theme):
    pytest.importorskip("PIL")
    picture = SOMA.to_svg(view=view, theme=theme, letters=True, patterns=True)
    assert picture == render.svg(SOMA, view=view, theme=theme, letters=True, patterns=True)
    assert "NaN" not in picture
    assert SOMA.to_png(view=view, theme=theme, cell=16).startswith(b"\x89PNG")


def test_the_assembled_box_shows_three_of_its_sides():
    picture = SOMA.to_svg(view="assembled")
    assert [len(faces(picture, kind)) for kind in ("top", "left", "right")] == [9, 9, 9]
    assert not faces(picture, "floor")


def test_lifted_layers_show_the_top_of_each_cell():
    picture = SOMA.to_svg(view="lifted")
    assert len(faces(picture, "top")) == 27
    assert [len(faces(picture, kind)) for kind in ("left", "right")] == [9, 9]


def test_exploded_pieces_do_not_touch():
    picture = SOMA.to_svg(view="exploded")
    free = sum(
        (layer + 1, row, column) not in set(cells)
        for cells in SOMA.placements.values()
        for layer, row, column in cells
    )
    assert len(faces(picture, "top")) == free


def test_pieces_around_each_other_are_separated():
    ring = [(0, r, c) for r in range(3) for c in range(3) if (r, c) != (1, 1)]
    solved = packing.solve(packing.Puzzle.box(1, 3, 3, pieces=[ring, [(0, 0)]])).packing
    assert len(faces(solved.to_svg(view="exploded"), "top")) == 9


def test_empty_cells_have_a_floor():
    empty = packing.Packing(SOMA.puzzle, {})
    assert len(faces(empty.to_svg(view="assembled"), "floor")) == 9
    assert len(faces(empty.to_svg(view="lifted"), "floor")) == 27


def test_cubes_are_drawn_from_back_to_front():
    """Of two cubes whose projections overlap, the one in front is drawn later."""
    rng = random.Random(3)
    for _ in range(20):
        spots = {tuple(rng.randrange(4) for _ in range(3)) for _ in range(12)}
        painted = sorted(spots, key=sum)
        for k, back in enumerate(painted):
            for front in painted[k + 1 :]:
                step = np.subtract(front, back)
                if step.max() - step.min() < 2:  # the projections overlap
                    assert (step >= 0).all()


def test_a_flat_board_has_the_same_views():
    flat = packing.solve(packing.Puzzle([[True, True]], {"I": [(0, 0), (0, 1)]})).packing
    assert len(faces(flat.to_svg(view="exploded"), "top")) == 2


def test_pyramids_have_one_view():
    pyramid = packing.Packing(packing.iq_puzzler_pro("pyramid"), {})
    for draw in (
        lambda: pyramid.to_svg(view="lifted"),
        pyramid.to_gif,
        pyramid.drop_order,
    ):
        with pytest.raises(InputError, match="found a pyramid, expected a box or a flat board"):
            draw()
    with pytest.raises(InputError, match="view"):
        SOMA.to_svg(view="side")


def can_be_lowered(cells, placed, piece):
    """Return whether a piece reaches its place straight from above, past the placed pieces."""
    taken = {cells[cell] for covered in placed.values() for cell in covered}
    own = [cells[cell] for cell in piece]
    return not any((z, row, column) in taken for layer, row, column in own for z in range(layer, 9))


def test_orders_agree_with_a_search_of_all_permutations():
    rng = random.Random(7)
    for _ in range(60):
        pieces = packing.Puzzle.box(
            2, 2, 3,
            pieces=rng.choice((
                [[(0, 0), (0, 1)]] * 6,
                [[(0, 0), (0, 1), (1, 0)]] * 4,
                [[(0, 0, 0), (1, 0, 0), (1, 0, 1), (1, 1, 1)], [(0, 0), (0, 1), (1, 1)],
                 [(0, 0), (0, 1)], [(0, 0), (0, 1)], [(0, 0)]],
            )),
        )  # fmt: skip
        found = list(packing.solutions(pieces))
        solved = rng.choice(found)
        groups = drop_order(solved.puzzle.cells, solved.numbers)
        assert sorted(piece for group in groups for piece in group) == sorted(solved.numbers)
        placed = {}
        for group in groups:
            together = [cell for piece in group for cell in solved.numbers[piece]]
            assert can_be_lowered(solved.puzzle.cells, placed, together)
            placed |= {piece: solved.numbers[piece] for piece in group}
        alone = any(
            all(
                can_be_lowered(
                    solved.puzzle.cells,
                    {piece: solved.numbers[piece] for piece in order[:k]},
                    solved.numbers[piece],
                )
                for k, piece in enumerate(order)
            )
            for order in permutations(solved.numbers)
        )
        assert alone == all(len(group) == 1 for group in groups)


def test_pieces_that_lock_each_other_are_one_group():
    cells = [(z, 0, c) for z in range(2) for c in range(4)]
    # piece 0 lies under piece 1 on the left, and over it on the right
    numbers = {0: [0, 7], 1: [3, 4], 2: [1, 2, 5, 6]}
    assert drop_order(cells, numbers) == [(0, 1), (2,)]


def test_the_animation_ends_with_all_pieces():
    image = pytest.importorskip("PIL.Image")
    moving = image.open(io.BytesIO(DOMINOES.to_gif(cell=16, delay=100)))
    assert moving.n_frames == 1 + 4 * 2
    moving.seek(moving.n_frames - 1)
    last = moving.convert("RGB")
    colours = {colour for _, colour in last.getcolors(1 << 16)}
    moving.seek(0)
    assert len(colours) > len(moving.convert("RGB").getcolors(1 << 16))
    assert isometric.gif(DOMINOES.layout, cell=16, delay=100) == DOMINOES.to_gif(cell=16, delay=100)


def test_pictures_are_saved(tmp_path):
    pytest.importorskip("PIL")
    solved = packing.solve(SOMA.puzzle)
    solved.save(tmp_path / "soma.svg", view="exploded")
    assert (tmp_path / "soma.svg").read_text() == SOMA.to_svg(view="exploded")
    DOMINOES.save(tmp_path / "dominoes.gif")
    assert (tmp_path / "dominoes.gif").read_bytes().startswith(b"GIF89a")
