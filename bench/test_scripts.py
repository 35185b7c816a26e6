"""Run each comparison script that has a small size once, without rivals.

`mypy` checks all scripts, which finds the effects of changes elsewhere; see `.ci/run`.
"""

from __future__ import annotations

import json
import sys
from importlib import import_module
from pathlib import Path

import harness
import pytest

from fastqueens import queens

SMALL = {
    "compare_cover": "--no-rivals --only queens&12 --repeat 1",
    "compare_csp": "--sizes 8 --limit 0.05 --repeat 1",
    "compare_scale": "--files --boards 1000 --repeat 1",
    "compare_sliding_methods": "--time-limit 0.01 --repeat 1",
    "compare_swarm": "--boards 1 --repeat 1",
    "publish": "--only sudoku --quick",
    "count_pictures": "--count 2 --only fake",
}


@pytest.mark.parametrize("name", SMALL)
def test_it_runs(
    name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    if name == "count_pictures":
        for package in ("PIL", "cv2"):
            pytest.importorskip(package, reason="needs the extra image")
    monkeypatch.setattr(harness, "installed", lambda package: None)
    monkeypatch.setattr(sys, "argv", [name, *(x.replace("&", " ") for x in SMALL[name].split())])
    assert not import_module(name).main()
    assert "\n|" in capsys.readouterr().out  # the output contains a table


def test_looks_of_boards(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A classifier tells boards of two styles apart, but not boards of one style."""
    pytest.importorskip("sklearn", reason="needs the extra bench")
    import look

    drawn = tmp_path / "drawn.txt"
    boards = queens.generate(8, style="lopsided", count=60, seed=1)
    drawn.write_text("".join(f"8 {str(x).replace(chr(10), '')}\n" for x in boards))
    look.main([str(drawn), "--sizes", "8", "--styles", "lopsided", "balanced", "--json"])
    people, same, other = json.loads(capsys.readouterr().out)
    assert people["boards"] == same["boards"] == other["boards"] == 60
    assert same["accuracy"] < 0.65 < other["accuracy"]
    look.main([str(drawn), "--sizes", "8", "--styles", "mixed", "--halves"])
    assert capsys.readouterr().out.count("\n| 8 | ") == 4
    import fit_look

    fit_look.main([str(drawn), "--steps", "2", "--count", "5"])
    printed = capsys.readouterr().out.splitlines()
    assert [line.split("]")[0] for line in printed] == [
        f"    [FQ_LOOK_{name.upper()}" for name in fit_look.TABLE
    ]
