"""The methods of N-Queens, by name."""

from __future__ import annotations

from functools import partial
from typing import Any

from fastqueens.method import SUMMARIES, Method

__all__ = ["METHODS"]


_CSP_NQUEENS = ("order", "values", "restarts")


def _list(n: int, seed: int) -> Any:
    from fastqueens._kernels.nqueens.list import List

    return List(n, 0, None, False)


def _permutations(skip: bool, n: int, seed: int) -> Any:
    from fastqueens import permutation

    return permutation.queens(n, skip=skip)


def _placements(kind: Any, n: int, seed: int) -> Any:
    from fastqueens import permutation

    return permutation.placements(n, kind)


def _csp_nqueens(method: Any, n: int, seed: int, **options: Any) -> Any:
    from fastqueens import csp

    return csp.nqueens_kernel(n, method=method, seed=seed, **options)


def _min_conflicts_nqueens(n: int, seed: int) -> Any:
    from fastqueens._kernels.csp import min_conflicts

    return min_conflicts.Search(n, None, seed)


METHODS: dict[str, Method] = {
    "list": Method("row by row, with a careful search where solutions are rare", _list),
    "permutation": Method(SUMMARIES["permutation"], partial(_permutations, False)),
    "permutation-skip": Method(SUMMARIES["permutation-skip"], partial(_permutations, True)),
    "tuples": Method(
        "every one of the n^n ways to put a queen into each row", partial(_placements, "tuples")
    ),
    "combinations": Method(
        "every one of the C(n^2, n) ways to choose n cells", partial(_placements, "combinations")
    ),
    **{
        name: Method(SUMMARIES[name], partial(_csp_nqueens, name), options)
        for name, options in (
            ("backtracking", _CSP_NQUEENS),
            ("backtracking-memo", (*_CSP_NQUEENS, "max_bytes")),
            ("forward-checking", _CSP_NQUEENS),
            ("mac", _CSP_NQUEENS),
        )
    },
    "min-conflicts": Method(
        SUMMARIES["min-conflicts"], _min_conflicts_nqueens, complete=False
    ),
}  # fmt: skip
