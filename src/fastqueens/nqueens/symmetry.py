"""Placements as permutations: their images when the board is turned and mirrored.

All of it works on one placement, shape (n,), or on many, shape (S, n).
"""

from __future__ import annotations

from typing import Any, cast

import numpy as np
from numpy.typing import ArrayLike, NDArray

from fastqueens.nqueens.rules import as_columns, check_variant
from fastqueens.results import InputError

__all__ = ["canonical", "orbit"]


def orbit(queens: ArrayLike, *, variant: str = "queens") -> NDArray[Any]:
    """Return the images of placements under the symmetries of the board.

    Parameters
    ----------
    queens : array_like of int, shape (n,) or (S, n)
        Permutations: one queen in each row and column.
    variant : str
        One of `VARIANTS` but ``"plus_k"``. All have 8 symmetries but ``"toroidal_semiqueens"``,
        where a mirror would exchange the two diagonals: it has 4.

    Returns
    -------
    ndarray, shape (8, n) or (S, 8, n)
        The four turns, then the four turns of the mirror image; a symmetric placement comes more
        than once. Of semi-queens (4, n) or (S, 4, n): those of the 8 that keep the rule.

    Raises
    ------
    InputError
        For anything but permutations.

    Examples
    --------
    >>> np.unique(orbit([1, 3, 0, 2]), axis=0).tolist()
    [[1, 3, 0, 2], [2, 0, 3, 1]]
    """
    variant = check_variant(variant, "all", 0)
    array = as_columns(queens)
    stack = np.atleast_2d(array)
    n = stack.shape[1]
    if not (np.sort(stack, axis=1) == np.arange(n)).all():
        raise InputError("expected one queen in each row and column")
    images = []
    for image in (stack, n - 1 - stack):
        for _ in range(4):
            images.append(image)
            # a quarter turn takes the queen at (r, c) to (c, n - 1 - r)
            image = (n - 1 - np.argsort(image, axis=1)).astype(stack.dtype)
    if variant == "toroidal_semiqueens":  # the half turn, and the diagonals as mirrors
        images = [images[k] for k in (0, 2, 5, 7)]
    result = np.stack(images, axis=1)
    return cast("NDArray[Any]", result if array.ndim == 2 else result[0])


def canonical(queens: ArrayLike, *, variant: str = "queens") -> NDArray[Any]:
    """Return the lexicographically least image of placements.

    Parameters
    ----------
    queens : array_like of int, shape (n,) or (S, n)
        Permutations.
    variant : str
        As for `orbit`.

    Returns
    -------
    ndarray, shape (n,) or (S, n)
        The same for all placements of a class.

    Raises
    ------
    InputError
        For anything but permutations.

    Examples
    --------
    >>> canonical([2, 0, 3, 1]).tolist()
    [1, 3, 0, 2]
    """
    array = as_columns(queens)
    images = orbit(np.atleast_2d(array), variant=variant)
    best = images[:, 0]
    for k in range(1, images.shape[1]):
        best = np.where(_less(images[:, k], best)[:, None], images[:, k], best)
    return best if array.ndim == 2 else cast("NDArray[Any]", best[0])


def _less(a: NDArray[Any], b: NDArray[Any]) -> NDArray[np.bool_]:
    """Compare row by row, lexicographically."""
    differ = a != b
    where = differ.argmax(axis=1)[:, None]
    less = np.take_along_axis(a, where, 1) < np.take_along_axis(b, where, 1)
    return np.asarray(less[:, 0])
