"""`SlidingWidget`: sliding tiles to play with, and a replay of their moves."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import numpy as np
import traitlets
from numpy.typing import ArrayLike

from fastqueens.results import InputError, SearchStopped
from fastqueens.sliding.puzzle import Puzzle, as_puzzle, replay
from fastqueens.sliding.solving import SlidingResult, solve
from fastqueens.validation import plural
from fastqueens.widgets.base import TIME_LIMIT, ThemeName, Widget
from fastqueens.widgets.bundler import bundle
from fastqueens.widgets.pictures import CELL

__all__ = ["SlidingWidget"]

Grid = tuple[tuple[int, ...], ...]


def _puzzle_to_json(puzzle: Puzzle, _widget: Any) -> dict[str, Any]:
    """Return a puzzle in the form that the front end reads."""
    return {
        "rows": puzzle.rows,
        "columns": puzzle.columns,
        "tiles": puzzle.tiles.ravel().tolist(),
        "goal": puzzle.goal.ravel().tolist(),
    }


def _to_tuples(tiles: Any) -> Grid:
    return tuple(map(tuple, np.asarray(tiles).tolist()))


class _PuzzleTrait(traitlets.TraitType):
    """A puzzle, or its rows."""

    default_value = None
    info_text = "a puzzle"

    def validate(self, _obj: Any, value: Any) -> Puzzle:
        return as_puzzle(value)


class _Moves(traitlets.TraitType):
    """Moves of the blank that the puzzle allows."""

    default_value = ()
    info_text = "moves"

    def validate(self, obj: Any, value: Any) -> tuple[str, ...]:
        moves = tuple(value) if isinstance(value, list) else value
        replay(obj.puzzle, moves)
        return tuple(moves)


class _Tiles(traitlets.TraitType):
    """An arrangement of the puzzle's tiles."""

    default_value = ()
    info_text = "tiles"

    def validate(self, obj: Any, value: Any) -> Grid:
        return _to_tuples(Puzzle(as_puzzle(value).tiles, obj.puzzle.goal).tiles)


class SlidingWidget(Widget):
    r"""Sliding tiles in a notebook cell: play, solve, and replay forwards and backwards.

    A click slides a tile and all tiles between it and the blank; the arrow keys slide one tile. The
    widget can replay the moves. If the user makes a move, it replaces all later moves. The button
    *Solve* asks the kernel for the fewest moves from the position shown. The attributes are traits:
    Python and the front end can set them. An invalid value raises an error and changes nothing.

    Parameters
    ----------
    puzzle : Puzzle or array_like
        The puzzle.
    solution : SlidingResult or iterable of str, optional
        The result of `sliding.solve`, or moves.
    at : int
        The number of moves made at first.
    theme : {"auto", "light", "dark"}
        The colours; by default the colours of the notebook.
    layout : ipywidgets.Layout or dict, optional
        The size and the place of the widget, as for all widgets of Jupyter.

    Attributes
    ----------
    puzzle : Puzzle
        The puzzle before the first move. A new puzzle has no moves.
    moves : tuple of str
        The moves of the blank, in the form that `sliding.replay` accepts.
    at : int
        The number of moves made.
    tiles : tuple of tuple of int
        The tiles shown, with 0 for the blank. If new tiles are set, they are a new puzzle with the
        same goal.
    solved : bool
        Whether the tiles match the goal; read only.

    Raises
    ------
    InputError
        If the puzzle or the moves are invalid, or a keyword is unknown.

    Examples
    --------
    >>> from fastqueens import sliding
    >>> puzzle = sliding.Puzzle.from_text("1 2 3\n4 0 6\n7 5 8")
    >>> widget = SlidingWidget(puzzle, sliding.solve(puzzle))
    >>> widget.moves, widget.tiles[1], widget.solved
    (('DOWN', 'RIGHT'), (4, 0, 6), False)
    >>> widget.at = 2
    >>> widget.tiles[1], widget.solved
    ((4, 5, 6), True)
    >>> widget.tiles = [[1, 2, 3], [4, 5, 6], [7, 0, 8]]
    >>> widget.moves, widget.at
    ((), 0)
    """

    _esm = bundle("sliding")

    puzzle = _PuzzleTrait().tag(sync=True, to_json=_puzzle_to_json)
    moves = _Moves().tag(sync=True, to_json=lambda value, _: list(value))
    at = traitlets.Int(0).tag(sync=True)
    tiles = _Tiles().tag(sync=True, to_json=lambda value, _: [list(row) for row in value])
    solved = traitlets.Bool(False, read_only=True).tag(sync=True)

    def __init__(
        self,
        puzzle: Puzzle | ArrayLike,
        solution: SlidingResult | Iterable[str] | None = None,
        *,
        at: int = 0,
        theme: ThemeName = "auto",
        layout: Any = None,
    ) -> None:
        puzzle = as_puzzle(puzzle)
        if isinstance(solution, SlidingResult):
            if solution.moves is None:
                raise InputError("found a result without a solution, expected one with moves")
            solution = solution.moves
        moves = () if solution is None else tuple(solution)
        boards = replay(puzzle, moves)
        self._updating = True
        super().__init__(
            puzzle=puzzle, moves=moves, at=at, tiles=puzzle.tiles, theme=theme, layout=layout
        )
        self._updating = False
        self._update_position(boards)

    def _update_position(self, boards: Any = None) -> None:
        """Set the position that the moves lead to."""
        boards = replay(self.puzzle, self.moves) if boards is None else boards
        self._updating = True
        try:
            with self.hold_sync():
                self.at = min(self.at, len(self.moves))
                self.tiles = boards[self.at]
                self.set_trait("solved", bool((boards[self.at] == self.puzzle.goal).all()))
        finally:
            self._updating = False

    @traitlets.validate("at")
    def _check_at(self, proposal: Any) -> int:
        at = int(proposal["value"])
        if not 0 <= at <= len(self.moves):
            made = plural(len(self.moves), "move")
            raise traitlets.TraitError(f"at is {at}, expected 0 to {len(self.moves)}: {made}")
        return at

    @traitlets.observe("puzzle", "moves", "at", "tiles")
    def _on_change(self, change: Any) -> None:
        if self._updating:
            return
        new_tiles = change.name == "tiles" and self.tiles != _to_tuples(self._position())
        if change.name == "puzzle" or new_tiles:
            self._updating = True
            with self.hold_sync():
                if change.name == "tiles":
                    self.puzzle = Puzzle(self.tiles, self.puzzle.goal)
                self.moves, self.at = (), 0
            self._updating = False
        self._update_position()

    def _position(self) -> Any:
        """Return the tiles after the moves that are made."""
        return replay(self.puzzle, self.moves)[min(self.at, len(self.moves))]

    def _draw(self, draw: Callable[..., Any]) -> Any:
        return draw(Puzzle(self.tiles, self.puzzle.goal), cell=CELL)

    def _text(self) -> str:
        return f"{self!r}\n{Puzzle(self.tiles, self.puzzle.goal)}"

    def _solve(self, content: Mapping[str, Any]) -> dict[str, Any]:
        tiles = as_puzzle(content.get("tiles", ())).tiles
        result = solve(Puzzle(tiles, self.puzzle.goal), time_limit=TIME_LIMIT)
        if result.reason is not None:
            raise SearchStopped("stopped", partial=result, reason=result.reason)
        if result.moves is None:
            raise InputError("This arrangement cannot be solved: no moves lead to the goal.")
        return {"moves": result.moves}

    _handlers = {"solve": _solve}  # noqa: RUF012

    def __repr__(self) -> str:
        size = f"{self.puzzle.rows}x{self.puzzle.columns}"
        where = "solved" if self.solved else f"move {self.at} of {len(self.moves)}"
        return f"SlidingWidget({size}, {where})"
