"""Packing puzzles: flat pieces on boards in the plane or in a pyramid of spheres.

All pieces must be used and all cells filled; pieces turn and mirror freely. IQ Puzzler Pro,
Kanoodle and the pentominoes are such puzzles, and there as ready sets. Identical pieces are
interchangeable: each arrangement is found and counted once, whichever of them lies where.
"""

from typing import TYPE_CHECKING, TypeAlias

from fastqueens.packing.catalog import iq_puzzler_pro, kanoodle, pentominoes
from fastqueens.packing.counting import COUNT_METHODS, count
from fastqueens.packing.packing import Packing
from fastqueens.packing.pieces import Cell, Piece
from fastqueens.packing.puzzle import PackingWarning, Place, Puzzle
from fastqueens.packing.search import METHODS, MethodName, PackingSearch
from fastqueens.packing.solving import Solved, Unsolved, solutions, solve
from fastqueens.packing.trace import Pieces, frames

Filling = PackingSearch  # its name in version 0.1

if TYPE_CHECKING:  # one of the two, see `results.SolvedResult`
    PackingResult: TypeAlias = Solved | Unsolved
else:
    from fastqueens.packing.solving import PackingResult

__all__ = [
    "COUNT_METHODS",
    "METHODS",
    "Cell",
    "Filling",
    "MethodName",
    "Packing",
    "PackingResult",
    "PackingSearch",
    "PackingWarning",
    "Piece",
    "Pieces",
    "Place",
    "Puzzle",
    "Solved",
    "Unsolved",
    "count",
    "frames",
    "iq_puzzler_pro",
    "kanoodle",
    "pentominoes",
    "solutions",
    "solve",
]
