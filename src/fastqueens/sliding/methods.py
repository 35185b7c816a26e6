"""Which methods and heuristics there are, and the kernels and pattern databases they use.

`fastqueens.sliding` has the public names, and says what each does.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from fastqueens._kernels.sliding import best_first as _queue
from fastqueens._kernels.sliding import ida as _ida
from fastqueens.results import InputError
from fastqueens.sliding.puzzle import Puzzle, as_puzzle

__all__ = [
    "HEURISTICS",
    "METHODS",
    "Heuristic",
    "Method",
    "Visited",
    "build_tables",
    "check_heuristic",
    "check_method",
    "default_heuristic",
    "estimate",
    "fits",
    "make_kernel",
]


Method = Literal["ida", "a-star", "branch-and-bound"]
Heuristic = Literal["misplaced", "manhattan", "linear-conflict", "walking-distance", "pdb"]
Visited = Literal["generated", "expanded"]
HEURISTICS: tuple[Heuristic, ...] = (
    "misplaced",
    "manhattan",
    "linear-conflict",
    "walking-distance",
    "pdb",
)
METHODS: dict[Method, tuple[Heuristic, ...]] = {
    "ida": HEURISTICS,
    "a-star": HEURISTICS,
    "branch-and-bound": ("misplaced",),
}
_ONLY_4X4 = ("walking-distance", "pdb")


def check_method(method: str) -> None:
    """Raise `InputError` for an unknown method."""
    if method not in METHODS:
        raise InputError(f"unknown method {method!r}, expected one of {', '.join(METHODS)}")


def default_heuristic(puzzle: Puzzle | ArrayLike, method: Method = "ida") -> Heuristic:
    """Return the heuristic that a method uses unless told otherwise.

    Examples
    --------
    >>> default_heuristic([[1, 2], [3, 0]], "branch-and-bound")
    'misplaced'
    """
    check_method(method)
    if method == "branch-and-bound":
        return "misplaced"
    return "pdb" if as_puzzle(puzzle).tiles.shape == (4, 4) else "linear-conflict"


def fits(puzzle: Puzzle, heuristic: str) -> bool:
    """Whether a heuristic is for puzzles of this size."""
    return heuristic not in _ONLY_4X4 or puzzle.tiles.shape == (4, 4)


def check_heuristic(puzzle: Puzzle, heuristic: str, known: tuple[Heuristic, ...]) -> int:
    """Return a heuristic's number in the kernels."""
    if heuristic not in known:
        raise InputError(f"unknown heuristic {heuristic!r}, expected one of {', '.join(known)}")
    if not fits(puzzle, heuristic):
        raise InputError(
            f"{heuristic} is for 4x4 puzzles, this one is {puzzle.rows}x{puzzle.columns}"
        )
    return HEURISTICS.index(heuristic)


def estimate(puzzle: Puzzle | ArrayLike, heuristic: Heuristic = "linear-conflict") -> int:
    r"""Return a lower bound on the moves that a puzzle needs.

    Parameters
    ----------
    puzzle : Puzzle or array_like
        The puzzle.
    heuristic : str
        One of `HEURISTICS`.

    Raises
    ------
    InputError
        If there is no such heuristic for this puzzle.

    Examples
    --------
    >>> puzzle = Puzzle.from_text("3 1 2 4\n0 5 7 8\n10 6 11 12\n9 13 14 15")
    >>> [estimate(puzzle, h) for h in ("misplaced", "manhattan", "linear-conflict")]
    [10, 11, 13]
    """
    puzzle = as_puzzle(puzzle)
    bound = check_heuristic(puzzle, heuristic, HEURISTICS)
    goal = puzzle.goal.ravel()
    tables = build_tables(goal, _ida.TABLES_555) if heuristic == "pdb" else None
    estimated = _queue.Estimate(goal, puzzle.rows, puzzle.columns, bound, tables)
    return estimated(puzzle.tiles.ravel())


def make_kernel(
    puzzle: Puzzle,
    method: Method,
    heuristic: Heuristic,
    visited: Visited,
    max_bytes: int,
    cache_dir: str | os.PathLike[str] | None,
) -> _ida.Ida | _queue.Queue:
    """Make the search for one solution; parameters as for `sliding.solve`."""
    number = check_heuristic(puzzle, heuristic, METHODS[method])
    tiles, goal = puzzle.tiles.ravel(), puzzle.goal.ravel()
    shape = puzzle.rows, puzzle.columns
    if method == "ida":
        if cache_dir is not None and heuristic == "pdb":
            _cached_tables(goal, cache_dir)
            return _ida.Ida(tiles, goal, *shape, number, False, kind=_CACHED, fixed=True)
        return _ida.Ida(tiles, goal, *shape, number, False)
    order = _queue.A_STAR if method == "a-star" else _queue.BRANCH_AND_BOUND
    tables = build_tables(goal, _ida.TABLES_555) if heuristic == "pdb" else None
    late = visited == "expanded"
    return _queue.Queue(tiles, goal, *shape, order, number, late, min(max_bytes, 2**63), tables)


_CACHED = _ida.TABLES_78
_MAGIC = b"fastqueens tables 1\n"


def build_tables(goal: NDArray[np.uint8], kind: int) -> _ida.Tables:
    """Return the pattern databases of this process for a 4x4 goal, built."""
    tables = _ida.tables(kind, _home(goal))
    tables.build()
    return tables


def _home(goal: NDArray[np.uint8]) -> int:
    """Return which pattern databases serve a goal, by where its blank is."""
    return _ida.home_of(int(np.flatnonzero(goal == 0)[0]))


def _cached_tables(goal: NDArray[np.uint8], cache_dir: str | os.PathLike[str]) -> None:
    """Take the largest tables from a file; if there is none that is whole, build and write it."""
    from hashlib import sha256
    from tempfile import NamedTemporaryFile

    tables = _ida.tables(_CACHED, _home(goal))
    if tables.ready:
        return
    path = Path(cache_dir) / f"fastqueens-tables-{_CACHED}-{tables.home}"
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        data = b""
    except OSError as error:
        raise InputError(f"cannot read the file: {error.strerror}", source=str(path)) from None
    head = len(_MAGIC) + 32
    image = memoryview(data)[head:]
    whole = data[: len(_MAGIC)] == _MAGIC and sha256(image).digest() == data[len(_MAGIC) : head]
    if whole and tables.adopt(image):
        return
    tables.build()
    image = memoryview(tables.image())
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        # Another process may be reading or writing the same file.
        with NamedTemporaryFile(dir=path.parent, delete=False) as file:
            try:
                file.write(_MAGIC + sha256(image).digest())
                file.write(image)
                file.close()
                os.replace(file.name, path)
            except BaseException:
                os.unlink(file.name)
                raise
    except OSError as error:
        raise InputError(f"cannot be written: {error.strerror}", source=str(path)) from None
