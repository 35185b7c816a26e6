"""The command ``slide``."""

from __future__ import annotations

import json
import re
import xml.etree.ElementTree as ET

import numpy as np
import pytest
from helpers.command import interrupted, refused, run, write_files

from fastqueens import sliding

CASE_1 = "3 1 2 4\n0 5 7 8\n10 6 11 12\n9 13 14 15\n"
TABLE = """\
 3  1  2  4
 .  5  7  8
10  6 11 12
 9 13 14 15
i          1  2  3  4  5  6  7  8  9 10 11 12 13 14 15 16
KURANG(i)  0  0  2  0  0  0  1  1  0  2  1  1  0  0  0 11
sum 19 + X 1 = 20 is even: the puzzle can be solved
"""
HARD = ["--random", "--seed", "2", "--method", "branch-and-bound"]


@pytest.fixture(autouse=True)
def _here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    write_files(
        tmp_path,
        {
            "case1": CASE_1,
            "easy": "1 2 3\n4 5 6\n7 0 8\n",
            "solved": "1 2\n3 0\n",
            "odd": "1 2 3 4\n5 6 7 8\n9 10 11 12\n13 15 14 0\n",
            "ragged": "1 2\n3\n",
            "goal": "0 1 2\n3 4 5\n6 7 8\n",
        },
    )


def test_the_reports_case():
    ended = run("slide", "case1.txt", "--method", "branch-and-bound")
    assert (ended.returncode, ended.stderr) == (0, "")
    assert ended.stdout.startswith(TABLE)
    moves, summary = ended.stdout[len(TABLE) :].splitlines()
    assert moves.startswith("21 moves: UP RIGHT RIGHT DOWN LEFT LEFT UP RIGHT ")
    head, method, work = summary.split(" · ")
    assert (head, method) == ("solved, no solution is shorter", "branch-and-bound, misplaced")
    assert work.startswith("18,997 nodes, 9,545 expanded, ")
    assert summary.endswith(" ms")
    for visited, summary in (
        ("expanded-once", "solved, no solution is shorter · branch-and-bound, misplaced · 17,828"),
        ("generated", "solved · branch-and-bound, misplaced · 17,289"),
    ):
        ended = run("slide", "case1.txt", "--method", "branch-and-bound", "--visited", visited)
        assert f"{summary} nodes" in ended.stdout


@pytest.mark.parametrize(
    "args", [[], ["--method", "a-star"], ["--heuristic", "manhattan"], ["--method", "ida"]]
)
def test_methods(args):
    ended = run("slide", "case1.txt", *args)
    assert ended.returncode == 0
    assert ended.stdout.startswith(TABLE + "21 moves: ")
    assert "solved, no solution is shorter · " in ended.stdout


def test_standard_input():
    assert run("slide", "-", stdin="1,2\n0,3").stdout.splitlines()[-2] == "1 move: RIGHT"
    assert run("slide", "solved.txt").stdout.splitlines()[-2] == "0 moves"
    ended = run("slide", "-", stdin="1 2\n3 3")
    assert ended.returncode == 2
    assert ended.stderr.startswith("error: <stdin>:2:3: found 3 again, and 0 is missing")
    assert run("slide", "-", stdin=b"\xff\xfe").returncode == 2
    assert run("slide", "-", stdin=b" " * 100_000).returncode == 2


@pytest.mark.usefixtures("measured_once")
def test_unsolvable():
    ended = run("slide", "odd.txt")
    assert ended.returncode == 1
    assert "sum 1 + X 0 = 1 is odd: the puzzle cannot be solved" in ended.stdout
    assert run("slide", "odd.txt", "--compare").returncode == 1
    assert json.loads(run("slide", "odd.txt", "--json").stdout)["status"] == "unsolvable"


def test_json():
    ended = run("slide", "case1.txt", "--method", "branch-and-bound", "--json")
    answer = json.loads(ended.stdout)
    assert answer["file"] == "case1.txt"
    assert answer["status"] == "solved"
    assert (answer["length"], len(answer["moves"]), answer["counters"]["nodes"]) == (21, 21, 18997)
    assert (answer["heuristic"], answer["visited"]) == ("misplaced", "expanded-again")
    assert answer["kurang"]["table"] == [0, 0, 2, 0, 0, 0, 1, 1, 0, 2, 1, 1, 0, 0, 0, 11]
    assert (answer["kurang"]["total"], answer["kurang"]["solvable"]) == (20, True)
    boards = sliding.replay(answer["tiles"], answer["moves"])
    assert boards[-1].tolist() == answer["goal"]


def test_goal():
    answer = json.loads(run("slide", "easy.txt", "--goal", "goal.txt", "--json").stdout)
    assert answer["goal"] == [[0, 1, 2], [3, 4, 5], [6, 7, 8]]
    found = sliding.replay(answer["tiles"], answer["moves"])[-1]
    assert found.tolist() == answer["goal"]
    for wrong in ("ragged.txt", "case1.txt", "missing.txt"):
        ended = run("slide", "easy.txt", "--goal", wrong)
        assert ended.returncode == 2
        assert "Traceback" not in ended.stderr


def test_several_files():
    ended = run("slide", "easy.txt", "solved.txt", "--method", "a-star")
    assert ended.returncode == 0
    assert ended.stdout.startswith("easy.txt:\n1 2 3\n")
    assert "\n\nsolved.txt:\n1 2\n" in ended.stdout
    assert run("slide", "easy.txt", "odd.txt", "solved.txt").returncode == 1
    ended = run("slide", "ragged.txt", "odd.txt", "missing.txt", "--json")
    assert ended.returncode == 2
    told = [json.loads(line) for line in ended.stdout.splitlines()]
    assert [answer["status"] for answer in told] == ["error", "unsolvable", "error"]
    assert (told[0]["error"]["line"], told[0]["error"]["column"]) == (2, 2)
    assert run("slide", "easy.txt", "-q").stdout == ""


def test_random():
    args = ["slide", "--random", "--size", "3x3", "--json"]
    answer = json.loads(run(*args, "--seed", "7").stdout)
    assert answer["tiles"] == sliding.random(3, seed=7).tiles.tolist()
    assert answer["status"] == "solved"
    assert json.loads(run(*args).stdout)["tiles"] == sliding.random(3).tiles.tolist()
    answer = json.loads(run("slide", "--random", "--size", "2x5", "--json").stdout)
    assert np.shape(answer["tiles"]) == (2, 5)


def test_a_board_of_25_cells_is_answered_with_moves_and_a_bound():
    args = ["slide", "--random", "--size", "5x5", "--seed", "1", "--node-limit", "5000000"]
    ended = run(*args)
    assert ended.returncode == 0
    sentence = re.search(r"^(\d+) moves, at least (\d+): [A-Z ]+$", ended.stdout, re.MULTILINE)
    length, bound = sentence.groups()
    assert "\nsolved · anytime, pdb · " in ended.stdout
    answer = json.loads(run(*args, "--json").stdout)
    assert (answer["status"], answer["method"]) == ("solved", "anytime")
    assert (answer["length"], answer["bound"]) == (int(length), int(bound))
    assert answer["optimal"] is False
    assert np.array_equal(sliding.replay(answer["tiles"], answer["moves"])[-1], answer["goal"])
    ended = run(*args, "--method", "ida")
    assert ended.returncode == 3
    assert "moves at least" in ended.stdout
    assert run(*args, "--heuristic", "manhattan", "--json").stdout.count('"ida"') == 1
    ended = run(*args, "--method", "anytime", "--heuristic", "manhattan")
    assert ended.returncode == 2
    assert "method anytime supports pdb" in ended.stderr
    for size in ("6x6", "3x7"):
        ended = run("slide", "--random", "--size", size)
        assert ended.returncode == 2
        assert "2 to 5" in ended.stderr


@pytest.mark.usefixtures("measured_once")
def test_compare():
    ended = run("slide", "case1.txt", "--compare", "--json")
    (problem,) = json.loads(ended.stdout)["problems"]
    assert (ended.returncode, problem["status"]) == (0, "solved")
    rows = problem["methods"]
    assert [row["counters"]["nodes"] for row in rows[:3]] == [18_997, 17_828, 17_289]
    assert {row["objective"] for row in rows} == {21}
    used = [row["method"] for row in rows]
    assert used == ["branch-and-bound"] * 3 + ["a-star"] * len(
        sliding.METHOD_HEURISTICS["a-star"]
    ) + ["ida"] * len(sliding.METHOD_HEURISTICS["ida"]) + ["anytime"]
    ended = run("slide", "easy.txt", "--compare", "-o", "table.csv")
    lines = ended.stdout.splitlines()
    assert lines[1].split() == ["method", "status", "moves", "work", "best", "median"]
    with open("table.csv") as file:
        assert file.readline().startswith("family,problem,size,method,settings,status")
    ended = run("slide", "--random", "--compare", "--node-limit", "50")
    assert ended.returncode == 3
    assert ">=" in ended.stdout


def test_limits():
    for args in (["--time-limit", "0"], ["--node-limit", "10"], ["--max-mb", "1"]):
        ended = run("slide", *HARD, *args)
        assert ended.returncode == 3
        assert re.search(r"^stopped.* \d+ moves at least · ", ended.stdout, re.M)
        answer = json.loads(run("slide", *HARD, *args, "--json").stdout)
        assert (answer["status"], "moves" in answer) == ("stopped", False)
        assert 0 < answer["bound"] <= 80


def test_write():
    pytest.importorskip("PIL", reason="Pillow, of the extra 'image', is not installed")
    for name in ("out.txt", "out.json", "out.svg", "out.png", "out.gif"):
        ended = run("slide", "case1.txt", "--method", "a-star", "-q", "-o", name)
        assert (ended.returncode, ended.stdout, ended.stderr) == (0, "", "")
    with open("out.txt") as file:
        start, table, solution, *steps, work = file.read().split("\n\n")
    assert "KURANG(i)" in table
    assert solution.startswith("SOLUTION :\n")
    moves = solution.splitlines()[1].split()
    assert len(moves) == 21
    assert [step.splitlines()[0] for step in steps] == [f"{k}. {x}" for k, x in enumerate(moves, 1)]
    assert work.startswith("Nodes: ")
    boards = sliding.replay(sliding.Puzzle.from_text(CASE_1), moves)
    shown = [start, *("\n".join(step.splitlines()[1:]) for step in steps)]
    for text, board in zip(shown, boards, strict=True):
        assert (sliding.Puzzle.from_text(text).tiles == board).all()
    assert sliding.Puzzle.from_file("out.txt") == sliding.Puzzle.from_text(CASE_1)
    again = json.loads(run("slide", "out.txt", "--json").stdout)
    assert again["length"] == 21
    with open("out.json") as file:
        assert json.load(file)["moves"] == moves
    assert ET.parse("out.svg").getroot().tag.endswith("svg")
    with open("out.svg") as file:
        assert file.read().count('class="fq-tray"') == 22
    with open("out.png", "rb") as png, open("out.gif", "rb") as gif:
        assert (png.read(4), gif.read(4)) == (b"\x89PNG", b"GIF8")
    for name in ("none.txt", "none.gif"):
        ended = run("slide", "odd.txt", "-o", name)
        assert ended.returncode == 1
        assert "not written" in ended.stderr
    assert run("slide", "odd.txt", "-q", "-o", "odd.svg").returncode == 1
    with open("odd.svg") as file:
        assert file.read().count('class="fq-tray"') == 1
    ended = run("slide", "easy.txt", "solved.txt", "-q", "-o", "{name}-moves.txt")
    assert ended.returncode == 0
    with open("solved-moves.txt") as file:
        text = file.read()
    assert text.startswith("1 2\n3 0\n\n")
    assert "\n\nSOLUTION :\n\n" in text


@pytest.mark.parametrize(
    "args",
    [
        [],
        ["case1.txt", "--random"],
        ["case1.txt", "--seed", "1"],
        ["case1.txt", "--size", "3x3"],
        ["--random", "--size", "3"],
        ["--random", "--size", "axb"],
        ["--random", "--size", "6x6"],
        ["--random", "--size", "4x4", "--goal", "goal.txt"],
        ["case1.txt", "--method", "magic"],
        ["case1.txt", "--method", "branch-and-bound", "--heuristic", "manhattan"],
        ["case1.txt", "--visited", "expanded-once"],
        ["case1.txt", "--compare", "--method", "ida"],
        ["case1.txt", "--compare", "-o", "x.gif"],
        ["case1.txt", "--live"],
        ["case1.txt", "--time-limit", "-1"],
        ["case1.txt", "-o", "x.doc"],
        ["case1.txt", "-o", "case1.txt"],
        ["case1.txt", "easy.txt", "-o", "x.txt"],
        ["easy.txt", "--heuristic", "walking-distance"],
        ["ragged.txt"],
        ["missing.txt"],
    ],
)
def test_usage_errors(args):
    refused("slide", *args)


def test_ctrl_c():
    ended = interrupted("slide", *HARD)
    assert ended.returncode == 130
    assert "Traceback" not in ended.stderr
    assert re.search(r"^interrupted · [\d,]+ nodes", ended.stdout, re.M)
