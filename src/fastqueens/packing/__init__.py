"""Packing puzzles: flat pieces on boards or in a pyramid of spheres, and polycubes in boxes.

Flat pieces may be rotated and reflected; all of them must be used and all cells filled. In space,
pieces are rotated, and reflected only if that is allowed; pieces may stay out and cells may stay
empty if the puzzle says so. IQ Puzzler Pro, Kanoodle, the pentominoes, Soma and the Bedlam cube are
included. Identical pieces are interchangeable: exchanging them does not make another solution.
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
