"""`SlidingWidget`: sliding tiles to play with, and a player of their moves."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np
import traitlets
from numpy.typing import ArrayLike

from fastqueens.results import InputError, SearchStopped
from fastqueens.sliding.puzzle import Puzzle, as_puzzle, replay
from fastqueens.sliding.solving import SlidingResult, solve
from fastqueens.validation import plural
from fastqueens.widgets.base import SECONDS, Framed
from fastqueens.widgets.bundler import joined

__all__ = ["SlidingWidget"]

Grid = tuple[tuple[int, ...], ...]


def _document(puzzle: Puzzle, _widget: Any) -> dict[str, Any]:
    """Return a puzzle as the front end reads it."""
    return {
        "rows": puzzle.rows,
        "columns": puzzle.columns,
        "tiles": puzzle.tiles.ravel().tolist(),
        "goal": puzzle.goal.ravel().tolist(),
    }


def _grid(tiles: Any) -> Grid:
    return tuple(map(tuple, np.asarray(tiles).tolist()))


class _PuzzleTrait(traitlets.TraitType):
    """A puzzle, or the rows of one."""

    default_value = None
    info_text = "a puzzle"

    def validate(self, _obj: Any, value: Any) -> Puzzle:
        return as_puzzle(value)


class _Moves(traitlets.TraitType):
    """Moves of the gap, which the puzzle allows."""

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
        return _grid(Puzzle(as_puzzle(value).tiles, obj.puzzle.goal).tiles)


class SlidingWidget(Framed):
    r"""Sliding tiles in a notebook's cell: played by hand, solved, replayed both ways.

    A click slides a tile, or all tiles up to the gap; so do the arrows. The player beneath goes
    through the moves forwards and backwards; a move by hand drops those that would have followed.
    *Solve* asks the kernel for the fewest moves from what is shown. Traits go both ways, and what
    cannot be is refused with a sentence and changes nothing.

    Parameters
    ----------
    puzzle : Puzzle or array_like
        The puzzle.
    solution : SlidingResult or iterable of str, optional
        What `sliding.solve` gave, or moves, to replay.
    at : int
        The position to begin at.
    theme : {"auto", "light", "dark"}
        The colours; by default those of the notebook around it.

    Attributes
    ----------
    puzzle : Puzzle
        Where the moves begin; a new one begins without moves.
    moves : tuple of str
        The moves of the gap, as `sliding.replay` takes them.
    at : int
        How many of them are made.
    tiles : tuple of tuple of int
        The arrangement shown, 0 for the gap. Another one begins anew, with the same goal.
    solved : bool
        Whether it is the goal; read only.

    Raises
    ------
    InputError
        For a puzzle or moves that cannot be used.

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

    _esm = joined("sliding")

    puzzle = _PuzzleTrait().tag(sync=True, to_json=_document)
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
        **options: Any,
    ) -> None:
        puzzle = as_puzzle(puzzle)
        if isinstance(solution, SlidingResult):
            if solution.moves is None:
                raise InputError("found a result without a solution, expected one with moves")
            solution = solution.moves
        boards = replay(puzzle, () if solution is None else (solution := list(solution)))
        self._settling = True
        traits = {"puzzle": puzzle, "moves": solution or (), "at": at, "tiles": puzzle.tiles}
        super().__init__(**traits, **options)
        self._settling = False
        self._settle(boards)

    def _settle(self, boards: Any = None) -> None:
        """Show the position that the moves lead to."""
        boards = replay(self.puzzle, self.moves) if boards is None else boards
        self._settling = True
        try:
            with self.hold_sync():
                self.at = min(self.at, len(self.moves))
                self.tiles = boards[self.at]
                self.set_trait("solved", bool((boards[self.at] == self.puzzle.goal).all()))
        finally:
            self._settling = False

    @traitlets.validate("at")
    def _there(self, proposal: Any) -> int:
        at = int(proposal["value"])
        if not 0 <= at <= len(self.moves):
            made = plural(len(self.moves), "move")
            raise traitlets.TraitError(f"at is {at}, expected 0 to {len(self.moves)}: {made}")
        return at

    @traitlets.observe("puzzle", "moves", "at", "tiles")
    def _changed(self, change: Any) -> None:
        if self._settling:
            return
        if change.name == "puzzle" or (change.name == "tiles" and self.tiles != _grid(self._shown)):
            self._settling = True
            with self.hold_sync():
                if change.name == "tiles":
                    self.puzzle = Puzzle(self.tiles, self.puzzle.goal)
                self.moves, self.at = (), 0
            self._settling = False
        self._settle()

    @property
    def _shown(self) -> Any:
        return replay(self.puzzle, self.moves)[min(self.at, len(self.moves))]

    def _solve(self, content: Mapping[str, Any]) -> dict[str, Any]:
        tiles = as_puzzle(content.get("tiles", ())).tiles
        result = solve(Puzzle(tiles, self.puzzle.goal), time_limit=SECONDS)
        if result.reason is not None:
            raise SearchStopped("stopped", partial=result, reason=result.reason)
        if result.moves is None:
            raise InputError("This arrangement cannot be solved: no moves lead to the goal.")
        return {"moves": result.moves}

    _answers = {"solve": _solve}  # noqa: RUF012

    def __repr__(self) -> str:
        size = f"{self.puzzle.rows}x{self.puzzle.columns}"
        where = "solved" if self.solved else f"move {self.at} of {len(self.moves)}"
        return f"SlidingWidget({size}, {where})"
