"""Coloured Queens the way a person solves them: named rules, explanations, hints and ratings.

A board starts with every cell open. Eight rules, tried easiest first, cross cells out and place
queens; `RULES` lists them. None of them guesses, and none takes for granted that the board has
only one solution, so whatever a step crosses out is in no solution at all. The names here are
part of `fastqueens.queens` too.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache, partial
from types import MappingProxyType
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from fastqueens._kernels import logic as _logic
from fastqueens._kernels import regions as _regions
from fastqueens.board import Board, as_board, explain_bad, read_cells, stacks
from fastqueens.results import InputError, SearchStopped, Stats
from fastqueens.search import DONE, FOUND, STOPPED, Search, check_threads, run_batches

__all__ = [
    "RULES",
    "TIERS",
    "BatchRating",
    "Hint",
    "Rating",
    "Rule",
    "Step",
    "explain",
    "hint",
    "rate",
    "rate_many",
]

Cell = tuple[int, int]
Unit = tuple[str, int]

TIERS = ("easy", "medium", "hard", "expert", "guess")
_OUTCOMES = ("open", "solved", "stuck", "contradiction")
_KINDS = ("region", "row", "column")
_BUDGET = 256  # steps and suppositions at a time: a few ms on the largest boards
_CHUNK = 2048  # boards a machine takes


@dataclass(slots=True, frozen=True)
class Rule:
    """A rule of the table.

    Attributes
    ----------
    name : str
        Its name in steps and histograms.
    tier : str
        How hard it is: one of `TIERS`.
    cost : int
        What a step by it adds to the score: for ``pair``, ``set`` and ``fish`` times the number
        of units, for ``suppose`` times one more than the rounds it takes.
    text : str
        What it says, in a line.
    """

    name: str
    tier: str
    cost: int
    text: str


RULES: Mapping[str, Rule] = MappingProxyType(
    {name: Rule(name, TIERS[tier], cost, text) for name, tier, cost, text in _logic.RULES}
)
_NAMES = (*RULES, "contradiction")


# ----------------------------------------------------------------------------------------- steps


@dataclass(slots=True)
class Step:
    """A step of an explanation. Rows and columns are counted from 0, in `sentence` from 1.

    Attributes
    ----------
    rule : str
        A name of `RULES`; or ``"contradiction"`` where the position has no solution; or, in a
        hint, ``"solution"`` for a queen that no rule finds.
    units : tuple of (kind, number)
        The units that justify it, of kind ``"region"``, ``"row"`` or ``"column"``. Where some are
        confined to others, those come first, and the others are of another kind.
    cells : tuple of (row, column)
        The cells that justify it: the queen, or the candidates of the units, or (for
        ``"suppose"``) the queens that the supposition would lead to.
    placed : tuple of (row, column)
        The queen found, if the step finds one.
    eliminated : tuple of (row, column)
        The cells crossed out.
    rounds : int
        For ``"suppose"``: how many rounds of forced moves lead to the contradiction.
    """

    rule: str
    units: tuple[Unit, ...]
    cells: tuple[Cell, ...]
    placed: tuple[Cell, ...]
    eliminated: tuple[Cell, ...]
    rounds: int = 0
    _letters: tuple[str, ...] = field(default=(), repr=False, compare=False)

    @property
    def tier(self) -> str:
        """How hard the rule is: one of `TIERS`."""
        return RULES[self.rule].tier if self.rule in RULES else "guess"

    @property
    def sentence(self) -> str:
        """The step in words; rows and columns are counted from 1."""
        return _SENTENCES[self.rule](self)

    def as_dict(self) -> dict[str, Any]:
        """Return the step as plain data, ready for JSON."""
        return {
            "rule": self.rule,
            "tier": self.tier,
            "units": [list(unit) for unit in self.units],
            "cells": [list(cell) for cell in self.cells],
            "placed": [list(cell) for cell in self.placed],
            "eliminated": [list(cell) for cell in self.eliminated],
            "rounds": self.rounds,
            "sentence": self.sentence,
        }

    def __str__(self) -> str:
        return self.sentence


def _at(cell: Cell) -> str:
    return f"row {cell[0] + 1}, column {cell[1] + 1}"


def _listed(words: Sequence[str], last: str = "and") -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} {last} {words[-1]}"


def _name(step: Step, units: Sequence[Unit]) -> str:
    """Name units of one kind: "region G", "rows 3, 4 and 6"."""
    kind = units[0][0]
    names = [step._letters[i] if kind == "region" else str(i + 1) for _, i in units]
    return f"{kind}{'s' * (len(units) > 1)} {_listed(names)}"


def _upper(text: str) -> str:
    return text[0].upper() + text[1:]


def _sides(step: Step) -> tuple[Sequence[Unit], Sequence[Unit]]:
    """Which units are confined, and to which."""
    kind = step.units[0][0]
    first = [unit for unit in step.units if unit[0] == kind]
    return first, step.units[len(first) :]


def _queen(step: Step) -> str:
    return (
        f"The queen in {_at(step.cells[0])} takes its row, its column and its region, "
        "and no queen may touch it."
    )


def _single(step: Step) -> str:
    (kind, _), ((row, column),) = step.units[0], step.placed
    where = {"region": _at((row, column)), "row": f"column {column + 1}"}.get(
        kind, f"row {row + 1}"
    )
    return f"{_upper(_name(step, step.units))} has only one cell left: its queen goes in {where}."


def _confined(step: Step) -> str:
    first, second = _sides(step)
    one = len(first) == 1
    kind, inside = first[0][0], second[0][0]
    name, lines = _upper(_name(step, first)), _name(step, second)
    if kind == "region":
        lives = f"{name} fits only in" if one else f"{name} fit only in"
    elif inside == "region":
        lives = f"{name} {'has' if one else 'have'} no cells left but those of"
    else:
        lives = f"{name} {'has' if one else 'have'} cells left only in"
    needs = "that" if one else "those"
    if inside == "region":
        claim = "whose queen must stand there" if one else "whose queens must stand there"
        return f"{lives} {lines}, {claim}."
    plural = "" if one else "s"
    return f"{lives} {lines}, so no other {kind} may use {needs} {inside}{plural}."


def _attacked(step: Step) -> str:
    targets = [_at(cell) for cell in step.eliminated]
    return (
        f"Wherever the queen of {_name(step, step.units)} goes, it attacks "
        f"{_listed(targets) if len(targets) < 3 else f'the same {len(targets)} cells'}."
    )


def _suppose(step: Step) -> str:
    chain = len(step.cells) - 1
    forced = f", after {chain} more queens that it forces" if chain > 1 else ""
    forced = ", after one more queen that it forces" if chain == 1 else forced
    return (
        f"A queen in {_at(step.eliminated[0])} would leave {_name(step, step.units)} "
        f"without a cell{forced}."
    )


def _contradiction(step: Step) -> str:
    first, second = _sides(step)
    if not second:
        return f"{_upper(_name(step, first))} has no cell left: there is no solution from here."
    return (
        f"{_upper(_name(step, first))} have only {_name(step, second)} between them, which are "
        "too few: there is no solution from here."
    )


def _solution(step: Step) -> str:
    return f"No rule finds the next queen; one solution has it in {_at(step.placed[0])}."


_SENTENCES: dict[str, Callable[[Step], str]] = {
    "queen": _queen,
    "single": _single,
    "confined": _confined,
    "attacked": _attacked,
    "pair": _confined,
    "set": _confined,
    "fish": _confined,
    "suppose": _suppose,
    "contradiction": _contradiction,
    "solution": _solution,
}


# -------------------------------------------------------------------------------------- the engine

_UNITS = [(kind, i) for kind in _KINDS for i in range(64)]


@lru_cache
def _grid(n: int) -> list[Cell]:
    return [(row, column) for row in range(n) for column in range(n)]


def _rules(max_rule: str | None) -> int:
    """How many rules of the table are allowed."""
    if max_rule is None:
        return len(RULES)
    if max_rule in RULES:
        return list(RULES).index(max_rule) + 1
    if max_rule in TIERS:
        allowed = TIERS.index(max_rule)
        return sum(TIERS.index(rule.tier) <= allowed for rule in RULES.values())
    raise InputError(
        f"found {max_rule!r}, expected a rule ({', '.join(RULES)}) or a tier ({', '.join(TIERS)})"
    )


def _engine(
    board: Board,
    placed: Sequence[Cell] = (),
    crossed: Sequence[Cell] = (),
    max_rule: str | None = None,
) -> _logic.Engine:
    n = board.n
    if board.stars > 1:
        raise InputError("the rules do not know boards of several stars yet")
    if len(board.labels) > 64:
        raise InputError(f"found {len(board.labels)} regions, expected 64 at most")
    engine = _logic.Engine(board.regions, _rules(max_rule), board.at_most_one, _grid(n), _UNITS)
    for row, column in crossed:
        engine.cross(row * n + column)
    for row, column in placed:
        if not engine.place(row * n + column):
            raise InputError(
                f"the queen in {_at((row, column))} is attacked by another one, or its cell is "
                "crossed out"
            )
    return engine


def _step(engine: _logic.Engine, letters: tuple[str, ...]) -> Step:
    rule, units, cells, placed, eliminated, rounds = engine.last()
    return Step(_NAMES[rule], units, cells, placed, eliminated, rounds, letters)


def _walk(engine: _logic.Engine, letters: tuple[str, ...]) -> list[Step]:
    steps = []
    while (status := engine.step(_BUDGET)) != DONE:
        if status == FOUND:
            steps.append(_step(engine, letters))
    if _OUTCOMES[engine.outcome] == "contradiction":
        steps.append(_step(engine, letters))
    return steps


def _queens(board: Board, given: ArrayLike | None) -> list[Cell]:
    """Read queens, in the order they were given, if as pairs; else sorted."""
    cells = read_cells(board.n, [] if given is None else given).tolist()
    told = np.asarray([] if given is None else given)
    if told.shape == (len(cells), 2) and told.dtype.kind in "iu":
        cells = told.tolist()
    return [(row, column) for row, column in cells]


def _crosses(board: Board, given: ArrayLike | None) -> list[Cell]:
    """Read cells crossed out; twice is no harm."""
    told = np.asarray([] if given is None else given)
    if told.ndim == 2 and told.shape[1] == 2 and told.dtype.kind in "iu":
        told = np.unique(told, axis=0)
    try:
        return [(row, column) for row, column in read_cells(board.n, told).tolist()]
    except InputError as error:
        raise InputError(error.message.replace("queen", "crossed cell")) from None


def explain(
    board: Board | ArrayLike,
    placed: ArrayLike | None = None,
    crossed: ArrayLike | None = None,
    *,
    max_rule: str | None = None,
    at_most_one: bool = False,
) -> list[Step]:
    r"""Solve a board step by step, as far as the rules go.

    Parameters
    ----------
    board : Board or array of labels
        The board.
    placed, crossed : array_like, optional
        Queens that stand already, and cells crossed out: (row, column) pairs, or the other forms
        of `fastqueens.queens.violations`. They are taken to be right.
    max_rule : str, optional
        The last rule of `RULES` to use, or a tier. All by default.
    at_most_one : bool
        For arrays: accept any number of regions. If it is not n, up to 64 of them.

    Returns
    -------
    list of Step
        Every step is sound: what it crosses out is in no solution that has the queens placed and
        none on the cells crossed. If there is none the last step is a ``"contradiction"`` (where
        the rules see it).

    Raises
    ------
    InputError
        For a board, cells or rule that cannot be used, and queens that attack each other.

    Examples
    --------
    >>> from fastqueens.queens import Board
    >>> steps = explain(Board.from_text("RBBB\nRRBY\nGYYY\nGGGY"))
    >>> [step.rule for step in steps][:4]
    ['attacked', 'confined', 'confined', 'attacked']
    >>> print(steps[0])
    Wherever the queen of region R goes, it attacks row 1, column 2 and row 3, column 1.
    >>> steps[0].eliminated
    ((0, 1), (2, 0))
    """
    board = as_board(board, at_most_one)
    return explained(board, _queens(board, placed), _crosses(board, crossed), max_rule)[0]


def explained(
    board: Board,
    placed: Sequence[Cell] = (),
    crossed: Sequence[Cell] = (),
    max_rule: str | None = None,
) -> tuple[list[Step], Rating]:
    """Return what `explain` does, and the rating of what it took."""
    engine = _engine(board, placed, crossed, max_rule)
    return _walk(engine, board.letters), _rating(engine)


# ----------------------------------------------------------------------------------------- rating


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
    outcome : {"solved", "stuck", "contradiction"}
        ``"contradiction"`` if the rules show that there is no solution.
    """

    tier: str
    score: int
    histogram: dict[str, int]
    outcome: str


def rate(
    board: Board | ArrayLike, *, max_rule: str | None = None, at_most_one: bool = False
) -> Rating:
    r"""Rate a board by the rules it takes.

    Parameters
    ----------
    board, max_rule, at_most_one
        As for `explain`. A board is of difficulty d if ``max_rule=d`` solves it and the one below
        does not.

    Returns
    -------
    Rating
        Tier, score and histogram of rules.

    Examples
    --------
    >>> from fastqueens.queens import Board
    >>> rating = rate(Board.from_text("RBBB\nRRBY\nGYYY\nGGGY"))
    >>> rating.tier, rating.score, rating.histogram["single"]
    ('medium', 26, 4)
    >>> rate([["A"] * 6, *(list("BCDEFA") for _ in range(5))]).tier
    'guess'
    """
    board = as_board(board, at_most_one)
    engine = _engine(board, max_rule=max_rule)
    while engine.run(_BUDGET) != DONE:
        pass
    return _rating(engine)


def _rating(engine: _logic.Engine) -> Rating:
    return Rating(TIERS[engine.tier], engine.score, engine.counters(), _OUTCOMES[engine.outcome])


@dataclass(slots=True, eq=False)
class BatchRating:
    """The ratings of many boards; unpacks as ``tiers, scores``.

    Attributes
    ----------
    tiers : ndarray of uint8, shape (B,)
        Indices into `TIERS`.
    scores : ndarray of uint32, shape (B,)
        The scores.
    stats : Stats
        How often each rule was used over all boards; ``seconds`` is wall-clock time.
    """

    tiers: NDArray[np.uint8]
    scores: NDArray[np.uint32]
    stats: Stats

    def __iter__(self) -> Any:
        return iter((self.tiers, self.scores))

    def __len__(self) -> int:
        return len(self.tiers)


def rate_many(
    boards: NDArray[np.uint8] | Sequence[Board | ArrayLike],
    *,
    max_rule: str | None = None,
    threads: int | None = None,
    progress: Callable[[int, int], object] | None = None,
) -> BatchRating:
    """Rate many boards at once.

    Parameters
    ----------
    boards : ndarray of uint8, shape (B, n, n), or a sequence of boards
        As for `fastqueens.queens.solve_many`; each must have as many regions as rows.
    max_rule : str, optional
        As for `explain`.
    threads : int, optional
        The processors at hand by default. The ratings do not depend on it.
    progress : callable, optional
        Called with the numbers of boards done and to do, about ten times a second.

    Returns
    -------
    BatchRating
        ``tiers`` and ``scores``.

    Raises
    ------
    InputError
        For the first board that cannot be used, by its index.

    Examples
    --------
    >>> import numpy as np
    >>> board = np.array([[0, 1, 1, 1], [0, 0, 1, 2], [3, 2, 2, 2], [3, 3, 3, 2]], np.uint8)
    >>> tiers, scores = rate_many(np.stack([board, board.T]))
    >>> [TIERS[tier] for tier in tiers], scores.tolist()
    (['medium', 'medium'], [26, 26])
    """
    threads = check_threads(threads)
    rules = _rules(max_rule)
    if not isinstance(boards, (np.ndarray, Board, str)):
        boards = list(boards)
    groups, total, _ = stacks(boards, False)
    tiers = np.zeros(total, np.uint8)
    scores = np.zeros(total, np.uint32)
    makers: list[Callable[[], _logic.Batch]] = []
    parts: list[tuple[Any, NDArray[np.uint8], NDArray[np.uint32]]] = []
    for where, stack in groups:
        own = np.empty(len(stack), np.uint8), np.empty(len(stack), np.uint32)
        parts.append((where, *own))
        for i in range(0, len(stack), _CHUNK):
            part = slice(i, i + _CHUNK)
            makers.append(partial(_logic.Batch, stack[part], rules, own[0][part], own[1][part]))

    stats = run_batches(makers, total, threads=threads, progress=progress)
    for where, own_tiers, own_scores in parts:
        tiers[where], scores[where] = own_tiers, own_scores
    bad = np.flatnonzero(tiers >= len(TIERS))
    if bad.size:
        explain_bad(boards, int(bad[0]))
    work = {**dict.fromkeys(RULES, 0), **stats.counters}
    return BatchRating(tiers, scores, Stats(work, stats.seconds))


# ------------------------------------------------------------------------------------------ hints


@dataclass(slots=True)
class Hint:
    """Help for a player. Rows and columns are counted from 0, in `sentence` from 1.

    Attributes
    ----------
    kind : {"step", "correction", "solution", "solved", "hopeless"}
        ``"step"``: the position is right, and `step` is what can be seen next.
        ``"correction"``: what stands at `wrong` is wrong.
        ``"solution"``: the full solution, as asked for.
        ``"solved"``: nothing is left to do.
        ``"hopeless"``: the board has no solution, whatever stands on it.
    sentence : str
        The hint in words.
    step : Step or None
        The next step.
    wrong : (row, column) or None
        The queen, or the cell crossed out, that must go.
    belongs : (row, column) or None
        Where the queen of that region belongs.
    solution : tuple of (row, column), or None
        With ``kind == "solution"``: all queens.
    several : bool
        Whether the board has more than one solution.
    """

    kind: Literal["step", "correction", "solution", "solved", "hopeless"]
    sentence: str
    step: Step | None = None
    wrong: Cell | None = None
    belongs: Cell | None = None
    solution: tuple[Cell, ...] | None = None
    several: bool = False

    def as_dict(self) -> dict[str, Any]:
        """Return the hint as plain data, ready for JSON."""
        return {
            "kind": self.kind,
            "sentence": self.sentence,
            "step": None if self.step is None else self.step.as_dict(),
            "wrong": None if self.wrong is None else list(self.wrong),
            "belongs": None if self.belongs is None else list(self.belongs),
            "solution": None if self.solution is None else [list(x) for x in self.solution],
            "several": self.several,
        }

    def __str__(self) -> str:
        return self.sentence


class _Solver:
    """Solutions of a board with given queens and without given cells, under one time limit."""

    def __init__(self, board: Board, time_limit: float | None) -> None:
        self.board = board
        self.left = time_limit

    def find(
        self, placed: Sequence[Cell] = (), crossed: Sequence[Cell] = (), limit: int = 1
    ) -> list[list[Cell]]:
        board, n = self.board, self.board.n
        out = np.zeros((n, n), bool)
        for row, column in placed:
            attacked = board.regions == board.regions[row, column]
            attacked[row] = attacked[:, column] = True
            attacked[max(row - 1, 0) : row + 2, max(column - 1, 0) : column + 2] = True
            attacked[row, column] = False
            out |= attacked
        for row, column in crossed:
            out[row, column] = True
        kernel = _regions.Search(board.regions, board.at_most_one, 0)
        for cell in np.flatnonzero(out).tolist():
            kernel.cross(cell)
        search = Search(kernel, time_limit=self.left)
        found: list[list[Cell]] = []
        queens = np.empty(n, np.int16)
        while len(found) < limit and (event := search.run()) != DONE:
            if event == STOPPED:
                raise SearchStopped(
                    "the hint was stopped by the time limit", partial=None, reason="time"
                )
            kernel.peek(queens)
            found.append(list(enumerate(queens.tolist())))
        if self.left is not None:
            self.left = max(0.0, self.left - search.seconds)
        return found


def hint(
    board: Board | ArrayLike,
    placed: ArrayLike,
    crossed: ArrayLike = (),
    full: bool = False,
    *,
    time_limit: float | None = None,
    at_most_one: bool = False,
) -> Hint:
    r"""Help a player on from a position.

    If the position is right, the hint is the next step by the rules, the easiest there is. If a
    queen is wrong the hint says which, and where the queen of its region belongs; if a cell was
    wrongly crossed out, it says that. If the board has several solutions the hint says so, and
    everything is judged by a solution that agrees with what stands on the board, as far as one
    does (the queens placed first count most).

    Parameters
    ----------
    board : Board or array of labels
        The board.
    placed, crossed : array_like
        The queens placed and the cells crossed out so far, as for `explain`.
    full : bool
        Ask for the full solution.
    time_limit : float, optional
        Seconds.
    at_most_one : bool
        As for `explain`.

    Returns
    -------
    Hint
        With its ``kind`` and a ``sentence``.

    Raises
    ------
    InputError
        For a board or cells that cannot be used.
    SearchStopped
        Where the time limit came first.

    Examples
    --------
    >>> from fastqueens.queens import Board
    >>> board = Board.from_text("RBBB\nRRBY\nGYYY\nGGGY")
    >>> print(hint(board, [(0, 2)]))
    Region R has only one cell left: its queen goes in row 2, column 1.
    >>> print(hint(board, [(0, 3)]))
    The queen in row 1, column 4 is wrong: the queen of region B belongs in row 1, column 3.
    >>> hint(board, [], full=True).solution
    ((0, 2), (1, 0), (2, 3), (3, 1))
    """
    board = as_board(board, at_most_one)
    queens = _queens(board, placed)
    crosses = [cell for cell in _crosses(board, crossed) if cell not in set(queens)]
    if len(board.labels) > 64:
        raise InputError(f"found {len(board.labels)} regions, expected 64 at most")
    if board.stars > 1:
        raise InputError("the rules do not know boards of several stars yet")
    solver = _Solver(board, time_limit)
    alone = solver.find(limit=2)
    if not alone:
        return Hint("hopeless", "This board has no solution.")
    several = len(alone) > 1

    if several:
        agreeing = solver.find(queens, crosses) if queens or crosses else alone
    else:
        fits = set(queens) <= set(alone[0]) and not set(crosses) & set(alone[0])
        agreeing = alone if fits else []
    answer = _right(board, queens, crosses, agreeing[0], full) if agreeing else None
    if answer is None:
        solution, kept = _nearest(solver, queens, alone[0] if not several else None)
        answer = _wrong(board, queens, crosses, solution, kept, full)
    answer.several = several
    if several and answer.kind != "solved":
        answer.sentence = f"This board has several solutions. {answer.sentence}"
    return answer


def _right(
    board: Board, queens: list[Cell], crosses: list[Cell], solution: list[Cell], full: bool
) -> Hint:
    if full:
        return Hint("solution", _told(solution), solution=tuple(solution))
    if len(queens) == board.n:
        return Hint("solved", "All queens are right: the board is solved.")
    engine = _engine(board, queens, crosses)
    for step in _first(engine, board.letters):
        return Hint("step", step.sentence, step=step)
    cell = next(cell for cell in solution if cell not in set(queens))
    step = Step("solution", (), (), (cell,), (), 0, board.letters)
    return Hint("step", step.sentence, step=step)


def _first(engine: _logic.Engine, letters: tuple[str, ...]) -> list[Step]:
    """Return the first step that says more than what a queen on the board attacks, if any."""
    while (status := engine.step(_BUDGET)) != DONE:
        if status == FOUND and (step := _step(engine, letters)).rule != "queen":
            return [step]
    return []


def _nearest(
    solver: _Solver, queens: list[Cell], only: list[Cell] | None
) -> tuple[list[Cell], list[Cell]]:
    """Find a solution with the queens placed, the first ones first, and say which it has."""
    if only is not None:
        return only, [cell for cell in queens if cell in set(only)]
    kept: list[Cell] = []
    solution = solver.find()[0]
    for cell in queens:
        found = [solution] if cell in solution else solver.find([*kept, cell])
        if found:
            solution = found[0]
            kept.append(cell)
    return solution, kept


def _wrong(
    board: Board,
    queens: list[Cell],
    crosses: list[Cell],
    solution: list[Cell],
    kept: list[Cell],
    full: bool,
) -> Hint:
    wrong = next((cell for cell in queens if cell not in kept), None)
    if full:
        told = _told(solution)
        if wrong is not None:
            told = f"The queen in {_at(wrong)} is wrong. {told}"
        return Hint("solution", told, wrong=wrong, solution=tuple(solution))
    region_of = {int(board.regions[cell]): cell for cell in solution}
    letters = board.letters
    if wrong is None:
        cell = next(cell for cell in crosses if cell in set(solution))
        text = f"Row {cell[0] + 1}, column {cell[1] + 1} must not be crossed out: "
        text += f"the queen of region {letters[board.regions[cell]]} belongs there."
        return Hint("correction", text, wrong=cell, belongs=cell)
    region = int(board.regions[wrong])
    belongs = region_of.get(region)
    text = f"The queen in {_at(wrong)} is wrong: "
    if belongs is None:
        text += f"region {letters[region]} stays empty."
    else:
        text += f"the queen of region {letters[region]} belongs in {_at(belongs)}."
    return Hint("correction", text, wrong=wrong, belongs=belongs)


def _told(solution: list[Cell]) -> str:
    columns = [str(column + 1) for _, column in solution]
    return f"The queens of rows 1 to {len(columns)} stand in columns {_listed(columns)}."
