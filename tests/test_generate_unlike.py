"""Boards that are unlike boards that the user has already, and ledgers that import such boards."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from helpers.command import refused, run

from fastqueens import InputError, queens
from fastqueens.queens.books.book import make_book
from fastqueens.queens.generation.generator import generate_stream
from fastqueens.queens.generation.ledger import read_board_ledger

IMAGES = [
    lambda cells, turns=turns, mirror=mirror: np.rot90(cells.T if mirror else cells, turns)
    for turns in range(4)
    for mirror in (False, True)
]


@pytest.fixture(autouse=True)
def _in_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def hashes(boards):
    return {queens.canonical_hash(board) for board in boards}


def near_twins_of(board, most):
    """Return boards with the same solution in which 1 to `most` cells have other regions."""
    queen_cells = {tuple(cell) for cell in queens.solve(board).cells}
    found, level = [], [board.regions]
    for changed in range(1, most + 1):
        following = []
        for regions in level:
            for row, column in np.ndindex(regions.shape):
                for label in {*regions[max(0, row - 1) : row + 2, column].tolist()}:
                    other = regions.copy()
                    other[row, column] = label
                    is_free = (row, column) not in queen_cells
                    differs = (other != board.regions).sum() == changed
                    if is_free and differs and queens.is_unique(other):
                        following.append(other)
        level = following[:5]
        found += level
    return found


def differing(one, other):
    """Return in how few cells two boards differ, of all images with the same solution."""
    least = None
    for image in IMAGES:
        cells = np.ascontiguousarray(image(other.regions))
        here, there = queens.solve(one).cells, queens.solve(queens.Board.from_array(cells)).cells
        if here == there:
            rows = [
                {int(b.ravel()[r * len(b) + c]): r for r, c in here} for b in (one.regions, cells)
            ]
            numbers = [
                np.vectorize(names.get)(b)
                for names, b in zip(rows, (one.regions, cells), strict=True)
            ]
            count = int((numbers[0] != numbers[1]).sum())
            least = count if least is None else min(least, count)
    return least


def test_no_board_is_made_that_the_user_has():
    plain = queens.generate(7, count=12, seed=1)
    Path("own.txt").write_text("\n\n".join(map(str, plain[:4])) + "\n")
    turned = queens.Board.from_array(np.rot90(plain[5].regions))
    other_size = queens.make(6, seed=1)
    own = ["own.txt", turned, other_size]
    made = queens.generate(7, count=12, seed=1, unlike=own)
    assert len(hashes(made)) == 12
    assert not hashes(made) & hashes([*plain[:4], plain[5]])
    assert [i for i in range(12) if made[i] == plain[i]] == [4, *range(6, 12)]
    assert made == queens.generate(7, count=12, seed=1, unlike=own, threads=2)
    assert made == queens.generate(7, count=12, seed=1, unlike=own, executor="threads:2")
    stream = generate_stream(7, count=12, seed=1, unlike=own)  # replaced boards come last
    assert hashes(made) == hashes(board for boards in stream for board in boards)
    assert queens.make(7, seed=1, unlike=plain[0]) == made[0]
    assert make_book(7, count=12, seed=1, unlike=own).boards == made


@pytest.mark.parametrize("n", [6, 9])
def test_no_near_twin_is_made(n):
    board = queens.make(n, seed=1)
    twins = near_twins_of(board, n // 2)
    far = near_twins_of(board, n // 2 + 4)[-1]
    assert len(twins) >= 10
    for i, twin in enumerate(twins):
        own = queens.Board.from_array(np.ascontiguousarray(IMAGES[i % 8](twin)))
        assert 0 < differing(board, own) <= n // 2
        made = queens.make(n, seed=1, unlike=own)
        assert made != board
        assert (differing(own, made) or n) > n // 2
    far = queens.Board.from_array(far)
    assert differing(board, far) > n // 2
    assert queens.make(n, seed=1, unlike=far) == board


def test_boards_with_several_solutions_or_stars():
    rows = queens.Board.from_array(np.repeat(np.arange(6), 6).reshape(6, 6))
    assert queens.make(6, seed=1, unlike=rows) == queens.make(6, seed=1)
    plain = queens.generate(8, stars=2, count=3, seed=1)
    made = queens.generate(8, stars=2, count=3, seed=1, unlike=plain[1])
    assert made[0] == plain[0]
    assert not hashes(made) & hashes([plain[1]])
    # A board of one star with the same regions is another board.
    alone = queens.Board.from_array(plain[1].regions)
    assert queens.generate(8, stars=2, count=3, seed=1, unlike=[alone]) == plain


def test_what_cannot_be_avoided():
    with pytest.raises(InputError, match="unlike has 3, expected a path or a Board"):
        queens.generate(6, unlike=[3])
    with pytest.raises(InputError, match="unlike"):
        queens.generate(6, unlike=3)
    with pytest.raises(InputError, match=r"none\.txt"):
        queens.generate(6, unlike="none.txt")


def test_the_command_avoids_files():
    asked = ["generate", 7, "--seed", 1, "--count", 8]
    assert run(*asked, "-o", "own.jsonl").returncode == 0
    own = queens.read_boards("own.jsonl")
    for more in ([], ["--ledger", "run.db"]):
        ended = run(*asked, *more, "--unlike", "own.jsonl", "-o", "new.jsonl")
        assert ended.returncode == 0
        whole = Path("new.jsonl").read_text()
        new = queens.read_boards("new.jsonl")
        assert len(hashes([*new, *own])) == 16
        Path("new.jsonl").write_text("".join(whole.splitlines(keepends=True)[:3]))
        ended = run(*asked, *more, "--unlike", "own.jsonl", "-o", "new.jsonl", "--resume")
        assert ended.returncode == 0
        assert Path("new.jsonl").read_text() == whole
    assert run(*asked, "--unlike", "own.jsonl", "-o", "new.txt").returncode == 0
    assert queens.read_boards("new.txt") == new
    plan = ["generate", 7, "--seed", 1, "--plan", "any:4,any/symmetry=diagonal:2"]
    assert run(*plan, "-o", "plan.txt").returncode == 0
    assert run(*plan, "--unlike", "plan.txt", "-o", "other.txt").returncode == 0
    assert len(hashes([*queens.read_boards("plan.txt"), *queens.read_boards("other.txt")])) == 12
    ended = refused(*asked, "--unlike", "own.jsonl", "-o", "own.jsonl")
    assert "own.jsonl would be overwritten" in ended.stderr


def test_a_ledger_imports_boards():
    boards = queens.generate(7, count=5, seed=1) + queens.generate(6, count=2, seed=1)
    lines = [json.dumps({"regions": board.regions.tolist()}) for board in [*boards, boards[0]]]
    Path("boards.jsonl").write_text("\n".join(lines) + "\n")
    Path("one.txt").write_text(f"{queens.make(8, seed=1)}\n")
    ended = run("ledger", "run.db", "--import", "boards.jsonl", "--import", "one.txt")
    assert ended.returncode == 0
    assert "5 of 5 boards of 7 rows, imported boards.jsonl" in ended.stdout
    held = read_board_ledger("run.db")
    assert [(x.n, x.made, x.size, x.options) for x in held.runs] == [
        (6, 2, 2, {"imported": "boards.jsonl"}),
        (7, 5, 5, {"imported": "boards.jsonl"}),
        (8, 1, 1, {"imported": "one.txt"}),
    ]
    made = queens.generate(7, count=5, seed=1, ledger="run.db")
    assert len(hashes([*made, *boards[:5]])) == 10
    # Boards that the ledger has already are not imported again.
    assert run("ledger", "run.db", "--import", "boards.jsonl").returncode == 0
    assert len(read_board_ledger("run.db").runs) == 4
    Path("bad.txt").write_text("AB\nA\n")
    assert "bad.txt" in refused("ledger", "new.db", "--import", "bad.txt").stderr
    assert not Path("new.db").exists()
