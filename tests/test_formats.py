"""Reading boards: every format, every error with its place, and fuzzing."""

from __future__ import annotations

import json
import os
import random
from collections import deque
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fastqueens.input import load_json
from fastqueens.queens.formats import registry as formats
from fastqueens.queens.formats.registry import (
    grid_from_array,
    grid_from_bytes,
    grid_from_file,
    grid_from_json,
    grid_from_text,
)
from fastqueens.queens.grid.grid import MAX_N, Grid
from fastqueens.queens.grid.rules import Rules
from fastqueens.results import InputError

ORACLES = Path(__file__).parents[2] / "shared" / "oracles"

# The boards of shared/oracles/queens_seed.md.
NINE = [
    "AAABBCCCD",
    "ABBBBCECD",
    "ABBBDCECD",
    "AAABDCCCD",
    "BBBBDDDDD",
    "FGGGDDHDD",
    "FGIGDDHDD",
    "FGIGDDHDD",
    "FGGGDDHHH",
]
FOUR = ["RBBB", "RRBY", "GYYY", "GGGY"]
SEVEN_REGIONS = ["AAABB", "ACCCB", "ACDDB", "EEEFF", "EGGFF"]


def lines(rows):
    return "\n".join(rows) + "\n"


def objects(rows):
    return [
        {"row": row, "col": col, "color": label}
        for row, line in enumerate(rows)
        for col, label in enumerate(line)
    ]


def drawn(grid):
    return [[grid.labels[region] for region in row] for row in grid.regions]


def refused(read, data, line=None, column=None, *parts):
    """Check that `data` is refused there, with every one of `parts` in the message."""
    with pytest.raises(InputError) as caught:
        read(data)
    error = caught.value
    assert (error.line, error.column) == (line, column), str(error)
    for part in parts:
        assert part in error.message
    return error


def cell(row, col, color="x"):
    return {"row": row, "col": col, "color": color}


# ---- Text --------------------------------------------------------------------------------------


@pytest.mark.parametrize("rows", [NINE, FOUR, SEVEN_REGIONS, ["A"], ["#[", "{#"]])
def test_text(rows):
    grid = grid_from_text(lines(rows))
    assert drawn(grid) == [list(row) for row in rows]
    assert grid.regions.dtype == np.uint8
    assert grid.regions.flags.c_contiguous
    assert not grid.regions.flags.writeable
    assert list(dict.fromkeys(grid.regions.ravel().tolist())) == list(range(len(grid.labels)))


@pytest.mark.parametrize(
    "text",
    [
        "AB\nBA",
        "\ufeffAB\nBA",
        "A B\n\tB\t A \n",
        "AB\r\nBA\r\n",
        "AB\rBA\r",
        "\n \t\n  AB\n  BA\n\n\r\n  ",
    ],
)
def test_text_blanks_and_line_ends(text):
    expected = Grid(np.array([[0, 1], [1, 0]], dtype=np.uint8), ("A", "B"))
    assert grid_from_text(text) == expected
    assert grid_from_bytes(text.encode()) == expected


def test_emoji_squares_with_variation_selectors():
    assert drawn(grid_from_text("⬛\ufe0f🟥\n🟥⬛")) == [["⬛", "🟥"], ["🟥", "⬛"]]


@pytest.mark.parametrize(
    ("text", "line", "column", "parts"),
    [
        ("", 1, 1, ("found nothing", "n lines of n characters")),
        ("\n \t\r\n", 1, 1, ("found only blanks",)),
        ("ABC\nAB\nABC", 2, 3, ("a row of 2 cells", "expected 3")),
        ("\n\nABC\n A B  \nABC", 4, 5, ("a row of 2 cells", "expected 3")),
        ("ABC\nA B CD\nABC", 2, 6, ("a row of 4 cells", "expected 3")),
        ("AB\nABC\nABC\n", 1, 3, ("a row of 2 cells", "expected 3")),  # the odd one is the first
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
        ("AB\x0cAB\n", 1, 3, ("U+000C",)),  # no line end, whatever str.splitlines says
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


# ---- JSON --------------------------------------------------------------------------------------


@pytest.mark.parametrize("rows", [NINE, FOUR, SEVEN_REGIONS, ["A"]])
def test_json(rows):
    expected = grid_from_text(lines(rows))
    cells = objects(rows)
    random.Random(1).shuffle(cells)
    for document in (cells, {"regions": rows}, {"v": [1, {}], "regions": [list(r) for r in rows]}):
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
        # Numbers and keys that Python would take.
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
        ("[[0]]", 1, 2, ("object 0 (counted from 0)", "found a list", "expected an object")),
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
        # One more, with the same place: found at the second one.
        (
            [cell(0, 0), cell(0, 1), cell(1, 0), cell(1, 1), cell(0, 1)],
            5,
            ("object 4 ", "row 0, column 1 again after object 1", "each cell once"),
        ),
        (
            [cell(0, 0), cell(0, 0), cell(1, 0), cell(1, 1)],
            2,
            ("object 1 ", "row 0, column 0 again after object 0"),
        ),
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


# ---- Bytes and files ---------------------------------------------------------------------------


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
        # Rather JSON.
        ("[{'row': 0}]", 1, 3, 'found invalid JSON at "\'"', "also read as text: line 1, column"),
        ("[]", 1, 1, "found an empty list", "also read as text: line 1, column 3"),
        ("[[0, 1], [1", 1, 12, "found invalid JSON at the end", "also read as text: line 1"),
        ("{}", 1, 1, "found an object with no keys", "also read as text: line 1, column 3"),
        # Rather text.
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
def test_what_is_surely_json_has_one_error(text, line, column, start):
    error = refused(grid_from_bytes, text.encode(), line, column)
    assert error.message.startswith(start)
    assert "also" not in error.message


@pytest.mark.parametrize("text", ["[NaNo", "[NaNNN]a]", "[NaN*", '[NaNr00"],[[*', "9NaN!]"])
def test_what_is_no_json_after_all(text):
    with pytest.raises(InputError):
        grid_from_bytes(text.encode())


def test_a_long_integer_is_found_where_it_stands_not_where_a_fraction_begins_so():
    digits = "1" * 21
    with pytest.raises(InputError, match="an integer of 21 digits") as caught:
        load_json(f"[{digits}.5, {digits}e3, {digits}]", None)
    assert caught.value.column == len(f"[{digits}.5, {digits}e3, ") + 1


def test_repeated_keys_deep_down():  # in memory as large as the text: no path is kept
    text = "[" + '{"k":[[[[[[{"a": 1}]]]]]]},' * 5000 + '{"k": 1, "k": 2}]'
    with pytest.raises(InputError, match="the key 'k' again") as caught:
        load_json(text, None)
    assert caught.value.column == len(text) - 2


def test_file(tmp_path):
    path = tmp_path / "board.txt"
    path.write_text(lines(FOUR))
    assert grid_from_file(path) == grid_from_file(str(path)) == grid_from_text(lines(FOUR))
    path.write_text(json.dumps(objects(FOUR)))
    assert grid_from_file(path) == grid_from_text(lines(FOUR))
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
        file.truncate(1 << 30)  # takes no room on disk; reading it would
    refused(grid_from_file, path, None, None, "found 1,073,741,824 bytes", "at most 16,777,216")
    if Path("/dev/zero").exists():
        monkeypatch.setattr(formats, "MAX_BYTES", 1000)
        refused(grid_from_file, "/dev/zero", None, None, "found more than 1,000 bytes")


@pytest.mark.parametrize(
    ("name", "n", "regions"), [("queens_thesis20.txt", 20, 20), ("queens_thesis30.txt", 30, 30)]
)
def test_thesis_boards(name, n, regions):
    path = ORACLES / name
    if not path.exists():
        pytest.skip(f"{path} is not here")
    grid = grid_from_file(path)
    assert grid.regions.shape == (n, n)
    assert len(grid.labels) == regions
    check_region_count(grid, source=name)


# ---- Arrays ------------------------------------------------------------------------------------


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


# ---- Grids -------------------------------------------------------------------------------------


def test_grid_equality():
    grid = grid_from_text("AB\nBB")
    assert grid == grid_from_array(["AB", "BB"])
    assert grid != grid_from_text("XY\nYY")
    assert grid != grid_from_text("AB\nAB")
    assert grid != "AB\nBB"


def check_region_count(grid, source=None):
    Rules().check_region_count(grid.regions, grid.labels, source=source)


def test_region_count():
    check_region_count(grid_from_text(lines(NINE)))
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


# ---- Properties --------------------------------------------------------------------------------

fuzz = settings(derandomize=True, deadline=None, max_examples=150)

# Visible on its own: letters, digits, punctuation, symbols. Marks join the character before.
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
    assert message.isprintable()  # nothing of the input reaches a terminal unquoted


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
cells = st.fixed_dictionaries(
    {}, optional={"row": st.integers(-1, 2) | scalars, "col": scalars, "color": scalars}
)
values = st.one_of(
    st.recursive(
        scalars,
        lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=3), inner),
        max_leaves=12,
    ),
    st.lists(cells, max_size=5),
    st.lists(st.builds(cell, st.integers(0, 1), st.integers(0, 1)), max_size=5),
)


@fuzz
@given(values)
def test_any_json(value):
    for document in (value, {"regions": value}):
        text = json.dumps(document, indent=1)
        accepts_or_refuses(grid_from_json, text)
        accepts_or_refuses(grid_from_bytes, text.encode())


@fuzz
@given(values)
def test_any_list_as_an_array(value):
    accepts_or_refuses(grid_from_array, value if isinstance(value, list) else [value])


@fuzz
@given(st.integers(0, 400), st.sampled_from('"[]{},:0\0\n N'))
def test_broken_json(at, character):
    text = json.dumps({"a": [1.5, None, "x\\"], "regions": NINE}) + json.dumps(objects(FOUR))[:250]
    for broken in (text[:at], text[:at] + character + text[at:]):
        accepts_or_refuses(grid_from_json, broken)
        accepts_or_refuses(grid_from_bytes, broken.encode())


@fuzz
@given(boards(), st.data())
def test_text_round_trip(rows, data):
    text = "".join(data.draw(blanks).join(["", *row, ""]) + "\n" for row in rows)
    around = st.lists(blanks, max_size=3).map("\n".join)
    text = f"{data.draw(around)}\n{text}{data.draw(around)}"
    text = text.replace("\n", data.draw(st.sampled_from(["\n", "\r\n", "\r"])))
    text = data.draw(st.sampled_from(["", "\ufeff"])) + text
    for grid in (grid_from_text(text), grid_from_bytes(text.encode())):
        assert drawn(grid) == rows


@fuzz
@given(boards(labels=st.text(max_size=4)), st.randoms(use_true_random=False), st.booleans())
def test_json_round_trip(rows, rng, pretty):
    shuffled = objects(rows)
    rng.shuffle(shuffled)
    for document in (shuffled, {"regions": rows}):
        text = json.dumps(document, indent=2 if pretty else None, ensure_ascii=pretty)
        assert drawn(grid_from_json(text)) == rows
    assert drawn(grid_from_array(rows)) == rows


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


@given(data=st.data(), n=st.integers(1, 9))
def test_byte_arrays_are_read_like_lists(data, n):
    """The short way for uint8 gives what the long one gives."""
    cells = data.draw(st.lists(st.integers(0, 255), min_size=n * n, max_size=n * n))
    array = np.array(cells, np.uint8).reshape(n, n)
    assert grid_from_array(array) == grid_from_array(array.tolist())
    assert grid_from_array(array.T) == grid_from_array(array.T.tolist())
