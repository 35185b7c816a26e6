"""The legend of a picture: the regions of its board, as text in the PNG file.

Colours alone cannot always say which pieces belong to one region. So our own pictures of boards
with regions in several pieces contain a chunk of type ``tEXt`` with the keyword ``Regions`` and the
rows of the board. A file may contain anything, so a legend is only accepted if it has the form that
we write, and `joined_regions` compares it with the picture.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from fastqueens.connected_pieces import count_pieces_of_regions
from fastqueens.queens.grid.grid import LETTERS, Grid, letters_for

if TYPE_CHECKING:
    from fastqueens.queens.vision.load import Picture

__all__ = ["KEYWORD", "read_legend", "write_legend"]

KEYWORD = "Regions"  # the keyword of the text chunk
_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_MIN_ROWS, _MAX_ROWS = 4, 25  # the boards that can be read from pictures
_MAX_TEXT = _MAX_ROWS * (_MAX_ROWS + 1)  # characters of a legend
_MAX_CHUNKS = 64  # chunks that are examined


def write_legend(grid: Grid) -> str | None:
    r"""Return the legend of a board with regions in several pieces; None for other boards.

    Examples
    --------
    >>> from fastqueens.queens import Board
    >>> write_legend(Board.from_text("XYXX\nXYYY\nZZWW\nZZWW").grid)
    'ABAA\nABBB\nCCDD\nCCDD'
    >>> write_legend(Board.from_text("AB\nAB").grid) is None
    True
    """
    count = len(grid.labels)
    if (
        not _MIN_ROWS <= grid.n <= _MAX_ROWS
        or count != grid.n
        or count_pieces_of_regions(grid.regions).max() == 1
    ):
        return None
    letters = letters_for(count)
    return "\n".join("".join(letters[k] for k in row) for row in grid.regions.tolist())


def read_legend(picture: Picture) -> NDArray[np.uint8] | None:
    """Return the regions in the legend of a picture, or None without a correct legend.

    `picture` is the content of a file, or a Pillow image; other pictures have no legend.
    """
    if isinstance(picture, bytes | bytearray | memoryview):
        texts = list(_texts(bytes(picture)))
    else:
        found = getattr(picture, "info", None)
        text = found.get(KEYWORD) if isinstance(found, dict) else None
        texts = [text] if isinstance(text, str) else []
    return _parse(texts[0]) if len(texts) == 1 else None


def _texts(data: bytes) -> Iterator[str]:
    """Yield the text of each legend before the pixels of a PNG file."""
    if not data.startswith(_SIGNATURE):
        return
    at = len(_SIGNATURE)
    for _ in range(_MAX_CHUNKS):
        head = data[at : at + 8]
        if len(head) < 8 or head[4:] in (b"IDAT", b"IEND"):
            return
        (length,) = struct.unpack(">I", head[:4])
        content = data[at + 8 : at + 8 + min(length, len(KEYWORD) + 1 + _MAX_TEXT)]
        check = data[at + 8 + length : at + 12 + length]
        key, _, text = content.partition(b"\0")
        if (
            head[4:] == b"tEXt"
            and len(content) == length
            and key == KEYWORD.encode()
            and check == struct.pack(">I", zlib.crc32(head[4:] + content))
        ):
            yield text.decode("latin-1")
        at += 12 + length


def _parse(text: str) -> NDArray[np.uint8] | None:
    """Return the regions of a legend in exactly the form that `write_legend` returns."""
    if len(text) > _MAX_TEXT:
        return None
    rows = text.split("\n")
    n = len(rows)
    if not _MIN_ROWS <= n <= _MAX_ROWS or any(len(row) != n for row in rows):
        return None
    order = list(dict.fromkeys("".join(rows)))
    if "".join(order) != LETTERS[:n]:
        return None
    found: NDArray[np.uint8] = np.array([[LETTERS.index(x) for x in row] for row in rows], np.uint8)
    return found if count_pieces_of_regions(found).max() > 1 else None
