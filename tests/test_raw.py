"""External texts are escaped before they reach a terminal, a table or a picture."""

from __future__ import annotations

import csv
import json
import re
from base64 import b64decode
from pathlib import Path
from xml.etree import ElementTree

import pytest
from helpers.boards import FOUR
from helpers.command import run

from fastqueens import queens

ESCAPE = "\x1b[31m"
TURNED = "\u202e"  # the text after this character is shown from right to left
COVER = f"it{ESCAPE}em other\nit{ESCAPE}em\nother\n"


@pytest.fixture(autouse=True)
def _here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize("command", ["solve", "rate", "explain", "hint", "compare"])
@pytest.mark.parametrize("name", [f"a{ESCAPE}b.txt", f"a{TURNED}b.txt", "a\rb.txt"])
def test_names_of_files_do_not_act_on_a_terminal(tmp_path, command, name):
    for file in (name, "other.txt"):
        (tmp_path / file).write_text(FOUR)
    one = command in ("explain", "hint")
    quick = ["--measure", "0"] * (command == "compare")
    for files in [[f"missing-{name}"]] + [[name, "other.txt"]] * (not one):
        told = run(command, *files, *quick)
        for raw in (ESCAPE, TURNED, "\r"):
            assert raw not in told.stdout + told.stderr
        assert "\\" in told.stdout + told.stderr


def test_items_of_an_exact_cover_do_not_act_on_a_terminal(tmp_path):
    (tmp_path / "cover.txt").write_text(COVER)
    told = run("cover", "cover.txt")
    assert told.stdout.startswith("it\\x1b[31mem\nother\n")


def test_a_spreadsheet_takes_no_name_for_a_formula(tmp_path):
    (tmp_path / "=cmd|' ").write_text(FOUR)
    run("compare", "=cmd|' ", "-o", "out.csv", "--measure", "0")
    with open("out.csv", newline="") as file:
        rows = list(csv.DictReader(file))
    assert {row["problem"] for row in rows} == {"'=cmd|' "}


def test_no_tag_begins_in_a_table_of_markdown(tmp_path):
    (tmp_path / "<b>|x").write_text(FOUR)
    run("compare", "<b>|x", "-o", "out.md", "--measure", "0")
    assert (tmp_path / "out.md").read_text().startswith("### \\<b>\\|x (4 x 4)\n")


HOSTILE = (
    "<script>alert(1)</script>",
    "=cmd|' /C calc'!A0",
    "\x1b[31mred",
    '"><img src=x onerror=a>',
)


@pytest.fixture
def labelled(tmp_path):
    """A board with hostile names of regions, in a file with a hostile name."""
    letters = sorted(set(FOUR) - {"\n"})
    rows = [[HOSTILE[letters.index(letter)] for letter in row] for row in FOUR.split()]
    name = "<script>=cmd.json"
    (tmp_path / name).write_text(json.dumps({"regions": rows}))
    return name


def markup(text):
    """Return whether the text could begin a tag or an attribute."""
    return "<script" in text or "<img" in text or "\x1b" in text


@pytest.mark.parametrize(
    "command",
    [
        ["solve"],
        ["solve", "--style", "list"],
        ["hint"],
        ["explain"],
        ["rate"],
        ["tree"],
        ["check", "--placed", "a3"],
    ],
    ids=" ".join,
)
def test_labels_do_not_act_on_a_terminal(labelled, command):
    told = run(command[0], labelled, *command[1:])
    assert told.returncode in (0, 1, 3), told.stderr
    assert "\x1b" not in told.stdout + told.stderr


@pytest.mark.parametrize("command", ["solve", "hint", "explain", "tree"])
def test_labels_are_text_in_a_drawing(labelled, command):
    extra = ["--letters"] if command != "tree" else []
    told = run(command, labelled, "-o", "out.svg", *extra)
    assert told.returncode in (0, 1), told.stderr
    drawn = Path("out.svg").read_text()
    ElementTree.fromstring(drawn)
    assert not markup(drawn)


@pytest.mark.parametrize("kind", ["md", "csv", "svg"])
def test_labels_and_names_in_a_table(labelled, kind):
    told = run("compare", labelled, "--methods", "bitboard", "--measure", "0", "-o", f"out.{kind}")
    assert told.returncode == 0, told.stderr
    written = Path(f"out.{kind}").read_text()
    if kind != "csv":  # in CSV a tag is ordinary text
        assert not markup(written.replace("\\<", ""))
    else:
        cells = [cell for row in csv.reader(written.splitlines()) for cell in row]
        assert not [cell for cell in cells if cell[:1] in ("=", "+", "@", "\t")]


def test_labels_in_a_notebook(labelled):
    board = queens.Board.from_file(labelled)
    for thing in (board, queens.solve(board)):
        shown = thing._repr_html_()
        document = b64decode(re.search('base64,([^"]*)', shown)[1]).decode()
        for text in (document, shown.partition(" alt=")[2]):
            assert not markup(text)
