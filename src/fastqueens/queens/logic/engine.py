"""Coloured Queens the way a person solves them: explanations and ratings by named rules.

A board starts with every cell open. Named rules (`steps.RULES`), tried easiest first, cross cells
out and place queens. None of them guesses, and none assumes that the board has only one solution,
so whatever a step crosses out is in no solution at all. Boards of several stars have rules of their
own: bands of two lines, counting over lines, and cases.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache, partial
from time import perf_counter
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from fastqueens._kernels.queens import logic as _logic
from fastqueens.parallel.tasks import check_alone
from fastqueens.parallel.threads import check_threads
from fastqueens.queens.board.board import Board, playable
from fastqueens.queens.grid.placements import Cell, read_eliminated, read_queens
from fastqueens.queens.grid.rules import Rules
from fastqueens.queens.logic.steps import RULES, TIERS, PlayerPosition, Step, at
from fastqueens.queens.solving.batch_runner import explain_bad, out_of_time, run_stacks, stack
from fastqueens.results import InputError, Interrupted, SearchStopped, Stats
from fastqueens.search import DONE, FOUND
from fastqueens.validation import check_callable, check_items, deadline_of, did_you_mean, quote

if TYPE_CHECKING:
    from fastqueens.parallel.executors import ExecutorLike

__all__ = [
    "LIMITS",
    "NO_BOARD",
    "UNREACHED",
    "BatchRating",
    "Rating",
    "explain",
    "rate",
    "rate_many",
    "rater_of",
    "ratings_of",
]


LIMITS = {
    "time": "the time limit came first",
    "max_rule": "no harder rules were allowed",
    "one star": "with one star no rule tries cases",
    "stars": (
        f"the rules that try chains and cases take {_logic.STAR_RULES_MAX_STARS} stars at most"
    ),
    "rows": f"the rules that try chains and cases take {_logic.STAR_RULES_MAX_N} rows at most",
}
NO_BOARD, UNREACHED = 255, 254  # in the place of a tier: fq_logic_tier, and for want of time
_OUTCOMES = ("open", "solved", "stuck", "contradiction")
_KINDS = ("region", "row", "column")
_BUDGET = 64  # steps, forcing chains and cases at a time, at most,
_SECONDS = 0.01  # and about how long they may take: on the largest boards one takes 0.05 s
_NAMES = (*RULES, "contradiction")
_UNITS = [(kind, i) for kind in _KINDS for i in range(64)]


@lru_cache
def _grid(n: int) -> list[Cell]:
    return [(row, column) for row in range(n) for column in range(n)]


def _rules(max_rule: str | None, n: int, stars: int) -> int:
    """Return how many rules of the table are allowed."""
    if max_rule is None:
        return len(RULES)
    if isinstance(max_rule, str):
        if max_rule in RULES:
            return list(RULES).index(max_rule) + 1
        if max_rule in TIERS:
            allowed = TIERS.index(max_rule)
            return sum(TIERS.index(rule.tier_on(n, stars)) <= allowed for rule in RULES.values())
    raise InputError(
        f"found {quote(max_rule)}, expected a rule ({', '.join(RULES)}) or a tier "
        f"({', '.join(TIERS)}){did_you_mean(max_rule, [*RULES, *TIERS])}"
    )


def engine_of(
    board: Board,
    placed: Sequence[Cell] = (),
    eliminated: Sequence[Cell] = (),
    max_rule: str | None = None,
) -> _logic.Engine:
    """Return the rules at work on a board, from a position."""
    n = board.n
    if len(board.labels) > 64:
        raise InputError(f"found {len(board.labels)} regions, expected 64 at most")
    engine = _logic.Engine(
        board.regions,
        board.rules,
        _rules(max_rule, n, board.stars),
        _grid(n),
        _UNITS,
    )
    for row, column in eliminated:
        engine.eliminate(row * n + column)
    for row, column in placed:
        if not engine.place(row * n + column):
            raise InputError(
                f"the queen in {at((row, column))} is attacked by another one, or its cell is "
                "crossed out"
                if board.stars == 1
                else f"the star in {at((row, column))} touches another one or is one too many, "
                "or its cell is crossed out"
            )
    return engine


def step_of(engine: _logic.Engine, position: PlayerPosition) -> Step:
    """Return the step that an engine made last."""
    rule, units, cells, placed, eliminated, rounds = engine.last()
    board = position.board
    return Step(
        _NAMES[rule], units, cells, placed, eliminated, rounds, board.names, board.stars, position
    )


def _stepped(step: Callable[[int], int], deadline: float | None) -> Iterator[int]:
    """Step up to the end, a little at a time; raise `TimeoutError` once the time is over."""
    budget = 1
    while True:
        began = perf_counter()
        status = step(budget)
        now = perf_counter()
        if status == DONE:
            return
        yield status
        if deadline is not None and now >= deadline:
            raise TimeoutError
        if now - began > 2 * _SECONDS:
            budget = max(1, budget // 2)
        elif status != FOUND and now - began < _SECONDS / 2:
            budget = min(2 * budget, _BUDGET)


def walk(engine: _logic.Engine, position: PlayerPosition, deadline: float | None) -> Iterator[Step]:
    """Go on from a position up to the end; raise `TimeoutError` once the time is over."""
    for status in _stepped(engine.step, deadline):
        if status == FOUND:
            step = step_of(engine, position)
            yield step
            position = PlayerPosition(
                position.board,
                (*position.queens, *(x for x in step.placed if x not in position.queens)),
                (*position.eliminated, *step.eliminated),
            )
    if _OUTCOMES[engine.outcome] == "contradiction":
        yield step_of(engine, position)


def explain(
    board: Board | ArrayLike,
    placed: ArrayLike | None = None,
    eliminated: ArrayLike | None = None,
    *,
    max_rule: str | None = None,
    time_limit: float | None = None,
) -> list[Step]:
    r"""Solve a board step by step, as far as the rules go.

    Parameters
    ----------
    board : Board or array of labels
        The board, with up to 64 regions.
    placed, eliminated : array_like, optional
        Queens that stand already, and cells crossed out: (row, column) pairs, or the other forms
        of `fastqueens.queens.violations`. They are taken to be right.
    max_rule : str, optional
        The last rule of `RULES` to use, or a tier. All by default.
    time_limit : float, optional
        Seconds. Only forcing chains on large loose boards take long.

    Returns
    -------
    list of Step
        Every step is sound: what it crosses out is in no solution that has the queens placed and
        none on the cells crossed. If there is none the last step is a ``"contradiction"`` (where
        the rules see it). Where the steps end before a board of one solution is solved,
        ``rate(board).limit`` says why.

    Raises
    ------
    InputError
        For a board, cells or rule that cannot be used, and queens that attack each other.
    SearchStopped
        Where the time is over. Its ``partial`` is the list of the steps so far.

    Examples
    --------
    >>> from fastqueens.queens import Board
    >>> steps = explain(Board.from_text("RBBB\nRRBY\nGYYY\nGGGY"))
    >>> [step.rule for step in steps][:4]
    ['attacked', 'confined', 'confined', 'attacked']
    >>> print(steps[0])
    Wherever the queen of region R goes, it attacks b1 and a3.
    >>> steps[0].eliminated
    ((0, 1), (2, 0))
    """
    board = playable(board)
    queens, crosses = read_queens(board.n, placed), read_eliminated(board.n, eliminated)
    steps, rating = explained(board, queens, crosses, max_rule, time_limit)
    if rating.outcome == "open":
        raise SearchStopped(
            f"the explanation was stopped by the time limit after {len(steps)} steps",
            partial=steps,
            reason="time",
        )
    return steps


def explained(
    board: Board,
    placed: Sequence[Cell] = (),
    eliminated: Sequence[Cell] = (),
    max_rule: str | None = None,
    time_limit: float | None = None,
) -> tuple[list[Step], Rating]:
    """Return the steps of `explain`, as far as the time goes, and the rating of what they took."""
    deadline = deadline_of(time_limit)
    engine = engine_of(board, placed, eliminated, max_rule)
    steps: list[Step] = []
    with suppress(TimeoutError):
        position = PlayerPosition(board, tuple(placed), tuple(eliminated))
        steps.extend(walk(engine, position, deadline))
    return steps, _rating(engine, board, max_rule)


@dataclass(slots=True)
class Rating:
    """How hard a board is for a person.

    Attributes
    ----------
    tier : str
        That of the hardest rule needed: ``"easy"``, ``"medium"``, ``"hard"`` or ``"expert"``; or
        ``"guess"`` if the rules do not solve it.
    score : int
        The costs of all steps (see `Rule`): the higher, the longer and the harder.
    histogram : dict of str to int
        How often each rule was used.
    outcome : {"solved", "stuck", "contradiction", "open"}
        ``"contradiction"`` if the rules show that there is no solution; ``"open"`` if the time was
        over before the end.
    limit : str or None
        What kept the rules from the end of a board that is ``"stuck"`` or ``"open"``, a key of
        `LIMITS`. None if nothing did: such a board is solved, or shown to have no solution, or if
        it is stuck it has several solutions.
    """

    tier: str
    score: int
    histogram: dict[str, int]
    outcome: str
    limit: str | None = None


def rate(
    board: Board | ArrayLike,
    *,
    max_rule: str | None = None,
    time_limit: float | None = None,
) -> Rating:
    r"""Rate a board by the rules it takes.

    Parameters
    ----------
    board, max_rule, time_limit
        As for `explain`. A board is of difficulty d if ``max_rule=d`` solves it and the one below
        does not.

    Returns
    -------
    Rating
        Tier, score and histogram of rules.

    Raises
    ------
    InputError
        For a board or rule that cannot be used.
    SearchStopped
        Where the time is over. Its ``partial`` is the `Rating` so far, its outcome ``"open"``.

    Examples
    --------
    >>> from fastqueens.queens import Board
    >>> rating = rate(Board.from_text("RBBB\nRRBY\nGYYY\nGGGY"))
    >>> rating.tier, rating.score, rating.histogram["single"]
    ('medium', 26, 4)
    >>> rate([["A"] * 6, *(list("BCDEFA") for _ in range(5))]).tier
    'guess'
    """
    board = playable(board)
    deadline = deadline_of(time_limit)
    engine = engine_of(board, max_rule=max_rule)
    try:
        for _ in _stepped(engine.run, deadline):
            pass
    except TimeoutError:
        rated = _rating(engine, board, max_rule)
        raise SearchStopped(
            "the rating was stopped by the time limit", partial=rated, reason="time"
        ) from None
    return _rating(engine, board, max_rule)


def _rating(engine: _logic.Engine, board: Board, max_rule: str | None) -> Rating:
    outcome = _OUTCOMES[engine.outcome]
    limit = {"open": "time", "stuck": limit_of(board, max_rule)}.get(outcome)
    return Rating(TIERS[engine.tier], engine.score, engine.counters(), outcome, limit)


def limit_of(board: Board, max_rule: str | None) -> str | None:
    """Return what keeps the rules from the end of a board with one solution."""
    if _rules(max_rule, board.n, board.stars) < len(RULES):
        return "max_rule"
    if board.stars == 1:
        return "one star"
    if board.stars > _logic.STAR_RULES_MAX_STARS:
        return "stars"
    return "rows" if board.n > _logic.STAR_RULES_MAX_N else None


@dataclass(slots=True, eq=False)
class BatchRating:
    """The ratings of many boards; unpacks as ``tiers, scores``.

    Attributes
    ----------
    tiers : ndarray of uint8, shape (B,)
        Indices into `TIERS`; 255 for a board that a time limit did not leave time for.
    scores : ndarray of uint32, shape (B,)
        The scores.
    stats : Stats
        How often each rule was used over all boards; ``seconds`` is wall-clock time.
    """

    tiers: NDArray[np.uint8]
    scores: NDArray[np.uint32]
    stats: Stats

    @property
    def names(self) -> NDArray[np.str_]:
        """The names of the tiers: ``"easy"`` to ``"expert"``, or ``"guess"``; shape (B,).

        ``"stopped"`` for a board that a time limit did not leave time for.
        """
        return np.array([*TIERS, "stopped"])[np.minimum(self.tiers, len(TIERS))]

    def __iter__(self) -> Any:
        return iter((self.tiers, self.scores))

    def __len__(self) -> int:
        return len(self.tiers)


def rate_many(
    boards: NDArray[np.uint8] | Sequence[Board | ArrayLike],
    *,
    rules: Rules | None = None,
    max_rule: str | None = None,
    threads: int | None = None,
    executor: ExecutorLike | None = None,
    progress: Callable[[int, int], object] | None = None,
    time_limit: float | None = None,
) -> BatchRating:
    """Rate many boards at once.

    Parameters
    ----------
    boards : ndarray of uint8, shape (B, n, n), or a sequence of boards
        As for `fastqueens.queens.solve_many`; each must have as many regions as rows.
    rules : Rules, optional
        The rules of boards given as arrays; `Rules()` by default. A `Board` keeps its own rules.
    max_rule : str, optional
        As for `explain`.
    threads : int, optional
        The processors at hand by default. The ratings do not depend on it.
    executor : Executor, callable or str, optional
        Who rates the boards in place of this process's threads, slice by slice, as for
        `fastqueens.nqueens.count`.
    progress : callable, optional
        Called with the numbers of boards done and to do, about ten times a second.
    time_limit : float, optional
        Seconds for all boards together.

    Returns
    -------
    BatchRating
        ``tiers`` and ``scores``, and the ``names`` of the tiers.

    Raises
    ------
    InputError
        For the first board that cannot be used, by its index.
    SearchStopped
        Where the time is over. Its ``partial`` is the `BatchRating` so far, with 255 as the tier
        of each board that has none yet. And where no worker of the executor could rate some boards.
    Interrupted
        After Ctrl-C: a `KeyboardInterrupt` with such a ``partial``.

    Examples
    --------
    >>> import numpy as np
    >>> board = np.array([[0, 1, 1, 1], [0, 0, 1, 2], [3, 2, 2, 2], [3, 3, 3, 2]], np.uint8)
    >>> tiers, scores = rate_many(np.stack([board, board.T]))
    >>> tiers.tolist(), scores.tolist()
    ([1, 1], [26, 26])
    >>> rate_many([board]).names.tolist()
    ['medium']
    """
    check_alone(executor, threads)
    threads = check_threads(threads)
    _rules(max_rule, 1, 1)  # refuses what is no rule before the boards are looked at
    check_callable(progress, "progress")
    if not isinstance(boards, np.ndarray | Board):
        boards = check_items(boards, "boards", "boards")
    stacks = stack(boards, rules)
    rules = Rules(stacks.rules.stars)  # the raters take as many regions as rows

    def result() -> BatchRating:
        if reached is not None:
            tiers[~reached], scores[~reached] = 255, 0
        work = {**dict.fromkeys(RULES, 0), **stats.counters}
        return BatchRating(tiers, scores, Stats(work, stats.seconds))

    try:
        (tiers, scores), stats, reached = run_stacks(
            stacks,
            ratings_of,
            partial(rater_of, max_rule, rules),
            unreached=UNREACHED,
            threads=threads,
            progress=progress,
            executor=executor,
            time_limit=time_limit,
        )
    except Interrupted as stop:
        (tiers, scores), stats, reached = stop.partial
        raise Interrupted(result()) from None
    bad = np.flatnonzero(tiers == NO_BOARD)
    if bad.size:
        explain_bad(boards, int(bad[0]), rules)
    if reached is not None:
        raise out_of_time("rated", reached, result())
    return result()


def ratings_of(size: int, n: int) -> tuple[NDArray[np.uint8], NDArray[np.uint32]]:
    """Return the arrays for the ratings of boards of one size."""
    return np.full(size, UNREACHED, np.uint8), np.zeros(size, np.uint32)


def rater_of(
    max_rule: str | None, rules: Rules, labels: Any, tiers: Any, scores: Any
) -> _logic.Batch:
    """Return the machine that fills them."""
    count = _rules(max_rule, labels.shape[1], rules.stars)
    return _logic.Batch(labels, rules, count, tiers, scores)
