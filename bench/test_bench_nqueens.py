"""pytest-benchmark cases for N-Queens; see test_bench_queens.py for how to run them."""

from __future__ import annotations

import numpy as np
import pytest
from measure import Measure

from fastqueens import nqueens
from fastqueens.nqueens.work_partition import forget_plans


# A plan is made once per process; compare_nqueens.py includes that time.
@pytest.mark.parametrize(("n", "known"), [(8, 92), (12, 14_200), (14, 365_596), (15, 2_279_184)])
def test_count(measure: Measure, isa: str, n: int, known: int) -> None:
    assert measure(lambda: nqueens.count(n, threads=1), kernel="nqueens/count") == known


def test_count_fundamental_12(measure: Measure, isa: str) -> None:
    found = measure(
        lambda: nqueens.count(12, symmetry="fundamental", threads=1), kernel="nqueens/count"
    )
    assert found == 1787


# The plan exists as portable C only.
def test_plan_16(measure: Measure) -> None:
    def make() -> list[nqueens.Task]:
        forget_plans()
        return nqueens.partition(16)

    assert sum(unit.weight for unit in measure(make, kernel="nqueens/count")) == pytest.approx(1)


@pytest.mark.parametrize(
    ("variant", "n", "pawns", "known"),
    [("toroidal", 13, 0, 4524), ("superqueens", 12, 0, 156), ("plus_k", 9, 1, 396)],
)
def test_count_variant(
    measure: Measure, variant: nqueens.Variant, n: int, pawns: int, known: int
) -> None:
    kernel = "nqueens/plus_k" if pawns else "nqueens/variants"
    found = measure(
        lambda: nqueens.count(n, variant=variant, pawns=pawns, threads=1), kernel=kernel
    )
    assert found == known


def test_solutions_10(measure: Measure) -> None:
    assert measure(lambda: sum(1 for _ in nqueens.solutions(10)), kernel="nqueens/list") == 724


def test_solutions_array_12(measure: Measure) -> None:
    assert measure(nqueens.solutions_array, 12, kernel="nqueens/list").shape == (14_200, 12)


def test_canonical_12(measure: Measure) -> None:
    stack = nqueens.solutions_array(12)
    least = measure(nqueens.canonical, stack, kernel="nqueens/symmetry", boards=len(stack))
    assert len(np.unique(least, axis=0)) == 1787


def test_first_30(measure: Measure) -> None:
    assert measure(nqueens.first, 30, kernel="nqueens/list").solved


def test_random_100_000(measure: Measure) -> None:
    assert nqueens.is_solution(
        measure(lambda: nqueens.random(100_000, seed=0), kernel="nqueens/local_search")
    )


def test_construct_100_000(measure: Measure) -> None:
    assert nqueens.is_solution(measure(nqueens.construct, 100_000, kernel="nqueens/construct"))
