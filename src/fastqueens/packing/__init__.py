"""Packing puzzles: flat pieces on boards or in pyramids of spheres, and polycubes in boxes.

Flat pieces may be rotated and reflected. All pieces must be used, and all cells must be filled. In
space, pieces may be rotated; a puzzle can also allow that pieces are reflected, that some pieces
are not used, or that some cells stay empty. IQ Puzzler Pro, Kanoodle, the pentominoes, Soma and the
Bedlam cube are included. If two identical pieces are exchanged, the solution counts as the same
solution.
"""

from typing import TYPE_CHECKING, TypeAlias

from fastqueens.keywords import explain_keywords
from fastqueens.packing.catalog import iq_puzzler_pro, kanoodle, pentominoes
from fastqueens.packing.comparison import compare
from fastqueens.packing.counting import COUNT_METHODS, count
from fastqueens.packing.packing import Packing
from fastqueens.packing.pieces import Cell, Piece
from fastqueens.packing.puzzle import PackingWarning, Place, Puzzle
from fastqueens.packing.rules import Rules
from fastqueens.packing.search import METHODS, MethodName, PackingSearch
from fastqueens.packing.solving import Solved, Unsolved, solutions, solve
from fastqueens.packing.trace import Pieces, frames

if TYPE_CHECKING:  # see `results.SolvedResult`
    PackingResult: TypeAlias = Solved | Unsolved
else:
    from fastqueens.packing.solving import PackingResult

__all__ = [
    "COUNT_METHODS",
    "METHODS",
    "Cell",
    "MethodName",
    "Packing",
    "PackingResult",
    "PackingSearch",
    "PackingWarning",
    "Piece",
    "Pieces",
    "Place",
    "Puzzle",
    "Rules",
    "Solved",
    "Unsolved",
    "compare",
    "count",
    "frames",
    "iq_puzzler_pro",
    "kanoodle",
    "pentominoes",
    "solutions",
    "solve",
]

explain_keywords(__name__)


def __dir__() -> list[str]:
    return __all__
