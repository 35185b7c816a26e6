"""Coloured Queens by a discrete particle swarm.

A particle is a placement with one queen in every region; it moves, region by region, to the cells
of the best placement that its neighbourhood has seen. Its fitness counts the pairs of queens that
touch or share a row or a column. A swarm finds a solution or gives up: it proves nothing.

The algorithm is that of J. Kennedy and R. C. Eberhart, "A discrete binary version of the particle
swarm algorithm" (1997), in the form of the thesis whose numbers the tests check; what it leaves
open is settled in ``csrc/queens/swarm.h``. The ring and the bound on velocities are from Eberhart
and Kennedy (1995), the repair is the min-conflicts step of Minton et al. (1992).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal, SupportsFloat, get_args

import numpy as np
from numpy.typing import NDArray

from fastqueens._kernels.queens.swarm import Swarm
from fastqueens.checks import check_choice, check_seed, check_whole
from fastqueens.results import InputError

__all__ = ["BEST", "MAX_SIZE", "Repair", "SwarmOptions", "Topology", "kernel"]


Topology = Literal["ring", "global"]
Repair = Literal["none", "best", "each"]
MAX_SIZE = 10_000  # particles
_MAX_WEIGHT = 1e9  # as csrc/queens/swarm.h has it


@dataclass(frozen=True, kw_only=True, slots=True)
class SwarmOptions:
    """How the swarm moves. The defaults are the thesis' swarm, without any addition.

    Parameters
    ----------
    swarm_size : int
        Particles, 1 to 10,000.
    iterations : int
        Iterations after which the swarm gives up.
    w : float
        Inertia: how much of its velocity a particle keeps.
    c1, c2 : float
        Pull of the particle's own best position and of the neighbourhood's. A velocity is the
        probability of going to the neighbourhood's best, so the own best hastens that too.
    r1, r2 : float, optional
        Numbers from 0 to 1 that weaken the pulls; drawn anew for every particle and iteration
        by default.
    w1, w2 : float
        Weights of a pair of queens that touch, and of one that shares a row or a column, in the
        fitness. Both orders of a pair count.
    topology : {"ring", "global"}
        The neighbourhood: a particle and the two beside it, or the whole swarm.
    vmax : float, optional
        Bound of the velocities, above 0; below 1, no move is certain.
    stagnation : int, optional
        Iterations without a better best after which the swarm begins anew.
    mutation : float
        Probability that a queen goes to a random cell of its region instead.
    repair : {"none", "best", "each"}
        After its move, the best particle or each one moves a queen with the most conflicts to
        the cell of its region that has the fewest.

    Raises
    ------
    InputError
        If a number is out of its range. Weights go up to 10^9.

    Examples
    --------
    >>> SwarmOptions(swarm_size=20, vmax=0.9).topology
    'ring'
    >>> SwarmOptions(mutation=2)
    Traceback (most recent call last):
    fastqueens.results.InputError: mutation is 2, expected a number from 0 to 1
    """

    swarm_size: int = 50
    iterations: int = 1000
    w: float = 0.7
    c1: float = 2.0
    c2: float = 2.0
    r1: float | None = None
    r2: float | None = None
    w1: float = 2.0
    w2: float = 1.0
    topology: Topology = "ring"
    vmax: float | None = None
    stagnation: int | None = None
    mutation: float = 0.0
    repair: Repair = "none"

    def __post_init__(self) -> None:
        """Check every range."""
        for name in ("swarm_size", "iterations", "stagnation"):
            value = getattr(self, name)
            if value is not None or name != "stagnation":
                most = MAX_SIZE if name == "swarm_size" else 2**63 - 1
                _set(self, name, _check_count(value, name, most))
        for name in ("w", "c1", "c2", "w1", "w2"):
            _set(self, name, _check_number(getattr(self, name), name, 0, _MAX_WEIGHT))
        for name in ("r1", "r2", "mutation"):
            value = getattr(self, name)
            if value is not None or name == "mutation":
                _set(self, name, _check_number(value, name, 0, 1))
        if self.vmax is not None:
            _set(self, "vmax", _check_number(self.vmax, "vmax", 0, _MAX_WEIGHT, above=True))
        for name, kind in (("topology", Topology), ("repair", Repair)):
            check_choice(getattr(self, name), name, get_args(kind))


def _set(options: SwarmOptions, name: str, value: float) -> None:
    object.__setattr__(options, name, value)


def _check_count(value: int, name: str, most: int) -> int:
    value = check_whole(value, name, least=1)
    if value > most:
        raise InputError(f"{name} is {value}, expected {most} at most")
    return value


def _check_number(
    value: SupportsFloat, name: str, least: float, most: float, *, above: bool = False
) -> float:
    try:
        number = math.nan if isinstance(value, str | bytes) else float(value)
    except (TypeError, ValueError, OverflowError):
        number = math.nan
    if not (least < number if above else least <= number) or number > most:
        floor = f"above {least}, up to {most:g}" if above else f"from {least} to {most:g}"
        raise InputError(f"{name} is {value!r}, expected a number {floor}")
    return number


# The best of some 1,200 combinations tried on 36 of the sample boards, 9x9 to 15x15, within the
# 50,000 evaluations of the default; bench/compare_swarm.py measures it. The repair does most of the
# work, and low velocities give it time: a particle drifts slowly to the best placement.
# Tried: thirty other combinations, within some ten percent; one particle with the same repair and
# mutation, which follows nothing: 1.13 times the evaluations.
BEST = SwarmOptions(
    swarm_size=20,
    iterations=2500,
    w1=1.0,
    w2=1.0,
    topology="global",
    vmax=0.02,
    stagnation=200,
    mutation=0.02,
    repair="each",
)


def kernel(regions: NDArray[np.uint8], seed: int = 0, options: SwarmOptions | None = None) -> Swarm:
    """Make a swarm for a board, to be stepped.

    Parameters
    ----------
    regions : ndarray of uint8, shape (n, n)
        The regions' numbers; as many regions as rows.
    seed : int
        Of the random numbers, 0 to 2**64 - 1. The same seed gives the same run on every machine.
    options : SwarmOptions, optional
        The thesis' by default.

    Returns
    -------
    Swarm
        ``step(budget)`` evaluates `budget` particles at most and returns FOUND with a solution
        for ``peek``, or DONE once it has used up its iterations; then ``gave_up`` is true, for
        nothing is proven. ``cells()`` is the best placement so far, ``fitness`` its fitness,
        ``history()`` the best fitness of each iteration.

    Raises
    ------
    InputError
        For regions that are no square or not as many as rows, and a seed out of range.

    Examples
    --------
    >>> regions = np.array([[0, 1, 1, 1], [0, 0, 1, 2], [3, 2, 2, 2], [3, 3, 3, 2]], np.uint8)
    >>> swarm = kernel(regions, seed=0)
    >>> swarm.step(10_000), swarm.fitness
    (1, 0.0)
    >>> sorted(swarm.cells())
    [2, 4, 11, 13]
    """
    options = SwarmOptions() if options is None else options
    count = len(np.unique(regions))
    if regions.ndim != 2 or regions.shape[0] != regions.shape[1] or count != len(regions):
        raise InputError(
            f"found {count} regions on a board of shape {regions.shape}, expected n x n cells "
            "and n regions: the swarm puts a queen in each"
        )
    return Swarm(
        np.ascontiguousarray(regions),
        seed=check_seed(seed),
        swarm_size=options.swarm_size,
        iterations=options.iterations,
        w=options.w,
        c1=options.c1,
        c2=options.c2,
        r1=options.r1,
        r2=options.r2,
        w1=options.w1,
        w2=options.w2,
        topology=get_args(Topology).index(options.topology),
        vmax=options.vmax,
        stagnation=options.stagnation,
        mutation=options.mutation,
        repair=get_args(Repair).index(options.repair),
    )
