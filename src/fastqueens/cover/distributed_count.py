"""Cuts a count of exact covers into tasks that threads, processes or machines can do.

A task is a set of options that a solution must contain. The search branches on the item with the
fewest options left. Every solution contains exactly one option of this item, so that every solution
belongs to exactly one task.

With multiplicities, a solution may contain several options of an item. A task then also excludes
the options before the one that it chooses; ~k, which is negative, excludes option k.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from hashlib import sha256
from typing import Any, NamedTuple

import numpy as np

from fastqueens.cover.methods import MEMO_BYTES, Arrays, make_counter
from fastqueens.cover.search_tree import make_tree
from fastqueens.parallel.tasks import Plan, run_machine
from fastqueens.results import InputError
from fastqueens.search import Clock
from fastqueens.validation import check_whole

__all__ = ["Share", "count_cover_task", "cover_plan", "digest"]

_TASK_NODES = 10_000_000  # intended nodes of a task: some seconds of work
_MIN_TASKS, _MAX_TASKS = 32, 4096  # limits of the default number of tasks


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
    max_bytes : int
        Memory that a task with the method "memo" may use.
    """

    cover: Arrays
    method: str
    required: Sequence[int] = ()
    times: int = 1
    max_bytes: int = MEMO_BYTES


def count_cover_task(
    cover: Sequence[Any],
    method: str,
    required: Sequence[int],
    times: int,
    max_bytes: int = MEMO_BYTES,
) -> tuple[int, dict[str, int]]:
    """Count one task, in any process or machine."""
    kernel, _ = make_counter(method, Arrays(*cover), list(required), max_bytes)
    run_machine(kernel)
    return times * kernel.solutions, kernel.counters()


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
    trees = [make_tree(share.cover, share.required, clock) for share in shares]
    nodes = [max(1.0, tree.estimate_nodes()) for tree in trees]
    whole = tasks or min(_MAX_TASKS, max(_MIN_TASKS, int(sum(nodes) / _TASK_NODES)))
    jobs = [
        (share, chosen)
        for share, tree, size in zip(shares, trees, nodes, strict=True)
        for chosen in tree.partition(max(1, round(whole * size / sum(nodes))))
    ]

    def job(i: int) -> tuple[Any, ...]:
        share, chosen = jobs[i]
        required = (*share.required, *chosen)
        return tuple(share.cover), share.method, required, share.times, share.max_bytes

    method = sorted({share.method for share in shares})
    about = {**about, "plan": {"tasks": whole, "method": method}, "divisor": divisor}
    about["problem"] = {**about["problem"], "digest": digest(shares)}
    return Plan(about, len(jobs), count_cover_task, job, divisor=divisor)
