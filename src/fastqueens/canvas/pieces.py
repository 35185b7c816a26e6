"""The shapes of the pieces: a queen, a star and a pawn, in a cell of size 1.

Outlines run clockwise on the screen, like the SVG discs. Otherwise the nonzero fill rule would cut
holes where shapes of one path overlap.
"""

from __future__ import annotations

from typing import NamedTuple

from fastqueens.canvas.scene import Polyline

__all__ = ["PAWN", "PAWN_COLOURS", "QUEEN", "STAR", "PieceShape"]


class PieceShape(NamedTuple):
    """Outlines, discs (x, y, radius), the character for a terminal, and the name."""

    outlines: list[Polyline]
    discs: list[tuple[float, float, float]]
    glyph: str
    name: str


# A crown of five points with a pearl on each, above a rim.
QUEEN = PieceShape(
    [
        [
            *[(0.170, 0.405), (0.325, 0.570), (0.328, 0.290), (0.437, 0.540), (0.500, 0.232)],
            *[(0.563, 0.540), (0.672, 0.290), (0.675, 0.570), (0.830, 0.405), (0.750, 0.720)],
            *[(0.250, 0.720)],
        ],
        [(0.250, 0.764), (0.750, 0.764), (0.750, 0.834), (0.250, 0.834)],
    ],
    [
        *[(0.160, 0.388, 0.043), (0.322, 0.266, 0.043), (0.500, 0.214, 0.049)],
        *[(0.678, 0.266, 0.043), (0.840, 0.388, 0.043)],
        *[(0.250, 0.799, 0.035), (0.750, 0.799, 0.035)],  # the round ends of the rim
    ],
    "♛",
    "Queen",
)
STAR = PieceShape(
    [
        [
            *[(0.500, 0.150), (0.591, 0.405), (0.861, 0.413), (0.647, 0.578), (0.723, 0.837)],
            *[(0.500, 0.685), (0.277, 0.837), (0.353, 0.578), (0.139, 0.413), (0.409, 0.405)],
        ]
    ],
    [],
    "★",
    "Star",
)
# A head above a foot.
PAWN = PieceShape(
    [[(0.3, 0.8), (0.44, 0.45), (0.56, 0.45), (0.7, 0.8)]], [(0.5, 0.36, 0.14)], "o", "Pawn"
)
PAWN_COLOURS = {"light": "#8c2f39", "dark": "#ffb3a8"}
