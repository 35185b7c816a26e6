"""The command ``pack``."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ET

import pytest
from helpers.command import in_terminal, interrupted, run, write_files

from fastqueens import packing
from fastqueens.canvas.palette import palette
from fastqueens.examples import example
from fastqueens.packing import drawing as packing_render

SQUARE = "2 3 2\nDEFAULT\nAA\nBBB\nB\n"
TALL = "2 2 2\nPYRAMID\nAA\nAA\nB\n"
HOLED = "2 3 2\nCUSTOM\nX.X\nXXX\nA\nBBB\n  B\n"
PARTS = "1 3 2\nDEFAULT\nA A\nB\n"
COLOURS = {"TERM": "xterm-256color", "COLORTERM": "truecolor", "NO_COLOR": "", "COLUMNS": "100"}


@pytest.fixture(autouse=True)
def _here(tmp_path, monkeypatch):
    write_files(
        tmp_path,
        {
            "square": SQUARE,
            "report": example("iq-small").text,
            "missed": "3 3 1\nCUSTOM\n.XX\nXX.\n.X.\n AA\nAA\n A\n",
            "seven": example("iq-report-5-none").text.replace("4 4 7", "4 4 8"),
            "tall": TALL,
            "holed": HOLED,
            "parts": PARTS,
            "short": "2 2 1\nDEFAULT\nAAA\n",
            "none": "2 2 2\nDEFAULT\nAAA\nB\n",
            "bad": "2 2 2\nDEFAULT\nAA\nB\nA\n",
            "lines": packing.pentominoes("3x20").to_text(),
            "heap": packing.kanoodle("pyramid").to_text(),
            "long": packing.iq_puzzler_pro("pyramid").to_text(),
        },
    )
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("method", packing.METHODS)
def test_solve(method):
    ended = run("pack", "square.txt", "--method", method)
    assert (ended.returncode, ended.stderr) == (0, "")
    *board, summary = ended.stdout.splitlines()
    assert sorted("".join(board)) == list("AABBBB")
    used = "bitset" if method == "auto" else method
    assert summary.startswith(f"solved · {used} · ")


def test_cases_of_the_report():
    ended = run("pack", "report.txt", "--method", "brute-force")
    assert ended.stdout.splitlines()[:5] == ["ABBCC", "AABDC", "EEEDD", "EEFFF", "GGGFF"]
    assert "solved · brute-force · 597 cases, " in ended.stdout
    ended = run("pack", "report.txt", "--method", "first-cell")
    assert "solved · first-cell · 506 cases, " in ended.stdout


def test_brute_force_that_misses_the_solution_says_so():
    ended = run("pack", "missed.txt", "--method", "brute-force")
    head = "stopped: the method has tried all its cases, but it may miss solutions · brute-force · "
    assert (ended.returncode, ended.stdout.splitlines()[-1].startswith(head)) == (3, True)
    answer = json.loads(run("pack", "missed.txt", "--method", "brute-force", "--json").stdout)
    assert (answer["status"], answer["reason"]) == ("stopped", "incomplete")
    for many in ("--all", "--count"):
        ended = run("pack", "missed.txt", "--method", "brute-force", many)
        assert ended.returncode == 2
        assert "method 'brute-force' finds one solution at most, never all" in ended.stderr


def test_boards():
    assert run("pack", "tall.txt").stdout.splitlines()[:2] == ["AA  B", "AA"]
    lines = run("pack", "holed.txt", "--method", "brute-force").stdout.splitlines()
    assert lines[:2] == ["A B", "BBB"]
    assert run("pack", "-", stdin=TALL).stdout.startswith("AA  B\n")


def test_warning_of_pieces_in_parts():
    ended = run("pack", "parts.txt")
    assert (ended.returncode, ended.stdout[:4]) == (0, "ABA\n")
    assert ended.stderr.startswith("warning: parts.txt: piece A is in several parts")


def test_warning_of_a_wrong_number_of_pieces():
    ended = run("pack", "seven.txt", "--method", "brute-force")
    assert ended.returncode == 1
    assert ended.stdout.startswith("no solution: the pieces have 25 cells, the board has 16")
    assert ended.stderr == (
        "warning: seven.txt: line 1 says 8 pieces, but the puzzle has 7; these are used\n"
    )


def test_no_solution():
    ended = run("pack", "short.txt")
    assert ended.returncode == 1
    assert ended.stdout.startswith("no solution: the pieces have 3 cells, the board has 4 · ")
    ended = run("pack", "none.txt", "--method", "brute-force")
    assert (ended.returncode, ended.stdout[:12]) == (1, "no solution:")
    answer = json.loads(run("pack", "short.txt", "--json").stdout)
    assert (answer["status"], answer["infeasible"][:20]) == ("unsolvable", "the pieces have 3 ce")


def test_bad_files():
    ended = run("pack", "bad.txt", "missing.txt", "square.txt")
    assert ended.returncode == 2
    errors = ended.stderr.splitlines()
    assert errors[0].startswith("error: bad.txt:5:1: found piece A again")
    assert errors[1].startswith("error: missing.txt: cannot read")
    assert "solved" in ended.stdout
    answer = json.loads(run("pack", "bad.txt", "--json").stdout)
    assert (answer["status"], answer["error"]["line"], answer["error"]["column"]) == ("error", 5, 1)
    assert run("pack", "-", stdin="x").stderr.startswith("error: <stdin>:1:1: ")


@pytest.mark.parametrize("method", list(packing.COUNT_METHODS)[:3])
def test_count_and_all(method):
    ended = run("pack", "lines.txt", "--count", "--method", method)
    assert (ended.returncode, ended.stdout[:14]) == (0, "8 solutions · ")
    ended = run("pack", "lines.txt", "--count", "--distinct", "--method", method)
    assert ended.stdout.startswith("2 solutions · ")
    ended = run("pack", "lines.txt", "--all", "--method", method)
    assert ended.stdout.count("\n\n") == 7
    assert "\n8 solutions · " in ended.stdout
    ended = run("pack", "lines.txt", "--all", "--distinct", "--method", method)
    assert ended.stdout.count("\n\n") == 1


def test_count_by_memo():
    ended = run("pack", "lines.txt", "--count", "--method", "memo")
    assert ended.stdout.startswith("8 solutions · memo · ")


def test_limits():
    ended = run("pack", "lines.txt", "--all", "--limit", "3")
    assert (ended.returncode, ended.stdout.count("\n\n")) == (0, 2)
    assert "3 solutions (the limit; there may be more)" in ended.stdout
    ended = run("pack", "lines.txt", "--count", "--limit", "3")
    assert ended.stdout.startswith("3 solutions (the limit; there may be more)")
    for args in (("--count",), ("--all",), ("--method", "brute-force")):
        ended = run("pack", "long.txt", "--time-limit", "0", *args)
        assert (ended.returncode, "stopped by the time limit" in ended.stdout) == (3, True)
    ended = run("pack", "lines.txt", "long.txt", "none.txt", "--time-limit", "0")
    assert ended.returncode == 3
    assert ended.stdout.startswith("lines.txt:\n")


def test_json():
    answer = json.loads(run("pack", "tall.txt", "--json").stdout)
    assert answer["grid"] == ["AA  B", "AA"]
    assert answer["placements"]["B"] == [[1, 0, 0]]
    assert (answer["puzzle"]["size"], len(answer["puzzle"]["pieces"]), answer["method"]) == (
        "pyramid of 2 layers", 2, "bitset",
    )  # fmt: skip
    assert answer["counters"]["nodes"] > 0
    answer = json.loads(run("pack", "lines.txt", "--all", "--json").stdout)
    assert len({tuple(x["grid"]) for x in answer["solutions"]}) == answer["count"] == 8
    assert answer["exact"] is True
    answer = json.loads(run("pack", "lines.txt", "--count", "--distinct", "--json").stdout)
    assert (answer["count"], answer["exact"], answer["status"]) == (2, True, "solved")


def test_files_out(tmp_path):
    run("pack", "square.txt", "--method", "brute-force", "-o", "out.txt")
    text = (tmp_path / "out.txt").read_text().splitlines()
    assert text[:11] == [
        "+---+---+---+",
        "| A   A | B |",
        "+---+---+   +",
        "| B   B   B |",
        "+---+---+---+",
        "",
        "Cells are (row, column), counted from 1:",
        "Block letter: A at (1, 1), (1, 2)",
        "Block letter: B at (1, 3), (2, 1), (2, 2), (2, 3)",
        "",
        "Cases reviewed: 32",
    ]
    assert text[11].startswith("Time: ")
    assert text[11].endswith(" ms")
    assert "\n".join(text[12:]) == f"\nPuzzle:\n{SQUARE}".rstrip("\n")
    assert run("pack", "lines.txt", "--all", "-o", "out.svg").returncode == 0
    root = ET.parse(tmp_path / "out.svg").getroot()
    assert len(root.findall(".//{*}path[@class='fq-piece']")) == 8 * 12
    assert run("pack", "square.txt", "heap.txt", "-o", "{name}.png").returncode == 0
    assert (tmp_path / "heap.png").read_bytes()[:4] == b"\x89PNG"
    run("pack", "lines.txt", "--count", "-o", "out.json", "-q")
    assert json.loads((tmp_path / "out.json").read_text())["count"] == 8
    ended = run("pack", "short.txt", "-o", "no.svg")
    assert (ended.returncode, (tmp_path / "no.svg").exists()) == (1, False)
    assert "not written, there is no solution to show" in ended.stderr


@pytest.mark.parametrize("name", ["square", "tall", "holed", "heap", "lines"])
def test_the_file_of_a_solution_is_read_as_its_puzzle(tmp_path, name):
    every = ["--all", "--limit", "2"] if name == "square" else []
    assert run("pack", f"{name}.txt", *every, "-q", "-o", "solution.txt").returncode == 0
    written = packing.Puzzle.from_file("solution.txt")
    assert written == packing.Puzzle.from_file(f"{name}.txt")
    assert run("pack", "solution.txt", "--json").returncode == 0
    text = (tmp_path / "solution.txt").read_text()
    found = packing.solve(written)
    blocks = [line for line in text.splitlines() if line.startswith("Block letter: ")]
    assert len(blocks) == len(written.pieces) * (2 if every else 1)
    for line, (letter, cells) in zip(blocks, found.placements.items(), strict=False):
        where = ", ".join(f"({', '.join(str(x + 1) for x in cell)})" for cell in cells)
        assert line == f"Block letter: {letter} at {where}"
    assert text.count("Layer") == (written.layers or 0)
    (tmp_path / "solution.txt").write_text(text.rsplit("\n", 2)[0] + "\n?\n")
    ended = run("pack", "solution.txt")
    assert ended.returncode == 2
    assert f"solution.txt:{text.count(chr(10))}:" in ended.stderr


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (("--all", "--count"), "cannot be used together"),
        (("--limit", "3"), "--limit needs --all or --count"),
        (("--distinct",), "--distinct needs --all or --count"),
        (("--method", "memo"), "--method memo needs --count"),
        (("--method", "memo", "--count", "--limit", "2"), "does not support --limit"),
        (("--live",), "--live needs a terminal"),
        (("--live", "--json"), "--live cannot be used with"),
        (("-o", "x.doc"), "expected a file named"),
        (("-o", "x.txt", "--count"), "-o writes .json only"),
        (("-o", "square.txt"), "would be overwritten"),
        (("square.txt", "-o", "x.txt"), "needs {name}"),
        (("a/square.txt", "-o", "x{name}.txt"), "several files would be written"),
        (("--method", "guess"), "guess"),
    ],
)
def test_usage(args, message):
    ended = run("pack", "square.txt", *args)
    assert (ended.returncode, message in ended.stderr) == (2, True)


def test_colours():
    shown, code = in_terminal("pack", "heap.txt", env=COLOURS)
    assert code == 0
    assert len({part.split("m")[0] for part in shown.split("\x1b[")[1:]}) > 12
    shown, _ = in_terminal("pack", "tall.txt", env={**COLOURS, "NO_COLOR": "1"})
    assert "\x1b[" not in shown


@pytest.mark.parametrize("args", [("brute-force",), ("first-cell", "--count")])
def test_interrupt(args):
    ended = interrupted("pack", "long.txt", "--json", "--method", *args)
    reason = json.loads(ended.stdout)["reason"]
    assert (ended.returncode, reason, ended.stderr) == (130, "interrupt", "")


# ----------------------------------------------------------------------------------- pictures


def test_pictures_are_the_same_again_and_well_formed():
    for puzzle in (packing.kanoodle("pyramid"), packing.iq_puzzler_pro("diagonal")):
        solution = packing.solve(puzzle).packing
        picture = packing_render.svg(solution.layout)
        assert picture == packing_render.svg([solution.layout])
        root = ET.fromstring(picture)
        assert puzzle.size in root.find("{*}title").text
        told = root.find("{*}desc").text
        assert all(f"{piece.name}: (" in told for piece in puzzle.pieces)
    spheres = ET.fromstring(
        packing_render.svg(packing.solve(packing.kanoodle("pyramid")).packing.layout)
    )
    assert len(spheres.findall(".//{*}path[@class='fq-sphere']")) == 55
    assert len(spheres.findall(".//{*}path[@class='fq-piece']")) == 55


def test_pictures_of_what_is_not_finished():
    filling = packing.PackingSearch(packing.iq_puzzler_pro("diagonal"), method="brute-force")
    filling.step(100)
    standing = filling.packing()
    assert 0 < len(standing.numbers) < 12
    assert 'class="fq-bare"' in packing_render.svg(standing.layout)
    assert "." in str(standing)
    assert packing_render.ansi(standing.layout).plain.count("\n") == 8
    nothing = packing.Packing(packing.kanoodle("pyramid"), {})
    assert packing_render.svg(nothing.layout).count('class="fq-bare"') == 55
    assert packing_render.png(nothing.layout, cell=8)[:4] == b"\x89PNG"
    with pytest.raises(ValueError, match="expected 8 to 1,024 pixels"):
        packing_render.svg(nothing.layout, cell=7)


def test_colours_of_a_picture():
    image = pytest.importorskip("PIL.Image")
    import io

    puzzle = packing.Puzzle.from_text(HOLED)
    solution = packing.solve(puzzle, method="brute-force").packing
    picture = image.open(io.BytesIO(packing_render.png(solution.layout, cell=32))).convert("RGB")
    a, b = (tuple(bytes.fromhex(x[1:])) for x in palette(2))
    at = [
        [picture.getpixel((16 + 32 * c + 16, 16 + 32 * r + 16)) for c in range(3)] for r in (0, 1)
    ]
    assert at == [[a, (255, 255, 255), b], [b, b, b]]


def test_pictures_of_a_box(tmp_path, monkeypatch):
    pytest.importorskip("PIL")
    monkeypatch.chdir(tmp_path)
    (tmp_path / "soma.txt").write_text(example("soma").text)
    result = run("pack", "soma.txt", "--view", "exploded", "-o", "soma.svg", "-q")
    assert result.returncode == 0
    assert 'class="fq-top"' in (tmp_path / "soma.svg").read_text()
    result = run("pack", "soma.txt", "-o", "soma.gif")
    assert result.returncode == 0
    assert "lowered from above in this order: " in result.stderr
    assert (tmp_path / "soma.gif").read_bytes().startswith(b"GIF89a")
    result = run("pack", "soma.txt", "--all", "-o", "all.gif")
    assert result.returncode == 2
    assert "-o FILE.gif shows one solution" in result.stderr
    for view in ("lifted", "layers"):
        assert "--view needs -o" in run("pack", "soma.txt", "--view", view).stderr


def test_boxes_are_counted_with_their_mirror_images(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "soma.txt").write_text(example("soma").text)
    for args, number in ((), 11520), (("--distinct",), 480), (("--distinct", "--mirror"), 240):
        result = run("pack", "soma.txt", "--count", *args, "--json")
        assert json.loads(result.stdout)["count"] == number
