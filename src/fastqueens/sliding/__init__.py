"""Sliding tiles: the 15-puzzle and boards from 2x2 to 5x5, solved in few or in the fewest moves.

A tile next to the blank slides into the blank. A move is named by the direction in which the blank
moves: ``"UP"``, ``"DOWN"``, ``"LEFT"``, ``"RIGHT"``. Half of all arrangements cannot be reached
from the goal; `kurang` decides without a search whether a puzzle can be solved.

Methods (`METHODS`)
    ``"ida"``
        Iterative deepening A* [1]_: repeated depth-first searches with a growing limit on the
        length. It uses little memory and finds a shortest solution.
    ``"a-star"``
        A* [2]_: a best-first search. It keeps all boards in memory and finds a shortest solution.
    ``"branch-and-bound"``
        The method of the 15-puzzle report: a best-first search. The value of a board is its depth
        plus the number of cells, the blank included, that differ from the goal. The method finds a
        shortest solution, except with ``visited="generated"``: then the solution of 14 of the
        181,440 puzzles of 3x3 has 2 moves more than necessary.
    ``"anytime"``
        Beam searches [5]_ of growing width find shorter and shorter solutions. Between them, IDA*
        proves a lower bound. The method ends at a limit, or when a solution is proved to be
        shortest. It is the default for boards of more than 16 cells.

Heuristics (`HEURISTICS`), lower bounds on the number of remaining moves
    ``"misplaced"``
        The number of tiles that are not in their goal cells.
    ``"manhattan"``
        The sum of the distances of the tiles from their goal cells.
    ``"linear-conflict"``
        The Manhattan distance, plus 2 for each tile that must leave its row or column to let
        another tile pass [3]_.
    ``"walking-distance"``
        4x4 only: the number of moves needed if columns are ignored, plus the number of moves needed
        if rows are ignored.
    ``"pdb"``
        4x4 only, except in ``"anytime"``: additive pattern databases [4]_. The tiles are divided
        into groups; the value is the sum of the moves that each group needs if the other tiles are
        ignored.

`METHOD_HEURISTICS` lists the heuristics of each method.

References
----------
.. [1] R. E. Korf, Depth-first iterative-deepening: an optimal admissible tree search, Artificial
   Intelligence 27 (1985).
.. [2] P. E. Hart, N. J. Nilsson, B. Raphael, A formal basis for the heuristic determination of
   minimum cost paths, IEEE Transactions on Systems Science and Cybernetics 4 (1968).
.. [3] O. Hansson, A. Mayer, M. Yung, Criticizing solutions to relaxed models yields powerful
   admissible heuristics, Information Sciences 63 (1992).
.. [4] A. Felner, R. E. Korf, S. Hanan, Additive pattern database heuristics, Journal of Artificial
   Intelligence Research 22 (2004).
.. [5] R. Bisiani, Beam search, in: S. Shapiro (ed.), Encyclopedia of Artificial Intelligence, Wiley
   (1987).
"""

from typing import TYPE_CHECKING, TypeAlias

from fastqueens.keywords import explain_keywords
from fastqueens.sliding.comparison import compare
from fastqueens.sliding.generator import random, scramble
from fastqueens.sliding.methods import (
    HEURISTICS,
    METHOD_HEURISTICS,
    METHODS,
    Heuristic,
    MethodName,
    Visited,
    default_heuristic,
    default_method,
    heuristic_value,
)
from fastqueens.sliding.parity import Kurang, kurang
from fastqueens.sliding.puzzle import MOVES, Puzzle, replay
from fastqueens.sliding.solving import (
    BatchResult,
    Solved,
    Unsolved,
    distance,
    solutions,
    solve,
    solve_many,
    unpack,
)
from fastqueens.sliding.trace import SlidingFrames, Tiles, frames

if TYPE_CHECKING:  # see `results.SolvedResult`
    SlidingResult: TypeAlias = Solved | Unsolved
else:
    from fastqueens.sliding.solving import SlidingResult

__all__ = [
    "HEURISTICS",
    "METHODS",
    "METHOD_HEURISTICS",
    "MOVES",
    "BatchResult",
    "Heuristic",
    "Kurang",
    "MethodName",
    "Puzzle",
    "SlidingFrames",
    "SlidingResult",
    "Solved",
    "Tiles",
    "Unsolved",
    "Visited",
    "compare",
    "default_heuristic",
    "default_method",
    "distance",
    "frames",
    "heuristic_value",
    "kurang",
    "random",
    "replay",
    "scramble",
    "solutions",
    "solve",
    "solve_many",
    "unpack",
]

explain_keywords(__name__)


def __dir__() -> list[str]:
    return __all__
