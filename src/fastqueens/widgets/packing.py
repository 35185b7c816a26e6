"""`PackingWidget`: shows how pieces fill a board, one by one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import traitlets

from fastqueens.canvas.style import THEMES
from fastqueens.canvas.themes import theme_of
from fastqueens.packing.assembly import drop_order
from fastqueens.packing.drawing import EMPTY_CELL_COLOURS
from fastqueens.packing.packing import Packing
from fastqueens.packing.puzzle import Puzzle
from fastqueens.packing.solving import PackingResult, solve
from fastqueens.results import InputError, SearchStopped
from fastqueens.validation import plural, quote
from fastqueens.widgets.base import TIME_LIMIT, ThemeName, Widget
from fastqueens.widgets.bundler import bundle
from fastqueens.widgets.pictures import CELL

__all__ = ["PackingWidget"]


def _order_of(packing: Packing) -> list[int]:
    """Return the pieces in the order in which they are shown."""
    cells = packing.puzzle.cells
    if packing.puzzle.in_space:
        return [piece for group in drop_order(cells, packing.numbers) for piece in group]
    return list(packing.numbers)


def _packing_to_json(packing: Packing, _widget: Any) -> dict[str, Any]:
    """Return a packing in the form that the front end reads.

    A box in space becomes a flat board: its layers side by side, one column apart. Its pieces come
    in an order in which they can be lowered into the box.
    """
    puzzle = packing.puzzle
    cells, order = puzzle.cells, _order_of(packing)
    if puzzle.in_space:
        step = 2 + max(column for _, _, column in cells)
        cells = tuple((0, row, column + step * layer) for layer, row, column in cells)
    return {
        "size": puzzle.size,
        "layers": puzzle.layers,
        "cells": [list(cell) for cell in cells],
        "bare": EMPTY_CELL_COLOURS,
        "pieces": [
            {
                "name": puzzle.pieces[k].name,
                "letter": puzzle.letters[k],
                "cells": list(packing.numbers[k]),
                **{theme: theme_of(theme).fill(k) for theme in THEMES},
            }
            for k in order
        ],
    }


class _PackingTrait(traitlets.TraitType):
    """A packing of the puzzle, or a result that contains one."""

    default_value = None
    info_text = "a packing"

    def validate(self, obj: Any, value: Any) -> Packing:
        return _read_packing(obj.puzzle, value)


def _read_packing(puzzle: Any, value: Any) -> Packing:
    if not isinstance(puzzle, Puzzle):
        raise InputError(f"puzzle is {quote(puzzle)}, expected a packing.Puzzle")
    if value is None:
        return Packing(puzzle, {})
    found = value.packing if isinstance(value, PackingResult) else value
    if not isinstance(found, Packing):
        raise InputError(f"found {quote(found)}, expected a Packing or a result that contains one")
    if found.puzzle != puzzle:
        raise InputError("found a packing of another puzzle, expected a packing of this puzzle")
    return found


class PackingWidget(Widget):
    r"""A packing in a notebook cell, replayed piece by piece, forwards and backwards.

    The replay shows the pieces in the order in which they were placed, but the pieces of a box from
    the bottom up. A pyramid is shown as a whole and as separate layers, and a box as its layers.
    Without a solution the board is empty, and the button *Solve* asks the kernel for a
    solution. The attributes are traits: Python and the front end can set them. An invalid value
    raises an error and changes nothing.

    Parameters
    ----------
    puzzle : packing.Puzzle
        The puzzle.
    solution : Packing or PackingResult, optional
        The result of `packing.solve`, or a packing, which may be incomplete.
    at : int, optional
        The number of pieces shown at first; by default all pieces.
    theme : {"auto", "light", "dark"}
        The colours; by default the colours of the notebook.
    layout : ipywidgets.Layout or dict, optional
        The size and the place of the widget, as for all widgets of Jupyter.

    Attributes
    ----------
    puzzle : packing.Puzzle
        The puzzle.
    packing : Packing
        The packing that is replayed. If it is set to a packing, or to a result that contains a
        packing, all pieces are shown. None removes all pieces.
    at : int
        The number of pieces shown.
    solved : bool
        Whether all pieces of the puzzle are shown; read only.

    Raises
    ------
    InputError
        If the puzzle or the solution is invalid, or a keyword is unknown.

    Examples
    --------
    >>> from fastqueens import packing
    >>> puzzle = packing.Puzzle.from_text("2 3 2\nDEFAULT\nAA\nBBB\nB\n")
    >>> widget = PackingWidget(puzzle, packing.solve(puzzle))
    >>> widget.at, widget.solved
    (2, True)
    >>> widget.at = 1
    >>> widget.solved
    False
    """

    _esm = bundle("packing")

    puzzle = traitlets.Instance(Puzzle)
    packing = _PackingTrait().tag(sync=True, to_json=_packing_to_json)
    at = traitlets.Int(0).tag(sync=True)
    solved = traitlets.Bool(False, read_only=True).tag(sync=True)

    def __init__(
        self,
        puzzle: Puzzle,
        solution: Packing | PackingResult | None = None,
        *,
        at: int | None = None,
        theme: ThemeName = "auto",
        layout: Any = None,
    ) -> None:
        packing = _read_packing(puzzle, solution)
        at = len(packing.numbers) if at is None else at
        super().__init__(puzzle=puzzle, packing=packing, at=at, theme=theme, layout=layout)

    @traitlets.validate("at")
    def _check_at(self, proposal: Any) -> int:
        at, most = int(proposal["value"]), len(self.packing.numbers)
        if not 0 <= at <= most:
            raise traitlets.TraitError(f"at is {at}, expected 0 to {most}: {plural(most, 'piece')}")
        return at

    @traitlets.observe("puzzle", "packing", "at")
    def _on_change(self, change: Any) -> None:
        with self.hold_sync():
            if change.name == "puzzle" and self.packing.puzzle != self.puzzle:
                self.packing = None
            elif change.name == "packing" and isinstance(change.old, Packing):
                self.at = len(self.packing.numbers)
            self.set_trait("solved", self.at == len(self.puzzle.pieces))

    def _shown(self) -> Packing:
        """Return the packing with the pieces that are shown."""
        order = _order_of(self.packing)[: self.at]
        return Packing(self.puzzle, {piece: self.packing.numbers[piece] for piece in order})

    def _draw(self, draw: Callable[..., Any]) -> Any:
        return draw(self._shown(), cell=CELL)

    def _text(self) -> str:
        return f"{self!r}\n{self._shown()}"

    def _solve(self, _content: Mapping[str, Any]) -> dict[str, Any]:
        result = solve(self.puzzle, time_limit=TIME_LIMIT)
        if result.reason is not None:
            raise SearchStopped("stopped", partial=result, reason=result.reason)
        if result.packing is None:
            raise InputError("This puzzle has no solution.")
        self.packing = result.packing
        return {}

    _handlers = {"solve": _solve}  # noqa: RUF012

    def __repr__(self) -> str:
        return f"PackingWidget({self.puzzle.size}, {self.at} of {len(self.puzzle.pieces)} pieces)"
