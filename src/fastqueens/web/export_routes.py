"""The route that saves boards: text, JSON, pictures, PDF, the steps of a solution as a GIF."""

from __future__ import annotations

import io
import re
from collections.abc import Sequence
from typing import Annotated, Any, cast

from msgspec import Meta

from fastqueens import queens, render
from fastqueens.canvas.annotations import Marks
from fastqueens.canvas.book import MAX_PER_PAGE, PaperName, SolutionsName
from fastqueens.canvas.png import need_pillow
from fastqueens.output import dumps
from fastqueens.queens.board.board import Board
from fastqueens.queens.board.drawing import draw
from fastqueens.queens.formats.json import describe_board
from fastqueens.queens.formats.registry import WRITABLE, write_boards
from fastqueens.queens.grid.placements import Cell
from fastqueens.queens.logic import engine as logic
from fastqueens.queens.logic.steps import picture_of_step
from fastqueens.results import InputError
from fastqueens.validation import check_choice
from fastqueens.web.answers import FileAnswer
from fastqueens.web.queens_routes import LIMITS
from fastqueens.web.request import (
    BoardInput,
    CellInput,
    LookRequest,
    check_cells,
    playable_board,
    read_board,
)

__all__ = ["ExportRequest", "download", "export"]

_CONTENT_TYPES = {
    "txt": "text/plain; charset=utf-8",
    **{name: "text/plain; charset=utf-8" for name in WRITABLE if name not in ("text", "npy")},
    "npy": "application/octet-stream",
    "json": "application/json",
    "jsonl": "application/jsonl",
    "svg": "image/svg+xml",
    "png": "image/png",
    "gif": "image/gif",
    "pdf": "application/pdf",
}
_MAX_FILE = 8 * 1024 * 1024  # the largest file in bytes
_MAX_PIXELS = 8192  # the largest width of a picture
_MAX_GIF_PIXELS = 16 * 8 * 1024 * 1024  # the most pixels of all frames together
_STEP_MS = 1200  # milliseconds that a GIF shows each step


_Caption = Annotated[str, Meta(max_length=80)]


class ExportRequest(LookRequest, kw_only=True):
    """The request of ``/api/export``: `board` with its position, or `boards`."""

    format: str
    board: BoardInput | None = None
    boards: Annotated[list[BoardInput], Meta(min_length=1, max_length=LIMITS["boards"])] | None = (
        None
    )
    queens: Sequence[CellInput] = ()
    eliminated: Sequence[CellInput] = ()
    wrong: Sequence[CellInput] = ()
    solutions: bool = False
    cell: Annotated[int, Meta(ge=8, le=256)] | None = None
    name: Annotated[str, Meta(max_length=80)] = "board"
    title: Annotated[str, Meta(max_length=80)] | None = None
    captions: Annotated[tuple[_Caption, ...], Meta(max_length=LIMITS["boards"])] = ()
    per_page: Annotated[int, Meta(ge=1, le=MAX_PER_PAGE)] | None = None
    paper: PaperName = "A4"
    allow_empty_regions: bool = False

    def playable_board(self, value: str | dict[str, Any]) -> Board:
        """Return a board of the request."""
        return playable_board(read_board(value), self.allow_empty_regions)

    def render_words(self) -> dict[str, Any]:
        """Return the look as keyword arguments for the functions of `render`."""
        words: dict[str, Any] = {
            "theme": self.theme,
            "patterns": self.patterns,
            "axes": self.axes,
            "letters": self.letters,
        }
        return words if self.cell is None else words | {"cell": self.cell}

    def page_words(self) -> dict[str, Any]:
        """Return the look and the pages as keyword arguments for `render.book`."""
        words = self.render_words()
        words.pop("cell", None)
        pages = {"title": self.title, "per_page": self.per_page, "paper": self.paper}
        return words | pages


def export(request: ExportRequest) -> FileAnswer:
    """Answer ``/api/export``."""
    check_choice(request.format, "format", _CONTENT_TYPES)
    data = _write_boards(request) if request.boards is not None else _write_board(request)
    return download(data, request.name, request.format)


def download(data: str | bytes, name: str, kind: str) -> FileAnswer:
    """Return a file as an answer."""
    content = data.encode() if isinstance(data, str) else data
    if len(content) > _MAX_FILE:
        raise InputError(f"the file would have {len(content) >> 20} MiB, expected at most 8")
    name = re.sub(r"[^A-Za-z0-9_.-]+", "-", name).strip(".-")
    return FileAnswer(content, _CONTENT_TYPES[kind], f"{name or 'board'}.{kind}")


def _write_board(request: ExportRequest) -> str | bytes:
    """Write one board with its position."""
    if request.board is None:
        raise InputError("the request has no board")
    board, kind = request.playable_board(request.board), request.format
    placed = check_cells("queens", request.queens, board.n)
    eliminated = check_cells("eliminated", request.eliminated, board.n)
    if kind == "txt":
        return board.to_text(placed) + "\n"
    if kind in ("json", "jsonl"):
        return board.to_json(placed) + "\n"
    if kind in WRITABLE:
        return write_boards([board.with_position(placed, eliminated).grid], kind)
    if kind == "pdf":
        marks = Marks(eliminated=eliminated)
        return render.book([board], [placed], marks=[marks], **request.page_words())
    _check_width(board.n, request.cell)
    if kind == "gif":
        return _animate_steps(board, request)
    marks = Marks(eliminated=eliminated, wrong=check_cells("wrong", request.wrong, board.n))
    paint = render.svg if kind == "svg" else render.png
    drawn: str | bytes = paint(board, placed or None, marks=marks, **request.render_words())
    return drawn


def _check_width(rows: int, cell: int | None) -> None:
    if cell is not None and rows * cell > _MAX_PIXELS:
        raise InputError(
            f"the picture would be wider than {_MAX_PIXELS:,} pixels: ask for smaller cells"
        )


def _write_boards(request: ExportRequest) -> str | bytes:
    """Write several boards, each with its solution if the request asks for solutions."""
    boards, kind = [request.playable_board(value) for value in request.boards or ()], request.format
    solutions: Sequence[list[Cell] | None] = [None] * len(boards)
    if request.solutions:
        limit = LIMITS["analyse"] / len(boards)
        solutions = [queens.solve(board, time_limit=limit).cells or None for board in boards]
    pairs = list(zip(boards, solutions, strict=True))
    if kind == "jsonl":
        return "".join(dumps(describe_board(board.grid, placed)) + "\n" for board, placed in pairs)
    if kind == "txt":
        return "\n\n".join(board.to_text(placed or []) for board, placed in pairs) + "\n"
    if kind in WRITABLE:
        grids = [board.with_position(placed or []).grid for board, placed in pairs]
        return write_boards(grids, kind)
    if kind == "pdf":
        solved = [board.with_position(placed) if placed else board for board, placed in pairs]
        where: SolutionsName = "end" if request.solutions else "none"
        words = request.page_words()
        return render.book(solved, captions=request.captions, solutions=where, **words)
    if kind not in ("svg", "png"):
        raise InputError(
            f"several boards cannot be written as {kind}, expected txt, jsonl, svg, png or pdf"
        )
    rows_of_sheet = int(len(boards) ** 0.5 + 1) * (max(board.n for board in boards) + 1)
    _check_width(rows_of_sheet, request.cell or 32)
    paint = render.sheet_svg if kind == "svg" else render.sheet_png
    drawn: str | bytes = paint(boards, solutions, **request.render_words())
    return drawn


def _animate_steps(board: Board, request: ExportRequest) -> bytes:
    """Draw the steps that solve a board, one after the other."""
    need_pillow("animations need")
    from PIL import Image

    steps, _ = logic.explained(board, time_limit=LIMITS["position"])
    if not steps:
        raise InputError("found no step to show: no rule applies to this board")
    cell = request.cell or max(8, min(48, 960 // board.n))
    frames = []
    for step in steps:
        drawn_board, placed, marks = picture_of_step(step)
        picture = draw("png", drawn_board.grid, placed, marks, look=request.look(), cell=cell)
        frames.append(Image.open(io.BytesIO(cast(bytes, picture))).convert("RGB"))
        if len(frames) * frames[0].width * frames[0].height > _MAX_GIF_PIXELS:
            raise InputError("the animation would be too large: ask for smaller cells")
    file = io.BytesIO()
    frames[0].save(file, "GIF", save_all=True, append_images=frames[1:], duration=_STEP_MS, loop=0)
    return file.getvalue()
