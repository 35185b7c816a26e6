"""Draws a matrix with named rows and columns: the rows that a search has chosen, and those left."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from fastqueens.canvas import stroke_font as glyphs
from fastqueens.canvas.scene import Layer, Polyline, Scene
from fastqueens.canvas.style import Look, check_cell
from fastqueens.canvas.themes import mix, theme_of
from fastqueens.results import InputError

__all__ = ["ABSENT", "CHOSEN", "GONE", "LEFT", "MAX_CELLS", "Matrix", "matrix_scene"]

ABSENT, LEFT, GONE, CHOSEN = range(4)
MAX_CELLS = 10_000  # rows times columns of a matrix that is drawn
_NAME_SIGNS = 16  # signs of a name that are drawn


@dataclass(frozen=True, slots=True, eq=False)
class Matrix:
    """A matrix to draw.

    Attributes
    ----------
    rows, columns : sequence of str
        The names of the rows and of the columns.
    states : ndarray of uint8, shape (rows, columns)
        For each cell ``ABSENT`` (empty), ``LEFT`` (a dot), ``GONE`` (a pale ring) or ``CHOSEN`` (a
        square).
    row, column : int or None
        The row or the column that the search looks at; its ground has a colour.
    """

    rows: Sequence[str]
    columns: Sequence[str]
    states: NDArray[np.uint8]
    row: int | None = None
    column: int | None = None


def matrix_scene(matrix: Matrix, *, cell: int, look: Look, title: str = "") -> Scene:
    """Return the scene of a matrix; `cell` is twice the side of a cell of the matrix.

    Raises
    ------
    InputError
        If the matrix has more than `MAX_CELLS` cells.
    """
    rows, columns = matrix.states.shape
    if rows * columns > MAX_CELLS:
        raise InputError(
            f"found a matrix of {rows:,} rows and {columns:,} columns, expected at most "
            f"{MAX_CELLS:,} cells to draw"
        )
    side = check_cell(cell) / 2
    theme, height = theme_of(look.theme), side * 0.4
    names, heads = ([_short(str(name)) for name in x] for x in (matrix.rows, matrix.columns))
    upright = all(glyphs.width(name, height) < side * 0.8 for name in heads)
    left, top = (
        max((glyphs.width(x, height) for x in names), default=0) + side for names in (names, heads)
    )
    if upright:
        top = height + side
    words: list[Polyline] = []
    for i, name in enumerate(names):
        words += glyphs.write(name, left - side / 2, top + i * side + 0.3 * side, height, 1)
    for j, name in enumerate(heads):
        middle = left + (j + 0.5) * side
        if upright:
            words += glyphs.write(name, middle, side / 2, height, 0.5)
        else:  # from the bottom to the top
            strokes = glyphs.write(name, 0, 0, height)
            words += [
                [(middle - height / 2 + y, top - side / 2 - x) for x, y in s] for s in strokes
            ]

    def box(x: float, y: float, width: float, high: float) -> Polyline:
        return [(x, y), (x + width, y), (x + width, y + high), (x, y + high)]

    bottom, right = top + rows * side, left + columns * side
    grounds = [] if matrix.row is None else [box(0, top + matrix.row * side, right, side)]
    grounds += [] if matrix.column is None else [box(left + matrix.column * side, 0, side, bottom)]
    lines = [[(left, top + i * side), (right, top + i * side)] for i in range(rows + 1)]
    lines += [[(left + j * side, top), (left + j * side, bottom)] for j in range(columns + 1)]
    places: dict[int, list[tuple[float, float]]] = {LEFT: [], GONE: [], CHOSEN: []}
    for state, found in places.items():
        for i, j in np.argwhere(matrix.states == state).tolist():
            found.append((left + (j + 0.5) * side, top + (i + 0.5) * side))
    gap = side * 0.14
    squares = [box(x - side / 2 + gap, y - side / 2 + gap, side - 2 * gap, side - 2 * gap)
               for x, y in places[CHOSEN]]  # fmt: skip
    layers = [
        Layer("target", mix(theme.page, theme.target, 0.3), outlines=grounds),
        Layer("line", mix(theme.page, theme.ink, 0.25), lines=lines, width=1),
        Layer(
            "gone",
            mix(theme.page, theme.ink, 0.3),
            discs=[(x, y, side * 0.1) for x, y in places[GONE]],
        ),
        Layer("left", theme.ink, discs=[(x, y, side * 0.22) for x, y in places[LEFT]]),
        Layer("chosen", theme.solved, outlines=squares),
        Layer("word", theme.ink, lines=words, width=max(1, round(side * 0.06))),
    ]
    layers = [layer for layer in layers if layer.outlines or layer.discs or layer.lines]
    width, depth = round(right + side / 2), round(bottom + side / 2)
    drawn = Scene(width, depth, True, (0, depth), [(0, 0, layers)], theme.page, title=title)
    for name, states in zip(matrix.rows, matrix.states, strict=True):
        texts = []
        for state, word in ((CHOSEN, "chosen"), (LEFT, "left")):
            if names_of_state := [
                matrix.columns[j] for j in np.flatnonzero(states == state).tolist()
            ]:
                texts.append(f"{' '.join(names_of_state)} {word}")
        drawn.description.append(f"{name}: {', '.join(texts) or 'nothing left'}.")
    return drawn


def _short(name: str) -> str:
    return name if len(name) <= _NAME_SIGNS else name[: _NAME_SIGNS - 3] + "..."
