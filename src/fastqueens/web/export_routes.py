"""Boards as files to download: text, JSON, pictures, and the steps to the solution as a GIF."""

from __future__ import annotations

import io
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, cast

from starlette.responses import Response

from fastqueens import queens, render
from fastqueens.canvas.annotations import Marks
from fastqueens.canvas.png import need_pillow
from fastqueens.canvas.style import THEMES, Look
from fastqueens.output import dumps
from fastqueens.queens.board.board import Board
from fastqueens.queens.board.drawing import draw
from fastqueens.queens.formats.json import describe_board
from fastqueens.queens.formats.registry import FORMATS, write_boards
from fastqueens.queens.grid.placements import Cell
from fastqueens.queens.logic import engine as logic
from fastqueens.queens.logic.steps import picture_of_step
from fastqueens.results import InputError
from fastqueens.web.queens_routes import LIMITS
from fastqueens.web.request import Asked

__all__ = ["KEYS", "download", "export"]

KEYS = ("format", "board", "boards", "queens", "eliminated", "wrong", "solutions", "theme",
        "letters", "patterns", "axes", "cell", "name", "allow_empty_regions")  # fmt: skip
_KINDS = {
    "txt": "text/plain; charset=utf-8",
    **{name: "text/plain; charset=utf-8" for name in FORMATS if name not in ("text", "npy")},
    "npy": "application/octet-stream",
    "json": "application/json",
    "jsonl": "application/jsonl",
    "svg": "image/svg+xml",
    "png": "image/png",
    "gif": "image/gif",
}
_MOST = 8 * 1024 * 1024  # bytes of an answer
_MAX_CELL, _MAX_PIXELS = 256, 8192  # of a picture: the side of a cell, of all of it
_DELAY = 1200  # milliseconds a step is shown


@dataclass(frozen=True)
class _Wish:
    """How pictures are asked for."""

    kind: str
    cell: int | None
    look: Look

    def words(self) -> dict[str, Any]:
        """Return it as keywords of `render`."""
        look = self.look
        words = {"theme": look.theme, "patterns": look.patterns, "axes": look.axes,
                 "letters": look.letters}  # fmt: skip
        return words if self.cell is None else words | {"cell": self.cell}


def export(asked: Asked) -> Response:
    """Answer ``/api/export``."""
    kind = asked.choice("format", tuple(_KINDS))
    if kind is None:
        raise InputError(f"found no format, expected one of {', '.join(_KINDS)}")
    look = Look(
        theme=cast("Any", asked.choice("theme", THEMES, "light")),
        patterns=asked.flag("patterns"),
        axes=asked.flag("axes"),
        letters=asked.flag("letters"),
    )
    wish = _Wish(kind, asked.whole("cell", None, least=8, most=_MAX_CELL), look)
    try:
        data = _one(asked, wish) if asked["boards"] is None else _several(asked, wish)
    except ImportError as error:  # pictures of pixels need Pillow
        raise InputError(str(error)) from None
    return download(data, asked.text("name", "board", most=80) or "board", kind)


def download(data: str | bytes, name: str, kind: str) -> Response:
    """Return a file as an answer.

    Parameters
    ----------
    data : str or bytes
        What is in it.
    name : str
        Its name, without the ending; what no file name should have is left out.
    kind : str
        The ending, one of those that `export` knows.

    Returns
    -------
    Response

    Raises
    ------
    InputError
        For a file that is too large.
    """
    content = data.encode() if isinstance(data, str) else data
    if len(content) > _MOST:
        raise InputError(f"the file would have {len(content) >> 20} MiB, expected at most 8")
    name = re.sub(r"[^A-Za-z0-9_.-]+", "-", name).strip(".-")
    disposition = f'attachment; filename="{name or "board"}.{kind}"'
    return Response(content, media_type=_KINDS[kind], headers={"content-disposition": disposition})


def _one(asked: Asked, wish: _Wish) -> str | bytes:
    """Write one board with what stands on it."""
    board = asked.board()
    put = asked.cells("queens", board.n)
    if wish.kind == "txt":
        return board.to_text(put) + "\n"
    if wish.kind in ("json", "jsonl"):
        return board.to_json(put) + "\n"
    if wish.kind in FORMATS:
        return write_boards(
            [board.with_position(put, asked.cells("eliminated", board.n)).grid], wish.kind
        )
    _check_pixels(board.n, wish)
    if wish.kind == "gif":
        return _animation(board, wish)
    marks = Marks(
        eliminated=asked.cells("eliminated", board.n), wrong=asked.cells("wrong", board.n)
    )
    paint = render.svg if wish.kind == "svg" else render.png
    drawn: str | bytes = paint(board, put or None, marks=marks, **wish.words())
    return drawn


def _check_pixels(rows: int, wish: _Wish) -> None:
    if wish.cell is not None and rows * wish.cell > _MAX_PIXELS:
        raise InputError(
            f"the picture would be wider than {_MAX_PIXELS:,} pixels: ask for smaller cells"
        )


def _several(asked: Asked, wish: _Wish) -> str | bytes:
    """Write several boards, solved if that is wished."""
    values = asked["boards"]
    if not isinstance(values, list) or not 1 <= len(values) <= LIMITS["boards"]:
        raise InputError(f"boards is no list of 1 to {LIMITS['boards']} boards")
    boards = [asked.board_of(value) for value in values]
    solved: Sequence[list[Cell] | None] = [None] * len(boards)
    if asked.flag("solutions"):
        left = LIMITS["analyse"] / len(boards)
        solved = [queens.solve(board, time_limit=left).cells or None for board in boards]
    pairs = list(zip(boards, solved, strict=True))
    if wish.kind == "jsonl":
        return "".join(dumps(describe_board(board.grid, put)) + "\n" for board, put in pairs)
    if wish.kind == "txt":
        return "\n\n".join(board.to_text(put or []) for board, put in pairs) + "\n"
    if wish.kind in FORMATS:
        grids = [board.with_position(put or []).grid for board, put in pairs]
        return write_boards(grids, wish.kind)
    if wish.kind not in ("svg", "png"):
        raise InputError(f"several boards make no {wish.kind}, expected txt, jsonl, svg or png")
    across = int(len(boards) ** 0.5 + 1) * (max(board.n for board in boards) + 1)
    _check_pixels(across, _Wish(wish.kind, wish.cell or 32, wish.look))
    paint = render.sheet_svg if wish.kind == "svg" else render.sheet_png
    drawn: str | bytes = paint(boards, solved, **wish.words())
    return drawn


def _animation(board: Board, wish: _Wish) -> bytes:
    """Draw the steps that solve a board, one after the other."""
    need_pillow("pictures")
    from PIL import Image

    steps, _ = logic.explained(board, time_limit=LIMITS["position"])
    if not steps:
        raise InputError("found no step to show: no rule says anything of this board")
    cell = wish.cell or max(8, min(48, 960 // board.n))
    frames = []
    for step in steps:
        shown, put, marks = picture_of_step(step)
        picture = draw("png", shown.grid, put, marks, look=wish.look, cell=cell)
        frames.append(Image.open(io.BytesIO(cast(bytes, picture))).convert("RGB"))
        if len(frames) * frames[0].width * frames[0].height > 16 * _MOST:
            raise InputError("the animation would be too large: ask for smaller cells")
    file = io.BytesIO()
    frames[0].save(file, "GIF", save_all=True, append_images=frames[1:], duration=_DELAY, loop=0)
    return file.getvalue()
