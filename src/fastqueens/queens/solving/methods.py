"""The methods of coloured Queens, by name."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from fastqueens import csp, permutation
from fastqueens._kernels.queens import regions
from fastqueens.csp.options import MIN_CONFLICTS_SUMMARY
from fastqueens.method import Choice, Method, Order
from fastqueens.queens.solving.csp_model import board_kernel
from fastqueens.queens.solving.permutation_search import permutation_kernel
from fastqueens.queens.swarm import options as swarm

if TYPE_CHECKING:
    from fastqueens.queens.board.board import Board

__all__ = ["COUNT_METHODS", "METHODS"]


_PRESETS = {"thesis": swarm.SwarmOptions(), "best": swarm.BEST}
_PRESET = Choice(
    "preset",
    "The settings of the thesis, or the best known settings; other settings override them.",
    "thesis",
    tuple(_PRESETS),
)
_BOARD = (
    Choice(
        "variables",
        "The variables: regions, whose values are cells, or rows, whose values are columns.",
        choices=("regions", "rows"),
        chosen="regions; rows if there are more regions than rows",
    ),
    Order(
        "region_order",
        "The static order of the regions: as they appear on the board row by row, sorted by "
        "label, or as listed.",
        "first-seen",
        ("first-seen", "label"),
        sequence="the labels of all regions",
    ),
)


def _bitboard(board: Board, seed: int) -> Any:
    if board.stars > 1:
        from fastqueens._kernels.queens import stars

        return stars.Search(board.regions, board.rules, seed)
    return regions.Search(board.regions, board.rules, seed)


def _permutation(skip: bool, board: Board, seed: int) -> Any:
    return permutation_kernel(board.regions, skip=skip)


def _csp(method: Any, board: Board, seed: int, **options: Any) -> Any:
    return board_kernel(board.regions, board.labels, method=method, seed=seed, **options)


def _swarm(board: Board, seed: int, **options: Any) -> Any:
    preset = _PRESETS[options.pop("preset", _PRESET.default)]
    return swarm.kernel(board.regions, seed, replace(preset, **options))


def _min_conflicts(board: Board, seed: int) -> Any:
    from fastqueens._kernels.queens.min_conflicts import MinConflicts

    return MinConflicts(board.regions, seed)


# The keys have type Any because `solve` accepts only the literal names of methods: code that
# iterates over METHODS can then pass the keys to `solve`.
METHODS: dict[Any, Method] = {
    "bitboard": Method("unit propagation on bitboards, smallest unit first", _bitboard, stars=True),
    "permutation": Method(
        permutation.SUMMARIES["permutation"], partial(_permutation, False), unit="permutation"
    ),
    "permutation-skip": Method(
        permutation.SUMMARIES["permutation-skip"], partial(_permutation, True), unit="node"
    ),
    **{
        name: Method(
            method.summary,
            partial(_csp, name),
            (*_BOARD, *method.settings),
            unit=method.unit,
        )
        for name, method in csp.TREE_METHODS.items()
    },
    "min-conflicts": Method(MIN_CONFLICTS_SUMMARY, _min_conflicts, complete=False, unit="step"),
    "pso": Method(
        "the discrete particle swarm of the coloured Queens thesis",
        _swarm,
        (_PRESET, *swarm.SETTINGS),
        complete=False,
        unit="evaluation",
    ),
}
# The methods of `count`: those of `solve` and two more.
COUNT_METHODS: dict[Any, Method] = {
    "auto": Method("bitboard; then rows, if bitboard takes too long", _bitboard, stars=True),
    "rows": Method(
        "dynamic programming over the rows; does not visit single solutions", _bitboard, stars=True
    ),
    **METHODS,
}
