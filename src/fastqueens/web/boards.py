"""The route that reads boards from text, links and files, and describes them for the page."""

from __future__ import annotations

import re
from base64 import b64decode
from binascii import Error as Base64Error
from collections.abc import Callable, Sequence
from dataclasses import replace
from threading import Lock
from typing import Annotated, Any

from msgspec import Meta

from fastqueens import input_limits as limits
from fastqueens import queens
from fastqueens.input import Input
from fastqueens.queens.board.board import Board
from fastqueens.queens.formats.json import describe_board
from fastqueens.queens.formats.registry import find_boards
from fastqueens.queens.grid.grid import Grid, letters_for
from fastqueens.queens.vision import Detection, detect_boards
from fastqueens.results import InputError
from fastqueens.validation import describe
from fastqueens.web.request import RouteRequest, playable_board
from fastqueens.web.url_codec import decode, decode_state, encode, encode_state, find

__all__ = ["MAX_BOARDS", "ParseRequest", "describe_grid", "describe_level", "parse"]

MAX_BOARDS = limits.BOARDS_ON_THE_PAGE
_PICTURE_STARTS = (b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"RIFF", b"BM")
_PICTURE_LOCK = Lock()  # reading a picture may take 300 MB, so one picture is read at a time
_LEVEL_LINK = re.compile(r"(?:\S*[#/])?play/([0-9]{1,2}(?:/[0-9])?-[0-9]{3})(?:[?&]\S*)?")


class ParseRequest(RouteRequest):
    """The request of ``/api/parse``: a text, or a file in base64."""

    text: str | None = None
    image: str | None = None
    stars: Annotated[int, Meta(ge=1, le=queens.MAX_STARS)] | None = None
    allow_empty_regions: bool = False


def describe_grid(grid: Grid, allow_empty_regions: bool = False) -> dict[str, Any]:
    """Return a board in the form of an answer; docs/web-api.md describes the keys."""
    problem = None
    try:
        board = playable_board(grid, allow_empty_regions)
    except InputError as error:  # the player can still edit the board in Draw
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
    """Return a level in the form of an answer."""
    return {
        "name": level.name,
        "tier": level.difficulty,
        "score": level.score,
        "code": encode(level.board.regions, level.board.stars),
    }


def parse(request: ParseRequest) -> dict[str, Any]:
    """Answer ``/api/parse``."""
    stars, loose = request.stars, request.allow_empty_regions
    if request.text is not None and request.image is not None:
        raise InputError("found text and image, expected one of them")

    def describe_read(grid: Grid) -> dict[str, Any]:
        rules = queens.RuleOverrides(stars).apply(grid.rules)
        return describe_grid(replace(grid, rules=rules), loose)

    if request.image is not None:
        data = _decode_base64(request.image)
        if data.startswith(_PICTURE_STARTS):
            return _read_picture(data, stars, loose)
        return _read_file(data, describe_read)
    if request.text is None:
        raise InputError("found neither text nor image, expected one of them")
    text = request.text.strip()
    link, level = find(text), _LEVEL_LINK.fullmatch(text)
    if link is not None:
        grid = decode(link[0])
        if link[1] is not None:
            decode_state(len(grid.regions), link[1])  # raises `InputError` for a damaged state
        return _answer([describe_read(grid)], state=link[1])
    if level:
        boards = {x.name: x.board for x in queens.levels(stars=None)}
        if level[1] not in boards:
            raise InputError(f"found no level named {level[1]!r}")
        board = boards[level[1]]
        return _answer([describe_read(Grid(board.regions, board.labels, board.rules))])
    return _read_file(request.text, describe_read)


def _answer(
    boards: list[dict[str, Any]],
    refused: Sequence[dict[str, Any]] = (),
    more: int = 0,
    state: str | None = None,
) -> dict[str, Any]:
    if len(boards) == 1 and state is None:
        state = _unfinished_position(boards[0])
    return {"boards": boards, "refused": refused, "more": more, "state": state}


def _unfinished_position(board: dict[str, Any]) -> str | None:
    """Return the position in a file; None for a solution, because the player must find it."""
    placements, eliminated = board["placements"], board["eliminated"]
    placed = placements[0] if len(placements) == 1 else []
    if not (placed or eliminated) or len(placed) >= board["n"] * board["stars"]:
        return None
    return encode_state(board["n"], placed, [cell for cell in eliminated if cell not in placed])


def _read_file(
    content: bytes | str, describe_read: Callable[[Grid], dict[str, Any]]
) -> dict[str, Any]:
    """Read the boards in the content of a file."""
    boards: list[dict[str, Any]] = []
    refused: list[dict[str, Any]] = []
    found = find_boards(Input(content))
    first: InputError | None = None
    for board in found[:MAX_BOARDS]:
        try:
            boards.append(describe_read(board.read()))
        except InputError as error:
            first = first or error
            place = {"line": error.line, "column": error.column}
            refused.append({"number": board.number, "error": str(error), **place})
    if not boards and first is not None:
        raise first
    return _answer(boards, refused, max(0, len(found) - MAX_BOARDS))


def _decode_base64(text: str) -> bytes:
    """Return the bytes of base64, with or without the beginning of a data URL."""
    try:
        return b64decode(text.partition(",")[2] if "," in text else text, validate=True)
    except (Base64Error, ValueError):
        raise InputError(f"found {describe(text[:20])}, expected a file in base64") from None


def _read_picture(data: bytes, stars: int | None, loose: bool) -> dict[str, Any]:
    """Read the boards of a picture; the answer names the doubtful cells for the player to check."""
    with _PICTURE_LOCK:
        found = detect_boards(data, stars)
    return _answer([_describe_detection(board, loose) for board in found])


def _describe_detection(found: Detection, loose: bool) -> dict[str, Any]:
    """Return a board of a picture in the form of an answer, even if it is uncertain."""
    labels = letters_for(int(found.regions.max()) + 1)
    placements = (found.queens,) if found.queens else ()
    grid = Grid(found.regions, labels, queens.Rules(found.stars), placements, found.marks)
    board = describe_grid(grid, loose)
    board["problem"] = board["problem"] or found.problem
    return board | {"note": found.note, "doubtful": [list(cell) for cell in found.doubtful]}
