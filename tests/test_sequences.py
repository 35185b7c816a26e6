"""Random sequences of calls, a few per family; tools/fuzz_api.py runs more."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from helpers import sequences
from helpers.cases import NQueensCase, Wrong

TOOL = Path(__file__).resolve().parents[1] / "tools" / "fuzz_api.py"


@pytest.mark.parametrize("family", sequences.FAMILIES)
def test_answers_are_those_of_the_reference(family):
    for number in range(6 if family == "stars" else 30):
        lines = sequences.make(family, number)
        try:
            sequences.run(lines)
        except Exception as error:
            shown = sequences.script(sequences.shortened(lines))
            raise AssertionError(f"{family} {number}:\n{shown}") from error


def test_a_sequence_is_the_same_everywhere():
    assert sequences.make("csp", 3) == sequences.make("csp", 3) != sequences.make("csp", 4)


def test_what_is_wrong_is_found_and_shortened(monkeypatch):
    monkeypatch.setattr(NQueensCase, "_count", lambda self, **options: 3)
    lines = ["p = NQueensCase(6)", "p.walk()", "p.begin()", "p.count()", "p.listed()"]
    with pytest.raises(Wrong, match="count"):
        sequences.run(lines)
    assert sequences.shortened(lines) == ["p = NQueensCase(6)", "p.count()"]


def test_the_tool_prints_scripts_that_run(tmp_path):
    given = ("cover", "--first", "7", "--sequences", "1", "--print")
    command = [sys.executable, str(TOOL), *given]
    text = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert "p = CoverCase(" in text
    (tmp_path / "script.py").write_text(text)
    paths = [str(TOOL.parents[1] / "tests"), *filter(None, sys.path)]
    again = f"import sys; sys.path[:0] = {paths!r}; exec(open('script.py').read())"
    subprocess.run([sys.executable, "-c", again], cwd=tmp_path, check=True)
