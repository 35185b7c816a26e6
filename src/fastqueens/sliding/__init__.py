"""Sliding tiles: the 15-puzzle and its kin, from 2x2 to 5x5, solved in the fewest moves.

A tile next to the blank slides into it. Moves are named by where the blank goes: ``"UP"``,
``"DOWN"``, ``"LEFT"``, ``"RIGHT"``. Half of all arrangements cannot be reached from the goal;
which ones, `kurang` tells without a search.

Methods (`METHODS`)
    ``"ida"``
        Iterative deepening A* [1]_: depth-first searches of growing length, hardly any memory. A
        shortest solution.
    ``"a-star"``
        A* [2]_: best-first, every board it has seen in memory. A shortest solution.
    ``"branch-and-bound"``
        The method of a first course: best-first by depth plus the number of cells that differ
        from the goal, the blank's counted too. A shortest solution with ``visited="expanded"``;
        otherwise as a rule: on 14 of the 181,440 puzzles of 3x3 it takes 2 moves more.

Heuristics (`HEURISTICS`), lower bounds on the moves left (`METHOD_HEURISTICS`: of each method)
    ``"misplaced"``
        Tiles that are not in their cells.
    ``"manhattan"``
        The sum of the tiles' distances from their cells.
    ``"linear-conflict"``
        That, plus 2 for each tile that has to leave its row or column for others to pass [3]_.
    ``"walking-distance"``
        4x4 only: the moves needed when columns, and then when rows, are ignored.
    ``"pdb"``
        4x4 only: the sum over groups of tiles of the moves that each group needs by itself, from
        additive pattern databases [4]_.

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
"""

from typing import TYPE_CHECKING, TypeAlias

from fastqueens.sliding.comparison import Comparison, compare
from fastqueens.sliding.generator import random, scramble
from fastqueens.sliding.methods import (
    HEURISTICS,
    METHOD_HEURISTICS,
    METHODS,
    Heuristic,
    MethodName,
    Visited,
    default_heuristic,
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

if TYPE_CHECKING:  # one of the two, see `results.SolvedResult`
    SlidingResult: TypeAlias = Solved | Unsolved
else:
    from fastqueens.sliding.solving import SlidingResult

__all__ = [
    "HEURISTICS",
    "METHODS",
    "METHOD_HEURISTICS",
    "MOVES",
    "BatchResult",
    "Comparison",
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
