"""Star Battle boards of other authors: each has one solution, which all methods find."""

from __future__ import annotations

import functools
import json

import numpy as np
import pytest
from conftest import ISAS, THOROUGH, oracle, some
from helpers import sbn
from helpers.command import run
from helpers.queens import is_solution

from fastqueens import queens
from fastqueens._kernels.queens import stars as kernels
from fastqueens.cell_names import cell_name

GROUPS = ["5", "6", "7", "8", "9", "10"]


@functools.cache
def group(number):
    with oracle("stars_sample.txt").open() as file:
        names = dict(sbn.groups_of(file))
    lines = next(v for k, v in names.items() if k.startswith(f"{number}:"))
    return [queens.Board.from_text(x, format="sbn") for x in lines]


@pytest.mark.parametrize("number", GROUPS)
def test_each_has_one_solution(isa, number):
    made = some(group(number), 20)
    result = queens.solve_many(made, limit=2, threads=1)
    assert (result.counts == 1).all()
    for board, cells in zip(made, result.first, strict=True):
        assert is_solution(board.regions, cells, board.stars)


def test_the_same_work_everywhere(monkeypatch):
    seen = set()
    for name in ISAS:
        monkeypatch.setenv("FASTQUEENS_ISA", name)
        for number in ("6", "8", "9"):
            result = queens.solve_many(group(number)[: 40 if THOROUGH else 15], limit=2, threads=1)
            seen.add((number, *result.stats.counters.items(), result.first.tobytes()))
    assert len(seen) == 3


@pytest.mark.parametrize(("number", "most"), [("9", 100), ("10", 1000)])
def test_a_look_ahead_keeps_the_tree_small(number, most):
    """Without this rule boards of 17x17 take 1,200 nodes each and boards of 21x21 take 12,000."""
    made = group(number)
    result = queens.solve_many(made, limit=2, threads=1)
    assert result.stats.nodes < (most + 32) * len(made)


@pytest.mark.parametrize("number", GROUPS)
def test_all_ways_of_asking_agree(number):
    for board in group(number)[: 3 if THOROUGH else 1]:
        result = queens.solve(board)
        cells = result.cells
        assert is_solution(board.regions, cells, board.stars)
        assert queens.is_unique(board)
        assert queens.count(board) == 1
        assert [x.tolist() for x in queens.solutions(board)] == [result.queens.tolist()]
        assert queens.violations(board, cells).complete
        assert not queens.violations(board, cells[1:]).complete
        turned = queens.Board.from_array(np.rot90(board.regions), stars=board.stars)
        n = board.n
        assert sorted((n - 1 - c, r) for r, c in cells) == queens.solve(turned).cells
        read = queens.Board.from_text(board.to_text(cells))
        assert read == board
        assert read.placements[0].tolist() == result.queens.tolist()


@pytest.mark.parametrize("number", GROUPS)
def test_moved_cells(isa, number):
    """On boards with several solutions, counting and the search by unit placements agree."""
    rng = np.random.default_rng(int(number))
    for board in group(number)[: 6 if THOROUGH else 3]:
        regions, n = board.regions.copy(), board.n
        for _ in range(n // 3):
            row, column = rng.integers(0, n, 2)
            if (regions == regions[row, column]).sum() > board.stars:
                regions[row, column] = regions[(row + 1) % n, column]
        counts = []
        for opening in (0, 10**9) if n < 14 else (0, 16):
            kernel, found = kernels.Search(regions, queens.Rules(board.stars), 0, opening), set()
            while len(found) < 20 and kernel.step(10**9) == 1:
                found.add(tuple(sorted(kernel.cells())))
            assert all(
                is_solution(regions, [divmod(x, n) for x in cells], board.stars) for cells in found
            )
            counts.append(found if len(found) < 20 else 20)
        assert counts[0] == counts[1]


@pytest.mark.parametrize(("number", "stars"), [("9", 4), ("10", 5)])
def test_on_the_command_line(tmp_path, number, stars):
    board, path, picture = group(number)[0], tmp_path / "board.txt", tmp_path / "a.svg"
    board.with_rules(queens.Rules(1)).save(path)  # the file does not state the number of stars
    asked = (path, "--stars", stars)
    solved = run("solve", *asked, "--json")
    assert solved.returncode == 0
    answer = json.loads(solved.stdout)
    assert (answer["status"], len(answer["queens"])) == ("solved", board.n * stars)
    assert run("solve", *asked, "-q", "-o", picture).returncode == 0
    assert picture.read_text().count('class="fq-queen"') == board.n * stars
    assert run("solve", *asked, "--unique").returncode == 0
    assert run("solve", *asked, "--count").returncode == 0
    named = ",".join(cell_name(*cell) for cell in answer["queens"])
    checked = run("check", *asked, "--placed", named, "--json")
    assert (checked.returncode, json.loads(checked.stdout)["status"]) == (0, "solved")
    assert run("check", *asked, "--placed", named[:-3] + "a1").returncode == 1
    compared = run("compare", *asked, "--json")
    assert compared.returncode == 0
    refused = run("solve", path, "--stars", stars + 1)
    assert refused.returncode == 2
    said = f"expected {4 * stars + 4} or more for {stars + 1} stars: two rows hold"
    assert f"{path}: found a board of {board.n} rows, {said}" in refused.stderr.replace("\n", " ")
