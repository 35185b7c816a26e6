"""The table of the methods of N-Queens, and the searches that they run."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from numpy.typing import ArrayLike

from fastqueens import csp, permutation
from fastqueens.csp.options import MIN_CONFLICTS_SUMMARY
from fastqueens.method import Method, choose
from fastqueens.nqueens.csp_model import nqueens_kernel
from fastqueens.nqueens.permutation_search import permutation_kernel, placement_kernel
from fastqueens.nqueens.problem import MAX_LIST_N, check_size
from fastqueens.nqueens.rules import check_variant
from fastqueens.results import InputError
from fastqueens.search import Clock, ProgressLike, Search
from fastqueens.validation import check_seed

__all__ = ["METHODS", "check_plain", "make_search"]


def _list(n: int, seed: int) -> Any:
    from fastqueens._kernels.nqueens.list import List

    return List(n, 0, None, False)


def _permutations(skip: bool, n: int, seed: int) -> Any:
    return permutation_kernel(n, skip=skip)


def _placements(kind: Any, n: int, seed: int) -> Any:
    return placement_kernel(n, kind)


def _csp(method: Any, n: int, seed: int, **options: Any) -> Any:
    return nqueens_kernel(n, method=method, seed=seed, **options)


def _min_conflicts(n: int, seed: int) -> Any:
    from fastqueens._kernels.nqueens.min_conflicts import MinConflicts

    return MinConflicts(n, seed)


# The keys have type Any: a type checker then accepts them as `method` of `solve`, whose type is a
# Literal.
METHODS: dict[Any, Method] = {
    "list": Method("row by row; uses a slower, more careful search if solutions are rare", _list),
    "permutation": Method(
        permutation.SUMMARIES["permutation"], partial(_permutations, False), unit="permutation"
    ),
    "permutation-skip": Method(
        permutation.SUMMARIES["permutation-skip"], partial(_permutations, True), unit="node"
    ),
    "tuples": Method(
        "all n^n ways to put one queen into each row",
        partial(_placements, "tuples"),
        unit="placement",
    ),
    "combinations": Method(
        "all C(n^2, n) ways to choose n cells",
        partial(_placements, "combinations"),
        unit="placement",
    ),
    **{
        name: Method(method.summary, partial(_csp, name), method.settings, unit=method.unit)
        for name, method in csp.TREE_METHODS.items()
    },
    "min-conflicts": Method(MIN_CONFLICTS_SUMMARY, _min_conflicts, complete=False, unit="step"),
}


def check_plain(
    method: str, variant: str, symmetry: str, pawns: int, placed: ArrayLike | None
) -> None:
    """Raise `InputError` for a variant, symmetry or placed queens: only ``"list"`` accepts them."""
    check_variant(variant, symmetry, pawns)
    if variant != "queens" or symmetry != "all" or placed is not None:
        raise InputError(
            f"method {method!r} supports neither variants nor symmetries nor placed queens; "
            "use method 'list'"
        )


def make_search(
    n: int,
    method: str,
    options: Mapping[str, object] | None = None,
    *,
    all_solutions: bool = False,
    seed: int = 0,
    time_limit: float | Clock | None = None,
    node_limit: int | None = None,
    progress: ProgressLike | None = None,
) -> Search:
    """Make a search of plain N-Queens; with `all_solutions`, the method must be complete."""
    clock = Clock.of(time_limit)
    chosen = choose(METHODS, method, options, all_solutions=all_solutions)
    n = check_size(n, MAX_LIST_N, "solving")
    kernel = chosen.make(n, check_seed(seed), **(options or {}))
    return Search(kernel, time_limit=clock, node_limit=node_limit, progress=progress)
