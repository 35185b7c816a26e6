"""The commands ``explain``, ``rate`` and ``hint``."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from helpers.boards import FOUR, LOOSE, NINE, ROWS, SIX
from helpers.command import run, write_files

from fastqueens import queens
from fastqueens.queens.board.board import Board
from fastqueens.queens.logic import engine as logic


@pytest.fixture(autouse=True)
def _here(tmp_path, monkeypatch):
    write_files(
        tmp_path,
        {
            "nine": NINE,
            "six": SIX,
            "four": FOUR,
            "loose": LOOSE,
            "rows": ROWS,
        },
    )
    (tmp_path / "ragged.txt").write_text("AAB\nAB\nCCC\n")
    (tmp_path / "wide.txt").write_text("\n".join(["ABCDEFGHIJKLMNOPQRSTUVWXYZabcd"] * 30))
    monkeypatch.chdir(tmp_path)


def test_explain():
    ended = run("explain", "nine.txt", "--no-boards")
    assert (ended.returncode, ended.stderr) == (0, "")
    *lines, last = ended.stdout.splitlines()
    steps = logic.explain(Board.from_text(NINE))
    assert lines[8] == " 9. Wherever the queen of region E goes, it attacks f2, h2, f3 and h3."
    assert lines == [f"{i:>2}. {step.sentence}" for i, step in enumerate(steps, 1)]
    assert last == "medium · score 33 · 6 queen, 9 single, 8 confined, 2 attacked"

    ended = run("explain", "nine.txt", "--max-rule", "easy")
    assert ended.returncode == 1
    assert ended.stdout.splitlines()[-1].startswith(
        "not solved by the rules: no harder rules were allowed · "
    )
    ended = run("explain", "four.txt", "--placed", "c1 a2", "--eliminated", "A1,b1", "--no-boards")
    assert ended.returncode == 0
    assert len(ended.stdout.splitlines()) < len(steps)


def test_explain_json():
    ended = run("explain", "nine.txt", "--json")
    told = json.loads(ended.stdout)
    assert ended.returncode == 0
    assert (told["file"], told["outcome"], told["tier"]) == ("nine.txt", "solved", "medium")
    assert told["steps"] == [step.as_dict() for step in logic.explain(Board.from_text(NINE))]
    assert [step["placed"][0] for step in told["steps"] if step["placed"]][-1] == [6, 0]
    ended = run("explain", "-", "--json", stdin=SIX)
    assert ended.returncode == 1
    assert json.loads(ended.stdout)["steps"][-1]["rule"] == "contradiction"


def test_time_limits():
    ended = run("explain", "wide.txt", "--time-limit", "0")
    assert ended.returncode == 3
    assert ended.stdout.startswith("stopped by the time limit")
    ended = run("rate", "wide.txt", "--time-limit", "0", "--json")
    assert (ended.returncode, json.loads(ended.stdout)["outcome"]) == (3, "open")


def test_stars():
    Path("two.txt").write_text("\n".join(x * 8 for x in "ABCDEFGH"))
    ended = run("hint", "two.txt", "--stars", "2", "--placed", "b1,d1")
    assert ended.returncode == 0
    assert "star" in ended.stdout
    ended = run("explain", "two.txt", "--stars", "2", "--placed", "a1,c1")
    assert (ended.returncode, ended.stdout.count("multiple_solutions")) == (1, 0)
    assert "no solution from here" in ended.stdout
    ended = run("rate", "two.txt", "--stars", "2")
    assert ended.returncode == 1
    assert run("rate", "two.txt", "--stars", "4").returncode == 2


def test_rate():
    ended = run("rate", "nine.txt")
    assert (ended.returncode, ended.stdout[:17]) == (0, "medium · score 33")
    ended = run("rate", "four.txt", "six.txt", "loose.txt")
    assert ended.returncode == 1
    assert [line.partition(" · ")[0] for line in ended.stdout.splitlines()] == [
        "four.txt: medium",
        "six.txt: no solution",
        "loose.txt: not unique: 90 solutions",
    ]
    ended = run("rate", "four.txt", "ragged.txt", "nine.txt", "--json")
    told = [json.loads(line) for line in ended.stdout.splitlines()]
    assert ended.returncode == 2
    assert [t.get("tier") for t in told] == ["medium", None, "medium"]
    assert told[1]["status"] == "error"
    assert told[1]["error"]["line"] == 2
    assert run("rate", "four.txt", "--max-rule", "luck").returncode == 2


def test_hint():
    ended = run("hint", "four.txt", "--placed", "c1")
    assert ended.returncode == 0
    board, sentence = ended.stdout.split("\n\n")
    assert sentence == "Region R has only one cell left: its queen goes on a2.\n"
    assert board.split("\n")[:3] == ["  a b c d", "1 R.B.# B.", "2 #*R.B.Y."]
    ended = run("hint", "four.txt", "--placed", "d1")
    assert ended.returncode == 0
    board, sentence = ended.stdout.split("\n\n")
    assert sentence == "Something is wrong: a queen stands on a wrong cell.\n"
    assert board.split("\n")[1] == "1 R B B #"
    ended = run("hint", "four.txt", "--placed", "d1", "--skip", "1")
    assert ended.stdout.endswith("\n\nThe queen on d1 is wrong.\n")
    board, sentence = run("hint", "four.txt", "--placed", "d1", "--skip", "2").stdout.split("\n\n")
    assert sentence == "The queen on d1 is wrong: the queen of region B belongs on c1.\n"
    assert board.split("\n")[1] == "1 R B B*#!"
    assert run("hint", "four.txt", "--placed", "c1", "--skip", "1").stdout.endswith("on b4.\n")
    told, steps = run("hint", "nine.txt", "--until", "queen").stdout, queens.explain(NINE.split())
    count = 1 + next(k for k, step in enumerate(steps) if step.placed)
    assert count > 5
    assert all(f"\n{step.sentence}\n" in told for step in steps[:count])
    assert steps[count].sentence not in told
    ended = run("hint", "four.txt", "--show-solution", "--json")
    assert json.loads(ended.stdout)["solution"] == [[0, 2], [1, 0], [2, 3], [3, 1]]
    told = json.loads(run("hint", "four.txt", "--eliminated", "c1", "--skip", "1", "--json").stdout)
    assert (told["kind"], told["wrong"]) == ("correction", [0, 2])
    assert "\nThis board has several solutions. " in run("hint", "loose.txt").stdout
    ended = run("hint", "six.txt", "--placed", "a1")
    assert ended.returncode == 1
    assert ended.stdout.endswith("\nThis board has no solution.\n")
    ended = run("hint", "wide.txt", "--placed", "ab3", "--json")
    assert ended.returncode == 0
    assert [2, 27] not in json.loads(ended.stdout)["steps"][0]["eliminated"]
    ended = run("hint", "four.txt", "--time-limit", "0")
    assert (ended.returncode, ended.stdout) == (3, "stopped by the time limit\n")
    told = json.loads(run("hint", "four.txt", "--time-limit", "0", "--json").stdout)
    assert list(told) == ["schema", "command", "file", "status", "reason", "format", "board"]
    assert (told["status"], told["reason"]) == ("stopped", "time")


@pytest.mark.parametrize(
    ("args", "told"),
    [
        (["hint", "four.txt", "--placed", "e1"], "--placed: found 'e1', expected a column letter"),
        (["hint", "four.txt", "--placed", "a5"], "a1 to d4"),
        (["hint", "four.txt", "--placed", "a0"], "found 'a0'"),
        (["hint", "four.txt", "--eliminated", "11"], "--eliminated: found '11'"),
        (["hint", "four.txt", "--placed", "a1,A1"], "--placed: found 'A1' twice"),
        (
            ["explain", "four.txt", "--placed", "a1,b2"],
            "Two queens in region R: a1 and b2. The queen on a1 is wrong. The",
        ),
        (["explain", "ragged.txt"], "ragged.txt:2"),
        (["explain", "missing.txt"], "missing.txt"),
    ],
)
def test_bad_input(args, told):
    ended = run(*args)
    assert ended.returncode == 2
    assert ended.stdout == ""
    assert ended.stderr.startswith("error: ")
    assert told in ended.stderr
