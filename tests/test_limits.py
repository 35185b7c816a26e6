"""Limits on inputs: one table in the code, equal to the one in the documents, and each enforced."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest

from fastqueens import cover, packing, queens, sliding
from fastqueens import input_limits as limits
from fastqueens.input import load_json
from fastqueens.input_limits import LIMITS
from fastqueens.results import InputError

DOCUMENT = Path(__file__).parents[1] / "docs" / "formats.md"


def test_the_documents_have_the_table():
    _, _, table = DOCUMENT.read_text().partition("\n## Limits\n")
    rows = re.findall(r"^\| (.+) \| (.+) \|$", table, re.MULTILINE)
    assert rows[0] == ("what", "at most")
    assert rows[1:] == [(limit.what, str(limit)) for limit in LIMITS]


def test_every_limit_is_in_the_table():
    named = {getattr(limits, name) for name in limits.__all__ if name.isupper()} - {LIMITS}
    assert {limit.most for limit in LIMITS} == named


@pytest.mark.parametrize(
    ("read", "most"),
    [
        (queens.Board.from_bytes, limits.BOARD),
        (packing.Puzzle.from_bytes, limits.PACKING),
        (cover.ExactCover.from_bytes, limits.COVER),
        (sliding.Puzzle.from_bytes, limits.TILES),
    ],
)
def test_bytes(tmp_path, read, most):
    content = b" " * (most + 1)
    with pytest.raises(InputError, match=f"at most {most:,} bytes"):
        read(content)
    with (tmp_path / "large.txt").open("wb") as file:
        file.truncate(most + 1)  # a sparse file, which needs no disk space
    with pytest.raises(InputError, match=f"at most {most:,} bytes"):
        read.__self__.from_file(tmp_path / "large.txt")


def test_sizes_and_numbers():
    rows = limits.ROWS + 1
    for board in (np.zeros((rows, rows), int), ["A" * rows] * rows):
        with pytest.raises(InputError, match=f"at most {limits.ROWS}"):
            queens.Board.from_array(board)
    with pytest.raises(InputError, match=f"1 to {limits.STARS}"):
        queens.Board.from_array(np.arange(16).reshape(4, 4) % 4, stars=limits.STARS + 1)
    with pytest.raises(InputError, match=f"at most {limits.DIGITS} digits"):
        load_json("1" * (limits.DIGITS + 1), None)
    assert load_json("1" * limits.DIGITS, None) == int("1" * limits.DIGITS)


@pytest.mark.parametrize(
    "text",
    [
        "[" * 101 + "]" * 101,
        '{"a":' * 101 + "1" + "}" * 101,
        "[1," * 101,
        '"[" ' + "[" * 101,
    ],
)
def test_levels_of_json(text):
    with pytest.raises(InputError, match="at most 100 levels"):
        load_json(text, None)


@pytest.mark.parametrize(
    "text",
    ["[" * 100 + "]" * 100, "[" + "[],[{}]," * 1000 + "0]", '["' + "[" * 500 + r'\"[", 1]'],
)
def test_json_that_is_not_so_deep(text):
    load_json(text, None)


def test_a_string_that_does_not_end_is_looked_at_once():
    with pytest.raises(InputError, match="invalid JSON"):
        load_json("[]," * 101 + '"' + '\\"' * 1_000_000, None)
