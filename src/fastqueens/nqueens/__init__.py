"""N-Queens: n queens on an n x n board, none attacking another, and its variants.

Placements are arrays of columns: entry r is the column of the queen in row r, counted from 0.

Variants
--------
queens
    The classic rule.
toroidal
    Diagonals go on at the other side of the board.
toroidal_semiqueens
    On the same board, but of the two diagonals a queen has only the one along which row + column
    stays the same (A006717; none for even n).
superqueens
    A queen moves as a knight, too.
hertzsprung
    The coloured game without colours: one queen a row and column, none touching another
    (Hertzsprung's problem, A002464). It was ``"coloured"`` in version 0.1, and may be called so.
plus_k
    n + k queens and k pawns, which block the lines of the queens; with k < 0 so many queens fewer
    than rows, and no pawns (for k = -1, -2, ... the diagonals of the triangle A348129).
"""

from typing import TYPE_CHECKING, TypeAlias

from fastqueens.nqueens.construction import construct, random
from fastqueens.nqueens.counting import CountProgress, count
from fastqueens.nqueens.cover_model import exact_cover
from fastqueens.nqueens.enumeration import Placement, complete, solutions, solutions_array
from fastqueens.nqueens.estimator import Estimate, estimate
from fastqueens.nqueens.methods import METHODS
from fastqueens.nqueens.options import MethodName
from fastqueens.nqueens.rules import VARIANTS, Symmetry, Variant, is_solution
from fastqueens.nqueens.search_spaces import Growth, Growths, growth
from fastqueens.nqueens.solving import Solved, Unsolved, first, solve
from fastqueens.nqueens.symmetry import canonical, orbit
from fastqueens.nqueens.trace import frames
from fastqueens.nqueens.work_partition import Task, count_task, partition

if TYPE_CHECKING:  # one of the two, see `results.SolvedResult`
    NQueensResult: TypeAlias = Solved | Unsolved
else:
    from fastqueens.nqueens.solving import NQueensResult

__all__ = [
    "METHODS",
    "VARIANTS",
    "CountProgress",
    "Estimate",
    "Growth",
    "Growths",
    "MethodName",
    "NQueensResult",
    "Placement",
    "Solved",
    "Symmetry",
    "Task",
    "Unsolved",
    "Variant",
    "canonical",
    "complete",
    "construct",
    "count",
    "count_task",
    "estimate",
    "exact_cover",
    "first",
    "frames",
    "growth",
    "is_solution",
    "orbit",
    "partition",
    "random",
    "solutions",
    "solutions_array",
    "solve",
]
