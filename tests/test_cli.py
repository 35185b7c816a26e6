"""The command line, as a user runs it."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from conftest import HOPELESS, ISAS
from helpers.boards import FOUR, LOOSE, NINE, ROWS, SIX
from helpers.command import in_terminal, interrupted, refused, run, run_process, write_files

import fastqueens
from fastqueens.examples import example

FIVE = "AAABB\nACCCB\nACDDB\nEEEFF\nEGGFF\n"


@pytest.fixture
def here(tmp_path, monkeypatch):
    write_files(
        tmp_path,
        {
            "nine": NINE,
            "six": SIX,
            "five": FIVE,
            "four": FOUR,
            "rows": ROWS,
            "loose": LOOSE,
            "ragged": "AAB\nAB\nCCC\n",
            "empty": "",
        },
    )
    (tmp_path / "binary.txt").write_bytes(b"\x89PNG\x00\x01")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_solve(here):
    ended = run("solve", "nine.txt")
    assert (ended.returncode, ended.stderr) == (0, "")
    board = ended.stdout.splitlines()
    assert [row.index("#") for row in board[:9]] == [7, 4, 6, 1, 5, 3, 0, 2, 8]
    assert board[9:11] == ["", "queens: h1=C e2=B g3=E b4=A f5=D d6=G a7=F c8=I i9=H"]
    assert board[11].startswith("solved · bitboard · 18 nodes, 17 backtracks, 0 restarts, ")
    assert board[11].endswith(" ms")


def test_solve_standard_input(here):
    assert "#" in run("solve", "-", stdin=FOUR).stdout
    ended = run("solve", "-", stdin="AB\nA")
    assert ended.returncode == 2
    assert ended.stderr.startswith("error: <stdin>:2:")


@pytest.mark.parametrize(
    ("command", "holder", "expected"),
    [
        ("solve", "fastqueens.cli.board_input", "a board"),
        ("rate", "fastqueens.cli.board_input", "a board"),
        ("cover", "fastqueens.cover.formats", "an exact cover"),
        ("pack", "fastqueens.packing.formats", "a packing puzzle"),
        ("slide", "fastqueens.sliding.formats", "a sliding puzzle"),
    ],
)
def test_standard_input_is_bounded(monkeypatch, command, holder, expected):
    """Inputs beyond a limit are refused without reading on; the test lowers the limits."""
    monkeypatch.setattr(f"{holder}.MAX_BYTES", 1000)
    ended = run(command, "-", stdin="1" * 1001)
    told = (
        f"error: <stdin>: found more than 1,000 bytes, expected {expected}, at most 1,000 bytes\n"
    )
    assert (ended.returncode, ended.stdout, ended.stderr) == (2, "", told)
    ended = run(command, "-", stdin=" " * 1000)
    assert ended.stderr.startswith("error: <stdin>:")
    assert "bytes" not in ended.stderr
    if Path("/dev/zero").exists():  # /dev/zero has no end
        with open("/dev/zero") as endless:
            ended = run(command, "-", "--json", stdin=endless)
        assert json.loads(ended.stdout)["error"]["message"] == told[len("error: <stdin>: ") : -1]


def test_no_solution(here):
    ended = run("solve", "six.txt")
    assert ended.returncode == 1
    assert ended.stdout.splitlines()[:6] == SIX.split()
    assert "no solution" in ended.stdout


@pytest.mark.parametrize("name", ["ragged", "empty", "binary", "five", "missing"])
def test_bad_files(here, name):
    ended = run("solve", f"{name}.txt", "four.txt")
    assert ended.returncode == 2
    assert ended.stderr.startswith(f"error: {name}.txt")
    assert "Traceback" not in ended.stderr
    assert "GYY#" in ended.stdout  # the good board is still solved


def test_at_most_one(here):
    assert run("solve", "five.txt", "--allow-empty-regions").returncode == 0
    ended = run("solve", "five.txt", "--allow-empty-regions", "--count")
    assert ended.stdout.startswith("6 solutions · ")


def test_all(here):
    ended = run("solve", "loose.txt", "--all")
    # Blank lines above the queens of each board and between solutions.
    assert ended.stdout.count("\n\n") == 90 + 89
    assert "90 solutions · " in ended.stdout
    ended = run("solve", "loose.txt", "--all", "--limit", "3")
    assert ended.returncode == 0
    assert "3 solutions (the limit; there may be more)" in ended.stdout
    answer = json.loads(run("solve", "loose.txt", "--all", "--json").stdout)
    assert len({tuple(x) for x in answer["solutions"]}) == answer["count"] == 90
    assert answer["exact"] is True


def test_count_and_unique(here):
    assert run("solve", "nine.txt", "--count").stdout.startswith("1 solution · ")
    assert run("solve", "loose.txt", "--count", "--limit", "5").stdout.startswith("5 solutions (")
    assert run("solve", "nine.txt", "--unique").stdout.startswith("unique · ")
    assert run("solve", "loose.txt", "--unique").stdout.startswith("several solutions · ")
    ended = run("solve", "six.txt", "--unique")
    assert (ended.returncode, ended.stdout[:11]) == (1, "no solution")
    answer = json.loads(run("solve", "loose.txt", "--unique", "--json").stdout)
    assert answer["unique"] is False
    ended = run("solve", "rows.txt", "--count", "--node-limit", "1000", "--json")
    answer = json.loads(ended.stdout)
    assert (ended.returncode, answer["status"], answer["exact"]) == (3, "stopped", False)


def test_json_lines(here):
    ended = run("solve", "nine.txt", "six.txt", "ragged.txt", "--json")
    assert (ended.returncode, ended.stderr) == (2, "")
    nine, six, ragged = map(json.loads, ended.stdout.splitlines())
    assert nine["queens"] == [7, 4, 6, 1, 5, 3, 0, 2, 8]
    assert (nine["file"], nine["status"], nine["board"]["n"]) == ("nine.txt", "solved", 9)
    assert nine["counters"]["nodes"] == 18
    assert nine["ms"] > 0
    assert (six["status"], "queens" in six) == ("unsolvable", False)
    assert [list(x)[:4] for x in (nine, six, ragged)] == [
        ["schema", "command", "file", "status"]
    ] * 3
    assert (ragged["schema"], ragged["command"], ragged["status"]) == (2, "solve", "error")
    assert ragged["error"] == {
        "message": "found a row of 2 cells, expected 3",
        "line": 2,
        "column": 3,
    }


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["nqueens", "4", "--placed", "z9"], "--placed: found 'z9'"),
        (["levels", "magic"], "found 'magic', expected a size"),
        (["solve", "nine.txt", "--method", "magic"], "Invalid value for '--method'"),
        (["solve", "nine.txt", "--frobnicate"], "No such option"),
    ],
)
def test_json_says_what_is_wrong_with_the_command(here, args, message):
    ended = run(*args, "--json")
    told = json.loads(ended.stdout)
    assert (ended.returncode, message in ended.stderr) == (2, True)
    assert (told["schema"], told["command"], told["status"]) == (2, args[0], "error")
    assert message in told["error"]["message"]


def test_limits(here):
    for limit in (["--time-limit", "0.05"], ["--node-limit", "100"]):
        ended = run("solve", "rows.txt", "--all", "--quiet", *limit)
        assert (ended.returncode, ended.stdout) == (3, "")
    assert "stopped by the node limit" in run("solve", "rows.txt", "--node-limit", "0").stdout


def test_quiet(here):
    ended = run("solve", "nine.txt", "--quiet")
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "", "")
    assert run("solve", "ragged.txt", "-q").stderr != ""


@pytest.mark.parametrize(
    "args",
    [
        [],
        ["four.txt", "--all", "--count"],
        ["four.txt", "--limit", "2"],
        ["four.txt", "--method", "magic"],
        ["four.txt", "--time-limit", "-1"],
        ["four.txt", "-o", "out.doc"],
        ["four.txt", "-o", "out"],
        ["four.txt", "six.txt", "-o", "out.txt"],
        ["four.txt", "--count", "-o", "out.svg"],
        ["four.txt", "-o", "no/such/folder/out.txt"],
    ],
)
def test_usage_errors(here, args):
    refused("solve", *args)


def test_no_command():
    ended = run()
    text = ended.stdout or ended.stderr  # click 8.1 prints the help text as an answer
    assert text == run("--help").stdout


def test_missing_choice():
    assert "Choose from: bash, zsh, fish" in refused("completion").stderr


def test_write(here):
    pytest.importorskip("PIL", reason="Pillow, of the extra 'image', is not installed")
    for kind in ("txt", "json", "svg", "png"):
        assert run("solve", "nine.txt", "-q", "-o", f"out.{kind}").returncode == 0
    assert [r.index("#") for r in (here / "out.txt").read_text().split()[:9]] == [
        7, 4, 6, 1, 5, 3, 0, 2, 8,
    ]  # fmt: skip
    answer = json.loads((here / "out.json").read_text())
    assert answer["queens"] == [7, 4, 6, 1, 5, 3, 0, 2, 8]
    assert ET.parse(here / "out.svg").getroot().tag.endswith("svg")
    assert (here / "out.png").read_bytes().startswith(b"\x89PNG")


def test_write_several(here):
    ended = run("solve", "nine.txt", "six.txt", "four.txt", "-q", "-o", "{name}.svg")
    assert ended.returncode == 1
    assert (here / "nine.svg").exists()
    assert (here / "four.svg").exists()
    assert not (here / "six.svg").exists()
    assert "six.svg: not written" in ended.stderr
    assert run("solve", "loose.txt", "--all", "-q", "-o", "all.txt").returncode == 0
    assert (here / "all.txt").read_text().count("#") == 90 * 6
    assert run("solve", "loose.txt", "--all", "--limit", "9", "-q", "-o", "s.svg").returncode == 0
    assert ET.parse(here / "s.svg").getroot().tag.endswith("svg")


def test_closed_pipe(here):
    args = ("solve", "rows.txt", "--all", "--node-limit", "5000")
    ended = run_process(*args, shell="$command | head -1")
    assert "Traceback" not in ended.stderr
    assert "#" in ended.stdout
    for stream, code in (("| head -1; exit ${PIPESTATUS[0]}", 0), ("> /dev/full", 2), (">&-", 3)):
        ended = run_process(*args, shell=f"$command {stream}")
        assert "Traceback" not in ended.stderr
        assert ended.returncode == code, stream


def test_odd_encodings(here):
    (here / "emoji.txt").write_text("♥♥♥♥\n♥♣♣♠\n♦♠♠♠\n♦♦♦♠", encoding="utf-8")
    for encoding in ("latin-1", "ascii"):
        ended = run_process("solve", "emoji.txt", env={"PYTHONIOENCODING": encoding})
        assert ended.returncode in (0, 1)
        assert "Traceback" not in ended.stderr
        shown, code = in_terminal("solve", "four.txt", env={"PYTHONIOENCODING": encoding})
        assert (code, "Traceback" in shown) == (0, False)


def test_no_file_is_overwritten_unasked(here):
    (here / "sub").mkdir()
    (here / "sub" / "nine.txt").write_text(FOUR)
    ended = run("solve", "nine.txt", "sub/nine.txt", "-o", "out_{name}.txt")
    assert (ended.returncode, "several files" in ended.stderr) == (2, True)
    ended = run("solve", "nine.txt", "-o", "nine.txt")
    assert (ended.returncode, "overwritten" in ended.stderr) == (2, True)
    assert (here / "nine.txt").read_text() == NINE


@pytest.mark.parametrize("flag", ["--count", "--all"])
def test_ctrl_c(here, flag):
    Path("hopeless.json").write_text(json.dumps({"regions": HOPELESS.tolist()}))
    ended = interrupted("solve", "hopeless.json", "nine.txt", flag)
    assert ended.returncode == 130
    assert "interrupted" in ended.stdout
    assert "#" not in ended.stdout  # the second file is not started
    assert "Traceback" not in ended.stderr


def test_colours_in_a_terminal_only(here):
    plain = {"TERM": "xterm-256color", "COLORTERM": "truecolor", "NO_COLOR": ""}
    shown, code = in_terminal("solve", "nine.txt", env=plain)
    assert code == 0
    assert "\x1b[" in shown
    shown, code = in_terminal("solve", "nine.txt", env={**plain, "NO_COLOR": "1"})
    assert code == 0
    assert "\x1b[" not in shown
    assert "\x1b[" not in run("solve", "nine.txt", env={"FORCE_COLOR": ""}).stdout


def test_a_terminal_without_escape_sequences(here):
    commands = [
        "solve nine.txt", "check nine.txt --placed a1", "hint nine.txt", "explain nine.txt",
        "rate nine.txt", "generate 6", "levels 7-001", "compare four.txt --measure 0", "methods",
        "tree four.txt", "nqueens 8", "nqueens 12 --ledger run.db", "ledger run.db",
        "cover cover --count",
        "pack pentominoes-6x10", "slide tiles.txt", "info", "example queens-9", "--help",
    ]  # fmt: skip
    write_files(here, {"tiles": "1 2 3\n4 5 6\n0 7 8\n"})
    for name in ("cover", "pentominoes-6x10"):
        (here / name).write_text(example(name).text)
    terminal = {"TERM": "dumb", "COLORTERM": "truecolor", "NO_COLOR": ""}
    shown, code = in_terminal(*commands, env=terminal, each=True)
    assert code == 0, shown
    assert "\x1b" not in shown
    assert "\r" not in shown.replace("\r\n", "")  # the terminal writes a line end as \r\n
    shown, code = in_terminal("solve", "nine.txt", "--live", env=terminal)
    assert code == 2
    assert "--live needs a terminal that can redraw its screen" in shown


def test_progress_line(here):
    shown, code = in_terminal("solve", "rows.txt", "--count", "--time-limit", "1.6", "-q")
    assert code == 3
    assert shown == ""
    shown, code = in_terminal("solve", "rows.txt", "--count", interrupt_at="searching, ")
    assert code == 130
    assert re.search(r"searching, \d+ s: ", shown)


# In Turkish, i and I are different letters; in German, the decimal point is a comma.
@pytest.mark.parametrize("name", ["tr_TR.UTF-8", "de_DE.UTF-8"])
def test_other_locales(here, name):
    """All categories are set, as in programs that call ``setlocale``."""
    code = """
import contextlib, locale, sys
try:
    locale.setlocale(locale.LC_ALL, {name!r})
except locale.Error:
    sys.exit("no such locale")
from fastqueens.cli import main
for words in sys.argv[1:]:
    with contextlib.suppress(SystemExit):
        main(words.split())
"""
    commands = [
        "solve nine.txt -o nine.SVG", "solve title.json --time-limit 0.5",
        "solve loose.txt --all --limit 3 --seed 3", "rate nine.txt", "hint nine.txt",
        "generate 7 --difficulty easy --seed 1 -o made.json", "convert nine.txt --to sbn",
        "compare four.txt --measure 0 --methods pso --set pso.w=0.5,0.75 --node-limit 99 -qo c.csv",
        "nqueens 12 --json", "pack box.txt", "cover cover.txt", "slide tiles.txt -o t.svg",
        "methods pso", "solve ragged.txt",
    ]  # fmt: skip
    texts = {"tiles": example("eight").text, "cover": example("cover").text}
    write_files(here, texts | {"box": example("pentominoes-6x10").text})
    (here / "title.json").write_text(
        json.dumps({"regions": FOUR.split(), "name": "\u0130I\u0131i 0.5"})
    )

    def told(name):
        ended = subprocess.run(
            [sys.executable, "-c", code.format(name=name), *commands],
            env=os.environ | {"LC_ALL": name}, capture_output=True, encoding="utf-8",
        )  # fmt: skip
        if "no such locale" in ended.stderr:
            pytest.skip(f"the locale {name} is not installed")
        table = Path("c.csv").read_text().splitlines()
        assert len({line.count(",") for line in table}) == 1
        files = [Path(file).read_bytes() for file in ("nine.SVG", "made.json", "t.svg")]
        return ended.stderr, files, re.sub(r"\d+\.\d+(e-\d+)?", "T", ended.stdout)

    assert told(name) == told("C.UTF-8")


def test_info(here):
    for isa in ISAS:
        ended = run("info", env={"FASTQUEENS_ISA": isa})
        assert ended.returncode == 0
        assert fastqueens.__version__ in ended.stdout
        facts = json.loads(run("info", "--json", env={"FASTQUEENS_ISA": isa}).stdout)
        assert facts["kernels"]["queens/regions (n <= 21)"] == isa
        assert facts["kernels"]["queens/regions_count"] == "scalar"
        assert facts["cpu"] == list(ISAS)
    ended = run("info", env={"FASTQUEENS_ISA": "mmx"})
    assert ended.returncode == 2
    assert "expected one of scalar, avx2, avx512" in ended.stderr


def test_version_and_help():
    assert fastqueens.__version__ in run_process("--version").stdout
    for args in (["--help"], ["solve", "--help"], ["info", "-h"]):
        ended = run(*args)
        assert (ended.returncode, ended.stdout[:6]) == (0, "Usage:")
