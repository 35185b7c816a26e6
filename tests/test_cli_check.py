"""The command ``check``, messages of ``rate`` and ``explain`` on several solutions, ``levels``."""

from __future__ import annotations

import json

import pytest
from helpers.boards import FOUR, LOOSE, NINE, SIX
from helpers.command import in_terminal, refused, run, write_files
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from fastqueens import queens


@pytest.fixture(autouse=True)
def _here(tmp_path, monkeypatch):
    texts = {"nine": NINE, "six": SIX, "four": FOUR, "loose": LOOSE}
    write_files(tmp_path, texts)
    monkeypatch.chdir(tmp_path)


def test_check_names_what_is_broken():
    ended = run("check", "nine.txt", "--placed", "b5,b6,h1,h2,a3")
    assert (ended.returncode, ended.stderr) == (1, "")
    assert ended.stdout.splitlines()[9:] == [
        "Column b has two queens: b5 and b6.",
        "Column h has two queens: h1 and h2.",
        "Region C has two queens: h1 and h2.",
        "The queens on h1 and h2 touch.",
        "The queens on b5 and b6 touch.",
        "5 rules broken",
    ]
    assert ended.stdout.splitlines()[4].split()[1] == "#!B"


def test_check_of_what_holds():
    ended = run("check", "nine.txt", "--placed", "h1 e2")
    assert (ended.returncode, ended.stdout.splitlines()[-1]) == (
        0, "So far no rule is broken; 7 queens are missing.",
    )  # fmt: skip
    ended = run("check", "nine.txt", "--placed", "h1,e2,g3,b4,f5,d6,a7,c8,i9")
    assert (ended.returncode, ended.stdout.splitlines()[-1]) == (
        0,
        "Right: all 9 queens stand as they must.",
    )
    assert run("check", "nine.txt", "--placed", "").returncode == 0
    assert run("check", "nine.txt", "--placed", "a1,a2", "-q").stdout == ""


def test_check_json():
    told = json.loads(run("check", "four.txt", "--placed", "a1,b2,d1", "--json").stdout)
    assert (told["status"], told["complete"], told["queens"]) == (
        "unsolvable", False, [[0, 0], [0, 3], [1, 1]],
    )  # fmt: skip
    assert (told["rows"], told["columns"], told["touching"]) == ([0], [], [[[0, 0], [1, 1]]])
    assert told["regions"] == ["R", "B"] or len(told["regions"]) >= 1


def test_check_of_several_stars():
    with open("pairs.txt", "w") as file:
        file.write(
            "\n".join(["AAAABBBB"] * 2 + ["CCCCDDDD"] * 2 + ["EEEEFFFF"] * 2 + ["GGGGHHHH"] * 2)
        )
    assert run("check", "pairs.txt", "--placed", "a1,c1", "--stars", "2").returncode == 0
    ended = run("check", "pairs.txt", "--placed", "a1,c1,e1", "--stars", "2")
    assert ended.stdout.splitlines()[-2:] == [
        "Row 1 has three stars: a1, c1 and e1.", "1 rule broken",
    ]  # fmt: skip


def test_check_of_what_the_file_has():
    for suffix in ("txt", "json"):
        run("solve", "nine.txt", "-o", f"solved.{suffix}")
        ended = run("check", f"solved.{suffix}")
        assert (ended.returncode, ended.stdout.splitlines()[-1]) == (
            0,
            "Right: all 9 queens stand as they must.",
        )
    assert run("check", "solved.txt", "--placed", "a1,a2").returncode == 1


@given(text=st.text("abcxyz0123459,; -ä\x00", max_size=20))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_check_of_garbage(text):
    ended = run("check", "nine.txt", f"--placed={text}")
    assert ended.returncode in (0, 1, 2)
    assert (ended.returncode == 2) == bool(ended.stderr)


@pytest.mark.parametrize(
    "args", [["nine.txt"], ["nine.txt", "--placed", "z9"], ["nine.txt", "--placed", "a1,a1"]]
)
def test_check_refuses(args):
    refused("check", *args)


def test_check_marks_what_is_wrong_in_a_terminal():
    shown, code = in_terminal("check", "nine.txt", "--placed", "a1,a2")
    plain, _ = in_terminal("check", "nine.txt", "--placed", "a1,c2")
    assert code == 1
    assert shown.split("Column a")[0] != plain.split("So far")[0]


# ------------------------------------------------------------------------------- several solutions


def test_rate_says_that_there_are_several_solutions():
    ended = run("rate", "loose.txt")
    assert ended.stdout.startswith("not unique: 90 solutions · score ")
    assert ended.returncode == 1
    ended = run("rate", "loose.txt", "nine.txt")
    assert ended.stdout.startswith("loose.txt: not unique: 90 solutions")
    told = json.loads(run("rate", "loose.txt", "--json").stdout)
    assert (told["tier"], told["count"], told["exact"]) == ("guess", 90, True)
    assert "count" not in json.loads(run("rate", "nine.txt", "--json").stdout)


def test_explain_says_so_first():
    """The message is followed by the steps that the rules find without a guess."""
    with open("two.txt", "w") as file:  # region A has one cell, so there is a step
        file.write("ABBBBB\n" + "CCCCCC\nDDDDDD\nEEEEEE\nFFFFFF\nBBBBBB\n")
    number = int(queens.count(queens.Board.from_file("two.txt")))
    assert number > 1
    ended = run("explain", "two.txt")
    first, second, *_, last = ended.stdout.splitlines()
    assert first == f"not unique: {number} solutions"
    assert second.startswith("1. ")
    assert last.startswith(f"not unique: {number} solutions · score ")
    assert ended.returncode == 1


def test_rules_that_do_not_suffice_are_told_apart():
    """The board has one solution, but the allowed rules do not find it."""
    ended = run("rate", "nine.txt", "--max-rule", "queen")
    assert ended.stdout.startswith("not solved by the rules: no harder rules were allowed · ")
    assert ended.returncode == 1


def test_more_solutions_than_can_be_counted(tmp_path):
    wide = tmp_path / "wide.json"
    wide.write_text(json.dumps({"regions": [[row] * 40 for row in range(40)]}))
    ended = run("rate", wide)
    assert ended.stdout.startswith("not unique: at least ")


def test_the_tier_guess_is_explained():
    assert "guess" in run("rate", "--help").stdout


# ------------------------------------------------------------------------------------------ levels


def test_a_random_level():
    ended = run("levels", "--random", "--seed", "1")
    assert ended.returncode == 0
    assert run("levels", "--random", "--seed", "1").stdout == ended.stdout
    assert len({run("levels", "--random", "--seed", seed).stdout for seed in range(8)}) > 4
    name = ended.stderr.split()[0]
    assert run("levels", name).stdout == ended.stdout
    board = queens.Board.from_text(ended.stdout)
    assert queens.is_unique(board)


def test_levels_of_a_difficulty():
    ended = run("levels", 8, "--difficulty", "hard")
    assert {line.split()[1] for line in ended.stdout.splitlines()} == {"hard"}
    ended = run("levels", 9, "--random", "--difficulty", "easy", "--json")
    told = json.loads(ended.stdout)
    assert (told["n"], told["difficulty"]) == (9, "easy")
    listed = run("levels", "--difficulty", "easy").stdout.splitlines()
    assert all(line.endswith(" easy") for line in listed)


@pytest.mark.parametrize(
    "args",
    [["8-017", "--random"], ["--seed", "1"], ["8-017", "--difficulty", "easy"], ["99", "--random"],
     ["--difficulty", "guess"], ["x", "--random"], ["0"], ["-", "--random"]],
)  # fmt: skip
def test_levels_refuses(args):
    refused("levels", *args)
