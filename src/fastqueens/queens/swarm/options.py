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

from dataclasses import dataclass
from typing import Any, Literal, get_args

import numpy as np
from numpy.typing import NDArray

from fastqueens._kernels.queens.swarm import Swarm
from fastqueens.method import Choice, Number, Setting, Whole
from fastqueens.results import InputError
from fastqueens.validation import check_seed

__all__ = ["BEST", "MAX_SIZE", "SETTINGS", "Repair", "SwarmOptions", "Topology", "kernel"]


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
        If a number is out of its range, weights go up to 10^9, or if both weights are 0.

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
            raise InputError("w1 and w2 are 0, expected one above 0: no placement would be wrong")


def _default(name: str) -> Any:
    return SwarmOptions.__dataclass_fields__[name].default


SETTINGS: tuple[Setting, ...] = (
    Whole("swarm_size", "Particles.", _default("swarm_size"), most=MAX_SIZE),
    Whole("iterations", "Iterations after which the swarm gives up.", _default("iterations")),
    Number(
        "w", "Inertia: how much of its velocity a particle keeps.", _default("w"), most=_MAX_WEIGHT
    ),
    Number("c1", "Pull of a particle's own best position.", _default("c1"), most=_MAX_WEIGHT),
    Number("c2", "Pull of its neighbourhood's best position.", _default("c2"), most=_MAX_WEIGHT),
    Number("r1", "Weakens the pull of the own best.", chosen="drawn anew each time"),
    Number("r2", "Weakens the pull of the neighbourhood's best.", chosen="drawn anew each time"),
    Number("w1", "Weight of two queens that touch.", _default("w1"), most=_MAX_WEIGHT),
    Number("w2", "Weight of two in one row or column.", _default("w2"), most=_MAX_WEIGHT),
    Choice(
        "topology",
        "The neighbourhood: a particle and the two beside it, or the whole swarm.",
        _default("topology"),
        get_args(Topology),
    ),
    Number("vmax", "Bound of the velocities.", most=_MAX_WEIGHT, above=True),
    Whole("stagnation", "Iterations without a better best after which the swarm begins anew."),
    Number(
        "mutation",
        "Probability that a queen goes to a random cell of its region instead.",
        _default("mutation"),
    ),
    Choice(
        "repair",
        "After the move, the best particle or each moves a queen with the most conflicts.",
        _default("repair"),
        get_args(Repair),
    ),
)


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


def kernel(
    regions: NDArray[np.uint8],
    seed: int = 0,
    options: SwarmOptions | None = None,
    *,
    positions: NDArray[np.uint16] | None = None,
    velocities: NDArray[np.float64] | None = None,
    bests: NDArray[np.uint16] | None = None,
) -> Swarm:
    """Make a swarm for a board, to be stepped.

    Parameters
    ----------
    regions : ndarray of uint8, shape (n, n)
        The regions' numbers; as many regions as rows.
    seed : int
        Of the random numbers, 0 to 2**64 - 1. The same seed gives the same run on every machine.
    options : SwarmOptions, optional
        The thesis' by default.
    positions, velocities, bests : ndarray, shape (swarm_size, n), optional
        Where the particles begin, for each of them and each region: cells by their index among
        those of the region. At random by default, and without bests.

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
        positions=positions,
        velocities=velocities,
        bests=bests,
    )
