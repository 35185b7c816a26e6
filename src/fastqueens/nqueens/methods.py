"""The methods of N-Queens, by name."""

from __future__ import annotations

from functools import partial
from typing import Any

from fastqueens import csp, permutation
from fastqueens.csp.options import MIN_CONFLICTS
from fastqueens.method import Method

__all__ = ["METHODS"]


def _list(n: int, seed: int) -> Any:
    from fastqueens._kernels.nqueens.list import List

    return List(n, 0, None, False)


def _permutations(skip: bool, n: int, seed: int) -> Any:
    return permutation.queens(n, skip=skip)


def _placements(kind: Any, n: int, seed: int) -> Any:
    return permutation.placements(n, kind)


def _csp(method: Any, n: int, seed: int, **options: Any) -> Any:
    return csp.nqueens_kernel(n, method=method, seed=seed, **options)


def _min_conflicts(n: int, seed: int) -> Any:
    return MIN_CONFLICTS.make(n, None, seed)


# The names are of type Any, so that who goes through them can hand them to `solve`, which takes no
# other text than a name.
METHODS: dict[Any, Method] = {
    "list": Method("row by row, with a careful search where solutions are rare", _list),
    "permutation": Method(
        permutation.SUMMARIES["permutation"], partial(_permutations, False), unit="permutation"
    ),
    "permutation-skip": Method(
        permutation.SUMMARIES["permutation-skip"], partial(_permutations, True), unit="beginning"
    ),
    "tuples": Method(
        "every one of the n^n ways to put a queen into each row",
        partial(_placements, "tuples"),
        unit="placement",
    ),
    "combinations": Method(
        "every one of the C(n^2, n) ways to choose n cells",
        partial(_placements, "combinations"),
        unit="placement",
    ),
    **{
        name: Method(method.summary, partial(_csp, name), method.settings, unit=method.unit)
        for name, method in csp.METHODS.items()
    },
    "min-conflicts": Method(MIN_CONFLICTS.summary, _min_conflicts, complete=False, unit="step"),
}
