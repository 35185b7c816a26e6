"""How coloured Queens and Star Battle are drawn: boards, steps and hints."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from fastqueens.canvas import board_painter as boards
from fastqueens.canvas.annotations import Marks
from fastqueens.canvas.board_painter import Squares
from fastqueens.canvas.drawable import CELLS
from fastqueens.canvas.pieces import QUEEN, STAR
from fastqueens.results import InputError

if TYPE_CHECKING:
    from fastqueens.canvas.drawable import Kind
    from fastqueens.canvas.style import Look
    from fastqueens.queens.board.board import Board
    from fastqueens.queens.grid.placements import Cell
    from fastqueens.queens.logic.hints import Hint
    from fastqueens.queens.logic.steps import Position, Step

__all__ = ["draw", "picture_of_hint", "picture_of_step", "squares"]


def squares(board: Board) -> Squares:
    """Return a board as the canvas draws it."""
    several = board.stars > 1
    return Squares(
        board.n,
        board.regions,
        board.letters,
        board.labels,
        STAR if several else QUEEN,
        "Star Battle board" if several else "Queens board",
    )


def draw(
    kind: Kind,
    board: Board,
    queens: Any = None,
    marks: Marks | None = None,
    *,
    look: Look,
    cell: int | None = None,
    title: str | None = None,
) -> str | bytes:
    """Draw a board, what stands on it and what is pointed out."""
    shown, cell = squares(board), cell or CELLS[kind]
    if kind == "png":
        return boards.png(shown, queens, marks=marks, look=look, cell=cell)
    return boards.svg(shown, queens, marks=marks, look=look, cell=cell, title=title)


def picture_of_step(step: Step) -> tuple[Board, list[Cell], Marks]:
    """Return the board of a step, the queens on it, those that it finds too, and its cells."""
    position = _position(step)
    board = position.board
    queens = [*position.queens, *(cell for cell in step.placed if cell not in position.queens)]
    framed = {*step.cells, *step.placed} or set(_cells_of_units(board, step))
    fresh = set(step.eliminated)
    marks = Marks(framed=framed, eliminated=fresh, gone=set(position.eliminated) - fresh)
    return board, queens, marks


def _position(thing: Step | Hint) -> Position:
    position: Position | None = getattr(thing, "position", None)  # pickles of version 0.1 have none
    if position is None:
        raise InputError("found a step or a hint without its board, expected one from explain")
    return position


def _cells_of_units(board: Board, step: Step) -> list[Cell]:
    """Return the cells of the units of a step, for one that has no cells of its own."""
    return [
        (r, c)
        for r in range(board.n)
        for c in range(board.n)
        if any(
            {"row": r, "column": c, "region": int(board.regions[r, c])}[kind] == number
            for kind, number in step.units
        )
    ]


def picture_of_hint(hint: Hint) -> tuple[Board, list[Cell], Marks]:
    """Return the board of a hint, the queens on it and the cells that the hint speaks of."""
    if hint.step is not None:
        return picture_of_step(hint.step)
    position = _position(hint)
    queens = list(position.queens)
    wrong = [] if hint.wrong is None else [hint.wrong]
    if hint.solution is not None:
        return position.board, [*hint.solution, *wrong], Marks(wrong=wrong)
    framed = (
        [] if hint.correct_cell is None or hint.correct_cell == hint.wrong else [hint.correct_cell]
    )
    gone = set(position.eliminated) - set(wrong)
    return position.board, queens, Marks(framed=framed, wrong=wrong, gone=gone)
