"""Writes solutions as text: the board with lines around the pieces, and the cells of each piece."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

from fastqueens.packing.formats import PUZZLE
from fastqueens.packing.packing import Packing
from fastqueens.results import InputError, Stats

__all__ = ["boxed", "solution_text", "work_lines"]


def work_lines(stats: Stats) -> list[str]:
    """Return the work of a search as text: one line for each counter, and one for the time.

    Examples
    --------
    >>> work_lines(Stats({"cases": 32}, 0.0015))
    ['Cases reviewed: 32', 'Time: 1.500 ms']
    """
    lines = [
        f"{'Cases reviewed' if name == 'cases' else name.capitalize()}: {value}"
        for name, value in stats.counters.items()
    ]
    return [*lines, f"Time: {stats.seconds * 1e3:.3f} ms"]


def boxed(packing: Packing) -> str:
    r"""Draw the board with a line around each piece; a pyramid or a box is drawn layer by layer.

    Examples
    --------
    >>> from fastqueens import packing
    >>> puzzle = packing.Puzzle.from_text("2 2 2\nDEFAULT\nA\nBB\nB\n")
    >>> print(boxed(packing.solve(puzzle).packing))
    +---+---+
    | A | B |
    +---+   +
    | B   B |
    +---+---+
    """
    letters = packing.puzzle.letters
    signs = dict(zip((piece.name for piece in packing.puzzle.pieces), letters, strict=True))
    layers: dict[int, dict[tuple[int, int], str]] = {}
    for layer, row, column in packing.puzzle.cells:
        layers.setdefault(layer, {})[row, column] = "."
    for name, cells in packing.placements.items():
        for cell in cells:
            layers[cell[0] if len(cell) == 3 else 0][cell[-2], cell[-1]] = signs[name]
    named = packing.puzzle.layers is not None or packing.puzzle.in_space
    return "\n\n".join(
        f"Layer {layer + 1}\n" * named + _box(cells) for layer, cells in layers.items()
    )


def _box(cells: dict[tuple[int, int], str]) -> str:
    rows, columns = (1 + max(cell[k] for cell in cells) for k in (0, 1))

    def differ(a: tuple[int, int], b: tuple[int, int]) -> bool:
        return cells.get(a) != cells.get(b)

    lines = []
    for r in range(rows + 1):
        walls = ["---" if differ((r - 1, c), (r, c)) else "   " for c in range(columns)]
        lines.append("+" + "+".join(walls) + "+")
        if r < rows:
            bars = ["|" if differ((r, c - 1), (r, c)) else " " for c in range(columns + 1)]
            row = (f"{bars[c]} {cells.get((r, c), ' ')} " for c in range(columns))
            lines.append("".join(row) + bars[columns])
    return "\n".join(line.rstrip() for line in lines)


def solution_text(packings: Sequence[Packing], work: Sequence[str] = ()) -> str:
    r"""Write solutions, each as a drawing and as lists of cells, then the work and the puzzle.

    `Puzzle.from_text` can read the result, because the text ends with the puzzle.

    Examples
    --------
    >>> from fastqueens import packing
    >>> puzzle = packing.Puzzle.from_text("1 2 1\nDEFAULT\nAA\n")
    >>> text = solution_text([packing.solve(puzzle).packing], ["Cases reviewed: 1"])
    >>> text.splitlines()[5]
    'Block letter: A at (1, 1), (1, 2)'
    >>> packing.Puzzle.from_text(text) == puzzle
    True
    """
    puzzle = packings[0].puzzle
    form = "layer, row, column" if puzzle.layers or puzzle.in_space else "row, column"
    parts = []
    for packing in packings:
        signs = dict(zip((piece.name for piece in puzzle.pieces), puzzle.letters, strict=True))
        lines = [
            f"Block letter: {signs[name]} at "
            + ", ".join("(" + ", ".join(str(x + 1) for x in cell) + ")" for cell in cells)
            for name, cells in packing.placements.items()
        ]
        heading = f"Cells are ({form}), counted from 1:"
        parts += [boxed(packing), "\n".join([heading, *lines])]
    if work:
        parts.append("\n".join(work))
    with suppress(InputError):  # the text format supports only single letters as names
        parts.append(f"{PUZZLE}\n{puzzle.to_text()}".rstrip("\n"))
    return "\n\n".join(parts) + "\n"
