"""Checks the size and the placed queens of an N-Queens problem, and makes its kernels."""

from __future__ import annotations

from typing import TYPE_CHECKING, SupportsIndex

import numpy as np
from numpy.typing import ArrayLike, NDArray

from fastqueens._kernels.nqueens.list import List
from fastqueens.nqueens.rules import MAX_PAWNS, NUMBERS, Variant
from fastqueens.results import InputError
from fastqueens.validation import array_of, check_whole

if TYPE_CHECKING:
    from fastqueens._kernels.nqueens.minus_k import MinusK
    from fastqueens._kernels.nqueens.plus_k import PlusK

__all__ = [
    "MAX_COUNT_N",
    "MAX_LIST_N",
    "check_pawns",
    "check_placed_cells",
    "check_placed_columns",
    "check_size",
    "list_kernel",
    "pawn_kernel",
]


MAX_COUNT_N = 27  # the largest n of the counting kernels
MAX_LIST_N = 64  # the largest n of the listing kernel
_HALF_N = 20  # the largest n for which the kernel can list one half of the solutions


def check_size(n: SupportsIndex, most: int, what: str) -> int:
    """Return n if it is from 1 to `most`, or raise `InputError`."""
    return check_whole(n, "n", least=1, most=most, purpose=f"for {what}")


def check_pawns(n: int, pawns: int) -> int:
    """Return `pawns` if ``"plus_k"`` accepts it for n rows, or raise `InputError`."""
    if n + pawns < 1:
        raise InputError(
            f"pawns is {pawns}, expected {1 - n} to {MAX_PAWNS} for n = {n}: "
            "at least one queen is needed"
        )
    return pawns


def check_placed_cells(n: int, placed: ArrayLike | None) -> list[tuple[int, int]]:
    """Return the placed queens as (row, column) pairs, or raise `InputError`."""
    if placed is None:
        return []
    queens = array_of(placed)
    if queens.size == 0 and queens.ndim in (1, 2):
        return []
    if queens.dtype.kind in "iu" and queens.ndim == 2 and queens.shape[1] == 2:
        cells = [(row, column) for row, column in queens.tolist()]
    elif queens.dtype.kind in "iu" and queens.shape == (n,):
        cells = [(row, column) for row, column in enumerate(queens.tolist()) if column != -1]
    else:
        raise InputError(
            f"found placed of shape {queens.shape} and type {queens.dtype}, expected {n} columns "
            f"(-1 for a row without a queen), or (row, column) pairs"
        )
    for row, column in cells:
        if not (0 <= row < n and 0 <= column < n):
            raise InputError(f"found a queen at row {row}, column {column}, off the board")
    return cells


def check_placed_columns(n: int, placed: ArrayLike | None) -> NDArray[np.int16] | None:
    """Return the column of the placed queen in each row (-1: none), or raise `InputError`."""
    if placed is None:
        return None
    columns = np.full(n, -1, np.int16)
    for row, column in check_placed_cells(n, placed):
        if columns[row] not in (-1, column):
            raise InputError(f"found two queens in row {row}")
        columns[row] = column
    return columns


def list_kernel(
    n: int,
    variant: Variant,
    placed: ArrayLike | None,
    *,
    half: bool = False,
    fundamental: bool = False,
) -> List:
    """Make a search that lists the solutions of a variant without pawns."""
    n = check_size(n, MAX_LIST_N, "listing")
    if variant == "toroidal_semiqueens":
        half = False  # the mirror image of a solution may be invalid
    else:
        # The first half contains the least solution of each class.
        half = half or (fundamental and placed is None and n <= _HALF_N)
    return List(n, NUMBERS[variant], check_placed_columns(n, placed), half, fundamental)


def pawn_kernel(
    n: int, pawns: int, placed: ArrayLike | None, *, fundamental: bool = False
) -> PlusK | MinusK:
    """Make a search that lists the solutions of ``"plus_k"``."""
    n = check_size(n, MAX_COUNT_N, "the variant 'plus_k'")
    pawns = check_pawns(n, pawns)
    cells = [row * n + column for row, column in check_placed_cells(n, placed)]
    make: type[PlusK | MinusK]
    if pawns < 0:
        from fastqueens._kernels.nqueens.minus_k import MinusK as make
    else:
        from fastqueens._kernels.nqueens.plus_k import PlusK as make
    return make(n, pawns, np.array(cells, np.int16), fundamental)
