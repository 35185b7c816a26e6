"""Permutations in lexicographic order: their ranks, and summaries of searches through them.

A placement of one queen in each row and column is a permutation: the column of the queen in each
row. The brute-force search of textbooks tries all permutations in lexicographic order, beginning
with 0 1 2 .... The rank of a permutation is its position in this order, counted from 0.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from math import factorial
from typing import SupportsIndex

import numpy as np
from numpy.typing import ArrayLike, NDArray

from fastqueens.keywords import explain_keywords
from fastqueens.results import InputError
from fastqueens.validation import array_of, check_whole

__all__ = ["SUMMARIES", "rank", "unrank"]

# Summaries of the searches of the puzzles through all permutations, without and with skipping.
SUMMARIES = {
    "permutation": (
        "every permutation of the columns in lexicographic order; 24 are tested at a time"
    ),
    "permutation-skip": (
        "like permutation, but if the first rows conflict, all permutations that begin with these "
        "rows are skipped; they are counted too"
    ),
}
_MAX_UNRANK = 2**15  # columns are int16


def rank(p: ArrayLike | Sequence[int]) -> int:
    """Return the position of a permutation in lexicographic order, counted from 0.

    Parameters
    ----------
    p : sequence of n integers
        A permutation of 0 to n - 1, of any length.

    Returns
    -------
    int
        The rank, 0 to n! - 1. It is exact for any n.

    Raises
    ------
    InputError
        If `p` is not a permutation of 0 to n - 1.

    See Also
    --------
    unrank : the inverse function.

    Notes
    -----
    In the factorial number system [1]_, the rank has one digit for each entry: the number of
    smaller entries to its right.

    References
    ----------
    .. [1] D. E. Knuth, The Art of Computer Programming, volume 2, section 4.1.

    Examples
    --------
    >>> rank([0, 1, 2]), rank([2, 1, 0])
    (0, 5)
    >>> rank([7, 4, 6, 1, 5, 3, 0, 2, 8])
    306204
    """
    array = array_of(p)
    if array.ndim != 1 or (array.size and array.dtype.kind not in "iu"):
        raise InputError(
            f"found an array of {array.dtype}, shape {array.shape}, "
            f"expected a permutation: a list of the numbers 0 to n - 1"
        )
    n = array.size
    seen: list[int] = []
    total = 0
    for i, entry in enumerate(array.tolist()):
        below = bisect_left(seen, entry)
        if not 0 <= entry < n:
            raise InputError(f"found {entry} at index {i}, expected numbers from 0 to {n - 1}")
        if below < i and seen[below] == entry:
            raise InputError(f"found {entry} twice, expected each of 0 to {n - 1} once")
        seen.insert(below, entry)
        total = total * (n - i) + entry - below
    return total


def unrank(n: SupportsIndex, k: SupportsIndex) -> NDArray[np.int16]:
    """Return the permutation of 0 to n - 1 that has a given rank in lexicographic order.

    Parameters
    ----------
    n : int
        The length of the permutation, 0 to 32768.
    k : int
        The rank, 0 to n! - 1.

    Returns
    -------
    ndarray of int16, shape (n,)

    Raises
    ------
    InputError
        If `n` or `k` is out of range.

    See Also
    --------
    rank : the inverse function.

    Examples
    --------
    >>> unrank(9, 306204).tolist()
    [7, 4, 6, 1, 5, 3, 0, 2, 8]
    >>> unrank(25, factorial(25) - 1).tolist() == list(range(25))[::-1]
    True
    """
    n = check_whole(n, "n", most=_MAX_UNRANK)
    k = check_whole(k, "k")
    digits = []
    rest = k
    for i in range(1, n + 1):
        rest, digit = divmod(rest, i)
        digits.append(digit)
    if rest:
        shown = str(k) if k.bit_length() < 128 else f"a number of {k.bit_length()} bits"
        most = f" = {factorial(n) - 1}" if n <= 25 else ""
        raise InputError(f"k is {shown}, expected 0 to {n}! - 1{most}")
    left = list(range(n))
    return np.array([left.pop(digit) for digit in reversed(digits)], np.int16)


explain_keywords(__name__)


def __dir__() -> list[str]:
    return __all__
