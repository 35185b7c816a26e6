"""Reading boards: each format is read, wrong input is refused at its place, and fuzzing."""

from __future__ import annotations

import io
import json
import os
import random
from collections import deque
from contextlib import suppress
from pathlib import Path

import numpy as np
import pytest
from conftest import examples, oracle
from helpers.boards import FOUR, NINE
from helpers.drawn_boards import ROWS_OF_FORMAT, connected_boards
from hypothesis import given
from hypothesis import strategies as st

from fastqueens import packing, queens, sliding
from fastqueens.input import Input, hide_comments, load_json
from fastqueens.queens.board.board import Board
from fastqueens.queens.formats import registry
from fastqueens.queens.formats import text as texts
from fastqueens.queens.formats.registry import (
    FORMATS,
    WRITABLE,
    find_boards,
    grid_from_array,
    grid_from_bytes,
    grid_from_file,
    grid_from_json,
    grid_from_text,
    write_boards,
)
from fastqueens.queens.grid.grid import MAX_N
from fastqueens.queens.grid.placements import read_cells
from fastqueens.queens.grid.rules import Rules
from fastqueens.results import InputError

fuzz = examples(150)
fuzz_less = examples(30)
NINE_ROWS, FOUR_ROWS = NINE.split(), FOUR.split()
SEVEN_REGIONS = ["AAABB", "ACCCB", "ACDDB", "EEEFF", "EGGFF"]
FIVE = "AAAAA\nBBBBA\nBBAAA\nCCDEE\nCCCEE"
SBN = "551W056Ag_Y"


def lines(rows):
    return "\n".join(rows) + "\n"


def objects(rows):
    return [
        {"row": row, "col": col, "color": label}
        for row, line in enumerate(rows)
        for col, label in enumerate(line)
    ]


def labels_of(grid):
    return [[grid.labels[region] for region in row] for row in grid.regions]


def refused(read, data, line=None, column=None, *parts):
    """Check that `data` is refused at this position, with each of `parts` in the message."""
    with pytest.raises(InputError) as caught:
        read(data)
    error = caught.value
    assert (error.line, error.column) == (line, column), str(error)
    for part in parts:
        assert part in error.message
    return error


def cell(row, col, color="x"):
    return {"row": row, "col": col, "color": color}


def cells(board):
    return [read_cells(board.n, x).tolist() for x in board.placements]


# ---- Text ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("rows", [NINE_ROWS, ["A"], ["#[", "{#"]])
def test_text(rows):
    grid = grid_from_text(lines(rows))
    assert labels_of(grid) == [list(row) for row in rows]
    assert grid.regions.dtype == np.uint8
    assert grid.regions.flags.c_contiguous
    assert not grid.regions.flags.writeable
    assert list(dict.fromkeys(grid.regions.ravel().tolist())) == list(range(len(grid.labels)))


def test_emoji_squares_with_variation_selectors():
    assert labels_of(grid_from_text("⬛\ufe0f🟥\n🟥⬛")) == [["⬛", "🟥"], ["🟥", "⬛"]]


@pytest.mark.parametrize(
    ("text", "line", "column", "parts"),
    [
        ("", 1, 1, ("found nothing", "n lines of n characters")),
        ("\n \t\r\n", 1, 1, ("found only blanks",)),
        ("ABC\nAB\nABC", 2, 3, ("a row of 2 cells", "expected 3")),
        ("\n\nABC\n A B  \nABC", 4, 5, ("a row of 2 cells", "expected 3")),
        ("ABC\nA B CD\nABC", 2, 6, ("a row of 4 cells", "expected 3")),
        ("AB\nABC\nABC\n", 1, 3, ("a row of 2 cells", "expected 3")),  # row 1 is too short
        ("A\nAB\n", 1, 2, ("a row of 1 cell,", "expected 2")),
        ("\ufeffAB\nA\n", 2, 2, ("a row of 1 cell,", "expected 2")),
        ("ABC\nABC\n", 2, 4, ("found 2 rows of 3 cells", "as many rows as cells")),
        ("AB\nAB\n\tAB\n", 3, 2, ("found 3 rows of 2 cells",)),
        ("AB\n\nAB\n", 2, 1, ("found a blank line", "expected row 2")),
        ("AB\r\n  \r\nAB", 2, 1, ("found a blank line", "expected row 2")),
        ("AB\nA\x07\n", 2, 2, ("invisible character U+0007,", "expected visible")),
        ("A\0\nAB\n", 1, 2, ("U+0000",)),
        ("A\xa0B\nA B\n", 1, 2, ("U+00A0 NO-BREAK SPACE",)),
        ("A\u200bB\nAB\n", 1, 2, ("U+200B ZERO WIDTH SPACE",)),
        ("AB\nA\ud800\n", 2, 2, ("U+D800,",)),
        ("AB\n\ufe0fB\n", 2, 1, ("U+FE0F VARIATION SELECTOR-16",)),
        ("AB\x0cAB\n", 1, 3, ("U+000C",)),  # a form feed ends no line
        ("A" * 65, 1, 65, ("more than 64 cells", "at most 64")),
        (("A " * 65 + "\n") * 65, 65, 1, ("more than 64 rows", "at most 64")),
        (("A " * 65 + "\n") * 64, 1, 129, ("more than 64 cells",)),
        ("A\n" * 1000, 65, 1, ("more than 64 rows",)),
    ],
)
def test_text_errors(text, line, column, parts):
    refused(grid_from_text, text, line, column, *parts)


def test_error_names_the_source():
    with pytest.raises(InputError, match=r"^b\.txt:2:2: found a row of 1 cell, expected 2$"):
        grid_from_text("AB\nA", source="b.txt")
    with pytest.raises(InputError, match=r"^b\.json:1:2: found invalid JSON at '\?'"):
        grid_from_json("[?", source="b.json")


def test_largest_boards():
    labels = [chr(0x4E00 + k) for k in range(256)]
    rows = ["".join(labels[(17 * r + c) % 256] for c in range(64)) for r in range(64)]
    assert len(grid_from_text(lines(rows)).labels) == 256
    rows[63] = rows[63][:62] + "XA"
    error = refused(grid_from_text, lines(rows), 64, 63, "more than 256 regions", "'X'")
    assert "expected at most 256" in error.message
    text = json.dumps(objects(rows), indent=None).replace("}, ", "},\n")
    refused(grid_from_json, text, 64 * 64 - 1, 33, "object 4094 ", "more than 256 regions")
    refused(grid_from_json, json.dumps({"regions": rows}), 1, 14 + 63 * (64 * 6 + 4), "row 63, col")


# ---- Below a drawing: queens, stars, labels ------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "line", "column", "message"),
    [
        ("A#\nBB\n\nqueens: c9=A", 4, 9, "found a queen off the board, expected a cell in its 2"),
        ("A#\nBB\n\nqueens: b1=A b1", 4, 14, "found a second queen in this cell"),
        ("AA\nBB\n\nqueens: b1=B", 4, 9, "found region 'B', but the board has 'A' there"),
        ("A#\nBB\n\nqueens: 1b", 4, 9, "found '1b', expected a cell as in c1"),
        ("A#\nBB\n\nqueens: b1=AB", 4, 9, "found 'b1=AB', expected a cell as in c1"),
        ("AA\nBB\n\nstars: 17", 4, 8, "found '17' as stars, expected 1 to 16"),
        ("AA\nBB\n\nstars: 2\nstars: 2", 5, 1, "found stars again"),
        ("AA\nBB\n\nstars: 2\nshape: 2", 5, 1, "found 'shape: 2', expected queens, stars,"),
        ("AA\nBB\n\nallow empty regions: maybe", 4, 22, "found 'maybe', expected yes or no"),
        ("AA\nBB\n\nlabel C: red", 4, 1, "found no region 'C' on the board"),
        ("AA\nBB\n\nlabel A: B", 4, 1, "found two regions with the same label"),
        ('AA\nBB\n\nlabel A: "x', 4, 10, "expected a string as in JSON"),
        ("AA\nBB\n\nstars: 2\nregions: AA BB", 5, 10, "found regions below a board"),
        ("  0 1\n0 0 1\n1 1 0", 1, 1, "found queens without a board"),
        ("colour A at [0, 1]\ncolour B at [1, 0]", 1, 1, "found queens without a board"),
        ("  0 1\n0 0 1\n1 0 0\n\nregions: AA BBB", 5, 15, "found a row of 3 cells"),
        ("colour A at [0, 7]\n\nregions: AA BB", 1, 1, "found a queen at [0, 7] off a board of 2"),
        ("AA\nBB\n\nC", 4, 1, "found 2 boards, expected one"),
        ("A#\nBB\n\neliminated: a1 a1", 4, 16, "found this cell again"),
        ("A#\nBB\n\neliminated: 1a", 4, 13, "found '1a', expected a cell as in c1"),
        ("A#\nBB\n\neliminated: a5", 4, 13, "found a cell off the board"),
    ],
)
def test_errors_below_a_drawing(text, line, column, message):
    with pytest.raises(InputError) as caught:
        Board.from_text(text, allow_empty_regions=True)
    assert (caught.value.line, caught.value.column) == (line, column)
    assert message in caught.value.message


def test_queens_of_other_programs():
    """The output of a program that prints a placement without its board."""
    cells = queens.solve(Board.from_text(NINE)).cells
    for style in ("numbers", "list"):
        text, _, _ = Board.from_text(NINE).to_text(cells, style=style).partition("\n\n")
        assert texts.read_queens_text(text) == cells
    with pytest.raises(InputError, match="neither a numbered grid"):
        texts.read_queens_text("AB\nAB")


# ---- JSON ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("rows", [NINE_ROWS, ["A"]])
def test_json(rows):
    """Rows as strings, other keys, and a byte order mark; a test below covers other forms."""
    expected = grid_from_text(lines(rows))
    for document in (objects(rows), {"v": [1, {}], "regions": rows}):
        text = json.dumps(document)
        assert grid_from_json(text) == expected
        assert grid_from_bytes(b"\xef\xbb\xbf \r\n" + text.encode()) == expected


def test_json_labels():
    colour = "rgba(253, 224, 71, 1)"
    assert grid_from_json(json.dumps([cell(0, 0, colour) | {"extra": 1.5}])).labels == (colour,)
    grid = grid_from_json('{"regions": [[7, -1], ["7", ""]]}')
    assert grid.labels == ("7", "-1", "")
    assert grid.regions.tolist() == [[0, 1], [0, 2]]


@pytest.mark.parametrize(
    ("text", "line", "column", "parts"),
    [
        ("", 1, 1, ("found nothing", "expected JSON")),
        ('[\n{"row" 0}]', 2, 8, ("invalid JSON at '0'",)),
        ('[{"row": 0},\r\n', 2, 1, ("invalid JSON at the end of the text",)),
        ('{"regions": [[0]]} x', 1, 20, ("invalid JSON at 'x'", "Extra data")),
        (
            '{"regions": [[0]]}\n{"regions": [[0]]}',
            2,
            1,
            ("expected one board", "x.jsonl:3"),
        ),
        ('"AB"', 1, 1, ("found 'AB'", "{row, col, color}", '{"regions": [...]}')),
        ("null", 1, 1, ("found null",)),
        # Numbers and repeated keys that Python's json module accepts.
        ('[{"row": NaN}]', 1, 10, ("found NaN",)),
        ('{"NaN": "NaN",\n "x": -Infinity}', 2, 7, ("found -Infinity",)),
        ('{"a": [1.5e3, "N\\"aN", NaNo', 1, 24, ("found NaN",)),
        ('{"a": [' + "0." + "9" * 21 + ", " + "9" * 21, 1, 33, ("an integer of 21 digits",)),
        ('{"regions": [[1' + "0" * 5000 + "]]}", 1, 15, ("an integer of 5001 digits",)),
        ('{"a": "9", "b": ' + "9" * 21 + "}", 1, 17, ("an integer of 21 digits", "at most 20")),
        ('[{"row": 0, "col": 0,\n "row": 0, "color": "x"}]', 2, 9, ("the key 'row' again",)),
        ('{"a": {"x": 1}, "x": 2, "b": {"\\u0078": 3, "x": 4}}', 1, 49, ("the key 'x' again",)),
        ("[" * 100_000, 1, 101, ("nested too deep",)),
        ('{"a":' * 100_000, 1, 501, ("nested too deep",)),
        # A list of cells.
        ("[]", 1, 1, ("an empty list", "{row, col, color}")),
        ("[0]", 1, 2, ("object 0 (counted from 0)", "found 0", "expected an object")),
        ('[\n{"row": 0, "color": "x"}]', 2, 1, ("object 0 ", 'found no "col"')),
        ('[{"row": true, "col": 0, "color": "x"}]', 1, 10, ('a boolean as "row"', "an integer")),
        ('[{"row": 0, "col": 0.0, "color": "x"}]', 1, 20, ('0.0 as "col"', "an integer")),
        ('[{"row": 0, "col": "0", "color": "x"}]', 1, 20, ("'0' as \"col\"", "an integer")),
        ('[{"row": 0, "col": 0, "color": null}]', 1, 32, ('null as "color"', "a string")),
        ('[{"row": -1, "col": 0, "color": "x"}]', 1, 10, ('found "row" -1', "expected 0 (")),
    ],
)
def test_json_errors(text, line, column, parts):
    refused(grid_from_json, text, line, column, *parts)


@pytest.mark.parametrize(
    ("cells", "line", "parts"),
    [
        (
            [cell(0, 0), cell(0, 1), cell(1, 1)],
            1,
            ("row 1, column 0 (counted from 0)", "among 3", "expected 4 objects", "2 x 2"),
        ),
        (
            [cell(0, 0), cell(0, 1), cell(1, 0), cell(1, 2)],
            4,
            ("object 3 ", 'found "col" 2', "expected 0 to 1", "4 objects make a board of 2 x 2"),
        ),
        ([cell(1, 1), cell(99, 0)], 2, ("object 1 ", 'found "row" 99', "expected 0 to 63")),
        ([cell(-5, -5), cell(-5, -5)], 1, ("object 0 ", 'found "row" -5', "expected 0 (")),
        ([cell(0, 0)] * 4097, 4097, ("found 4,097 objects", "at most 4,096")),
    ],
)
def test_json_cells_that_make_no_square(cells, line, parts):
    text = json.dumps(cells).replace("}, ", "},\n")
    with pytest.raises(InputError) as caught:
        grid_from_json(text)
    assert caught.value.line == line
    for part in parts:
        assert part in caught.value.message


@pytest.mark.parametrize(
    ("regions", "column", "parts"),
    [
        ({}, 13, ('an object as "regions"', "a list of rows")),
        ([], 13, ('an empty list as "regions"',)),
        ([[]], 14, ("row 0, column 0", "1 row of 0 cells")),
        ([[0, 0], [0]], 22, ("row 1, column 1 (counted from 0)", "a row of 1 cell,", "expected 2")),
        ([[0, 0], [0, 0, 0]], 29, ("row 1, column 2", "a row of 3 cells", "expected 2")),
        ([[0, 0]], 14, ("row 0, column 2", "1 row of 2 cells")),
        ([[0, 0], [0, True]], 26, ("row 1, column 1", "a boolean", "an integer or a string")),
        ([[0, 0], [0, None]], 26, ("row 1, column 1", "null")),
        ([[0, 0], [[], 0]], 23, ("row 1, column 0", "a list")),
        ([[0, 0], [0.5, 0]], 23, ("row 1, column 0", "0.5")),
        ([[2**64]], 15, ("row 0, column 0", "an integer of more than 64 bits")),
        ([[0, 0], 5], 22, ("row 1 (counted from 0)", "found 5", "expected a row")),
        (["AA", "A\n"], 20, ("row 1 (counted from 0)", "character 1", "U+000A")),
        (["AA", "AAA"], 20, ("row 1, column 2", "a row of 3 cells")),
        (["AA", ""], 20, ("row 1, column 0", "a row of 0 cells")),
        ([[0] * 65] * 64, 15 + 64 * 3, ("row 0, column 64", "more than 64 cells")),
        (["A"] * 65, 14 + 64 * 5, ("row 64, column 0", "more than 64 rows")),
    ],
)
def test_json_regions_errors(regions, column, parts):
    refused(grid_from_json, json.dumps({"regions": regions}), 1, column, *parts)
    if regions:
        with pytest.raises(InputError):
            grid_from_array(regions)


def test_json_object_without_regions():
    refused(grid_from_json, '{"a": 1}', 1, 1, "an object with 'a'", 'expected the key "regions"')
    refused(grid_from_json, "{}", 1, 1, "an object with no keys")
    keys = json.dumps({str(k): k for k in range(50)})
    refused(grid_from_json, keys, 1, 1, "'7', and 42 more, expected")


@pytest.mark.parametrize(
    ("more", "message"),
    [
        ({"stars": True}, '"stars", expected 1 to 16'),
        ({"allow_empty_regions": 1}, 'found 1 as "allow_empty_regions", expected true or false'),
        ({"labels": []}, 'found a list as "labels"'),
        ({"labels": {"Z": "red"}}, "found no region 'Z'"),
        ({"labels": {"R": 5}}, "found 5 as a label"),
        ({"labels": {"R": "B"}}, "found two regions with the same label"),
        ({"queens": 5}, "found 5 as queens, expected 4 columns or pairs"),
        ({"queens": [1, 2]}, "found 2 columns, expected 4"),
        ({"queens": [1, 2, 3, 4]}, "found 4, expected a column from 0 to 3"),
        ({"queens": [[1, 2], [1]]}, "found a list, expected a [row, column] pair"),
        ({"queens": [[1, 2], [1, 2]]}, "found a second queen"),
        ({"solutions": 5}, 'found 5 as "solutions"'),
        ({"eliminated": 5}, '"eliminated", expected a list'),
        ({"eliminated": [[0, 4]]}, "a [row, column] pair, each"),
        ({"solutions": [[True] * 4]}, "found a boolean, expected a [row, column] pair"),
    ],
)
def test_errors_in_json(more, message):
    document = {"regions": FOUR.split(), **more}
    for text in (json.dumps(document), json.dumps({"schema": 1, "board": document})):
        with pytest.raises(InputError) as caught:
            Board.from_json(text)
        assert message in caught.value.message
        assert caught.value.column > text.index('"regions"')


COMMENTED = """\
// the board of 4 rows, cell by cell
[ // row 1
  {"row": 0, "col": 0, "color": "rgba(0, 0, 0, 1)"}, // "R
  {"row": 0, "col": 1, "color": "//B\\"// "},
  // row 2, with a bracket ] and a quote "
  {"row": 1, "col": 0, "color": "rgba(0, 0, 0, 1)"},
  {"row": 1, "col": 1, "color": "//B\\"// "} //
] // the end"""


def test_comments_in_json_are_skipped(tmp_path):
    grid = grid_from_json(COMMENTED)
    assert (grid.regions.tolist(), grid.labels) == ([[0, 1]] * 2, ("rgba(0, 0, 0, 1)", '//B"// '))
    for text in (COMMENTED, COMMENTED.replace("\n", "\r\n")):
        assert grid_from_bytes(text.encode()) == grid
        for name in ("board.json", "board.txt", "board"):
            (tmp_path / name).write_bytes(text.encode())
            assert grid_from_file(tmp_path / name) == grid
    tiles = '// start\n{"tiles": [[1, 2], // row 1\n [0, 3]]} // end'
    assert str(sliding.Puzzle.from_bytes(tiles.encode())) == str(sliding.Puzzle([[1, 2], [0, 3]]))
    pieces = '// one piece\n{"layers": 1, // on top\n "pieces": {"A": [[0, 0]]}}'
    assert packing.Puzzle.from_bytes(pieces.encode()).layers == 1


@pytest.mark.parametrize(
    ("text", "line", "column", "parts"),
    [
        ('// "\n[ // [[\n{"row" 0}]', 3, 8, ("invalid JSON at '0'",)),
        ('[{"row": 0, // {\n"col": "x", "color": "a"}]', 2, 8, ("'x' as \"col\"",)),
        ('[ // NaN\n{"row": NaN}]', 2, 9, ("found NaN",)),
        ('{"x": 1, // "x": 2\n"x": 3}', 2, 6, ("the key 'x' again",)),
        ("// " + "[" * 200 + "\n{}", 2, 1, ("an object with no keys",)),
        ("[1] / [2]", 1, 5, ("invalid JSON at '/'", "Extra data")),
        ("// nothing", 1, 1, ("found nothing",)),
        ('["a // b\n"]', 1, 9, ("Invalid control character",)),
    ],
)
def test_errors_beside_comments_keep_their_place(text, line, column, parts):
    refused(grid_from_json, text, line, column, *parts)


def test_a_drawing_may_have_regions_named_by_slashes():
    for text in ("//\n[[", "[/\n//", "//AA\n//AA\n[[BB\n[[BB"):
        assert grid_from_bytes(text.encode()) == grid_from_text(text)


def test_a_long_integer_is_reported_at_its_own_column():
    digits = "1" * 21
    with pytest.raises(InputError, match="an integer of 21 digits") as caught:
        load_json(f"[{digits}.5, {digits}e3, {digits}]", None)
    assert caught.value.column == len(f"[{digits}.5, {digits}e3, ") + 1


def test_repeated_keys_in_a_deep_document():  # the path to a key takes no memory
    text = "[" + '{"k":[[[[[[{"a": 1}]]]]]]},' * 5000 + '{"k": 1, "k": 2}]'
    with pytest.raises(InputError, match="the key 'k' again") as caught:
        load_json(text, None)
    assert caught.value.column == len(text) - 2


# ---- Bytes and files -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("data", "line", "column", "parts"),
    [
        (b"", 1, 1, ("found nothing",)),
        (b"AB\nA\0", 2, 2, ("the byte 0x00 at offset 4 (counted from 0)", "UTF-8")),
        (b"AB\r\n\xc3\xa9\xff", 2, 2, ("the byte 0xff at offset 6",)),
        (b"\x89NPG\r\n\x1a\n", 1, 1, ("the byte 0x89 at offset 0",)),
        ("AB\nBA".encode("utf-16"), 1, 1, ("UTF-16 at offset 0",)),
        (b"AB\nB\xc3", 2, 2, ("the byte 0xc3 at offset 4",)),
    ],
)
def test_bytes_errors(data, line, column, parts):
    refused(grid_from_bytes, data, line, column, *parts)


@pytest.mark.parametrize(
    "text", ["[", "{", "[[\n]]", "[A\nA[", "{A\n}A", "[12\n,3,\n56]", "[]\n[]"]
)
def test_text_that_begins_like_json(text):
    assert grid_from_bytes(text.encode()) == grid_from_text(text)


@pytest.mark.parametrize(
    ("text", "line", "column", "start", "also"),
    [
        # The JSON error comes first.
        ("[{'row': 0}]", 1, 3, 'found invalid JSON at "\'"', "also read as text: line 1, column"),
        ("[]", 1, 1, "found an empty list", "also read as text: line 1, column 3"),
        ("[[0, 1], [1", 1, 12, "found invalid JSON at the end", "also read as text: line 1"),
        ("{}", 1, 1, "found an object with no keys", "also read as text: line 1, column 3"),
        # The text error comes first.
        ("[[A\n[[\nAAA", 2, 3, "found a row of 2 cells", "also read as JSON: line 1, column 3"),
        ("[112\n", 1, 5, "found 1 row of 4 cells", "also read as JSON: line"),
    ],
)
def test_both_formats_tried(text, line, column, start, also):
    error = refused(grid_from_bytes, text.encode(), line, column, also)
    assert error.message.startswith(start)


@pytest.mark.parametrize(
    ("text", "line", "column", "start"),
    [
        ('[{"row": 0,\n7}]', 2, 1, "found invalid JSON at '7'"),
        ('\n {\n"regions":\n[[1, 2],\n[3]]}', 5, 1, "row 1, column 1"),
    ],
)
def test_input_that_is_certainly_json_has_one_error(text, line, column, start):
    error = refused(grid_from_bytes, text.encode(), line, column)
    assert error.message.startswith(start)
    assert "also" not in error.message


@pytest.mark.parametrize("text", ["[NaNo", "[NaNNN]a]", "[NaN*", '[NaNr00"],[[*', "9NaN!]"])
def test_text_that_only_looks_like_json_is_refused(text):
    with pytest.raises(InputError):
        grid_from_bytes(text.encode())


def test_file(tmp_path):
    path = tmp_path / "board.txt"
    path.write_text(lines(FOUR_ROWS))
    assert grid_from_file(path) == grid_from_file(str(path)) == grid_from_text(lines(FOUR_ROWS))
    path.write_text(json.dumps(objects(FOUR_ROWS)))
    assert grid_from_file(path) == grid_from_text(lines(FOUR_ROWS))
    path.write_text("AB\nA\n")
    error = refused(grid_from_file, path, 2, 2, "a row of 1 cell")
    assert error.source == str(path)
    assert str(error).startswith(f"{path}:2:2: ")


def test_file_that_cannot_be_read(tmp_path):
    missing = tmp_path / "missing.txt"
    error = refused(grid_from_file, missing, None, None, "cannot read the file: No such file")
    assert error.source == str(missing)
    refused(grid_from_file, tmp_path, None, None, "cannot read the file: Is a directory")
    refused(grid_from_file, "a\0b", None, None, "cannot read the file")


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_file_without_permission(tmp_path):
    path = tmp_path / "secret.txt"
    path.write_text("A")
    path.chmod(0)
    refused(grid_from_file, path, None, None, "cannot read the file: Permission denied")


def test_file_too_large(tmp_path, monkeypatch):
    path = tmp_path / "large.txt"
    with path.open("wb") as file:
        file.truncate(1 << 30)  # a sparse file: it takes no disk space
    refused(grid_from_file, path, None, None, "found 1,073,741,824 bytes", "at most 16,777,216")
    if Path("/dev/zero").exists():
        monkeypatch.setattr(registry, "MAX_BYTES", 1000)
        refused(grid_from_file, "/dev/zero", None, None, "found more than 1,000 bytes")


# ---- Arrays --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "array",
    [
        [[3, 3], [8, 3]],
        ((3, 3), (8, 3)),
        ["33", "83"],
        [np.array([3, 3]), deque([8, 3])],
        np.array([[3, 3], [8, 3]], dtype=np.int16),
        np.array([[3, 8], [3, 3]]).T,
        np.array([["3", "3"], ["8", "3"]]),
        np.array([[3, 3], ["8", np.int64(3)]], dtype=object),
    ],
)
def test_array(array):
    grid = grid_from_array(array)
    assert grid.labels == ("3", "8")
    assert grid.regions.tolist() == [[0, 0], [1, 0]]
    assert grid.regions.flags.c_contiguous


@pytest.mark.parametrize(
    ("array", "message"),
    [
        ([], "found an array without rows"),
        (np.zeros((0, 0), int), "found an array without rows"),
        (np.zeros((2, 2)), "row 0, column 0 (counted from 0): found 0.0, expected an integer"),
        (np.zeros((2, 2), bool), "row 0, column 0 (counted from 0): found a boolean"),
        ([[0, 0], [0, np.True_]], "row 1, column 1 (counted from 0): found a boolean"),
        (np.zeros((2, 3), int), "row 1, column 3 (counted from 0): found 2 rows of 3 cells"),
        (np.zeros((2, 2, 2), int), "found an array of shape (2, 2, 2), expected"),
        (np.zeros(4, int), "found an array of shape (4,), expected"),
        ([[0, 0], [0]], "row 1, column 1 (counted from 0): found a row of 1 cell, expected 2"),
        ([[10**5000]], "found an integer of more than 64 bits"),
        ([[b"A"]], "found a value of type bytes"),
        ([b"A"], "found a value of type bytes, expected a row"),
        (np.zeros((100, 100), int), "found more than 64 rows"),
        (5, "found 5, expected an array of shape (n, n)"),
        ("AB", "found 'AB', expected an array"),
        (None, "found null, expected an array"),
        ({1, 2}, "found a value of type set, expected an array"),
    ],
)
def test_array_errors(array, message):
    error = refused(grid_from_array, array)
    assert message in error.message


def npy(array, **more):
    kept = io.BytesIO()
    np.save(kept, array, **more)
    return kept.getvalue()


def test_arrays():
    rows = [[7, 7, 1], [7, 1, 1], [5, 5, 5]]
    for array in (rows, np.array(rows, ">i4"), np.asfortranarray(rows), np.array(rows).astype(str)):
        board = Board.from_bytes(npy(array))
        assert (board.labels, board.format) == (("7", "1", "5"), "npy")
        assert board.regions.tolist() == [[0, 0, 1], [0, 1, 1], [2, 2, 2]]
    assert [x.number for x in find_boards(Input(npy(np.array([rows] * 3))))] == [1, 2, 3]
    assert np.load(io.BytesIO(board.to_format("npy"))).tolist() == rows


def test_errors_in_arrays():
    whole = npy(np.zeros((2, 2), int))
    head = whole[:-32]
    huge = head.replace(b"(2, 2), }" + b" " * 10, b"(20000000000, 20),}")
    for data, message in (
        (whole[:-1], "found 31 bytes of data where the header announces 32"),
        (whole + b"x", "found 33 bytes of data where the header announces 32"),
        (huge, "found 0 bytes of data where the header announces 3,200,000,000,000"),
        (npy(np.array([["A"]]))[:-1] + b"\xff", "found a string that is not Unicode"),
        (whole[:7], "a header that cannot be read"),
        (whole.replace(b"<i8", b"|O8"), "found an array of object"),
        (npy(np.zeros((2, 2))), "found an array of float64, expected integers or strings"),
        (npy(np.zeros((0, 2, 2), int)), "found an array of shape (0, 2, 2)"),
        (npy(np.zeros((2, 3), int)), "found 2 rows of 3 cells"),
        (npy(np.array([[None]]), allow_pickle=True), "found an array of object"),
    ):
        with pytest.raises(InputError) as caught:
            Board.from_bytes(data, source="a.npy", allow_empty_regions=True)
        assert message in str(caught.value).replace("row 1, column 3 (counted from 0): ", "")
        assert caught.value.source == "a.npy"
    with pytest.raises(InputError, match="found data that is not a NumPy file"):
        Board.from_bytes(b"AB", format="npy")
    with pytest.raises(InputError, match="found boards of 1 and 2 rows, expected one size"):
        write_boards([Board.from_text("A").grid, Board.from_text("AB\nAB").grid], "npy")


# ---- Star Battle Notation ------------------------------------------------------------------------


@fuzz_less
@given(connected_boards(5, 25))
def test_sbn_follows_its_description(board):
    """Decode SBN here, bit by bit, as the head of shared/oracles/stars_sample.txt describes it."""
    digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_"
    text = board.with_position([]).to_format("sbn").rstrip("\n")
    n, regions = board.n, board.regions.tolist()
    assert text[:4] == digits[n] * 2 + str(board.stars) + "W"
    rows = [regions[r][c] != regions[r][c + 1] for r in range(n) for c in range(n - 1)]
    columns = [regions[r][c] != regions[r + 1][c] for c in range(n) for r in range(n - 1)]
    value = 0
    for sign in text[4:]:
        value = 64 * value + digits.index(sign)
    assert len(text) == 4 + -(-2 * n * (n - 1) // 6)
    assert [value >> k & 1 for k in reversed(range(2 * n * (n - 1)))] == [*rows, *columns]
    assert value >> 2 * n * (n - 1) == 0


def test_the_sample_is_written_unchanged():
    lines = [x for x in oracle("stars_sample.txt").read_text().splitlines() if x[0] != "#"]
    for line in lines[::40]:
        assert Board.from_text(line).to_format("sbn") == line + "\n"


def test_sbn_with_the_marks_of_a_player():
    board = Board.from_text("551e056Ag_YW00000O00")  # a1 = 2, d4 = 1, e4 = 2: 32; 1 * 16 + 2 * 4
    assert (cells(board), board.eliminated) == ([[[0, 0], [3, 4]]], ((3, 3),))
    assert str(board) == FIVE
    assert board.to_format("sbn") == "551e056Ag_YW00000O00\n"
    assert (
        Board.from_text("551e056Ag_YW00000O").eliminated == board.eliminated
    )  # no cells at the end
    assert Board.from_text("551e056Ag_YW00000O00~ab:1") == board  # the list of moves is ignored


def test_a_drawing_that_begins_like_sbn():
    """Its rows begin like SBN of five rows, but have another length."""
    rows = ["551W0" for _ in range(5)]
    assert Board.from_text("\n".join(rows), allow_empty_regions=True).format == "text"
    assert Board.from_bytes("\n".join(rows).encode(), allow_empty_regions=True).format == "text"


@pytest.mark.parametrize(
    ("text", "column", "message"),
    [
        ("", 1, "found 0 characters, expected SBN"),
        ("441W0000", 1, "found '44', expected a digit twice: 55 to PP"),
        ("561W056Ag_Y", 1, "found '56'"),
        ("550W056Ag_Y", 3, "found '0', expected the stars"),
        ("551w056Ag_Y", 4, "found 'w', expected W, or e"),
        ("551W056Ag+Y", 10, "found '+', expected one of 0-9"),
        ("551W056Ag_", 11, "found 6 characters after the flag, expected 7"),
        ("551W056Ag_YW", 12, "found 8 characters after the flag, expected 7"),
        ("551e056Ag_Y0000000000", 21, "found 17 characters after the flag, expected 7 to 16"),
        ("551Wz56Ag_Y", 5, "found bits that belong to none of the 40 borders"),
        (
            "551W0b6Ag_Y",
            5,
            "a border between a2 and b2 that does not close, expected borders around regions only",
        ),
        ("551e056Ag_Ym", 12, "found 3 for a1, expected 0, 1 (eliminated) or 2 (a star)"),
        ("551e056Ag_Y000000001", 20, "found 1 for a cell off the board"),
    ],
)
def test_errors_in_sbn(text, column, message):
    with pytest.raises(InputError) as caught:
        Board.from_text("  " + text, format="sbn", source="a.sbn")
    assert message in caught.value.message
    assert (caught.value.line, caught.value.column) == (1, column + (2 if text else 0))


@pytest.mark.parametrize(
    ("board", "message"),
    [
        (Board.from_text("AB\nAB"), "found a board of 2 rows, expected 5 to 25"),
        (Board.from_text("AB\nAB").with_rules(queens.Rules(10)), "2 rows"),
        (Board.from_array([[r] * 6 for r in range(6)], stars=10), "found a board of 10 stars"),
        (Board.from_text("AAABBA\n" * 3 + "CCDDEF\n" * 3), "found a region in several pieces"),
    ],
)
def test_boards_that_sbn_cannot_hold(board, message):
    with pytest.raises(InputError, match=message):
        board.to_format("sbn")


# ---- Numbers with commas, addresses, levels ------------------------------------------------------


FOUR_TASK = "1,2,2,2,1,1,2,3,4,3,3,3,4,4,4,3"  # RBBB RRBY GYYY GGGY


@pytest.mark.parametrize(
    ("text", "boards"),
    [
        (FOUR_TASK, 1),
        (FOUR_TASK.replace(",", " , ") + ",\n", 1),
        (f"# stars: 1\n{FOUR_TASK}\n\n{FOUR_TASK}\n", 2),
        ("1,2,2,2\n1,1,2,3\n4,3,3,3\n4,4,4,3\n", 1),  # the rows of a table
        ("1,2,2,2,\n1,1,2,3,\n# half\n4,3,3,3,\n4,4,4,3", 1),
        ("\n".join([FOUR_TASK] * 16), 16),
    ],
)
def test_numbers_with_commas(text, boards):
    found = find_boards(Input(text.encode()))
    assert len(found) == boards
    for board in found:
        assert board.read().labels == ("1", "2", "3", "4")
        assert board.read().regions.tolist() == Board.from_text(FOUR).regions.tolist()
        assert board.read().format == "webtask"
    if boards == 1:
        assert Board.from_text(text).format == "webtask"
    else:
        with pytest.raises(InputError, match=f"found {boards} boards, expected one"):
            Board.from_text(text)


@pytest.mark.parametrize(
    ("text", "line", "column", "message"),
    [
        ("1,2,3", 1, 1, "found 3 numbers, expected a square number"),
        ("1,2,,4", 1, 5, "found nothing, expected a number of at most 9 digits"),
        ("1,2,x,4", 1, 5, "found 'x', expected a number"),
        ("1,2,2147483648,4", 1, 5, "expected a number of at most 9 digits"),
        ("1," + "9" * 5000 + "\n1,2", 1, 3, "found '99999"),
        ("12," * 10**6, 1, 12289, "found more than 4,096 numbers"),
        ("1," * 4096 + "1", 1, 8193, "found more than 4,096 numbers"),
    ],
)
def test_errors_in_numbers(text, line, column, message):
    with pytest.raises(InputError) as caught:
        Board.from_text(text, format="webtask", allow_empty_regions=True)
    assert (caught.value.line, caught.value.column) == (line, column)
    assert message in caught.value.message


@fuzz_less
@given(connected_boards(1, 20, most_stars=16))
def test_addresses_list_borders_row_by_row(board):
    """Decode the borders here: five bits per digit, first right borders, then lower borders."""
    text = board.to_format("puzzlink").rstrip("\n")
    head, n, columns, stars, digits = text.rsplit("/", 4)
    assert (head, n, columns) == ("https://puzz.link/p?starbattle", str(board.n), str(board.n))
    assert stars == str(board.stars)
    n, regions, half = board.n, board.regions.tolist(), len(digits) // 2
    across = [regions[r][c] != regions[r][c + 1] for r in range(n) for c in range(n - 1)]
    below = [regions[r][c] != regions[r + 1][c] for r in range(n - 1) for c in range(n)]
    for part, walls in ((digits[:half], across), (digits[half:], below)):
        bits = [int(sign, 32) >> k & 1 for sign in part for k in reversed(range(5))]
        assert bits[: len(walls)] == walls
        assert len(part) == -(-len(walls) // 5)
    elsewhere = text.replace("puzz.link/p?starbattle", "example.org/a/p?starbattle_edit/v:")
    short = text.partition("?")[2]
    for other in (short, elsewhere, text + "/", text.replace("p?", "p.html?")):
        assert Board.from_text(other).to_format("puzzlink").rstrip("\n") == text


@pytest.mark.parametrize(
    ("text", "column", "message"),
    [
        ("https://puzz.link/p?slither/5/5/gch", 1, "starbattle/COLUMNS/ROWS/STARS/BORDERS"),
        ("starbattle/2/2/1", 12, "found 3 parts after starbattle"),
        ("starbattle/2/3/1/o0", 12, "found 2 columns and 3 rows"),
        ("starbattle/2/2/17/o0", 16, "found '17', expected a number from 1 to 16"),
        ("starbattle/99999/2/1/o0", 12, "expected a number from 1 to 64"),
        ("starbattle/2/2/1/ow", 19, "found 'w', expected one of 0-9 and a-v"),
        ("starbattle/2/2/1/o00", 20, "found 3 digits of borders, expected 2"),
        ("starbattle/2/2/1/o1", 19, "found bits that belong to none of the 2 borders"),
        ("starbattle/2/2/1/g0", 18, "a border between a1 and b1 that does not close"),
    ],
)
def test_errors_in_addresses(text, column, message):
    with pytest.raises(InputError) as caught:
        Board.from_text(text)
    assert message in caught.value.message
    assert caught.value.column == column


LEVEL = """
import { plum, sky } from "../colors"; // not read: { colorRegions }
interface Level { size: number; colorRegions: string[][]; path?: string }
/* colorRegions: [["no"]] */
const level7: Level = {
  path: "/level/7", 'size': 2, isNew: true,
  colorRegions: [
    ["A", 'B'],
    [`A`, "B",],
  ],
  regionColors: { A: plum, B: sky },
};
export default level7;
"""


def test_levels_in_typescript():
    read = Board.from_bytes(LEVEL.encode())
    assert (read.labels, read.regions.tolist()) == (("A", "B"), [[0, 1], [0, 1]])
    assert read.format == "colorregions"
    assert Board.from_text(LEVEL) == read
    as_json = '{"size": 2, "colorRegions": [["A", "B"], ["A", "B"]], "regionColors": {"A": "#fff"}}'
    assert Board.from_bytes(as_json.encode(), source="level.json") == read
    assert Board.from_json(as_json) == read
    assert [x() == read for x in readers_of(f"[{as_json}, {as_json}]")] == [True, True]
    assert [x() == read for x in readers_of(f"{as_json}\n{as_json}\n")] == [True, True]
    loose = 'export const colorRegions: string[][] = [["A", "B"], ["A", "B"]] as const'
    assert Board.from_text(loose) == read
    assert Board.from_text('colorRegions = ["AB", "AB"]', format="colorregions") == read
    numbers = Board.from_text("x = { stars: 2, colorRegions: [[3, -1], [3, -1]] }")
    assert (numbers.labels, numbers.stars) == (("3", "-1"), 2)
    quoted = r"""x = { colorRegions: [['it\'s', "a\u00e9"], ['it\'s', "a\u00e9"]] }"""
    assert Board.from_text(quoted).labels == ("it's", "a\u00e9")


def readers_of(text):
    return [lambda x=x: Board(x.read()) for x in find_boards(Input(text.encode()))]


@pytest.mark.parametrize(
    ("text", "line", "column", "message"),
    [
        ("const a = 5", 1, 1, "found no colorRegions"),
        ("type A = { colorRegions: string[][] }", 1, 1, "found no colorRegions"),
        ("a = {\ncolorRegions: [] }", 2, 1, "found no rows"),
        ("colorRegions: [['A'", 1, 20, "found the end of the file, expected the ]"),
        ("colorRegions: [['A', f(x)]]", 1, 23, "found '(', expected rows of regions"),
        ("colorRegions: [[['A']]]", 1, 17, "found a list within a row"),
        ("colorRegions: [['A', 'A'],\n['A']]", 2, 5, "found a row of 1 cell, expected 2"),
        ("a = { size: 3, colorRegions: [['A']] }", 1, 13, "found '3' as size, expected 1, the"),
        ("a = { stars: 17, colorRegions: [['A']] }", 1, 14, "found '17' as stars, expected 1 to"),
        ("/* colorRegions:", 1, 1, "found a comment that does not end"),
        ("colorRegions: [['A]]", 1, 17, "found a string that does not end"),
        (r"colorRegions: [['\q']]", 1, 17, "expected a string as in JSON"),
    ],
)
def test_errors_in_levels(text, line, column, message):
    with pytest.raises(InputError) as caught:
        Board.from_text(text, format="colorregions")
    assert message in caught.value.message
    assert (caught.value.line, caught.value.column) == (line, column)


# ---- Grids ---------------------------------------------------------------------------------------


def test_grid_equality():
    grid = grid_from_text("AB\nBB")
    assert grid == grid_from_array(["AB", "BB"])
    assert grid != grid_from_text("XY\nYY")
    assert grid != grid_from_text("AB\nAB")
    assert grid != "AB\nBB"


def check_region_count(grid, source=None):
    Rules().check_region_count(grid.regions, grid.labels, source=source)


def test_region_count():
    check_region_count(grid_from_text(lines(NINE_ROWS)))
    with pytest.raises(InputError) as caught:
        check_region_count(grid_from_text(lines(SEVEN_REGIONS)), source="five.txt")
    assert str(caught.value) == (
        "five.txt: found 7 regions on a board of 5 rows, expected 5: 'D' (2 cells), "
        "'G' (2 cells), 'B' (4 cells), 'C' (4 cells), 'E' (4 cells), 'F' (4 cells), "
        "'A' (5 cells). allow_empty_regions=True (--allow-empty-regions) solves it with at most "
        "one queen in each region"
    )
    with pytest.raises(InputError, match="found 1 region on a board of 2 rows, expected 2: 'A'"):
        check_region_count(grid_from_text("AA\nAA"))
    with pytest.raises(InputError, match=r"accepts it, but 2 queens do not fit in 1 region$"):
        check_region_count(grid_from_text("AA\nAA"))
    with pytest.raises(InputError, match=r"'7' \(1 cell\), and 73 more\. allow_empty_regions"):
        check_region_count(grid_from_array(np.arange(81).reshape(9, 9)))


def test_the_documents_have_the_table():
    told = (Path(__file__).parents[1] / "docs" / "formats.md").read_text()
    rows = [
        f"| `{x.name}` | {x.title} | `{'` `'.join(x.endings)}` | {', '.join(x.keeps)} |"
        for x in FORMATS.values()
    ]
    assert "\n".join(["|---|---|---|---|", *rows, ""]) in told


# ---- Properties ----------------------------------------------------------------------------------


# Characters visible on their own; a combining mark joins the character before it.
visible = st.characters(categories=("L", "N", "P", "S"))
blanks = st.text(" \t", max_size=2)


@st.composite
def boards(draw, labels=visible, least=1):
    n = draw(st.integers(least, 9))
    names = draw(st.lists(labels, min_size=1, max_size=n + 2, unique=True))
    rng = random.Random(draw(st.integers(0, 2**32)))
    return [[rng.choice(names) for _ in range(n)] for _ in range(n)]


def accepts_or_refuses(read, data):
    try:
        grid = read(data)
    except InputError as error:
        message = error.message
    else:
        message = "no error"
        assert 1 <= len(grid.regions) <= MAX_N
        assert grid.regions.shape == (len(grid.regions),) * 2
        assert int(grid.regions.max()) == len(grid.labels) - 1
    assert message.isprintable()  # control characters of the input are escaped


@fuzz
@given(st.one_of(st.text(), st.text('AB[]{}#" ,:01\n\r\t\0\ufeff', max_size=30)))
def test_any_text(text):
    for read in (grid_from_text, grid_from_json):
        accepts_or_refuses(read, text)
    accepts_or_refuses(grid_from_bytes, text.encode(errors="surrogatepass"))


@fuzz
@given(st.binary(max_size=60))
def test_any_bytes(data):
    accepts_or_refuses(grid_from_bytes, data)


numbers = st.integers(-2, 4) | st.integers() | st.floats() | st.booleans()
scalars = st.none() | numbers | st.text(max_size=3)
cell_objects = st.fixed_dictionaries(
    {}, optional={"row": st.integers(-1, 2) | scalars, "col": scalars, "color": scalars}
)
values = st.one_of(
    st.recursive(
        scalars,
        lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=3), inner),
        max_leaves=12,
    ),
    st.lists(cell_objects, max_size=5),
    st.lists(st.builds(cell, st.integers(0, 1), st.integers(0, 1)), max_size=5),
)


@fuzz
@given(values)
def test_any_json(value):
    for document in (value, {"regions": value}):
        text = json.dumps(document, indent=1)
        accepts_or_refuses(grid_from_json, text)
        accepts_or_refuses(grid_from_bytes, text.encode())


comments = st.sampled_from(["", " ", "//", '// "', "//[{", "// // :,", "//\\"])


@fuzz
@given(values, st.data())
def test_json_with_comments_is_read_as_without(value, data):
    plain = [json.dumps(value, indent=1), json.dumps({"regions": value}, indent=1)]
    for text in plain:  # json.dumps puts no newline into a string
        rows = [line + data.draw(comments) for line in text.split("\n")]
        commented = "\n".join([*rows, data.draw(comments)])
        assert len(hide_comments(commented)) == len(commented)
        for read in (load_json, grid_from_json):
            assert outcome(read, commented) == outcome(read, text)


def outcome(read, text):
    """Return the document or board of a text, or the error with its place."""
    try:
        return repr(read(text, source=None))
    except InputError as error:
        return str(error)


@fuzz
@given(st.text('/"\\[]{},:1a\n ', max_size=40))
def test_any_text_like_json_with_comments(text):
    hidden = hide_comments(text)
    assert [x == "\n" for x in hidden] == [x == "\n" for x in text]
    assert hide_comments(hidden) == hidden
    accepts_or_refuses(grid_from_json, text)
    accepts_or_refuses(grid_from_bytes, text.encode())


@fuzz
@given(values)
def test_any_list_as_an_array(value):
    accepts_or_refuses(grid_from_array, value if isinstance(value, list) else [value])


@fuzz
@given(boards(), st.data())
def test_text_round_trip(rows, data):
    text = "".join(data.draw(blanks).join(["", *row, ""]) + "\n" for row in rows)
    around = st.lists(blanks, max_size=3).map("\n".join)
    before, after = data.draw(around), data.draw(around)
    text = f"{before}\n{text}{after}" if data.draw(st.booleans()) else text.rstrip("\n")
    text = text.replace("\n", data.draw(st.sampled_from(["\n", "\r\n", "\r"])))
    text = data.draw(st.sampled_from(["", "\ufeff"])) + text
    for grid in (grid_from_text(text), grid_from_bytes(text.encode())):
        assert labels_of(grid) == rows


@fuzz
@given(boards(labels=st.text(max_size=4)), st.randoms(use_true_random=False), st.booleans())
def test_json_round_trip(rows, rng, pretty):
    shuffled = objects(rows)
    rng.shuffle(shuffled)
    for document in (shuffled, {"regions": rows}):
        text = json.dumps(document, indent=2 if pretty else None, ensure_ascii=pretty)
        assert labels_of(grid_from_json(text)) == rows
    assert labels_of(grid_from_array(rows)) == rows


@fuzz
@given(boards(least=2), st.data())
def test_mutated_text_is_refused_at_its_line(rows, data):
    row = data.draw(st.integers(0, len(rows) - 1))
    at = data.draw(st.integers(0, len(rows) - 1))
    times = data.draw(st.sampled_from([0, 2, 3]))
    rows[row][at : at + 1] = rows[row][at : at + 1] * times
    error = refused(
        grid_from_text,
        lines("".join(line) for line in rows),
        row + 1,
        min(len(rows[row]), len(rows)) + 1,
        f"found a row of {len(rows[row])} cell",
        f"expected {len(rows)}",
    )
    assert error.source is None
    error = refused(grid_from_array, rows)
    assert error.message.startswith(f"row {row}, column {min(len(rows[row]), len(rows))} ")


@fuzz
@given(boards(), st.data())
def test_mutated_cells_are_refused_with_their_index(rows, data):
    n, cells = len(rows), objects(rows)
    at = data.draw(st.integers(0, n * n - 1))
    dropped = cells[:at] + cells[at + 1 :]
    row, column = divmod(at, n)
    if n == 1:
        refused(grid_from_json, json.dumps(dropped), 1, 1, "an empty list")
    else:
        named = f"row {row}, column {column} (counted from 0): found no object"
        refused(grid_from_json, json.dumps(dropped), 1, 1, named, f"expected {n * n} objects")
    to = data.draw(st.integers(at + 1, n * n))
    repeated = [*cells[:to], cells[at], *cells[to:]]
    text = json.dumps(repeated).replace("}, ", "},\n")
    again = f"object {to} (counted from 0): found row {row}, column {column} again"
    error = refused(grid_from_json, text, to + 1, 1 if to else 2, again)
    assert f"after object {at}," in error.message
    assert "each cell once" in error.message


@given(data=st.data(), n=st.integers(1, 9))
def test_byte_arrays_are_read_like_lists(data, n):
    """The fast path for uint8 arrays reads the same grid as the general path."""
    cells = data.draw(st.lists(st.integers(0, 255), min_size=n * n, max_size=n * n))
    array = np.array(cells, np.uint8).reshape(n, n)
    assert grid_from_array(array) == grid_from_array(array.tolist())
    assert grid_from_array(array.T) == grid_from_array(array.T.tolist())


@pytest.mark.parametrize("format", WRITABLE)
@fuzz_less
@given(data=st.data())
def test_garbage_is_a_board_or_one_error_line(format, data):
    least, _ = ROWS_OF_FORMAT.get(format, (4, 9))
    whole = write_boards([data.draw(connected_boards(least, least + 2)).grid], format)
    whole = whole if isinstance(whole, bytes) else whole.encode()
    garbage = data.draw(st.binary(max_size=12) | st.text(max_size=12).map(str.encode))
    at, length = data.draw(st.integers(0, len(whole))), data.draw(st.integers(0, 8))
    for spoilt in (garbage, whole[:at], whole[:at] + garbage + whole[at + length :]):
        for asked in (None, format):
            message = read_or_refuse(spoilt, asked)
            assert message.startswith("a.b")
            assert message.isprintable()


def read_or_refuse(data, format):
    """Read each board; return the error message if there is one. Other exceptions are raised."""
    message = "a.b: read"
    try:
        found = find_boards(Input(data, "a.b"), format)
    except InputError as error:
        return str(error)
    for board in found:
        try:
            Board(board.read(), queens.Rules(allow_empty_regions=True), source="a.b")
        except InputError as error:
            message = str(error)
    return message


@examples(60)
@given(
    st.sampled_from(["AB\nAB\n\n", "regions: AB AB\n", "  0 1\n0 0 1\n1 0 0\n\n", "A\n\n"]),
    st.lists(
        st.sampled_from(
            ["queens:", "stars:", "label A:", "regions:", "allow empty regions:", "", "AB"]
        )
        | st.text('ab12=,:"AB# \t#', max_size=12),
        max_size=6,
    ),
    st.sampled_from(["\n", " "]),
)
def test_garbage_below_a_drawing(head, parts, glue):
    for text in (head + glue.join(parts), glue.join(parts) + head):
        with suppress(InputError):
            board = Board.from_text(text, allow_empty_regions=True)
            assert board == Board.from_text(board.to_text())
