"""pytest-benchmark cases for permutations; see test_bench_queens.py for how to run them."""

from __future__ import annotations

from collections.abc import Callable
from math import factorial
from typing import Any

import compare_permutation
import pytest
import rivals
from compare_permutation import run_out
from measure import Measure, size

from fastqueens import permutation
from fastqueens.nqueens.permutation_search import permutation_kernel as nqueens_kernel
from fastqueens.nqueens.permutation_search import placement_kernel
from fastqueens.queens.solving.permutation_search import (
    permutation_kernel as coloured_queens_kernel,
)

KERNEL = "permutation/generate_and_test"
PLACEMENTS = "permutation/placements"


@pytest.mark.parametrize("n", [9, 10, 11], ids=size)
def test_permutations(measure: Measure, n: int) -> None:
    board = compare_permutation.unsolvable(n)
    found = measure(lambda: run_out(coloured_queens_kernel(board, skip=False)), kernel=KERNEL)
    measure.nodes(found[1])
    assert found == (0, factorial(n))


@pytest.mark.parametrize("n", [9, 10], ids=size)
def test_plain_loop_in_c(measure: Measure, build: Callable[..., Any], n: int) -> None:
    rival = build(rivals.permutation)
    assert measure(rival, compare_permutation.unsolvable(n), kernel="rivals/permutation.c") == (
        0,
        factorial(n),
    )


@pytest.mark.parametrize("n", [9, 11, 13], ids=size)
def test_skipping(measure: Measure, n: int) -> None:
    board = compare_permutation.unsolvable(n)
    found, nodes = measure(lambda: run_out(coloured_queens_kernel(board, skip=True)), kernel=KERNEL)
    measure.nodes(nodes)
    assert found == 0


@pytest.mark.parametrize("skip", [False, True], ids=["plain", "skip"])
def test_queens_10(measure: Measure, skip: bool) -> None:
    found, nodes = measure(lambda: run_out(nqueens_kernel(10, skip=skip)), kernel=KERNEL)
    measure.nodes(nodes)
    assert found == 724


def test_tuples_8(measure: Measure) -> None:
    found = measure(lambda: run_out(placement_kernel(8, "tuples")), kernel=PLACEMENTS)
    assert found == (92, 8**8)


def test_combinations_6(measure: Measure) -> None:
    found = measure(lambda: run_out(placement_kernel(6, "combinations")), kernel=PLACEMENTS)
    assert found == (4, 1_947_792)


def test_rank_and_unrank_64(measure: Measure) -> None:
    k = factorial(64) // 3
    assert measure(lambda: permutation.rank(permutation.unrank(64, k)), kernel="permutation") == k
