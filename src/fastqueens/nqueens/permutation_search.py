"""N-Queens by generate-and-test: permutations of the columns, tuples, or any n cells."""

from __future__ import annotations

from typing import Literal, SupportsIndex

from fastqueens._kernels.permutation import generate_and_test as _kernels
from fastqueens._kernels.permutation import placements as _placements
from fastqueens.validation import check_choice, check_flag, check_whole

__all__ = ["permutation_kernel", "placement_kernel"]

_KINDS = {"tuples": _placements.TUPLES, "combinations": _placements.COMBINATIONS}


def permutation_kernel(n: SupportsIndex, *, skip: bool) -> _kernels.Permutation:
    """Make the search of N-Queens by permutations: no two queens on one diagonal.

    Examples
    --------
    >>> kernel = permutation_kernel(8, skip=True)
    >>> kernel.step(1000), kernel.counters()
    (1, {'permutations': 2843, 'nodes': 336})
    """
    n = check_whole(n, "n", least=1, most=_kernels.MAX_N)
    return _kernels.Permutation(None, n, check_flag(skip, "skip"))


def placement_kernel(
    n: SupportsIndex, kind: Literal["tuples", "combinations"]
) -> _placements.Placements:
    """Make the search of N-Queens by plain generate-and-test, for tiny boards.

    Examples
    --------
    >>> kernel = placement_kernel(4, "combinations")
    >>> while kernel.step(10**6) == 1:
    ...     print(kernel.cells(), kernel.counters())
    [1, 7, 8, 14] {'placements': 741}
    [2, 4, 11, 13] {'placements': 932}
    >>> kernel.spent  # of 16 * 15 * 14 * 13 / 4!
    1820
    """
    check_choice(kind, "kind", _KINDS)
    n = check_whole(n, "n", least=1, most=_placements.MAX_N[kind], purpose=f"for {kind}")
    return _placements.Placements(n, _KINDS[kind])
