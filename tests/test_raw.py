"""Nothing from outside reaches a terminal, a table or a picture raw."""

from __future__ import annotations

import csv

import pytest
from helpers.boards import FOUR
from helpers.command import run

ESCAPE = "\x1b[31m"
TURNED = "\u202e"  # what follows is shown from right to left
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
    for files in [[f"missing-{name}"]] + [[name, "other.txt"]] * (not one):
        told = run(command, *files)
        for raw in (ESCAPE, TURNED, "\r"):
            assert raw not in told.stdout + told.stderr
        assert "\\" in told.stdout + told.stderr


def test_items_of_an_exact_cover_do_not_act_on_a_terminal(tmp_path):
    (tmp_path / "cover.txt").write_text(COVER)
    told = run("cover", "cover.txt")
    assert told.stdout.startswith("it\\x1b[31mem\nother\n")


def test_a_spreadsheet_takes_no_name_for_a_formula(tmp_path):
    (tmp_path / "=cmd|' ").write_text(FOUR)
    run("compare", "=cmd|' ", "-o", "out.csv")
    with open("out.csv", newline="") as file:
        rows = list(csv.DictReader(file))
    assert {row["board"] for row in rows} == {"'=cmd|' "}


def test_no_tag_begins_in_a_table_of_markdown(tmp_path):
    (tmp_path / "<b>|x").write_text(FOUR)
    run("compare", "<b>|x", "-o", "out.md")
    assert (tmp_path / "out.md").read_text().startswith("### \\<b>\\|x (4 x 4)\n")
