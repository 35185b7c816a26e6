"""The formats of other programs: read and written, files of many boards, garbage, commands."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from conftest import oracle
from helpers.boards import NINE
from helpers.command import refused, run
from helpers.drawn_boards import connected_boards
from hypothesis import given, settings
from hypothesis import strategies as st

from fastqueens import queens
from fastqueens.queens.board import Board
from fastqueens.queens.formats import FORMATS, KEPT, grids_from_bytes, write_boards
from fastqueens.queens.placements import read_cells
from fastqueens.results import InputError

fuzz = settings(derandomize=True, deadline=None, max_examples=50)
FIVE = "AAAAA\nBBBBA\nBBAAA\nCCDEE\nCCCEE"
SBN = "551W056Ag_Y"
# The rows that a format holds, where not any number.
ROWS = {"sbn": (5, 25)}


def cells(board):
    return [read_cells(board.n, x).tolist() for x in board.given]


def same(read, board, format):
    """The regions are the same, and all that the format keeps."""
    assert read.format == format
    assert read.regions.tolist() == board.regions.tolist()
    kept = {
        "labels": lambda x: x.labels, "stars": lambda x: x.stars,
        "queens": cells, "crosses": lambda x: x.crossed,
    }  # fmt: skip
    for what in FORMATS[format].keeps:
        assert kept[what](read) == kept[what](board), what
    for what in {*KEPT} - {*FORMATS[format].keeps}:
        assert kept[what](read) in ((), [], 1, kept[what](Board.from_array(board.regions + 0)),
                                    Board.from_text(str(board)).labels), what  # fmt: skip


@pytest.mark.parametrize("format", FORMATS)
@fuzz
@given(st.data())
def test_what_is_written_is_read(tmp_path_factory, format, data):
    least, most = ROWS.get(format, (1, 9))
    boards = data.draw(st.lists(connected_boards(least, most), min_size=1, max_size=3))
    written = write_boards(boards, format)
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
    whole = write_boards([data.draw(connected_boards(least, least + 2))], format)
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
        found = grids_from_bytes(data, source="a.b", format=format)
    except InputError as error:
        return str(error)
    for _, read in found:
        try:
            Board(read(), at_most_one=True, source="a.b")
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
    assert (cells(board), board.crossed) == ([[[0, 0], [3, 4]]], ((3, 3),))
    assert str(board) == FIVE
    assert board.to_format("sbn") == "551e056Ag_YW00000O00\n"
    assert Board.from_text("551e056Ag_YW00000O").crossed == board.crossed  # the rest is empty
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
        ("551e056Ag_Ym", 12, "found 3 for a1, expected 0, 1 (crossed) or 2 (a star)"),
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
        (Board.from_text("AB\nAB").with_stars(10), "2 rows"),
        (Board.from_array([[r] * 6 for r in range(6)], stars=10), "found a board of 10 stars"),
        (Board.from_text("AAABBA\n" * 3 + "CCDDEF\n" * 3), "found a region in several pieces"),
    ],
)
def test_boards_that_sbn_cannot_hold(board, message):
    with pytest.raises(InputError, match=message):
        board.to_format("sbn")


# ---- Files of many boards ----------------------------------------------------------------------


def test_a_file_of_a_board_a_line(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("boards.sbn").write_text(f"# five boards\n\n{SBN}\n{SBN}\nrubbish\n  {SBN[:-1]}\n{SBN}\n")
    numbers = [k for k, _ in grids_from_bytes(Path("boards.sbn").read_bytes())]
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
    assert Board.from_text("\n".join(rows), at_most_one=True).format == "text"
    assert Board.from_bytes("\n".join(rows).encode(), at_most_one=True).format == "text"


def test_the_documents_have_the_table():
    told = (Path(__file__).parents[1] / "docs" / "formats.md").read_text()
    rows = [
        f"| `{x.name}` | {x.title} | `{'` `'.join(x.endings)}` | {', '.join(x.keeps)} |"
        for x in FORMATS.values()
    ]
    assert "\n".join(["|---|---|---|---|", *rows, ""]) in told
