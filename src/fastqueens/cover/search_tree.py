"""The search tree of an exact cover near its root, for estimates and for cutting it into tasks."""

from __future__ import annotations

import heapq
import random
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import islice
from typing import cast

import numpy as np
from numpy.typing import NDArray

from fastqueens._kernels.cover.search import Cover
from fastqueens.cover.methods import Arrays
from fastqueens.search import Clock, Progress

__all__ = ["CoverProgress", "SearchTree", "make_tree", "with_share"]

_LEVELS = 8  # the levels of the tree that a progress callback follows
_SHARES = 1024  # FQ_SHARES of state.h
_DIVES = 32  # random paths for the estimate of the size of the tree


class SearchTree:
    """The search tree near its root, in NumPy."""

    def __init__(self, cover: Arrays, required: Sequence[int], clock: Clock) -> None:
        self.cover = cover
        self.clock = clock
        self.required = list(dict.fromkeys(required))
        self.owner = np.repeat(np.arange(cover.options), np.diff(cover.start))
        order = np.argsort(cover.item, kind="stable")
        self._entries = np.split(
            order, np.cumsum(np.bincount(cover.item, minlength=cover.items))[:-1]
        )

    @cached_property
    def root(self) -> NDArray[np.bool_]:
        """The options that are compatible with the required options."""
        return self.compatible(np.ones(self.cover.options, bool), self.required)

    def compatible(self, live: NDArray[np.bool_], chosen: Iterable[int]) -> NDArray[np.bool_]:
        """Return the live options that are compatible with the chosen options."""
        cover, live = self.cover, live.copy()
        for option in chosen:
            for e in range(cover.start[option], cover.start[option + 1]):
                entries = self._entries[cover.item[e]]
                if cover.colour is not None and cover.colour[e]:
                    entries = entries[cover.colour[entries] != cover.colour[e]]
                live[self.owner[entries]] = False
            live[option] = False
        return live

    def after(
        self, live: NDArray[np.bool_], chosen: Sequence[int], choice: Sequence[int]
    ) -> NDArray[np.bool_]:
        """Return the live options that are left when a choice is added to the chosen options."""
        return self.compatible(live, choice)

    def expand(
        self, live: NDArray[np.bool_], chosen: Sequence[int]
    ) -> tuple[bool, list[tuple[int, ...]]]:
        """Return whether the chosen options are a solution, and what each branch adds to them.

        The branches are the options of the item with the fewest options.
        """
        self.clock.check()
        cover = self.cover
        open_items = np.ones(cover.primary, bool)
        for option in (*self.required, *chosen):
            items = cover.item[cover.start[option] : cover.start[option + 1]]
            open_items[items[items < cover.primary]] = False
        if not open_items.any():
            return True, []
        sizes = np.bincount(cover.item[live[self.owner]], minlength=cover.items)[: cover.primary]
        item = int(np.argmin(np.where(open_items, sizes, cover.options + 1)))
        return False, [(option,) for option in self.options_of(item, live)]

    def options_of(self, item: int, live: NDArray[np.bool_]) -> list[int]:
        """Return the live options of an item."""
        options = self.owner[self._entries[item]]
        found: list[int] = options[live[options]].tolist()
        return found

    @property
    def impossible(self) -> bool:
        """Whether the required options exclude each other."""
        live = np.ones(self.cover.options, bool)
        for option in self.required:
            if not live[option]:
                return True
            live = self.compatible(live, [option])
        return False

    def dive(self, dice: random.Random) -> tuple[float, float]:
        """Follow a random path to its end; return its estimates of the nodes and the solutions.

        The root is not one of the nodes. The expected values are the true numbers (Knuth 1975).
        """
        live, chosen, width, nodes, solutions = self.root, list[int](), 1.0, 0.0, 0.0
        while True:
            solved, choices = self.expand(live, chosen)
            solutions += width * solved
            if not choices:
                return nodes, solutions
            width *= len(choices)
            nodes += width
            choice = choices[int(dice.random() * len(choices))]
            live = self.after(live, chosen, choice)
            chosen += choice

    def share_before(self, options: Iterable[int]) -> float:
        """Return the share of the tree before a path, if all branches of a node are equally large.

        Only the first levels are followed; the others hardly change the share.
        """
        share, width, live = 0.0, 1.0, self.root
        chosen: list[int] = []
        for option in islice(options, _LEVELS):
            _, choices = self.expand(live, chosen)
            place = next((k for k, choice in enumerate(choices) if choice[-1] == option), None)
            if place is None:
                break
            width /= len(choices)
            share += width * place
            live = self.after(live, chosen, choices[place])
            chosen += choices[place]
        return share

    def estimate_nodes(self) -> float:
        """Estimate the nodes of the whole search, by Knuth's mean over random paths."""
        dice = random.Random(0)
        return sum(self.dive(dice)[0] for _ in range(_DIVES)) / _DIVES

    def partition(self, tasks: int) -> list[tuple[int, ...]]:
        """Cut the tree into about `tasks` sets of options, one for each subtree, largest first."""
        heap: list[tuple[int, tuple[int, ...]]] = [(-int(self.root.sum()), ())]
        leaves: list[tuple[int, tuple[int, ...]]] = []
        while heap and len(heap) + len(leaves) < tasks:
            size, chosen = heapq.heappop(heap)
            live = self.live_after(chosen)
            solved, choices = self.expand(live, chosen)
            if solved:  # with multiplicities, the task also adds options that no item needs
                leaves.append((size, chosen))
                continue
            for choice in choices:
                left = int(self.after(live, chosen, choice).sum())
                heapq.heappush(heap, (-left, (*chosen, *choice)))
        return [chosen for _, chosen in sorted(heap + leaves)]

    def live_after(self, chosen: Sequence[int]) -> NDArray[np.bool_]:
        """Return the live options after all these choices."""
        return self.after(self.root, (), chosen)


class _MultiTree(SearchTree):
    """The search tree near its root, with multiplicities or costs.

    A choice may exclude options: ~k, which is negative, excludes option k.
    """

    def __init__(self, cover: Arrays, required: Sequence[int], clock: Clock) -> None:
        super().__init__(cover, required, clock)
        ones = np.ones(cover.primary, np.int32)
        self.lower = ones if cover.lower is None else cover.lower
        self.upper = ones if cover.upper is None else cover.upper
        copies = [] if cover.copy_of is None else cover.copy_of.tolist()
        self.next_copy = {earlier: k for k, earlier in enumerate(copies) if earlier >= 0}
        # The kernel branches on the items that need one option before the others, and tries options
        # in the order of their shares (state.h).
        need = self.lower - self._used(self.required)
        self.order = np.argsort(need > 1, kind="stable")
        self.rank = np.arange(cover.options)
        if cover.cost is not None:
            needy = np.zeros(cover.items, np.int64)
            needy[: cover.primary] = need > 0
            count = np.bincount(self.owner, needy[cover.item], minlength=cover.options)
            share = cover.cost * _SHARES // np.maximum(count.astype(np.int64), 1)
            self.rank[np.argsort(share, kind="stable")] = np.arange(cover.options)

    @cached_property
    def root(self) -> NDArray[np.bool_]:
        """The options that are compatible with the required options and have primary items."""
        live = np.zeros(self.cover.options, bool)
        live[self.owner[self.cover.item < self.cover.primary]] = True
        self._choose(live, self.upper.copy(), self.required)
        return live

    @property
    def impossible(self) -> bool:
        """Whether the required options exclude each other."""
        live, room = np.ones(self.cover.options, bool), self.upper.copy()
        for option in self.required:
            if not live[option]:
                return True
            self._choose(live, room, [option])
        return False

    def _used(self, chosen: Iterable[int]) -> NDArray[np.intp]:
        """Return how many of the chosen options have each primary item."""
        cover = self.cover
        items = [cover.item[cover.start[o] : cover.start[o + 1]] for o in chosen if o >= 0]
        count = np.bincount(np.concatenate([*items, cover.item[:0]]), minlength=cover.items)
        return count[: cover.primary]

    def after(
        self, live: NDArray[np.bool_], chosen: Sequence[int], choice: Sequence[int]
    ) -> NDArray[np.bool_]:
        """Return the live options that are left when a choice is added to the chosen options."""
        live = live.copy()
        room = self.upper - self._used((*self.required, *chosen))
        self._choose(live, room, choice)
        return live

    def _choose(
        self, live: NDArray[np.bool_], room: NDArray[np.int32], choice: Iterable[int]
    ) -> None:
        """Add a choice: remove options from `live`, and count its items in `room`."""
        cover = self.cover
        for option in choice:
            live[max(option, ~option)] = False
            later = self.next_copy.get(~option)
            while later is not None:  # the copies after an excluded option
                live[later] = False
                later = self.next_copy.get(later)
            for e in range(cover.start[option], cover.start[option + 1]) if option >= 0 else ():
                item = cover.item[e]
                if item < cover.primary:
                    room[item] -= 1
                    if room[item] > 0:
                        continue
                entries = self._entries[item]
                if cover.colour is not None and cover.colour[e]:
                    entries = entries[cover.colour[entries] != cover.colour[e]]
                live[self.owner[entries]] = False

    def expand(
        self, live: NDArray[np.bool_], chosen: Sequence[int]
    ) -> tuple[bool, list[tuple[int, ...]]]:
        """Return whether the chosen options are a solution, and what each branch adds to them.

        If no item needs an option, the branches add options that may be added.
        """
        self.clock.check()
        cover = self.cover
        need = self.lower - self._used((*self.required, *chosen))
        sizes = np.bincount(cover.item[live[self.owner]], minlength=cover.items)[: cover.primary]
        slack = np.where(need > 0, sizes - need, cover.options + 1)
        item = int(self.order[np.argmin(slack[self.order])]) if len(slack) else 0
        solved = not (need > 0).any()
        found = np.flatnonzero(live).tolist() if solved else self.options_of(item, live)
        found.sort(key=self.rank.__getitem__)
        needed = 1 if solved else int(need[item])
        choices, before, removed = list[tuple[int, ...]](), list[int](), set[int]()
        for option in found:
            if option in removed:
                continue
            if len(found) - len(removed) < needed:
                break
            choices.append((*before, option))
            before.append(~option)
            later: int | None = option
            while later is not None:  # without the copy before it, a copy is never chosen
                if live[later]:
                    removed.add(later)
                later = self.next_copy.get(later)
        return solved, choices


def make_tree(cover: Arrays, required: Sequence[int], clock: Clock) -> SearchTree:
    """Return the search tree of a cover near its root."""
    return (SearchTree if cover.is_plain else _MultiTree)(cover, required, clock)


@dataclass(slots=True)
class CoverProgress(Progress):
    """The argument of the progress callback of an exact cover.

    Attributes
    ----------
    get_tree : callable
        Returns the search tree.
    """

    get_tree: Callable[[], SearchTree] = field(kw_only=True, repr=False)

    @property
    def fraction(self) -> float:
        """The share of the search that is done, from the choices of the first levels.

        All branches of a node count as equally large, so that it may grow unevenly.
        """
        kernel = cast(Cover, self.kernel)
        tree = self.get_tree()
        room = np.empty(kernel.max_chosen, np.int32)
        chosen: list[int] = room[: kernel.peek(room)].tolist()
        chosen = chosen[len(tree.required) :]
        if not chosen:  # before the first choice, or after the last
            return float(kernel.spent > 1)
        return tree.share_before(chosen)

    def __str__(self) -> str:
        return ", ".join([f"{self.fraction:.0%} done", *self._parts()])


def with_share(
    progress: Callable[[Progress], object] | None, cover: Arrays, required: Sequence[int]
) -> Callable[[Progress], object] | None:
    """Wrap a progress callback so that it gets a `CoverProgress`."""
    if progress is None:
        return None
    made: list[SearchTree] = []

    def get_tree() -> SearchTree:
        if not made:
            made.append(make_tree(cover, required, Clock(None)))
        return made[0]

    def report(now: Progress) -> object:
        return progress(CoverProgress(now.kernel, now.seconds, get_tree=get_tree))

    return report
