"""Boards as the page gets them, and what the page sends to be read as a board."""

from __future__ import annotations

import re
from base64 import b64decode
from binascii import Error as Base64Error
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from fastqueens import queens
from fastqueens.checks import describe
from fastqueens.queens.board import Board
from fastqueens.queens.formats import grids_from_bytes
from fastqueens.queens.grid import Grid
from fastqueens.queens.writing import describe_board
from fastqueens.results import InputError
from fastqueens.web.asked import Asked, playable_of
from fastqueens.web.codec import decode, decode_state, encode, find

__all__ = ["MOST", "describe_level", "parse", "told"]

MOST = 500  # boards that are read from one file
_LEVEL = re.compile(r"(?:\S*[#/])?play/([0-9]{1,2}(?:/[0-9])?-[0-9]{3})(?:[?&]\S*)?")


def told(grid: Grid, at_most_one: bool = False) -> dict[str, Any]:
    """Return a board as the page gets it; docs/web-api.md says what is in it."""
    problem = None
    try:
        board = playable_of(grid, at_most_one)
    except InputError as error:  # it can be drawn on nevertheless
        problem = error.message
        board = Board(replace(grid, stars=1), at_most_one=True)
    described = describe_board(board) | {"stars": grid.stars or 1}
    if not (at_most_one or grid.at_most_one):
        described.pop("at_most_one", None)
    return {
        "code": encode(grid.regions, grid.stars or 1),
        **described,
        "letters": board.letters,
        "names": board.names,
        "given": [[list(cell) for cell in cells] for cells in grid.given],
        "problem": problem,
    }


def describe_level(level: queens.Level) -> dict[str, Any]:
    """Return a level as the page gets it."""
    return {
        "name": level.name,
        "tier": level.difficulty,
        "score": level.score,
        "code": encode(level.board.regions, level.board.stars),
    }


def parse(asked: Asked) -> dict[str, Any]:
    """Answer ``/api/parse``."""
    text, image = asked.text("text"), asked.text("image")
    if (text is None) == (image is None):
        found = "neither text nor image" if text is None else "text and image"
        raise InputError(f"found {found}, expected one of them")
    stars = asked.whole("stars", None, least=1, most=queens.MOST_STARS)
    loose = asked.flag("at_most_one")

    def shown(grid: Grid) -> dict[str, Any]:
        return told(grid if stars is None else replace(grid, stars=stars), loose)

    if image is not None:
        return _answer([shown(_of_image(image))])
    link = find(text or "")
    if link is not None:
        grid = decode(link[0])
        answer = _answer([shown(grid)])
        if link[1] is not None:
            put, marks = decode_state(len(grid.regions), link[1])
            answer["state"] = {"queens": put, "crossed": marks}
        return answer
    level = _LEVEL.fullmatch((text or "").strip())
    if level:
        known = {x.name: x.board for x in queens.levels(stars=None)}
        if level[1] not in known:
            raise InputError(f"found no level named {level[1]!r}")
        board = known[level[1]]
        return _answer([shown(Grid(board.regions, board.labels, board.stars))])
    return _read((text or "").encode("utf-8", "surrogatepass"), shown)


def _read(data: bytes, shown: Callable[[Grid], dict[str, Any]]) -> dict[str, Any]:
    """Read the boards in the content of a file."""
    boards, refused = [], []
    readers = grids_from_bytes(data)
    first: InputError | None = None
    for number, read in readers[:MOST]:
        try:
            boards.append(shown(read()))
        except InputError as error:
            first = first or error
            place = {"line": error.line, "column": error.column}
            refused.append({"number": number, "error": str(error), **place})
    if not boards and first is not None:
        raise first
    return _answer(boards, refused, max(0, len(readers) - MOST))


def _answer(
    boards: list[dict[str, Any]], refused: list[dict[str, Any]] | None = None, more: int = 0
) -> dict[str, Any]:
    return {"boards": boards, "refused": refused or [], "more": more, "state": None}


def _of_image(text: str) -> Grid:
    """Read the picture of a board."""
    try:
        data = b64decode(
            text.partition(",")[2] if text.startswith("data:") else text, validate=True
        )
    except (Base64Error, ValueError):
        raise InputError(f"found {describe(text[:20])}, expected a picture in base64") from None
    if not hasattr(Board, "from_image"):
        raise InputError("this version reads no pictures: draw the board instead")
    board = Board.from_image(data)
    return Grid(board.regions, board.labels, board.stars)
