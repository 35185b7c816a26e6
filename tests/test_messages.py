"""Messages about wrong input: what was found, what was expected, and the nearest right thing."""

from __future__ import annotations

import json

import pytest
from helpers.boards import FOUR
from helpers.command import refused, run

from fastqueens import InputError, csp, queens, sliding
from fastqueens.cli.exit_codes import MEANINGS
from fastqueens.examples import example

BOARD = queens.Board.from_text(FOUR)


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "four.txt").write_text(FOUR)
    stars = json.dumps(json.loads(example("stars-10").text))
    (tmp_path / "stars.jsonl").write_text(f"{stars}\n" * 5)
    (tmp_path / "many.jsonl").write_text(example("many").text)
    return tmp_path


def last_line(*args):
    return refused(*args).stderr.splitlines()[-1]


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("solve four.txt --time-limit 5s",
         "found '5s', expected a number of seconds, 0 or more; did you mean 5?"),
        ("solve four.txt --time-limit 2min", "0 or more; did you mean 120?"),
        ("slide --random --time-limit 5s", "did you mean 5?"),
        ("solve four.txt --node-limit 1,000,000",
         "found '1,000,000', expected a whole number, 0 or more; did you mean 1000000?"),
        ("generate 3", "found '3', expected a whole number from 4 to 64"),
        ("nqueens five", "found 'five', expected a whole number"),
        ("solve four.txt --live --fps 0", "found '0', expected a number above 0, up to 240"),
        ("levels 14", "found no levels of size 14, expected one of 7, 8, 9, 10, 11, 20, 30, 10/2, "
         "14/3, 17/4, 21/5, 25/6; did you mean 14/3?"),
        ("levels 99", "found no levels of size 99, expected one of 7, 8,"),
        ("solve fuor.txt", "No such file or directory; did you mean 'four.txt'?"),
        ("solve many.jsonl -o a.json",
         "-o for the 10 boards of many.jsonl needs {name}, as in {name}.json"),
        ("solve four.txt many.jsonl -o a.json", "-o for several files needs {name}"),
    ],
)  # fmt: skip
def test_a_wrong_argument_gets_the_nearest_right_one(line, message):
    assert message in last_line(*line.split())


def test_all_errors_begin_with_the_same_word(folder):
    assert last_line("solve", "missing.txt").startswith("error: ")  # bad input
    assert last_line("solve", "four.txt", "--nonsense").startswith("error: ")  # bad usage
    assert last_line("slove").startswith("error: ")
    for command in MEANINGS:
        assert last_line(command, "--nonsense").startswith("error: ")


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b'<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg" width="9">',
         "found an SVG drawing, expected a board; save it as a PNG picture"),
        (b"%PDF-1.7\n", "found a PDF document"),
        (b"\x1f\x8b\x08\0", "found a gzip file, expected a board; unpack it first"),
        (b"PK\x03\x04\n", "found a ZIP file"),
        ("AB\nAB".encode("utf-32"), "found the byte order mark of UTF-32 at offset 0"),
        (b"\0\0\xfe\xff" + "AB\nAB".encode("utf-32-be"), "the byte order mark of UTF-32"),
        ("AB\nAB".encode("utf-16"), "the byte order mark of UTF-16"),
    ],
)  # fmt: skip
def test_files_of_other_kinds_are_named(folder, data, message):
    (folder / "board.svg").write_bytes(data)
    assert message in last_line("solve", "board.svg")
    with pytest.raises(InputError, match=message.split(";")[0]):
        queens.Board.from_bytes(data)


def test_the_svg_of_a_board_is_named():
    with pytest.raises(InputError, match="found an SVG drawing, expected a board"):
        queens.Board.from_bytes(BOARD.to_svg().encode())


def test_many_equal_errors_are_counted(folder):
    ended = run("solve", "stars.jsonl", "--method", "mac")
    assert ended.returncode == 2
    lines = ended.stderr.splitlines()
    assert len(lines) == 4
    message = "method 'mac' supports one queen in each unit, found a board of 2 stars"
    assert lines[:3] == [f"error: stars.jsonl:{k}: {message}" for k in (1, 2, 3)]
    assert lines[3] == f"error: 2 more times: {message}"
    ended = run("convert", "stars.jsonl", "--to", "puzzlink")
    assert len(ended.stderr.splitlines()) <= 4
    # Different errors are all printed.
    (folder / "bad.jsonl").write_text(
        "".join(f'{{"regions": ["{"A" * k}"]}}\n' for k in range(2, 8))
    )
    assert len(run("convert", "bad.jsonl", "--to", "text").stderr.splitlines()) == 6


@pytest.mark.parametrize("call", [queens.solve, queens.count, queens.rate, queens.frames])
def test_a_list_of_boards_is_named(call):
    with pytest.raises(
        InputError, match="found a list of 2 Boards, expected one Board; solve_many"
    ):
        call([BOARD, BOARD])


def test_things_that_hold_a_board_are_named():
    with pytest.raises(InputError, match="Level, expected a Board: use its attribute `board`"):
        queens.solve(queens.levels(7)[0])
    puzzle = sliding.Puzzle([[1, 2], [3, 0]])
    with pytest.raises(InputError, match="found a list of 1 Puzzle, expected one Puzzle"):
        sliding.solve([puzzle])


def test_a_size_with_other_stars_is_suggested():
    with pytest.raises(
        InputError, match=r"n is 14, expected 7, .* or 30; stars=3 has boards of 14"
    ):
        queens.levels(14)
    with pytest.raises(InputError, match=r"n is 99, expected 7, 8, 9, 10, 11, 20 or 30$"):
        queens.levels(99)


@pytest.mark.parametrize("domains", [{"a": "red"}, ["red"], {"a": b"red"}])
def test_a_text_is_no_domain(domains):
    with pytest.raises(InputError, match=r"is b?'red', expected a list of values: \[b?'red'\]"):
        csp.Model(domains)
