"""Boards as the page gets them, and what the page sends to be read as a board."""

from __future__ import annotations

import re
from base64 import b64decode
from binascii import Error as Base64Error
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from fastqueens import input_limits as limits
from fastqueens import queens
from fastqueens.queens.board.board import Board
from fastqueens.queens.formats.registry import grids_from_bytes
from fastqueens.queens.formats.writers import describe_board
from fastqueens.queens.grid.grid import Grid, letters_for
from fastqueens.results import InputError
from fastqueens.validation import describe
from fastqueens.web.request import Asked, playable_of
from fastqueens.web.url_codec import decode, decode_state, encode, encode_state, find

__all__ = ["MOST", "describe_level", "parse", "told"]

MOST = limits.BOARDS_ON_THE_PAGE
_PICTURES = (b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"RIFF", b"BM")  # how they begin
_LEVEL = re.compile(r"(?:\S*[#/])?play/([0-9]{1,2}(?:/[0-9])?-[0-9]{3})(?:[?&]\S*)?")


def told(grid: Grid, allow_empty_regions: bool = False) -> dict[str, Any]:
    """Return a board as the page gets it; docs/web-api.md says what is in it."""
    problem = None
    try:
        board = playable_of(grid, allow_empty_regions)
    except InputError as error:  # it can be drawn on nevertheless
        problem = error.message
        board = Board(grid, queens.Rules(allow_empty_regions=True))
    described = describe_board(board.grid) | {"stars": grid.stars}
    if not (allow_empty_regions or grid.rules.allow_empty_regions):
        described.pop("allow_empty_regions", None)
    return {
        "code": encode(grid.regions, grid.stars),
        **described,
        "letters": board.letters,
        "names": board.names,
        "placements": [[list(cell) for cell in cells] for cells in grid.placements],
        "eliminated": [list(cell) for cell in grid.eliminated],
        "format": grid.format,
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
    stars = asked.whole("stars", None, least=1, most=queens.MAX_STARS)
    loose = asked.flag("allow_empty_regions")

    def shown(grid: Grid) -> dict[str, Any]:
        return told(replace(grid, rules=queens.RuleOverrides(stars).apply(grid.rules)), loose)

    if image is not None:
        data = _bytes_of(image)
        return _pictured(data, stars, loose) if data.startswith(_PICTURES) else _read(data, shown)
    given = (text or "").strip()
    link, level = find(given), _LEVEL.fullmatch(given)
    if link is not None:
        grid = decode(link[0])
        if link[1] is not None:
            decode_state(len(grid.regions), link[1])  # refuses one that is damaged
        return _answer([shown(grid)], state=link[1])
    if level:
        known = {x.name: x.board for x in queens.levels(stars=None)}
        if level[1] not in known:
            raise InputError(f"found no level named {level[1]!r}")
        board = known[level[1]]
        return _answer([shown(Grid(board.regions, board.labels, board.rules))])
    return _read((text or "").encode("utf-8", "surrogatepass"), shown)


def _answer(
    boards: list[dict[str, Any]],
    refused: Sequence[dict[str, Any]] = (),
    more: int = 0,
    state: str | None = None,
) -> dict[str, Any]:
    if len(boards) == 1 and state is None:
        state = _state(boards[0])
    return {"boards": boards, "refused": refused, "more": more, "state": state}


def _state(board: dict[str, Any]) -> str | None:
    """Return the position that came with a board; a solution is none, it would tell too much."""
    given, eliminated = board["placements"], board["eliminated"]
    put = given[0] if len(given) == 1 else []
    if not (put or eliminated) or len(put) >= board["n"] * board["stars"]:
        return None
    return encode_state(board["n"], put, [cell for cell in eliminated if cell not in put])


def _read(data: bytes, shown: Callable[[Grid], dict[str, Any]]) -> dict[str, Any]:
    """Read the boards in the content of a file."""
    boards: list[dict[str, Any]] = []
    refused: list[dict[str, Any]] = []
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


def _bytes_of(text: str) -> bytes:
    try:
        return b64decode(text.partition(",")[2] if "," in text else text, validate=True)
    except (Base64Error, ValueError):
        raise InputError(f"found {describe(text[:20])}, expected a file in base64") from None


def _pictured(data: bytes, stars: int | None, loose: bool) -> dict[str, Any]:
    """Read a board off a picture, sure or not: the doubtful cells are for the player to mend."""
    read: Any = getattr(queens, "read_image", None)
    if read is None:
        raise InputError("this version reads no pictures: draw the board instead")
    try:
        found = read(data, stars=stars)
    except ImportError as error:  # what pictures need is an extra of its own
        raise InputError(str(error)) from None
    labels = letters_for(int(found.regions.max()) + 1)
    put, marks = tuple(found.queens), tuple(found.marks)
    placements = (put,) if put else ()
    grid = Grid(found.regions, labels, queens.Rules(found.stars), placements, marks)
    board = told(grid, loose)
    board["problem"] = board["problem"] or found.problem
    return _answer([board | {"doubtful": [list(cell) for cell in found.doubtful]}])
