"""N-Queens and its variants: n queens on an n x n board that do not attack each other.

Placements are arrays of columns: entry r is the column of the queen in row r, counted from 0.

Variants
--------
queens
    The classic rule.
toroidal
    Diagonals continue on the opposite side of the board.
toroidal_semiqueens
    The same as ``"toroidal"``, but a queen attacks along one diagonal only: the diagonal on which
    row + column is constant (A006717; there are no solutions for even n).
superqueens
    A queen also attacks as a knight does.
hertzsprung
    One queen in each row and column, and no two queens touch (Hertzsprung's problem, A002464).
    These are the rules of coloured Queens without the regions.
plus_k
    n + k queens and k pawns; the pawns block the lines of the queens. If k is negative, there are n
    + k queens and no pawns. The counts for k = -1, -2, ... are the diagonals of the triangle
    A348129.
"""

from typing import TYPE_CHECKING, TypeAlias

from fastqueens.public_names import import_on_use

if TYPE_CHECKING:
    from fastqueens.nqueens.comparison import compare
    from fastqueens.nqueens.construction import construct, random
    from fastqueens.nqueens.counting import CountProgress, count
    from fastqueens.nqueens.cover_model import exact_cover
    from fastqueens.nqueens.enumeration import Placement, complete, solutions, solutions_array
    from fastqueens.nqueens.estimator import Estimate, estimate
    from fastqueens.nqueens.methods import METHODS
    from fastqueens.nqueens.options import MethodName
    from fastqueens.nqueens.orders import OrdersOfGrowth, OrdersTable, orders_of_growth
    from fastqueens.nqueens.rules import VARIANTS, Symmetry, Variant, is_solution
    from fastqueens.nqueens.search_spaces import Growth, Growths, growth
    from fastqueens.nqueens.solving import Solved, Unsolved, first, solve
    from fastqueens.nqueens.symmetry import canonical, orbit
    from fastqueens.nqueens.trace import frames
    from fastqueens.nqueens.tree import search_tree
    from fastqueens.nqueens.work_partition import Task, count_task, partition

    # A result is one of the two classes; see `results.SolvedResult`.
    NQueensResult: TypeAlias = Solved | Unsolved

__all__ = [
    "METHODS",
    "VARIANTS",
    "CountProgress",
    "Estimate",
    "Growth",
    "Growths",
    "MethodName",
    "NQueensResult",
    "OrdersOfGrowth",
    "OrdersTable",
    "Placement",
    "Solved",
    "Symmetry",
    "Task",
    "Unsolved",
    "Variant",
    "canonical",
    "compare",
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
    "orders_of_growth",
    "partition",
    "random",
    "search_tree",
    "solutions",
    "solutions_array",
    "solve",
]

if not TYPE_CHECKING:  # a type checker reports names that do not exist
    __getattr__ = import_on_use(
        __name__,
        {
            "comparison": "compare",
            "construction": "construct random",
            "counting": "CountProgress count",
            "cover_model": "exact_cover",
            "enumeration": "Placement complete solutions solutions_array",
            "estimator": "Estimate estimate",
            "methods": "METHODS",
            "options": "MethodName",
            "orders": "OrdersOfGrowth OrdersTable orders_of_growth",
            "rules": "Symmetry VARIANTS Variant is_solution",
            "search_spaces": "Growth Growths growth",
            "solving": "NQueensResult Solved Unsolved first solve",
            "symmetry": "canonical orbit",
            "trace": "frames",
            "tree": "search_tree",
            "work_partition": "Task count_task partition",
        },
    )


def __dir__() -> list[str]:
    return __all__
