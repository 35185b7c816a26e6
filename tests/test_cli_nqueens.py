"""The command ``nqueens``."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ET

import numpy as np
import pytest
from helpers.command import in_terminal, interrupted, refused, run

from fastqueens import nqueens


@pytest.fixture(autouse=True)
def _here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def test_count():
    for args in (["8"], ["8", "--count"], ["8", "--threads", "2"]):
        ended = run("nqueens", *args)
        assert (ended.returncode, ended.stderr) == (0, "")
        assert ended.stdout.startswith("92 solutions · bitboard · 116 nodes, ")
    ended = run("nqueens", "8", "--count", "--symmetry", "fundamental")
    assert ended.stdout.startswith("12 fundamental solutions · ")
    ended = run("nqueens", "3")
    assert (ended.returncode, ended.stdout[:11]) == (1, "0 solutions")


@pytest.mark.parametrize(
    ("args", "number"),
    [
        (["7", "--variant", "toroidal"], 28),
        (["10", "--variant", "superqueens"], 4),
        (["8", "--variant", "hertzsprung"], 5242),
        (["8", "--variant", "plus_k", "--pawns", "1"], 128),
        (["8", "--pawns", "2"], 44),
        (["8", "--pawns", "-1"], 3192),
        (["8", "--pawns", "-6", "--symmetry", "fundamental"], 164),
        (["9", "--variant", "toroidal_semiqueens"], 2025),
        (["8", "--method", "backtracking", "--count"], 92),
        (["5", "--method", "combinations", "--count"], 10),
        (["8", "--placed", "a1"], 4),
        (["8", "--placed", "a1, b5"], 1),
        (["8", "--placed", "a1,b2"], 0),
    ],
)
def test_variants_and_given_queens(args, number):
    answer = json.loads(run("nqueens", *args, "--json").stdout)
    assert (answer["count"], answer["exact"], answer["n"]) == (number, True, int(args[0]))


def test_all():
    ended = run("nqueens", "6", "--all")
    assert ended.returncode == 0
    assert ended.stdout.splitlines()[:4] == [
        "2 4 6 1 3 5", "3 6 2 5 1 4", "4 1 5 2 6 3", "5 3 1 6 4 2",
    ]  # fmt: skip
    assert ended.stdout.splitlines()[4].startswith("4 solutions · list · ")
    ended = run("nqueens", "8", "--fundamental")
    assert len(ended.stdout.splitlines()) == 13
    assert "12 fundamental solutions" in ended.stdout
    ended = run("nqueens", "8", "--all", "--limit", "5")
    assert "5 solutions (the limit; there may be more)" in ended.stdout
    ended = run("nqueens", "6", "--pawns", "1", "--all")
    assert ended.stdout.count("pawns") == 16
    ended = run("nqueens", "3", "--all")
    assert (ended.returncode, ended.stdout[:11]) == (1, "no solution")


def test_first_construct_random():
    assert run("nqueens", "8", "--first").stdout.splitlines()[0] == "1 5 8 6 3 7 2 4"
    answer = json.loads(run("nqueens", "8", "--first", "--json").stdout)
    assert answer["solutions"] == [[0, 4, 7, 5, 2, 6, 1, 3]]  # counted from 0, like all JSON
    for mode in ("--construct", "--random"):
        ended = run("nqueens", "50", mode, "--json")
        (solution,) = json.loads(ended.stdout)["solutions"]
        assert nqueens.is_solution(np.array(solution))
    for n, mode in (("3", "--construct"), ("2", "--random")):
        ended = run("nqueens", n, mode)
        assert (ended.returncode, ended.stdout, ended.stderr) == (1, "no solution\n", "")
    assert run("nqueens", "2", "--first").returncode == 1


def test_methods():
    ended = run("nqueens", "8", "--method", "permutations")
    assert ended.returncode == 0
    assert ended.stdout.startswith("1 5 8 6 3 7 2 4\n1 solution · permutation · 2,843 permutations")
    answer = json.loads(run("nqueens", "6", "--method", "combinations", "--json").stdout)
    assert (answer["mode"], answer["method"]) == ("first", "combinations")
    assert answer["counters"] == {"placements": 533331}
    ended = run("nqueens", "6", "--method", "mac", "--set", "order=mrv", "--all")
    assert ended.stdout.splitlines()[-1].startswith("4 solutions · mac · ")
    ended = run("nqueens", "20", "--method", "permutation", "--node-limit", "1000")
    assert (ended.returncode, "1,000 permutations" in ended.stdout) == (3, True)
    seeds = [
        run("nqueens", "30", "--method", "min-conflicts", "--seed", seed, "--json").stdout
        for seed in ("1", "1", "2")
    ]
    first, same, other = (json.loads(text)["solutions"] for text in seeds)
    assert first == same != other


GRIDS = """- k - -
- - - k
k - - -
- - k -

- - k -
k - - -
- - - k
- k - -
"""


def test_a_grid_of_k_and_dashes():
    ended = run("nqueens", "4", "--all", "--style", "dashes")
    assert ended.stdout.startswith(GRIDS + "2 solutions")
    run("nqueens", "4", "--all", "--style", "dashes", "-q", "-o", "grids.txt")
    with open("grids.txt") as file:
        assert file.read() == GRIDS
    first = run("nqueens", "4", "--first", "--style", "dashes", "--axes").stdout
    assert first.splitlines()[:2] == ["  a b c d", "1 - k - -"]
    pawns = run("nqueens", "6", "--all", "--pawns", "1", "--limit", "1", "--style", "dashes")
    assert pawns.stdout.splitlines()[2] == "k o - - - k"
    made = run("nqueens", "4", "--construct", "--style", "dashes").stdout
    assert sorted(made.splitlines()[:4]) == sorted(GRIDS.splitlines()[:4])
    columns = run("nqueens", "4", "--first", "--style", "columns").stdout
    assert columns.startswith("2 4 1 3\n")


def test_a_grid_needs_solutions_of_a_board_that_can_be_drawn():
    for args, message in (
        (["8"], "--style dashes needs --all"),
        (["--growth", "4-5"], "--growth cannot be used with --style dashes"),
        (["100", "--construct"], "found 100 rows, expected at most 64"),
    ):
        assert message in refused("nqueens", *args, "--style", "dashes").stderr


def test_orders_of_growth():
    ended = run("nqueens", "--orders", "8-16")
    lines = ended.stdout.splitlines()
    assert lines[0].split() == ["n", "log2", "n", "n", "log2", "n", "n^2", "2^n", "n!"]
    assert lines[1].split() == ["8", "3.0", "24.0", "64", "256", "40,320"]
    assert lines[9].split() == ["16", "4.0", "64.0", "256", "65,536", "2.092e13"]
    assert lines[-6:] == [
        "   l  log2 n",
        "   n  n",
        "   m  n log2 n",
        "   s  n^2",
        "   e  2^n",
        "   f  n!",
    ]
    assert run("nqueens", "8", "--orders").stdout.splitlines()[8] == lines[1]
    answer = json.loads(run("nqueens", "--orders", "8", "--json").stdout)
    assert (answer["status"], answer["orders"]) == (
        "solved",
        [
            {
                "n": 8,
                "logarithm": 3,
                "n_logarithm": 24,
                "square": 64,
                "exponential": 256,
                "factorial": 40320,
            }
        ],
    )
    for theme in ("light", "dark"):
        name = f"{theme}.svg"
        assert run("nqueens", "--orders", "-q", "--theme", theme, "-o", name).returncode == 0
        with open(name) as file:
            assert file.read() == nqueens.orders_of_growth().to_svg(theme=theme)
    for args, message in (
        (["8", "--orders", "4-6"], "N and --orders 4-6 cannot be used together"),
        (["--orders", "6-4"], "found no rows"),
        (["--orders", "4-65"], "n is 65"),
        (["--orders", "--growth"], "cannot be used together"),
        (["--orders", "--time-limit", "1"], "--orders cannot be used with --time-limit"),
        (["--orders", "--all"], "--orders cannot be used with --all"),
    ):
        assert message in refused("nqueens", *args).stderr


def test_growth():
    ended = run("nqueens", "--growth", "4-8")
    assert (ended.returncode, ended.stderr) == (0, "")
    lines = ended.stdout.splitlines()
    assert lines[5].split() == ["8", "4,426,165,368", "16,777,216", "40,320", "2,056", "92"]
    assert max(map(len, lines)) <= 80
    assert run("nqueens", "8", "--growth").stdout.splitlines()[8] == lines[5]
    assert run("nqueens", "--growth").stdout.splitlines()[12].split()[-1] == "14,200"
    answer = json.loads(run("nqueens", "--growth", "8", "--json").stdout)
    assert (answer["status"], answer["growth"][0]["nodes"]) == ("solved", 2056)
    ended = run("nqueens", "--growth", "4-20", "--time-limit", "0", "--json")
    answer = json.loads(ended.stdout)
    assert (ended.returncode, answer["reason"]) == (3, "time")
    assert answer["growth"][-1]["nodes"] is None
    for name in ("growth.svg", "growth.txt", "growth.json"):
        assert run("nqueens", "6", "--growth", "-q", "-o", name).returncode == 0
    assert ET.parse("growth.svg").getroot().tag.endswith("svg")
    with open("growth.txt") as file:
        assert "46,656" in file.read()


def test_fewer_queens_and_semiqueens_are_shown_and_written():
    ended = run("nqueens", "8", "--pawns", "-2", "--first", "-o", "six.svg")
    assert ended.stdout.splitlines()[0] == "queens a1 c2 e3 b4 h5 d7"
    with open("six.svg") as file:
        assert file.read().count('class="fq-queen"') == 6
    run("nqueens", "4", "--pawns", "-2", "--all", "-q", "-o", "all.npy")
    assert np.load("all.npy").shape == (44, 4, 4)
    ended = run("nqueens", "5", "--variant", "toroidal_semiqueens", "--all", "-o", "semi.svg")
    assert ended.stdout.splitlines()[-1].startswith("15 solutions")
    ended = run("nqueens", "4", "--variant", "toroidal_semiqueens", "--all")
    assert (ended.returncode, ended.stdout[:11]) == (1, "no solution")


def test_write():
    pytest.importorskip("PIL", reason="Pillow, of the extra 'image', is not installed")
    for name in ("all.txt", "all.npy", "all.json", "all.svg", "all.png"):
        ended = run("nqueens", "6", "--all", "-q", "-o", name)
        assert (ended.returncode, ended.stdout) == (0, "")
    with open("all.txt") as file:
        assert len(file.read().splitlines()) == 4
    assert nqueens.is_solution(np.load("all.npy")).all()
    with open("all.json") as file:
        assert json.load(file)["count"] == 4
    assert ET.parse("all.svg").getroot().tag.endswith("svg")
    with open("all.png", "rb") as file:
        assert file.read(4) == b"\x89PNG"
    run("nqueens", "8", "--first", "-q", "-o", "one.svg")
    with open("one.svg") as file:
        assert file.read().count('class="fq-queen"') == 8
    for name in ("pawns.txt", "pawns.npy", "pawns.svg", "pawns.png"):
        assert run("nqueens", "6", "--pawns", "1", "--all", "-q", "-o", name).returncode == 0
    boards = np.load("pawns.npy")
    assert boards.shape == (16, 6, 6)
    assert [(boards[0] == piece).sum() for piece in (0, 1, 2)] == [28, 7, 1]
    with open("pawns.svg") as file:
        assert file.read().count('class="fq-pawn"') == 16
    run("nqueens", "8", "--count", "-q", "-o", "count.json")
    with open("count.json") as file:
        assert json.load(file)["count"] == 92
    ended = run("nqueens", "3", "--all", "-o", "none.txt")
    assert "not written" in ended.stderr


@pytest.mark.parametrize(
    "args",
    [
        [],
        ["eight"],
        ["0"],
        ["-4"],
        ["28"],
        ["8", "--placed", "a9"],
        ["8", "--placed", "11"],
        ["8", "--variant", "kings"],
        ["8", "--pawns", "-8"],
        ["8", "--variant", "toroidal", "--pawns", "1"],
        ["8", "--threads", "0"],
        ["8", "--limit", "3"],
        ["8", "--count", "-o", "x.svg"],
        ["8", "--all", "-o", "x.doc"],
        ["8", "--random", "--placed", "a1"],
        ["8", "--all", "--fundamental"],
        ["8", "--count", "--seed", "1"],
        ["8", "--first", "--threads", "2"],
        ["8", "--construct", "--time-limit", "1"],
        ["8", "--time-limit", "nan"],
        ["8", "--pawns", "1", "--variant", "queens"],
        ["8", "--all", "--symmetry", "fundamental"],
        ["8", "--placed", "a1,b1"],
        ["65", "--first"],
        ["100", "--construct", "-o", "x.svg"],
        ["8", "--method", "pso"],
        ["8", "--method", "mac", "--variant", "toroidal"],
        ["8", "--method", "mac", "--threads", "2"],
        ["8", "--method", "mac", "--count", "--threads", "2"],
        ["8", "--method", "mac", "--fundamental"],
        ["8", "--method", "min-conflicts", "--all"],
        ["8", "--method", "mac", "--set", "order=best"],
        ["8", "--set", "order=mrv"],
        ["8", "--seed", "1"],
        ["8", "--node-limit", "5"],
        ["8", "--growth", "4-6"],
        ["--growth", "6-4"],
        ["--growth", "4-x"],
        ["--growth", "4-65"],
        ["--growth", "4-6", "--all"],
        ["--growth", "4-6", "-o", "x.npy"],
    ],
)
def test_usage_errors(args):
    refused("nqueens", *args)


def test_limits():
    ended = run("nqueens", "22", "--time-limit", "1", "--json")
    answer = json.loads(ended.stdout)
    assert (ended.returncode, answer["status"], answer["exact"]) == (3, "stopped", False)
    assert answer["count"] > 0
    assert run("nqueens", "60", "--all", "--time-limit", "0.2", "-q").returncode == 3


@pytest.mark.parametrize("args", [["23"], ["26"], ["18", "--all", "-q"], ["62", "--first"]])
def test_ctrl_c(args):
    ended = interrupted("nqueens", *args)
    assert ended.returncode == 130
    assert "Traceback" not in ended.stderr


def test_progress_bar():
    _, code = in_terminal("nqueens", "22", interrupt_at="left, ")
    assert code == 130
