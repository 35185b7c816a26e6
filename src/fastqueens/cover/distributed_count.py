"""Cuts a count of exact covers into tasks that threads, processes or machines can do.

A task is a set of options that a solution must contain. The search branches on the item with the
fewest options left. Every solution contains exactly one option of this item, so that every solution
belongs to exactly one task.

With multiplicities, a solution may contain several options of an item. A task then also excludes
the options before the one that it chooses; ~k, which is negative, excludes option k.
"""

from __future__ import annotations

import heapq
import random
from collections.abc import Iterable, Sequence
from functools import cached_property
from hashlib import sha256
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fastqueens.cover.methods import METHODS, Arrays
from fastqueens.parallel.tasks import Plan, run_machine
from fastqueens.results import InputError
from fastqueens.search import Clock
from fastqueens.validation import check_whole

__all__ = ["Share", "count_cover_task", "cover_plan", "digest"]

_TASK_NODES = 10_000_000  # intended nodes of a task: some seconds of work
_MIN_TASKS, _MAX_TASKS = 32, 4096  # limits of the default number of tasks
_DIVES = 32  # random paths for the estimate of the size of the tree


class Share(NamedTuple):
    """A part of a count: the solutions of one cover, with a factor.

    Attributes
    ----------
    cover : Arrays
        The problem.
    method : str
        The method that counts the solutions.
    required : sequence of int
        Options that all solutions contain.
    times : int
        The factor: how often each solution counts.
    """

    cover: Arrays
    method: str
    required: Sequence[int] = ()
    times: int = 1


def count_cover_task(
    cover: Sequence[Any], method: str, required: Sequence[int], times: int
) -> tuple[int, dict[str, int]]:
    """Count one task, in any process or machine."""
    kernel = METHODS[method].make(Arrays(*cover), list(required), True)
    run_machine(kernel)
    return times * kernel.solutions, kernel.counters()


class _Tree:
    """The search tree near its root, in NumPy."""

    def __init__(self, cover: Arrays, required: Sequence[int], clock: Clock) -> None:
        self.cover = cover
        self.clock = clock
        self.required = list(required)
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

    def branch(self, live: NDArray[np.bool_], chosen: Iterable[int]) -> list[int] | None:
        """Return the options of the item with the fewest options; None if all items are covered."""
        self.clock.check()
        cover = self.cover
        open_items = np.ones(cover.primary, bool)
        for option in (*self.required, *chosen):
            items = cover.item[cover.start[option] : cover.start[option + 1]]
            open_items[items[items < cover.primary]] = False
        if not open_items.any():
            return None
        sizes = np.bincount(cover.item[live[self.owner]], minlength=cover.items)[: cover.primary]
        item = int(np.argmin(np.where(open_items, sizes, cover.options + 1)))
        options = self.owner[self._entries[item]]
        found: list[int] = options[live[options]].tolist()
        return found

    def choices(
        self, live: NDArray[np.bool_], chosen: Sequence[int]
    ) -> list[tuple[int, ...]] | None:
        """Return what each branch adds to the chosen options; None if all items are covered."""
        options = self.branch(live, chosen)
        return None if options is None else [(option,) for option in options]

    def estimate_nodes(self) -> float:
        """Estimate the nodes of the whole search, by Knuth's mean over random paths."""
        dice, sums = random.Random(0), 0.0
        for _ in range(_DIVES):
            live, chosen, width = self.root, list[int](), 1.0
            while choices := self.choices(live, chosen):
                width *= len(choices)
                sums += width
                choice = choices[int(dice.random() * len(choices))]
                chosen += choice
                live = self.compatible(live, choice)
        return sums / _DIVES

    def partition(self, tasks: int) -> list[tuple[int, ...]]:
        """Cut the tree into about `tasks` sets of options, one for each subtree, largest first."""
        heap: list[tuple[int, tuple[int, ...]]] = [(-int(self.root.sum()), ())]
        leaves: list[tuple[int, tuple[int, ...]]] = []
        while heap and len(heap) + len(leaves) < tasks:
            size, chosen = heapq.heappop(heap)
            live = self.compatible(self.root, chosen)
            choices = self.choices(live, chosen)
            if choices is None:  # the chosen options are a solution
                leaves.append((size, chosen))
                continue
            for choice in choices:
                left = int(self.compatible(live, choice).sum())
                heapq.heappush(heap, (-left, (*chosen, *choice)))
        return [chosen for _, chosen in sorted(heap + leaves)]


class _MultiTree(_Tree):
    """The search tree near its root, with multiplicities."""

    @cached_property
    def next_copy(self) -> dict[int, int]:
        """The next copy of each option that has one."""
        assert self.cover.copy_of is not None
        return {earlier: k for k, earlier in enumerate(self.cover.copy_of.tolist()) if earlier >= 0}

    def compatible(self, live: NDArray[np.bool_], chosen: Iterable[int]) -> NDArray[np.bool_]:
        """Return the live options left after some choices, without regard to upper bounds above 1.

        The kernel checks the other bounds.
        """
        cover, live = self.cover, live.copy()
        assert cover.upper is not None
        for option in chosen:
            live[max(option, ~option)] = False
            later = self.next_copy.get(~option)
            while later is not None:  # the copies after an excluded option
                live[later] = False
                later = self.next_copy.get(later)
            for e in range(cover.start[option], cover.start[option + 1]) if option >= 0 else ():
                item = cover.item[e]
                if item < cover.primary and cover.upper[item] > 1:
                    continue
                entries = self._entries[item]
                if cover.colour is not None and cover.colour[e]:
                    entries = entries[cover.colour[entries] != cover.colour[e]]
                live[self.owner[entries]] = False
        return live

    def choices(
        self, live: NDArray[np.bool_], chosen: Sequence[int]
    ) -> list[tuple[int, ...]] | None:
        """Branch on the item with the fewest options among those that need one more option."""
        self.clock.check()
        cover = self.cover
        assert cover.lower is not None
        assert cover.copy_of is not None
        need = cover.lower.copy()
        for option in (*self.required, *chosen):
            if option >= 0:
                items = cover.item[cover.start[option] : cover.start[option + 1]]
                need[items[items < cover.primary]] -= 1
        sizes = np.bincount(cover.item[live[self.owner]], minlength=cover.items)[: cover.primary]
        slack = np.where(need > 0, np.maximum(sizes - need + 1, 0), cover.options + 1)
        item = int(np.argmin(slack))
        if need[item] <= 0:
            return None
        options = self.owner[self._entries[item]]
        found: list[int] = options[live[options]].tolist()
        choices, before = [], list[int]()
        for option in found:
            # Without the copy before it, an option is never chosen.
            if ~int(cover.copy_of[option]) not in before:
                choices.append((*before, option))
            before.append(~option)
        return choices[: max(0, int(slack[item]))]


def digest(shares: Iterable[Share]) -> str:
    """Return a hash of the covers of a count."""
    state = sha256()
    for share in shares:
        cover = share.cover
        empty = np.zeros(0, np.int32)
        for array in (cover.start, cover.item, empty if cover.colour is None else cover.colour):
            state.update(np.ascontiguousarray(array, "<i4").tobytes() + b"|")
        for more in (cover.lower, cover.upper, cover.cost):
            if more is not None:
                state.update(np.ascontiguousarray(more, "<i8").tobytes() + b"|")
        sizes = [cover.primary, cover.items]
        if cover.cost is not None:
            sizes.append(cover.max_cost)
        state.update(repr((sizes, [*map(int, share.required)], share.times)).encode())
    return state.hexdigest()[:16]


def cover_plan(
    shares: Sequence[Share],
    tasks: int | None,
    about: dict[str, Any],
    clock: Clock,
    *,
    divisor: int = 1,
) -> Plan:
    """Cut the counts of some covers into tasks."""
    if tasks is not None and not 1 <= (tasks := check_whole(tasks, "tasks")) <= 1 << 20:
        raise InputError(f"tasks is {tasks}, expected 1 to {1 << 20}")
    trees = [
        (_Tree if share.cover.lower is None else _MultiTree)(share.cover, share.required, clock)
        for share in shares
    ]
    nodes = [max(1.0, tree.estimate_nodes()) for tree in trees]
    whole = tasks or min(_MAX_TASKS, max(_MIN_TASKS, int(sum(nodes) / _TASK_NODES)))
    jobs = [
        (share, chosen)
        for share, tree, size in zip(shares, trees, nodes, strict=True)
        for chosen in tree.partition(max(1, round(whole * size / sum(nodes))))
    ]

    def job(i: int) -> tuple[Any, ...]:
        share, chosen = jobs[i]
        return tuple(share.cover), share.method, (*share.required, *chosen), share.times

    method = sorted({share.method for share in shares})
    about = {**about, "plan": {"tasks": whole, "method": method}, "divisor": divisor}
    about["problem"] = {**about["problem"], "digest": digest(shares)}
    return Plan(about, len(jobs), count_cover_task, job, divisor=divisor)
