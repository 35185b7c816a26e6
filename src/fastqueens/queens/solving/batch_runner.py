"""Many boards at once: stacked size by size, and answered in batches over the processors."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
from numpy.typing import ArrayLike, NDArray

from fastqueens.parallel.tasks import Done, Plan, run_machine
from fastqueens.parallel.threads import Batch, run_batches
from fastqueens.queens.board.board import Board, playable
from fastqueens.queens.grid.rules import Rules
from fastqueens.results import InputError, Interrupted, SearchStopped, Stats
from fastqueens.validation import deadline_of, plural

if TYPE_CHECKING:
    from fastqueens.parallel.executors import ExecutorLike

__all__ = ["Stacks", "explain_bad", "fill_slice", "out_of_time", "run_stacks", "stack"]


_CHUNK = 2048  # boards a machine takes: large enough to hide its set-up


class BoardBatch(Batch, Protocol):
    """A machine that may be left with a board half answered."""

    @property
    def unfinished(self) -> int:
        """Which board that may be; the number of boards if it is none."""
        ...


@dataclass(slots=True, eq=False)
class Stacks:
    """Boards, in one array for each size.

    Attributes
    ----------
    groups : sequence of (indices, ndarray of uint8, shape (k, n, n))
        Which boards those are, and the boards.
    total : int
        How many boards there are.
    largest : int
        The largest n; 0 without boards.
    rules : Rules
        The rules of all boards. Empty regions are allowed if one of the boards allows them.
    """

    groups: Sequence[tuple[NDArray[np.intp] | slice, NDArray[np.uint8]]]
    total: int
    largest: int
    rules: Rules


def stack(
    boards: NDArray[np.uint8] | Iterable[Board | ArrayLike], rules: Rules | None = None
) -> Stacks:
    """Stack the boards of each size.

    Parameters
    ----------
    boards : ndarray of labels, shape (B, n, n), or iterable of boards
        The boards. An array of uint8 is taken as it is, unchecked.
    rules : Rules, optional
        The rules of boards given as arrays of labels. All boards must have the same number of
        stars.

    Returns
    -------
    Stacks

    Raises
    ------
    InputError
        For the first board that cannot be used, by its index.

    Examples
    --------
    >>> stacks = stack([["AB", "AB"], [[7]], ["AA", "BB"]])
    >>> [(indices.tolist(), boards.shape) for indices, boards in stacks.groups]
    [([1], (1, 1, 1)), ([0, 2], (2, 2, 2))]
    """
    own_rules = Rules() if rules is None else rules
    if isinstance(boards, np.ndarray) and boards.ndim == 3:
        n = boards.shape[1]
        if n != boards.shape[2] or not 1 <= n <= 64:
            raise InputError(
                f"found an array of shape {boards.shape}, expected (B, n, n) with n from 1 to 64"
            )
        if boards.dtype != np.uint8:
            small = boards.astype(np.uint8) if boards.dtype.kind in "iu" else None
            if small is None or not np.array_equal(small, boards):  # whatever the labels are
                return stack(list(boards), rules)
            boards = small
        whole = np.ascontiguousarray(boards)
        groups = [(slice(None), whole)] if len(whole) else []
        if own_rules.stars > 1 and len(whole):
            _check_room(whole, own_rules)
        return Stacks(groups, len(whole), n if len(whole) else 0, own_rules)
    if isinstance(boards, Board | np.ndarray):
        raise InputError("expected a (B, n, n) array or a sequence of boards; for one use solve")
    sizes: dict[int, tuple[list[int], list[NDArray[np.uint8]]]] = {}
    total = 0
    shared = rules
    for i, item in enumerate(boards):
        try:
            board = playable(item, rules)
        except InputError as error:
            raise InputError(f"board {i}: {error.message}") from None
        shared = board.rules if shared is None else shared
        if board.stars != shared.stars:
            found = plural(board.stars, "star")
            raise InputError(f"board {i}: found a board of {found}, expected {shared.stars}")
        if board.rules.allow_empty_regions:
            shared = board.rules
        indices, stacked = sizes.setdefault(board.n, ([], []))
        indices.append(i)
        stacked.append(board.regions)
        total += 1
    return Stacks(
        [
            (np.array(indices, np.intp), np.stack(stacked))
            for _, (indices, stacked) in sorted(sizes.items())
        ],
        total,
        max(sizes, default=0),
        own_rules if shared is None else shared,
    )


def _check_room(boards: NDArray[np.uint8], rules: Rules) -> None:
    """Refuse boards that have no room for their stars."""
    n = boards.shape[1]
    rules.check_room(n)
    for i in range(0, len(boards), _CHUNK):
        part = boards[i : i + _CHUNK].reshape(-1, n * n)
        own = part + 256 * np.arange(len(part))[:, None]  # labels that no other board has
        sizes = np.bincount(own.ravel(), minlength=256 * len(part)).reshape(-1, 256)
        small = np.flatnonzero(((sizes > 0) & (sizes < rules.stars)).any(axis=1))
        if small.size:
            explain_bad(boards, i + int(small[0]), rules)


def fill_slice(
    answers: Callable[[int, int], tuple[NDArray[Any], ...]],
    make: Callable[..., BoardBatch],
    boards: NDArray[np.uint8],
) -> tuple[tuple[NDArray[Any], ...], dict[str, int]]:
    """Answer some boards of one size, wherever they were sent to."""
    own = answers(*boards.shape[:2])
    machine = make(boards, *own)
    run_machine(machine)
    return own, machine.counters()


def run_stacks(
    stacks: Stacks,
    answers: Callable[[int, int], tuple[NDArray[Any], ...]],
    make: Callable[..., BoardBatch],
    *,
    unreached: int,
    threads: int,
    progress: Callable[[int, int], object] | None = None,
    executor: ExecutorLike | None = None,
    time_limit: float | None = None,
) -> tuple[tuple[NDArray[Any], ...], Stats, NDArray[np.bool_] | None]:
    """Answer all boards of the stacks.

    Parameters
    ----------
    stacks : Stacks
        The boards.
    answers : callable
        Makes the arrays for the answers of k boards of n rows, given k and n. The first is full of
        `unreached`, which is no answer.
    make : callable
        Makes the machine that fills them, given an array of boards and those for their answers.
    unreached : int
        What stands for a board that the time did not suffice for.
    threads, progress
        As for `run_batches`.
    executor : Executor, callable or str, optional
        Who fills them in place of threads; then `answers` and `make` are pickled.
    time_limit : float, optional
        Seconds, after which the boards that are left stay `unreached`.

    Returns
    -------
    answers : tuple of ndarray
        For all boards in their order. Those of smaller boards lie at the beginning of their rows.
    stats : Stats
        The work of all machines.
    reached : ndarray of bool, or None
        Which boards have their answer, where the time was over before all had.

    Raises
    ------
    Interrupted
        After Ctrl-C. Its ``partial`` is what is returned otherwise.
    """
    deadline = deadline_of(time_limit)
    whole = answers(stacks.total, stacks.largest)
    makers: list[Callable[[], BoardBatch]] = []
    parts: list[tuple[NDArray[np.intp] | slice, tuple[NDArray[Any], ...]]] = []
    slices: list[tuple[NDArray[np.uint8], tuple[NDArray[Any], ...]]] = []
    begun: list[tuple[BoardBatch, tuple[NDArray[Any], ...]]] = []

    def made(boards: NDArray[np.uint8], into: tuple[NDArray[Any], ...]) -> BoardBatch:
        machine = make(boards, *into)
        begun.append((machine, into))
        return machine

    for where, boards in stacks.groups:
        size, n = boards.shape[:2]
        own = whole if len(stacks.groups) == 1 else answers(size, n)
        parts.append((where, own))
        for i in range(0, size, _CHUNK):
            part = slice(i, i + _CHUNK)
            into = tuple(array[part] for array in own)
            slices.append((boards[part], into))
            makers.append(partial(made, boards[part], into))
    interrupted = False
    if executor is None:
        try:
            stats, complete = run_batches(
                makers, stacks.total, threads=threads, progress=progress, time_limit=time_limit
            )
        except Interrupted as stop:
            stats, complete, interrupted = stop.partial, False, True
        for machine, into in [] if complete else begun:
            into[0][machine.unfinished : machine.unfinished + 1] = unreached
    else:
        from fastqueens.parallel.batch_tasks import run_plan

        def take(done: Done) -> int:
            size = 0
            for array, found in zip(slices[done.number][1], done.result, strict=True):
                array[...] = found
                size = len(found)
            return size

        plan = Plan({}, len(slices), fill_slice, lambda i: (answers, make, slices[i][0]))
        try:
            stats, complete = run_plan(
                plan, executor, take, stacks.total, progress=progress, deadline=deadline
            )
        except Interrupted as stop:
            stats, complete, interrupted = stop.partial, False, True
    for where, own in parts:
        if own is not whole:
            for all_answers, array in zip(whole, own, strict=True):
                if array.ndim == 1:
                    all_answers[where] = array
                else:
                    all_answers[where, : array.shape[1]] = array
    found = whole, stats, None if complete else whole[0] != unreached
    if interrupted:
        raise Interrupted(found)
    return found


def out_of_time(done: str, reached: NDArray[np.bool_], partial: object) -> SearchStopped:
    """Make the exception for a batch that a time limit stopped."""
    count = f"{np.count_nonzero(reached):,} of {plural(len(reached), 'board')}"
    return SearchStopped(
        f"stopped by the time limit: {count} were {done}", partial=partial, reason="time"
    )


def explain_bad(boards: Any, i: int, rules: Rules) -> None:
    """Raise the `InputError` of board i, which a kernel could not use."""
    board = boards[i]
    try:
        playable(board.regions if isinstance(board, Board) else board, rules)
    except InputError as error:
        raise InputError(f"board {i}: {error.message}") from None
    raise InputError(f"board {i} cannot be used")
