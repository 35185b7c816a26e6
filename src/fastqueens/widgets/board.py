"""`BoardWidget`: a board of Coloured Queens or Star Battle to play with."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
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
from fastqueens.render import Marks, text
from fastqueens.results import InputError
from fastqueens.validation import describe, plural, quote
from fastqueens.widgets.base import TIME_LIMIT, ThemeName, Widget
from fastqueens.widgets.bundler import bundle
from fastqueens.widgets.pictures import CELL

__all__ = ["BoardWidget"]

_SIGNS = ".xQ"  # an empty cell, a mark, a queen


def _board_to_json(board: Board, _widget: Any) -> dict[str, Any]:
    """Return a board in the form that the front end reads."""
    return {
        "n": board.n,
        "stars": board.stars,
        "regions": board.regions.ravel().tolist(),
        "names": list(board.letters),
    }


def _board_from_json(document: Any, widget: Any) -> Any:
    """Return the board that the front end sent; the trait validates it."""
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


def _is_solution(board: Board, queens: Iterable[Cell]) -> bool:
    return engine.violations(board, list(queens)).complete


def _read_state(n: int, state: Any) -> list[str]:
    """Return the rows of a state; raise `InputError` if it is invalid."""
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


def _cells_of(rows: list[str], order: Iterable[Cell] = ()) -> tuple[list[Cell], list[Cell]]:
    """Return the queens and marks of a state; queens in `order` come first, in that order."""
    queens, eliminated = (
        [(r, c) for r, row in enumerate(rows) for c, x in enumerate(row) if x == sign]
        for sign in (_SIGNS[2], _SIGNS[1])
    )
    first = [cell for cell in order if cell in set(queens)]
    return first + [cell for cell in queens if cell not in set(first)], eliminated


def _traits_of(board: Board, queens: Iterable[Cell], eliminated: Iterable[Cell]) -> dict[str, Any]:
    """Return all traits of a position; marks under queens are dropped."""
    queens = tuple(queens)
    eliminated = tuple(cell for cell in eliminated if cell not in set(queens))
    signs = np.full((board.n, board.n), _SIGNS[0])
    for sign, cells in zip(_SIGNS[1:], (eliminated, queens), strict=True):
        for cell in cells:
            signs[cell] = sign
    state = "\n".join(map("".join, signs.tolist()))
    solved = _is_solution(board, queens)
    return {"placed": queens, "eliminated": eliminated, "state": state, "solved": solved}


class _BoardTrait(traitlets.TraitType):
    """A board, or an array from which a board can be made."""

    default_value = None
    info_text = "a board"

    def validate(self, obj: Any, value: Any) -> Board:
        return _playable(value, obj.rules)


class _State(traitlets.TraitType):
    """The state of the board, one sign per cell."""

    default_value = ""
    info_text = "one sign per cell"

    def validate(self, obj: Any, value: Any) -> str:
        return "\n".join(_read_state(obj.board.n, value))


class _Cells(traitlets.TraitType):
    """(row, column) pairs, in every form that `fastqueens.queens` accepts."""

    default_value = ()
    info_text = "cells"

    def __init__(self, read: Any) -> None:
        super().__init__()
        self._read = read

    def validate(self, obj: Any, value: Any) -> tuple[Cell, ...]:
        return tuple(self._read(obj.board.n, value))


def _cells_to_json(value: Any, _widget: Any) -> list[list[int]]:
    return [list(cell) for cell in value]


class BoardWidget(Widget):
    r"""A board to play with in a notebook cell, with undo, explained hints and checks.

    The first click on a cell puts a mark, the second click a queen, and the third click empties the
    cell. A drag puts marks. The keys are the same as on the web page (arrows, Space, Q, X, Delete,
    Ctrl+Z, H for a hint, C for a check). The attributes below are traits: Python and the player can
    change them, and a program can observe and link them. An invalid value raises an error and
    changes nothing.

    Parameters
    ----------
    board : Board or array of labels
        The board.
    state : str, optional
        The queens and marks on the board, as text.
    placed, eliminated : array_like, optional
        The queens and marks as cells, in a form that `queens.hint` accepts. Use these or `state`.
    rules : Rules, optional
        The rules of a board that is given as an array.
    theme : {"auto", "light", "dark"}
        The colours; by default the colours of the notebook.
    letters, patterns : bool, optional
        Whether regions show letters and patterns. By default there are letters if the board has
        more than 12 regions or a region in several pieces, and patterns if the system uses high
        contrast.
    axes : bool
        Whether rows and columns have names.
    auto_marks : bool
        Whether cells that the queens rule out are marked.
    layout : ipywidgets.Layout or dict, optional
        The size and the place of the widget, as for all widgets of Jupyter.

    Attributes
    ----------
    board : Board
        The board. A new board is shown without queens and marks.
    state : str
        A line for each row: ``.`` for an empty cell, ``x`` for a mark, ``Q`` for a queen.
    placed, eliminated : tuple of (row, column)
        The queens in the order in which they were placed, and the marks; rows and columns count
        from 0.
    solved : bool
        Whether the queens are a solution. Set it to True to show a solution, to False to remove
        the queens of a solution.

    Raises
    ------
    InputError
        If the board, the cells or an option is invalid, or a keyword is unknown.

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

    _esm = bundle("board")

    rules = traitlets.Instance(Rules)
    board = _BoardTrait().tag(sync=True, to_json=_board_to_json, from_json=_board_from_json)
    state = _State().tag(sync=True)
    placed = _Cells(read_queens).tag(sync=True, to_json=_cells_to_json)
    eliminated = _Cells(read_eliminated).tag(sync=True, to_json=_cells_to_json)
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
        theme: ThemeName = "auto",
        letters: bool | None = None,
        patterns: bool | None = None,
        axes: bool = True,
        auto_marks: bool = False,
        layout: Any = None,
    ) -> None:
        if state is not None and (placed is not None or eliminated is not None):
            raise InputError("found state and cells, expected one of them")
        board = _playable(board, rules)
        if state is None:
            queens, marks = read_queens(board.n, placed), read_eliminated(board.n, eliminated)
        else:
            queens, marks = _cells_of(_read_state(board.n, state))
        self._updating = True
        super().__init__(
            rules=rules or Rules(), board=board, theme=theme, letters=letters, patterns=patterns,
            axes=axes, auto_marks=auto_marks, layout=layout, **_traits_of(board, queens, marks),
        )  # fmt: skip
        self._updating = False

    def _set_position(self, queens: Iterable[Cell], eliminated: Iterable[Cell]) -> None:
        """Set all traits of a position at once."""
        self._updating = True
        try:
            with self.hold_sync():
                for name, value in _traits_of(self.board, queens, eliminated).items():
                    setattr(self, name, value)
        finally:
            self._updating = False

    @traitlets.validate("solved")
    def _check_solved(self, proposal: Any) -> bool:
        if proposal["value"] and not self._updating and not _is_solution(self.board, self.placed):
            self._solution = self._solve()
        return bool(proposal["value"])

    def _solve(self) -> tuple[Cell, ...]:
        found = engine.solve(self.board, time_limit=TIME_LIMIT)
        if not found.solved:
            failure = "has no solution" if found.reason is None else "was not solved in time"
            raise traitlets.TraitError(f"solved cannot be True: this board {failure}")
        return tuple(found.cells)

    @traitlets.observe("board", "state", "placed", "eliminated", "solved")
    def _on_change(self, change: Any) -> None:
        if self._updating:
            return
        if change.name == "board":
            self._set_position((), ())
        elif change.name == "state":
            self._set_position(*_cells_of(self.state.split(), self.placed))
        elif change.name != "solved":
            self._set_position(self.placed, self.eliminated)
        elif self.solved:
            self._set_position(
                self.placed if _is_solution(self.board, self.placed) else self._solution,
                self.eliminated,
            )
        elif _is_solution(self.board, self.placed):
            self._set_position((), self.eliminated)

    def _draw(self, draw: Callable[..., Any]) -> Any:
        look: Any = {"axes": self.axes, "patterns": bool(self.patterns)}
        marks = Marks(eliminated=self.eliminated)
        return draw(
            self.board, self.placed, marks=marks, cell=CELL, letters=bool(self.letters), **look
        )

    def _text(self) -> str:
        return f"{self!r}\n{text(self.board, self.placed)}"

    # ---- answers to the front end

    def _position(self, content: Mapping[str, Any]) -> tuple[Board, list[Cell], list[Cell]]:
        """Return the position in a message; regions have the letters that the front end shows."""
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
        position, skip = self._position(content), content.get("skip", 0)
        return engine.hint(*position, skip=skip, time_limit=TIME_LIMIT).as_dict()

    def _check(self, content: Mapping[str, Any]) -> dict[str, Any]:
        board, queens, eliminated = self._position(content)
        wrong = mistakes(board, queens, eliminated, time_limit=TIME_LIMIT)
        count = len(wrong.queens) + len(wrong.eliminated)
        if wrong.unsolvable:
            sentence = "This board has no solution."
        elif count:
            sentence = f"{plural(count, 'mistake')}."
        else:
            sentence = "No mistakes so far."
        return {"cells": [*wrong.queens, *wrong.eliminated], "sentence": sentence}

    _handlers = {"hint": _hint, "check": _check}  # noqa: RUF012

    def __repr__(self) -> str:
        board = self.board
        noun = "star" if board.stars > 1 else "queen"
        put = f"{len(self.placed)} of {plural(board.n * board.stars, noun)}"
        return f"BoardWidget({board.n}x{board.n}, {'solved' if self.solved else put})"
