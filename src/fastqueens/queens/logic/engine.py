"""Explanations and ratings of coloured Queens boards, by the rules that a person would use.

At first every cell is a candidate. The rules (`steps.RULES`) are tried from the easiest to the
hardest; each step eliminates cells or places queens. No rule guesses, and no rule assumes that the
board has only one solution: an eliminated cell is in no solution. Boards with several stars have
additional rules: line pairs, bounds over lines, and cases.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from functools import lru_cache, partial
from time import perf_counter
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, SupportsIndex, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from fastqueens._kernels.queens import logic as _logic
from fastqueens._version import __version__
from fastqueens.canvas.displayed import Displayed, Rows, table_text
from fastqueens.data_frame import FrameLibrary, columns_of, make_frame
from fastqueens.equality import EqualByValue
from fastqueens.json_record import JsonRecord
from fastqueens.parallel.tasks import check_threads_alone
from fastqueens.parallel.threads import check_threads
from fastqueens.queens.board.board import Board, playable
from fastqueens.queens.board.broken_rules import violations
from fastqueens.queens.grid.placements import Cell, read_eliminated, read_queens
from fastqueens.queens.grid.rules import Rules
from fastqueens.queens.logic.position import PlayerPosition
from fastqueens.queens.logic.sentences import name_cell, name_unit, sentence_of_conflict
from fastqueens.queens.logic.steps import RULES, TIERS, Explanation, Step, Tier
from fastqueens.queens.solving.batch_runner import explain_bad, out_of_time, run_stacks, stack
from fastqueens.results import InputError, Interrupted, Reason, SearchStopped, Stats, describe_stop
from fastqueens.search import DONE, FOUND, CancelEvent, Clock, OutOfTime
from fastqueens.validation import (
    ItemsProgress,
    check_items,
    check_progress,
    describe,
    did_you_mean,
    plural,
    quote,
)

if TYPE_CHECKING:
    from fastqueens.parallel.executors import ExecutorLike

__all__ = [
    "LIMITS",
    "NO_BOARD",
    "UNREACHED",
    "BatchRating",
    "BoardRating",
    "Rating",
    "explain",
    "rate",
    "rate_many",
    "rater_of",
    "ratings_of",
]


Outcome: TypeAlias = Literal["open", "solved", "stuck", "contradiction"]
RatingLimit: TypeAlias = Literal["time", "cancelled", "max_rule", "one star", "stars", "rows"]
LIMITS: dict[RatingLimit, str] = {
    "time": "the time limit was reached",
    "cancelled": "the rating was cancelled",
    "max_rule": "no harder rules were allowed",
    "one star": "no rule tries cases on a board with one star",
    "stars": (
        f"the rules that try chains and cases support {_logic.STAR_RULES_MAX_STARS} stars at most"
    ),
    "rows": f"the rules that try chains and cases support {_logic.STAR_RULES_MAX_N} rows at most",
}
NO_BOARD = 255  # stored instead of a tier for an unusable board (FQ_LOGIC_UNUSABLE)
UNREACHED = 254  # stored instead of a tier for a board not rated within the time limit
_OUTCOMES: tuple[Outcome, ...] = ("open", "solved", "stuck", "contradiction")
_KINDS = ("region", "row", "column")
_BUDGET = 64  # maximum steps, forcing chains and cases in one call of the kernel
_SECONDS = 0.01  # target duration of one call; on the largest boards a single step takes 0.05 s
_SHOWN = 10  # boards that the text of ratings lists
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
    """Return an engine that applies the rules to a board, from a position."""
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
    piece = "queen" if board.stars == 1 else "star"
    for row, column in placed:
        if not engine.place(row * n + column):
            found = conflict(board, placed)
            if found is not None:
                text = sentence_of_conflict(*found, board.stars).removesuffix(".")
                text = f"found {text[0].lower()}{text[1:]}".replace(" touch:", " that touch:")
                raise InputError(f"{text}, expected {piece}s that break no rule")
            raise InputError(
                f"found a {piece} on {name_cell((row, column))}, which is crossed out, expected an "
                "open cell"
            )
    return engine


def conflict(board: Board, placed: Sequence[Cell]) -> tuple[str, list[Cell]] | None:
    r"""Return queens that may not stand together, and their unit; "" if they touch.

    Examples
    --------
    >>> board = Board.from_text("RBBB\nRRBY\nGYYY\nGGGY")
    >>> conflict(board, [(0, 2), (2, 2), (3, 3)])
    ('column c', [(0, 2), (2, 2)])
    >>> conflict(board, [(0, 2), (2, 3)]) is None
    True
    """
    broken = violations(board, placed)
    units = [("row", i) for i in broken.rows]
    units += [("column", i) for i in broken.columns]
    units += [("region", i) for i in broken.regions]
    for kind, i in units:
        cells = [
            (r, c)
            for r, c in placed
            if {"row": r, "column": c, "region": int(board.regions[r, c])}[kind] == i
        ]
        return name_unit((kind, i), board.names), cells
    return ("", list(broken.touching[0])) if broken.touching else None


def step_of(engine: _logic.Engine, position: PlayerPosition) -> Step:
    """Return the last step of an engine."""
    rule, units, cells, placed, eliminated, rounds = engine.last()
    board = position.board
    return Step(
        _NAMES[rule], units, cells, placed, eliminated, rounds, board.names, board.stars, position
    )


def _run_in_slices(step: Callable[[int], int], clock: Clock) -> Iterator[int]:
    """Call the engine with small budgets until it ends; raise `OutOfTime` at the time limit."""
    budget = 1
    while True:
        start = perf_counter()
        status = step(budget)
        now = perf_counter()
        if status == DONE:
            return
        yield status
        clock.check()
        if now - start > 2 * _SECONDS:
            budget = max(1, budget // 2)
        elif status != FOUND and now - start < _SECONDS / 2:
            budget = min(2 * budget, _BUDGET)


def walk(engine: _logic.Engine, position: PlayerPosition, clock: Clock) -> Iterator[Step]:
    """Yield all steps from a position; raise `OutOfTime` at the time limit."""
    for status in _run_in_slices(engine.step, clock):
        if status == FOUND:
            step = step_of(engine, position)
            yield step
            position = position.after(step.placed, step.eliminated)
    if _OUTCOMES[engine.outcome] == "contradiction":
        yield step_of(engine, position)


def explain(
    board: Board | ArrayLike,
    placed: ArrayLike | None = None,
    eliminated: ArrayLike | None = None,
    *,
    max_rule: str | None = None,
    time_limit: float | None = None,
    cancel: CancelEvent | None = None,
) -> Explanation:
    r"""Solve a board step by step, until no rule applies.

    Parameters
    ----------
    board : Board or array of labels
        The board, with up to 64 regions.
    placed, eliminated : array_like, optional
        Queens on the board and eliminated cells: (row, column) pairs, or another form that
        `fastqueens.queens.violations` accepts. They are assumed to agree with a solution.
    max_rule : str, optional
        The hardest rule to use: a key of `fastqueens.queens.logic.steps.RULES`, or a tier. All
        rules by default.
    time_limit : float, optional
        The time limit in seconds. Only forcing chains on large boards with large regions take long.
    cancel : threading.Event, optional
        If another thread sets this event, the search ends soon, as at a time limit.

    Returns
    -------
    Explanation
        A list of `Step`. Every step is sound: an eliminated cell is in no solution that agrees
        with the position. If no solution agrees and the rules prove this, the last step is a
        ``"contradiction"``. If the steps end before a board with one solution is solved,
        ``rate(board).limit`` says why. A notebook shows the boards and the sentences.

    Raises
    ------
    InputError
        If the board, the cells or the rule cannot be used, or if queens attack each other.
    SearchStopped
        If the time limit was reached. Its ``partial`` is the list of the steps so far.

    Examples
    --------
    >>> from fastqueens.queens import Board
    >>> steps = explain(Board.from_text("RBBB\nRRBY\nGYYY\nGGGY"))
    >>> [step.rule for step in steps][:4]
    ['attacked', 'attacked', 'confined', 'confined']
    >>> print(steps[1])
    Wherever the queen of region R goes, it attacks b1 and a3.
    >>> steps[1].eliminated
    ((0, 1), (2, 0))
    """
    board = playable(board)
    queens, crosses = read_queens(board.n, placed), read_eliminated(board.n, eliminated)
    steps, rating = explained(board, queens, crosses, max_rule, time_limit, cancel)
    if rating.outcome == "open":
        reason: Reason = "cancelled" if rating.limit == "cancelled" else "time"
        raise SearchStopped(
            f"the explanation was {describe_stop(reason)} after {len(steps)} steps",
            partial=steps,
            reason=reason,
        )
    return steps


def explained(
    board: Board,
    placed: Sequence[Cell] = (),
    eliminated: Sequence[Cell] = (),
    max_rule: str | None = None,
    time_limit: float | None = None,
    cancel: CancelEvent | None = None,
) -> tuple[Explanation, Rating]:
    """Return the steps of `explain` within the time limit, and the rating of these steps."""
    clock = Clock(time_limit, cancel)
    engine = engine_of(board, placed, eliminated, max_rule)
    steps = Explanation()
    with suppress(OutOfTime):
        position = PlayerPosition(board, tuple(placed), tuple(eliminated))
        steps.extend(walk(engine, position, clock))
    return steps, _rating(engine, board, max_rule, clock)


@dataclass(frozen=True, slots=True, eq=False)
class Rating(JsonRecord, Displayed, EqualByValue):
    """The difficulty of a board for a human player.

    A notebook shows `sentence` and a table of the rules that were used.

    Attributes
    ----------
    tier : str
        The tier of the hardest rule needed: ``"easy"``, ``"medium"``, ``"hard"`` or ``"expert"``;
        or ``"guess"`` if the rules do not solve the board.
    score : int
        The sum of the costs of all steps; each rule has a cost.
    histogram : dict of str to int
        The number of uses of each rule.
    outcome : {"solved", "stuck", "contradiction", "open"}
        ``"contradiction"`` if the rules prove that there is no solution; ``"open"`` if the time
        limit was reached first.
    limit : {"time", "cancelled", "max_rule", "one star", "stars", "rows"} or None
        The reason why a board is ``"stuck"`` or ``"open"``; `fastqueens.queens.logic.engine.LIMITS`
        describes each reason. None if the board is solved or has no solution, and also if it is
        stuck because it has several solutions.
    """

    tier: Tier
    score: int
    histogram: dict[str, int]
    outcome: Outcome
    limit: RatingLimit | None = None

    @property
    def sentence(self) -> str:
        """The tier, the score and the outcome in words.

        Examples
        --------
        >>> rate(["RBBB", "RRBY", "GYYY", "GGGY"]).sentence
        'medium, 26 points: the rules solve the board.'
        """
        ends = {
            "solved": "the rules solve the board",
            "stuck": "the rules do not solve the board",
            "contradiction": "the rules prove that the board has no solution",
            "open": "the rating is not finished",
        }
        why = f"; {LIMITS[self.limit]}" if self.limit is not None else ""
        return f"{self.tier}, {plural(self.score, 'point')}: {ends[self.outcome]}{why}."

    def _display_rows(self) -> Rows:
        rows = [
            [name, f"{uses:,}", RULES[name].text if name in RULES else ""]
            for name, uses in self.histogram.items()
            if uses
        ]
        return [["rule", "uses", "meaning"], *rows] if rows else []

    def _display_text(self) -> str:
        rows = [row[:2] for row in self._display_rows()]
        return f"{self.sentence}\n{table_text(rows)}" if rows else self.sentence

    def as_dict(self) -> dict[str, Any]:
        """Return the rating as plain data, ready for JSON.

        Returns
        -------
        dict
            The value of each attribute under its name.

        Examples
        --------
        >>> rate(["RBBB", "RRBY", "GYYY", "GGGY"]).as_dict()["tier"]
        'medium'
        """
        return asdict(self)

    @classmethod
    def _from_dict(cls, document: Mapping[str, Any]) -> Rating:
        tier, outcome, limit = document["tier"], document["outcome"], document.get("limit")
        if tier not in TIERS or outcome not in _OUTCOMES or limit not in (None, *LIMITS):
            raise ValueError(f"{describe(tier)}, {describe(outcome)}, {describe(limit)}")
        return cls(tier, int(document["score"]), dict(document["histogram"]), outcome, limit)

    def as_row(self) -> dict[str, Any]:
        """Return the rating as one flat row, for a table of many ratings.

        Returns
        -------
        dict
            ``tier``, ``score``, ``outcome``, ``limit``, the ``version`` of fastqueens, and the
            number of uses of each rule that was used.

        Examples
        --------
        >>> row = rate(["RBBB", "RRBY", "GYYY", "GGGY"]).as_row()
        >>> row["tier"], row["score"], row["outcome"]
        ('medium', 26, 'solved')
        """
        head = {"tier": self.tier, "score": self.score, "outcome": self.outcome}
        return head | {"limit": self.limit, "version": __version__} | self.histogram

    def to_frame(self, *, library: FrameLibrary | None = None) -> Any:
        """Return a data frame whose only row is the result of `as_row`.

        Parameters
        ----------
        library : {"pandas", "polars"}, optional
            The library. By default the one that the program has already imported. If it has
            imported none or both: pandas if it is installed, otherwise polars.

        Returns
        -------
        pandas.DataFrame or polars.DataFrame

        Raises
        ------
        MissingExtra
            If the library is not installed: ``pip install 'fastqueens[frame]'``.

        Examples
        --------
        >>> frame = rate(["RBBB", "RRBY", "GYYY", "GGGY"]).to_frame()  # doctest: +SKIP
        """
        return make_frame(columns_of([self.as_row()]), library)


def rate(
    board: Board | ArrayLike,
    *,
    max_rule: str | None = None,
    time_limit: float | None = None,
    cancel: CancelEvent | None = None,
) -> Rating:
    r"""Rate a board by the rules that solve it.

    Parameters
    ----------
    board, max_rule, time_limit, cancel
        See `explain`. A board has difficulty d if the rules up to tier d solve it, and the rules of
        the easier tiers do not.

    Returns
    -------
    Rating
        The tier, the score and the histogram of the rules.

    Raises
    ------
    InputError
        If the board or the rule cannot be used.
    SearchStopped
        If the time limit was reached. Its ``partial`` is the `Rating` so far, with the outcome
        ``"open"``.

    Examples
    --------
    >>> from fastqueens.queens import Board
    >>> rating = rate(Board.from_text("RBBB\nRRBY\nGYYY\nGGGY"))
    >>> rating.tier, rating.score, rating.histogram["single"]
    ('medium', 26, 4)
    >>> rate([["A"] * 6, *(list("BCDEFA") for _ in range(5))]).tier
    'guess'
    """
    clock = Clock(time_limit, cancel)
    board = playable(board)
    engine = engine_of(board, max_rule=max_rule)
    try:
        for _ in _run_in_slices(engine.run, clock):
            pass
    except OutOfTime:
        rated, reason = _rating(engine, board, max_rule, clock), clock.reason
        raise SearchStopped(
            f"the rating was {describe_stop(reason)}", partial=rated, reason=reason
        ) from None
    return _rating(engine, board, max_rule, clock)


def _rating(engine: _logic.Engine, board: Board, max_rule: str | None, clock: Clock) -> Rating:
    outcome = _OUTCOMES[engine.outcome]
    limit: RatingLimit | None = None
    if outcome == "open":
        limit = "cancelled" if clock.cancelled else "time"
    elif outcome == "stuck":
        limit = limit_of(board, max_rule)
    return Rating(TIERS[engine.tier], engine.score, engine.counters(), outcome, limit)


def limit_of(board: Board, max_rule: str | None) -> RatingLimit | None:
    """Return the reason why the rules cannot solve a board with one solution, a key of `LIMITS`."""
    if _rules(max_rule, board.n, board.stars) < len(RULES):
        return "max_rule"
    if board.stars == 1:
        return "one star"
    if board.stars > _logic.STAR_RULES_MAX_STARS:
        return "stars"
    return "rows" if board.n > _logic.STAR_RULES_MAX_N else None


class BoardRating(NamedTuple):
    """The rating of one board of `rate_many`.

    Attributes
    ----------
    tier : str
        The tier: one of `TIERS`; ``"stopped"`` if the board was not rated within the time limit.
    score : int
        The score.
    """

    tier: Tier | Literal["stopped"]
    score: int


@dataclass(slots=True, eq=False)
class BatchRating(JsonRecord, EqualByValue):
    """The ratings of many boards; unpacks as ``tiers, scores``.

    ``ratings[3]`` is the tier and the score of board 3, counted from 0, as a `BoardRating`.

    Attributes
    ----------
    tiers : ndarray of uint8, shape (B,)
        Indices into `TIERS`; 255 for a board that was not rated within the time limit.
    scores : ndarray of uint32, shape (B,)
        The scores.
    stats : Stats
        The number of uses of each rule over all boards; ``seconds`` is wall-clock time.
    """

    tiers: NDArray[np.uint8]
    scores: NDArray[np.uint32]
    stats: Stats
    __hash__ = None  # type: ignore[assignment]  # the arrays can be written

    @property
    def names(self) -> NDArray[np.str_]:
        """The names of the tiers: ``"easy"`` to ``"expert"``, or ``"guess"``; shape (B,).

        A board that was not rated within the time limit has the name ``"stopped"``.
        """
        return np.array([*TIERS, "stopped"])[np.minimum(self.tiers, len(TIERS))]

    def as_dict(self) -> dict[str, Any]:
        """Return the ratings as plain data, ready for JSON.

        Returns
        -------
        dict
            ``tiers`` (the names of the tiers) and ``scores``, with one entry for each board; the
            number of uses of each rule; and the time in milliseconds.

        Examples
        --------
        >>> rate_many([["RBBB", "RRBY", "GYYY", "GGGY"]]).as_dict()["tiers"]
        ['medium']
        """
        work = {"counters": dict(self.stats.counters), "ms": self.stats.seconds * 1e3}
        return {"tiers": self.names.tolist(), "scores": self.scores.tolist(), **work}

    @classmethod
    def _from_dict(cls, document: Mapping[str, Any]) -> BatchRating:
        names = [*TIERS, "stopped"]
        numbers = [names.index(name) for name in document["tiers"]]
        tiers = np.array([255 if x == len(TIERS) else x for x in numbers], np.uint8)
        stats = Stats(dict(document["counters"]), document["ms"] / 1e3)
        return cls(tiers, np.array(document["scores"], np.uint32), stats)

    def __repr__(self) -> str:
        """Show how many boards each tier has, and the first boards as a table."""
        names, scores = self.names, self.scores
        found = [(tier, int(np.count_nonzero(names == tier))) for tier in [*TIERS, "stopped"]]
        many = ", ".join(f"{count:,} {tier}" for tier, count in found if count)
        head = f"BatchRating({plural(len(self), 'board')}{': ' if many else ''}{many})"
        rows = [f"{k:>5}  {names[k]:<8}{scores[k]:>6}" for k in range(min(len(self), _SHOWN))]
        more = [f"  ...  {plural(len(self) - _SHOWN, 'board')} more"] * (len(self) > _SHOWN)
        return "\n".join([head, *(["board  tier     score"] if rows else []), *rows, *more])

    def to_frame(self, *, library: FrameLibrary | None = None) -> Any:
        """Return a data frame with a row for each board.

        Parameters
        ----------
        library : {"pandas", "polars"}, optional
            The library. By default the one that the program has already imported. If it has
            imported none or both: pandas if it is installed, otherwise polars.

        Returns
        -------
        pandas.DataFrame or polars.DataFrame
            The columns are ``board`` (the number of the board, counted from 0), ``tier``,
            ``score``, and the ``version`` of fastqueens.

        Raises
        ------
        MissingExtra
            If the library is not installed: ``pip install 'fastqueens[frame]'``.

        Examples
        --------
        >>> ratings = rate_many([["RBBB", "RRBY", "GYYY", "GGGY"]])
        >>> ratings.to_frame().groupby("tier").size()  # doctest: +SKIP
        """
        columns = {
            "board": list(range(len(self))),
            "tier": self.names.tolist(),
            "score": self.scores.tolist(),
            "version": [__version__] * len(self),
        }
        return make_frame(columns, library)

    def __iter__(self) -> Iterator[NDArray[np.unsignedinteger[Any]]]:
        return iter((self.tiers, self.scores))

    def __len__(self) -> int:
        return len(self.tiers)

    def __getitem__(self, index: SupportsIndex) -> BoardRating:
        """Return the tier and the score of one board.

        Parameters
        ----------
        index : int
            The number of the board, counted from 0; from the end if negative.

        Returns
        -------
        BoardRating

        Raises
        ------
        IndexError
            If there is no such board.

        Examples
        --------
        >>> rate_many([["RBBB", "RRBY", "GYYY", "GGGY"]])[0]
        BoardRating(tier='medium', score=26)
        """
        number = operator.index(index)
        if not -len(self) <= number < len(self):
            raise IndexError(f"found board {number}, expected one of {len(self)} boards")
        tier = int(self.tiers[number])
        name = TIERS[tier] if tier < len(TIERS) else "stopped"
        return BoardRating(name, int(self.scores[number]))


def rate_many(
    boards: NDArray[np.uint8] | Sequence[Board | ArrayLike],
    *,
    rules: Rules | None = None,
    max_rule: str | None = None,
    threads: int | None = None,
    executor: ExecutorLike | None = None,
    progress: ItemsProgress | None = None,
    time_limit: float | None = None,
    cancel: CancelEvent | None = None,
) -> BatchRating:
    """Rate many boards at once.

    Parameters
    ----------
    boards : ndarray of uint8, shape (B, n, n), or a sequence of boards
        See `fastqueens.queens.solve_many`. Each board must have as many regions as rows.
    rules : Rules, optional
        The rules of boards given as arrays; `Rules()` by default. A `Board` keeps its own rules.
    max_rule : str, optional
        See `explain`.
    threads : int, optional
        The number of threads; one per available processor by default. It does not change the
        ratings.
    executor : Executor, callable or str, optional
        The executor that rates the boards in batches, instead of the threads of this process. See
        `fastqueens.nqueens.count`.
    progress : callable or "bar", optional
        Called about ten times a second with the number of rated boards and the number of all
        boards.
    time_limit : float, optional
        The time limit in seconds, for all boards together.
    cancel : threading.Event, optional
        If another thread sets this event, the search ends soon, as at a time limit.

    Returns
    -------
    BatchRating
        The ``tiers``, the ``scores``, and the ``names`` of the tiers.

    Raises
    ------
    InputError
        If a board cannot be used. The message names the index of the first such board.
    SearchStopped
        If the time limit was reached, or if no worker of the executor could rate some boards. Its
        ``partial`` is the `BatchRating` so far, with 255 as the tier of each unrated board.
    Interrupted
        After Ctrl-C: a `KeyboardInterrupt` with the same ``partial``.

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
    clock = Clock(time_limit, cancel)
    check_threads_alone(executor, threads)
    threads = check_threads(threads)
    _rules(max_rule, 1, 1)  # refuses an unknown rule before reading the boards
    progress = check_progress(progress)
    if not isinstance(boards, np.ndarray | Board):
        boards = check_items(boards, "boards", "boards")
    stacks = stack(boards, rules, clock)
    rules = Rules(stacks.rules.stars)  # every board of a batch has n regions

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
            clock=clock,
        )
    except Interrupted as stop:
        (tiers, scores), stats, reached = stop.partial
        raise Interrupted(result()) from None
    bad = np.flatnonzero(tiers == NO_BOARD)
    if bad.size:
        explain_bad(boards, int(bad[0]), rules)
    if reached is not None:
        raise out_of_time("rated", reached, result(), clock)
    return result()


def ratings_of(size: int, n: int) -> tuple[NDArray[np.uint8], NDArray[np.uint32]]:
    """Return the arrays for the ratings of boards of one size."""
    return np.full(size, UNREACHED, np.uint8), np.zeros(size, np.uint32)


def rater_of(
    max_rule: str | None, rules: Rules, labels: Any, tiers: Any, scores: Any
) -> _logic.Batch:
    """Return the kernel that writes the ratings into these arrays."""
    count = _rules(max_rule, labels.shape[1], rules.stars)
    return _logic.Batch(labels, rules, count, tiers, scores)
