"""The route that recognises a board: the same puzzle as a level, or as a board of the reader."""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated, Any

import numpy as np
from msgspec import Meta, Struct

from fastqueens import queens
from fastqueens.queens.board.board import Board
from fastqueens.web.request import BoardInput, BoardRequest, read_board

__all__ = ["KnownRequest", "known", "level_like"]

_MAX_BOARDS = 500  # the page keeps at most as many


class NamedBoard(Struct, forbid_unknown_fields=True):
    """A board that the reader has kept."""

    name: Annotated[str, Meta(max_length=200)]
    board: BoardInput


class KnownRequest(BoardRequest):
    """The request of ``/api/known``: a board, and the boards of the reader."""

    boards: Annotated[tuple[NamedBoard, ...], Meta(max_length=_MAX_BOARDS)] = ()


def known(request: KnownRequest) -> dict[str, Any]:
    """Answer ``/api/known``."""
    board = request.playable_board()
    level = level_like(board)
    if level is not None:
        return {"level": True, **level}
    mark = queens.canonical_hash(board)
    for item in request.boards:
        grid = read_board(item.board)
        if len(grid.regions) != board.n or grid.stars != board.stars:
            continue
        other = Board(grid, queens.Rules(grid.stars, allow_empty_regions=True))
        if queens.canonical_hash(other) == mark:
            return {"level": False, "name": item.name, "how": _symmetry(other, board)}
    return {"level": False, "name": None, "how": None}


def level_like(board: Board, mark: str | None = None) -> dict[str, str] | None:
    """Return the name of the level that is the same puzzle and how it is turned, or None."""
    level = _levels().get(mark or queens.canonical_hash(board))
    if level is None:
        return None
    return {"name": level.name, "how": _symmetry(level.board, board)}


@lru_cache(maxsize=1)
def _levels() -> dict[str, queens.Level]:
    return {queens.canonical_hash(level.board): level for level in queens.levels(stars=None)}


def _symmetry(start: Board, end: Board) -> str:
    """Return the rotation or reflection that turns a board into another, in words."""
    turns = ["", "turned by 90 degrees", "turned by 180 degrees", "turned by 270 degrees"]
    mirrors = ["mirrored left to right", "mirrored in one diagonal", "mirrored top to bottom",
               "mirrored in the other diagonal"]  # fmt: skip
    for regions, words in ((start.regions, turns), (np.fliplr(start.regions), mirrors)):
        for k, text in enumerate(words):
            # np.rot90 turns to the left; the names count to the right.
            if Board.from_array(np.rot90(regions, -k)).regions.tolist() == end.regions.tolist():
                return text
    return ""
