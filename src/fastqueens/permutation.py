"""Permutations in lexicographic order: their ranks, and the searches that go through them.

A placement of one queen in each row and column is a permutation, the column of the queen in each
row. The brute force of textbooks tries all of them, 0 1 2 ... first; a permutation's rank is its
place in that order, counted from 0.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from math import factorial
from typing import Literal, SupportsIndex

import numpy as np
from numpy.typing import ArrayLike, NDArray

from fastqueens._kernels.permutation import generate_and_test as _generate_and_test
from fastqueens._kernels.permutation import placements as _placements
from fastqueens.results import InputError
from fastqueens.validation import array_of, check_choice, check_flag, check_whole

__all__ = ["SUMMARIES", "coloured", "placements", "queens", "rank", "unrank"]

# What the methods of puzzles do that search with `coloured` or `queens`, without and with `skip`.
SUMMARIES = {
    "permutation": "every permutation of the columns, one after the other",
    "permutation-skip": "every permutation but those that begin as one that failed",
}
_MAX_UNRANK = 2**15  # columns are int16
_KINDS = {"tuples": _placements.TUPLES, "combinations": _placements.COMBINATIONS}


def rank(p: ArrayLike | Sequence[int]) -> int:
    """Return the place of a permutation in lexicographic order, counted from 0.

    Parameters
    ----------
    p : sequence of n integers
        A permutation of 0 to n - 1, of any length.

    Returns
    -------
    int
        0 to n! - 1, exactly.

    Raises
    ------
    InputError
        If `p` is not a permutation of 0 to n - 1.

    See Also
    --------
    unrank : the other way round.

    Notes
    -----
    The rank written in the factorial number system [1]_ has for its digits the number of smaller
    entries to the right of each entry.

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
    """Return the permutation of 0 to n - 1 that has a given place in lexicographic order.

    Parameters
    ----------
    n : int
        Length, 0 to 32768.
    k : int
        Rank, 0 to n! - 1.

    Returns
    -------
    ndarray of int16, shape (n,)

    Raises
    ------
    InputError
        If `n` or `k` is out of range.

    See Also
    --------
    rank : the other way round.

    Examples
    --------
    >>> unrank(9, 306204).tolist()
    [7, 4, 6, 1, 5, 3, 0, 2, 8]
    >>> unrank(25, factorial(25) - 1).tolist() == list(range(25))[::-1]
    True
    """
    n = check_whole(n, "n")
    k = check_whole(k, "k")
    if n > _MAX_UNRANK:
        raise InputError(f"n is {n}, expected {_MAX_UNRANK} or less")
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


def coloured(regions: NDArray[np.uint8], *, skip: bool) -> _generate_and_test.Permutation:
    """Make the search of a coloured Queens board by permutations, for `fastqueens.search.Search`.

    No two queens share a region, and none touch. The number of regions may differ from the number
    of rows; each then has at most one queen.

    Parameters
    ----------
    regions : ndarray of uint8, shape (n, n)
        The region of each cell, n from 1 to 64.
    skip : bool
        False: test every permutation; its work and its counter ``permutations`` are those tested.
        True: leave out the (n - k)! permutations that begin with k queens that break a rule. Same
        solutions, same ``permutations``, those left out included; its work and its counter
        ``nodes`` are the beginnings tested.

    Returns
    -------
    kernel
        Stops at each solution in turn.

    Raises
    ------
    InputError
        If `regions` is not such an array.

    Examples
    --------
    >>> board = np.array([[0, 1, 1, 1], [0, 0, 1, 2], [3, 2, 2, 2], [3, 3, 3, 2]], np.uint8)
    >>> kernel = coloured(board, skip=False)
    >>> kernel.step(1000), kernel.counters(), kernel.cells()
    (1, {'permutations': 14}, [2, 4, 11, 13])
    """
    array = array_of(regions)
    skip = check_flag(skip, "skip")
    n = array.shape[0] if array.ndim else 0
    if array.shape != (n, n) or array.dtype != np.uint8 or not 1 <= n <= _generate_and_test.MAX_N:
        raise InputError(
            f"found regions of {array.dtype}, shape {array.shape}, "
            f"expected uint8, n x n with n from 1 to {_generate_and_test.MAX_N}"
        )
    return _generate_and_test.Permutation(np.ascontiguousarray(array), n, skip)


def queens(n: SupportsIndex, *, skip: bool) -> _generate_and_test.Permutation:
    """Make the search of N-Queens by permutations: no two queens on one diagonal.

    Parameters
    ----------
    n : int
        Rows, 1 to 64.
    skip : bool
        See `coloured`.

    Returns
    -------
    kernel
        Stops at each solution in turn.

    Raises
    ------
    InputError
        If `n` is out of range.

    Examples
    --------
    >>> kernel = queens(8, skip=True)
    >>> kernel.step(1000), kernel.counters()
    (1, {'permutations': 2843, 'nodes': 336})
    """
    n = check_whole(n, "n", least=1)
    skip = check_flag(skip, "skip")
    if n > _generate_and_test.MAX_N:
        raise InputError(f"n is {n}, expected 1 to {_generate_and_test.MAX_N}")
    return _generate_and_test.Permutation(None, n, skip)


def placements(n: SupportsIndex, kind: Literal["tuples", "combinations"]) -> _placements.Placements:
    """Make the search of N-Queens by plain generate-and-test, for tiny boards.

    Parameters
    ----------
    n : int
        Rows: 1 to 13 for tuples, 1 to 11 for combinations.
    kind : {"tuples", "combinations"}
        ``"tuples"``: a queen in each row, in any column: n^n placements. ``"combinations"``: n of
        the n^2 cells: C(n^2, n) placements. Both in lexicographic order, each one tested; counter:
        ``placements``.

    Returns
    -------
    kernel
        Stops at each solution in turn.

    Raises
    ------
    InputError
        If `kind` is unknown or `n` is out of range.

    Examples
    --------
    >>> kernel = placements(4, "combinations")
    >>> while kernel.step(10**6) == 1:
    ...     print(kernel.cells(), kernel.counters())
    [1, 7, 8, 14] {'placements': 741}
    [2, 4, 11, 13] {'placements': 932}
    >>> kernel.spent  # of 16 * 15 * 14 * 13 / 4!
    1820
    """
    check_choice(kind, "kind", _KINDS)
    n = check_whole(n, "n", least=1)
    most = _placements.MAX_N[kind]
    if n > most:
        raise InputError(f"n is {n}, expected 1 to {most} for {kind}")
    return _placements.Placements(n, _KINDS[kind])
