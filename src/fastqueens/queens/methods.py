"""The methods of coloured Queens, by name."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from fastqueens import csp, permutation
from fastqueens._kernels.queens import regions
from fastqueens.checks import check_choice
from fastqueens.csp.options import MIN_CONFLICTS
from fastqueens.method import Method

if TYPE_CHECKING:
    from fastqueens.queens.board import Board

__all__ = ["METHODS"]


_SWARM = (
    "swarm_size", "iterations", "w", "c1", "c2", "r1", "r2", "w1", "w2", "topology",
    "vmax", "stagnation", "mutation", "repair", "preset",
)  # fmt: skip


def _bitboard(board: Board, seed: int) -> Any:
    if board.stars > 1:
        from fastqueens._kernels.queens import stars

        return stars.Search(board.regions, board.stars, seed)
    return regions.Search(board.regions, board.at_most_one, seed)


def _permutation(skip: bool, board: Board, seed: int) -> Any:
    return permutation.coloured(board.regions, skip=skip)


def _csp(method: Any, board: Board, seed: int, **options: Any) -> Any:
    return csp.board_kernel(board.regions, board.labels, method=method, seed=seed, **options)


def _swarm(board: Board, seed: int, **options: Any) -> Any:
    from dataclasses import replace

    from fastqueens.queens import swarm

    presets = {"thesis": swarm.SwarmOptions(), "best": swarm.BEST}
    preset = options.pop("preset", "thesis")
    check_choice(preset, "preset", presets)
    return swarm.kernel(board.regions, seed, replace(presets[preset], **options))


def _min_conflicts(board: Board, seed: int) -> Any:
    return MIN_CONFLICTS.make(board.n, board.regions, seed)


# The names are of type Any, so that who goes through them can hand them to `solve`, which takes no
# other text than a name.
METHODS: dict[Any, Method] = {
    "bitboard": Method("unit propagation on bitboards, smallest unit first", _bitboard, stars=True),
    "permutation": Method(
        permutation.SUMMARIES["permutation"], partial(_permutation, False), unit="permutation"
    ),
    "permutation-skip": Method(
        permutation.SUMMARIES["permutation-skip"], partial(_permutation, True), unit="beginning"
    ),
    **{
        name: Method(
            method.summary,
            partial(_csp, name),
            ("variables", "region_order", *method.options),
            unit=method.unit,
        )
        for name, method in csp.METHODS.items()
    },
    "min-conflicts": Method(MIN_CONFLICTS.summary, _min_conflicts, complete=False, unit="step"),
    "pso": Method(
        "the discrete particle swarm of the thesis",
        _swarm,
        _SWARM,
        complete=False,
        unit="evaluation",
    ),
}
