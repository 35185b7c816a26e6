"""Finds one shortest solution of one or of many puzzles, or all shortest solutions of one."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from time import perf_counter
from typing import TYPE_CHECKING, Any, Literal, SupportsIndex, Unpack, get_args, overload

import numpy as np
from numpy.typing import ArrayLike, NDArray

from fastqueens._kernels.sliding import best_first, ida, pdb
from fastqueens.canvas.drawable import Drawn
from fastqueens.canvas.scene import Scene
from fastqueens.canvas.style import Look
from fastqueens.equality import EqualByValue
from fastqueens.json_record import JsonRecord, read_result
from fastqueens.method import choose
from fastqueens.output import Written, describe_result
from fastqueens.parallel.tasks import Plan, TaskResult, check_threads_alone, run_machine
from fastqueens.parallel.threads import check_threads, run_batches
from fastqueens.results import (
    InputError,
    Interrupted,
    Result,
    SolvedResult,
    Stats,
    UnsolvedResult,
    describe_outcome,
    describe_status,
)
from fastqueens.search import (
    DONE,
    FOUND,
    CancelEvent,
    Clock,
    Limits,
    ProgressLike,
    Search,
    Solutions,
)
from fastqueens.sliding.anytime import AnytimeSearch
from fastqueens.sliding.formats import SOLUTION
from fastqueens.sliding.methods import (
    METHOD_HEURISTICS,
    METHODS,
    Heuristic,
    MethodName,
    Visited,
    check_heuristic,
    default_heuristic,
    default_method,
    heuristic_value,
)
from fastqueens.sliding.options import (
    AnytimeOptions,
    AStarOptions,
    BranchAndBoundOptions,
    IDAOptions,
)
from fastqueens.sliding.parity import Kurang, kurang
from fastqueens.sliding.pattern_databases import build_pdb
from fastqueens.sliding.puzzle import MOVES, Puzzle, as_puzzle, replay, standard_goal
from fastqueens.validation import (
    ItemsProgress,
    array_of,
    check_choice,
    check_items,
    check_progress,
    check_whole,
    is_whole,
    plural,
    quote,
)

if TYPE_CHECKING:
    from fastqueens.canvas.book import Entry
    from fastqueens.parallel.executors import ExecutorLike

__all__ = [
    "BatchResult",
    "SlidingResult",
    "SolveTask",
    "Solved",
    "Unsolved",
    "distance",
    "solutions",
    "solve",
    "solve_batch_task",
    "solve_many",
    "unpack",
]


@dataclass(slots=True, eq=False)
class SlidingResult(JsonRecord, Drawn, Written, Result):
    """The result for one puzzle: `Solved` or `Unsolved`.

    Attributes
    ----------
    puzzle : Puzzle
        The puzzle.
    kurang : Kurang
        The calculation that shows whether the puzzle can be solved.
    heuristic : str
        The heuristic that was used.
    visited : str or None
        For branch and bound only: see `solve`.
    moves : list of str or None
        The moves of the blank, each ``"UP"``, ``"DOWN"``, ``"LEFT"`` or ``"RIGHT"``; None if no
        solution was found.
    bound : int
        A lower bound: no solution has fewer moves. It is the length of `moves` if these are known
        to be shortest, and 0 if the puzzle is unsolvable.
    length : int or None
        The number of moves; None if no solution was found.
    optimal : bool
        Whether `moves` is known to be a shortest solution.
    """

    puzzle: Puzzle = field(kw_only=True)
    kurang: Kurang = field(kw_only=True)
    heuristic: str = field(kw_only=True)
    visited: Visited | None = field(default=None, kw_only=True)
    moves: list[str] | None = field(default=None, kw_only=True)
    bound: int = field(default=0, kw_only=True)

    def _scene(self, cell: int, look: Look) -> Scene:
        """Draw the start and the board after each move."""
        from fastqueens.sliding.drawing import scene

        return scene(self.boards, self.puzzle.goal, cell=cell, look=look)

    def _entry(self, look: Look) -> Entry:
        from fastqueens.sliding.drawing import entry

        return entry(self.puzzle.tiles, self.puzzle.goal, look=look, moves=self.moves)

    def to_text(self) -> str:
        """Write the start, the moves and all boards as text that `Puzzle.from_text` reads.

        Returns
        -------
        str
            The text; only the start if no moves were found.

        Examples
        --------
        >>> from fastqueens import sliding
        >>> print(sliding.solve([[1, 2], [0, 3]]).to_text())
        1 2
        0 3
        <BLANKLINE>
        SOLUTION :
        RIGHT
        <BLANKLINE>
        1. RIGHT
        1 2
        3 0
        """
        first, *others = (
            "\n".join(" ".join(map(str, row)) for row in x) for x in self.boards.tolist()
        )
        steps = zip(range(1, len(others) + 1), self.moves or [], others, strict=True)
        moves = [] if self.moves is None else [f"{SOLUTION}\n{' '.join(self.moves)}".rstrip()]
        boards = (f"{k}. {move}\n{board}" for k, move, board in steps)
        return "\n\n".join([first, *moves, *boards])

    def as_dict(self) -> dict[str, Any]:
        """Return the result as plain data, ready for JSON.

        Returns
        -------
        dict
            The keys are those of ``fastqueens slide --json``; `Puzzle.from_json` can read it.

        Examples
        --------
        >>> from fastqueens import sliding
        >>> sliding.solve([[1, 2], [0, 3]]).as_dict()["moves"]
        ['RIGHT']
        """
        found: dict[str, Any] = {"heuristic": self.heuristic, "visited": self.visited}
        if self.moves is not None:
            found |= {"length": self.length, "optimal": self.optimal, "moves": self.moves}
        kurang = {"kurang": self.kurang.as_dict()}
        return describe_result(self, self.puzzle.as_dict() | kurang, found | {"bound": self.bound})

    @classmethod
    def _from_dict(cls, document: Mapping[str, Any]) -> Any:
        shared = read_result(document)
        puzzle = Puzzle.from_dict(document)
        shared |= {
            "puzzle": puzzle, "kurang": kurang(puzzle), "heuristic": str(document["heuristic"]),
            "visited": document["visited"], "bound": int(document["bound"]),
        }  # fmt: skip
        if shared["status"] == "solved":
            return Solved(**shared, moves=list(document["moves"]))
        return Unsolved(**shared)

    @property
    def length(self) -> int | None:
        """The number of moves; None if no solution was found."""
        return None if self.moves is None else len(self.moves)

    @property
    def optimal(self) -> bool:
        """Whether `moves` is known to be a shortest solution."""
        return self.moves is not None and len(self.moves) == self.bound

    @property
    def boards(self) -> NDArray[np.uint8]:
        """The start and the board after each move: shape (moves + 1, rows, columns)."""
        return replay(self.puzzle, self.moves or [])

    def _display_note(self) -> str:
        lines = str(self).split("\n")
        return "\n".join([describe_outcome(self), *lines[1:]])

    def __str__(self) -> str:
        method = f"{self.method} ({self.heuristic})"
        head = f"{describe_status(self.status, method)}: {self.stats}"
        if self.moves is not None:
            least = "" if self.optimal else f", at least {self.bound}"
            return f"{head}\n{plural(len(self.moves), 'move')}{least}: {' '.join(self.moves)}"
        if self.status == "unsolvable":
            return f"{head}\n{self.kurang}"
        return f"{head}\nat least {plural(self.bound, 'move')}"


class Solved(SolvedResult, SlidingResult):
    """The puzzle was solved: `moves` is a solution."""

    __slots__ = ()

    moves: list[str]

    @property
    def length(self) -> int:
        """The number of moves."""
        return len(self.moves)


class Unsolved(UnsolvedResult, SlidingResult):
    """No solution was found: `moves` is None."""

    __slots__ = ()

    moves: None

    @property
    def length(self) -> None:
        """None, because no solution was found."""


class SolveTask:
    """Checks the arguments of a search, makes its kernel, and makes the result at the end.

    Parameters
    ----------
    puzzle, method, heuristic, visited, max_bytes, cache_dir
        See `solve`.

    Attributes
    ----------
    kernel : Kernel
        The search; if the puzzle cannot be solved, a search that ends at once.
    """

    def __init__(
        self,
        puzzle: Puzzle | ArrayLike,
        method: MethodName | None,
        heuristic: Heuristic | None,
        visited: Visited,
        max_bytes: int,
        cache_dir: str | os.PathLike[str] | None,
    ) -> None:
        chosen = choose(METHODS, "ida" if method is None else method, {})
        self.puzzle = as_puzzle(puzzle)
        if method is None:
            method = "ida" if cache_dir is not None else default_method(self.puzzle, heuristic)
            chosen = METHODS[method]
        self.method, self.unit = method, chosen.unit
        if heuristic is None:
            heuristic = default_heuristic(self.puzzle, method)
        self.heuristic: Heuristic = heuristic
        check_heuristic(self.puzzle, self.heuristic, METHOD_HEURISTICS[method], method)
        check_choice(visited, "visited", get_args(Visited))
        options: dict[str, object] = {
            "heuristic": self.heuristic,
            "visited": visited,
            "max_bytes": check_whole(max_bytes, "max_bytes"),
            "cache_dir": cache_dir,
        }
        self.visited = visited if "visited" in chosen.options else None
        self.kurang = kurang(self.puzzle)
        self.kernel: Any = _UnsolvableSearch()
        if self.kurang.solvable:
            chosen_options = {name: options[name] for name in chosen.options}
            self.kernel = chosen.make(self.puzzle, **chosen_options)

    def search(
        self,
        *,
        time_limit: Clock,
        node_limit: int | None,
        progress: ProgressLike | None = None,
    ) -> Search:
        """Make the search, with its limits."""
        if self.method == "anytime" and node_limit is None and not time_limit.limited:
            node_limit = ANYTIME_NODES
        return Search(self.kernel, time_limit=time_limit, node_limit=node_limit, progress=progress)

    def moves(self) -> list[str]:
        """Return the moves to the current board."""
        return [MOVES[move] for move in self.kernel.peek_moves()]

    def solution(self) -> list[str]:
        """Return the moves of the solution that was found last."""
        if isinstance(self.kernel, AnytimeSearch):
            return [MOVES[move] for move in self.kernel.best or ()]
        return self.moves()

    def stats(self, search: Search) -> Stats:
        """Return the work counters that are part of the result."""
        counters = search.kernel.counters()
        names = ("nodes", "expanded", "iterations", "beams")
        return Stats({name: counters[name] for name in names if name in counters}, search.seconds)

    def result(self, search: Search, status: str) -> Solved | Unsolved:
        """Return the result of a search that ended with a status."""
        facts: dict[str, Any] = {
            "puzzle": self.puzzle,
            "kurang": self.kurang,
            "heuristic": self.heuristic,
            "visited": self.visited,
        }
        stats = self.stats(search)
        if status == "unsolvable":
            return Unsolved("unsolvable", self.method, stats, **facts)
        if isinstance(self.kernel, AnytimeSearch) and self.kernel.found:
            moves, least = self.solution(), self.kernel.bound
            return Solved("solved", self.method, stats, moves=moves, bound=least, **facts)
        if status == "solved":
            moves = self.moves()
            shortest = self.visited != "generated"
            least = len(moves) if shortest else heuristic_value(self.puzzle)
            return Solved("solved", self.method, stats, moves=moves, bound=least, **facts)
        least = _proved_bound(self.puzzle, self.kernel)
        return Unsolved("stopped", self.method, stats, search.reason, bound=least, **facts)


class _UnsolvableSearch:
    """The search of an unsolvable puzzle: it ends at once."""

    spent = found = 0

    def step(self, budget: int) -> int:
        return DONE

    def counters(self) -> dict[str, int]:
        return {"nodes": 0}

    def peek_moves(self) -> bytes:
        return b""


def _proved_bound(puzzle: Puzzle, kernel: ida.Ida | best_first.BestFirst | AnytimeSearch) -> int:
    """Return the lower bound on the moves that a stopped search has proved."""
    least = heuristic_value(puzzle)
    if isinstance(kernel, ida.Ida | AnytimeSearch):
        return max(least, kernel.bound)
    return max(least, kernel.cost) if kernel.order == best_first.A_STAR else least


@overload
def solve(
    puzzle: Puzzle | ArrayLike,
    *,
    method: Literal["ida"] | None = None,
    **options: Unpack[IDAOptions],
) -> Solved | Unsolved: ...
@overload
def solve(
    puzzle: Puzzle | ArrayLike, *, method: Literal["anytime"], **options: Unpack[AnytimeOptions]
) -> Solved | Unsolved: ...
@overload
def solve(
    puzzle: Puzzle | ArrayLike, *, method: Literal["a-star"], **options: Unpack[AStarOptions]
) -> Solved | Unsolved: ...
@overload
def solve(
    puzzle: Puzzle | ArrayLike,
    *,
    method: Literal["branch-and-bound"],
    **options: Unpack[BranchAndBoundOptions],
) -> Solved | Unsolved: ...
@overload
def solve(
    puzzle: Puzzle | ArrayLike, *, method: MethodName, **options: Unpack[Limits]
) -> Solved | Unsolved: ...
def solve(
    puzzle: Puzzle | ArrayLike,
    *,
    method: MethodName | None = None,
    heuristic: Heuristic | None = None,
    visited: Visited = "expanded-again",
    max_bytes: int = 1 << 30,
    cache_dir: str | os.PathLike[str] | None = None,
    time_limit: float | None = None,
    cancel: CancelEvent | None = None,
    node_limit: int | None = None,
    progress: ProgressLike | None = None,
) -> Solved | Unsolved:
    r"""Find the moves that solve a puzzle, or prove that there are none.

    Parameters
    ----------
    puzzle : Puzzle or array_like
        The puzzle.
    method : {"ida", "a-star", "branch-and-bound", "anytime"}, optional
        The method; see `fastqueens.sliding`. By default ``"anytime"`` for puzzles of more
        than 16 cells, otherwise ``"ida"``; see `default_method`. All methods find a shortest
        solution, with two exceptions. ``"branch-and-bound"`` with ``visited="generated"`` may find
        a longer solution. The solution of ``"anytime"`` is known to be shortest only if ``optimal``
        of the result is True. Counters: ``nodes`` (boards generated; for ``"a-star"`` and
        ``"branch-and-bound"``, boards that entered the queue, including the start), ``expanded``
        (boards whose neighbours were generated), ``iterations`` (``"ida"`` and ``"anytime"``),
        ``beams`` (``"anytime"``).
    heuristic : str, optional
        One of the heuristics in `METHOD_HEURISTICS` for the method; see `default_heuristic`.
    visited : {"expanded-again", "expanded-once", "generated"}
        For branch and bound: the time at which a board is marked as visited. ``"expanded-again"``:
        the board is marked when it leaves the queue. If the queue already has copies of the board,
        they are expanded again. This is the search of the 15-puzzle report, and ``nodes`` is the
        count of the report. ``"expanded-once"``: the same, but the copies are dropped.
        ``"generated"``: the board is marked when it enters the queue. The solution may then be
        longer than a shortest solution.
    max_bytes : int
        The memory, in bytes, that the method may use for boards. If ``"a-star"`` or
        ``"branch-and-bound"`` needs more, the status is ``"stopped"``. ``"anytime"`` tries no beam
        that is so wide that it needs more.
    cache_dir : path, optional
        For ``"ida"`` with ``"pdb"``: use the largest pattern databases, and keep them in this
        folder. The first call builds them (40 s) and writes them (200 MB). A damaged file is built
        again.
    time_limit : float, optional
        The time limit in seconds.
    cancel : threading.Event, optional
        If another thread sets this event, the search ends soon, as at a time limit.
    node_limit : int, optional
        The search stops after this many nodes. Without any limit, ``"anytime"`` stops after 100
        million nodes, in about 4 s.
    progress : callable or "bar", optional
        Called with a `Progress` about ten times a second. With ``"anytime"``, its counters have
        the ``length`` of the shortest solution so far and the lower ``bound``, and its kernel has
        the moves of that solution in ``best``, as indices of `MOVES`.

    Returns
    -------
    SlidingResult
        `Solved`, or `Unsolved` with ``status`` ``"unsolvable"`` (decided without a search, see
        `kurang`) or ``"stopped"``. The result is true if there is a solution.

    Raises
    ------
    InputError
        If the puzzle, the method, the heuristic or a limit is invalid.
    Interrupted
        After Ctrl-C during ``"anytime"``: a `KeyboardInterrupt` whose ``partial`` is the result so
        far, if there is a solution.

    Examples
    --------
    >>> puzzle = Puzzle.from_text("3 1 2 4\n0 5 7 8\n10 6 11 12\n9 13 14 15")
    >>> result = solve(puzzle, method="branch-and-bound")
    >>> result.status, len(result.moves), result.stats.nodes
    ('solved', 21, 18997)
    >>> len(solve(puzzle).moves)
    21
    >>> print(solve([[1, 2], [0, 3]], method="a-star").moves)
    ['RIGHT']
    >>> solve([[2, 1], [3, 0]]).status
    'unsolvable'

    A random puzzle of 5x5 gets a short solution and a lower bound:

    >>> from fastqueens.sliding import random
    >>> result = solve(random(5, seed=1), node_limit=5_000_000)
    >>> result.method, result.length, result.bound, result.optimal
    ('anytime', 115, 87, False)
    """
    clock = Clock(time_limit, cancel)
    task = SolveTask(puzzle, method, heuristic, visited, max_bytes, cache_dir)
    search = task.search(time_limit=clock, node_limit=node_limit, progress=progress)
    if not task.kurang.solvable:
        return task.result(search, "unsolvable")
    try:
        status = search.solve()
        while task.method == "anytime" and status == "solved" and search.run() == FOUND:
            continue
    except KeyboardInterrupt:
        result = task.result(search, "stopped")
        if result:
            raise Interrupted(result) from None
        raise
    return task.result(search, status)


def distance(puzzle: Puzzle | ArrayLike) -> int | None:
    """Return the number of moves of a shortest solution.

    Parameters
    ----------
    puzzle : Puzzle or array_like
        The puzzle.

    Returns
    -------
    int or None
        None if there is no solution.

    Raises
    ------
    InputError
        If an array is not a puzzle.

    Examples
    --------
    >>> distance([[8, 6, 7], [2, 5, 4], [3, 0, 1]])
    31
    """
    moves = solve(puzzle, method="ida").moves
    return None if moves is None else len(moves)


def solutions(
    puzzle: Puzzle | ArrayLike,
    *,
    heuristic: Heuristic | None = None,
    time_limit: float | None = None,
    cancel: CancelEvent | None = None,
    node_limit: int | None = None,
    progress: ProgressLike | None = None,
) -> Solutions[list[str]]:
    """Iterate over all shortest solutions, each once.

    Parameters
    ----------
    puzzle, heuristic, time_limit, cancel, node_limit, progress
        As for `solve` with ``method="ida"``.

    Returns
    -------
    Solutions
        An iterator over lists of moves. Afterwards its ``status`` is ``"solved"`` or
        ``"unsolvable"`` if the search was complete, or ``"stopped"`` at a limit.

    Raises
    ------
    InputError
        If the puzzle, the heuristic or a limit is invalid.

    Examples
    --------
    >>> found = solutions([[0, 3], [2, 1]])
    >>> for moves in found:
    ...     print(*moves)
    RIGHT DOWN LEFT UP RIGHT DOWN
    DOWN RIGHT UP LEFT DOWN RIGHT
    >>> found.status
    'solved'
    """
    clock = Clock(time_limit, cancel)
    puzzle = as_puzzle(puzzle)
    if heuristic is None:
        heuristic = default_heuristic(puzzle)
    number = check_heuristic(puzzle, heuristic, METHOD_HEURISTICS["ida"])
    kernel = ida.Ida(
        puzzle.tiles.ravel(), puzzle.goal.ravel(), puzzle.rows, puzzle.columns, number, True
    )
    search = Search(kernel, time_limit=clock, node_limit=node_limit, progress=progress)
    return Solutions(search, lambda: [MOVES[move] for move in kernel.peek_moves()], method="ida")


@dataclass(slots=True, eq=False)
class BatchResult(EqualByValue):
    """The results for many puzzles; unpacks as ``lengths, moves``.

    Attributes
    ----------
    lengths : ndarray of int32, shape (B,)
        The number of moves of a shortest solution of each puzzle; -1 for unsolvable puzzles, and
        -2 for puzzles that were not searched before Ctrl-C.
    moves : ndarray of uint8, shape (B, 20)
        The moves as indices of `MOVES`. A byte holds four moves, the first move in the lowest bits;
        see `unpack`.
    stats : Stats
        The work over all puzzles; ``seconds`` is wall-clock time, pattern databases included.
    """

    lengths: NDArray[np.int32]
    moves: NDArray[np.uint8]
    stats: Stats
    __hash__ = None  # type: ignore[assignment]  # the arrays can be written

    def __iter__(self) -> Iterator[NDArray[np.integer[Any]]]:
        return iter((self.lengths, self.moves))

    def __len__(self) -> int:
        return len(self.lengths)


ANYTIME_NODES = 100_000_000  # the default limit of the anytime search
_LARGE_BATCH = 100  # from this number of boards on, the larger databases are faster
_CHUNKS_PER_THREAD = 16  # the fewest chunks, because the work of boards differs a thousandfold
_CHUNK = 64  # the largest number of boards in a chunk
_UNREACHED = -2  # the length for a board that was not searched


def solve_many(
    boards: ArrayLike,
    *,
    goal: Puzzle | ArrayLike | None = None,
    threads: int | None = None,
    executor: ExecutorLike | None = None,
    progress: ItemsProgress | None = None,
) -> BatchResult:
    """Solve many 4x4 puzzles at once, each in the fewest moves.

    Parameters
    ----------
    boards : array_like of int, shape (B, 16) or (B, 4, 4)
        The arrangements, 0 for the blank.
    goal : Puzzle or array_like, optional
        The arrangement to reach; see `Puzzle.from_array`.
    threads : int, optional
        The number of threads; by default one for each available processor. The result does not
        depend on the number of threads.
    executor : Executor, callable or str, optional
        The executor that solves slices of the batch, instead of the threads of this process. See
        `fastqueens.nqueens.count`.
    progress : callable or "bar", optional
        Called about ten times a second with two numbers: the number of solved puzzles, and the
        number of all puzzles.

    Returns
    -------
    BatchResult
        The ``lengths``, the ``moves``, and the work in ``stats``.

    Raises
    ------
    InputError
        If a board is invalid; the message names the index of the first invalid board.
    SearchStopped
        If some puzzles failed on every worker of the executor.
    Interrupted
        After Ctrl-C: a `KeyboardInterrupt` whose ``partial`` is the `BatchResult` so far.

    Examples
    --------
    >>> lengths, moves = solve_many([[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 0, 14, 15]])
    >>> lengths.tolist(), unpack(moves[0], lengths[0])
    ([2], ['RIGHT', 'RIGHT'])
    """
    check_threads_alone(executor, threads)
    threads = check_threads(threads)
    stack = _check_boards(boards)
    target = Puzzle(standard_goal(4, 4), goal).goal.ravel()
    total = len(stack)
    lengths = np.full(total, _UNREACHED, np.int32)
    moves = np.zeros((total, ida.PACKED), np.uint8)
    start = perf_counter()

    names = ("nodes", "expanded", "iterations")

    def result(stats: Stats) -> BatchResult:
        work = {name: stats.counters.get(name, 0) for name in names}
        return BatchResult(lengths, moves, Stats(work, perf_counter() - start))

    def take(done: TaskResult) -> int:
        part = slice(done.number * _CHUNK, done.number * _CHUNK + len(done.result[0]))
        lengths[part], moves[part] = done.result
        return len(done.result[0])

    def job(i: int) -> tuple[Any, ...]:
        return stack[i * _CHUNK : (i + 1) * _CHUNK], target, kind

    kind = pdb.PDB_663 if total >= _LARGE_BATCH else pdb.PDB_555
    chunk = min(max(total // (_CHUNKS_PER_THREAD * threads), 1), _CHUNK)
    try:
        if executor is not None:
            from fastqueens.parallel.batch_tasks import run_plan

            plan = Plan({}, -(-total // _CHUNK), solve_batch_task, job)
            stats, _ = run_plan(plan, executor, take, total, progress=check_progress(progress))
            return result(stats)
        if total:
            build_pdb(target, kind)
        parts = [slice(i, i + chunk) for i in range(0, total, chunk)]
        makers = [
            partial(ida.Batch, stack[part], lengths[part], moves[part], target, kind)
            for part in parts
        ]
        stats, _ = run_batches(makers, total, threads=threads, progress=check_progress(progress))
        return result(stats)
    except Interrupted as stop:
        raise Interrupted(result(stop.partial)) from None
    except KeyboardInterrupt:  # Ctrl-C while the databases were built
        raise Interrupted(result(Stats({}, 0.0))) from None


def solve_batch_task(
    boards: NDArray[np.uint8], target: NDArray[np.uint8], kind: int
) -> tuple[tuple[NDArray[np.int32], NDArray[np.uint8]], dict[str, int]]:
    """Solve some puzzles, in any process; the first task of a process builds the databases."""
    build_pdb(target, kind)
    lengths = np.full(len(boards), -1, np.int32)
    moves = np.zeros((len(boards), ida.PACKED), np.uint8)
    kernel = ida.Batch(boards, lengths, moves, target, kind)
    run_machine(kernel)
    return (lengths, moves), kernel.counters()


def _check_boards(boards: ArrayLike) -> NDArray[np.uint8]:
    """Return boards as a checked array of shape (B, 16)."""
    array = array_of(boards)
    if array.shape == (0,):
        return np.empty((0, 16), np.uint8)
    if array.shape[1:] not in ((16,), (4, 4)):
        raise InputError(f"found an array of shape {array.shape}, expected (B, 16) or (B, 4, 4)")
    if array.dtype.kind not in "iu":
        raise InputError(f"found an array of {array.dtype}, expected whole numbers")
    array = array.reshape(len(array), 16)
    bad = np.flatnonzero((np.sort(array, axis=1) != np.arange(16)).any(axis=1))
    if bad.size:
        i = int(bad[0])
        try:
            Puzzle.from_array(array[i].reshape(4, 4))
        except InputError as error:
            raise InputError(f"board {i}: {error.message}") from None
    return np.ascontiguousarray(array, np.uint8)


def unpack(moves: NDArray[np.uint8], length: SupportsIndex) -> list[str]:
    """Return a row of `BatchResult.moves` as a list of moves.

    Parameters
    ----------
    moves : ndarray of uint8
        The row.
    length : int
        The number of moves, from `BatchResult.lengths`; -1 counts as 0.

    Returns
    -------
    list of str

    Raises
    ------
    InputError
        If the row is too short, its entries are not whole numbers, or `length` is below -1.

    Examples
    --------
    >>> unpack(np.array([0b11_01_00_10], np.uint8), 3)
    ['LEFT', 'UP', 'DOWN']
    """
    packed = check_items(moves, "moves", "packed moves")
    count = max(0, check_whole(length, "length", least=-1, most=4 * len(packed)))
    for x in packed:
        if not is_whole(x):
            raise InputError(f"found {quote(x)} among the packed moves, expected bytes")
    return [MOVES[packed[i // 4] >> i % 4 * 2 & 3] for i in range(count)]
