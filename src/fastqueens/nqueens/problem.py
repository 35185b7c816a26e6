"""What is asked of N-Queens, checked: the size and the queens given; and the kernels for it."""

from __future__ import annotations

import operator
from typing import TYPE_CHECKING, SupportsIndex

import numpy as np
from numpy.typing import ArrayLike, NDArray

from fastqueens._kernels.nqueens.list import List
from fastqueens.nqueens.rules import MAX_PAWNS, NUMBERS, Variant
from fastqueens.results import InputError

if TYPE_CHECKING:
    from fastqueens._kernels.nqueens.minus_k import MinusK
    from fastqueens._kernels.nqueens.plus_k import PlusK

__all__ = [
    "MAX_COUNT_N",
    "MAX_LIST_N",
    "check_pawns",
    "check_size",
    "given_cells",
    "given_columns",
    "list_kernel",
    "pawn_kernel",
]


MAX_COUNT_N = 27  # of the counting kernels
MAX_LIST_N = 64  # of the listing kernel
_HALF_N = 20  # of n to which half of the solutions can be listed by itself


def check_size(n: SupportsIndex, most: int, what: str) -> int:
    """Return n from 1 to `most`, or raise `InputError`."""
    try:
        if isinstance(n, bool):
            raise TypeError
        n = operator.index(n)
    except TypeError:
        raise InputError(f"n is {n!r}, expected a whole number") from None
    if not 1 <= n <= most:
        raise InputError(f"n is {n}, expected 1 to {most} for {what}")
    return n


def check_pawns(n: int, pawns: int) -> int:
    """Return the pawns of ``"plus_k"``, less than 0 for fewer queens, or raise `InputError`."""
    if n + pawns < 1:
        raise InputError(
            f"pawns is {pawns}, expected {1 - n} to {MAX_PAWNS} for n = {n}: one queen at least"
        )
    return pawns


def given_cells(n: int, placed: ArrayLike | None) -> list[tuple[int, int]]:
    """Return the given queens as (row, column) pairs."""
    if placed is None:
        return []
    try:
        given = np.asarray(placed)
    except ValueError:
        given = np.asarray(None)
    if given.size == 0 and given.ndim in (1, 2):
        return []
    if given.dtype.kind in "iu" and given.ndim == 2 and given.shape[1] == 2:
        cells = [(row, column) for row, column in given.tolist()]
    elif given.dtype.kind in "iu" and given.shape == (n,):
        cells = [(row, column) for row, column in enumerate(given.tolist()) if column != -1]
    else:
        raise InputError(
            f"found placed of shape {given.shape} and type {given.dtype}, expected {n} columns "
            f"with -1 for none, or (row, column) pairs"
        )
    for row, column in cells:
        if not (0 <= row < n and 0 <= column < n):
            raise InputError(f"found a queen at row {row}, column {column}, off the board")
    return cells


def given_columns(n: int, placed: ArrayLike | None) -> NDArray[np.int16] | None:
    """Return the given queens as a column a row, -1 where there is none."""
    if placed is None:
        return None
    columns = np.full(n, -1, np.int16)
    for row, column in given_cells(n, placed):
        if columns[row] not in (-1, column):
            raise InputError(f"found two queens in row {row}")
        columns[row] = column
    return columns


def list_kernel(
    n: int, variant: Variant, placed: ArrayLike | None, *, half: bool = False, least: bool = False
) -> List:
    """Make the search that lists solutions, of any variant without pawns."""
    n = check_size(n, MAX_LIST_N, "listing")
    if variant == "toroidal_semiqueens":
        half = False  # the mirror images are none
    else:
        half = half or (least and placed is None and n <= _HALF_N)  # where the least ones are
    return List(n, NUMBERS[variant], given_columns(n, placed), half, least)


def pawn_kernel(
    n: int, pawns: int, placed: ArrayLike | None, *, least: bool = False
) -> PlusK | MinusK:
    """Make the search that lists solutions of ``"plus_k"``."""
    n = check_size(n, MAX_COUNT_N, "listing more queens than rows, or fewer")
    pawns = check_pawns(n, pawns)
    given = [row * n + column for row, column in given_cells(n, placed)]
    make: type[PlusK | MinusK]
    if pawns < 0:
        from fastqueens._kernels.nqueens.minus_k import MinusK as make
    else:
        from fastqueens._kernels.nqueens.plus_k import PlusK as make
    return make(n, pawns, np.array(given, np.int16), least)
