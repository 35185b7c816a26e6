"""`BoardWidget`: a board of coloured Queens or Star Battle to play with."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

import numpy as np
import traitlets
from numpy.typing import ArrayLike

from fastqueens import queens as engine
from fastqueens.queens.board.board import Board, as_board, playable
from fastqueens.queens.grid.placements import Cell, read_eliminated, read_queens
from fastqueens.queens.grid.rules import Rules
from fastqueens.queens.logic.hints import mistakes
from fastqueens.results import InputError
from fastqueens.validation import describe, plural, quote
from fastqueens.widgets.base import SECONDS, Framed
from fastqueens.widgets.bundler import joined

__all__ = ["BoardWidget"]

_SIGNS = ".xQ"  # an empty cell, a mark, a queen


def _document(board: Board, _widget: Any) -> dict[str, Any]:
    """Return a board as the front end reads it."""
    return {
        "n": board.n,
        "stars": board.stars,
        "regions": board.regions.ravel().tolist(),
        "names": list(board.letters),
    }


def _from_document(document: Any, widget: Any) -> Any:
    """Return the board that a front end sent, for the trait to judge."""
    if not isinstance(document, dict):
        return document
    try:
        names = np.array([str(name) for name in document["names"]])
        regions = np.array(document["regions"], np.uint8).reshape(document["n"], document["n"])
        stars = int(document["stars"])
        labels = names[regions].tolist()
    except (KeyError, IndexError, TypeError, ValueError, OverflowError):
        raise InputError("found no board, expected n, stars, regions and names") from None
    return as_board(labels, replace(widget.rules, stars=stars))


def _playable(board: Any, rules: Rules | None) -> Board:
    if board is None or isinstance(board, str | bytes):
        raise InputError(f"found {quote(board)}, expected a Board; to read text use from_text")
    return playable(board, rules)


def _is_right(board: Board, queens: Iterable[Cell]) -> bool:
    return engine.violations(board, list(queens)).complete


def _read_state(n: int, state: Any) -> list[str]:
    """Return the rows of a state, or raise `InputError`."""
    if not isinstance(state, str):
        raise InputError(f"state is {quote(state)}, expected a text of the signs {_SIGNS}")
    signs = "".join(state.split())
    if len(signs) != n * n:
        raise InputError(f"found a state of {plural(len(signs), 'cell')}, expected {n * n}")
    for place, sign in enumerate(signs):
        if sign not in _SIGNS:
            row, column = divmod(place, n)
            raise InputError(
                f"found {describe(sign)} at row {row}, column {column}, expected one of "
                f"{_SIGNS}: an empty cell, a mark, a queen"
            )
    return [signs[n * row : n * row + n] for row in range(n)]


def _cells_of(rows: list[str], before: Iterable[Cell] = ()) -> tuple[list[Cell], list[Cell]]:
    """Return queens and marks of a state; queens that stood there `before` keep their order."""
    put, eliminated = (
        [(r, c) for r, row in enumerate(rows) for c, x in enumerate(row) if x == sign]
        for sign in (_SIGNS[2], _SIGNS[1])
    )
    kept = [cell for cell in before if cell in set(put)]
    return kept + [cell for cell in put if cell not in set(kept)], eliminated


def _agreed(board: Board, queens: Iterable[Cell], eliminated: Iterable[Cell]) -> dict[str, Any]:
    """Return all traits of a position; there is no mark under a queen."""
    queens = tuple(queens)
    eliminated = tuple(cell for cell in eliminated if cell not in set(queens))
    signs = np.full((board.n, board.n), _SIGNS[0])
    for sign, cells in zip(_SIGNS[1:], (eliminated, queens), strict=True):
        for cell in cells:
            signs[cell] = sign
    state = "\n".join(map("".join, signs.tolist()))
    solved = _is_right(board, queens)
    return {"placed": queens, "eliminated": eliminated, "state": state, "solved": solved}


class _BoardTrait(traitlets.TraitType):
    """Anything that a board can be made of."""

    default_value = None
    info_text = "a board"

    def validate(self, obj: Any, value: Any) -> Board:
        return _playable(value, obj.rules)


class _State(traitlets.TraitType):
    """What stands on each cell, a sign a cell."""

    default_value = ""
    info_text = "a sign a cell"

    def validate(self, obj: Any, value: Any) -> str:
        return "\n".join(_read_state(obj.board.n, value))


class _Cells(traitlets.TraitType):
    """(row, column) pairs, in any form of the queens of `fastqueens.queens`."""

    default_value = ()
    info_text = "cells"

    def __init__(self, read: Any) -> None:
        super().__init__()
        self._read = read

    def validate(self, obj: Any, value: Any) -> tuple[Cell, ...]:
        return tuple(self._read(obj.board.n, value))


def _cells_there(value: Any, _widget: Any) -> list[list[int]]:
    return [list(cell) for cell in value]


class BoardWidget(Framed):
    r"""A board to play with in a notebook's cell, with undo, explained hints and checks.

    A click puts a mark, then a queen, then nothing; a drag puts marks; the keys are those of the
    page (arrows, Space, Q, X, Delete, Ctrl+Z, H for a hint, C for a check). What is set from
    Python shows at once, and what the player does is there in Python: each trait below goes both
    ways, can be observed and linked. What cannot be is refused with a sentence and changes nothing.

    Parameters
    ----------
    board : Board or array of labels
        The board.
    state : str, optional
        What stands on it.
    placed, eliminated : array_like, optional
        The same as cells, in the forms that `queens.hint` takes. With `state`, neither may be.
    rules : Rules, optional
        The rules of boards given as arrays.
    theme : {"auto", "light", "dark"}
        The colours; by default those of the notebook around it.
    letters, patterns : bool, optional
        Whether regions have letters and patterns; by default where they are needed.
    axes : bool
        Whether rows and columns have names.
    auto_marks : bool
        Whether cells that the queens rule out are marked.

    Attributes
    ----------
    board : Board
        The board; a new one begins empty.
    state : str
        A line for each row: ``.`` for an empty cell, ``x`` for a mark, ``Q`` for a queen.
    placed, eliminated : tuple of (row, column)
        The queens in the order they were put, and the marks, counted from 0.
    solved : bool
        Whether all queens are there and right. Set it to True to see a solution, to False to
        take the queens of one away.

    Raises
    ------
    InputError
        For a board or cells that cannot be used.

    Examples
    --------
    >>> from fastqueens import queens
    >>> widget = BoardWidget(queens.Board.from_text("RBBB\nRRBY\nGYYY\nGGGY"), placed=[(0, 2)])
    >>> print(widget.state)
    ..Q.
    ....
    ....
    ....
    >>> widget.eliminated = [(0, 0), (3, 3)]
    >>> widget.solved = True
    >>> widget.placed, widget.eliminated
    (((0, 2), (1, 0), (2, 3), (3, 1)), ((0, 0), (3, 3)))
    """

    _esm = joined("board")

    rules = traitlets.Instance(Rules)
    board = _BoardTrait().tag(sync=True, to_json=_document, from_json=_from_document)
    state = _State().tag(sync=True)
    placed = _Cells(read_queens).tag(sync=True, to_json=_cells_there)
    eliminated = _Cells(read_eliminated).tag(sync=True, to_json=_cells_there)
    solved = traitlets.Bool(False).tag(sync=True)
    letters = traitlets.Bool(None, allow_none=True).tag(sync=True)
    patterns = traitlets.Bool(None, allow_none=True).tag(sync=True)
    axes = traitlets.Bool(True).tag(sync=True)
    auto_marks = traitlets.Bool(False).tag(sync=True)

    def __init__(
        self,
        board: Board | ArrayLike,
        *,
        state: str | None = None,
        placed: ArrayLike | None = None,
        eliminated: ArrayLike | None = None,
        rules: Rules | None = None,
        **options: Any,
    ) -> None:
        if state is not None and (placed is not None or eliminated is not None):
            raise InputError("found state and cells, expected one of them")
        board = _playable(board, rules)
        if state is None:
            put, marks = read_queens(board.n, placed), read_eliminated(board.n, eliminated)
        else:
            put, marks = _cells_of(_read_state(board.n, state))
        self._settling = True
        traits = _agreed(board, put, marks)
        super().__init__(rules=rules or Rules(), board=board, **traits, **options)
        self._settling = False

    def _settle(self, queens: Iterable[Cell], eliminated: Iterable[Cell]) -> None:
        """Let all traits say the same."""
        self._settling = True
        try:
            with self.hold_sync():
                for name, value in _agreed(self.board, queens, eliminated).items():
                    setattr(self, name, value)
        finally:
            self._settling = False

    @traitlets.validate("solved")
    def _solvable(self, proposal: Any) -> bool:
        if proposal["value"] and not self._settling and not _is_right(self.board, self.placed):
            self._solution = self._solve()
        return bool(proposal["value"])

    def _solve(self) -> tuple[Cell, ...]:
        found = engine.solve(self.board, time_limit=SECONDS)
        if not found.solved:
            short = "has no solution" if found.reason is None else "was not solved in time"
            raise traitlets.TraitError(f"solved cannot be True: this board {short}")
        return tuple(found.cells)

    @traitlets.observe("board", "state", "placed", "eliminated", "solved")
    def _changed(self, change: Any) -> None:
        if self._settling:
            return
        if change.name == "board":
            self._settle((), ())
        elif change.name == "state":
            self._settle(*_cells_of(self.state.split(), self.placed))
        elif change.name != "solved":
            self._settle(self.placed, self.eliminated)
        elif self.solved:
            self._settle(
                self.placed if _is_right(self.board, self.placed) else self._solution,
                self.eliminated,
            )
        elif _is_right(self.board, self.placed):
            self._settle((), self.eliminated)

    # ---- what the front end asks

    def _position(self, content: Mapping[str, Any]) -> tuple[Board, list[Cell], list[Cell]]:
        """Return what is asked about; regions are called as the front end shows them."""
        board = self.board
        if board.names != board.letters:
            rows = [[board.letters[k] for k in row] for row in board.regions.tolist()]
            board = as_board(rows, board.rules)
        return (
            board,
            read_queens(board.n, content.get("placed")),
            read_eliminated(board.n, content.get("eliminated")),
        )

    def _hint(self, content: Mapping[str, Any]) -> dict[str, Any]:
        position = self._position(content)
        return engine.hint(*position, time_limit=SECONDS).as_dict()

    def _check(self, content: Mapping[str, Any]) -> dict[str, Any]:
        board, queens, eliminated = self._position(content)
        wrong = mistakes(board, queens, eliminated, time_limit=SECONDS)
        count = len(wrong.queens) + len(wrong.eliminated)
        if wrong.unsolvable:
            sentence = "This board has no solution."
        elif count:
            sentence = f"{plural(count, 'mistake')}."
        else:
            sentence = "No mistakes so far."
        return {"cells": [*wrong.queens, *wrong.eliminated], "sentence": sentence}

    _answers = {"hint": _hint, "check": _check}  # noqa: RUF012

    def __repr__(self) -> str:
        board = self.board
        noun = "star" if board.stars > 1 else "queen"
        put = f"{len(self.placed)} of {plural(board.n * board.stars, noun)}"
        return f"BoardWidget({board.n}x{board.n}, {'solved' if self.solved else put})"
