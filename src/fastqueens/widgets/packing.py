"""`PackingWidget`: how a box is filled, piece by piece."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import traitlets

from fastqueens.canvas.style import THEMES
from fastqueens.canvas.themes import theme_of
from fastqueens.packing.drawing import EMPTY_CELL_COLOURS
from fastqueens.packing.packing import Packing
from fastqueens.packing.puzzle import Puzzle
from fastqueens.packing.solving import PackingResult, solve
from fastqueens.results import InputError, SearchStopped
from fastqueens.validation import plural, quote
from fastqueens.widgets.base import SECONDS, Framed
from fastqueens.widgets.bundler import joined

__all__ = ["PackingWidget"]


def _document(packing: Packing, _widget: Any) -> dict[str, Any]:
    """Return a packing as the front end reads it."""
    puzzle = packing.puzzle
    return {
        "size": puzzle.size,
        "layers": puzzle.layers,
        "cells": [list(cell) for cell in puzzle.cells],
        "bare": EMPTY_CELL_COLOURS,
        "pieces": [
            {
                "name": puzzle.pieces[k].name,
                "letter": puzzle.letters[k],
                "cells": list(cells),
                **{theme: theme_of(theme).fill(k) for theme in THEMES},
            }
            for k, cells in packing.numbers.items()
        ],
    }


class _PackingTrait(traitlets.TraitType):
    """A packing of the puzzle's, or the result that has one."""

    default_value = None
    info_text = "a packing"

    def validate(self, obj: Any, value: Any) -> Packing:
        return _packing_of(obj.puzzle, value)


def _packing_of(puzzle: Any, value: Any) -> Packing:
    if not isinstance(puzzle, Puzzle):
        raise InputError(f"puzzle is {quote(puzzle)}, expected a packing.Puzzle")
    if value is None:
        return Packing(puzzle, {})
    found = value.packing if isinstance(value, PackingResult) else value
    if not isinstance(found, Packing):
        raise InputError(f"found {quote(found)}, expected a Packing or a result that has one")
    if found.puzzle != puzzle:
        raise InputError("found a packing of another puzzle, expected one of this")
    return found


class PackingWidget(Framed):
    r"""A packing in a notebook's cell, replayed piece by piece both ways.

    The player goes through the pieces in the order they were placed; a pyramid is shown as a heap,
    its layers beside it. Without a solution the box is empty and *Solve* asks the kernel for one.
    Traits go both ways, and what cannot be is refused with a sentence and changes nothing.

    Parameters
    ----------
    puzzle : packing.Puzzle
        The puzzle.
    solution : Packing or PackingResult, optional
        What `packing.solve` gave, or a packing, which need not be complete.
    at : int, optional
        The position to begin at; by default all pieces are there.
    theme : {"auto", "light", "dark"}
        The colours; by default those of the notebook around it.

    Attributes
    ----------
    puzzle : packing.Puzzle
        The puzzle.
    packing : Packing
        What is replayed. A new one, or a result that has one, is shown as a whole; None is none.
    at : int
        How many of its pieces are there.
    solved : bool
        Whether all pieces of the puzzle are; read only.

    Raises
    ------
    InputError
        For a puzzle or a solution that is none.

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

    _esm = joined("packing")

    puzzle = traitlets.Instance(Puzzle)
    packing = _PackingTrait().tag(sync=True, to_json=_document)
    at = traitlets.Int(0).tag(sync=True)
    solved = traitlets.Bool(False, read_only=True).tag(sync=True)

    def __init__(
        self,
        puzzle: Puzzle,
        solution: Packing | PackingResult | None = None,
        *,
        at: int | None = None,
        **options: Any,
    ) -> None:
        packing = _packing_of(puzzle, solution)
        at = len(packing.numbers) if at is None else at
        super().__init__(puzzle=puzzle, packing=packing, at=at, **options)

    @traitlets.validate("at")
    def _there(self, proposal: Any) -> int:
        at, most = int(proposal["value"]), len(self.packing.numbers)
        if not 0 <= at <= most:
            raise traitlets.TraitError(f"at is {at}, expected 0 to {most}: {plural(most, 'piece')}")
        return at

    @traitlets.observe("puzzle", "packing", "at")
    def _changed(self, change: Any) -> None:
        with self.hold_sync():
            if change.name == "puzzle" and self.packing.puzzle != self.puzzle:
                self.packing = None
            elif change.name == "packing" and isinstance(change.old, Packing):
                self.at = len(self.packing.numbers)
            self.set_trait("solved", self.at == len(self.puzzle.pieces))

    def _solve(self, _content: Mapping[str, Any]) -> dict[str, Any]:
        result = solve(self.puzzle, time_limit=SECONDS)
        if result.reason is not None:
            raise SearchStopped("stopped", partial=result, reason=result.reason)
        if result.packing is None:
            raise InputError("This puzzle has no solution.")
        self.packing = result.packing
        return {}

    _answers = {"solve": _solve}  # noqa: RUF012

    def __repr__(self) -> str:
        return f"PackingWidget({self.puzzle.size}, {self.at} of {len(self.puzzle.pieces)} pieces)"
