"""The methods and heuristics of sliding tiles.

The docstring of `fastqueens.sliding` describes each method and heuristic.
"""

from __future__ import annotations

import os
from functools import partial
from typing import Any, Literal, get_args

from numpy.typing import ArrayLike

from fastqueens._kernels.sliding import best_first, ida, pdb
from fastqueens.method import Choice, Folder, Method, Whole, choose
from fastqueens.results import InputError
from fastqueens.sliding import pattern_databases
from fastqueens.sliding.anytime import AnytimeSearch
from fastqueens.sliding.pattern_databases import build_pdb, load_pdb
from fastqueens.sliding.puzzle import Puzzle, as_puzzle
from fastqueens.validation import did_you_mean, quote

__all__ = [
    "HEURISTICS",
    "METHODS",
    "METHOD_HEURISTICS",
    "Heuristic",
    "MethodName",
    "Visited",
    "check_heuristic",
    "default_heuristic",
    "default_method",
    "fits",
    "heuristic_value",
]


MethodName = Literal["ida", "a-star", "branch-and-bound", "anytime"]
Heuristic = Literal["misplaced", "manhattan", "linear-conflict", "walking-distance", "pdb"]
Visited = Literal["expanded-again", "expanded-once", "generated"]
HEURISTICS: tuple[Heuristic, ...] = get_args(Heuristic)
METHOD_HEURISTICS: dict[str, tuple[Heuristic, ...]] = {
    "ida": HEURISTICS,
    "a-star": HEURISTICS,
    "branch-and-bound": ("misplaced",),
    "anytime": ("pdb",),
}
_ONLY_4X4 = ("walking-distance", "pdb")
_MAX_IDA_CELLS = 16  # IDA* solves any puzzle of this size within minutes


def _ida(
    puzzle: Puzzle, *, heuristic: Heuristic, cache_dir: str | os.PathLike[str] | None = None
) -> ida.Ida:
    tiles, goal = puzzle.tiles.ravel(), puzzle.goal.ravel()
    rows, columns, number = puzzle.rows, puzzle.columns, pdb.HEURISTICS[heuristic]
    if cache_dir is not None and heuristic == "pdb":
        load_pdb(goal, cache_dir)
        return ida.Ida(
            tiles,
            goal,
            rows,
            columns,
            number,
            False,
            kind=pattern_databases.CACHED_KIND,
            fixed=True,
        )
    return ida.Ida(tiles, goal, rows, columns, number, False)


def _best_first(
    order: int,
    puzzle: Puzzle,
    *,
    heuristic: Heuristic,
    max_bytes: int,
    visited: Visited = "expanded-again",
) -> best_first.BestFirst:
    goal = puzzle.goal.ravel()
    return best_first.BestFirst(
        puzzle.tiles.ravel(),
        goal,
        puzzle.rows,
        puzzle.columns,
        order,
        pdb.HEURISTICS[heuristic],
        best_first.VISITED[visited],
        min(max_bytes, 2**63),
        build_pdb(goal, pdb.PDB_555) if heuristic == "pdb" else None,
    )


def _anytime(puzzle: Puzzle, *, heuristic: Heuristic, max_bytes: int) -> AnytimeSearch:
    assert heuristic == "pdb"
    number = pdb.HEURISTICS[default_heuristic(puzzle, "ida")]
    return AnytimeSearch(puzzle, number, min(max_bytes, 2**63))


_HEURISTIC = Choice(
    "heuristic",
    "The lower bound that guides the search.",
    choices=HEURISTICS,
    chosen="pdb for 4x4, linear-conflict for other sizes",
)
_MISPLACED = Choice("heuristic", "The only heuristic of this method.", "misplaced", ("misplaced",))
_PDB = Choice("heuristic", "The only heuristic of this method.", "pdb", ("pdb",))
_VISITED = Choice(
    "visited",
    "Whether a board is marked as visited when it is expanded or when it is generated. If it is "
    "marked when it is expanded, waiting copies of it are expanded again, as in the 15-puzzle "
    "report, or dropped.",
    "expanded-again",
    get_args(Visited),
)
_MAX_BYTES = Whole("max_bytes", "The memory for boards.", 1 << 30, least=0)
_CACHE_DIR = Folder(
    "cache_dir",
    "In Python only: the folder in which the largest pattern databases (200 MB) are kept.",
)
METHODS: dict[Any, Method] = {
    "ida": Method(
        "repeated depth-first searches with a growing limit; little memory",
        _ida,
        (_HEURISTIC, _CACHE_DIR),
    ),
    "a-star": Method(
        "always expands the board with the smallest sum of depth and heuristic; keeps all boards "
        "in memory",
        partial(_best_first, best_first.A_STAR),
        (_HEURISTIC, _MAX_BYTES),
        complete=False,
    ),
    "branch-and-bound": Method(
        "always expands the board with the smallest sum of depth and misplaced cells, as in the "
        "15-puzzle report",
        partial(_best_first, best_first.BRANCH_AND_BOUND),
        (_MISPLACED, _MAX_BYTES, _VISITED),
        complete=False,
    ),
    "anytime": Method(
        "wider and wider beam searches for shorter solutions, and IDA* for a lower bound; the "
        "default above 16 cells",
        _anytime,
        (_PDB, _MAX_BYTES),
    ),
}


def default_heuristic(puzzle: Puzzle | ArrayLike, method: MethodName = "ida") -> Heuristic:
    """Return the default heuristic of a method.

    Parameters
    ----------
    puzzle : Puzzle or array_like
        The puzzle.
    method : str
        One of `METHODS`.

    Returns
    -------
    str
        One of the heuristics in `METHOD_HEURISTICS` for the method.

    Raises
    ------
    InputError
        If the method is unknown or an array is not a puzzle.

    Examples
    --------
    >>> default_heuristic([[1, 2], [3, 0]], "branch-and-bound")
    'misplaced'
    """
    choose(METHODS, method, {})
    puzzle = as_puzzle(puzzle)
    if method == "branch-and-bound":
        return "misplaced"
    if method == "anytime":
        return "pdb"
    return "pdb" if puzzle.tiles.shape == (4, 4) else "linear-conflict"


def default_method(
    puzzle: Puzzle | ArrayLike, heuristic: Heuristic | None = None
) -> Literal["ida", "anytime"]:
    """Return the default method for a puzzle.

    Parameters
    ----------
    puzzle : Puzzle or array_like
        The puzzle.
    heuristic : str, optional
        The heuristic, if the caller has chosen one.

    Returns
    -------
    str
        ``"ida"`` if the puzzle has at most 16 cells or if `heuristic` is given; otherwise
        ``"anytime"``, because finding a shortest solution of a random puzzle of 20 or 25 cells
        takes hours.

    Raises
    ------
    InputError
        If an array is not a puzzle.

    Examples
    --------
    >>> default_method([[1, 2], [3, 0]])
    'ida'
    """
    small = as_puzzle(puzzle).tiles.size <= _MAX_IDA_CELLS
    return "ida" if small or heuristic is not None else "anytime"


def fits(puzzle: Puzzle, heuristic: str, method: str = "ida") -> bool:
    """Return whether a method supports the size of a puzzle with a heuristic."""
    small = heuristic not in _ONLY_4X4 or method == "anytime"
    return small or puzzle.tiles.shape == (4, 4)


def check_heuristic(
    puzzle: Puzzle, heuristic: str, known: tuple[Heuristic, ...], method: str = "ida"
) -> int:
    """Return the number of a heuristic in the kernels, or raise `InputError`."""
    if not isinstance(heuristic, str) or heuristic not in known:
        raise InputError(
            f"unknown heuristic {quote(heuristic)}, expected one of {', '.join(known)}"
            + did_you_mean(heuristic, known)
        )
    if not fits(puzzle, heuristic, method):
        raise InputError(
            f"{heuristic} supports only 4x4 puzzles, found {puzzle.rows}x{puzzle.columns}"
        )
    return pdb.HEURISTICS[heuristic]


def heuristic_value(puzzle: Puzzle | ArrayLike, heuristic: Heuristic = "linear-conflict") -> int:
    r"""Return the value of a heuristic: a lower bound on the moves of a solution.

    Parameters
    ----------
    puzzle : Puzzle or array_like
        The puzzle.
    heuristic : str
        One of `HEURISTICS`.

    Returns
    -------
    int
        The bound: no solution has fewer moves.

    Raises
    ------
    InputError
        If the heuristic is unknown or does not support the puzzle.

    Examples
    --------
    >>> puzzle = Puzzle.from_text("3 1 2 4\n0 5 7 8\n10 6 11 12\n9 13 14 15")
    >>> [heuristic_value(puzzle, h) for h in ("misplaced", "manhattan", "linear-conflict")]
    [10, 11, 13]
    """
    puzzle = as_puzzle(puzzle)
    number = check_heuristic(puzzle, heuristic, HEURISTICS)
    goal = puzzle.goal.ravel()
    databases = build_pdb(goal, pdb.PDB_555) if heuristic == "pdb" else None
    value = best_first.Heuristic(goal, puzzle.rows, puzzle.columns, number, databases)
    return value(puzzle.tiles.ravel())
