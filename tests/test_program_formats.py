"""Boards as other programs have them: level files, source code, saved pages, addresses."""

from __future__ import annotations

import json
import zlib
from base64 import b64encode
from contextlib import suppress
from pathlib import Path

import pytest
from helpers.command import refused, run
from hypothesis import given, settings
from hypothesis import strategies as st

from fastqueens import queens
from fastqueens.input import Input
from fastqueens.queens.board.board import Board
from fastqueens.queens.formats.registry import find_boards, guess_format
from fastqueens.results import InputError

FOUR = ["AABB", "ACBB", "CCDB", "CCDD"]
NUMBERS = [[0, 0, 1, 1], [0, 2, 1, 1], [2, 2, 3, 1], [2, 2, 3, 3]]
OTHERS = [[0, 1, 1, 1], [0, 2, 2, 1], [0, 2, 3, 1], [0, 3, 3, 3]]
PLACED = [[0, 0, 1, 0], [1, 0, 0, 0], [0, 0, 0, 1], [0, 1, 0, 0]]


def only(text, format=None):
    """Read the only board of a text; with `format`, check that it is guessed."""
    content = Input(text)
    if format is not None:
        assert guess_format(content) == format
    (found,) = find_boards(content)
    grid = found.read()
    assert format in (None, grid.format)
    return grid


def rows_of(text, format=None):
    return only(text, format).regions.tolist()


def fails(text, line, column, part, format=None):
    def read():
        for found in find_boards(Input(text), format):
            found.read()

    with pytest.raises(InputError) as caught:
        read()
    error = caught.value
    assert (error.line, error.column) == (line, column), str(error)
    assert part in error.message


# ---- Lists in JSON and in source code ------------------------------------------------------------


def answer(rows, **more):
    puzzle = {"gridSize": len(rows), "solution": [{"row": 0, "col": 2}], **more}
    puzzle["colorGrid"] = [{"_type": "row", "colors": row} for row in rows]
    meta = {"fields": {"colorGrid": {"type": {"array": "row"}}, "gridSize": {"type": "int"}}}
    return json.dumps({"data": {"elements": [{"queens": puzzle, "other": None}]}, "meta": meta})


def test_the_answer_of_the_game():
    assert rows_of(answer(NUMBERS), "colorgrid") == NUMBERS
    fails(answer(NUMBERS, gridSize=7), 1, 48, "found 7 as 'gridSize', expected 4")
    short = answer([*NUMBERS[:2], [2, 2, 3], NUMBERS[3]])
    fails(short, 1, short.index("[2, 2, 3]") + 8, "found a row of 3 cells, expected 4")
    empty = answer([*NUMBERS[:3], [2, 2, 3, None]])
    fails(empty, 1, empty.index("null]") + 1, "found null, expected the region of a cell")


@pytest.mark.parametrize(
    "text",
    [
        json.dumps({"colorGrid": NUMBERS}),
        json.dumps({"color_grid": NUMBERS, "solution": PLACED, "queens": PLACED}),
        json.dumps({"ColourGrid": FOUR}, indent=2),
        json.dumps({"caseNumber": 4, "colorGrid": [x for row in NUMBERS for x in row]}),
        "const level = {\n  size: 4, // rows\n  'colorGrid': [[7,7,'b','b',],[7,2,'b','b'],"
        "[2,2,3,'b'],[2,2,3,3]],\n};",
    ],
)
def test_objects_with_a_colour_grid(text):
    assert rows_of(text, "colorgrid") == NUMBERS


def test_a_list_of_levels():
    text = json.dumps([{"name": "1", "colorGrid": NUMBERS}, {"name": "2", "colorGrid": OTHERS}])
    found = find_boards(Input(text))
    assert [x.number for x in found] == [1, 2]
    assert [x.read().regions.tolist() for x in found] == [NUMBERS, OTHERS]
    lines = text[1:-1].replace("}, {", "}\n{")
    assert [x.read().format for x in find_boards(Input(lines))] == ["colorgrid"] * 2


def test_stars_beside_the_rows():
    assert only(json.dumps({"colorGrid": NUMBERS, "num_stars": 2})).stars == 2
    fails(json.dumps({"stars": 17, "colorGrid": NUMBERS}), 1, 11, "expected 1 to 16")


PYTHON = '''"""A solver: don't run it."""
import numpy as np  # [[0, 0], [0]]

STEPS = [(0, 1), (1, 0), (0, -1), (-1, 0)]

def half(board, n):
    return [row[: n // 2] for row in board if row[0] != "#"]

puzzle = np.array([
    [0, 0, 1, 1],  # the first row
    (0, 2, 1, 1),
    [2, 2, 3, 1,],
    [2, 2, 3, 3],
])
solution = [[0, 0, 1, 0], [1, 0, 0, 0], [0, 0, 0, 1], [0, 1, 0, 0]]
'''


@pytest.mark.parametrize(
    "text",
    [
        json.dumps(NUMBERS),
        "// from a page\n" + json.dumps(NUMBERS, indent=1),
        str(NUMBERS),
        str(FOUR),
        str(tuple(map(tuple, NUMBERS))),
        PYTHON,
        "export const board: number[][] = /* rows */ [[5,5,1,1],\n[5,2,1,1],[2,2,3,1],[2,2,3,3],];",
        "let board = [[R, R, G, G], [R, C.x, G, G], [C.x, C.x, B, G], [C.x, C.x, B, B]]",
        "function f() { return g({ board: ['AABB', `ACBB`, \"CCDB\", 'CCDD'], n: 4 }); }",
        "\n".join(f"{row}," for row in NUMBERS),  # without brackets around the rows
        json.dumps({"grid": [[{"color": k, "queen": False} for k in row] for row in NUMBERS]}),
        f"board = {NUMBERS}\ncost = [[1, 2, 3, 4], [2, 3, 4, 1], [3, 4, 1, 2], [4, 1, 2, 3]]",
        "int[][] board = {{0, 0, 1, 1}, {0, 2, 1, 1}, {2, 2, 3, 1}, {2, 2, 3, 3}};",
    ],
)
def test_rows_in_source_code(text):
    assert rows_of(text, "matrix") == NUMBERS


def test_several_boards_of_a_program():
    text = f"LEVELS = {{'easy': {NUMBERS}, 'hard': {OTHERS}}}\nagain = {OTHERS}\n"
    assert [x.read().regions.tolist() for x in find_boards(Input(text))] == [NUMBERS, OTHERS]
    assert [x.read().n for x in find_boards(Input(f"boards = [{NUMBERS}, {OTHERS}]"))] == [4, 4]


@pytest.mark.parametrize(
    ("text", "line", "column", "part"),
    [
        ("board = [[0, 1],\n [0]]", 2, 3, "found a row of 1 cell, expected 2"),
        ("board = [[0, 1], [0, None]]", 1, 22, "found None, expected the region"),
        ("x = 1", 1, 1, "found no board, expected n lists of n regions"),
        (
            json.dumps({"colors": NUMBERS, "regionMap": OTHERS}),
            1, 12, "found two squares of 4 rows in one object, 'colors' and 'regionMap'",
        ),
    ],
)  # fmt: skip
def test_errors_in_source_code(text, line, column, part):
    fails(text, line, column, part, "matrix")


@pytest.mark.parametrize(
    "text", ["[A\n[[", "[,[]\n[[]]\n(0,0\n{{}}", "A[B\n[[,\n{{{", "int x = f(a, b[2]);\n"]
)
def test_drawings_with_brackets_stay_drawings(text):
    assert guess_format(Input(text)) in ("text", "json")


# ---- Lists of cells ------------------------------------------------------------------------------

CELLS = {
    label: [[r, c] for r in range(4) for c in range(4) if FOUR[r][c] == label] for label in "ABCD"
}
LINES = "4 1\n" + "".join(
    f"{len(cells)}\n" + "".join(f"{r} {c}\n" for r, c in cells) for cells in CELLS.values()
)


@pytest.mark.parametrize(
    "text",
    [
        json.dumps({"size_of_board": 4, "num_stars_per_region": 1, "region": CELLS}),
        json.dumps({"regions": list(CELLS.values())}),
        json.dumps([{"color": k, "cells": [{"row": r + 1, "col": c + 1} for r, c in x]}
                    for k, x in CELLS.items()]),
        f"regions = {[{(r, c) for r, c in x} for x in CELLS.values()]}",
        json.dumps({"zones": {k: [f"{r},{c}" for r, c in x] for k, x in CELLS.items()}}),
        LINES,
        LINES.replace("4 1\n", "# a board\n4\n\n", 1),
        "4\n" + "".join(
            f"{len(x)}\n" + "".join(f"{r + 1}\t{c + 1}\n" for r, c in x) for x in CELLS.values()
        ),
    ],
)  # fmt: skip
def test_lists_of_cells(text):
    assert rows_of(text, "celllists") == NUMBERS


@pytest.mark.parametrize(
    ("text", "line", "column", "part"),
    [
        (LINES.replace("3 3\n", "3 2\n"), 21, 1, "found the cell [3, 2] again"),
        (LINES.replace("3 3\n", "3 4\n"), 21, 1, "found the cell [3, 4], expected rows and col"),
        (LINES[:-4], 18, 1, "found 2 cells of a region, expected 3"),
        (LINES.replace("4 1", "5 1"), 1, 1, "found 5 rows, but the regions have 16 cells"),
        (LINES.replace("4 1", "4 99"), 1, 1, "expected 1 to 64 rows and 1 to 16 stars"),
        ('{"regions": {"a": [[0, 0], [0, 1]], "b": [[1, 0]]}}', 1, 13, "found 3 cells, expected"),
        ('{"regions": {"a": [[0, 0], [0, 1]], "b": [[1, 0], [0, 0]]}}', 1, 51, "again"),
    ],
)
def test_errors_in_lists_of_cells(text, line, column, part):
    fails(text, line, column, part)


def test_lists_of_cells_have_labels_and_stars():
    grid = only(json.dumps({"num_stars_per_region": 2, "region": CELLS}))
    assert (grid.labels, grid.stars) == (tuple("ABCD"), 2)
    assert only(LINES.replace("4 1", "4 2")).stars == 2


def test_commands_read_and_write_them(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("a.json").write_text(answer(NUMBERS))
    ended = run("solve", "a.json", "--json")
    assert json.loads(ended.stdout)["format"] == "colorgrid"
    Path("solver.py").write_text(PYTHON)
    assert run("solve", "solver.py", "-q").returncode == 0
    for name in ("colorgrid", "celllists", "matrix"):
        Path("b.json").write_text(run("convert", "a.json", "--to", name).stdout)
        assert queens.read_boards("b.json", format=name) == [Board.from_array(NUMBERS)] or (
            name == "celllists"
        )
    assert "found no board" in refused("solve", "a.json", "--format", "matrix").stderr


# ---- penpa-edit ----------------------------------------------------------------------------------

FIVE = Board.from_text("AAAAA\nBBBBA\nBBAAA\nCCDEE\nCCCEE", stars=2)


def address(text, head="https://swaroopg92.github.io/penpa-edit/#m=edit&p="):
    deflate = zlib.compressobj(9, zlib.DEFLATED, -15)
    return head + b64encode(deflate.compress(text.encode()) + deflate.flush()).decode()


def penpa(problem, *, kind="square", header="", cells="[14,1,5,1]", tags="", marks="{}"):
    """An address of a grid of two columns and two rows; its first cell has the number 14."""
    lines = [f"{kind},2,2,38,0,1,1,1,1,1,1,0,0,0,0,{header}", "[0,0,0,0]", "{}", problem, marks]
    return address("\n".join([*lines, cells, *["{}"] * 11, tags, ""]))


HALVES = '{zE:{"44,50":2,"50,56":2},zS:{},zN:{"9":["2",1,"1"]},zY:{}}'


def test_the_address_of_penpa_edit_holds_a_position():
    board = FIVE.with_position([(0, 0), (3, 2)], [(1, 1)])
    text = board.to_format("penpa")
    grid = only(text, "penpa")
    assert Board(grid) == FIVE
    assert grid.placements == (((0, 0), (3, 2)),)
    assert grid.eliminated == ((1, 1),)
    short = text[text.index("m=") :].strip()
    for other in (short.replace("+", "%2B"), short.replace("+", " "), short + "&a=x", "?" + short):
        assert only(other, "penpa") == grid
    with pytest.raises(InputError, match="in several pieces, which penpa-edit cannot hold"):
        Board.from_text("AB\nBA").to_format("penpa")


def test_boards_drawn_in_penpa_edit():
    assert rows_of(penpa(HALVES), "penpa") == [[0, 1], [0, 1]]
    assert only(penpa(HALVES)).stars == 2
    assert only(penpa(HALVES, tags='["starbattle"]')).stars == 2
    long = HALVES.replace("zE", '"lineE"').replace("zN", '"number"').replace("zS", '"surface"')
    assert only(penpa(long)).stars == 2
    colours = '{zE:{},zS:{"14":1,"15":3,"20":1,"21":3},zN:{},zY:{"14":[2,"star",1]}}'
    grid = only(penpa(colours, header="Title: A board (3 stars)"))
    assert (grid.regions.tolist(), grid.stars) == ([[0, 1], [0, 1]], 3)
    assert grid.placements == (((0, 0),),)


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("m=edit&p=####", "the address is damaged"),
        (address("square,2,2"), "it is cut off"),
        (address("square" + "," * 2_000_000), "found more than 1,048,576 bytes"),
        (penpa(HALVES, kind="hex"), "found a grid of the kind 'hex', expected squares"),
        (penpa(HALVES, tags='["sudoku"]'), "found a puzzle of the kind 'sudoku'"),
        (penpa(HALVES, cells="[14,1,5]"), "found 3 cells that are no square"),
        (penpa(HALVES, cells="[13,1,5,1]"), "found 4 cells that are no square"),
        (penpa(HALVES.replace('"9"', '"14"').replace('"2",1', '"7",1')), "found '7' in a cell"),
        (penpa(HALVES.replace('{"9"', '{"8":["3",1,"1"],"9"')), "found 2 and 3 as the number"),
        (penpa(HALVES.replace('"44,50"', '"50,57"')), "found a line across cells"),
        (penpa("{zE:{},zS:{}}"), "found neither borders nor colours"),
        (penpa('{zE:{"50,56":2}'), "line 3 of the text in the address: found invalid JSON"),
    ],
)
def test_errors_in_addresses_of_penpa_edit(text, part):
    fails(text, 1, text.index("p=") + 3, part, "penpa")


# ---- Saved pages ---------------------------------------------------------------------------------

COLOURS = ["#ff0000", "rgb(0, 128, 0)", "blue", "hsl(60 100% 50%)"]
RULES = "".join(f".cell.k{k} {{ background-color: {x}; }}\n" for k, x in enumerate(COLOURS))
HEAD = f"<!DOCTYPE html><html><head><style>/* .k0 {{}} */ body {{ background: #eee }} {RULES}"
HEAD += ".cell:hover { background: pink } .bar { background: red }</style></head><body>"


def page(cell, row="<div class='row'>{}</div>", board="<div id='board'>{}</div>", rows=NUMBERS):
    """A page whose cells a function of the row, the column and the region writes."""
    lines = [
        row.format("".join(cell(r, c, k) for c, k in enumerate(line)))
        for r, line in enumerate(rows)
    ]
    legend = "".join(f"<p class='bar' style='background:{x}'>!</p>" for x in COLOURS)
    return f"{HEAD}<header>{legend}</header>{board.format(''.join(lines))}</body></html>"


def styled(r, c, k):
    return f'<div class="x" style="border: 1px; BACKGROUND-color:{COLOURS[k]} !important"></div>'


@pytest.mark.parametrize(
    "text",
    [
        page(styled),
        page(styled, row="{}"),
        page(lambda r, c, k: styled(r, c, k) + "\n<!-- a cell -->"),
        page(lambda r, c, k: f"<div><i>{styled(r, c, k)}</i></div>"),
        page(lambda r, c, k: f"<div class='cell k{k}'></div>"),
        page(lambda r, c, k: f"<td bgcolor=#f0{k}>", "<tr>{}", "<table>{}</table>"),
        page(lambda r, c, k: f"<td style='background: {COLOURS[k]}'></td>",
             "<tr><th>1</th>{}</tr>", "<table><tbody>{}</tbody></table>"),
        page(lambda r, c, k: f"<td class='sq-{k}'></td>" if k else "<td></td>",
             "<tr>{}</tr>", "<table>{}</table>"),
        page(lambda r, c, k: f"<i data-cell-idx={4 * r + c} class='cell-color-{k} b'></i>", "{}"),
        page(lambda r, c, k: f"<div data-region='{k}' class='{'on' * (r == c)}'></div>"),
        page(lambda r, c, k: f"<div class='a bg-c-{k} {'on' * (r == c)}'></div>", "{}"),
        page(lambda r, c, k: f"<rect x='{9 * c}' y='{9 * r}' fill='{COLOURS[k]}'/>", "{}",
             "<svg>{}</svg>"),
        page(lambda r, c, k: f'<div role="gridcell" aria-label="Empty cell of color No. {k}, '
             f'row {r + 1}, column {c + 1}"></div>', "{}"),
        page(lambda r, c, k: styled(r, c, k).replace("#ff0000", "#F00") if r else styled(r, c, k)),
    ],
)  # fmt: skip
def test_saved_pages(text):
    assert rows_of(text, "html") == NUMBERS
    bare = text[text.index("<body>") + 6 :]
    if "class='cell k" not in text:  # a part of a page, without its styles
        assert rows_of(bare, "html") == NUMBERS


def test_cells_in_another_order_say_where_they_stand():
    across = [list(column) for column in zip(*NUMBERS, strict=True)]
    for cell in (
        lambda r, c, k: f"<div data-row={c} data-col={r} style='background:{COLOURS[k]}'></div>",
        lambda r, c, k: f"<div id='s{c + 1}_{r + 1}' style='background:{COLOURS[k]}'></div>",
        lambda r, c, k: (
            f"<div style='left: {9 * r}px; top:{9 * c}px; background:{COLOURS[k]}'></div>"
        ),
    ):
        assert rows_of(page(cell, rows=across), "html") == NUMBERS


def test_a_page_with_several_boards():
    one, two = page(styled), page(styled, rows=OTHERS)
    found = find_boards(Input(one + two[two.index("<body>") + 6 :]))
    assert [x.number for x in found] == [1, 2]
    assert [x.read().regions.tolist() for x in found] == [NUMBERS, OTHERS]
    many = "".join(page(styled, row="{}")[len(HEAD) :] for _ in range(4))
    assert len(find_boards(Input(HEAD + many))) == 4


def test_queens_and_crosses_in_a_page():
    def cell(sign):
        return lambda r, c, k: styled(r, c, k).replace("></", f">{sign(r, c)}</")

    crown = "<img src='crown.png' style='visibility: {}'>"
    grid = only(page(cell(lambda r, c: crown.format("hidden" if r + c else "visible"))))
    assert (grid.placements, grid.eliminated) == ((((0, 0),),), ())
    grid = only(page(cell(lambda r, c: "<b>👑</b>" if (r, c) == (0, 2) else "✕" if r == 0 else "")))
    assert (grid.placements, grid.eliminated) == ((((0, 2),),), ((0, 0), (0, 1), (0, 3)))
    grid = only(page(cell(lambda r, c: "<img src='crown.png'>")))  # every cell has one
    assert (grid.placements, grid.eliminated) == ((), ())
    grid = only(page(lambda r, c, k: f"<div aria-label='{'Queen' if r + c == 0 else 'Cross'} of "
                     f"color c{k}, row {r + 1}, column {c + 1}'></div>" if r == 0 else
                     f"<div aria-label='Empty cell of color c{k}, row {r + 1}, column {c + 1}'>"
                     "</div>"))  # fmt: skip
    assert (grid.placements, grid.eliminated) == ((((0, 0),),), ((0, 1), (0, 2), (0, 3)))


@pytest.mark.parametrize(
    ("text", "line", "part"),
    [
        (page(styled, rows=[*NUMBERS[:2], [2, 2, 2, 1], [2, 2, 2, 2]]).replace("\n", ""), 1,
         "found 16 cells with 3 regions by their background, expected 4"),
        (page(lambda r, c, k: styled(r, c, k).replace('"x"', f'"color-{OTHERS[r][c]}"')), 5,
         "found different regions by the background and by the class color of the cells"),
        (page(styled, rows=NUMBERS[:3]), 1, "found a page without a board"),
        ("<p>No board</p>", 1, "found a page without a board"),
    ],
)  # fmt: skip
def test_errors_in_pages(text, line, part):
    assert guess_format(Input(text)) == "html"

    def read():
        for found in find_boards(Input(text)):
            found.read()

    with pytest.raises(InputError) as caught:
        read()
    assert caught.value.line == line
    assert part in caught.value.message


def test_a_board_in_the_script_of_a_page():
    text = f"<html><body><p>Don't</p><script>let board = {NUMBERS};</script></body></html>"
    assert rows_of(text) == NUMBERS
    level = f"<script>const level = {{ colorRegions: {NUMBERS} }}</script>"
    assert rows_of(f"<!DOCTYPE html><body>{level}</body>") == NUMBERS
    code = answer(NUMBERS).replace('"', "&quot;")
    assert rows_of(f"<html><body><code>{code}</code></body></html>") == NUMBERS


def test_scripts_and_links_of_a_page_are_not_used(monkeypatch):
    import socket

    monkeypatch.setattr(socket, "socket", None)
    text = page(styled).replace(
        "<body>", "<body><script src='http://127.0.0.1:1/x.js'>document.write('<b>')</script>"
        "<link rel=stylesheet href='http://127.0.0.1:1/x.css'>")  # fmt: skip
    assert rows_of(text, "html") == NUMBERS


def test_a_page_cannot_be_written(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("a.html").write_text(page(styled))
    assert run("solve", "a.html", "-q").returncode == 0
    assert refused("convert", "a.html", "--to", "html").returncode == 2
    with pytest.raises(InputError, match="expected"):
        FIVE.to_format("html")


# ---- Garbage -------------------------------------------------------------------------------------

WHOLE = [
    page(styled),
    page(lambda r, c, k: f"<td class='sq-{k}' id=c{r}-{c}>", "<tr>{}", "<table>{}"),
    PYTHON,
    answer(NUMBERS),
    json.dumps({"region": CELLS}),
    LINES,
    penpa(HALVES),
]


@settings(max_examples=100)
@given(st.sampled_from(WHOLE), st.data())
def test_garbage_is_read_or_refused(whole, data):
    signs = "[](){}<>='\",:;/*#\\-\n 01ab\0é"
    garbage = data.draw(st.text(signs, max_size=12) | st.text(max_size=6))
    at, length = data.draw(st.integers(0, len(whole))), data.draw(st.integers(0, 40))
    for text in (whole[:at], whole[:at] + garbage + whole[at + length :], garbage):
        for format in (None, "html", "matrix", "colorgrid", "celllists", "penpa"):
            with suppress(InputError):
                for found in find_boards(Input(text), format):
                    with suppress(InputError):
                        assert 1 <= found.read().n <= 64


def test_deep_and_large_input_is_refused_at_once():
    for text in ("[[0," * 10_000, "<p>" * 10_000 + "</p>", "board = " + "[" * 10_000 + "0"):
        for format in ("html", "matrix"):
            with pytest.raises(InputError):
                find_boards(Input(text), format)
    with pytest.raises(InputError, match="at most 2,097,152 bytes"):
        find_boards(Input("board = " + "[" * (2 << 20)), "matrix")
    with pytest.raises(InputError, match="at most 8,388,608 bytes"):
        find_boards(Input("<p>" * (3 << 20)), "html")
