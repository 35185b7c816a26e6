"""Boards in plain forms are read without a Python loop, with the same result as other boards."""

import json
from unittest import mock

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fastqueens import queens
from fastqueens.queens.formats import array, registry, text
from fastqueens.results import InputError

Board = queens.Board


@st.composite
def squares(draw):
    """Rows of labels: mostly square boards of few letters, with some mistakes."""
    n = draw(st.integers(1, 12))
    letters = draw(st.sampled_from(["AB", "ABCDEFGHIJKL", "01", "zA9", "A.", "A#", "5W1eA"]))
    rows = [draw(st.text(letters, min_size=n, max_size=n)) for _ in range(n)]
    if draw(st.integers(0, 3)) == 0:
        rows[draw(st.integers(0, n - 1))] = draw(st.text("AB \t\r1:", max_size=n + 1))
    return rows


def outcome(read):
    """Return what a reader returns, as comparable values, or its error message."""
    try:
        boards = read()
    except InputError as error:
        return str(error)
    boards = boards if isinstance(boards, list) else [boards]
    return [(x, x.rules, x.format, x.placements, x.eliminated) for x in boards]


def same_when_read_slowly(read):
    found = outcome(read)
    with (
        mock.patch.object(registry, "_read_letters", return_value=None),
        mock.patch.object(registry, "read_plain_json", return_value=None),
        mock.patch.object(array, "_from_simple_rows", return_value=None),
        mock.patch.object(text, "assemble_letters", return_value=None),
    ):
        assert outcome(read) == found
    return found


@given(squares(), st.booleans())
def test_drawings(rows, newline):
    drawing = "\n".join(rows) + "\n" * newline
    same_when_read_slowly(lambda: Board.from_text(drawing, allow_empty_regions=True))
    same_when_read_slowly(lambda: Board.from_text(drawing))
    same_when_read_slowly(lambda: Board.from_bytes(drawing.encode(), allow_empty_regions=True))


@given(
    squares(),
    st.dictionaries(
        st.sampled_from(["stars", "n", "labels", "queens", "name", "colorRegions", "regions"]),
        st.sampled_from([1, 2, 0, -1, True, "A", [0, 1], {"A": "B"}, None, ["AB", "AB"]]),
    ),
    st.sampled_from([None, 2]),
)
def test_objects(rows, more, indent):
    written = json.dumps({"regions": rows} | more, indent=indent)
    same_when_read_slowly(lambda: Board.from_json(written, allow_empty_regions=True))
    same_when_read_slowly(lambda: Board.from_json(written))


@given(
    st.lists(
        st.lists(st.sampled_from([0, 1, 2, 255, 256, -1, True, 2**63, "A", 0.5]), max_size=3),
        max_size=3,
    )
)
def test_lists(rows):
    same_when_read_slowly(lambda: Board.from_array(rows, allow_empty_regions=True))


def test_sbn_on_eleven_lines_is_no_drawing():
    word = "551W056Ag_Y"
    with pytest.raises(InputError, match="found 11 boards, expected one"):
        Board.from_text("\n".join([word] * 11))


@pytest.fixture
def boards():
    made = [*queens.generate(6, count=40, seed=1), *queens.generate(8, count=30, seed=1)]
    return [*made, *queens.generate(10, stars=2, count=2, seed=1)]


def written(boards, format):
    return registry.write_boards([board.grid for board in boards], format)


@pytest.mark.parametrize("format", ["jsonl", "sbn", "webtask", "text", "json"])
def test_arrays_of_files(boards, format, tmp_path):
    ending = {"text": "txt", "webtask": "task"}.get(format, format)
    path = tmp_path / f"boards.{ending}"
    kept = boards[:70] if format == "webtask" else boards  # this format has no stars
    path.write_text(written(kept, format))
    read = list(queens.read_arrays(path, size=7))
    assert [(x.n, x.stars) for x in kept] == [(x.n, x.rules.stars) for x in read for _ in x.regions]
    assert [number for x in read for number in x.numbers] == list(range(1, len(kept) + 1))
    regions = [one for x in read for one in x.regions]
    for board, found in zip(kept, regions, strict=True):
        assert (Board.from_array(found).regions == board.regions).all()
    assert max(map(len, read)) <= 40
    for x in read:
        counts, _ = queens.solve_many(x.regions, rules=x.rules, limit=2)
        assert (counts == 1).all()
    assert [x.regions.tolist() for x in queens.read_boards(path)] == [
        x.regions.tolist() for x in kept
    ]


def test_arrays_of_npy(boards, tmp_path):
    np.save(tmp_path / "boards.npy", np.stack([x.regions for x in boards[:40]]).astype(np.int64))
    (read,) = queens.read_arrays(tmp_path / "boards.npy")
    assert (read.regions == [x.regions for x in boards[:40]]).all()


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ('{"regions": ["AB", "AC"]}', "found 3 regions on a board of 2 rows"),
        ('{"regions": ["AB", "A"]}', "found a row of 1 cell"),
        ('{"regions": [', "at the end of the text"),
        ('{"stars": 2, "regions": ["AB", "AB"]}', "expected 8 or more for 2 stars"),
    ],
)
def test_a_bad_line_is_named_after_the_boards_before_it(line, message, tmp_path):
    path = tmp_path / "boards.jsonl"
    path.write_text('{"regions": ["AB", "AB"]}\n' * 3 + line + "\n" + '{"regions": ["A"]}\n')
    read = queens.read_arrays(path)
    assert len(next(read)) == 3
    with pytest.raises(InputError, match=f"boards.jsonl:4.*{message}"):
        next(read)


def test_other_rules_for_arrays(tmp_path):
    path = tmp_path / "boards.jsonl"
    path.write_text('{"regions": ["AB", "AC"]}\n{"regions": ["AB", "AB"]}\n')
    (read,) = queens.read_arrays(path, allow_empty_regions=True)
    assert read.rules == queens.Rules(allow_empty_regions=True)
    assert len(read) == 2


def test_arguments_are_checked(tmp_path):
    with pytest.raises(InputError, match="size is 0"):
        queens.read_arrays("boards.jsonl", size=0)
    with pytest.raises(InputError, match=r"none.jsonl: cannot read the file"):
        next(queens.read_arrays(tmp_path / "none.jsonl"))
