"""Solving many boards at once, on all processors."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from fastqueens._kernels.queens import regions as _regions
from fastqueens._kernels.queens import stars as _stars
from fastqueens.equality import EqualByValue
from fastqueens.json_record import JsonRecord
from fastqueens.parallel.tasks import check_threads_alone
from fastqueens.parallel.threads import check_threads
from fastqueens.queens.board.board import Board
from fastqueens.queens.grid.placements import solution_shape
from fastqueens.queens.grid.rules import Rules
from fastqueens.queens.solving.batch_runner import explain_bad, out_of_time, run_stacks, stack
from fastqueens.results import Interrupted, Stats
from fastqueens.search import CancelEvent, Clock
from fastqueens.validation import (
    ItemsProgress,
    check_items,
    check_progress,
    check_seed,
    check_whole,
)

if TYPE_CHECKING:
    from fastqueens.parallel.executors import ExecutorLike

__all__ = ["UNREACHED", "BatchResult", "result_arrays", "solve_many", "solver_of"]

UNREACHED = -2  # marks a board that was not solved in time; -1 marks an invalid board


@dataclass(slots=True, eq=False)
class BatchResult(JsonRecord, EqualByValue):
    """The answers for many boards; unpacks as ``counts, first``.

    Attributes
    ----------
    counts : ndarray of int64, shape (B,)
        The number of solutions of each board, up to the limit; -1 for a board that was not solved
        before the time limit.
    first : ndarray of int16, shape (B, n)
        The first solution of each board: the column of the queen in each row, or -1 if there is no
        solution. If the boards have several sizes, n is the largest size, and shorter solutions end
        in -1. With several stars, a solution consists of (row, column) pairs, and the shape is (B,
        n * stars, 2).
    stats : Stats
        The work on all boards; ``seconds`` is wall-clock time.
    """

    counts: NDArray[np.int64]
    first: NDArray[np.int16]
    stats: Stats
    __hash__ = None  # type: ignore[assignment]  # the arrays can be written

    def as_dict(self) -> dict[str, Any]:
        """Return the answers as plain data, ready for JSON.

        Returns
        -------
        dict
            ``counts`` and ``first`` as lists, the counters of the work, and the time in
            milliseconds.

        Examples
        --------
        >>> solve_many([["RBBB", "RRBY", "GYYY", "GGGY"]]).as_dict()["first"]
        [[2, 0, 3, 1]]
        """
        work = {"counters": dict(self.stats.counters), "ms": self.stats.seconds * 1e3}
        return {"counts": self.counts.tolist(), "first": self.first.tolist(), **work}

    @classmethod
    def _from_dict(cls, document: Mapping[str, Any]) -> BatchResult:
        stats = Stats(dict(document["counters"]), document["ms"] / 1e3)
        counts = np.array(document["counts"], np.int64)
        return cls(counts, np.array(document["first"], np.int16), stats)

    def __iter__(self) -> Iterator[NDArray[np.signedinteger[Any]]]:
        return iter((self.counts, self.first))

    def __len__(self) -> int:
        return len(self.counts)


def solve_many(
    boards: NDArray[np.uint8] | Sequence[Board | ArrayLike],
    *,
    rules: Rules | None = None,
    limit: int | None = 2,
    threads: int | None = None,
    executor: ExecutorLike | None = None,
    seed: int = 0,
    progress: ItemsProgress | None = None,
    time_limit: float | None = None,
    cancel: CancelEvent | None = None,
) -> BatchResult:
    """Solve many boards at once.

    Parameters
    ----------
    boards : ndarray of uint8, shape (B, n, n), or a sequence of boards
        The boards. In an array each value is the label of a region; all values are allowed. A
        sequence may contain boards of different sizes, and arrays.
    rules : Rules, optional
        The rules of boards given as arrays; `Rules()` by default. A `Board` keeps its own rules.
    limit : int or None
        Stop counting at this many solutions of each board; None counts all. With 2, the count
        shows whether a board has exactly one solution.
    threads : int, optional
        The number of threads; by default one for each available processor. The results do not
        depend on this number.
    executor : Executor, callable or str, optional
        The executor that solves the boards in batches, instead of the threads of this process. See
        `fastqueens.nqueens.count`.
    seed
        See `solve`.
    progress : callable or "bar", optional
        Called with the number of solved boards and the number of all boards, about ten times a
        second.
    time_limit : float, optional
        The time limit in seconds, for all boards together.
    cancel : threading.Event, optional
        If another thread sets this event, the search ends soon, as at a time limit.

    Returns
    -------
    BatchResult
        The results: ``counts`` and ``first``, and the work in ``stats``.

    Raises
    ------
    InputError
        If a board is invalid. The error names the index of the first such board.
    SearchStopped
        If the time limit was reached. Its ``partial`` is the `BatchResult` so far, with -1 as the
        count of each board that was not solved. Also raised if a task failed on every worker of the
        executor that tried it.
    Interrupted
        After Ctrl-C: a `KeyboardInterrupt` with the same ``partial``.

    Examples
    --------
    >>> import numpy as np
    >>> rows = np.repeat(np.arange(6, dtype=np.uint8), 6).reshape(1, 6, 6)
    >>> counts, first = solve_many(rows, limit=None)
    >>> counts.tolist(), first.tolist()
    ([90], [[0, 2, 4, 1, 3, 5]])
    """
    clock = Clock(time_limit, cancel)
    limit = 2**64 - 1 if limit is None else min(check_whole(limit, "limit"), 2**64 - 1)
    check_threads_alone(executor, threads)
    threads = check_threads(threads)
    seed = check_seed(seed)
    progress = check_progress(progress)
    if not isinstance(boards, np.ndarray | Board):
        boards = check_items(boards, "boards", "boards")
    stacks = stack(boards, rules, clock)
    rules = stacks.rules

    def result() -> BatchResult:
        if reached is not None:
            counts[~reached], first[~reached] = -1, -1
        return BatchResult(counts, first, stats)

    try:
        (counts, first), stats, reached = run_stacks(
            stacks,
            partial(result_arrays, rules.stars),
            partial(solver_of, limit, rules, seed),
            unreached=UNREACHED,
            threads=threads,
            progress=progress,
            executor=executor,
            clock=clock,
        )
    except Interrupted as stop:
        (counts, first), stats, reached = stop.partial
        raise Interrupted(result()) from None
    bad = np.flatnonzero(counts == -1)
    if bad.size:
        explain_bad(boards, int(bad[0]), rules)
    if reached is not None:
        raise out_of_time("solved", reached, result(), clock)
    return result()


def result_arrays(stars: int, size: int, n: int) -> tuple[NDArray[np.int64], NDArray[np.int16]]:
    """Return empty arrays for the results of `size` boards of n rows."""
    first = np.full((size, *solution_shape(n, stars)), -1, np.int16)
    return np.full(size, UNREACHED, np.int64), first


def solver_of(
    limit: int,
    rules: Rules,
    seed: int,
    labels: Any,
    counts: Any,
    first: Any,
) -> _regions.Batch | _stars.Batch:
    """Return the kernel that solves the boards and fills the arrays."""
    if rules.stars > 1:
        return _stars.Batch(labels, counts, first, limit, rules, seed)
    return _regions.Batch(labels, counts, first, limit, rules, seed)
