"""Permutations and placements: published numbers, the reference, and stops at every point."""

from __future__ import annotations

from itertools import combinations, islice, pairwise, permutations, product
from math import comb, factorial
from random import Random

import numpy as np
import pytest
from conftest import examples, oracle, tight_board
from helpers.command import run as run_command
from hypothesis import example, given
from hypothesis import strategies as st

from fastqueens import InputError, reference
from fastqueens import queens as coloured_queens
from fastqueens._kernels.permutation import generate_and_test, placements
from fastqueens.nqueens.permutation_search import permutation_kernel as nqueens_kernel
from fastqueens.nqueens.permutation_search import placement_kernel
from fastqueens.permutation import rank, unrank
from fastqueens.queens.board.board import Board
from fastqueens.queens.solving.permutation_search import (
    permutation_kernel as coloured_queens_kernel,
)
from fastqueens.search import DONE, FOUND, RUNNING, Search

NINE = Board.from_text(
    "AAABBCCCD\nABBBBCECD\nABBBDCECD\nAAABDCCCD\nBBBBDDDDD\n"
    "FGGGDDHDD\nFGIGDDHDD\nFGIGDDHDD\nFGGGDDHHH"
).regions
SIX = Board.from_text("AAAAAA\nBBBBAA\nBBAAAA\nCCCDDD\nDDDDDD\nEEEEEF").regions
FIVE = Board.from_text("AAABB\nACCCB\nACDDB\nEEEFF\nEGGFF", allow_empty_regions=True).regions
# Placements in which no two queens touch, without other rules (A002464).
COLOURED = {1: 1, 4: 2, 5: 14, 6: 90, 7: 646, 8: 5242, 9: 47622, 10: 479306}
QUEENS = {4: 2, 5: 10, 6: 4, 7: 40, 8: 92, 9: 352, 10: 724}
BOTH = pytest.mark.parametrize("skip", [False, True])


def make(regions, n, skip):
    if regions is None:
        return nqueens_kernel(n, skip=skip)
    return coloured_queens_kernel(regions, skip=skip)


def columns_of(kernel):
    return tuple(cell % kernel.n for cell in kernel.cells())


def run(kernel, budget=10**9):
    """Return all solutions and the permutations tested before each; then the kernel is done."""
    found = []
    while (status := kernel.step(budget)) != DONE:
        if status == FOUND:
            queens = np.empty(kernel.n, np.int16)
            kernel.peek(queens)
            assert kernel.cells() == [r * kernel.n + c for r, c in enumerate(queens.tolist())]
            found.append((kernel.counters()["permutations"], tuple(queens.tolist())))
    return found


def loose(n, seed, regions):
    """Return random regions, which may be disconnected."""
    rng = Random(seed)
    return np.array([[rng.randrange(regions) for _ in range(n)] for _ in range(n)], np.uint8)


@st.composite
def boards(draw):
    """Draw regions of any number with any labels; None means N-Queens."""
    n = draw(st.integers(1, 6))
    if draw(st.integers(0, 7)) == 0:
        return None, n
    few = draw(st.integers(max(1, n - 1), n * n))
    labels = draw(st.lists(st.integers(0, 255), min_size=few, max_size=few, unique=True))
    cells = draw(st.lists(st.sampled_from(labels), min_size=n * n, max_size=n * n))
    return np.array(cells, np.uint8).reshape(n, n), n


# ---------------------------------------------------------------------------- known boards


@pytest.mark.parametrize("method", ["permutation", "permutation-skip"])
@pytest.mark.parametrize("number", range(1, 7))
def test_the_counts_of_the_linkedin_queens_report(number, method):
    lines = oracle("queens_report/expected.txt").read_text().splitlines()
    name, count, *more = lines[number].split(maxsplit=2)
    assert name == f"tc{number}"
    path = oracle(f"queens_report/{name}.txt")
    empty = more == ["(at most one)"]  # the report accepts a board with more regions than rows
    if empty:
        with pytest.raises(InputError, match="found 7 regions on a board of 5 rows"):
            coloured_queens.solve(Board.from_file(path), method=method)
    board = Board.from_file(path, allow_empty_regions=empty)
    result = coloured_queens.solve(board, method=method)
    assert result.stats.permutations == int(count)
    assert result.status == ("unsolvable" if more == ["none"] else "solved")
    words = ["--method", method, *["--allow-empty-regions"] * empty]
    assert f"{method} · {int(count):,} permutations" in run_command("solve", path, *words).stdout


@BOTH
def test_nine(skip):
    kernel = coloured_queens_kernel(NINE, skip=skip)
    assert kernel.step(10**9) == FOUND
    assert columns_of(kernel) == (7, 4, 6, 1, 5, 3, 0, 2, 8)
    assert kernel.counters() == {"permutations": 306205} | ({"nodes": 3825} if skip else {})
    assert kernel.spent == (3825 if skip else 306205)
    assert kernel.step(10**9) == DONE
    assert kernel.counters() == {"permutations": 362880} | ({"nodes": 4486} if skip else {})
    assert kernel.step(10**9) == DONE
    assert kernel.counters()["permutations"] == 362880


@BOTH
def test_six_has_no_solution(skip):
    kernel = coloured_queens_kernel(SIX, skip=skip)
    assert kernel.step(10**9) == DONE
    assert kernel.counters() == {"permutations": 720} | ({"nodes": 88} if skip else {})


def test_more_regions_than_rows():
    expected = list(reference.permutation.reviews(FIVE.tolist(), 5))
    assert expected  # the reference accepts this board
    for skip in (False, True):
        assert run(coloured_queens_kernel(FIVE, skip=skip)) == expected


@BOTH
@pytest.mark.parametrize("n", range(1, 11))
def test_queens(n, skip):
    found = run(nqueens_kernel(n, skip=skip))
    assert len(found) == QUEENS.get(n, n == 1)
    assert [number for number, _ in found] == [rank(columns) + 1 for _, columns in found]
    if n <= 8:
        assert found == list(reference.permutation.reviews(None, n))


@BOTH
@pytest.mark.parametrize("n", range(1, 11))
def test_as_many_regions_as_cells(n, skip):
    regions = np.arange(n * n, dtype=np.uint8).reshape(n, n)
    kernel, found = coloured_queens_kernel(regions, skip=skip), 0
    while kernel.step(10**9) == FOUND:
        found += 1
    assert found == COLOURED.get(n, 0)
    assert kernel.counters()["permutations"] == factorial(n)


# ---------------------------------------------------------------------- against other methods


@given(boards())
@examples(150)
def test_reference(board):
    regions, n = board
    rows = None if regions is None else regions.tolist()
    expected = list(reference.permutation.reviews(rows, n))
    plain, skipping = make(regions, n, False), make(regions, n, True)
    assert run(plain) == run(skipping) == expected
    assert plain.counters() == {"permutations": factorial(n)}
    assert skipping.counters() == {
        "permutations": factorial(n),
        "nodes": reference.permutation.nodes(rows, n),
    }


@pytest.mark.parametrize(("n", "regions"), [(7, 7), (7, 40), (8, 8), (8, 64)])
def test_reference_larger(n, regions):
    board = loose(n, n + regions, regions)
    expected = list(reference.permutation.reviews(board.tolist(), n))
    assert expected
    assert run(make(board, n, False)) == run(make(board, n, True)) == expected


@pytest.mark.parametrize("n", [8, 9, 10, 11])
def test_the_two_ways_and_the_bitboards_agree(n):
    for seed in range(4):
        for board in (tight_board(n, seed, spread=5), loose(n, seed, n), loose(n, seed, n + 2)):
            plain, skipping = run(make(board, n, False)), run(make(board, n, True))
            assert plain == skipping
            assert [number for number, _ in plain] == [rank(c) + 1 for _, c in plain]
            assert len(plain) == coloured_queens.count(
                Board.from_array(board, allow_empty_regions=True)
            )


# ------------------------------------------------------------------------ stops at any point


def skipping_by_hand(rows, n):
    """Return (nodes, tested permutations) after each node."""
    nodes = reviewed = 0

    def go(beginning):
        nonlocal nodes, reviewed
        for column in range(n):
            if column in beginning:
                continue
            tried = (*beginning, column)
            nodes += 1
            row = len(beginning)
            fails = any(
                abs(column - c) == row - r if rows is None else rows[r][c] == rows[row][column]
                for r, c in enumerate(beginning)
            ) or (rows is not None and row > 0 and abs(column - beginning[-1]) == 1)
            if fails:
                reviewed += factorial(n - len(tried))
                yield nodes, reviewed
            elif len(tried) == n:
                reviewed += 1
                yield nodes, reviewed
            else:
                yield nodes, reviewed
                yield from go(tried)

    yield from go(())


@pytest.mark.parametrize(
    ("regions", "n"), [(None, 4), (None, 5), (None, 6), (FIVE, 5), (SIX, 6), (loose(6, 1, 9), 6)]
)
def test_every_node_is_accounted_for(regions, n):
    kernel = make(regions, n, True)
    for nodes, reviewed in skipping_by_hand(None if regions is None else regions.tolist(), n):
        kernel.step(1)
        assert kernel.counters() == {"permutations": reviewed, "nodes": nodes}
    assert kernel.step(1) == DONE


@given(boards(), st.booleans(), st.lists(st.integers(0, 60), min_size=1, max_size=40))
@examples(150)
def test_steps_may_end_anywhere(board, skip, budgets):
    whole, parts = make(*board, skip), make(*board, skip)
    for budget in budgets:
        work, events = parts.spent, []
        while True:  # a step ends early at a solution, so continue until the budget is used
            status = parts.step(budget - (parts.spent - work))
            events.append(status)
            if status != FOUND or parts.spent - work == budget:
                break
        one_by_one, status = [], RUNNING
        while whole.spent - work < budget and status != DONE:
            status = whole.step(1)
            if status != RUNNING:
                one_by_one.append(status)
        assert [e for e in events if e != RUNNING] == one_by_one or DONE in events
        assert whole.counters() == parts.counters()
        assert whole.cells() == parts.cells()


@BOTH
@pytest.mark.parametrize("n", [9, 10])
def test_steps_of_many_sizes(n, skip):
    board = loose(n, 5, 4 * n)
    expected = run(make(board, n, skip))
    assert len(expected) > 100
    rng = Random(n)
    kernel, found = make(board, n, skip), []
    while (status := kernel.step(rng.choice([1, 5, 23, 24, 25, 119, 120, 719, 5000]))) != DONE:
        if status == FOUND:
            found.append((kernel.counters()["permutations"], columns_of(kernel)))
        elif not skip:
            assert rank(columns_of(kernel)) + 1 == kernel.spent
    assert found == expected


@pytest.mark.parametrize("n", [1, 2, 3, 4, 5, 7, 8, 9, 12, 20, 21, 64])
@pytest.mark.parametrize("coloured", [False, True])
def test_the_permutation_tested_last(n, coloured):
    regions = np.zeros((n, n), np.uint8) if coloured and n > 1 else None
    rng = Random(n)
    kernel = make(regions, n, False)
    assert kernel.cells() == []
    queens = np.empty(n, np.int16)
    kernel.peek(queens)
    assert (queens == -1).all()
    done = 0
    for budget in [1, 1, 22, 1, 24, 671, 100_000] + [rng.randrange(1, 2000) for _ in range(20)]:
        while done < factorial(n) and budget:
            assert kernel.step(0) == RUNNING
            status = kernel.step(budget)
            budget -= kernel.spent - done
            done = kernel.spent
            expected = unrank(n, done - 1)
            kernel.peek(queens)
            assert np.array_equal(queens, expected)
            assert columns_of(kernel) == tuple(expected.tolist())
            assert kernel.counters()["permutations"] == done
            if status == RUNNING:
                assert budget == 0
            assert (status == DONE) <= (done == factorial(n))


def test_done_needs_no_more_budget():
    search = Search(coloured_queens_kernel(SIX, skip=False), node_limit=720)
    assert search.run() == DONE
    kernel = nqueens_kernel(1, skip=False)  # the last permutation is the solution
    assert (kernel.step(1), kernel.step(0), kernel.step(1), kernel.spent) == (FOUND, 0, DONE, 1)


# ------------------------------------------------------------------------------ beyond 64 bits


def test_first_solution_far_away():
    board = tight_board(25, 3, spread=0)
    kernel = coloured_queens_kernel(board, skip=True)
    assert kernel.step(10**7) == FOUND
    columns = columns_of(kernel)
    assert sorted(columns) == list(range(25))
    assert len({int(board[r, c]) for r, c in enumerate(columns)}) == 25
    assert min(abs(a - b) for a, b in pairwise(columns)) > 1
    assert kernel.counters() == {"permutations": 12440755944961806723433259, "nodes": 9938}
    assert rank(columns) + 1 == 12440755944961806723433259 > 2**64
    by_hand = islice(skipping_by_hand(board.tolist(), 25), 9937, 9938)
    assert next(by_hand)[:2] == (9938, 12440755944961806723433259)
    search = Search(kernel)
    while search.run() == FOUND:
        pass
    assert kernel.counters()["permutations"] == factorial(25)


@pytest.mark.parametrize("n", [21, 40, 64])
def test_exact_at_the_end(n):
    regions = np.zeros((n, n), np.uint8)
    kernel = coloured_queens_kernel(regions, skip=True)
    for row in range(n):  # the first row's queen, then n - 1 columns for the second queen
        assert kernel.step(1) == RUNNING
        assert kernel.counters()["permutations"] == row * factorial(n - 1)
        assert kernel.cells() == [row]
        assert kernel.step(n - 2) == RUNNING
        assert kernel.counters()["permutations"] == (row + 1) * factorial(n - 1) - factorial(n - 2)
        assert kernel.step(1) == (DONE if row == n - 1 else RUNNING)
    assert kernel.counters() == {"permutations": factorial(n), "nodes": n * n}


def test_queens_64():
    kernel = nqueens_kernel(64, skip=True)
    kernel.step(10**6)
    columns = columns_of(kernel)
    for (r, c), (y, x) in combinations(enumerate(columns), 2):
        assert c != x
        assert abs(r - y) != abs(c - x)
    rest = sorted(set(range(64)) - set(columns))
    reviewed = kernel.counters()["permutations"]
    assert rank([*columns, *rest]) <= reviewed < rank([*columns, *rest]) + factorial(len(rest))


# ---------------------------------------------------------------------------- rank and unrank


@pytest.mark.parametrize("n", range(7))
def test_rank_is_the_order(n):
    for k, p in enumerate(permutations(range(n))):
        assert rank(p) == k
        assert unrank(n, k).tolist() == list(p)


@given(st.integers(0, 40).flatmap(lambda n: st.permutations(range(n))))
def test_unrank_of_rank(p):
    k = rank(p)
    assert 0 <= k < factorial(len(p))
    assert unrank(len(p), k).tolist() == list(p)
    assert unrank(len(p), k).dtype == np.int16
    assert rank(np.array(p, np.uint8)) == k


@given(st.integers(1, 300).flatmap(lambda n: st.tuples(st.just(n), st.integers(0))))
@example((40, factorial(40) - 1))
def test_rank_of_unrank(drawn):
    n, k = drawn
    assert rank(unrank(n, k % factorial(n))) == k % factorial(n)


def test_rank_of_a_long_one():
    n = 2000
    assert rank(range(n)[::-1]) == factorial(n) - 1
    assert rank([*range(n - 2), n - 1, n - 2]) == 1


@pytest.mark.parametrize(
    ("p", "message"),
    [
        ([0, 1, 1], "found 1 twice, expected each of 0 to 2 once"),
        ([2, 2], "found 2 at index 0, expected numbers from 0 to 1"),
        ([0, -1], "found -1 at index 1"),
        ([1, 2, 3], "found 3 at index 2"),
        ([[0, 1]], r"found an array of int64, shape \(1, 2\), expected a permutation"),
        ([0.0, 1.0], "found an array of float64"),
        (["0"], "expected a permutation"),
        (0, "expected a permutation"),
    ],
)
def test_no_permutation(p, message):
    with pytest.raises(InputError, match=message):
        rank(p)


def test_unrank_out_of_range():
    with pytest.raises(InputError, match="k is 24, expected 0 to 4! - 1 = 23"):
        unrank(4, 24)
    with pytest.raises(InputError, match="k is 1, expected 0 to 0! - 1 = 0"):
        unrank(0, 1)
    with pytest.raises(InputError, match="k is -1, expected 0 or more"):
        unrank(4, -1)
    with pytest.raises(InputError, match="n is -1"):
        unrank(-1, 0)
    with pytest.raises(InputError, match=r"n is 32769, expected 0 to 32,768"):
        unrank(2**15 + 1, 0)
    with pytest.raises(InputError, match=r"a number of \d+ bits, expected 0 to 3000! - 1$"):
        unrank(3000, factorial(3000))
    with pytest.raises(InputError, match=r"expected a whole number"):
        unrank(4, 1.5)
    assert unrank(2**15, 0)[-1] == 2**15 - 1


# --------------------------------------------------------------------------------- placements


@pytest.mark.parametrize(
    ("n", "kind"), [(n, k) for k in ("tuples", "combinations") for n in range(1, 6)]
)
def test_placements(n, kind):
    kernel, found = placement_kernel(n, kind), []
    queens = np.empty(n, np.int16)
    while kernel.step(10**9) == FOUND:
        kernel.peek(queens)
        assert kernel.cells() == [r * n + c for r, c in enumerate(queens.tolist())]
        found.append((kernel.counters()["placements"], tuple(queens.tolist())))
    assert found == list(reference.permutation.placement_reviews(n, kind))
    total = n**n if kind == "tuples" else comb(n * n, n)
    assert kernel.counters() == {"placements": total}
    assert (kernel.step(1), kernel.spent) == (DONE, total)


@pytest.mark.parametrize(("n", "kind"), [(6, "combinations"), (7, "tuples"), (8, "tuples")])
def test_placements_larger(n, kind):
    kernel, found = placement_kernel(n, kind), 0
    while kernel.step(10**9) == FOUND:
        found += 1
    assert found == QUEENS[n]
    assert kernel.spent == (n**n if kind == "tuples" else comb(n * n, n))


@pytest.mark.parametrize("kind", ["tuples", "combinations"])
def test_placements_stop_anywhere(kind):
    n = 4
    cells = [range(r * n, r * n + n) for r in range(n)]
    every = list(product(*cells) if kind == "tuples" else combinations(range(n * n), n))
    solutions = {number for number, _ in reference.permutation.placement_reviews(n, kind)}
    kernel = placement_kernel(n, kind)
    assert (kernel.cells(), kernel.step(0), kernel.spent) == ([], RUNNING, 0)
    for number, placement in enumerate(every, 1):
        status = kernel.step(1)
        assert kernel.cells() == list(placement)
        last = DONE if number == len(every) else RUNNING
        assert status == (FOUND if number in solutions else last)
    rng = Random(1)
    kernel, found = placement_kernel(n, kind), set()
    while (status := kernel.step(rng.randrange(1, 40))) != DONE:
        assert kernel.cells() == list(every[kernel.spent - 1])
        if status == FOUND:
            found.add(kernel.spent)
    assert found == solutions


def test_placements_at_their_largest():
    kernel = placement_kernel(13, "tuples")
    assert kernel.step(10**6) == RUNNING
    digits, k = [], 10**6 - 1
    for _ in range(13):
        k, digit = divmod(k, 13)
        digits.append(digit)
    assert kernel.cells() == [r * 13 + c for r, c in enumerate(reversed(digits))]
    kernel = placement_kernel(11, "combinations")
    assert kernel.step(10**5) == RUNNING
    assert kernel.cells() == list(next(islice(combinations(range(121), 11), 10**5 - 1, None)))


# -------------------------------------------------------------------------------------- errors


def test_bad_input():
    for regions in (
        np.zeros((2, 3), np.uint8),
        np.zeros((0, 0), np.uint8),
        np.zeros((65, 65), np.uint8),
        np.zeros((2, 2), np.int64),
        np.zeros(4, np.uint8),
        np.uint8(1),
    ):
        with pytest.raises(InputError, match="expected uint8, n x n with n from 1 to 64"):
            coloured_queens_kernel(regions, skip=False)
    with pytest.raises(InputError, match="n is 65, expected 1 to 64"):
        nqueens_kernel(65, skip=True)
    with pytest.raises(InputError, match="n is 0, expected 1 to"):
        nqueens_kernel(0, skip=True)
    with pytest.raises(InputError, match="n is 14, expected 1 to 13 for tuples"):
        placement_kernel(14, "tuples")
    with pytest.raises(InputError, match="n is 12, expected 1 to 11 for combinations"):
        placement_kernel(12, "combinations")
    with pytest.raises(InputError, match="kind is 'pairs', expected one of tuples, combinations"):
        placement_kernel(4, "pairs")


def test_kernels_refuse_what_they_cannot_take():
    for wrong in (
        lambda: generate_and_test.Permutation(None, 0, False),
        lambda: generate_and_test.Permutation(None, 65, True),
        lambda: generate_and_test.Permutation(np.zeros((3, 3), np.uint8), 2, False),
        lambda: placements.Placements(0, placements.TUPLES),
        lambda: placements.Placements(14, placements.TUPLES),
        lambda: placements.Placements(12, placements.COMBINATIONS),
        lambda: placements.Placements(4, 2),
        lambda: placements.Placements(4, -1),
        lambda: generate_and_test.Permutation(None, 4, False).peek(np.empty(3, np.int16)),
        lambda: placements.Placements(4, 0).peek(np.empty(3, np.int16)),
        lambda: placements.Placements(4, 0).peek(np.empty(4, np.int16)),
    ):
        with pytest.raises(ValueError, match=r"."):
            wrong()
    kernel = placement_kernel(3, "combinations")
    kernel.step(1)
    with pytest.raises(ValueError, match="no solution"):
        kernel.peek(np.empty(3, np.int16))


def test_regions_of_any_layout():
    board = np.asfortranarray(NINE)
    assert run(coloured_queens_kernel(board, skip=True))[0][0] == 306205
    assert run(coloured_queens_kernel(NINE + 200, skip=False))[0][0] == 306205
