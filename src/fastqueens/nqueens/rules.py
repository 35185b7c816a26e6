"""The variants of N-Queens, and whether a placement keeps to their rules."""

from __future__ import annotations

from typing import Any, Literal, cast

import numpy as np
from numpy.typing import ArrayLike, NDArray

from fastqueens._kernels.nqueens import list as _list
from fastqueens.results import InputError
from fastqueens.validation import (
    array_of,
    check_choice,
    check_whole,
    did_you_mean,
    is_choice,
    quote,
    shown_array,
)

__all__ = [
    "MAX_PAWNS",
    "NUMBERS",
    "VARIANTS",
    "ColumnVariant",
    "Symmetry",
    "Variant",
    "as_columns",
    "check_variant",
    "is_solution",
]


Variant = Literal[
    "queens",
    "toroidal",
    "toroidal_semiqueens",
    "superqueens",
    "hertzsprung",
    "plus_k",
]
ColumnVariant = Literal["queens", "toroidal", "toroidal_semiqueens", "superqueens", "hertzsprung"]
Symmetry = Literal["all", "fundamental"]
VARIANTS: tuple[Variant, ...] = (
    "queens",
    "toroidal",
    "toroidal_semiqueens",
    "superqueens",
    "hertzsprung",
    "plus_k",
)
NUMBERS = _list.VARIANTS  # the values of enum fq_nqueens_variant in C
MAX_PAWNS = 32


def check_variant(variant: str, symmetry: str, pawns: int) -> Variant:
    """Return the variant; raise `InputError` if it is unknown or excludes the other arguments."""
    if not is_choice(variant, VARIANTS):
        raise InputError(
            f"unknown variant {quote(variant)}, expected one of {', '.join(VARIANTS)}"
            f"{did_you_mean(variant, VARIANTS)}"
        )
    check_choice(symmetry, "symmetry", ("all", "fundamental"))
    pawns = check_whole(pawns, "pawns", least=-MAX_PAWNS)
    if variant != "plus_k" and pawns:
        raise InputError("pawns needs the variant 'plus_k'")
    if pawns > MAX_PAWNS:
        raise InputError(f"pawns is {pawns}, expected {MAX_PAWNS} or less")
    return cast("Variant", variant)


def as_columns(queens: ArrayLike) -> NDArray[Any]:
    """Return placements as an array of shape (n,) or (S, n), or raise `InputError`."""
    array = array_of(queens)
    if array.ndim not in (1, 2) or array.dtype.kind not in "iu" or not array.shape[-1]:
        raise InputError(
            f"found {shown_array(queens, array)} as queens, expected columns of "
            f"shape (n,) or (S, n)"
        )
    return array


def is_solution(queens: ArrayLike, *, variant: str = "queens") -> bool | NDArray[np.bool_]:
    """Return whether placements are solutions.

    Parameters
    ----------
    queens : array_like of int, shape (n,) or (S, n)
        The column of the queen in each row.
    variant : str
        One of `VARIANTS` except ``"plus_k"``.

    Returns
    -------
    bool or ndarray of bool, shape (S,)
        Whether each placement is a solution. A column off the board gives False.

    Raises
    ------
    InputError
        If the variant is ``"plus_k"`` or unknown, or `queens` is not an array of columns.

    Examples
    --------
    >>> is_solution([[1, 3, 0, 2], [0, 1, 2, 3]]).tolist()
    [True, False]
    """
    variant = check_variant(variant, "all", 0)
    if variant == "plus_k":
        raise InputError("is_solution does not support the variant 'plus_k'")
    array = as_columns(queens)
    stack = np.atleast_2d(array).astype(np.int64)
    n = stack.shape[1]
    rows = np.arange(n)
    inside = ((stack >= 0) & (stack < n)).all(axis=1)
    good = inside & _distinct(stack)
    if variant == "hertzsprung":
        good &= (abs(np.diff(stack, axis=1)) > 1).all(axis=1)
    elif variant in ("toroidal", "toroidal_semiqueens"):
        good &= _distinct((stack + rows) % n)
        if variant == "toroidal":
            good &= _distinct((stack - rows) % n)
    else:
        good &= _distinct(stack + rows) & _distinct(stack - rows)
    if variant == "superqueens":
        for step, jump in ((1, 2), (2, 1)):
            if n > step:
                good &= (abs(stack[:, step:] - stack[:, :-step]) != jump).all(axis=1)
    return good if array.ndim == 2 else bool(good[0])


def _distinct(stack: NDArray[np.int64]) -> NDArray[np.bool_]:
    ordered = np.sort(stack, axis=1)
    return np.asarray((ordered[:, 1:] != ordered[:, :-1]).all(axis=1))
