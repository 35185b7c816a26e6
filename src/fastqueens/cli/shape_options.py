"""Options of ``generate`` on the boards that are wanted: drawing, sizes of regions, rating."""

from __future__ import annotations

from pathlib import Path
from typing import Any, TypeVar

import click

from fastqueens import input_limits
from fastqueens.cell_names import read_cells
from fastqueens.cli.file_claims import claim
from fastqueens.cli.number_types import SPAN
from fastqueens.input import decode_utf8, read_file
from fastqueens.queens.generation.motifs import MOTIFS
from fastqueens.queens.generation.options import SYMMETRIES

__all__ = ["read_shape", "shape_options"]

Command = TypeVar("Command")

_OPTIONS = (
    click.option(
        "--symmetry",
        type=click.Choice(SYMMETRIES),
        help="The symmetry of the borders. With 'mirror', one cell is flawed: its mirror image is "
        "in another region. A board without a flawed cell would have two mirrored solutions.",
    ),
    click.option(
        "--motif",
        metavar="NAME|FILE",
        help="A picture that the regions of each board show: a NAME, a text file, or word:TEXT for "
        "one letter of TEXT in each board. In a text file of at most N rows, all cells with the "
        "same letter form a region, and . is a cell of another region. NAME: a letter, a "
        f"digit, {', '.join(name for name in MOTIFS if len(name) > 1)}.",
    ),
    click.option(
        "--drawing",
        metavar="FILE",
        help="A text file with an unfinished board of N rows to complete: cells with the same "
        "letter belong to one region, which may get more cells, and . is a cell of any region.",
    ),
    click.option(
        "--placed",
        metavar="CELLS",
        help="Queens of the solution: column letter and row number, as in a1,c4.",
    ),
    click.option(
        "--regions", type=SPAN, metavar="A-B",
        help="The smallest and the largest number of cells of a region, as in 2-20.",
    ),
    click.option(
        "--single-cells", type=click.IntRange(0, 64), metavar="K",
        help="The number of regions of one cell.",
    ),
    click.option(
        "--use", multiple=True, metavar="RULE",
        help="A rule that the rating of each board uses. May be repeated.",
    ),
    click.option(
        "--avoid", multiple=True, metavar="RULE",
        help="A rule that the rating of no board uses. May be repeated.",
    ),
    click.option(
        "--score", type=SPAN, metavar="A-B",
        help="The lowest and the highest score of a board.",
    ),
    click.option(
        "--steps", type=SPAN, metavar="A-B",
        help="The smallest and the largest number of steps that solve a board.",
    ),
)  # fmt: skip


def shape_options(command: Command) -> Command:
    """Add the options of this module to a command."""
    for option in reversed(_OPTIONS):
        command = option(command)  # type: ignore[type-var]
    return command


def read_shape(
    n: int,
    *,
    symmetry: str | None,
    motif: str | None,
    drawing: str | None,
    placed: str | None,
    regions: tuple[int, int] | None,
    single_cells: int | None,
    use: tuple[str, ...],
    avoid: tuple[str, ...],
    score: tuple[int, int] | None,
    steps: tuple[int, int] | None,
) -> dict[str, Any]:
    """Return the options that are given, as the keywords of `queens.generate`."""
    if motif is not None and motif not in MOTIFS and Path(motif).is_file():
        motif = _read_mask("--motif", motif)
    if drawing is not None:
        drawing = _read_mask("--drawing", drawing)
    cells = None if placed is None else [cell for _, cell in read_cells(placed, "--placed", n)]
    shape = {
        "symmetry": symmetry, "motif": motif, "drawing": drawing, "placed": cells,
        "regions": regions, "single_cells": single_cells, "use": use or None,
        "avoid": avoid or None, "score": score, "steps": steps,
    }  # fmt: skip
    return {name: value for name, value in shape.items() if value is not None}


def _read_mask(option: str, path: str) -> str:
    """Read a text file of rows."""
    claim(option, path, is_read=True)
    data = read_file(path, "rows of letters and dots", input_limits.BOARD)
    return decode_utf8(data, path)
