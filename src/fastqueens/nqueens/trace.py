"""Records a search of N-Queens frame by frame."""

from __future__ import annotations

from functools import partial
from typing import Any, Unpack

import numpy as np
from numpy.typing import ArrayLike, NDArray

from fastqueens.canvas.scene import Scene
from fastqueens.canvas.style import Look
from fastqueens.method import choose
from fastqueens.nqueens.enumeration import Placement, read_columns, solutions
from fastqueens.nqueens.methods import METHODS
from fastqueens.nqueens.options import MethodName, Settings
from fastqueens.nqueens.rules import Symmetry, Variant, check_variant
from fastqueens.search import CancelEvent
from fastqueens.search_frames import (
    Frame,
    Frames,
    Position,
    complete_position,
    domain_position,
    marks_of,
    partial_position,
)
from fastqueens.validation import check_whole

__all__ = ["frames"]

_DIRECTIONS = [(y, x) for y in (-1, 0, 1) for x in (-1, 0, 1) if y or x]


def frames(
    n: int,
    *,
    method: MethodName = "list",
    variant: Variant = "queens",
    symmetry: Symmetry = "all",
    pawns: int = 0,
    placed: ArrayLike | None = None,
    seed: int = 0,
    every: int = 1,
    start: int = 0,
    limit: int | None = 1,
    keep: bool = True,
    time_limit: float | None = None,
    cancel: CancelEvent | None = None,
    node_limit: int | None = None,
    **options: Unpack[Settings],
) -> Frames[Position]:
    """Watch a search: yield the state of the board after every `every` units of work.

    The same size, method, options and seed give the same frames on every machine.

    Parameters
    ----------
    n, method, seed, **options
        See `solve`.
    variant, symmetry, pawns, placed, time_limit, cancel, node_limit
        See `solutions`. Only ``"list"`` accepts a variant, a symmetry or `placed`.
    every : int
        Units of the method's work between two frames, 1 or more.
    start : int
        The units of work before the first frame.
    limit : int or None
        Stop after this many solutions; None means all.
    keep : bool
        Whether to store the solutions in the attribute ``solutions`` of the result.

    Returns
    -------
    Frames
        An iterator over `Frame`, each with ``work``, ``status``, ``found``, ``counters`` and, as
        ``view``, a `Position`: its ``queens`` as (row, column) pairs, and ``marks``.

    Raises
    ------
    InputError
        As for `solve` and `solutions`, or if a number is out of range.

    Examples
    --------
    >>> for frame in frames(4, every=3):
    ...     print(frame.work, frame.status, frame.view.queens)
    0 running ()
    3 running ((0, 0), (1, 3))
    6 running ((0, 1), (1, 3))
    8 solved ((0, 1), (1, 3), (2, 0), (3, 2))
    >>> *_, last = frames(6, every=1000, limit=None)
    >>> last.status, last.found
    ('solved', 4)
    """
    chosen = choose(METHODS, method, options)
    n = check_whole(n, "n", least=1)
    every_kind: Any = solutions  # placements with and without pawns
    found = every_kind(
        n,
        method=method,
        variant=variant,
        symmetry=symmetry,
        pawns=pawns,
        placed=placed,
        seed=seed,
        time_limit=time_limit,
        cancel=cancel,
        node_limit=node_limit,
        **options,
    )
    kernel: Any = found.search.kernel
    return Frames(
        found.search,
        partial(_read_position, kernel, n, check_variant(variant, symmetry, pawns)),
        found.read,
        _solution_position,
        method=method,
        unit=chosen.unit,
        every=every,
        start=start,
        limit=limit if chosen.complete else 1,
        keep=keep,
        draw=partial(_draw, n),
    )


def _draw(n: int, frame: Frame[Position], cell: int, look: Look) -> Scene:
    from fastqueens.nqueens.drawing import scene

    return scene(
        n, frame.view, cell=cell, look=look, marks=marks_of(frame, n), title=frame.sentence
    )


def _solution_position(found: Any) -> Position:
    if isinstance(found, Placement):
        queens, pawns = (tuple((row, column) for row, column in x.tolist()) for x in found)
        return Position(queens, pawns)
    return Position(tuple(enumerate(found.tolist())))


def _read_position(kernel: Any, n: int, variant: Variant) -> Position:
    if hasattr(kernel, "peek_left"):
        return domain_position(kernel, n)
    if hasattr(kernel, "pawns"):
        return _position_with_pawns(kernel, n)
    if not hasattr(kernel, "cells"):  # method "list": the kernel has columns, from the first row on
        columns = read_columns(kernel, n).tolist()
        queens = [row * n + column for row, column in enumerate(columns) if column >= 0]
        return _partial_position(n, variant, queens, queens[-1] if queens else -1)
    if getattr(kernel, "skip", False):
        return _partial_position(n, variant, kernel.cells(), kernel.hand())
    hand = kernel.hand() if hasattr(kernel, "fitness") else -1
    fitness = getattr(kernel, "fitness", None)
    attack = partial(_attack_each_other, n, variant)
    return complete_position(n, kernel.cells(), attack, hand=hand, fitness=fitness)


def _partial_position(n: int, variant: Variant, queens: list[int], hand: int) -> Position:
    """Return the queens of an incomplete placement, and mark the cells that they attack."""
    cells = np.arange(n * n)
    left = np.ones(n * n, np.uint8)
    for queen in queens:
        left[_attack_each_other(n, variant, cells, np.array(queen))] = 0
    left[queens] = 1
    return partial_position(n, queens, left.reshape(n, n), hand)


def _attack_each_other(
    n: int, variant: Variant, a: NDArray[np.intp], b: NDArray[np.intp]
) -> NDArray[np.bool_]:
    """Return whether queens on two cells attack each other."""
    (row, column), (other_row, other_column) = divmod(a, n), divmod(b, n)
    down, right = abs(row - other_row), abs(column - other_column)
    attacked: NDArray[np.bool_] = (down == 0) | (right == 0)
    if variant == "hertzsprung":
        attacked |= (down <= 1) & (right <= 1)
    elif variant in ("toroidal", "toroidal_semiqueens"):
        attacked |= (row + column - other_row - other_column) % n == 0
        if variant == "toroidal":
            attacked |= (row - column - other_row + other_column) % n == 0
    else:
        attacked |= down == right
    if variant == "superqueens":
        attacked |= down * right == 2
    return attacked


def _position_with_pawns(kernel: Any, n: int) -> Position:
    """Return queens and pawns; a pawn blocks the lines of a queen."""
    max_pawns = max(kernel.pawns, 0)
    both = np.empty(n + max_pawns, np.int16), np.empty(max_pawns, np.int16)
    queens, pawns = (
        part[:count].tolist() for part, count in zip(both, kernel.peek(*both), strict=True)
    )
    left = np.ones((n, n), np.uint8)
    for queen in queens:
        for y, x in _DIRECTIONS:
            row, column = queen // n + y, queen % n + x
            while 0 <= row < n and 0 <= column < n and row * n + column not in pawns:
                left[row, column] = 0
                row, column = row + y, column + x
    shown = partial_position(n, queens, left, max(queens, default=-1))
    return Position(shown.queens, tuple(divmod(cell, n) for cell in pawns), shown.marks)
