"""The documents quote only figures that `bench/publish.py` measured in its last run."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "bench"))

import figures  # noqa: E402

sys.path.remove(str(ROOT / "bench"))

DATA = figures.load()
# Documents that have no blocks but must not quote other figures.
MORE = ["docs/compared-with.md", "docs/cookbook.md", "docs/faq.md", "docs/cheat-sheet.md"]
MORE += [f"docs/how/{name}.md" for name in ("constraint-search", "exact-cover", "local-search")]
MORE += ["docs/how/sliding-tiles.md", "docs/tour.md", "docs/index.md"]
SMALL = {
    "about": {"instruction_sets": ["scalar"]},
    "tables": {
        "race": {
            "title": "Race",
            "says": "Seconds of a race.",
            "command": "python race.py",
            "columns": [["n", ""], ["portable C", "s"], ["plain C", "s"], ["vs plain C", "ratio"]],
            "rows": [
                [8, 0.0012, 0.0009, 0.75],
                [9, 2.0, 31.0, 15.5],
                [10, 3.0, "not installed", None],
            ],
        }
    },
}


@pytest.mark.parametrize("name", figures.DOCUMENTS)
def test_blocks_are_made_from_the_data(name):
    document = (ROOT / name).read_text(encoding="utf-8")
    assert document == figures.rewritten(document, DATA), "run python bench/publish.py --write"


@pytest.mark.parametrize("name", [*figures.DOCUMENTS, *MORE])
def test_every_quoted_number_is_in_the_data(name):
    document = (ROOT / name).read_text(encoding="utf-8")
    assert figures.strangers(document, DATA) == []
    assert not re.search(r"old kernel|grown out of|an earlier run", document)


def test_every_table_is_published_with_its_losses():
    assert {*DATA["tables"], "losses", "run"} == figures.names(["docs/performance.md"])
    lost = [name for name, *_ in figures.losses(DATA)]
    assert {"Sudoku", "N-Queens beside packages"} <= set(lost)


def test_the_machine_is_described_without_names_of_hosts():
    about = DATA["about"]
    assert set(about["rivals"]) >= {"ortools", "python-sat", "numba", "exact-cover"}
    assert re.fullmatch(r"\d{4}-\d\d-\d\d", about["date"])
    assert "/" not in about["machine"]
    assert figures.ISAS[about["instruction_sets"][-1]] in about["machine"]


def test_a_block_follows_the_data():
    document = (
        "<!-- figures: race -->\nold\n<!-- end of figures -->"
        " <!-- figures: race, 9, vs plain C -->2<!-- end of figures -->"
    )
    made = figures.rewritten(document, SMALL)
    assert "| 8 | 1.2 ms | 900 us | **0.75** |\n" in made
    assert "| 10 | 3 s | not installed |  |\n" in made
    assert "Seconds of a race. `python race.py`\n\n| n |" in made
    assert made.endswith("-->15.5<!-- end of figures -->")
    assert figures.rewritten(made, SMALL) == made
    assert list(figures.losses(SMALL)) == [("Race", "n = 8", "plain C", 0.75)]


@pytest.mark.parametrize(
    ("sentence", "strange"),
    [
        ("N = 9 takes 2 s, 15.5 times as fast as plain C.", []),
        ("N = 9 takes 2.1 s.", ["2.1 s"]),
        ("16 times as fast as plain C", ["16 times as"]),
        ("1,300 thousand boards a second", ["1,300 thousand boards a second"]),
        ("7 microseconds in version 1.2, on 3 machines", ["7 microseconds"]),
        ("```\n99 s\n```\n and 1 to 16 stars", []),
    ],
)
def test_numbers_outside_the_blocks_are_found(sentence, strange):
    assert figures.strangers(sentence, SMALL) == strange
