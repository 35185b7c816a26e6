"""Masks of given cells: motifs, words, drawings."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeAlias, cast

import numpy as np
from numpy.typing import NDArray

from fastqueens.connected_pieces import count_pieces_of_regions
from fastqueens.results import InputError
from fastqueens.validation import check_items, did_you_mean, plural, quote

__all__ = ["FREE", "MOTIFS", "Mask", "Motif", "read_drawing", "read_motifs"]

FREE = 255  # FQ_NOT_GIVEN
_FREE_SIGNS = ".?"
_WORD = "word:"

# A text of rows, or its rows.
Mask: TypeAlias = str | Sequence[str]
# A name, a word, a mask, or a sequence of names and masks. Here a mask must be a text, because a
# sequence of rows is a sequence of masks of one row.
Motif: TypeAlias = str | Sequence[str]

MOTIFS: dict[str, str] = {
    "heart": ".AA.AA. AAAAAAA AAAAAAA .AAAAA. ..AAA.. ...A...",
    "star": "...A... ..AAA.. AAAAAAA .AAAAA. ..AAA.. .AA.AA. .A...A.",
    "smile": ".A...B. .A...B. ....... C.....C CC...CC .CCCCC.",
    "face": ".AA.BB. .AA.BB. ....... ....... CCCCCCC ..CCC..",
    "crown": "A..A..A AA.A.AA AAAAAAA AAAAAAA AAAAAAA",
    "cat": "A.....A AA...AA AAAAAAA ABAAACA ABAAACA AAAAAAA .AAAAA.",
    "house": "...A... ..AAA.. .AAAAA. AAAAAAA .BBBBB. .BBCBB. .BBCBB.",
    "tree": "...A... ..AAA.. .AAAAA. ..AAA.. .AAAAA. AAAAAAA ...B... ...B...",
    "fish": "..AAA..A .AAAAAAA AAAAAAAA .AAAAAAA ..AAA..A",
    "moon": "..AAA. .AAA.. AAA... AAA... AAA... .AAA.. ..AAA.",
    "key": ".AAA.... .A.AAAAA .AAA.A.A",
    "boat": "...A.... ...AA... ...AAA.. ...A.... BBBBBBBB .BBBBBB. ..BBBB..",
    "cup": "AAAAA.. AAAAAAA AAAAA.A AAAAAAA .AAA... AAAAA..",
    "arrow": "...A... ..AAA.. .AAAAA. AAAAAAA ..AAA.. ..AAA.. ..AAA..",
    "A": ".AAA. AA.AA A...A AAAAA A...A A...A A...A",
    "B": "AAAAA A...A A..AA AAAA. A..AA A...A AAAAA",
    "C": ".AAAA AA... A.... A.... A.... AA... .AAAA",
    "D": "AAAA. A..AA A...A A...A A...A A..AA AAAA.",
    "E": "AAAAA A.... A.... AAAA. A.... A.... AAAAA",
    "F": "AAAAA A.... A.... AAAA. A.... A.... A....",
    "G": ".AAAA AA... A.... A..AA A...A AA..A .AAAA",
    "H": "A...A A...A A...A AAAAA A...A A...A A...A",
    "I": "AAA .A. .A. .A. .A. .A. AAA",
    "J": "..AAA ...A. ...A. ...A. ...A. A..A. AAAA.",
    "K": "A...A A..AA A.AA. AAA.. A.AA. A..AA A...A",
    "L": "A.... A.... A.... A.... A.... A.... AAAAA",
    "M": "A...A AA.AA AAAAA A.A.A A...A A...A A...A",
    "N": "A...A AA..A AAA.A A.AAA A..AA A...A A...A",
    "O": ".AAA. AA.AA A...A A...A A...A AA.AA .AAA.",
    "P": "AAAA. A..AA A...A A..AA AAAA. A.... A....",
    "Q": ".AAA. AA.AA A...A A...A A...A AA.AA .AAAA",
    "R": "AAAA. A..AA A...A A..AA AAAA. A.AA. A..AA",
    "S": "AAAAA A.... AA... .AAA. ...AA ....A AAAAA",
    "T": "AAAAA ..A.. ..A.. ..A.. ..A.. ..A.. ..A..",
    "U": "A...A A...A A...A A...A A...A AA.AA .AAA.",
    "V": "A...A A...A A...A AA.AA .A.A. .AAA. ..A..",
    "W": "A...A A...A A...A A.A.A AAAAA AA.AA A...A",
    "X": "A...A AA.AA .AAA. ..A.. .AAA. AA.AA A...A",
    "Y": "A...A AA.AA .AAA. ..A.. ..A.. ..A.. ..A..",
    "Z": "AAAAA ...AA ..AA. .AA.. AA... A.... AAAAA",
    "0": "AAAAA A...A A...A A...A A...A A...A AAAAA",
    "1": "..A.. .AA.. ..A.. ..A.. ..A.. ..A.. .AAA.",
    "2": "AAAA. ...AA ....A ..AAA .AA.. AA... AAAAA",
    "3": "AAAAA ....A ...AA ..AA. ...AA ....A AAAAA",
    "4": "A..A. A..A. A..A. AAAAA ...A. ...A. ...A.",
    "5": "AAAAA A.... AAAA. ...AA ....A ...AA AAAA.",
    "6": ".AAAA AA... A.... AAAAA A...A A...A AAAAA",
    "7": "AAAAA ....A ...AA ...A. ..AA. ..A.. ..A..",
    "8": "AAAAA A...A A...A AAAAA A...A A...A AAAAA",
    "9": "AAAAA A...A A...A AAAAA ....A ...AA AAAA.",
}
MOTIFS = {name: "\n".join(rows.split()) for name, rows in MOTIFS.items()}


def read_motifs(motif: Motif, n: int) -> NDArray[np.uint8]:
    r"""Return the masks of a motif for boards of n rows: region numbers, and `FREE`.

    A motif is a name of `MOTIFS`, a mask of at most n rows, a word such as ``"word:HELLO"``, or a
    sequence of names and masks. Motifs of `MOTIFS` are enlarged where they fit; all masks are put
    in the middle of the board.

    Examples
    --------
    >>> (mask,) = read_motifs("AB\nA.", 4)
    >>> mask[1:3, 1:3].tolist(), int((mask == FREE).sum())
    ([[0, 1], [0, 255]], 13)
    """
    if isinstance(motif, str) and motif.startswith(_WORD):
        word = motif[len(_WORD) :].upper()
        if not word:
            raise InputError("motif is 'word:', expected a word after the colon")
        masks = list(word)
        for letter in word:
            if letter not in MOTIFS:
                raise InputError(f"found {quote(letter)} in the word, expected A to Z or 0 to 9")
    elif isinstance(motif, str):
        masks = [motif]
    else:
        masks = check_items(motif, "motif", "names and masks")
        if not masks:
            raise InputError("motif is empty, expected a name, a mask, a word or a list of them")
    return np.stack([_place_mask(mask, n) for mask in masks])


def _place_mask(mask: object, n: int) -> NDArray[np.uint8]:
    """Return one mask in the middle of a board of n rows."""
    if isinstance(mask, str) and mask in MOTIFS:
        cells = _read_rows(MOTIFS[mask], "motif", n)
        size = max(cells.shape)
        if size > n:
            raise InputError(f"motif {mask!r} needs {size} rows, and the board has {n}")
        times = max(1, (n - 1) // size)
        cells = cells.repeat(times, 0).repeat(times, 1)
    elif isinstance(mask, str) and len(mask) > 1 and mask.isalpha() and "\n" not in mask:
        raise InputError(
            f"motif is {quote(mask)}, expected a mask or a name such as 'heart'"
            + did_you_mean(mask, MOTIFS)
        )
    else:
        cells = _read_rows(mask, "motif", n)
    board = np.full((n, n), FREE, np.uint8)
    top, left = (n - cells.shape[0]) // 2, (n - cells.shape[1]) // 2
    board[top : top + cells.shape[0], left : left + cells.shape[1]] = cells
    count = int(cells[cells != FREE].max()) + 1
    pieces = count_pieces_of_regions(np.where(board == FREE, count, board).astype(int))
    if (pieces[:count] > 1).any():
        first = int((pieces > 1).argmax())
        raise InputError(
            f"region {first + 1} of the motif has {pieces[first]} pieces, expected one piece"
        )
    if len(pieces) == count:
        raise InputError("motif covers the whole board, expected free cells")
    if pieces[count] > n - count:
        raise InputError(
            f"motif leaves {plural(int(pieces[count]), 'separate area')} of free cells for "
            f"{plural(n - count, 'region')}"
        )
    return board


def read_drawing(drawing: Mask, n: int) -> NDArray[np.uint8]:
    r"""Return the given cells of a drawing of n rows: region numbers, and `FREE`.

    Examples
    --------
    >>> read_drawing("A...\n..B.\n....\n....", 4)[:2].tolist()
    [[0, 255, 255, 255], [255, 255, 1, 255]]
    """
    cells = _read_rows(drawing, "drawing", n)
    if cells.shape != (n, n):
        raise InputError(
            f"drawing has {cells.shape[0]} rows of {cells.shape[1]} cells, expected {n} of {n}"
        )
    return cells


def _read_rows(mask: object, name: str, n: int) -> NDArray[np.uint8]:
    """Read rows of letters and free cells; number the letters in order of first appearance."""
    if isinstance(mask, str):
        rows = mask.strip("\n").split("\n")
    else:
        rows = check_items(cast("Iterable[str]", mask), name, "rows of letters and dots")
    if not all(isinstance(row, str) for row in rows):
        raise InputError(f"{name} has a row that is not a text, expected letters and dots")
    rows = [row.strip() for row in rows]
    width = len(rows[0]) if rows else 0
    if not width:
        raise InputError(f"{name} is empty, expected rows of letters and dots")
    for i, row in enumerate(rows, 1):
        if len(row) != width:
            raise InputError(f"row {i} of {name} has {len(row)} cells, expected {width}")
    if len(rows) > n or width > n:
        raise InputError(f"{name} has {len(rows)} rows of {width} cells, expected at most {n}")
    numbers: dict[str, int] = {}
    cells = np.full((len(rows), width), FREE, np.uint8)
    for i, row in enumerate(rows):
        for k, sign in enumerate(row):
            if sign in _FREE_SIGNS:
                continue
            if not sign.isalnum():
                raise InputError(f"{name} has the sign {quote(sign)}, expected letters and dots")
            if numbers.setdefault(sign, len(numbers)) >= n:
                raise InputError(f"{name} has more than {n} regions, expected at most {n}")
            cells[i, k] = numbers[sign]
    if not numbers:
        raise InputError(f"{name} has no letters, expected at least one region")
    return cells
