"""Find all boards of a page that shows several boards of about the same size."""

from __future__ import annotations

from dataclasses import replace
from pathlib import PurePath

import numpy as np
from numpy.typing import NDArray

from fastqueens.queens.grid.grid import Grid
from fastqueens.queens.vision.detect import (
    MIN_TRUSTED_ROWS,
    UNREAD,
    Detection,
    detect_board,
    grid_from_detection,
)
from fastqueens.queens.vision.legend import read_legend
from fastqueens.queens.vision.load import (
    Picture,
    Pixels,
    open_picture,
    read_picture,
    require_image_packages,
)
from fastqueens.results import InputError

__all__ = ["detect_boards", "detect_only_board", "grid_from_image"]

_EDGE_THRESHOLD = 24  # minimum difference between neighbouring pixels at an edge, of 255
_MIN_CLOSED, _CLOSED_PART = 5, 160  # gaps in edges are closed: pixels, and part of the page
_MIN_SIDE = 40  # pixels of the smallest board
_SCALED_CELL = 16  # pixels of the cells of the first board, in the picture scaled for the search
_MAX_SQUARES = 60  # more squares of a size are keys, icons or noise
_MAX_RATIO = 2.0  # maximum ratio between the sides of boards of one page
_MIN_INNER = 0.2  # a square around smaller squares of this share of its side is a card
_MIN_ROOM = 2.05  # the page has room for a second board if it is this many boards wide or high
_MIN_PAGE_SIDE, _MAX_PAGE_RATIO = 1000, 1.7  # pixels and shape of a page full of boards
_MIN_PAGE_BOARDS = 4  # boards of such a page
_MIN_FILLED = 0.25  # minimum share of the page that its boards fill
_SEARCHED_SIDE = 1400  # pixels of the longer side of a page in the search for squares
_ROW = 0.5  # boards are in one row if their tops differ by less than this share of their height
_Box = tuple[int, int, int, int]  # left, top, width, height


def detect_boards(
    picture: Picture, stars: int | None = None, *, source: str | None = None
) -> list[Detection]:
    """Detect the boards of a page, in reading order; most pictures have one.

    If several squares of the page hold certain boards, each square that holds a grid is a board.
    Otherwise the page has one board: the result of `detect_board`, which raises `InputError`
    if there is none.
    """
    require_image_packages()
    picture, source = read_picture(picture, source)
    legend = read_legend(picture)
    pixels = open_picture(picture, source=source)
    del picture  # the content of a large file is not needed any more
    if boards := _read_full_page(pixels, stars):
        return boards
    first: Detection | None = None
    missing: InputError | None = None
    try:
        first = detect_board(pixels, stars, source=source, legend=legend)
    except InputError as error:
        missing = error
    if first is None or _has_room(first):
        found = [
            board
            for box in _find_squares(pixels, _scale(first))
            if (board := _read_square(pixels, box, stars))
        ]
        found = [board for board in found if _is_trusted(board)]
        sizes = {board.n for board in found if board.problem is None}
        if sum(board.problem is None for board in found) > 1:
            return [x for x in found if x.problem is None or x.n in sizes]
    if first is None:
        assert missing is not None
        raise missing
    return [first]


def _read_full_page(pixels: Pixels, stars: int | None) -> list[Detection]:
    """Return the boards of a page full of boards, or none if the picture shows anything else.

    Such a page takes long to search as a whole, because no board in it is the main one.
    """
    short, long = sorted(pixels.shape[:2])
    if long < _MIN_PAGE_SIDE or long > _MAX_PAGE_RATIO * short:
        return []
    boxes = _find_squares(pixels, min(1.0, _SEARCHED_SIDE / long))
    filled = sum(width * height for *_, width, height in boxes)
    if len(boxes) < _MIN_PAGE_BOARDS or filled < _MIN_FILLED * short * long:
        return []
    found: list[Detection] = []
    for box in boxes:
        board = _read_square(pixels, box, stars)
        if board is not None and board.problem is None and _is_trusted(board):
            found.append(board)
        else:
            return []
    return found


def detect_only_board(
    picture: Picture, stars: int | None = None, *, source: str | None = None
) -> Detection:
    """Detect the board of a picture; raise `InputError` if the picture shows several boards."""
    found = detect_boards(picture, stars, source=source)
    if len(found) > 1:
        name = "page.png" if source is None or source.startswith("<") else PurePath(source).name
        raise InputError(
            f"found {len(found)} boards, expected one; read_boards reads all of them, and commands "
            f"accept {name}:2 for the second board",
            source=source,
        )
    return found[0]


def grid_from_image(
    picture: Picture, stars: int | None = None, *, source: str | None = None
) -> Grid:
    """Read the board of a picture; see `fastqueens.queens.Board.from_image`."""
    return grid_from_detection(detect_only_board(picture, stars, source=source), source=source)


def _is_trusted(board: Detection) -> bool:
    """Return whether a part of a page is too large or too clear to be an icon."""
    unique = board.note is None or board.note.startswith(UNREAD)
    return board.n >= MIN_TRUSTED_ROWS or (board.by != "colours" and unique)


def _has_room(board: Detection) -> bool:
    """Return whether the page is large enough for a second board of the same size."""
    return bool(max(board.pixels.shape[:2]) >= _MIN_ROOM * _side(board))


def _side(board: Detection) -> float:
    """Return the side of a board in pixels."""
    ends = np.array([[0, 0, 1], [board.n, board.n, 1]]) @ board.matrix.T
    return float(np.ptp(ends[:, :2] / ends[:, 2:], axis=0).max())


def _scale(board: Detection | None) -> float:
    """Return the scale at which the frames of boards like this one are still seen."""
    return 1.0 if board is None else min(1.0, _SCALED_CELL * board.n / _side(board))


def _find_squares(pixels: Pixels, scale: float) -> list[_Box]:
    """Return the largest set of squares of about the same size, in reading order."""
    import cv2

    from fastqueens.queens.vision.scaling import find_gradient, shrink

    pixels = shrink(pixels, scale)
    edges = (find_gradient(pixels, 2) > _EDGE_THRESHOLD).astype(np.uint8)
    # Both edges of a thick frame, and the edges inside it, become one part.
    width = max(_MIN_CLOSED, max(pixels.shape[:2]) // _CLOSED_PART)
    edges = cv2.morphologyEx(edges, cv2.MORPH_CLOSE, np.ones((width, width), np.uint8))
    _, _, found, _ = cv2.connectedComponentsWithStats(edges, connectivity=8)
    boxes = found[1:, :4]
    low, high = boxes[:, 2:].min(axis=1), boxes[:, 2:].max(axis=1)
    boxes = boxes[(low >= _MIN_SIDE) & (high <= 1.1 * low)]
    boxes = boxes[np.argsort(-boxes[:, 2], kind="stable")]
    outer = [box for box in boxes if not _is_card(box, boxes)]
    outer = [box for k, box in enumerate(outer) if not any(_contains(x, box) for x in outer[:k])]
    sets = [
        [x for x in outer if box[2] / _MAX_RATIO <= x[2] <= box[2]] for box in outer
    ]  # the largest board of each set is `box`
    best = max(sets, key=len, default=[])
    if not 2 <= len(best) <= _MAX_SQUARES:
        return []
    return _reading_order([np.rint(box / scale).astype(np.int32) for box in best])


def _contains(outer: NDArray[np.int32], inner: NDArray[np.int32]) -> bool:
    """Return whether a box contains another box."""
    return bool(
        (outer[:2] <= inner[:2]).all()
        and (outer[:2] + outer[2:] >= inner[:2] + inner[2:]).all()
        and outer[2] > inner[2]
    )


def _is_card(box: NDArray[np.int32], boxes: NDArray[np.int32]) -> bool:
    """Return whether a square is a frame around large squares."""
    return any(x[2] >= _MIN_INNER * box[2] and _contains(box, x) for x in boxes)


def _reading_order(boxes: list[NDArray[np.int32]]) -> list[_Box]:
    """Sort boxes by rows from the top, and from the left in each row."""
    rows: list[list[_Box]] = []
    for left, top, width, height in sorted((x.tolist() for x in boxes), key=lambda x: x[1]):
        if not rows or top - rows[-1][0][1] > _ROW * height:
            rows.append([])
        rows[-1].append((left, top, width, height))
    return [box for row in rows for box in sorted(row)]


def _read_square(pixels: Pixels, box: _Box, stars: int | None) -> Detection | None:
    """Read the board in a square of a page, or return None if it holds no grid."""
    left, top, width, height = box
    room = round(0.06 * width)  # half a cell or less, so that no neighbour is seen
    x, y = max(0, left - room), max(0, top - room)
    part = pixels[y : top + height + room, x : left + width + room]
    try:
        board = detect_board(np.ascontiguousarray(part), stars)
    except InputError:
        return None
    moved = np.array([[1, 0, x], [0, 1, y], [0, 0, 1.0]]) @ board.matrix
    return replace(board, matrix=moved, pixels=pixels)
