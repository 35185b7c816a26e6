"""Help for a player in the middle of a game: the next step, or what is wrong."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike

from fastqueens._kernels.queens import regions as _regions
from fastqueens._kernels.queens import stars as _stars
from fastqueens.canvas.annotations import Marks
from fastqueens.canvas.drawable import Drawn, Kind
from fastqueens.canvas.style import Look
from fastqueens.queens.board.board import Board, playable
from fastqueens.queens.board.broken_rules import attacked
from fastqueens.queens.board.drawing import draw
from fastqueens.queens.grid.placements import Cell, read_eliminated, read_queens
from fastqueens.queens.logic.engine import engine_of, walk
from fastqueens.queens.logic.steps import PlayerPosition, Step, at, cell_list, picture_of_step
from fastqueens.results import InputError, SearchStopped
from fastqueens.search import DONE, STOPPED, Search
from fastqueens.validation import check_flag, deadline_of

__all__ = ["Hint", "Mistakes", "hint", "mistakes", "picture_of_hint"]


@dataclass(slots=True)
class Hint(Drawn):
    """Help for a player. Rows and columns are counted from 0; `sentence` names cells.

    Attributes
    ----------
    kind : {"step", "correction", "solution", "solved", "unsolvable"}
        ``"step"``: the position is right, and `step` is what can be seen next.
        ``"correction"``: what stands at `wrong` is wrong.
        ``"solution"``: the full solution, as asked for.
        ``"solved"``: nothing is left to do.
        ``"unsolvable"``: the board has no solution, whatever stands on it.
    sentence : str
        The hint in words.
    step : Step or None
        The next step.
    wrong : (row, column) or None
        The queen, or the cell crossed out, that must go.
    correct_cell : (row, column) or None
        Where the queen of that region belongs, or with several stars one that it lacks.
    solution : tuple of (row, column), or None
        With ``kind == "solution"``: all queens.
    multiple_solutions : bool
        Whether the board has more than one solution.
    position : PlayerPosition or None
        The board, and what the player had done.
    """

    kind: Literal["step", "correction", "solution", "solved", "unsolvable"]
    sentence: str
    step: Step | None = None
    wrong: Cell | None = None
    correct_cell: Cell | None = None
    solution: tuple[Cell, ...] | None = None
    multiple_solutions: bool = False
    position: PlayerPosition | None = field(default=None, repr=False, compare=False)

    def _drawn(self, kind: Kind, cell: int, look: Look) -> str | bytes:
        board, placed, marks = picture_of_hint(self)
        return draw(kind, board.grid, placed, marks, cell=cell, look=look, title=self.sentence)

    def as_dict(self) -> dict[str, Any]:
        """Return the hint as plain data, ready for JSON.

        Returns
        -------
        dict
            The attributes by name; cells are lists, a step is what its `as_dict` gives.
        """
        return {
            "kind": self.kind,
            "sentence": self.sentence,
            "step": None if self.step is None else self.step.as_dict(),
            "wrong": None if self.wrong is None else list(self.wrong),
            "correct_cell": None if self.correct_cell is None else list(self.correct_cell),
            "solution": None if self.solution is None else [list(x) for x in self.solution],
            "multiple_solutions": self.multiple_solutions,
        }

    def __str__(self) -> str:
        return self.sentence


def picture_of_hint(hint: Hint) -> tuple[Board, list[Cell], Marks]:
    """Return the board of a hint, the queens on it, and the marked cells."""
    if hint.step is not None:
        return picture_of_step(hint.step)
    position = hint.position
    if position is None:
        raise InputError("found a hint without its board, expected one from hint")
    queens = list(position.queens)
    wrong = [] if hint.wrong is None else [hint.wrong]
    if hint.solution is not None:
        return position.board, [*hint.solution, *wrong], Marks(wrong=wrong)
    framed = (
        [] if hint.correct_cell is None or hint.correct_cell == hint.wrong else [hint.correct_cell]
    )
    gone = set(position.eliminated) - set(wrong)
    return position.board, queens, Marks(framed=framed, wrong=wrong, gone=gone)


def _out_of_time() -> SearchStopped:
    return SearchStopped("the hint was stopped by the time limit", partial=None, reason="time")


class _Solver:
    """Solutions of a board with given queens and without given cells, under one time limit."""

    def __init__(self, board: Board, time_limit: float | None) -> None:
        self.board = board
        self.left = time_limit

    def find(
        self, placed: Sequence[Cell] = (), eliminated: Sequence[Cell] = (), limit: int = 1
    ) -> list[list[Cell]]:
        kernel = self._kernel(placed, eliminated)
        found: list[list[Cell]] = []
        if kernel is None:
            return found
        search = Search(kernel, time_limit=self.left)
        while len(found) < limit and (event := search.run()) != DONE:
            if event == STOPPED:
                raise _out_of_time()
            found.append([divmod(cell, self.board.n) for cell in sorted(kernel.cells())])
        if self.left is not None:
            self.left = max(0.0, self.left - search.seconds)
        return found

    def _kernel(
        self, placed: Sequence[Cell], eliminated: Sequence[Cell]
    ) -> _regions.Search | _stars.Search | None:
        """Return a search that is only for those solutions; None if there cannot be any."""
        board, n = self.board, self.board.n
        if board.stars > 1:
            search = _stars.Search(board.regions, board.rules)
            if not all(search.place(row * n + column) for row, column in placed):
                return None
            for row, column in eliminated:
                search.eliminate(row * n + column)
            return search
        out = attacked(board, placed)
        for row, column in eliminated:
            out[row, column] = True
        kernel = _regions.Search(board.regions, board.rules, 0)
        for cell in np.flatnonzero(out).tolist():
            kernel.eliminate(cell)
        return kernel


def hint(
    board: Board | ArrayLike,
    placed: ArrayLike | None = None,
    eliminated: ArrayLike | None = None,
    show_solution: bool = False,
    *,
    time_limit: float | None = None,
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
    placed, eliminated : array_like, optional
        The queens placed and the cells crossed out so far, as for `explain`; none by default.
    show_solution : bool
        Ask for the full solution.
    time_limit : float, optional
        Seconds.

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
    Region R has only one cell left: its queen goes on a2.
    >>> print(hint(board, [(0, 3)]))
    The queen on d1 is wrong: the queen of region B belongs on c1.
    >>> hint(board).kind
    'step'
    >>> hint(board, show_solution=True).solution
    ((0, 2), (1, 0), (2, 3), (3, 1))
    """
    show_solution = check_flag(show_solution, "show_solution")
    position, solver = _asked(board, placed, eliminated, time_limit)
    board, queens, crosses = position.board, list(position.queens), list(position.eliminated)
    alone, agreeing = _agreeing(solver, queens, crosses)
    if not alone:
        return Hint("unsolvable", "This board has no solution.", position=position)
    multiple_solutions = len(alone) > 1
    if agreeing:
        answer = _right(board, queens, crosses, agreeing[0], show_solution, solver.left)
    else:
        solution, kept = _nearest(solver, queens, alone[0] if not multiple_solutions else None)
        answer = _wrong(board, queens, crosses, solution, kept, show_solution)
    answer.multiple_solutions, answer.position = multiple_solutions, position
    if multiple_solutions and answer.kind != "solved":
        answer.sentence = f"This board has several solutions. {answer.sentence}"
    return answer


@dataclass(slots=True)
class Mistakes:
    """What is wrong with a position; false if nothing is.

    Attributes
    ----------
    queens : tuple of (row, column)
        The queens that must go, in the order they were placed.
    eliminated : tuple of (row, column)
        The cells crossed out where a queen belongs.
    multiple_solutions : bool
        Whether the board has more than one solution.
    unsolvable : bool
        Whether it has none; then nothing is called a mistake.
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
) -> Mistakes:
    r"""Tell everything that is wrong with a position, judged as `hint` judges.

    Parameters
    ----------
    board, placed, eliminated, time_limit
        As for `hint`.

    Returns
    -------
    Mistakes

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
    >>> mistakes(board, [(0, 2), (3, 3)], [(1, 0), (1, 1)])
    Mistakes(queens=((3, 3),), eliminated=((1, 0),), multiple_solutions=False, unsolvable=False)
    """
    position, solver = _asked(board, placed, eliminated, time_limit)
    queens, crosses = list(position.queens), list(position.eliminated)
    alone, agreeing = _agreeing(solver, queens, crosses)
    multiple_solutions = len(alone) > 1
    if agreeing or not alone:
        return Mistakes(multiple_solutions=multiple_solutions, unsolvable=not alone)
    solution, kept = _nearest(solver, queens, None if multiple_solutions else alone[0])
    return Mistakes(
        tuple(cell for cell in queens if cell not in set(kept)),
        tuple(cell for cell in crosses if cell in set(solution)),
        multiple_solutions,
    )


def _asked(
    board: Board | ArrayLike,
    placed: ArrayLike | None,
    eliminated: ArrayLike | None,
    time_limit: float | None,
) -> tuple[PlayerPosition, _Solver]:
    """Check a position, and return it with who solves its board."""
    board = playable(board)
    queens = read_queens(board.n, placed)
    crosses = [cell for cell in read_eliminated(board.n, eliminated) if cell not in set(queens)]
    if len(board.labels) > 64:
        raise InputError(f"found {len(board.labels)} regions, expected 64 at most")
    return PlayerPosition(board, tuple(queens), tuple(crosses)), _Solver(board, time_limit)


def _agreeing(
    solver: _Solver, queens: list[Cell], crosses: list[Cell]
) -> tuple[list[list[Cell]], list[list[Cell]]]:
    """Return one or two solutions of the board, if it has any, and those that fit a position."""
    alone = solver.find(limit=2)
    if len(alone) > 1:
        return alone, solver.find(queens, crosses) if queens or crosses else alone
    fits = alone and set(queens) <= set(alone[0]) and not set(crosses) & set(alone[0])
    return alone, alone if fits else []


def _right(
    board: Board,
    queens: list[Cell],
    crosses: list[Cell],
    solution: list[Cell],
    show_solution: bool,
    time_left: float | None,
) -> Hint:
    if show_solution:
        return Hint("solution", _positions(board, solution), solution=tuple(solution))
    if len(queens) == len(solution):
        return Hint("solved", f"All {_noun(board)}s are right: the board is solved.")
    engine = engine_of(board, queens, crosses)
    position = PlayerPosition(board, tuple(queens), tuple(crosses))
    deadline = deadline_of(time_left)
    try:
        for step in walk(engine, position, deadline):
            if step.rule != "queen":  # what a queen on the board attacks is plain to see
                return Hint("step", step.sentence, step=step)
    except TimeoutError:
        raise _out_of_time() from None
    cell = next(cell for cell in solution if cell not in set(queens))
    step = Step("solution", (), (), (cell,), (), 0, board.names, board.stars, position)
    return Hint("step", step.sentence, step=step)


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
    show_solution: bool,
) -> Hint:
    wrong = next((cell for cell in queens if cell not in kept), None)
    noun, the = _noun(board), "the" if board.stars == 1 else "a"
    if show_solution:
        text = _positions(board, solution)
        if wrong is not None:
            text = f"The {noun} on {at(wrong)} is wrong. {text}"
        return Hint("solution", text, wrong=wrong, solution=tuple(solution))
    names = board.names
    if wrong is None:
        cell = next(cell for cell in crosses if cell in set(solution))
        text = f"Cell {at(cell)} must not be crossed out: "
        text += f"{the} {noun} of region {names[board.regions[cell]]} belongs there."
        return Hint("correction", text, wrong=cell, correct_cell=cell)
    region = int(board.regions[wrong])
    lacking = [
        cell
        for cell in solution
        if board.regions[cell] == region and (board.stars == 1 or cell not in set(queens))
    ]
    text = f"The {noun} on {at(wrong)} is wrong: "
    if lacking:
        text += f"{the} {noun} of region {names[region]} belongs on {at(lacking[0])}."
    elif board.stars == 1:
        text += f"region {names[region]} stays empty."
    else:
        text += f"the stars of region {names[region]} are all there without it."
    return Hint("correction", text, wrong=wrong, correct_cell=lacking[0] if lacking else None)


def _noun(board: Board) -> str:
    return "queen" if board.stars == 1 else "star"


def _positions(board: Board, solution: list[Cell]) -> str:
    return f"The {_noun(board)}s stand on {cell_list(solution)}."
