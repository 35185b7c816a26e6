"""Lists of boards that a notebook shows as a sheet of pictures."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from fastqueens.canvas.displayed import DisplayedList
from fastqueens.queens.board.board import Board
from fastqueens.queens.board.drawing import MAX_SHOWN, draw_sheet
from fastqueens.validation import join_and, plural

if TYPE_CHECKING:
    from fastqueens.canvas.drawable import Kind
    from fastqueens.canvas.style import ThemeName

__all__ = ["BoardList", "note_of_boards"]


class BoardList(DisplayedList[Board]):
    r"""A list of boards. A notebook shows the first ones side by side.

    Examples
    --------
    >>> boards = BoardList([Board.from_text("AB\nAB"), Board.from_text("AA\nBB")])
    >>> boards._display_note(), boards == list(boards)
    ('2 boards of 2 rows.', True)
    """

    __slots__ = ()

    def _draw(self, kind: Kind, theme: ThemeName = "light") -> str | bytes | None:
        if not self:
            return None
        shown = [
            (board.grid, board.grid.placements[0] if board.grid.placements else None, None, str(k))
            for k, board in enumerate(self[:MAX_SHOWN])
        ]
        return draw_sheet(kind, shown, theme=theme)

    def _display_svg(self, theme: ThemeName) -> str | None:
        drawn = self._draw("svg", theme)
        return drawn if isinstance(drawn, str) else None

    def _display_png(self) -> bytes | None:
        drawn = self._draw("png")
        return drawn if isinstance(drawn, bytes) else None

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
