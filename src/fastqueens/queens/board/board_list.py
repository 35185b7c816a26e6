"""Lists of boards that a notebook shows as a sheet of pictures."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, TypeVar, cast

from fastqueens.canvas.displayed import DisplayedList
from fastqueens.queens.board.board import Board
from fastqueens.queens.board.drawing import MAX_SHOWN, ShownBoard, draw_sheet
from fastqueens.validation import join_and, plural

if TYPE_CHECKING:
    from fastqueens.canvas.style import ThemeName

__all__ = ["BoardList", "SheetList", "note_of_boards"]

Item = TypeVar("Item")


class SheetList(DisplayedList[Item]):
    """A list that a notebook shows as a sheet: its first boards, side by side."""

    __slots__ = ()

    def _shown(self) -> list[ShownBoard]:
        """Return the boards of the sheet; without boards there is no picture."""
        raise NotImplementedError

    def _display_svg(self, theme: ThemeName) -> str | None:
        shown = self._shown()
        return str(draw_sheet("svg", shown, theme=theme)) if shown else None

    def _display_png(self) -> bytes | None:
        shown = self._shown()
        return cast("bytes", draw_sheet("png", shown, theme="light")) if shown else None


class BoardList(SheetList[Board]):
    r"""A list of boards. A notebook shows the first ones side by side.

    Examples
    --------
    >>> boards = BoardList([Board.from_text("AB\nAB"), Board.from_text("AA\nBB")])
    >>> boards._display_note(), boards == list(boards)
    ('2 boards of 2 rows.', True)
    """

    __slots__ = ()

    def _shown(self) -> list[ShownBoard]:
        return [
            (board.grid, board.grid.placements[0] if board.grid.placements else None, None, str(k))
            for k, board in enumerate(self[:MAX_SHOWN])
        ]

    def _display_note(self) -> str:
        return note_of_boards(list(self))

    def _display_text(self) -> str:
        parts = [f"{k}\n{board}" for k, board in enumerate(self[:MAX_SHOWN])]
        return "\n\n".join([*parts, self._display_note()])


def note_of_boards(boards: list[Board]) -> str:
    """Say how many boards there are of each size, and how many of them are shown."""
    sizes = Counter((board.n, board.stars) for board in boards)
    parts = [
        f"{plural(many, 'board')} of {plural(n, 'row')}" + f" and {stars} stars" * (stars > 1)
        for (n, stars), many in sizes.items()
    ]
    note = f"{join_and(parts) if parts else 'No boards'}."
    return note + f" Shown: the first {MAX_SHOWN}." * (len(boards) > MAX_SHOWN)
