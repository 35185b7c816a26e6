"""Running a kernel on many boards: boards of one size are stacked and split into batches."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
from numpy.typing import ArrayLike, NDArray

from fastqueens.parallel.tasks import Plan, TaskResult, run_machine
from fastqueens.parallel.threads import Batch, run_batches
from fastqueens.queens.board.board import Board, playable
from fastqueens.queens.grid.rules import Rules, check_rules
from fastqueens.results import InputError, Interrupted, SearchStopped, Stats, describe_stop
from fastqueens.search import Clock
from fastqueens.validation import array_of, plural

if TYPE_CHECKING:
    from fastqueens.parallel.executors import ExecutorLike

__all__ = ["Stacks", "explain_bad", "out_of_time", "run_kernel", "run_stacks", "stack"]


_CHUNK = 2048  # boards for one kernel: enough to make its set-up time negligible


class BoardBatch(Batch, Protocol):
    """A kernel that may be stopped in the middle of a board."""

    @property
    def unfinished(self) -> int:
        """The index of the unfinished board, or the number of boards if there is none."""
        ...


@dataclass(slots=True, eq=False)
class Stacks:
    """Boards, in one array for each size.

    Attributes
    ----------
    groups : sequence of (indices, ndarray of uint8, shape (k, n, n))
        For each size, the indices of its boards and the boards themselves. Empty if the time limit
        was reached before the boards were stacked.
    total : int
        The number of boards.
    largest : int
        The largest n, or 0 if there are no boards.
    rules : Rules
        The rules of all boards. Empty regions are allowed if one of the boards allows them.
    """

    groups: Sequence[tuple[NDArray[np.intp] | slice, NDArray[np.uint8]]]
    total: int
    largest: int
    rules: Rules


def stack(
    boards: NDArray[np.uint8] | Sequence[Board | ArrayLike],
    rules: Rules | None = None,
    clock: Clock | None = None,
) -> Stacks:
    """Stack boards of the same size into arrays, until the clock of a time limit ends.

    Examples
    --------
    >>> stacks = stack([["AB", "AB"], [[7]], ["AA", "BB"]])
    >>> [(indices.tolist(), boards.shape) for indices, boards in stacks.groups]
    [([1], (1, 1, 1)), ([0, 2], (2, 2, 2))]
    """
    own_rules, clock = check_rules(rules), Clock.of(clock)
    if isinstance(boards, np.ndarray):
        boards = array_of(boards)
    if isinstance(boards, np.ndarray) and boards.ndim == 3:
        n = boards.shape[1]
        if n != boards.shape[2] or not 1 <= n <= 64:
            raise InputError(
                f"found an array of shape {boards.shape}, expected (B, n, n) with n from 1 to 64"
            )
        if boards.dtype != np.uint8:
            small = boards.astype(np.uint8) if boards.dtype.kind in "iu" else None
            if small is None or not np.array_equal(small, boards):  # some labels need more bits
                return stack(list(boards), rules, clock)
            boards = small
        whole = np.ascontiguousarray(boards)
        groups = [(slice(None), whole)] if len(whole) else []
        if own_rules.stars > 1 and len(whole):
            _check_room(whole, own_rules, clock)
        return Stacks(groups, len(whole), n if len(whole) else 0, own_rules)
    if isinstance(boards, Board | np.ndarray):
        raise InputError(
            "expected a (B, n, n) array or a sequence of boards; solve accepts one board"
        )
    indices: dict[int, list[int]] = {}
    regions: dict[int, list[NDArray[np.uint8]]] = {}
    shared = rules
    for i, item in enumerate(boards):
        if clock.expired:
            break
        try:
            board = playable(item, rules)
        except InputError as error:
            raise InputError(f"board {i}: {error.message}") from None
        shared = board.rules if shared is None else shared
        if board.stars != shared.stars:
            found = plural(board.stars, "star")
            raise InputError(f"board {i}: found a board of {found}, expected {shared.stars}")
        shared = shared.merged(board.rules)
        indices.setdefault(board.n, []).append(i)
        regions.setdefault(board.n, []).append(board.regions)
    stacks = {n: np.empty((len(indices[n]), n, n), np.uint8) for n in sorted(indices)}
    for n, stacked in stacks.items():
        for i in range(0, len(stacked), _CHUNK):
            if not clock.expired:
                stacked[i : i + _CHUNK] = regions[n][i : i + _CHUNK]
    return Stacks(
        [] if clock.expired else [(np.array(indices[n], np.intp), x) for n, x in stacks.items()],
        len(boards),
        max(stacks, default=0),
        own_rules if shared is None else shared,
    )


def _check_room(boards: NDArray[np.uint8], rules: Rules, clock: Clock) -> None:
    """Refuse boards that have no room for their stars, until the clock ends."""
    n = boards.shape[1]
    rules.check_room(n)
    for i in range(0, len(boards), _CHUNK):
        if clock.expired:  # the boards will not be solved either
            return
        part = boards[i : i + _CHUNK].reshape(-1, n * n)
        own = part + 256 * np.arange(len(part))[:, None]  # so that no two boards share a label
        sizes = np.bincount(own.ravel(), minlength=256 * len(part)).reshape(-1, 256)
        small = np.flatnonzero(((sizes > 0) & (sizes < rules.stars)).any(axis=1))
        if small.size:
            explain_bad(boards, i + int(small[0]), rules)


def run_kernel(
    make_results: Callable[[int, int], tuple[NDArray[Any], ...]],
    make_kernel: Callable[..., BoardBatch],
    boards: NDArray[np.uint8],
) -> tuple[tuple[NDArray[Any], ...], dict[str, int]]:
    """Run a kernel on some boards of one size; this function may run in another process."""
    results = make_results(*boards.shape[:2])
    kernel = make_kernel(boards, *results)
    run_machine(kernel)
    return results, kernel.counters()


def run_stacks(
    stacks: Stacks,
    make_results: Callable[[int, int], tuple[NDArray[Any], ...]],
    make_kernel: Callable[..., BoardBatch],
    *,
    unreached: int,
    threads: int,
    progress: Callable[[int, int], object] | None = None,
    executor: ExecutorLike | None = None,
    clock: Clock | None = None,
) -> tuple[tuple[NDArray[Any], ...], Stats, NDArray[np.bool_] | None]:
    """Run a kernel on all boards."""
    results = make_results(stacks.total, stacks.largest)
    starters: list[Callable[[], BoardBatch]] = []
    groups: list[tuple[NDArray[np.intp] | slice, tuple[NDArray[Any], ...]]] = []
    batches: list[tuple[NDArray[np.uint8], tuple[NDArray[Any], ...]]] = []
    started: list[tuple[BoardBatch, tuple[NDArray[Any], ...]]] = []

    def start(boards: NDArray[np.uint8], target: tuple[NDArray[Any], ...]) -> BoardBatch:
        kernel = make_kernel(boards, *target)
        started.append((kernel, target))
        return kernel

    for indices, boards in stacks.groups:
        size, n = boards.shape[:2]
        group_results = results if len(stacks.groups) == 1 else make_results(size, n)
        groups.append((indices, group_results))
        for i in range(0, size, _CHUNK):
            part = slice(i, i + _CHUNK)
            target = tuple(array[part] for array in group_results)
            batches.append((boards[part], target))
            starters.append(partial(start, boards[part], target))
    interrupted = False
    if executor is None:
        try:
            stats, complete = run_batches(
                starters, stacks.total, threads=threads, progress=progress, clock=clock
            )
        except Interrupted as stop:
            stats, complete, interrupted = stop.partial, False, True
        for kernel, target in [] if complete else started:
            target[0][kernel.unfinished : kernel.unfinished + 1] = unreached
    else:
        from fastqueens.parallel.batch_tasks import run_plan

        def store(done: TaskResult) -> int:
            size = 0
            for array, found in zip(batches[done.number][1], done.result, strict=True):
                array[...] = found
                size = len(found)
            return size

        plan = Plan(
            {}, len(batches), run_kernel, lambda i: (make_results, make_kernel, batches[i][0])
        )
        try:
            stats, complete = run_plan(
                plan, executor, store, stacks.total, progress=progress, clock=clock
            )
        except Interrupted as stop:
            stats, complete, interrupted = stop.partial, False, True
    complete = complete and bool(groups or not stacks.total)
    for indices, group_results in groups:
        if group_results is not results:
            for all_boards, array in zip(results, group_results, strict=True):
                if array.ndim == 1:
                    all_boards[indices] = array
                else:
                    all_boards[indices, : array.shape[1]] = array
    found = results, stats, None if complete else results[0] != unreached
    if interrupted:
        raise Interrupted(found)
    return found


def out_of_time(
    done: str, reached: NDArray[np.bool_], partial: object, clock: Clock
) -> SearchStopped:
    """Return the exception for a batch that was stopped by its clock."""
    count = f"{np.count_nonzero(reached):,} of {plural(len(reached), 'board')}"
    return SearchStopped(
        f"{describe_stop(clock.reason)}: {count} were {done}", partial=partial, reason=clock.reason
    )


def explain_bad(boards: Any, i: int, rules: Rules) -> None:
    """Raise the `InputError` of board i, which a kernel refused."""
    board = boards[i]
    try:
        playable(board.regions if isinstance(board, Board) else board, rules)
    except InputError as error:
        raise InputError(f"board {i}: {error.message}") from None
    raise InputError(f"board {i} cannot be used")
