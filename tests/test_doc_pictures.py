"""The pictures in ``docs/`` equal those that the package draws."""

from __future__ import annotations

from pathlib import Path

import pytest

from fastqueens import queens, render
from fastqueens.examples import example

DOCS = Path(__file__).parents[1] / "docs"


def board():
    """Draw a puzzle next to its solution."""
    puzzle = queens.Board.from_text(example("queens-9").text)
    solution = queens.solve(puzzle).queens
    return render.sheet_svg(puzzle, [None, solution], columns=2, cell=36)


def hint():
    """Draw the first hint, whose sentence stands below the picture in the README."""
    found = queens.hint(queens.Board.from_text(example("queens-9").text))
    assert f"<em>{found.sentence}</em>" in (DOCS.parent / "README.md").read_text(encoding="utf-8")
    return found.to_svg(axes=True, cell=36)


@pytest.mark.parametrize("draw", [board, hint], ids=lambda draw: draw.__name__)
def test_pictures_of_the_documents(draw):
    path = DOCS / f"{draw.__name__}.svg"
    anew = f"cd tests; python -c 'import test_doc_pictures as t; t.draw_all()' makes {path} anew"
    assert path.read_text(encoding="utf-8") == draw(), anew


def draw_all():
    """Draw all pictures of the documents again."""
    for draw in (board, hint):
        (DOCS / f"{draw.__name__}.svg").write_text(draw(), encoding="utf-8")
