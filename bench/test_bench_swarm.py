"""pytest-benchmark cases for the particle swarm: particles per second.

    python -m pytest bench/test_bench_swarm.py --benchmark-only

One round is 100,000 evaluations. The swarm of the thesis is measured at its start, while particles
move, and after all particles have stopped.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from cases import boards
from measure import Measure, size

from fastqueens._kernels.queens.swarm import Swarm
from fastqueens.queens.swarm.options import BEST, SwarmOptions, kernel
from fastqueens.search import RUNNING

EVALUATIONS = 100_000
NEVER = 10**9  # an iteration number that is never reached
# These boards have no solution: regions 0 and 1 are two cells in the same column.
LINES = {
    "thesis": SwarmOptions(iterations=NEVER),
    "restarts": SwarmOptions(iterations=NEVER, stagnation=5),
    "mutation": SwarmOptions(iterations=NEVER, mutation=0.05),
    "repair": SwarmOptions(iterations=NEVER, repair="each"),
    "best": replace(BEST, iterations=NEVER),
}


def unsolvable(n: int) -> boards.Regions:
    """A board of connected and other regions on which no run ends early."""
    regions = boards.grown(n, 1)
    regions[regions < 2] = 2
    regions[0, 0], regions[n - 1, 0] = 0, 1
    assert len(np.unique(regions)) == n
    return regions


@pytest.mark.parametrize("n", [9, 20], ids=size)
@pytest.mark.parametrize("name", LINES)
def test_particles(measure: Measure, name: str, n: int) -> None:
    regions = unsolvable(n)

    def fresh() -> Swarm:
        return kernel(regions, 0, LINES[name])

    status = measure(lambda m: m.step(EVALUATIONS), kernel="queens/swarm", fresh=fresh, rounds=20)
    assert status == RUNNING
    measure.nodes(EVALUATIONS)
