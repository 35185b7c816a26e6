"""A discrete particle swarm for coloured Queens: its options and its kernel.

A particle is a placement with one queen in every region. It moves, region by region, to the cells
of the best placement that its neighbourhood has found. The fitness of a placement counts the pairs
of queens that touch or share a row or a column. A swarm finds a solution or gives up; it cannot
prove that a board has no solution.

The algorithm is from J. Kennedy and R. C. Eberhart, "A discrete binary version of the particle
swarm algorithm" (1997), in the form of the coloured Queens thesis; the tests compare results with
the thesis. ``csrc/queens/swarm.h`` defines the details that the thesis leaves open. The ring
topology and the bound on velocities are from Eberhart and Kennedy (1995). The repair is the
min-conflicts step of Minton et al. (1992).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, get_args

import numpy as np
from numpy.typing import NDArray

from fastqueens._kernels.queens.swarm import Swarm
from fastqueens.method import Choice, Number, Setting, Whole
from fastqueens.results import InputError
from fastqueens.validation import check_seed

__all__ = [
    "BEST",
    "MAX_SIZE",
    "MAX_WEIGHT",
    "SETTINGS",
    "Repair",
    "SwarmOptions",
    "Topology",
    "kernel",
]


Topology = Literal["ring", "global"]
Repair = Literal["none", "best", "each"]
MAX_SIZE = 10_000  # maximum number of particles of a swarm
MAX_WEIGHT = 1e9  # the limit of csrc/queens/swarm.h


@dataclass(frozen=True, kw_only=True, slots=True)
class SwarmOptions:
    """The options of the swarm. The defaults are the values of the thesis, without extensions.

    Parameters
    ----------
    swarm_size : int
        The number of particles, 1 to 10,000.
    iterations : int
        The number of iterations after which the swarm gives up.
    w : float
        Inertia: the share of its velocity that a particle keeps.
    c1, c2 : float
        The pull of the particle's own best position and of the neighbourhood's best position. A
        velocity is the probability of moving to the neighbourhood's best position, so both pulls
        speed up this move.
    r1, r2 : float, optional
        Factors from 0 to 1 that weaken the pulls. By default random for every particle and
        iteration.
    w1, w2 : float
        The weights in the fitness of a pair of queens that touch, and of a pair that shares a row
        or a column. Each pair counts in both orders.
    topology : {"ring", "global"}
        The neighbourhood of a particle: the particle and its two neighbours in a ring of all
        particles, or the whole swarm.
    vmax : float, optional
        The upper bound of the velocities, above 0. Below 1, no move is certain.
    stagnation : int, optional
        The swarm restarts after this many iterations in which its best placement did not improve.
        By default it never restarts.
    mutation : float
        The probability that a queen, after its move, goes to a random cell of its region instead.
    repair : {"none", "best", "each"}
        The particles (the best particle, or each particle) that move a queen after each iteration:
        a queen with the most conflicts moves to the cell of its region with the fewest conflicts.

    Raises
    ------
    InputError
        If a number is out of its range (weights are at most 10^9), or if both weights are 0.

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
        """Check every setting."""
        for setting in SETTINGS:
            value = setting.check(getattr(self, setting.name))
            object.__setattr__(self, setting.name, value)
        if self.w1 == self.w2 == 0:
            raise InputError(
                "w1 and w2 are 0, expected a number above 0: otherwise no placement is wrong"
            )


def _default(name: str) -> Any:
    return SwarmOptions.__dataclass_fields__[name].default


SETTINGS: tuple[Setting, ...] = (
    Whole("swarm_size", "The number of particles.", _default("swarm_size"), most=MAX_SIZE),
    Whole(
        "iterations",
        "The number of iterations after which the swarm gives up.",
        _default("iterations"),
    ),
    Number(
        "w",
        "The inertia: the share of its velocity that a particle keeps.",
        _default("w"),
        most=MAX_WEIGHT,
    ),
    Number("c1", "The pull of a particle's own best position.", _default("c1"), most=MAX_WEIGHT),
    Number("c2", "The pull of the neighbourhood's best position.", _default("c2"), most=MAX_WEIGHT),
    Number("r1", "A factor for the pull of the own best position.", chosen="random each time"),
    Number(
        "r2",
        "A factor for the pull of the neighbourhood's best position.",
        chosen="random each time",
    ),
    Number("w1", "The weight of two queens that touch.", _default("w1"), most=MAX_WEIGHT),
    Number("w2", "The weight of two queens in one row or column.", _default("w2"), most=MAX_WEIGHT),
    Choice(
        "topology",
        "The neighbourhood: a particle and the two next to it, or the whole swarm.",
        _default("topology"),
        get_args(Topology),
    ),
    Number("vmax", "The upper bound of the velocities.", most=MAX_WEIGHT, above=True),
    Whole("stagnation", "The swarm restarts after so many iterations without improvement."),
    Number(
        "mutation",
        "The probability that a queen moves to a random cell of its region.",
        _default("mutation"),
    ),
    Choice(
        "repair",
        "The particles in which, after each iteration, a queen with the most conflicts is moved.",
        _default("repair"),
        get_args(Repair),
    ),
)


# The best of about 1,200 combinations of options on 36 sample boards, 9x9 to 15x15, within the
# default of 50,000 evaluations; bench/compare_swarm.py measures it. The repair does most of the
# work. Low velocities leave time for the repair: a particle drifts slowly to the best placement.
# Thirty other combinations need at most ten percent more evaluations; a single particle with the
# same repair and mutation needs 1.13 times as many evaluations.
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


def kernel(
    regions: NDArray[np.uint8],
    seed: int = 0,
    options: SwarmOptions | None = None,
    *,
    positions: NDArray[np.uint16] | None = None,
    velocities: NDArray[np.float64] | None = None,
    bests: NDArray[np.uint16] | None = None,
) -> Swarm:
    """Return the kernel of a swarm for a board.

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
            "and n regions: the swarm puts one queen in each region"
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
        positions=positions,
        velocities=velocities,
        bests=bests,
    )
