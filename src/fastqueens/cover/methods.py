"""The table of the methods of exact cover, and the choice of a method."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from time import perf_counter
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fastqueens._kernels.cover import search as _kernels
from fastqueens.method import Method
from fastqueens.results import InputError
from fastqueens.search import DONE, RUNNING

__all__ = ["COUNT_METHODS", "MEMO_BYTES", "METHODS", "Arrays", "make_counter", "name_of_method"]


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

MEMO_BYTES = 1 << 28  # the default memory limit of "memo"

# A count with "auto" tries "memo" if bitsets need at most _TRIAL_BYTES and the plain search has not
# ended after _PLAIN_NODES nodes. After each number of nodes in _TRIAL, the saved nodes divided by
# the visited nodes must be at least a share of the ratio at which "memo" is as fast as the plain
# search. This ratio is about _BITSET_PAYS for bitsets. For dancing links, whose nodes take about
# the same time for all sizes, it is options * primary / _LINKS_NODES. (A node took 55 ns with
# dancing links; with "memo" 60 ns for Latin squares, 250 ns for sudoku with 15 clues, 100 to 290 ns
# for dominoes.)
# Saved : visited nodes after 2,048, 8,192 and 32,768 nodes: dominoes on 16 x 16 cells 17, 8, 118;
# Latin squares 0.29, 1.2, 2.4; sudoku with 15 clues 0.7, 1.1, 4.0 of the 3.7 needed; Soma 0.14,
# 0.30, 0.44 and pentominoes on 6 x 10 cells 0.15, 0.17, 0.19 of 0.6; Langford and queens 0.05.
_TRIAL_BYTES = 1 << 22
_PLAIN_NODES = 1024
_TRIAL = ((2048, 0.25), (8192, 0.6), (32768, 1.0))
_BITSET_PAYS = 0.6
_LINKS_PAY, _LINKS_NODES = 0.4, 25_000

_NUMBERS = {"dlx": _kernels.DLX, "bitset": _kernels.BITSET, "memo": _kernels.MEMO}


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
    def is_plain(self) -> bool:
        """Whether there are neither multiplicities nor costs."""
        return self.lower is None and self.cost is None

    @property
    def bitset_bytes(self) -> int:
        """The memory that the bitset kernel needs."""
        return self.bytes_of("bitset")

    def bytes_of(self, method: str) -> int:
        """Return the memory that a kernel needs, without the table of a memo."""
        return _kernels.memory(
            _NUMBERS[method], self.options, self.items, self.primary, len(self.item)
        )


def _search(
    method: str,
    cover: Arrays,
    required: Sequence[int],
    count_only: bool,
    keep: int = 0,
    max_bytes: int = MEMO_BYTES,
) -> _kernels.Cover:
    if method == "memo" and not cover.is_plain:
        found = "multiplicities" if cover.lower is not None else "max_cost"
        raise InputError(f"method 'memo' does not support {found}; use method 'auto'")
    if method == "memo" and (needed := cover.bytes_of("memo")) > max_bytes:
        reason = (
            f"max_bytes is {max_bytes:,} and this cover needs {needed:,}"
            if cover.options <= _kernels.BITSET_MAX
            else f"it supports at most {_kernels.BITSET_MAX:,} options, found {cover.options:,}"
        )
        raise InputError(f"method 'memo' cannot count this cover: {reason}; use method 'dlx'")
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
        {"bitset": _kernels.MAX_BYTES, "memo": max_bytes}.get(method, 2**63),
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


# The methods of a count: "memo" counts solutions without visiting them.
COUNT_METHODS: dict[Any, Method] = {
    **METHODS,
    "memo": Method(
        "bitsets, with a table of the states that are already counted", partial(_search, "memo")
    ),
}


def make_counter(
    method: str, cover: Arrays, required: Sequence[int], max_bytes: int = MEMO_BYTES
) -> tuple[_kernels.Cover, float]:
    """Make the kernel that counts all solutions with a method of `COUNT_METHODS`.

    The second value is the time, in seconds, that "auto" has searched to choose the kernel.
    """
    if method == "memo":
        return _search("memo", cover, required, True, max_bytes=max_bytes), 0.0
    plain: _kernels.Cover = METHODS[method].make(cover, required, True)
    if method != "auto" or not cover.is_plain:
        return plain, 0.0
    if cover.bytes_of("memo") > min(_TRIAL_BYTES, max_bytes):
        return plain, 0.0
    begun = perf_counter()
    kernel = _try_memo(plain, cover, required, max_bytes)
    return kernel, perf_counter() - begun


def _try_memo(
    plain: _kernels.Cover, cover: Arrays, required: Sequence[int], max_bytes: int
) -> _kernels.Cover:
    """Search some nodes without and with a memo; return the kernel that should count the rest."""
    if plain.step(_PLAIN_NODES) != RUNNING:
        return plain
    needed = _BITSET_PAYS
    if plain.method == _kernels.DLX:
        needed = max(_LINKS_PAY, cover.options * cover.primary / _LINKS_NODES)
    memo = _search("memo", cover, required, True, max_bytes=max_bytes)
    for nodes, share in _TRIAL:
        status = memo.step(nodes - memo.spent)
        if status == DONE:
            return memo
        if status != RUNNING or memo.saved < share * needed * memo.spent:
            return plain
    return memo


def name_of_method(kernel: _kernels.Cover) -> str:
    """Return the name of the method that a kernel uses."""
    return next(name for name, number in _NUMBERS.items() if number == kernel.method)
