"""Tests of track.py: it reports planted slowdowns, and nothing else."""

from __future__ import annotations

import shutil
import sys
from importlib.util import find_spec
from pathlib import Path

import instructions
import pytest
import track

import fastqueens
from fastqueens._kernels import cpu

PACKAGE = Path(fastqueens.__file__).parent
NOISE = 1.005  # more than what differs between two counts of one build
PLANTED = {
    "queens/solving/counting.py": """
def is_unique(board, _plain=is_unique):
    board.regions.copy()
    return _plain(board)
""",
    "queens/logic/hints.py": """
def hint(*arguments, _plain=hint):
    for _ in range(9):
        _plain(*arguments)
    return _plain(*arguments)
""",
}


def test_planted_counts() -> None:
    """Read counts in which two cases are 5 and 15 percent slower, and one is faster."""
    old = {"dlx": 100_000, "ida": 200_000, "mac": 300_000, "hint": 400_000, "gone": 5}
    new = {"dlx": 105_000, "ida": 230_000, "mac": int(300_000 * NOISE), "hint": 100_000, "new": 7}
    found = track.changes(old, new, "instructions", track.INSTRUCTIONS)
    assert {change.case: change.worse for change in found} == {
        "dlx": True, "ida": True, "hint": False, "gone": True
    }  # fmt: skip
    assert str(found[0]) == "dlx: instructions 100,000 -> 105,000 (+5.0%)"


def test_same_counts() -> None:
    counts = {"dlx": 100_000, "ida": 200_000}
    assert not track.changes(counts, counts, "instructions", track.INSTRUCTIONS)
    noisy = {case: round(count * NOISE) for case, count in counts.items()}
    assert not track.changes(counts, noisy, "instructions", track.INSTRUCTIONS)
    assert not track.changes(noisy, counts, "instructions", track.INSTRUCTIONS)


def test_other_counters() -> None:
    old = {"mac": {"nodes": 5, "found": 1}, "dlx": {"nodes": 3}, "unknown": None}
    new = {"mac": {"nodes": 6, "found": 1}, "dlx": {"nodes": 3}, "unknown": {"nodes": 1}}
    assert [str(change) for change in track.differences(old, new)] == ["mac: nodes 5 -> 6 (+20.0%)"]


@pytest.mark.skipif(
    Path(cpu.__file__).parents[1] != PACKAGE,
    reason="an editable installation comes before another package on the path",
)
@pytest.mark.skipif(not shutil.which("valgrind"), reason="valgrind is not installed")
@pytest.mark.skipif(not find_spec("pytest_codspeed"), reason="pytest-codspeed is not installed")
def test_planted_code(tmp_path: Path) -> None:
    """Plant a copy in is_unique, and nine more hints in hint; count the instructions of both."""
    planted = tmp_path / "planted" / "fastqueens"
    shutil.copytree(PACKAGE, planted, ignore=shutil.ignore_patterns("web", "__pycache__"))
    for file, code in PLANTED.items():
        with (planted / file).open("a", encoding="utf-8") as module:
            module.write(code)
    cases = ("is_unique/8x8", "hint/9x9", "violations/9x9")
    old, new = (
        instructions.count_cases(
            "scalar", Path(sys.executable), tmp_path / f"counts-{name}", cases, package
        )
        for name, package in (("plain", PACKAGE.parent), ("planted", planted.parent))
    )
    found = track.changes(old, new, "instructions", track.INSTRUCTIONS)
    assert [change.case for change in found if change.worse] == ["is_unique/8x8", "hint/9x9"]
    assert len(found) == 2
