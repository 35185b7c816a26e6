"""The commands ``generate`` and ``levels``."""

from __future__ import annotations

import json
import re

import pytest
from helpers.command import in_terminal, interrupted, refused, run

from fastqueens import queens
from fastqueens.queens.generation import generator as engine
from fastqueens.queens.logic import engine as logic


@pytest.fixture(autouse=True)
def _here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def test_a_board():
    ended = run("generate", 8, "--seed", 1)
    assert ended.returncode == 0
    (board,) = engine.generate(8, seed=1)
    assert ended.stdout == f"{board}\n"
    assert ended.stderr.startswith("1 board · regions of ")
    assert " · seed 1 · " in ended.stderr
    assert run("generate", 8, "--seed", 1, "-q").stdout == ""


def test_several_boards():
    ended = run("generate", 6, "--count", 3, "--seed", 5)
    boards = [queens.Board.from_text(text) for text in ended.stdout.split("\n\n")]
    assert boards == engine.generate(6, count=3, seed=5)


def test_json():
    args = ["generate", 8, "--count", 4, "--seed", 3, "--difficulty", "medium", "--region-style"]
    ended = run(*args, "lopsided", "--threads", 2, "--json")
    answer = json.loads(ended.stdout)
    assert (answer["n"], answer["seed"], answer["count"]) == (8, 3, 4)
    assert (answer["difficulty"], answer["region_style"], answer["pieces"]) == (
        "medium", "lopsided", 1,
    )  # fmt: skip
    boards = [queens.Board.from_json(json.dumps(board)) for board in answer["boards"]]
    assert boards == engine.generate(8, count=4, seed=3, difficulty="medium", style="lopsided")
    assert {logic.rate(board).tier for board in boards} == {"medium"}
    assert [sum(board["sizes"]) for board in answer["boards"]] == [64] * 4


def test_stars(tmp_path):
    ended = run("generate", 10, "--stars", 2, "--count", 2, "--seed", 4, "-o", "stars")
    assert ended.returncode == 0
    files = sorted((tmp_path / "stars").iterdir())
    assert [file.name for file in files] == ["stars2-10-4-001.json", "stars2-10-4-002.json"]
    boards = engine.generate(10, stars=2, count=2, seed=4)
    # other letters would make a different board
    assert [queens.Board.from_file(file) for file in files] == boards
    assert [board.stars for board in boards] == [2, 2]
    ended = run("solve", *map(str, files), "--unique", "--json")
    answers = [json.loads(line) for line in ended.stdout.splitlines()]
    assert [(answer["unique"], answer["board"]["stars"]) for answer in answers] == [(True, 2)] * 2
    ended = run("solve", str(files[0]))
    assert ended.stdout.count("#") == 20
    told = json.loads(run("rate", str(files[0]), "--json").stdout)
    assert told["tier"] == logic.rate(boards[0]).tier
    answer = json.loads(run("generate", 10, "--stars", 2, "--seed", 4, "--json").stdout)
    assert (answer["stars"], answer["boards"][0]["stars"]) == (2, 2)
    assert run("generate", 7, "--stars", 2).returncode == 2
    assert run("generate", 15, "--stars", 4).returncode == 2


def test_a_file_of_many_boards(tmp_path):
    run("generate", 9, "--count", 3, "--seed", 2, "-o", "many.jsonl")
    boards = engine.generate(9, count=3, seed=2)
    answers = [json.loads(x) for x in run("solve", "many.jsonl", "--json").stdout.splitlines()]
    assert [answer["file"] for answer in answers] == [f"many.jsonl:{i}" for i in (1, 2, 3)]
    assert [answer["queens"] for answer in answers] == [
        queens.solve(board).queens.tolist() for board in boards
    ]
    told = run("rate", "many.jsonl").stdout.splitlines()
    assert [line.split(" · ")[0] for line in told] == [
        f"many.jsonl:{i}: {logic.rate(board).tier}" for i, board in enumerate(boards, 1)
    ]
    assert run("solve", "many.jsonl", "-o", "{name}.svg", "-q").returncode == 0
    assert sorted(x.name for x in tmp_path.glob("*.svg")) == [f"many-00{i}.svg" for i in (1, 2, 3)]
    ended = run("explain", "many.jsonl:2")
    assert ended.stdout.splitlines()[-1].startswith(logic.rate(boards[1]).tier)
    for line, message in (
        ("many.jsonl:9", "found 3 boards, expected a number from 1 to 3"),
        ("many.jsonl:0", "found 3 boards, expected a number from 1 to 3"),
        ("none.jsonl:1", "cannot read"),
    ):
        ended = run("explain", line)
        assert (ended.returncode, message in ended.stderr) == (2, True)
    ended = run("explain", "many.jsonl")
    assert (ended.returncode, "many.jsonl:1 names the first" in ended.stderr) == (2, True)
    assert (
        len(run("compare", "many.jsonl", "--methods", "bitboard").stdout.split("many.jsonl:")) == 4
    )
    # an invalid line between valid ones
    text = (tmp_path / "many.jsonl").read_text().replace('["', '["A', 1)
    ended = run("rate", "-", stdin=text)
    assert ended.returncode == 2
    assert "<stdin>:1" in ended.stderr
    assert ended.stdout.startswith("-:2: ")
    # braces may be labels of regions
    ended = run("solve", "-", "--unique", stdin="A}\n{}\n")
    assert "found 3 regions on a board of 2 rows" in ended.stderr
    # a file whose name looks like a line reference
    (tmp_path / "odd.jsonl:1").write_text(str(boards[0]))
    assert run("solve", "odd.jsonl:1").returncode == 0


def test_stars_can_be_piped():
    text = run("generate", 8, "--stars", 2, "--count", 2, "--seed", 1).stdout
    assert text.count("\n\nstars: 2\n") == 2
    ended = run("solve", "-", "--unique", "--json", stdin=text)
    assert [json.loads(line)["unique"] for line in ended.stdout.splitlines()] == [True, True]
    ended = run("rate", "-", "--json", stdin=run("generate", 8, "--stars", 2).stdout)
    assert json.loads(ended.stdout)["outcome"] == "solved"


def test_regions_in_several_pieces():
    answer = json.loads(run("generate", 7, "--pieces", 2, "--seed", 3, "--json").stdout)
    assert answer["pieces"] == 2
    (board,) = engine.generate(7, pieces=2, seed=3)
    assert answer["boards"][0]["regions"] == str(board).split("\n")


@pytest.mark.parametrize("value", ["0", "-1", "two", "4097"])
def test_a_wrong_number_of_pieces_is_refused(value):
    ended = refused("generate", 7, "--pieces", value)
    expected = f"'--pieces': found '{value}', expected a whole number from 1 to 4096"
    assert expected in ended.stderr


def test_a_seed_is_told_so_that_the_board_can_be_made_again():
    first = json.loads(run("generate", 7, "--json").stdout)
    second = json.loads(run("generate", 7, "--json").stdout)
    again = json.loads(run("generate", 7, "--json", "--seed", first["seed"]).stdout)
    assert first["boards"] == again["boards"] != second["boards"]


def test_to_a_directory(tmp_path):
    ended = run("generate", 7, "--count", 12, "--seed", 4, "-o", "new/boards")
    assert ended.returncode == 0
    assert ended.stdout.startswith("12 boards · ")
    files = sorted((tmp_path / "new" / "boards").iterdir())
    assert [file.name for file in files][:2] == ["queens-7-4-001.txt", "queens-7-4-002.txt"]
    boards = [queens.Board.from_file(file) for file in files]
    assert boards == engine.generate(7, count=12, seed=4)


def test_to_a_file(tmp_path):
    ended = run("generate", 7, "--count", 5, "--seed", 4, "-o", "boards.jsonl", "--json")
    assert json.loads(ended.stdout)["count"] == 5
    lines = (tmp_path / "boards.jsonl").read_text().splitlines()
    assert [queens.Board.from_json(x) for x in lines] == engine.generate(7, count=5, seed=4)


def test_time_limit(tmp_path):
    ended = run("generate", 30, "--count", 10_000, "--time-limit", "0.2", "-o", "x.jsonl", "--json")
    answer = json.loads(ended.stdout)
    assert (ended.returncode, answer["reason"]) == (3, "time")
    ended = run("generate", 4, "--difficulty", "expert", "--seed", 1)
    assert (ended.returncode, ended.stdout) == (3, "")
    assert ended.stderr.startswith("stopped: no such board found · 0 boards · seed 1")


@pytest.mark.parametrize(
    "args",
    [
        [],
        ["3"],
        ["65"],
        ["x"],
        ["8", "--count", "0"],
        ["8", "--difficulty", "guess"],
        ["8", "--region-style", "odd"],
        ["8", "--seed", "-1"],
        ["8", "--threads", "0"],
        ["8", "--time-limit", "-1"],
        ["8", "-o", "taken"],
        ["8", "-o", "new.md"],
        ["8", "-o", "new.PARQUET"],
        ["8", "-o", "-"],
        ["8", "-o", ""],
        ["8", "-o", "directory.jsonl"],
        ["8", "-o", "no/such/file.jsonl"],
        ["8", "-o", "taken/below"],
    ],
)
def test_usage_errors(args, tmp_path):
    (tmp_path / "taken").write_text("mine")
    (tmp_path / "directory.jsonl").mkdir()
    refused("generate", *args)
    assert (tmp_path / "taken").read_text() == "mine"
    assert sorted(x.name for x in tmp_path.iterdir()) == ["directory.jsonl", "taken"]


def test_progress_bar():
    options = ["--count", "9999", "--seed", "1", "-o", "x.jsonl"]
    shown, code = in_terminal("generate", "20", *options, interrupt_at=" of 9,999 boards, ")
    assert code == 130
    assert re.search(r"\d of 9,999 boards, \d+ s", shown)


def test_ctrl_c(tmp_path):
    options = ["--count", "99999", "--seed", "1", "--threads", "1", "-o", "made.jsonl"]
    ended = interrupted("generate", "12", *options)
    assert ended.returncode == 130
    assert "Traceback" not in ended.stderr
    lines = (tmp_path / "made.jsonl").read_text().splitlines()
    assert f"interrupted · {len(lines):,} board" in ended.stdout
    assert queens.Board.from_json(lines[0]) == engine.generate(12, seed=1)[0]


def test_levels():
    ended = run("levels")
    assert ended.returncode == 0
    lines = ended.stdout.splitlines()
    assert lines[1].startswith(" 8 x 8  130 levels: 39 easy, ")
    assert len(lines) == 12
    assert lines[7] == "   10/2  30 levels: 8 easy, 7 medium, 7 hard, 8 expert"
    lines = run("levels", 9).stdout.splitlines()
    assert len(lines) == 110
    assert lines[0].split()[:2] == ["9-001", "easy"]


def test_a_level():
    ended = run("levels", "7-050")
    assert ended.stdout == f"{queens.levels(7)[-1].board}\n"
    answer = json.loads(run("levels", "7-050", "--json").stdout)
    assert (answer["name"], answer["difficulty"]) == ("7-050", "expert")
    assert queens.Board.from_json(json.dumps(answer)) == queens.levels(7)[-1].board
    assert len(run("levels", 7, "--json").stdout.splitlines()) == 50


def test_a_level_of_several_stars(tmp_path):
    lines = run("levels", "21/5").stdout.splitlines()
    assert [line.split()[0] for line in lines] == [f"21/5-00{k}" for k in range(1, 6)]
    level = queens.levels(10, stars=2)[0]
    text = run("levels", "10/2-001").stdout
    (tmp_path / "level.txt").write_text(text)
    for command in ("rate", "hint", "explain"):
        ended = run(command, tmp_path / "level.txt", "--json")
        assert ended.returncode == 0, command
    solved = run("solve", tmp_path / "level.txt", "--json").stdout
    assert len(json.loads(solved)["queens"]) == 20
    assert queens.Board.from_text(text) == level.board


@pytest.mark.parametrize("which", ["12", "x", "7-051", "7-50", "10/3", "10/2-031"])
def test_no_such_level(which):
    ended = run("levels", which)
    assert (ended.returncode, ended.stdout) == (2, "")
    assert ended.stderr.startswith("error: ")
