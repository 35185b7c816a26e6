"""The methods behind ``method=``: what each is called, what it accepts, how its kernel is made.

A method is looked up by the puzzle modules; what it needs is imported when it is used.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from fastqueens._kernels import regions
from fastqueens.results import InputError

if TYPE_CHECKING:
    from fastqueens.queens import Board

__all__ = ["NQUEENS", "QUEENS", "Method", "find"]


@dataclass(frozen=True, slots=True)
class Method:
    """One way to search.

    Attributes
    ----------
    summary : str
        What it does, in a line.
    make : callable
        Makes the kernel from a board (or n), a seed and the options.
    options : tuple of str
        The names of what it accepts besides seed and limits.
    complete : bool
        Whether it finds every solution, and so can prove that there is none.
    seeded : bool
        Whether its run depends on the seed, whatever the options.
    stars : bool
        Whether it takes boards of several queens a unit.
    """

    summary: str
    make: Callable[..., Any]
    options: tuple[str, ...] = ()
    complete: bool = True
    seeded: bool = False
    stars: bool = False


def find(
    table: Mapping[str, Method], method: str, options: Mapping[str, object], *, every: bool = False
) -> Method:
    """Look up a method and check the names of its options, or raise `InputError`.

    With `every`, only the methods that can find every solution will do.
    """
    if method not in table:
        raise InputError(f"unknown method {method!r}, expected one of {', '.join(table)}")
    found = table[method]
    for name in options:
        if name not in found.options:
            known = ", ".join(found.options) or "none"
            raise InputError(f"method {method!r} has no option {name!r} (it has: {known})")
    if every and not found.complete:
        raise InputError(f"method {method!r} finds one solution at most, never all of them")
    return found


# ------------------------------------------------------------------------------ coloured Queens

_CSP = ("variables", "region_order", "order", "values", "restarts")
_CSP_NQUEENS = ("order", "values", "restarts")
_SWARM = (
    "swarm_size", "iterations", "w", "c1", "c2", "r1", "r2", "w1", "w2", "topology",
    "vmax", "stagnation", "mutation", "repair", "preset",
)  # fmt: skip


def _bitboard(board: Board, seed: int) -> Any:
    if board.stars > 1:
        from fastqueens._kernels import stars

        return stars.Search(board.regions, board.stars, seed)
    return regions.Search(board.regions, board.at_most_one, seed)


def _permutation(skip: bool, board: Board, seed: int) -> Any:
    from fastqueens import permutation

    return permutation.coloured(board.regions, skip=skip)


def _csp(method: Any, board: Board, seed: int, **options: Any) -> Any:
    from fastqueens import csp

    return csp.board_kernel(board.regions, board.labels, method=method, seed=seed, **options)


def _swarm(board: Board, seed: int, **options: Any) -> Any:
    from dataclasses import replace

    from fastqueens import swarm

    presets = {"thesis": swarm.SwarmOptions(), "best": swarm.BEST}
    preset = options.pop("preset", "thesis")
    if preset not in presets:
        raise InputError(f"preset is {preset!r}, expected one of {', '.join(presets)}")
    return swarm.kernel(board.regions, seed, replace(presets[preset], **options))


def _min_conflicts(board: Board, seed: int) -> Any:
    from fastqueens._kernels import minconflicts

    return minconflicts.Search(board.n, board.regions, seed)


QUEENS: dict[str, Method] = {
    "bitboard": Method("unit propagation on bitboards, smallest unit first", _bitboard, stars=True),
    "permutation": Method(
        "every permutation of the columns, one after the other", partial(_permutation, False)
    ),
    "permutation-skip": Method(
        "the same, jumping over permutations that begin as a failed one",
        partial(_permutation, True),
    ),
    "backtracking": Method(
        "variable by variable, checked against the queens placed",
        partial(_csp, "backtracking"), _CSP,
    ),
    "backtracking-memo": Method(
        "the same steps, but what failed before is counted, not searched",
        partial(_csp, "backtracking-memo"), (*_CSP, "max_bytes"),
    ),
    "forward-checking": Method(
        "backtracking that strikes out attacked cells", partial(_csp, "forward-checking"), _CSP
    ),
    "mac": Method(
        "backtracking that keeps every arc consistent (AC-3)", partial(_csp, "mac"), _CSP
    ),
    "min-conflicts": Method(
        "local search: move a queen in conflict to where it has least", _min_conflicts,
        complete=False, seeded=True,
    ),
    "pso": Method(
        "the discrete particle swarm of the thesis", _swarm, _SWARM, complete=False, seeded=True
    ),
}  # fmt: skip


# ------------------------------------------------------------------------------------- N-Queens


def _list(n: int, seed: int) -> Any:
    from fastqueens._kernels import nqueens

    return nqueens.List(n, 0, None, False)


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
    from fastqueens._kernels import minconflicts

    return minconflicts.Search(n, None, seed)


NQUEENS: dict[str, Method] = {
    "list": Method("row by row, with a careful search where solutions are rare", _list),
    "permutation": Method(QUEENS["permutation"].summary, partial(_permutations, False)),
    "permutation-skip": Method(QUEENS["permutation-skip"].summary, partial(_permutations, True)),
    "tuples": Method(
        "every one of the n^n ways to put a queen into each row", partial(_placements, "tuples")
    ),
    "combinations": Method(
        "every one of the C(n^2, n) ways to choose n cells", partial(_placements, "combinations")
    ),
    **{
        name: Method(QUEENS[name].summary, partial(_csp_nqueens, name), options)
        for name, options in (
            ("backtracking", _CSP_NQUEENS),
            ("backtracking-memo", (*_CSP_NQUEENS, "max_bytes")),
            ("forward-checking", _CSP_NQUEENS),
            ("mac", _CSP_NQUEENS),
        )
    },
    "min-conflicts": Method(
        QUEENS["min-conflicts"].summary, _min_conflicts_nqueens, complete=False, seeded=True
    ),
}  # fmt: skip
