"""Counts N-Queens by joining half boards: the choice of the method, machines and workers."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from threading import Lock

from fastqueens._kernels.cpu import NAMES, chosen
from fastqueens._kernels.nqueens.join import JoinPlan, JoinTask
from fastqueens.nqueens.problem import MAX_COUNT_N
from fastqueens.results import InputError
from fastqueens.search import DONE
from fastqueens.validation import check_whole

__all__ = [
    "COUNTING_METHODS",
    "DEFAULT_BYTES",
    "JoinWorker",
    "check_bytes",
    "choose_counting",
    "forget_machines",
    "guess_join_seconds",
    "join_plan",
    "joining_machine",
]

# The methods that only count. Each has its own kernel.
COUNTING_METHODS = {
    "bitboard": "fills the centre rows and columns up to symmetry, then the other rows, by bit "
    "operations on many boards at once",
    "join": "lists half boards and counts the pairs that share no diagonal",
}

DEFAULT_BYTES = 1 << 29
_LEAST_N = 6
_LEAST_BYTES = 1 << 20
# The least n at which joining is faster than the search, by instruction set; measured by
# bench/compare_nqueens.py --crossover.
_JOINED_FROM = {"scalar": 15, "avx2": 17, "avx512": 18}
# With tasks on other machines or in a ledger, the method must not depend on this machine.
_JOINED_FROM_ANYWHERE = 18
# The bytes that one machine needs by n, rounded up from measured figures.
_BYTES = {18: 20 << 20, 19: 20 << 20, 20: 160 << 20, 21: 160 << 20}
_FEWEST_BYTES = 8 << 20  # below n = 18
_MOST_BYTES = 1 << 28  # beyond n = 21, where the lists are made for each unit


def check_bytes(max_bytes: int | None) -> int:
    """Return the memory of a worker, the default for None, or raise `InputError`."""
    if max_bytes is None:
        return DEFAULT_BYTES
    return check_whole(max_bytes, "max_bytes", least=_LEAST_BYTES)


def choose_counting(n: int, method: str, max_bytes: int | None, *, anywhere: bool = False) -> str:
    """Return ``"bitboard"`` or ``"join"`` for plain queens; ``"auto"`` is the faster one.

    Examples
    --------
    >>> [choose_counting(n, "auto", None, anywhere=True) for n in (17, 18)]
    ['bitboard', 'join']
    """
    limit = check_bytes(max_bytes)
    if method == "join" and not _LEAST_N <= n <= MAX_COUNT_N:
        raise InputError(f"method 'join' counts {_LEAST_N} to {MAX_COUNT_N} rows, found {n}")
    if method != "auto":
        return method
    first = _JOINED_FROM_ANYWHERE if anywhere else _JOINED_FROM[NAMES[chosen()]]
    need = _FEWEST_BYTES if n < min(_BYTES) else _BYTES.get(n, _MOST_BYTES)
    return "join" if n >= first and need <= limit else "bitboard"


def guess_join_seconds(n: int) -> float:
    """Estimate how many seconds one core needs to join n queens, to within a factor of 3.

    Examples
    --------
    >>> guess_join_seconds(18)
    1.5
    """
    return 1.5 * 7.0 ** (n - 18)


@lru_cache(maxsize=4)
def join_plan(n: int) -> JoinPlan:
    """Make the plan of a count; this takes milliseconds."""
    return JoinPlan(n)


_Key = tuple[int, int, int]  # n, bytes, instruction set
_idle: dict[_Key, list[JoinTask]] = {}  # machines between two tasks, with their lists
_lock = Lock()


def _take_machine(n: int, first: int, last: int, max_bytes: int) -> JoinTask:
    key = n, max_bytes, chosen()
    with _lock:
        for other in [other for other in _idle if other != key]:
            del _idle[other]  # frees the lists of another count
        machines = _idle.get(key)
        machine = machines.pop() if machines else None
    if machine is None:
        return JoinTask(join_plan(n), first, last, max_bytes)
    machine.restart(first, last)
    return machine


def _forked() -> None:
    # In the child of a fork, no other thread exists that would release a lock.
    global _idle, _lock
    _idle, _lock = {}, Lock()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forked)


def _keep_machine(n: int, machine: JoinTask) -> None:
    with _lock:
        _idle.setdefault((n, machine.max_bytes, machine.isa), []).append(machine)


def forget_machines() -> None:
    """Free the machines that wait for a task."""
    with _lock:
        _idle.clear()


@contextmanager
def joining_machine(n: int, first: int, last: int, max_bytes: int) -> Iterator[JoinTask]:
    """Lend a machine for one task. It is kept for the next task if the task is done."""
    machine = _take_machine(n, first, last, max_bytes)
    yield machine
    if machine.position == machine.last:
        _keep_machine(n, machine)


class JoinWorker:
    """Counts one range of units. Passes its machine on when the range is done."""

    def __init__(self, n: int, first: int, last: int, max_bytes: int) -> None:
        self._n, self._first, self._last = n, first, last
        self._kernel: JoinTask | None = _take_machine(n, first, last, max_bytes)
        self._sums = 0, 0

    def step(self, budget: int) -> int:
        """Work for about `budget` nanoseconds."""
        kernel = self._kernel
        assert kernel is not None
        status = kernel.step(budget)
        if status == DONE:
            self._sums = kernel.solutions, kernel.spent
            self._kernel = None
            _keep_machine(self._n, kernel)
        return status

    def _get_sums(self) -> tuple[int, int]:
        kernel = self._kernel
        if kernel is not None:
            sums = kernel.solutions, kernel.spent
            # Another worker may have restarted the machine while this thread read its numbers.
            if self._kernel is kernel:
                return sums
        return self._sums

    @property
    def solutions(self) -> int:
        """The solutions found so far."""
        return self._get_sums()[0]

    @property
    def spent(self) -> int:
        """The half boards listed so far."""
        return self._get_sums()[1]

    def counters(self) -> dict[str, int]:
        """Return the work counters."""
        return {"nodes": self.spent}

    @property
    def fraction(self) -> float:
        """An estimate of the share of the whole count that this worker has done."""
        kernel = self._kernel
        position = self._last if kernel is None else kernel.position
        if self._kernel is None:
            position = self._last
        return join_plan(self._n).share(self._first, position)
