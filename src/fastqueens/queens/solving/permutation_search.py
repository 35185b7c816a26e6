"""Coloured Queens by a search through the permutations of the columns."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from fastqueens._kernels.permutation import generate_and_test as _kernels
from fastqueens.results import InputError
from fastqueens.validation import array_of, check_flag

__all__ = ["permutation_kernel"]


def permutation_kernel(regions: NDArray[np.uint8], *, skip: bool) -> _kernels.Permutation:
    """Make the search of a coloured Queens board by permutations, for `fastqueens.search.Search`.

    No two queens share a region or touch. The number of regions may differ from the number of
    rows; each region then takes at most one queen.

    Examples
    --------
    >>> board = np.array([[0, 1, 1, 1], [0, 0, 1, 2], [3, 2, 2, 2], [3, 3, 3, 2]], np.uint8)
    >>> kernel = permutation_kernel(board, skip=False)
    >>> kernel.step(1000), kernel.counters(), kernel.cells()
    (1, {'permutations': 14}, [2, 4, 11, 13])
    """
    array = array_of(regions)
    skip = check_flag(skip, "skip")
    n = array.shape[0] if array.ndim else 0
    if array.shape != (n, n) or array.dtype != np.uint8 or not 1 <= n <= _kernels.MAX_N:
        raise InputError(
            f"found regions of {array.dtype}, shape {array.shape}, "
            f"expected uint8, n x n with n from 1 to {_kernels.MAX_N}"
        )
    return _kernels.Permutation(np.ascontiguousarray(array), n, skip)
