"""Pickles made by version 0.1.0, before its modules moved, still load."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest

# One pickle for each kind of board, puzzle and result, made by version 0.1.0.
OLD = pickle.loads((Path(__file__).parent / "data" / "pickles_0_1_0.pkl").read_bytes())


@pytest.mark.parametrize("name", OLD)
def test_old_pickles_load(name):
    loaded = pickle.loads(OLD[name])
    again = pickle.loads(pickle.dumps(loaded))
    assert type(again) is type(loaded)
    assert repr(again) == repr(loaded)


def test_what_they_hold():
    board = pickle.loads(OLD["board"])
    assert str(board) == "RBBB\nRRBY\nGYYY\nGGGY"
    result = pickle.loads(OLD["queens_result"])
    assert (result.board, result.queens.tolist(), result.stats.nodes) == (board, [2, 0, 3, 1], 3)
    assert pickle.loads(OLD["rating"]).tier == "medium"
    assert [level.name for level in pickle.loads(OLD["levels"])] == ["7-001", "7-002"]
    assert len(pickle.loads(OLD["sliding_result"]).moves) == 21
    assert pickle.loads(OLD["packing_result"]).packing.puzzle == pickle.loads(OLD["puzzle"])
