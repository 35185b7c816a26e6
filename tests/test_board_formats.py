"""The formats of other programs: read and written, files of many boards, garbage, commands."""

from __future__ import annotations

import io
import json
import pickle
from pathlib import Path

import numpy as np
import pytest
from conftest import oracle
from helpers.boards import FOUR, NINE
from helpers.command import refused, run
from helpers.drawn_boards import connected_boards
from hypothesis import given, settings
from hypothesis import strategies as st

from fastqueens import queens
from fastqueens.input import Input
from fastqueens.queens.board.board import Board
from fastqueens.queens.formats.registry import FORMATS, find_boards, write_boards
from fastqueens.queens.grid.placements import read_cells
from fastqueens.results import InputError

fuzz = settings(derandomize=True, deadline=None, max_examples=30)
FIVE = "AAAAA\nBBBBA\nBBAAA\nCCDEE\nCCCEE"
SBN = "551W056Ag_Y"
labels = st.text(st.characters(exclude_characters="\0"), max_size=4) | st.integers().map(str)
# The rows that a format holds, where not any number.
ROWS = {"sbn": (5, 25)}


def cells(board):
    return [read_cells(board.n, x).tolist() for x in board.placements]


def same(read, board, format):
    """The regions are the same, and all that the format keeps."""
    assert read.format == format
    assert read.regions.tolist() == board.regions.tolist()
    kept = {
        "labels": lambda x: x.labels, "stars": lambda x: x.stars,
        "queens": cells, "eliminated": lambda x: x.eliminated,
    }  # fmt: skip
    for what in FORMATS[format].keeps:
        assert kept[what](read) == kept[what](board), what


@pytest.mark.parametrize("format", FORMATS)
@fuzz
@given(st.data())
def test_what_is_written_is_read(tmp_path_factory, format, data):
    least, most = ROWS.get(format, (1, 9))
    if format == "npy":  # one size
        least = most = data.draw(st.integers(least, most))
    drawn = connected_boards(least, most, labels=data.draw(st.sampled_from([None, labels])))
    boards = data.draw(st.lists(drawn, min_size=1, max_size=3))
    written = write_boards([board.grid for board in boards], format)
    path = tmp_path_factory.mktemp("boards") / f"boards{FORMATS[format].endings[0]}"
    (path.write_bytes if isinstance(written, bytes) else path.write_text)(written)
    for asked in (None, format):  # found by its content, and told
        found = queens.read_boards(path, format=asked)
        assert len(found) == len(boards)
        for read, board in zip(found, boards, strict=True):
            same(read, board, "json" if (asked, format) == (None, "jsonl") and
                 len(boards) == 1 else format)  # fmt: skip
    boards[0].save(path)
    same(Board.from_file(path, format=format), boards[0], format)


@pytest.mark.parametrize("format", FORMATS)
@fuzz
@given(data=st.data())
def test_garbage_is_a_board_or_one_clear_line(format, data):
    least, _ = ROWS.get(format, (4, 9))
    whole = write_boards([data.draw(connected_boards(least, least + 2)).grid], format)
    whole = whole if isinstance(whole, bytes) else whole.encode()
    garbage = data.draw(st.binary(max_size=12) | st.text(max_size=12).map(str.encode))
    at, length = data.draw(st.integers(0, len(whole))), data.draw(st.integers(0, 8))
    for spoilt in (garbage, whole[:at], whole[:at] + garbage + whole[at + length :]):
        for asked in (None, format):
            message = _refusal(spoilt, asked)
            assert message.startswith("a.b")
            assert "\n" not in message


def _refusal(data, format):
    """Read every board; the error if there is one. Anything but an InputError goes through."""
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


# ---- Star Battle Notation ----------------------------------------------------------------------


@fuzz
@given(connected_boards(5, 25))
def test_sbn_is_the_notation_that_is_described(board):
    """The head of shared/oracles/stars_sample.txt, read here once more, bit by bit."""
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


def test_the_sample_is_written_as_it_was():
    lines = [x for x in oracle("stars_sample.txt").read_text().splitlines() if x[0] != "#"]
    for line in lines[::40]:
        assert Board.from_text(line).to_format("sbn") == line + "\n"


def test_sbn_with_the_marks_of_a_player():
    board = Board.from_text("551e056Ag_YW00000O00")  # a1 = 2, d4 = 1, e4 = 2: 32; 1 * 16 + 2 * 4
    assert (cells(board), board.eliminated) == ([[[0, 0], [3, 4]]], ((3, 3),))
    assert str(board) == FIVE
    assert board.to_format("sbn") == "551e056Ag_YW00000O00\n"
    assert Board.from_text("551e056Ag_YW00000O").eliminated == board.eliminated  # the rest is empty
    assert Board.from_text("551e056Ag_YW00000O00~ab:1") == board  # the moves are not read


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
        ("551Wz56Ag_Y", 5, "found more than the 40 borders"),
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


# ---- Numbers with commas, addresses, levels, arrays --------------------------------------------

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


@fuzz
@given(connected_boards(1, 20, most_stars=16))
def test_addresses_have_their_borders_row_by_row(board):
    """Five bits a digit, read here once more: first to the right, then below."""
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
        ("starbattle/2/2/1/o1", 19, "found more than 2 borders"),
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


def test_levels_of_clones():
    read = Board.from_bytes(LEVEL.encode())
    assert (read.labels, read.regions.tolist()) == (("A", "B"), [[0, 1], [0, 1]])
    assert read.format == "colorregions"
    assert Board.from_text(LEVEL) == read
    as_json = '{"size": 2, "colorRegions": [["A", "B"], ["A", "B"]], "regionColors": {"A": "#fff"}}'
    assert Board.from_bytes(as_json.encode(), source="level.json") == read
    assert Board.from_json(as_json) == read
    assert [x() == read for x in _reads(f"[{as_json}, {as_json}]")] == [True, True]
    assert [x() == read for x in _reads(f"{as_json}\n{as_json}\n")] == [True, True]
    loose = 'export const colorRegions: string[][] = [["A", "B"], ["A", "B"]] as const'
    assert Board.from_text(loose) == read
    assert Board.from_text('colorRegions = ["AB", "AB"]', format="colorregions") == read
    numbers = Board.from_text("x = { stars: 2, colorRegions: [[3, -1], [3, -1]] }")
    assert (numbers.labels, numbers.stars) == (("3", "-1"), 2)
    quoted = r"""x = { colorRegions: [['it\'s', "a\u00e9"], ['it\'s', "a\u00e9"]] }"""
    assert Board.from_text(quoted).labels == ("it's", "a\u00e9")


def _reads(text):
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


# ---- Files of many boards ----------------------------------------------------------------------


def test_a_file_of_a_board_a_line(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("boards.sbn").write_text(f"# five boards\n\n{SBN}\n{SBN}\nrubbish\n  {SBN[:-1]}\n{SBN}\n")
    numbers = [x.number for x in find_boards(Input(Path("boards.sbn").read_bytes()))]
    assert numbers == [1, 2, 3, 4, 5]
    ended = run("solve", "boards.sbn", "--json")
    answers = [json.loads(line) for line in ended.stdout.splitlines()]
    assert [x["file"] for x in answers] == [f"boards.sbn:{k}" for k in range(1, 6)]
    status = ["solved", "solved", "error", "error", "solved"]
    assert [x["status"] for x in answers] == [
        x.replace("solved", answers[0]["status"]) for x in status
    ]
    assert [x.get("format") for x in answers] == ["sbn", "sbn", None, None, "sbn"]
    assert (answers[2]["error"]["line"], answers[3]["error"]["line"]) == (5, 6)
    for command in ("solve", "rate", "hint", "explain", "compare"):
        more = ["--methods", "bitboard", "--measure", "0"] if command == "compare" else []
        ended = run(command, "boards.sbn:2", *more)
        assert (ended.returncode in (0, 1), ended.stderr) == (True, "")
    assert "boards.sbn:6:13: found 6 char" in refused("solve", "boards.sbn:4").stderr
    assert "found 5 boards, expected a number from 1 to 5" in refused("rate", "boards.sbn:6").stderr


def test_the_format_is_told(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("boards.txt").write_text(f"{SBN}\n{SBN}\n")
    told = "boards.txt: read as Star Battle Notation (SBN)\n"
    assert run("rate", "boards.txt").stderr == told
    assert run("rate", "boards.txt", "--format", "sbn").stderr == ""
    assert run("solve", "boards.txt", "-q").stderr == ""
    assert "found invalid JSON" in refused("rate", "boards.txt", "--format", "json").stderr
    assert run("solve", "-", "--json", stdin=f"{SBN}\n").stdout.count('"format": "sbn"') == 1
    Path("nine.txt").write_text(NINE)
    assert json.loads(run("solve", "nine.txt", "--json").stdout)["format"] == "text"
    assert run("solve", "nine.txt", "--format", "svg").returncode == 2


def test_a_drawing_that_begins_as_sbn_does():
    """Its rows have another length than SBN of five rows, which they would be otherwise."""
    rows = ["551W0" for _ in range(5)]
    assert Board.from_text("\n".join(rows), allow_empty_regions=True).format == "text"
    assert Board.from_bytes("\n".join(rows).encode(), allow_empty_regions=True).format == "text"


def test_the_documents_have_the_table():
    told = (Path(__file__).parents[1] / "docs" / "formats.md").read_text()
    rows = [
        f"| `{x.name}` | {x.title} | `{'` `'.join(x.endings)}` | {', '.join(x.keeps)} |"
        for x in FORMATS.values()
    ]
    assert "\n".join(["|---|---|---|---|", *rows, ""]) in told


# ---- Writing -----------------------------------------------------------------------------------


@pytest.mark.parametrize("format", FORMATS)
def test_commands_write_every_format(tmp_path, monkeypatch, format):
    monkeypatch.chdir(tmp_path)
    ending = FORMATS[format].endings[0]
    made = queens.generate(8, seed=3, count=2)
    asked = ["generate", 8, "--seed", 3, "--count", 2]
    assert run(*asked, "-q", "-o", f"made{ending}").returncode == 0
    assert run(*asked, "-q", "-o", "made.xyz", "--format", format).returncode == 0
    if format != "npy":  # bytes
        Path("printed").write_text(run(*asked, "--format", format).stdout)
    assert run("convert", f"made{ending}", "-o", "again.jsonl").returncode == 0
    ended = run("convert", "again.jsonl", "-o", f"again{ending}")
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "", "")
    level = ["levels", "7-003"]
    assert run(*level, "-o", f"level{ending}").returncode == 0
    assert run(*level, "-o", "level.xyz", "--format", format).returncode == 0
    several = ["made" + ending, "made.xyz", "again" + ending, *["printed"] * (format != "npy")]
    for name in several:
        found = queens.read_boards(name, format=format)
        assert [x.regions.tolist() for x in found] == [x.regions.tolist() for x in made]
    for name in ("level" + ending, "level.xyz"):
        (found,) = queens.read_boards(name, format=format)
        assert found.regions.tolist() == queens.levels(7)[2].board.regions.tolist()


def test_solutions_are_written_where_there_is_room_for_them(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("nine.txt").write_text(NINE)
    solution = queens.solve(Board.from_text(NINE)).queens.tolist()
    for name in ("a.sbn", "a.jsonl"):
        assert run("solve", "nine.txt", "-q", "-o", name).returncode == 0
        (board,) = queens.read_boards(name)
        assert [x.tolist() for x in board.placements] == [solution]
        assert run("check", name).returncode == 0
    queens.solve(Board.from_text(NINE)).save("b.sbn")
    assert Path("b.sbn").read_text() == Path("a.sbn").read_text()
    queens.solve(Board.from_text(NINE), node_limit=0).save("c.sbn")
    assert Path("c.sbn").read_text()[:4] == "991W"
    assert "expected a file named" in refused("solve", "nine.txt", "-o", "a.npy").stderr
    Path("four.txt").write_text(FOUR)
    ended = refused("solve", "four.txt", "-o", "four.sbn")
    assert "found a board of 4 rows, expected 5 to 25 for SBN" in ended.stderr


def test_convert(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("boards.sbn").write_text(f"{SBN}\nrubbish\n551e056Ag_YW00000O00\n")
    ended = run("convert", "boards.sbn", "--to", "jsonl")
    assert ended.returncode == 2
    assert "boards.sbn:2:1: found 'ru', expected a digit twice" in ended.stderr
    first, second = map(json.loads, ended.stdout.splitlines())
    assert first["regions"] == second["regions"] == FIVE.split("\n")
    assert (second["queens"], second["eliminated"]) == ([0, -1, -1, 4, -1], [[3, 3]])
    both = run("convert", "boards.sbn:1", "boards.sbn:3", "--to", "json")
    Path("both.json").write_text(both.stdout)
    assert run("convert", "both.json", "--to", "sbn").stdout == (f"{SBN}\n551e056Ag_YW00000O00\n")
    Path("four.txt").write_text(FOUR)
    ended = run("convert", "four.txt", "boards.sbn:1", "-o", "out.sbn")
    assert "error: four.txt: found a board of 4 rows" in ended.stderr
    assert (ended.returncode, Path("out.sbn").read_text()) == (2, f"{SBN}\n")
    refused("convert", "four.txt")
    refused("convert", "four.txt", "-o", "four.doc")
    refused("convert", "four.txt", "-o", "no/such/four.sbn")


def test_hints_go_on_from_the_position_of_the_file(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    board = Board.from_text(NINE)
    (row, column), *_ = queens.solve(board).cells
    board.with_position([], [(row, column)]).save("wrong.sbn")
    assert json.loads(run("hint", "wrong.sbn", "--json").stdout)["wrong"] == [row, column]
    assert (
        json.loads(run("hint", "wrong.sbn", "--eliminated", "", "--json").stdout)["wrong"] is None
    )
    board.with_position(queens.solve(board).queens).save("solved.txt")
    assert json.loads(run("hint", "solved.txt", "--json").stdout)["kind"] == "solved"


def test_a_position_comes_with_its_board():
    board = Board.from_text(FOUR).with_position([(0, 2)], [(3, 3), (0, 0), (0, 0)])
    assert board == Board.from_text(FOUR)
    assert board.eliminated == ((0, 0), (3, 3))
    for read in (Board.from_text(board.to_text()), Board.from_json(board.to_json()),
                 pickle.loads(pickle.dumps(board))):  # fmt: skip
        assert (cells(read), read.eliminated) == ([[[0, 2]]], board.eliminated)
    assert "eliminated" not in board.to_text([]) + board.to_json([])
    with pytest.raises(InputError, match="found c1 both with a queen and crossed out"):
        board.with_position([(0, 2)], [(0, 2)])
    for text, message in (
        (f"{FOUR}\neliminated: a1 a1", "found this cell again"),
        (f"{FOUR}\neliminated: 1a", "found '1a', expected a cell as in c1"),
        (f"{FOUR}\neliminated: a5", "found a cell off the board"),
        (json.dumps({"regions": FOUR.split(), "eliminated": 5}), '"eliminated", expected a list'),
        (
            json.dumps({"regions": FOUR.split(), "eliminated": [[0, 4]]}),
            "a [row, column] pair, each",
        ),
    ):
        with pytest.raises(InputError) as caught:
            Board.from_bytes(text.encode())
        assert message in caught.value.message
