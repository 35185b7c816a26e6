"""The images of placements when the board is turned and mirrored.

All functions accept one placement, shape (n,), or many placements, shape (S, n).
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
        One of `VARIANTS` except ``"plus_k"``. All have 8 symmetries, except
        ``"toroidal_semiqueens"``, which has 4, because a mirror exchanges the two diagonals.

    Returns
    -------
    ndarray, shape (8, n) or (S, 8, n)
        The four turns, then the four turns of the mirror image. A symmetric placement has equal
        images. For semi-queens the shape is (4, n) or (S, 4, n), because only 4 images obey the
        rule of the variant.

    Raises
    ------
    InputError
        If `queens` are not permutations.

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
            # a quarter turn moves the queen at (r, c) to (c, n - 1 - r)
            image = (n - 1 - np.argsort(image, axis=1)).astype(stack.dtype)
    if variant == "toroidal_semiqueens":
        # identity, half turn, and the mirrors in the two diagonals
        images = [images[k] for k in (0, 2, 5, 7)]
    result = np.stack(images, axis=1)
    return cast("NDArray[Any]", result if array.ndim == 2 else result[0])


def canonical(queens: ArrayLike, *, variant: str = "queens") -> NDArray[Any]:
    """Return the lexicographically least image of each placement.

    Parameters
    ----------
    queens : array_like of int, shape (n,) or (S, n)
        Permutations.
    variant : str
        See `orbit`.

    Returns
    -------
    ndarray, shape (n,) or (S, n)
        The least images. All placements of a symmetry class have the same least image.

    Raises
    ------
    InputError
        If `queens` are not permutations.

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
    """Return for each row whether a is lexicographically less than b."""
    differ = a != b
    where = differ.argmax(axis=1)[:, None]
    less = np.take_along_axis(a, where, 1) < np.take_along_axis(b, where, 1)
    return np.asarray(less[:, 0])
