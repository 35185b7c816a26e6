"""The command ``cover``."""

from __future__ import annotations

import json

import pytest
from helpers.command import in_terminal, interrupted, refused, run, write_files

from fastqueens import cover, nqueens

KNUTH = "| colours\np q r | x y\np q x y:A\np r x:A y\np x:B\nq x:A\nr y:B\n"
NONE = "a b c\na b\nb c\n"


@pytest.fixture(autouse=True)
def _here(tmp_path, monkeypatch):
    write_files(
        tmp_path,
        {
            "knuth": KNUTH,
            "none": NONE,
            "queens": nqueens.exact_cover(6).to_text(),
            "pairs": cover.langford(7).to_text(),
            "long": cover.langford(24).to_text(),
            "bad": "a b\na c\n",
            "empty": "",
        },
        ".dlx",
    )
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize("method", cover.METHODS)
def test_solve(method):
    ended = run("cover", "knuth.dlx", "--method", method)
    assert (ended.returncode, ended.stderr) == (0, "")
    assert ended.stdout.splitlines()[:2] == ["p r x:A y", "q x:A"]
    used = "dlx" if method == "dlx" else "bitset"
    assert ended.stdout.splitlines()[2].startswith(f"solved · {used} · 4 nodes, ")


def test_standard_input():
    assert run("cover", "-", stdin=KNUTH).stdout.startswith("p r x:A y\nq x:A\n")
    ended = run("cover", "-", stdin="a\nb")
    assert (ended.returncode, ended.stderr[:17]) == (2, "error: <stdin>:2:")


def test_no_solution():
    for args in ((), ("--all",), ("--count",)):
        ended = run("cover", "none.dlx", *args)
        assert (ended.returncode, ended.stdout[:14]) == (1, "no solution · ")


def test_all_and_count():
    ended = run("cover", "queens.dlx", "--all")
    assert ended.returncode == 0
    assert ended.stdout.count("\n\n") == 3
    assert "4 solutions · bitset · " in ended.stdout
    ended = run("cover", "pairs.dlx", "--count")
    assert ended.stdout.startswith("52 solutions · bitset · ")
    for flag in ("--count", "--all"):
        ended = run("cover", "pairs.dlx", flag, "--limit", "5")
        assert (ended.returncode, ended.stderr) == (0, "")
        assert "5 solutions (the limit; there may be more)" in ended.stdout


def test_json():
    answer = json.loads(run("cover", "knuth.dlx", "--json").stdout)
    assert [(x["option"], x["items"]) for x in answer["solution"]] == [
        (1, ["p", "r", "x:A", "y"]),
        (3, ["q", "x:A"]),
    ]
    assert (answer["options"], answer["primary"], answer["items"]) == (5, 3, 5)
    answer = json.loads(run("cover", "queens.dlx", "--all", "--json").stdout)
    assert (len(answer["solutions"]), answer["count"], answer["exact"]) == (4, 4, True)
    answer = json.loads(run("cover", "bad.dlx", "--json").stdout)
    assert (answer["status"], answer["error"]["line"], answer["error"]["column"]) == ("error", 2, 3)
    answer = json.loads(run("cover", "long.dlx", "--count", "--time-limit", "0.1", "--json").stdout)
    assert (answer["status"], answer["reason"], answer["exact"]) == ("stopped", "time", False)


def test_several_files_and_writing(tmp_path):
    ended = run("cover", "knuth.dlx", "bad.dlx", "none.dlx", "-o", "{name}.txt")
    assert ended.returncode == 2
    assert ended.stderr.startswith("error: bad.dlx:2:3: found 'c'")
    assert "none.txt: not written" in ended.stderr
    assert (tmp_path / "knuth.txt").read_text() == "p r x:A y\nq x:A\n"
    assert run("cover", "queens.dlx", "-q", "--all", "-o", "all.json").stdout == ""
    assert json.loads((tmp_path / "all.json").read_text())["count"] == 4
    run("cover", "queens.dlx", "--all", "-q", "-o", "all.txt")
    assert (tmp_path / "all.txt").read_text().count("\n\n") == 3


@pytest.mark.parametrize("name", ["bad", "empty", "missing"])
def test_bad_files(name):
    ended = run("cover", f"{name}.dlx", "knuth.dlx")
    assert ended.returncode == 2
    assert ended.stderr.startswith(f"error: {name}.dlx")
    assert "Traceback" not in ended.stderr
    assert "p r x:A y" in ended.stdout  # the good problem is still solved


@pytest.mark.parametrize(
    "args",
    [
        [],
        ["knuth.dlx", "--method", "magic"],
        ["knuth.dlx", "--all", "--count"],
        ["knuth.dlx", "--limit", "3"],
        ["knuth.dlx", "--all", "--limit", "0"],
        ["knuth.dlx", "--time-limit", "nan"],
        ["knuth.dlx", "--estimate", "--max-cost", "3"],
        ["knuth.dlx", "--estimate", "--method", "dlx"],
        ["knuth.dlx", "-o", "x.svg"],
        ["knuth.dlx", "--count", "-o", "x.txt"],
        ["knuth.dlx", "none.dlx", "-o", "x.txt"],
        ["knuth.dlx", "./knuth.dlx", "-o", "{name}.txt"],
    ],
)
def test_usage_errors(args):
    refused("cover", *args)


def test_estimate():
    line = run("cover", "long.dlx", "--estimate", "--time-limit", "20").stdout
    assert line.startswith("about ")
    assert " dives in " in line
    answer = json.loads(run("cover", "knuth.dlx", "--estimate", "--json").stdout)
    assert answer["status"] == "solved"
    assert answer["estimate"].keys() == {
        "dives", "solutions", "solutions_error", "nodes", "nodes_error", "seconds",
    }  # fmt: skip
    assert "cannot be used together" in refused("cover", "long.dlx", "--estimate", "--count").stderr


def test_limits():
    for args in (["--count"], ["--all", "-q"]):
        ended = run("cover", "long.dlx", *args, "--time-limit", "0.2")
        assert ended.returncode == 3
    assert run("cover", "long.dlx", "--count", "--time-limit", "0").stdout.startswith(
        "stopped by the time limit, 0 found so far · "
    )


@pytest.mark.parametrize("args", [["--count"], ["--all", "-q"]])
def test_ctrl_c(args):
    ended = interrupted("cover", "long.dlx", *args)
    assert ended.returncode == 130
    assert "Traceback" not in ended.stderr


def test_progress_line():
    _, code = in_terminal("cover", "long.dlx", "--count", interrupt_at="%: ")
    assert code == 130


def test_a_matrix_in_csv(tmp_path):
    write_files(tmp_path, {"m": "a,b,c\n1,1,0\n0,0,1\n", "bad": "1,0\n1,x\n"}, ".csv")
    assert run("cover", "m.csv").stdout.splitlines()[:2] == ["a b", "c"]
    assert run("cover", "-", "--count", stdin="1,0\n0,1\n1,1\n").stdout.startswith("2 ")
    assert "bad.csv:2:3: found 'x', expected 0 or 1" in refused("cover", "bad.csv").stderr


PRICED = "2|a b c\na b |4\na c |2\na b c $9\na |1\nb c |1\n"


def test_cheapest_solutions():
    ended = run("cover", "-", "--minimum", stdin=PRICED)
    assert ended.stdout.startswith("| cost 6\na b\na c\nsolved · bitset · ")
    ended = run("cover", "-", "--cheapest", "2", stdin=PRICED)
    assert ended.stdout.startswith("| cost 6\na b\na c\n\n| cost 10\na b c\na\n")
    document = json.loads(run("cover", "-", "--cheapest", "9", "--json", stdin=PRICED).stdout)
    assert document["costs"] == [6, 10]
    document = json.loads(run("cover", "-", "--minimum", "--json", stdin=PRICED).stdout)
    assert (document["cost"], document["status"]) == (6, "solved")
    ended = run("cover", "-", "--count", "--max-cost", "9", stdin=PRICED)
    assert ended.stdout.startswith("1 solution · ")
    ended = run("cover", "-", "--minimum", "--max-cost", "5", stdin=PRICED)
    assert (ended.returncode, ended.stdout[:11]) == (1, "no solution")
    assert run("cover", "-", "--minimum", "--all", stdin=PRICED).returncode == 2
