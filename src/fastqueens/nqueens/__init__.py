"""N-Queens: n queens on an n x n board, none attacking another, and its variants.

Placements are arrays of columns: entry r is the column of the queen in row r, counted from 0.

Variants
--------
queens
    The classic rule.
toroidal
    Diagonals go on at the other side of the board.
superqueens
    A queen moves as a knight, too.
coloured
    The coloured game without colours: one queen a row and column, none touching another.
plus_k
    n + k queens and k pawns, which block the lines of the queens.
"""

from fastqueens.nqueens.counting import CountProgress, Unit, count, count_unit, units
from fastqueens.nqueens.methods import METHODS
from fastqueens.nqueens.rules import VARIANTS, Symmetry, Variant
from fastqueens.nqueens.solving import (
    NQueensResult,
    Placement,
    complete,
    construct,
    first,
    random,
    solutions,
    solutions_array,
    solve,
)
from fastqueens.nqueens.symmetry import canonical, is_solution, orbit

__all__ = [
    "METHODS",
    "VARIANTS",
    "CountProgress",
    "NQueensResult",
    "Placement",
    "Symmetry",
    "Unit",
    "Variant",
    "canonical",
    "complete",
    "construct",
    "count",
    "count_unit",
    "first",
    "is_solution",
    "orbit",
    "random",
    "solutions",
    "solutions_array",
    "solve",
    "units",
]
