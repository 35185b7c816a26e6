"""Packing problems as exact covers: one item for each piece and each cell."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from fastqueens._kernels.cover import search as _cover
from fastqueens.packing.orientations import Int
from fastqueens.packing.placement_tables import Kind

__all__ = ["OUT", "Cover", "cover_kernel"]


OUT = -1  # the placement of a piece that stays out
_BITSET_BYTES = 1 << 28  # if bitsets need more, "auto" uses dancing links


class Cover:
    """The options of a problem as an exact cover.

    There is one item for each piece, then one for each cell. The copies of a kind are ordered, so
    that exchanging them gives no second solution: the first cell of copy 2 is later than the first
    cell of copy 1, and so on. Secondary items enforce the order (see `_order_items`). If no piece
    may stay out and no cell may stay empty, the kind with the most options has neither piece items
    nor an order: when all other pieces are placed and all cells are covered, the number of its
    copies is right.

    A copy that may stay out has one more option without cells. It shares a secondary item with all
    options of the next copy, so that the copies used are the first ones. A cell that may stay empty
    is a secondary item.

    Attributes
    ----------
    start, items : ndarray of int32
        Option o has the items ``items[start[o]:start[o + 1]]``.
    primary, total : int
        The number of primary items, and the number of all items.
    kind, placement : ndarray of int32
        For each option, its kind and the index of its placement, `OUT` for a copy that stays out.
    """

    def __init__(
        self,
        required: NDArray[np.bool_],
        kinds: Sequence[tuple[Kind, Sequence[Int] | Int]],
    ) -> None:
        plain = bool(required.all()) and not any(kind.spare for kind, _ in kinds)
        multiple = [k for k, (kind, _) in enumerate(kinds) if kind.copies > 1 and plain]
        unordered = max(multiple, key=lambda k: kinds[k][0].copies * len(kinds[k][1]), default=None)
        # Kinds without piece items: `unordered`, and those of which no more copies fit than may be
        # used, down to none.
        free = {unordered} | {
            k
            for k, (kind, _) in enumerate(kinds)
            if not kind.least
            and required.all()
            and (kind.copies + 1) * kind.placements.shape[1] > len(required)
        }
        first, items = {}, 0  # the item of the first copy of each kind
        for k, (kind, _) in enumerate(kinds):
            if k not in free:
                first[k] = items
                items += kind.copies
        needed = int(required.sum())
        self.primary = items + needed
        # the item of each cell: those that may stay empty are secondary
        cell_item = np.empty(len(required), np.int64)
        cell_item[required] = items + np.arange(needed)
        cell_item[~required] = self.primary + np.arange(len(required) - needed)
        bits = max(8, (len(required) - 1).bit_length())
        options: list[list[int]] = []
        origin: list[tuple[int, int, int]] = []  # first cell, kind, placement
        # next free secondary item; a pair of copies uses one for its order if the first stays out,
        # and 2 ** bits for the order of their first cells
        pairs = items + len(required)
        span = 1 << bits
        for k, (kind, placements) in enumerate(kinds):
            copies = kind.copies
            for p, placed in enumerate(placements):
                covered = cell_item[placed].tolist()
                begin = int(placed[0])
                if k in free:
                    options.append(covered)
                    origin.append((begin, k, p))
                    continue
                many = len(covered) // kind.placements.shape[1]  # copies that this option places
                for copy in range(copies - many + 1):
                    option = [*range(first[k] + copy, first[k] + copy + many), *covered]
                    if copy:
                        option += _order_items(begin, pairs + span * (copy - 1), bits, later=True)
                        if copy - 1 >= kind.least:
                            option.append(pairs + span * copy - 1)
                    if copy + many < copies:
                        base = pairs + span * (copy + many - 1)
                        option += _order_items(begin, base, bits, later=False)
                    options.append(option)
                    origin.append((begin, k, p))
            if k in free:
                continue
            for copy in range(kind.least, copies):  # the copy stays out
                option = [first[k] + copy]
                if copy + 1 < copies:
                    option.append(pairs + span * (copy + 1) - 1)
                options.append(option)
                origin.append((len(required), k, OUT))
            pairs += span * (copies - 1)
        # The search is 1.15 times as fast if options are ordered by first cell and not by piece.
        rank = sorted(range(len(options)), key=lambda o: origin[o][0])
        self.kind = np.array([origin[o][1] for o in rank], np.int32)
        self.placement = np.array([origin[o][2] for o in rank], np.int32)
        self.start = np.cumsum([0, *(len(options[o]) for o in rank)]).astype(np.int32)
        flat = np.array([x for o in rank for x in options[o]], np.int32)
        secondary = np.unique(flat[flat >= self.primary])
        flat[flat >= self.primary] = self.primary + np.searchsorted(
            secondary, flat[flat >= self.primary]
        )
        self.items = flat
        self.total = self.primary + len(secondary)


def _order_items(begin: int, base: int, bits: int, *, later: bool) -> list[int]:
    """Return the secondary items of an option that keep the first cells of two copies ascending.

    The bits of a first cell are a path in a binary tree. The option of the earlier copy contains
    the nodes where its path turns right, the option of the later copy those where it turns left.
    The two options share a node if, after equal bits, the earlier one has a 1 and the later one
    a 0. (Options with the same first cell share that cell.)
    """
    return [
        base + (1 << depth) - 1 + (begin >> (bits - depth))
        for depth in range(bits)
        if (begin >> (bits - 1 - depth) & 1) != later
    ]


def cover_kernel(cover: Cover, method: str, *, count_only: bool) -> _cover.Cover:
    """Make the search of an exact cover; "auto" uses bitsets unless they need too much memory."""
    numbers = {"bitset": _cover.BITSET, "dlx": _cover.DLX}
    if method not in numbers:
        need = _cover.memory(
            _cover.BITSET, len(cover.kind), cover.total, cover.primary, len(cover.items)
        )
        method = "bitset" if need <= _BITSET_BYTES else "dlx"
    return _cover.Cover(
        cover.start, cover.items, None, cover.primary, cover.total, numbers[method],
        count_only=count_only, max_bytes=1 << 34,
    )  # fmt: skip
