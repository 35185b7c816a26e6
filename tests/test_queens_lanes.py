"""Batches of boards searched in lockstep: the same answers and trees as one by one."""

from __future__ import annotations

import shutil
import subprocess
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from conftest import ISAS, THOROUGH, sample_boards, tight_board
from helpers.queens import is_solution

from fastqueens import InputError, queens, reference
from fastqueens._kernels.queens import regions as kernels

SIZES = range(4, 14)  # boards of 4 to 12 rows are searched in lockstep


def board(n, kind, seed):
    """Make regions of a kind: small, disconnected, or almost without restrictions."""
    rng = np.random.default_rng([n, seed])
    if kind == "tight":
        return tight_board(n, seed, spread=int(rng.integers(1, n)))
    if kind == "loose":
        rows = np.repeat(np.arange(n), n).reshape(n, n)
        return rows[rng.permutation(n)] if seed % 2 else rows.T
    cells = np.concatenate([np.arange(n), rng.integers(0, n, n * n - n)])
    return rng.permutation(cells).reshape(n, n)


def mixed(n, count, kinds=("tight", "tight", "pieces", "loose")):
    """Make easy and hard boards with any labels, not numbered by first appearance."""
    boards = np.array([board(n, kinds[i % len(kinds)], i) for i in range(count)], np.uint8)
    rng = np.random.default_rng(n)
    for i in range(0, count, 3):
        boards[i] = rng.permutation(256)[boards[i]]
    return boards


def tree(regions, limit):
    """Return the number of solutions, the first one, and the nodes of a plain search.

    Regions are numbered in order of first appearance. A branch takes the lowest-numbered of the
    smallest regions, and its lowest cell first.
    """
    n = len(regions)
    labels = list(dict.fromkeys(regions.ravel().tolist()))
    cells = [frozenset(map(tuple, np.argwhere(regions == label).tolist())) for label in labels]
    found, nodes = [], 0

    def free(cand, queen):
        r, c = queen
        return {(y, x) for y, x in cand if y != r and x != c and (abs(y - r) > 1 or abs(x - c) > 1)}

    def search(cand, placed, left):
        nonlocal nodes
        nodes += 1
        while True:
            sizes = {g: cand & cells[g] for g in left}
            if not all(sizes.values()) or len(found) >= limit:
                return
            forced = [g for g in left if len(sizes[g]) == 1]
            if not forced:
                break
            (queen,) = sizes[forced[0]]
            cand, placed = free(cand, queen), [*placed, queen]
            left = [g for g in left if g != forced[0]]
        if not left:
            found.append([c for _, c in sorted(placed)])
            return
        region = min(left, key=lambda g: len(sizes[g]))
        rest = [g for g in left if g != region]
        for queen in sorted(sizes[region])[:-1]:
            search(free(cand - cells[region], queen), [*placed, queen], rest)
            if len(found) >= limit:
                return
            cand = cand - {queen}
        # The last cell is forced, so it belongs to the same node.
        nodes -= 1
        search(cand, placed, left)

    search({(r, c) for r in range(n) for c in range(n)}, [], list(range(n)))
    return len(found), found[0] if found else [-1] * n, nodes


@cache  # the same for all instruction sets
def boards_with_trees(n, limit):
    boards = mixed(n, 40 if THOROUGH else 25, kinds=("tight", "tight", "pieces"))
    return boards, [tree(regions, limit) for regions in boards]


@pytest.mark.parametrize("n", range(4, 10))
@pytest.mark.parametrize("limit", [1, 2, 30])
def test_the_tree_is_the_rule(isa, n, limit):
    boards, known = boards_with_trees(n, limit)
    counts, first = queens.solve_many(boards, limit=limit, threads=1)
    assert counts.tolist() == [k for k, _, _ in known]
    assert first.tolist() == [queen for _, queen, _ in known]
    work = queens.solve_many(boards, limit=limit, threads=1).stats.nodes
    assert work == sum(nodes for _, _, nodes in known)


@pytest.mark.parametrize("n", [4, 5, 6])
def test_counts_are_those_of_the_reference(isa, n):
    boards = mixed(n, 50)
    counts, _ = queens.solve_many(boards, limit=None, threads=1)
    expected = [len(list(reference.queens.solutions(b.tolist()))) for b in boards]
    assert counts.tolist() == expected


@pytest.mark.parametrize("n", SIZES)
@pytest.mark.parametrize("limit", [1, 2, 70])
def test_a_batch_answers_as_one_board(isa, n, limit):
    boards = mixed(n, 45 if THOROUGH else 27)
    result = queens.solve_many(boards, limit=limit, threads=1)
    nodes = 0
    for regions, count, first in zip(boards, *result, strict=True):
        alone = queens.count(regions, limit=limit, method="bitboard")
        assert count == alone
        nodes += alone.stats.nodes
        one = queens.solve(regions).queens
        assert first.tolist() == ([-1] * n if one is None else one.tolist())
        assert not count or is_solution(regions, list(enumerate(first)))
    assert result.stats.nodes == nodes


@pytest.mark.parametrize("n", [4, 8, 10, 12, 13])
def test_any_number_of_boards(n, monkeypatch):
    """Batches of fewer boards than lanes, equally many, and one more: all answers are right."""
    boards = mixed(n, 70)
    answers = {}
    for isa in ISAS:
        monkeypatch.setenv("FASTQUEENS_ISA", isa)
        for size in (1, 2, 3, 7, 8, 9, 15, 16, 17, 23, 24, 25, 70):
            result = queens.solve_many(boards[:size], limit=3, threads=1)
            answer = (result.counts.tolist(), result.first.tolist(), result.stats.counters)
            assert answers.setdefault(size, answer) == answer
    whole = answers[70]
    assert all(a[:2] == (whole[0][:size], whole[1][:size]) for size, a in answers.items())
    empty = queens.solve_many(boards[:0], threads=1)
    assert empty.counts.shape == (0,)


@pytest.mark.parametrize("n", [6, 9, 12])
@pytest.mark.parametrize("limit", [0, 3])
def test_boards_that_cannot_be_used(isa, n, limit):
    """Boards with too many or too few regions are refused and do not stop the others."""
    boards = mixed(n, 40)
    for i in range(0, 40, 4):
        boards[i] = np.resize(np.arange(n + 1 if i % 8 else n - 1), (n, n))
    counts, first = np.zeros(40, np.int64), np.zeros((40, n), np.int16)
    batch = kernels.Batch(boards, counts, first, limit, queens.Rules(), 0)
    while batch.step(100) == 0:
        pass
    assert batch.done == 40
    good = [i for i in range(40) if i % 4]
    expected = queens.solve_many(boards[good], limit=limit, threads=1)
    assert counts[::4].tolist() == [-1] * 10
    assert (first[::4] == -1).all()
    assert counts[good].tolist() == expected.counts.tolist()
    assert first[good].tolist() == expected.first.tolist()
    with pytest.raises(InputError, match=r"board 0: .*regions"):
        queens.solve_many(boards, limit=limit)


@pytest.mark.parametrize("n", [7, 10, 11])
def test_steps_of_a_batch_add_up(isa, n):
    boards = mixed(n, 60)
    answers = []
    for budget in (1, 5, 64, 10**9):
        counts, first = np.zeros(60, np.int64), np.zeros((60, n), np.int16)
        batch = kernels.Batch(boards, counts, first, 9, queens.Rules(), 0)
        done, spent = 0, 0
        while batch.step(budget) == 0:
            assert batch.step(0) == 0
            assert batch.done >= done
            assert batch.spent > spent or batch.done > done or budget > 1
            done, spent = batch.done, batch.spent
        answers.append((counts.tolist(), first.tolist(), batch.counters()))
    assert all(answer == answers[0] for answer in answers)


def test_a_hard_board_goes_on_alone(isa):
    """Loose boards of 12 rows with very many solutions, among easy boards: answers as if alone."""
    n, limit = 12, 4000
    boards = mixed(n, 30, kinds=("tight",))
    boards[3] = board(n, "loose", 0)
    boards[17] = board(n, "loose", 1)
    result = queens.solve_many(boards, limit=limit, threads=1)
    one = [queens.count(b, limit=limit, method="bitboard") for b in boards]
    assert result.counts.tolist() == [int(c) for c in one]
    assert result.counts[3] == result.counts[17] == limit
    assert result.stats.nodes == sum(c.stats.nodes for c in one)


def hopeless(n, rows):
    """Put more regions than rows into the first rows; the proof needs a large tree."""
    r, c = np.indices((n, n))
    return np.where(r < rows, (r + c) % (rows + 1), rows + 1 + (r + c) % (n - rows - 1))


def test_beyond_the_first_run_a_board_begins_anew(isa):
    """A search without a solution restarts after 20,000 nodes, as for a single board."""
    n = 12
    boards = mixed(n, 30, kinds=("tight",))
    boards[4:29:6] = hopeless(n, 10)
    result = queens.solve_many(boards, limit=2, threads=1, seed=5)
    alone = [queens.count(b, limit=2, method="bitboard", seed=5) for b in boards]
    assert alone[4].stats.nodes > 20_000
    assert result.counts.tolist() == [int(c) for c in alone]
    assert result.stats.nodes == sum(c.stats.nodes for c in alone)
    assert result.stats.counters["restarts"] == sum(c.stats.counters["restarts"] for c in alone)


def test_players_boards_in_all_symmetries(isa):
    """Symmetric boards have equally many solutions, also if they are not in canonical order."""
    by_size = {}
    for regions, count in sample_boards(range(6, 13)):
        by_size.setdefault(len(regions), []).append((regions, count))
    for items in by_size.values():
        for turn in range(4):
            turned = [np.rot90(b.T if turn % 2 else b, turn) for b, _ in items]
            counts, first = queens.solve_many(np.array(turned), limit=1000, threads=1)
            assert counts.tolist() == [count for _, count in items]
            for regions, columns in zip(turned, first, strict=True):
                assert columns[0] < 0 or is_solution(regions, list(enumerate(columns)))


@pytest.fixture(scope="module")
def neon(tmp_path_factory):
    """Runs a batch on emulated aarch64, whose lanes use NEON."""
    compiler, emulator = shutil.which("aarch64-linux-gnu-gcc"), shutil.which("qemu-aarch64")
    if not compiler or not emulator:
        pytest.skip("needs aarch64-linux-gnu-gcc and qemu-aarch64")
    core = Path(__file__).parents[1] / "csrc"
    sources = ["board/batch", "board/geometry", "board/labels", "regions/search"]
    sources += ["regions/search_scalar", "regions/lockstep_neon"]
    program = tmp_path_factory.mktemp("neon") / "batch"
    subprocess.run(
        [compiler, "-std=c11", "-O0", "-static", "-Wall", "-Wextra", "-Wpedantic", "-Werror"]
        + ["-I", core, "-o", program, Path(__file__).parent / "helpers" / "batch_driver.c"]
        + [core / "queens" / f"{name}.c" for name in sources]
        + [core / "common" / "cpu.c"],
        check=True,
    )

    def run(boards, limit):
        head = f"{boards.shape[1]} {len(boards)} {limit}\n".encode()
        done = subprocess.run(
            [emulator, program], input=head + boards.tobytes(), capture_output=True, check=True
        )
        nodes, *lines = done.stdout.decode().splitlines()
        answers = [[int(word) for word in line.split()] for line in lines]
        return int(nodes), [a[0] for a in answers], [a[1:] for a in answers]

    return run


@pytest.mark.parametrize("n", SIZES)
def test_neon_gives_the_same_answers(neon, n):
    boards = mixed(n, 60 if THOROUGH else 20)
    result = queens.solve_many(boards, limit=3, threads=1)
    answers = (result.stats.nodes, result.counts.tolist(), result.first.tolist())
    assert neon(boards, 3) == answers
