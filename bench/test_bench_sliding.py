"""pytest-benchmark cases for sliding tiles; see test_bench_queens.py for how to run them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import compare_sliding
import pytest
import rivals
from measure import Measure

from fastqueens._kernels.sliding import pdb


@pytest.mark.parametrize("kind", [pdb.PDB_555, pdb.PDB_663], ids=["555", "663"])
def test_tables(measure: Measure, kind: int) -> None:
    def build() -> pdb.Pdb:
        tables = pdb.Pdb(kind, 0)
        tables.build()
        return tables

    assert measure(build, kernel="sliding/pdb", rounds=5).ready


def test_strings(measure: Measure) -> None:
    assert measure(pdb.Prune, 4, 4, 10, kernel="sliding/prune").states == 3700


@pytest.mark.parametrize("kind", compare_sliding.KINDS.values(), ids=compare_sliding.KINDS)
def test_twenty_random_boards(measure: Measure, kind: int) -> None:
    stack = compare_sliding.uniform(20)
    pdb.shared_pdb(kind, 0).build()
    lengths, nodes = measure(
        compare_sliding.batch, stack, kind, kernel="sliding/ida", boards=len(stack)
    )
    assert sum(lengths) == 1045
    measure.nodes(nodes)


def test_plain_search_in_c(measure: Measure, build: Callable[..., Any]) -> None:
    rival = build(rivals.sliding)
    easiest = min(compare_sliding.uniform(20), key=lambda tiles: compare_sliding.solve(tiles)[1])
    length, nodes = measure(rival, easiest, kernel="rivals/sliding.c", rounds=5)
    measure.nodes(nodes)
    assert length == compare_sliding.solve(easiest)[0]
