"""Limits on the size of input from files, standard input and browsers: one table for all readers.

Larger input is refused before memory is allocated for it, by an `InputError` that names the limit.
docs/formats.md has the same table.
"""

from __future__ import annotations

from typing import NamedTuple

__all__ = [
    "ADDRESS",
    "BOARD",
    "BOARDS",
    "BOARDS_ON_THE_PAGE",
    "BODY",
    "COVER",
    "COVER_COLOURS",
    "COVER_LINE",
    "DECODED",
    "DIGITS",
    "ELEMENTS",
    "JSON_LEVELS",
    "LEDGER_RUNS",
    "LEDGER_VALUE",
    "LEVELS",
    "LIMITS",
    "LINE",
    "PACKING",
    "PACKING_CELLS",
    "PAGE",
    "PICTURE",
    "PIECES",
    "PIXELS",
    "REGIONS",
    "ROWS",
    "SPACE_CELLS",
    "STARS",
    "TABLE_ROW",
    "TABLE_VALUES",
    "TILES",
    "UNPACKED",
    "UPLOAD",
    "Limit",
]

BOARD = 16 << 20
BOARDS = 1 << 30
LINE = 1 << 20  # some slices of lines are in memory at the same time
TABLE_ROW = 128 << 10  # checked before Python objects are made of the row
TABLE_VALUES = 1 << 26  # checked before decoding; a million boards of 8 rows as lists of lists
LEVELS = 2 << 20  # bytes; about one token in two bytes
PAGE = 8 << 20
ADDRESS = 1 << 20  # bytes; checked while unpacking
PICTURE = 64 << 20
PIXELS = 64_000_000  # checked before unpacking; a phone's camera takes 50 million
DECODED = 190 << 20  # bytes that a picture's decoder needs; checked before unpacking
PACKING = 1 << 20
UNPACKED = 16 << 20
ELEMENTS = 200_000
COVER = 256 << 20
COVER_LINE = 4 << 20  # Python objects of its names take up to 90 times this memory
COVER_COLOURS = 1 << 20
LEDGER_VALUE = 1 << 20  # Python objects of a value take up to 24 times its memory
LEDGER_RUNS = 1 << 16
TILES = 1 << 16  # bytes; a puzzle has less than a hundred
BODY = 64 << 10
UPLOAD = 8 << 20
ROWS = 64
REGIONS = 256
STARS = 16  # the largest number of stars in each unit that 64 rows have room for
PACKING_CELLS = 256
SPACE_CELLS = 1024
PIECES = 256
BOARDS_ON_THE_PAGE = 500
DIGITS = 20
JSON_LEVELS = 100


class Limit(NamedTuple):
    """A limit: what is limited, the largest size, and the unit of the size."""

    what: str
    most: int
    unit: str

    def __str__(self) -> str:
        """Return the largest size with its unit, such as 16 MiB."""
        for shift, name in ((30, "GiB"), (20, "MiB"), (10, "KiB")):
            if self.unit == "bytes" and self.most >= 1 << shift:
                return f"{self.most >> shift} {name}"
        return f"{self.most:,} {self.unit}"


LIMITS = (
    Limit("a file or text with a board", BOARD, "bytes"),
    Limit("a file of many boards that is read as a whole (`read_boards`, `.npy`)", BOARDS, "bytes"),
    Limit("a line of a file of many boards that is read line by line", LINE, "bytes"),
    Limit("one value of a column in a Parquet table", TABLE_ROW, "bytes"),
    Limit("the values of a column in one row group of a Parquet table", TABLE_VALUES, "values"),
    Limit("a file of levels, or of source code", LEVELS, "bytes"),
    Limit("a saved page", PAGE, "bytes"),
    Limit("an unpacked address of penpa-edit", ADDRESS, "bytes"),
    Limit("a picture file", PICTURE, "bytes"),
    Limit("a decoded picture", PIXELS, "pixels"),
    Limit("the memory to decode a picture", DECODED, "bytes"),
    Limit("a file with a packing puzzle", PACKING, "bytes"),
    Limit("an unpacked `.xmpuzzle`", UNPACKED, "bytes"),
    Limit("the XML of an `.xmpuzzle`", ELEMENTS, "elements"),
    Limit("a file with an exact cover", COVER, "bytes"),
    Limit("a line of an exact cover", COVER_LINE, "bytes"),
    Limit("the colours in an exact cover", COVER_COLOURS, "colours"),
    Limit("a file with a sliding puzzle", TILES, "bytes"),
    Limit("a value in a row of a ledger", LEDGER_VALUE, "bytes"),
    Limit("the runs that a ledger of boards records", LEDGER_RUNS, "runs"),
    Limit("a request to the page's server", BODY, "bytes"),
    Limit("a file that the page uploads", UPLOAD, "bytes"),
    Limit("the boards of a file that the page shows", BOARDS_ON_THE_PAGE, "boards"),
    Limit("a board", ROWS, "rows"),
    Limit("a board with regions that may stay empty", REGIONS, "regions"),
    Limit("the stars in a row, a column or a region", STARS, "stars"),
    Limit("the board of a packing puzzle", PACKING_CELLS, "cells"),
    Limit("a box of cubes, or a piece in it", SPACE_CELLS, "cells"),
    Limit("the pieces of a packing puzzle", PIECES, "pieces"),
    Limit("a whole number in JSON", DIGITS, "digits"),
    Limit("nested lists and objects in JSON", JSON_LEVELS, "levels"),
)
