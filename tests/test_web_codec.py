"""Boards and positions as texts in links; test_web_page_rules.py compares the page's codec."""

from __future__ import annotations

import numpy as np
import pytest
from conftest import region_arrays
from hypothesis import given, settings
from hypothesis import strategies as st

from fastqueens import InputError, queens
from fastqueens.queens import Board
from fastqueens.web.url_codec import (
    ALPHABET,
    decode,
    decode_state,
    encode,
    encode_state,
    find,
)

CELLS = st.tuples(st.integers(0, 8), st.integers(0, 8))


@settings(max_examples=50)
@given(region_arrays(exact=False), st.integers(1, 6), st.booleans())
def test_encoded_boards_can_be_decoded(array, stars, packed):
    board = Board.from_array(array, allow_empty_regions=True)
    grid = decode(encode(board.regions, stars, packed=packed))
    assert np.array_equal(grid.regions, board.regions)
    assert grid.stars == stars


def test_encoded_levels_can_be_decoded():
    for level in queens.levels(stars=None)[::20]:
        for packed in (False, True):
            code = encode(level.board.regions, level.board.stars, packed=packed)
            grid = decode(code)
            assert Board(grid) == level.board
            assert set(code) <= set(ALPHABET) | {"."}


def test_deflated_codes_are_short_and_more_than_64_regions_have_no_code():
    rows = np.repeat(np.arange(64, dtype=np.uint8), 64).reshape(64, 64)
    assert len(encode(rows)) == 64 * 64 + 5
    assert len(encode(rows, packed=True)) < 200
    more = rows.copy()
    more[-1, -1] = 64
    assert encode(more) is None


def test_regions_are_renumbered_by_first_appearance():
    assert decode("2x1.BABA").regions.tolist() == [[0, 1], [0, 1]]
    assert decode("2x1.ABAB").labels == ("A", "B")


@pytest.mark.parametrize(
    ("code", "says"),
    [
        ("", "expected the code"),
        ("2x1", "expected the code"),
        ("2x1.AB!B", "expected the code"),
        ("2x1.ABA", "expected 4"),
        ("2x1.ABABA", "expected 4"),
        ("0x1.", "expected 1 to 64"),
        ("65x1.A", "expected 1 to 64"),
        ("2x0.ABAB", "stars"),
        ("2x99.ABAB", "stars"),
        ("2x1.z", "damaged"),
        ("2x1.zAAAA", "damaged"),
        ("2x1.z!", "expected the code"),
    ],
)
def test_invalid_codes_are_refused_with_a_sentence(code, says):
    with pytest.raises(InputError, match=says):
        decode(code)


def test_a_code_that_inflates_beyond_the_board_is_refused():
    rows = np.zeros((64, 64), np.uint8)
    packed = encode(rows, packed=True)
    with pytest.raises(InputError, match="expected 4"):
        decode(packed.replace("64x1", "2x1"))


@settings(max_examples=60)
@given(st.integers(0, 70), st.integers(0, 20), st.text(ALPHABET + "z.~!", max_size=40))
def test_random_codes_are_decoded_or_refused(n, stars, text):
    try:
        grid = decode(f"{n}x{stars}.{text}")
    except InputError:
        return
    assert 1 <= len(grid.regions) <= 64


@settings(max_examples=50)
@given(st.sets(CELLS), st.sets(CELLS), st.booleans())
def test_encoded_positions_can_be_decoded(put, marks, packed):
    marks -= put
    text = encode_state(9, put, marks, packed=packed)
    assert decode_state(9, text) == (sorted(put), sorted(marks))


@given(st.text(alphabet=ALPHABET, min_size=4, max_size=7))
def test_damaged_positions_are_decoded_or_refused(text):
    try:
        put, marks = decode_state(4, text)
    except InputError:
        return
    assert all(0 <= x < 4 for cell in put + marks for x in cell)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("2x1.ABAB", ("2x1.ABAB", None)),
        (" 2x1.ABAB~YA\n", ("2x1.ABAB", "YA")),
        ("http://localhost:8737/#/play/2x1.ABAB~YA", ("2x1.ABAB", "YA")),
        ("#/watch/2x1.ABAB?m=mac&order=mrv", ("2x1.ABAB", None)),
        ("AB\nAB", None),
        ("2x1", None),
        ("{}", None),
    ],
)
def test_links_are_recognised_among_other_texts(text, found):
    assert find(text) == found
