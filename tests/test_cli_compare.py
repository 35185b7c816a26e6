"""The command ``compare``, and ``solve`` with methods."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from conftest import HOPELESS
from helpers.boards import FOUR, NINE, SIX
from helpers.command import interrupted, refused, run, write_files

import fastqueens

QUICK = ["--measure", "0"]
HOPELESS_TEXT = json.dumps({"regions": HOPELESS.tolist()})


@pytest.fixture(autouse=True)
def _here(tmp_path, monkeypatch):
    write_files(tmp_path, {"nine": NINE, "six": SIX, "four": FOUR, "unsolvable": HOPELESS_TEXT})
    monkeypatch.chdir(tmp_path)


def test_compare():
    ended = run(
        "compare", "nine.txt", "six.txt", "--methods", "permutation,mac", "--repeat", "2", *QUICK
    )
    assert (ended.returncode, ended.stderr) == (1, "")  # the second board has no solution
    assert "nine.txt (9 x 9, 2 runs each)" in ended.stdout
    assert "306,205 permutations" in ended.stdout
    assert "720 permutations" in ended.stdout
    ended = run("compare", "nine.txt", "six.txt", "--methods", "mac", "--by", "size", *QUICK)
    assert ended.stdout.splitlines()[0].split()[:3] == ["n", "method", "solved"]


@pytest.mark.parametrize("by", ["board", "size"])
def test_tables_fit_80_columns(by):
    sweep = ["--set", "mac.order=static,mrv", "--set", "mac.values=static,lcv",
             "--set", "mac.restarts=yes", "--set", "pso.iterations=2"]  # fmt: skip
    ended = run("compare", "four.txt", "nine.txt", "--by", by, *sweep, "--measure", "0")
    lines = ended.stdout.splitlines()
    assert max(map(len, lines)) <= 80
    assert sum("mac order=" in line for line in lines) == 8
    assert any("restarts=True" in line for line in lines)
    assert "best" in ended.stdout or by == "size"


def test_astronomical_work_fits_80_columns():
    Path("large.txt").write_text(run("example", "queens-20").stdout)
    asked = ["--methods", "permutation-skip,backtracking-memo,min-conflicts,pso"]
    ended = run("compare", "large.txt", *asked, "--set", "pso.iterations=2", "--measure", "0")
    assert max(map(len, ended.stdout.splitlines())) <= 80
    assert "4.16e+16 permutations" in ended.stdout


def test_a_bad_file_does_not_end_it():
    ended = run("compare", "four.txt", "missing.txt", "six.txt", "--methods", "mac", *QUICK)
    assert ended.returncode == 2
    assert ended.stderr.startswith("error: missing.txt: ")
    assert "four.txt (4 x 4" in ended.stdout
    assert "six.txt (6 x 6" in ended.stdout
    refused("compare", "missing.txt", *QUICK)


def test_compare_json():
    options = ["--methods", "mac,bitboard", "--set", "mac.order=mrv", *QUICK]
    ended = run("compare", "four.txt", "six.txt", *options, "--json", "-o", "out.json")
    told = json.loads(ended.stdout)
    assert (ended.returncode, told["status"], told["schema"]) == (1, "unsolvable", 2)
    assert [(x["file"], x["board"]["n"], x["status"]) for x in told["problems"]] == [
        ("four.txt", 4, "solved"),
        ("six.txt", 6, "unsolvable"),
    ]
    row = told["problems"][0]["methods"][0]
    assert (row["method"], row["settings"], row["solutions"]) == ("mac", {"order": "mrv"}, 1)
    assert row["best_ms"] <= row["ms"]
    assert json.loads(Path("out.json").read_text()) == told
    told = json.loads(run("compare", "four.txt", "missing.txt", *options, "--json").stdout)
    assert (told["status"], told["problems"][1]["status"]) == ("error", "error")
    assert "cannot read" in told["problems"][1]["error"]["message"]


def test_compare_settings_and_files():
    pytest.importorskip("PIL", reason="Pillow, of the extra 'image', is not installed")
    for name in ("out.csv", "out.json", "out.md", "out.svg", "out.png"):
        ended = run(
            "compare", "four.txt", "nine.txt", "--methods", "mac,pso", "-q", "-o", name, *QUICK,
            "--set", "pso.swarm_size=20,50", "--set", "pso.iterations=20",
            "--set", "mac.order=mrv",
        )  # fmt: skip
        assert (ended.returncode, ended.stdout, ended.stderr) == (0, "", "")
    with open("out.json") as file:
        told = json.load(file)
    assert [line["settings"] for line in told["problems"][0]["methods"]] == [
        {"order": "mrv"},
        {"swarm_size": 20, "iterations": 20},
        {"swarm_size": 50, "iterations": 20},
    ]
    with open("out.csv") as file:
        assert len(file.read().splitlines()) == 7


def test_compare_boards_of_several_stars():
    rows = [8 * letter for letter in "ABCDEFGH"]
    with open("rows.txt", "w") as file:
        file.write("\n".join(rows))
    with open("rows.json", "w") as file:
        json.dump({"stars": 2, "regions": rows}, file)
    for args in (["rows.txt", "--stars", "2"], ["rows.json"]):
        ended = run("compare", *args, "--all", "--time-limit", "60", *QUICK)
        assert (ended.returncode, ended.stderr) == (0, "")
        lines = ended.stdout.splitlines()
        # The only method for all solutions.
        assert [line.split()[0] for line in lines[2:]] == ["bitboard"]
        assert lines[2].split()[-1] == "2"  # all solutions were requested
    refused("compare", "rows.json", "--methods", "mac")


def test_compare_list():
    ended = run("compare", "--list")
    assert ended.returncode == 0
    assert "permutation-skip" in ended.stdout
    assert "swarm_size" in ended.stdout


@pytest.mark.parametrize(
    "args",
    [
        [],
        ["missing.txt"],
        ["four.txt", "--methods", "magic"],
        ["four.txt", "--set", "swarm_size=1"],
        ["four.txt", "--set", "pso.swarm_size"],
        ["four.txt", "--methods", "mac", "--set", "pso.swarm_size=1"],
        ["four.txt", "--methods", "pso", "--all"],
        ["four.txt", "-o", "x.pdf"],
        ["four.txt", "--repeat", "0"],
        ["four.txt", "--measure", "-1"],
        ["four.txt", "--methods", ""],
        ["four.txt", "--methods", " , "],
        ["four.txt", "--methods", "mac,,pso"],
    ],
)
def test_compare_refuses(args):
    refused("compare", *args)


def test_compare_stopped_and_interrupted():
    slow = ["unsolvable.txt", "--methods", "bitboard,permutation"]
    assert run("compare", *slow, "--time-limit", "0.1").returncode == 3
    ended = interrupted("compare", "four.txt", *slow, "--time-limit", "60", *QUICK)
    assert ended.returncode == 130
    assert "four.txt" in ended.stdout
    assert "Traceback" not in ended.stderr


@pytest.mark.parametrize("method", ["backtracking", "mac", "min-conflicts", "permutation"])
def test_solve_by_method(method):
    ended = run("solve", "nine.txt", "--method", method)
    assert ended.returncode == 0
    assert f"solved · {method} · " in ended.stdout


def test_solve_options():
    ended = run("solve", "nine.txt", "--method", "mac", "--set", "order=mrv", "--count")
    assert ended.stdout.startswith("1 solution · mac · ")
    ended = run("solve", "six.txt", "--method", "pso", "--set", "iterations=5", "--json")
    answer = json.loads(ended.stdout)
    assert (ended.returncode, answer["reason"]) == (3, "iterations")
    assert answer["fitness"] > 0
    ended = run("solve", "six.txt", "--method", "pso", "--set", "iterations=5")
    assert "the best placement has fitness" in ended.stdout
    for args in (
        ["--set", "order"], ["--set", "order=mrv"], ["--method", "pso", "--all"],
        ["--method", "mac", "--set", "order=first"], ["--fps", "10"], ["--live", "--json"],
        ["--live"],
    ):  # fmt: skip
        ended = run("solve", "nine.txt", *args)
        assert ended.returncode == 2, args
        assert "Traceback" not in ended.stderr


@pytest.mark.usefixtures("measured_once")
def test_the_other_families_have_the_same_form():
    """`--compare` of each command prints the table, the JSON and the CSV of `compare`."""
    Path("pieces.txt").write_text("2 3 2\nDEFAULT\nAA\nBBB\nB\n")
    Path("tiles.txt").write_text("1 2 3\n4 0 6\n7 5 8\n")
    Path("options.txt").write_text("a b c\na b\nc\na\nb c\n")
    heads = set()
    for name, *args in (
        ("compare", "four.txt"), ("nqueens", "4", "--compare"), ("slide", "tiles.txt", "--compare"),
        ("pack", "pieces.txt", "--compare"), ("cover", "options.txt", "--compare"),
    ):  # fmt: skip
        ended = run(name, *args, "-o", "table.csv")
        assert (ended.returncode, ended.stderr) == (0, "")
        head, columns = ended.stdout.splitlines()[:2]
        assert head.endswith(", 1 run each)")
        assert columns.split()[:2] == ["method", "status"]
        lines = Path("table.csv").read_text().splitlines()
        heads.add(tuple(lines[0].split(",")[:19]))
        told = json.loads(run(name, *args, "--json", "-o", "table.json").stdout)
        assert json.loads(Path("table.json").read_text()) == told
        assert told["command"] == "compare"
        (problem,) = told["problems"]
        assert len(problem["methods"]) == len(lines) - 1
        assert {row["version"] for row in problem["methods"]} == {fastqueens.__version__}
    assert len(heads) == 1


@pytest.mark.parametrize(
    "args",
    [
        ["nqueens", "8", "--compare", "--count"],
        ["nqueens", "8", "--compare", "--method", "mac"],
        ["nqueens", "--growth", "3-5", "--compare"],
        ["nqueens", "8", "--compare", "-o", "x.npy"],
        ["slide", "--random", "--compare", "--live"],
        ["pack", "four.txt", "--compare", "--count"],
        ["pack", "four.txt", "--compare", "--method", "dlx"],
        ["cover", "four.txt", "--compare", "--minimum"],
        ["cover", "missing.txt", "--compare"],
    ],
)
def test_compare_excludes_other_work(args):
    refused(*args)


def test_compare_of_several_files_goes_on_after_a_bad_one():
    Path("one.txt").write_text("a b c\na b\nc\na\nb c\n")
    ended = run("cover", "one.txt", "missing.txt", "--compare", "--all")
    assert ended.returncode == 2
    assert ended.stderr.startswith("error: missing.txt: ")
    assert "one.txt (4 options, 1 run each)" in ended.stdout
    assert ended.stdout.splitlines()[2].split()[-1] == "2"
