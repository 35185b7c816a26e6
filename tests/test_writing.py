"""Puzzles and answers of all kinds can be written as text and JSON, and read back."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import warnings

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fastqueens import cover, nqueens, packing, sliding
from fastqueens.output import write_file
from fastqueens.results import InputError


def test_packings(tmp_path):
    puzzle = packing.Puzzle(
        [[True, True, False], [True, True, True]],
        {"A": [(0, 0), (1, 0)], "long": [(0, 0), (1, 0), (1, 1)]},
    )
    for one in (puzzle, packing.Puzzle(("pyramid", 1), [[(0, 0)]])):
        assert packing.Puzzle.from_json(one.to_json()) == one
        one.save(tmp_path / "puzzle.json")
        assert packing.Puzzle.from_file(tmp_path / "puzzle.json") == one
        result = packing.solve(one)
        for answer in (result, result.packing):
            assert packing.Puzzle.from_json(answer.to_json()) == one
            answer.save(tmp_path / "answer.txt")
            assert (tmp_path / "answer.txt").read_text() == f"{answer.to_text()}\n"
    assert result.as_dict()["placements"] == {"A": [[0, 0, 0]]}
    with pytest.raises(InputError, match="expected a name that ends in"):
        puzzle.save("puzzle.doc")


@pytest.mark.parametrize("board", ["5x11", "pyramid"])
def test_the_text_of_a_packing_has_its_puzzle(tmp_path, board):
    puzzle = packing.kanoodle(board)
    packing.solve(puzzle).save(tmp_path / "packed.txt")
    assert packing.Puzzle.from_file(tmp_path / "packed.txt") == puzzle
    none = packing.Puzzle([[True, True]], {"A": [(0, 0)]})
    assert packing.Puzzle.from_text(packing.solve(none).to_text()) == none


def test_sliding(tmp_path):
    puzzle = sliding.Puzzle([[3, 1], [2, 0]], goal=[[1, 3], [0, 2]])
    assert sliding.Puzzle.from_json(puzzle.to_json()) == puzzle
    assert sliding.Puzzle.from_text(puzzle.to_text(), goal=puzzle.goal) == puzzle
    puzzle.save(tmp_path / "p.json")
    assert sliding.Puzzle.from_file(tmp_path / "p.json") == puzzle
    result = sliding.solve([[1, 2], [0, 3]])
    assert sliding.Puzzle.from_bytes(result.to_json().encode()) == result.puzzle
    assert result.as_dict()["moves"] == ["RIGHT"]
    result.save(tmp_path / "way.txt")
    way = "1 2\n0 3\n\nSOLUTION :\nRIGHT\n\n1. RIGHT\n1 2\n3 0\n"
    assert (tmp_path / "way.txt").read_text() == way
    assert sliding.Puzzle.from_file(tmp_path / "way.txt") == result.puzzle
    done = sliding.solve([[1, 2], [3, 0]])
    assert sliding.Puzzle.from_text(done.to_text()) == done.puzzle
    odd = sliding.solve([[2, 1], [3, 0]])
    assert (odd.as_dict()["status"], odd.to_text()) == ("unsolvable", "2 1\n3 0")


def test_covers_and_n_queens(tmp_path):
    answer = cover.langford(3).solve()
    answer.save(tmp_path / "a.json")
    told = json.loads((tmp_path / "a.json").read_text())
    assert [x["option"] for x in told["solution"]] == answer.options
    assert len(answer.to_text().splitlines()) == 3
    assert "solution" not in cover.langford(2).solve().as_dict()
    found = nqueens.solve(6)
    assert found.to_text() == "2 4 6 1 3 5"
    assert json.loads(found.to_json())["queens"] == [1, 3, 5, 0, 2, 4]
    assert nqueens.solve(3).to_text() == ""
    placement = next(iter(nqueens.solutions(6, pawns=1, variant="plus_k")))
    assert placement.to_text().startswith("queens ")
    assert np.array_equal(placement.as_dict()["pawns"], placement.pawns)


documents = st.recursive(
    st.none() | st.booleans() | st.integers(-1, 3) | st.floats() | st.text("X.A", max_size=3),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["board", "layers", "pieces", "tiles", "goal"]), inner)
    ),
    max_leaves=14,
)


@settings(derandomize=True, deadline=None, max_examples=150)
@given(documents, documents)
def test_any_json(one, other):
    for document in (one, {"tiles": one, "goal": other}, {"board": one, "pieces": {"A": other}},
                     {"layers": one, "pieces": other}, {"puzzle": one}):  # fmt: skip
        for read in (packing.Puzzle.from_json, sliding.Puzzle.from_json):
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", packing.PackingWarning)
                try:
                    read(json.dumps(document), source="x.json")
                except InputError as error:
                    message = str(error)
                else:
                    continue
            assert message.startswith("x.json")


_FULL = """
import resource, signal, sys
from fastqueens.results import InputError
from fastqueens.output import write_file
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (10, 10))  # as a disk that is full after 10 bytes
try:
    write_file(sys.argv[1], "x" * 100000)
except InputError as error:
    print(error.message)
"""


@pytest.mark.skipif(os.name != "posix", reason="limits on the size of files are POSIX")
def test_a_full_disk_leaves_the_older_file(tmp_path):
    path = tmp_path / "board.txt"
    path.write_text("as it was")
    path.chmod(0o640)
    done = subprocess.run(
        [sys.executable, "-c", _FULL, str(path)], capture_output=True, text=True, check=True
    )
    assert done.stdout == "cannot be written: File too large\n"
    assert path.read_text() == "as it was"
    assert os.listdir(tmp_path) == ["board.txt"]
    write_file(path, "new")
    assert path.read_text() == "new"
    assert path.stat().st_mode & 0o777 == 0o640


@pytest.mark.skipif(os.name != "posix", reason="links and pipes as here are POSIX")
def test_links_and_pipes_stay_what_they_are(tmp_path):
    (tmp_path / "link").symlink_to("file")
    write_file(tmp_path / "link", b"one")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "file").read_bytes() == b"one"
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with subprocess.Popen(["cat", str(pipe)], stdout=subprocess.PIPE) as reader:
        write_file(pipe, b"two")
        assert reader.communicate()[0] == b"two"
    assert sorted(os.listdir(tmp_path)) == ["file", "link", "pipe"]
