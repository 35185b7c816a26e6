"""The table of the methods of exact cover, and the choice of a method."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fastqueens._kernels.cover import search as _kernels
from fastqueens.method import Method
from fastqueens.results import InputError

__all__ = ["METHODS", "Arrays", "name_of_method"]


# "auto" uses the bitset kernel if it needs at most _BITSET_BYTES and primary**2 / k**3 is at most
# _BITSET_RATIO, where k is the mean length of an option. Reason: the cost of a node is about
# options * primary for bitsets, and for dancing links about k * k for each option of an item.
# Measured values of primary**2 / k**3, in parentheses the speed of bitsets relative to dancing
# links:
#   pentominoes 24 (16), Langford 48 (3), 40 queens 100 (1.5), random 15,000 options of 60 items 133
#   (1.5), random 10,000 options of 200 items 320 (0.7), 100 queens 625 (0.4), sudoku 1,640 (0.4),
#   random 10,000 options of 2,000 items 62,500 (0.01).
_BITSET_BYTES = 1 << 26
_BITSET_RATIO = 200
_NUMBERS = {"dlx": _kernels.DLX, "bitset": _kernels.BITSET}


class Arrays(NamedTuple):
    """An exact cover as the arrays of the kernel.

    Attributes
    ----------
    start, item : ndarray of int32
        Option o has the items ``item[start[o]:start[o + 1]]``.
    colour : ndarray of int32 or None
        The colour of each entry of `item`, 0 for no colour; None if no entry has a colour.
    primary, items : int
        The number of primary items, and the number of all items.
    lower, upper : ndarray of int32 or None
        The bounds of each primary item: how many options of a solution have it. None: exactly one.
    copy_of : ndarray of int32 or None
        The equal option before each option, or -1; None if there are no multiplicities.
    cost : ndarray of int64 or None
        The cost of each option.
    max_cost : int
        With costs: the highest cost of a solution.
    """

    start: NDArray[np.int32]
    item: NDArray[np.int32]
    colour: NDArray[np.int32] | None
    primary: int
    items: int
    lower: NDArray[np.int32] | None = None
    upper: NDArray[np.int32] | None = None
    copy_of: NDArray[np.int32] | None = None
    cost: NDArray[np.int64] | None = None
    max_cost: int = _kernels.MAX_COST

    @property
    def options(self) -> int:
        """The number of options."""
        return len(self.start) - 1

    @property
    def bitset_bytes(self) -> int:
        """The memory that the bitset kernel needs."""
        return _kernels.memory(
            _kernels.BITSET, self.options, self.items, self.primary, len(self.item)
        )


def _search(
    method: str, cover: Arrays, required: Sequence[int], count_only: bool, keep: int = 0
) -> _kernels.Cover:
    if method == "bitset" and cover.bitset_bytes > _kernels.MAX_BYTES:
        raise InputError(
            f"method 'bitset' supports at most {_kernels.BITSET_MAX:,} options and "
            f"{_kernels.MAX_BYTES / 1e9:.1f} GB, found {cover.options:,} options; use method 'dlx'"
        )
    return _kernels.Cover(
        cover.start,
        cover.item,
        cover.colour,
        cover.primary,
        cover.items,
        _NUMBERS[method],
        count_only,
        np.array([option for option in required if option >= 0], np.int32),
        _kernels.MAX_BYTES if method == "bitset" else 2**63,
        np.array([~option for option in required if option < 0], np.int32),
        cover.lower,
        cover.upper,
        cover.copy_of,
        cover.cost,
        cover.max_cost,
        keep,
    )


def _auto(
    cover: Arrays, required: Sequence[int], count_only: bool, keep: int = 0
) -> _kernels.Cover:
    few = cover.primary**2 <= _BITSET_RATIO * (len(cover.item) / cover.options) ** 3
    method = "bitset" if few and cover.bitset_bytes <= _BITSET_BYTES else "dlx"
    return _search(method, cover, required, count_only, keep)


# `make` takes `Arrays`, the numbers of the required options (~k, which is negative, excludes option
# k), a flag: whether to count without listing, and, with costs, how many of the cheapest solutions
# to find (0: all).
METHODS: dict[Any, Method] = {
    "auto": Method("dancing links or bitsets, depending on the size", _auto),
    "dlx": Method("Knuth's dancing links", partial(_search, "dlx")),
    "bitset": Method(
        "a bitset of the compatible options for each option", partial(_search, "bitset")
    ),
}


def name_of_method(kernel: _kernels.Cover) -> str:
    """Return the name of the method that a kernel uses."""
    return "bitset" if kernel.method == _kernels.BITSET else "dlx"
