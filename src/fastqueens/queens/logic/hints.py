"""Hints for a player: the next step, or the mistakes of the position."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from numpy.typing import ArrayLike

from fastqueens._kernels.queens import regions as _regions
from fastqueens._kernels.queens import stars as _stars
from fastqueens.canvas.annotations import Marks
from fastqueens.canvas.drawable import Drawn
from fastqueens.canvas.scene import Scene
from fastqueens.canvas.style import Look
from fastqueens.json_record import JsonRecord
from fastqueens.queens.board.board import Board, playable
from fastqueens.queens.board.broken_rules import attacked
from fastqueens.queens.board.drawing import entry, scene
from fastqueens.queens.grid.placements import Cell, read_eliminated, read_queens
from fastqueens.queens.logic.engine import conflict, engine_of, walk
from fastqueens.queens.logic.position import PlayerPosition
from fastqueens.queens.logic.sentences import (
    MULTIPLE_SOLUTIONS,
    UNSOLVABLE,
    look_of_sentence,
    sentence_of_conflict,
    sentence_of_eliminated,
    sentence_of_mistake,
    sentence_of_solution,
    sentence_of_solved,
    sentence_of_wrong,
)
from fastqueens.queens.logic.steps import Step, picture_of_step
from fastqueens.results import InputError, SearchStopped, describe_stop
from fastqueens.search import DONE, STOPPED, CancelEvent, Clock, OutOfTime, Search
from fastqueens.validation import check_choice, check_flag, check_whole

if TYPE_CHECKING:
    from fastqueens.canvas.book import Entry

__all__ = ["Hint", "Mistakes", "hint", "mistakes", "picture_of_hint"]


@dataclass(frozen=True, slots=True)
class Hint(JsonRecord, Drawn):
    """A hint for a player. Rows and columns are counted from 0.

    Attributes
    ----------
    kind : {"step", "correction", "solution", "solved", "unsolvable"}
        ``"step"``: the position is right, and `step` is the next deduction.
        ``"correction"``: the position has a mistake.
        ``"solution"``: the full solution, returned with ``show_solution=True``.
        ``"solved"``: the board is solved.
        ``"unsolvable"``: the board has no solution, even without the player's queens.
    sentence : str
        The hint in words. Cells are named as in a spreadsheet.
    steps : tuple of Step
        The next deduction; with ``until="queen"`` all deductions up to the next queen.
    conflict : tuple of (row, column)
        In the first hint about a mistake: queens that break a rule together, if there are any.
    wrong : (row, column) or None
        From the second hint about a mistake on: the wrong queen, or the wrongly eliminated cell.
    correct_cell : (row, column) or None
        From the third hint about a mistake on: the correct cell for the queen of the region of the
        wrong cell. With several stars: a cell of this region that still needs a star.
    solution : tuple of (row, column), or None
        With ``kind == "solution"``: all queens.
    multiple_solutions : bool
        Whether the board has more than one solution.
    position : PlayerPosition or None
        The position that the hint is for.
    """

    kind: Literal["step", "correction", "solution", "solved", "unsolvable"]
    sentence: str
    steps: tuple[Step, ...] = ()
    conflict: tuple[Cell, ...] = ()
    wrong: Cell | None = None
    correct_cell: Cell | None = None
    solution: tuple[Cell, ...] | None = None
    multiple_solutions: bool = False
    position: PlayerPosition | None = field(default=None, repr=False, compare=False)

    @property
    def step(self) -> Step | None:
        """The last step of `steps`."""
        return self.steps[-1] if self.steps else None

    def _scene(self, cell: int, look: Look) -> Scene:
        board, placed, marks = picture_of_hint(self)
        shown = look_of_sentence(look, self.sentence, len(board.labels))
        return scene(board.grid, placed, marks, cell=cell, look=shown, title=self.sentence)

    def _entry(self, look: Look) -> Entry:
        board, placed, marks = picture_of_hint(self)
        shown = look_of_sentence(look, self.sentence, len(board.labels))
        return entry(board.grid, placed, marks, look=shown, caption=self.sentence)

    def as_dict(self) -> dict[str, Any]:
        """Return the hint as data for JSON.

        Returns
        -------
        dict
            The value of each attribute under its name. A cell is a list, and a step is the result
            of `Step.as_dict`.
        """
        return {
            "kind": self.kind,
            "sentence": self.sentence,
            "steps": [step.as_dict() for step in self.steps],
            "conflict": [list(cell) for cell in self.conflict],
            "wrong": None if self.wrong is None else list(self.wrong),
            "correct_cell": None if self.correct_cell is None else list(self.correct_cell),
            "solution": None if self.solution is None else [list(x) for x in self.solution],
            "multiple_solutions": self.multiple_solutions,
        }

    @classmethod
    def _from_dict(cls, document: Mapping[str, Any]) -> Hint:
        solution = document["solution"]
        if document["kind"] not in ("step", "correction", "solution", "solved", "unsolvable"):
            raise ValueError(f"the kind {document['kind']!r}")
        return cls(
            document["kind"],
            str(document["sentence"]),
            tuple(Step.from_dict(step) for step in document["steps"]),
            tuple((int(r), int(c)) for r, c in document["conflict"]),
            _cell_of(document["wrong"]),
            _cell_of(document["correct_cell"]),
            None if solution is None else tuple((int(r), int(c)) for r, c in solution),
            bool(document["multiple_solutions"]),
        )

    def __str__(self) -> str:
        return self.sentence


def _cell_of(pair: Sequence[int] | None) -> Cell | None:
    """Return the cell of a pair in JSON."""
    if pair is None:
        return None
    row, column = pair
    return int(row), int(column)


def picture_of_hint(hint: Hint) -> tuple[Board, list[Cell], Marks]:
    """Return the board of a hint, the queens on the board, and the marks."""
    if hint.step is not None:
        return picture_of_step(hint.step)
    position = hint.position
    if position is None:
        raise InputError("found a hint without its board, expected a result of `hint`")
    queens = list(position.queens)
    wrong = [*hint.conflict] if hint.wrong is None else [hint.wrong]
    if hint.solution is not None:
        return position.board, [*hint.solution, *wrong], Marks(wrong=wrong)
    framed = (
        [] if hint.correct_cell is None or hint.correct_cell == hint.wrong else [hint.correct_cell]
    )
    gone = set(position.eliminated) - set(wrong)
    return position.board, queens, Marks(framed=framed, wrong=wrong, gone=gone)


def _stopped_hint(clock: Clock) -> SearchStopped:
    reason = clock.reason
    return SearchStopped(f"the hint was {describe_stop(reason)}", partial=None, reason=reason)


class _Solver:
    """Finds solutions with given queens and eliminated cells; all searches share a time limit."""

    def __init__(self, board: Board, clock: Clock) -> None:
        self.board = board
        self.clock = clock

    def find(
        self, placed: Sequence[Cell] = (), eliminated: Sequence[Cell] = (), limit: int = 1
    ) -> list[list[Cell]]:
        """Return at most `limit` solutions with these queens and without the eliminated cells."""
        kernel = self._kernel(placed, eliminated)
        found: list[list[Cell]] = []
        if kernel is None:
            return found
        search = Search(kernel, time_limit=self.clock)
        while len(found) < limit and (event := search.run()) != DONE:
            if event == STOPPED:
                raise _stopped_hint(self.clock)
            found.append([divmod(cell, self.board.n) for cell in sorted(kernel.cells())])
        return found

    def _kernel(
        self, placed: Sequence[Cell], eliminated: Sequence[Cell]
    ) -> _regions.Search | _stars.Search | None:
        """Return a search for solutions with these queens, or None if the queens break a rule."""
        board, n = self.board, self.board.n
        if board.stars > 1:
            search = _stars.Search(board.regions, board.rules)
            if not all(search.place(row * n + column) for row, column in placed):
                return None
            for row, column in eliminated:
                search.eliminate(row * n + column)
            return search
        excluded = attacked(board, placed)
        for row, column in eliminated:
            excluded[row, column] = True
        kernel = _regions.Search(board.regions, board.rules, 0)
        for cell in np.flatnonzero(excluded).tolist():
            kernel.eliminate(cell)
        return kernel


def hint(
    board: Board | ArrayLike,
    placed: ArrayLike | None = None,
    eliminated: ArrayLike | None = None,
    show_solution: bool = False,
    *,
    skip: int = 0,
    until: Literal["queen"] | None = None,
    time_limit: float | None = None,
    cancel: CancelEvent | None = None,
) -> Hint:
    r"""Return a hint for a position.

    If the position has no mistake, the hint is the next step by the easiest rule that applies.
    `skip` leaves out the steps that the player has already seen. If the position has a mistake,
    there are three hints, for a `skip` of 0, 1 and 2. The first hint names queens that attack each
    other, or only says that there is a mistake. The second hint names the wrong queen, or the cell
    that must not be crossed out. The third hint also names the correct cell for the queen of the
    region. If the board has several solutions, the hint says so and compares the position with a
    solution that agrees with as many queens as possible, in the order in which they were placed.

    Parameters
    ----------
    board : Board or array of labels
        The board.
    placed, eliminated : array_like, optional
        The queens placed and the cells eliminated so far, in a form that `explain` accepts. By
        default there are none.
    show_solution : bool
        Whether to return the full solution.
    skip : int
        The number of hints that the player has already got for this position.
    until : {"queen"}, optional
        Return all steps up to the next queen instead of one step.
    time_limit : float, optional
        The time limit in seconds.
    cancel : threading.Event, optional
        If another thread sets this event, the search ends soon, as at a time limit.

    Returns
    -------
    Hint
        A hint with its ``kind`` and ``sentence``.

    Raises
    ------
    InputError
        If the board or the cells cannot be used.
    SearchStopped
        If the time limit was reached.

    Examples
    --------
    >>> from fastqueens.queens import Board
    >>> board = Board.from_text("RBBB\nRRBY\nGYYY\nGGGY")
    >>> print(hint(board, [(0, 2)]))
    Region R has only one cell left: its queen goes on a2.
    >>> print(hint(board, [(0, 2)], skip=1))
    Region G has only one cell left: its queen goes on b4.
    >>> for skip in range(3):
    ...     print(hint(board, [(0, 3)], skip=skip))
    Something is wrong: a queen stands on a wrong cell.
    The queen on d1 is wrong.
    The queen on d1 is wrong: the queen of region B belongs on c1.
    >>> print(hint(board, [(0, 2), (2, 2)]))
    Two queens in column c: c1 and c3.
    >>> len(hint(board, until="queen").steps)
    8
    >>> hint(board).kind
    'step'
    >>> hint(board, show_solution=True).solution
    ((0, 2), (1, 0), (2, 3), (3, 1))
    """
    show_solution = check_flag(show_solution, "show_solution")
    skip = check_whole(skip, "skip", least=0)
    if until is not None:
        check_choice(until, "until", ("queen",))
    position, solver = _read_position(board, placed, eliminated, time_limit, cancel)
    solutions, matching = _matching_solutions(solver, position)
    if not solutions:
        return Hint("unsolvable", UNSOLVABLE, position=position)
    multiple_solutions = len(solutions) > 1
    if matching:
        answer = _hint_for_right(
            position, matching[0], show_solution, skip, until is not None, solver.clock
        )
    else:
        only = None if multiple_solutions else solutions[0]
        solution, right_queens = _nearest_solution(solver, position.queens, only)
        answer = _hint_for_wrong(position, solution, right_queens, show_solution, skip)
    sentence = answer.sentence
    if multiple_solutions and answer.kind != "solved":
        sentence = f"{MULTIPLE_SOLUTIONS} {sentence}"
    return replace(
        answer, sentence=sentence, multiple_solutions=multiple_solutions, position=position
    )


@dataclass(slots=True)
class Mistakes:
    """The mistakes of a position. The object is false in a condition if there is no mistake.

    Attributes
    ----------
    queens : tuple of (row, column)
        The wrong queens, in the order in which they were placed.
    eliminated : tuple of (row, column)
        The eliminated cells that need a queen.
    multiple_solutions : bool
        Whether the board has more than one solution.
    unsolvable : bool
        Whether the board has no solution; the other fields are empty then.
    """

    queens: tuple[Cell, ...] = ()
    eliminated: tuple[Cell, ...] = ()
    multiple_solutions: bool = False
    unsolvable: bool = False

    def __bool__(self) -> bool:
        return bool(self.queens or self.eliminated)


def mistakes(
    board: Board | ArrayLike,
    placed: ArrayLike | None = None,
    eliminated: ArrayLike | None = None,
    *,
    time_limit: float | None = None,
    cancel: CancelEvent | None = None,
) -> Mistakes:
    r"""Return all mistakes of a position, found by the same comparison as in `hint`.

    Examples
    --------
    >>> from fastqueens.queens import Board
    >>> board = Board.from_text("RBBB\nRRBY\nGYYY\nGGGY")
    >>> mistakes(board, [(0, 2), (3, 3)], [(1, 0), (1, 1)])
    Mistakes(queens=((3, 3),), eliminated=((1, 0),), multiple_solutions=False, unsolvable=False)
    """
    position, solver = _read_position(board, placed, eliminated, time_limit, cancel)
    solutions, matching = _matching_solutions(solver, position)
    multiple_solutions = len(solutions) > 1
    if matching or not solutions:
        return Mistakes(multiple_solutions=multiple_solutions, unsolvable=not solutions)
    only = None if multiple_solutions else solutions[0]
    solution, right_queens = _nearest_solution(solver, position.queens, only)
    return Mistakes(
        tuple(cell for cell in position.queens if cell not in set(right_queens)),
        tuple(cell for cell in position.eliminated if cell in set(solution)),
        multiple_solutions,
    )


def _read_position(
    board: Board | ArrayLike,
    placed: ArrayLike | None,
    eliminated: ArrayLike | None,
    time_limit: float | None,
    cancel: CancelEvent | None,
) -> tuple[PlayerPosition, _Solver]:
    """Check a position, and return it with a solver for its board."""
    clock = Clock(time_limit, cancel)
    board = playable(board)
    queens = read_queens(board.n, placed)
    occupied = set(queens)
    free = [cell for cell in read_eliminated(board.n, eliminated) if cell not in occupied]
    if len(board.labels) > 64:
        raise InputError(f"found {len(board.labels)} regions, expected 64 at most")
    return PlayerPosition(board, tuple(queens), tuple(free)), _Solver(board, clock)


def _matching_solutions(
    solver: _Solver, position: PlayerPosition
) -> tuple[list[list[Cell]], list[list[Cell]]]:
    """Return up to two solutions of the board, and the solutions that agree with the position."""
    queens, eliminated = position.queens, position.eliminated
    solutions = solver.find(limit=2)
    if len(solutions) > 1:
        return solutions, solver.find(queens, eliminated) if queens or eliminated else solutions
    agrees = solutions and {*queens} <= {*solutions[0]} and not {*eliminated} & {*solutions[0]}
    return solutions, solutions if agrees else []


def _hint_for_right(
    position: PlayerPosition,
    solution: list[Cell],
    show_solution: bool,
    skip: int,
    until_queen: bool,
    clock: Clock,
) -> Hint:
    """Return the hint for a position without mistakes."""
    board = position.board
    if show_solution:
        text = sentence_of_solution(solution, board.stars)
        return Hint("solution", text, solution=tuple(solution))
    if len(position.queens) == len(solution):
        return Hint("solved", sentence_of_solved(board.stars))
    steps: list[Step] = []
    groups = 0
    try:
        for step in _steps_to(position, solution, clock):
            if not steps or not until_queen or steps[-1].placed:
                groups += 1
                if groups > skip + 1:
                    break
                steps = []
            steps.append(step)
    except OutOfTime:
        raise _stopped_hint(clock) from None
    return Hint("step", " ".join(step.sentence for step in steps), steps=tuple(steps))


def _steps_to(position: PlayerPosition, solution: list[Cell], clock: Clock) -> Iterator[Step]:
    """Yield the steps to a solution, except the cells that a queen attacks: the player sees them.

    If no rule applies, a step gives a queen of the solution.
    """
    board = position.board
    while True:
        engine = engine_of(board, position.queens, position.eliminated)
        for step in walk(engine, position, clock):
            position = position.after(step.placed, step.eliminated)
            if step.rule != "queen":
                yield step
        if len(position.queens) == len(solution):
            return
        cell = next(cell for cell in solution if cell not in set(position.queens))
        yield Step("solution", (), (), (cell,), (), 0, board.names, board.stars, position)
        position = position.after((cell,), ())


def _nearest_solution(
    solver: _Solver, queens: Sequence[Cell], only: list[Cell] | None
) -> tuple[list[Cell], list[Cell]]:
    """Return a solution that keeps the queens placed first if possible, and the kept queens."""
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


def _hint_for_wrong(
    position: PlayerPosition,
    solution: list[Cell],
    right_queens: list[Cell],
    show_solution: bool,
    skip: int,
) -> Hint:
    """Return the hint for a position with a mistake."""
    board, stars = position.board, position.board.stars
    wrong = next((cell for cell in position.queens if cell not in right_queens), None)
    if show_solution:
        text = sentence_of_solution(solution, stars)
        if wrong is not None:
            text = f"{sentence_of_wrong(wrong, stars)} {text}"
        return Hint("solution", text, wrong=wrong, solution=tuple(solution))
    if skip == 0:
        found = conflict(board, position.queens)
        if found is None:
            text = sentence_of_mistake(stars, eliminated=wrong is None)
            return Hint("correction", text)
        return Hint("correction", sentence_of_conflict(*found, stars), conflict=tuple(found[1]))
    if wrong is None:
        cell = next(cell for cell in position.eliminated if cell in set(solution))
        if skip == 1:
            return Hint("correction", sentence_of_eliminated(cell, stars), wrong=cell)
        text = sentence_of_eliminated(cell, stars, board.names[board.regions[cell]])
        return Hint("correction", text, wrong=cell, correct_cell=cell)
    if skip == 1:
        return Hint("correction", sentence_of_wrong(wrong, stars), wrong=wrong)
    region = int(board.regions[wrong])
    missing = (
        cell
        for cell in solution
        if board.regions[cell] == region and (stars == 1 or cell not in set(position.queens))
    )
    correct_cell = next(missing, None)
    text = sentence_of_wrong(wrong, stars, board.names[region], correct_cell)
    return Hint("correction", text, wrong=wrong, correct_cell=correct_cell)
