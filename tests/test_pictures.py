"""Boards read off pictures: real screenshots, and pictures made here in every way they come."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers.command import run

from fastqueens import queens

SCREENS = Path(__file__).resolve().parents[2] / "shared" / "screens"


def screens():
    """(file, rows) of the real screenshots; one that is not there stands for them."""
    truth = SCREENS / "truth.txt"
    if not truth.exists():
        return [pytest.param(None, [], id="absent")]
    found = {}
    for line in truth.read_text().splitlines():
        if "." in line and not line.startswith("#"):
            rows = found.setdefault(line.strip(), [])
        elif line.strip() and not line.startswith("#"):
            rows.append(line.strip())
    return [pytest.param(SCREENS / name, rows, id=name) for name, rows in found.items()]


@pytest.mark.parametrize(("path", "rows"), screens())
def test_real_screenshots(path, rows):
    if path is None:
        pytest.skip(f"the screenshots are not at {SCREENS}: they are not part of the package")
    assert str(queens.Board.from_image(path)).split() == rows
    ended = run("rate", str(path), "--json")
    assert ended.returncode in (0, 1), ended.stderr
    assert f'"regions": ["{rows[0]}", "{rows[1]}"' in ended.stdout
