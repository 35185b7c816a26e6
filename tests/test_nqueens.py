"""N-Queens: published values, all variants and instruction sets, compared with the reference."""

from __future__ import annotations

import dataclasses
import itertools
import math
import pickle
import xml.etree.ElementTree as ET
from concurrent.futures import ThreadPoolExecutor
from random import Random

import numpy as np
import pytest
from conftest import ISAS, thorough
from helpers.progress import Enough, Seen
from hypothesis import given
from hypothesis import strategies as st

from fastqueens import InputError, SearchStopped, nqueens, reference
from fastqueens._kernels.nqueens.count import Plan, Symmetric, Task, Variant, variant_size
from fastqueens._kernels.nqueens.list import VARIANTS as NUMBERS
from fastqueens._kernels.nqueens.list import List
from fastqueens._kernels.nqueens.local_search import LocalSearch
from fastqueens._kernels.nqueens.plus_k import PlusK
from fastqueens.nqueens.work_partition import forget_plans, plan_work

# A000170, A002562; A032522 and A033148 (fixed by a half turn, a quarter turn); A051906; A051223;
# A103330 and its successors; A141843; A002464.
ALL = [1, 0, 0, 2, 10, 4, 40, 92, 352, 724, 2680, 14200, 73712, 365596, 2279184, 14772512]
FUNDAMENTAL = [1, 0, 0, 1, 2, 1, 6, 12, 46, 92, 341, 1787, 9233, 45752, 285053, 1846955]
HALF = [1, 0, 0, 2, 2, 4, 8, 4, 16, 12, 48, 80, 136, 420, 1240, 3000]
QUARTER = {4: 2, 5: 2, 12: 8, 13: 8, 16: 64, 17: 128, 20: 480}
TOROIDAL = {1: 1, 5: 10, 7: 28, 11: 88, 13: 4524}
SUPER = [1] + [0] * 8 + [4, 44, 156, 1876, 5180, 32516]
HERTZSPRUNG = [1, 0, 0, 2, 14, 90, 646, 5242, 47622, 479306, 5296790, 63779034]
PAWNS = {(6, 1): 16, (7, 1): 20, (8, 1): 128, (9, 1): 396, (10, 1): 2288,
         (7, 2): 4, (8, 2): 44, (9, 2): 280, (7, 3): 0, (8, 3): 8}  # fmt: skip
FIRST = {
    8: [1, 5, 8, 6, 3, 7, 2, 4],
    10: [1, 3, 6, 8, 10, 5, 9, 2, 4, 7],
    12: [1, 3, 5, 8, 10, 12, 6, 11, 2, 7, 9, 4],
}
SEMI = [1, 3, 15, 133, 2025, 37851, 1030367, 36362925]  # A006717: n = 1, 3, 5, ...
FEWER = {8: [1, 64, 1288, 10320, 34568, 46736, 22708, 3192, 92]}  # A348129: 0, 1, ... queens
LISTED = ("queens", "toroidal", "toroidal_semiqueens", "superqueens", "hertzsprung")


# -------------------------------------------------------------------------------------- counts


@pytest.mark.parametrize("n", range(1, 17))
def test_count(isa, n):
    assert nqueens.count(n) == ALL[n - 1]


@pytest.mark.parametrize("n", range(1, 17))
def test_fundamental(n):
    assert nqueens.count(n, symmetry="fundamental") == FUNDAMENTAL[n - 1]


def test_17(isa):
    if isa == "scalar":
        pytest.skip("a few seconds in portable C: 16 is enough there")
    assert nqueens.count(17) == 95815104


def test_symmetric():
    for turn, known in ((0, dict(enumerate(HALF, 1))), (1, QUARTER)):
        for n, value in known.items():
            machine = Symmetric(n, turn)
            while machine.step(10**6) == 0:
                pass
            assert machine.solutions == value
    for n in (6, 7, 10, 11, 14, 15, 18):
        machine = Symmetric(n, 1)
        assert (machine.step(10**6), machine.solutions) == (2, 0)


@pytest.mark.parametrize("n", range(1, 14))
def test_count_variants(n):
    assert nqueens.count(n, variant="toroidal") == TOROIDAL.get(n, 0)
    assert nqueens.count(n, variant="superqueens") == SUPER[n - 1]
    if n <= 12:
        assert nqueens.count(n, variant="hertzsprung") == HERTZSPRUNG[n - 1]


@pytest.mark.parametrize(("n", "pawns"), PAWNS)
def test_count_pawns(n, pawns):
    assert nqueens.count(n, variant="plus_k", pawns=pawns) == PAWNS[n, pawns]


@pytest.mark.parametrize("n", range(1, 17))
def test_semiqueens(n):
    count = nqueens.count(n, variant="toroidal_semiqueens")
    assert count == (SEMI[n // 2] if n % 2 else 0)
    assert count.method == "halves"


@pytest.mark.parametrize(
    ("n", "queens"),
    [(n, q) for n in range(1, 7) for q in range(1, n + 1) if n < 6 or q < 4]
    + [pytest.param(6, 4, marks=thorough)],
)
def test_fewer_queens_against_brute_force(n, queens):
    expected = set(reference.nqueens.fewer_solutions(n, queens))
    how = {"variant": "plus_k", "pawns": queens - n}
    found = list(nqueens.solutions(n, **how))
    assert {tuple(map(tuple, p.queens.tolist())) for p in found} == expected
    assert len(found) == len(expected) == nqueens.count(n, **how)
    codes = [_code(n, p) for p in found]
    assert codes == sorted(codes)
    least = {min(_images(code)) for code in codes}
    assert nqueens.count(n, symmetry="fundamental", **how) == len(least)
    assert [_code(n, p) for p in nqueens.solutions(n, symmetry="fundamental", **how)] == sorted(
        least
    )
    given = found[-1].queens[:1].tolist() if found else [[0, 0]]
    inside = [p for p in found if given[0] in p.queens.tolist()]
    assert nqueens.count(n, placed=given, **how) == len(inside)


@pytest.mark.parametrize("n", range(7, 12))
def test_fewer_queens(n):
    """Counting uses symmetry and handles the last row separately; listing does neither."""
    for missing in range(1, 4):
        how = {"variant": "plus_k", "pawns": -missing}
        if n < 9 or (n == 9 and missing == 1):  # the listing takes at most a second
            assert nqueens.count(n, **how) == sum(1 for _ in nqueens.solutions(n, **how))
        if n in FEWER:
            assert nqueens.count(n, **how) == FEWER[n][n - missing]
    for k, formula in ((1, n * n), (2, n * (n - 1) * (n - 2) * (3 * n - 1) // 6)):  # A036464
        assert nqueens.count(n, variant="plus_k", pawns=k - n) == formula


@pytest.mark.parametrize(
    ("variant", "n", "pawns"),
    [("toroidal_semiqueens", 11, 0), ("plus_k", 9, -1), ("plus_k", 9, -4), ("plus_k", 8, 1)],
)
def test_small_steps_count_the_same(variant, n, pawns):
    known = nqueens.count(n, variant=variant, pawns=pawns)
    size = variant_size(n, NUMBERS[variant], pawns)
    machine = Variant(n, NUMBERS[variant], pawns, 0, size)
    while machine.step(3) == 0:
        assert 0 <= machine.position <= size
    assert (machine.solutions, machine.spent) == (known, known.stats.nodes)


def test_no_pawns_is_the_classic():
    for n in range(1, 9):
        assert nqueens.count(n, variant="plus_k") == ALL[n - 1]


def test_a_tuple_is_a_unit():
    (task,) = nqueens.partition(8, tasks=1)
    assert nqueens.count_task(tuple(task)) == nqueens.count_task(list(task)) == (92, 116)


@pytest.mark.parametrize("n", [8, 17, 20, 23, pytest.param(26, marks=thorough)])
def test_done_adds_up(n):
    """The reported share of the work grows with each prefix and ends at the total."""
    plan = Plan(n)
    cuts = sorted({0, len(plan), *(Random(n).randrange(len(plan)) for _ in range(30))})
    shares = [plan.done(a, b) for a, b in itertools.pairwise(cuts)]
    assert sum(shares) == pytest.approx(1)
    assert all(share >= 0 for share in shares)
    # prefixes of one cross; empty prefixes add nothing
    steps = [plan.done(0, k) for k in range(min(40, len(plan)))]
    assert steps == sorted(steps)


@pytest.mark.parametrize("threads", [1, 3])
@pytest.mark.parametrize("placed", [[(1, 3)], [(0, 2), (3, 1)], [(1, 0), (0, 1)]])
def test_count_of_given_queens(placed, threads):
    seen = []
    number = nqueens.count(9, placed=placed, threads=threads, progress=seen.append)
    queens = nqueens.solutions_array(9)
    wanted = np.all([queens[:, row] == column for row, column in placed], axis=0)
    assert (number, number.method) == (wanted.sum(), "list")
    least = nqueens.count(9, placed=placed, threads=threads, symmetry="fundamental")
    assert least == (nqueens.canonical(queens[wanted]) == queens[wanted]).all(axis=1).sum()


def test_progress_of_a_listing():
    seen = Seen(2)
    with pytest.raises(Enough):
        nqueens.count(20, placed=[(3, 3)], progress=seen)
    assert all(0 < p.fraction < 1 and p.nodes for p in seen)


@pytest.mark.parametrize("n", range(1, 8))
@pytest.mark.parametrize("variant", LISTED)
def test_fundamental_variants(variant, n):
    rows = np.array(list(reference.nqueens.solutions(n, variant)), np.int8).reshape(-1, n)
    classes = {nqueens.canonical(row, variant=variant).tobytes() for row in rows}
    for row in rows[:20]:
        assert nqueens.is_solution(nqueens.orbit(row, variant=variant), variant=variant).all()
    assert nqueens.count(n, variant=variant, symmetry="fundamental") == len(classes)


def test_same_nodes_on_every_instruction_set_and_threads():
    work = set()
    for isa in ISAS:
        for threads in (1, 2, 3):
            with pytest.MonkeyPatch.context() as patch:
                patch.setenv("FASTQUEENS_ISA", isa)
                count = nqueens.count(13, threads=threads)
                work.add((int(count), count.stats.nodes))
    assert work == {(73712, 346057)}


@pytest.mark.parametrize(
    "variant", ["queens", "toroidal", "toroidal_semiqueens", "superqueens", "plus_k", "minus_k"]
)
@pytest.mark.parametrize("parts", [1, 2, 7, 1000])
def test_tasks_add_up(variant, parts):
    n, pawns, known = {
        "queens": (11, 0, 2680),
        "toroidal": (11, 0, 88),
        "toroidal_semiqueens": (11, 0, 37851),
        "superqueens": (11, 0, 44),
        "plus_k": (8, 2, 44),
        "minus_k": (8, -2, 22708),
    }[variant]
    variant = variant.replace("minus", "plus")
    cut = nqueens.partition(n, variant=variant, pawns=pawns, tasks=parts)
    assert len(cut) <= parts
    assert sum(task.weight for task in cut) == pytest.approx(1)
    Random(5).shuffle(cut)
    cut = pickle.loads(pickle.dumps(cut))
    with ThreadPoolExecutor(2) as pool:
        counted = list(pool.map(nqueens.count_task, cut))
    assert sum(solutions for solutions, _ in counted) == known
    whole = nqueens.count(n, variant=variant, pawns=pawns)
    assert sum(nodes for _, nodes in counted) == whole.stats.nodes


@pytest.mark.parametrize("n", [9, 14, 17, 20, 23])
def test_budgets_do_not_matter(isa, n):
    """A range of prefixes gives the same count in small and in large steps."""
    plan = Plan(n)
    first, last = plan.task(5, 2000 if n < 20 else 10**6)
    last = min(last, first + 40)
    seen = set()
    for budget in (1, 1000, 10**7):
        machine = Task(plan, first, last)
        for _ in range(3000):
            if machine.step(budget):
                break
        else:
            while machine.step(10**6) == 0:
                pass
        assert machine.position == last
        seen.add((machine.solutions, machine.spent))
    assert len(seen) == 1


def test_count_stops():
    plan_work(22)  # which takes longer than the limit on a slow machine
    with pytest.raises(SearchStopped) as caught:
        nqueens.count(22, time_limit=0.5)
    assert caught.value.reason == "time"
    assert caught.value.partial.stats.nodes > 0
    assert not caught.value.partial.exact


def test_count_stops_before_the_first_node():
    forget_plans()
    with pytest.raises(SearchStopped) as caught:
        nqueens.count(22, time_limit=0)
    assert caught.value.partial.stats.counters == {"nodes": 0}
    assert (caught.value.partial, caught.value.partial.exact) == (0, False)
    plan_work(22)  # wait for the thread, which would take the time of other tests


def test_progress():
    seen = []
    nqueens.count(16, threads=1, progress=seen.append)
    nqueens.count(17, threads=2, progress=seen.append)
    assert all(0 <= p.fraction <= 1.000001 for p in seen)
    assert all(p.seconds_left >= -1e-3 for p in seen)


@pytest.mark.parametrize(
    "call",
    [
        lambda: nqueens.count(0),
        lambda: nqueens.count(-3),
        lambda: nqueens.count(28),
        lambda: nqueens.count(8.0),
        lambda: nqueens.count("8"),
        lambda: nqueens.count(True),
        lambda: nqueens.count(8, variant="kings"),
        lambda: nqueens.count(8, symmetry="some"),
        lambda: nqueens.count(8, pawns=1),
        lambda: nqueens.count(8, variant="plus_k", pawns=-8),
        lambda: nqueens.count(8, variant="plus_k", pawns=33),
        lambda: nqueens.count(8, variant="toroidal_semiqueens", pawns=-1),
        lambda: nqueens.solutions(8, variant="plus_k", pawns=-8),
        lambda: nqueens.count_task((8, "plus_k", -8, 0, 0, 1.0)),
        lambda: nqueens.count(8, threads=0),
        lambda: nqueens.partition(8, tasks=0),
        lambda: nqueens.partition(5, tasks=10**7),
        lambda: nqueens.partition(5, tasks=2**63),
        lambda: nqueens.count_task(None),
        lambda: nqueens.count_task((8, "queens", 0, 0)),
        lambda: nqueens.count_task((8, "queens", 0, 0, 10**9, 1.0)),
        lambda: nqueens.count_task((8, "queens", 0, 5, 2, 1.0)),
        lambda: nqueens.count_task((8, "kings", 0, 0, 1, 1.0)),
        lambda: nqueens.count_task((8, "hertzsprung", 0, 0, 1, 1.0)),
        lambda: nqueens.count(8, placed=[(0, 1)], threads=0),
        lambda: nqueens.count(8, placed=[(0, 1)], time_limit=float("nan")),
        lambda: nqueens.solutions(65),
        lambda: nqueens.solutions(8, placed=[(0, 8)]),
        lambda: nqueens.solutions(8, placed=[(0, 1), (0, 2)]),
        lambda: nqueens.solutions(8, placed="a1"),
        lambda: nqueens.solutions_array(8, variant="plus_k"),
        lambda: nqueens.construct(2),
        lambda: nqueens.construct(3),
        lambda: nqueens.construct(0),
        lambda: nqueens.random(3),
        lambda: nqueens.is_solution([0.5, 1]),
        lambda: nqueens.orbit([0, 0]),
    ],
)
def test_refuses(call):
    with pytest.raises(InputError):
        call()


# ----------------------------------------------------------------------------------- solutions


@pytest.mark.parametrize("n", range(1, 9))
@pytest.mark.parametrize("variant", LISTED)
def test_solutions(variant, n):
    expected = list(reference.nqueens.solutions(n, variant))
    found = nqueens.solutions(n, variant=variant)
    assert [tuple(queens.tolist()) for queens in found] == expected  # in the same order
    assert found.status == ("solved" if expected else "unsolvable")
    array = nqueens.solutions_array(n, variant=variant)
    assert (array.dtype, array.shape) == (np.int8, (len(expected), n))
    assert [tuple(row) for row in array.tolist()] == expected
    assert nqueens.is_solution(array, variant=variant).all() if expected else True


@pytest.mark.parametrize("n", range(1, 10))
def test_fundamental_solutions(n):
    every = nqueens.solutions_array(n)
    some = list(nqueens.solutions(n, symmetry="fundamental"))
    assert len(some) == FUNDAMENTAL[n - 1]
    orbits = [{image.tobytes() for image in nqueens.orbit(queens)} for queens in some]
    assert sum(map(len, orbits)) == len(every)
    assert set().union(*orbits) == {row.tobytes() for row in every}
    for queens in some:
        assert min(map(tuple, nqueens.orbit(queens).tolist())) == tuple(queens.tolist())
    array = nqueens.solutions_array(n, symmetry="fundamental")
    assert array.tolist() == [queens.tolist() for queens in some]


@pytest.mark.parametrize("n", [10, 11, 12])
def test_array_is_complete_and_sorted(n):
    array = nqueens.solutions_array(n)
    assert len(array) == ALL[n - 1]
    assert nqueens.is_solution(array).all()
    assert all(a < b for a, b in itertools.pairwise(map(tuple, array.tolist())))


@given(data=st.data(), n=st.integers(1, 7), variant=st.sampled_from(LISTED))
def test_given_queens(data, n, variant):
    cells = data.draw(
        st.lists(st.tuples(st.integers(0, n - 1), st.integers(0, n - 1)), max_size=3,
                 unique_by=lambda cell: cell[0])
    )  # fmt: skip
    expected = [
        queens
        for queens in reference.nqueens.solutions(n, variant)
        if all(queens[row] == column for row, column in cells)
    ]
    found = nqueens.complete(n, cells, variant=variant)
    assert [tuple(queens.tolist()) for queens in found] == expected
    columns = [-1] * n
    for row, column in cells:
        columns[row] = column
    if n > 2 or not cells:  # for n = 2, two columns look like a pair
        assert nqueens.count(n, variant=variant, placed=columns) == len(expected)
    assert nqueens.solutions_array(n, variant=variant, placed=cells).tolist() == [
        list(queens) for queens in expected
    ]


@pytest.mark.parametrize(("n", "pawns"), [(n, k) for n, k in PAWNS if n <= 8])
def test_pawn_solutions(n, pawns):
    found = list(nqueens.solutions(n, variant="plus_k", pawns=pawns))
    assert len(found) == PAWNS[n, pawns]
    seen = {(p.queens.tobytes(), p.pawns.tobytes()) for p in found}
    assert len(seen) == len(found)
    for placement in found:
        assert placement.queens.shape == (n + pawns, 2)
        assert placement.pawns.shape == (pawns, 2)
        assert _blocked(placement.queens.tolist(), placement.pawns.tolist())
    codes = [_code(n, p) for p in found]
    assert codes == sorted(codes)
    least = {min(_images(code)) for code in codes}
    fundamental = nqueens.solutions(n, variant="plus_k", pawns=pawns, symmetry="fundamental")
    assert [_code(n, p) for p in fundamental] == sorted(least)
    assert nqueens.count(n, variant="plus_k", pawns=pawns, symmetry="fundamental") == len(least)


def _code(n, placement):
    """Encode the board cell by cell: 0 for a queen, 1 for a pawn, 2 for an empty cell."""
    board = np.full((n, n), 2)
    board[tuple(placement.queens.T)] = 0
    board[tuple(placement.pawns.T)] = 1
    return tuple(map(tuple, board.tolist()))


def _images(code):
    boards = [np.rot90(flipped, k) for flipped in (code, np.fliplr(code)) for k in range(4)]
    return [tuple(map(tuple, board.tolist())) for board in boards]


def _blocked(queens, pawns):
    """Return whether no queen attacks another queen, tested cell by cell."""
    n = 1 + max(max(cell) for cell in [*queens, *pawns])
    taken = {tuple(cell) for cell in queens}
    walls = {tuple(cell) for cell in pawns}
    for row, column in taken:
        for dr, dc in itertools.product((-1, 0, 1), repeat=2):
            r, c = row + dr, column + dc
            while (dr or dc) and 0 <= r < n and 0 <= c < n and (r, c) not in walls:
                if (r, c) in taken:
                    return False
                r, c = r + dr, c + dc
    return not taken & walls


@pytest.mark.parametrize(("n", "pawns"), [(4, 1), (5, 1), (4, 2), (5, 2)])
def test_pawns_against_the_reference(n, pawns):
    expected = {(frozenset(q), frozenset(p)) for q, p in reference.nqueens.pawn_solutions(n, pawns)}
    found = {
        (frozenset(map(tuple, p.queens.tolist())), frozenset(map(tuple, p.pawns.tolist())))
        for p in nqueens.solutions(n, variant="plus_k", pawns=pawns)
    }
    assert found == expected
    assert nqueens.count(n, variant="plus_k", pawns=pawns) == len(expected)


def test_pawn_steps_of_nothing():
    """A budget of 0 changes nothing, not even after a solution."""
    queens, pawns = np.empty(7, np.int16), np.empty(1, np.int16)
    kernel, number = PlusK(6, 1, np.empty(0, np.int16)), 0
    while (status := kernel.step(50)) != 2:
        if status == 1:
            number += 1
            assert kernel.step(0) == kernel.step(0) == 0
            kernel.peek(queens, pawns)
            assert _blocked([divmod(c, 6) for c in queens.tolist()], [divmod(int(pawns[0]), 6)])
    assert number == 16


@pytest.mark.parametrize("n", FIRST)
def test_first(n):
    result = nqueens.first(n)
    assert (result.queens + 1).tolist() == FIRST[n]
    assert result.status == "solved"


def test_first_limits():
    for n in (2, 3):
        assert nqueens.first(n).status == "unsolvable"
    result = nqueens.first(60, node_limit=10_000)
    assert result.status in ("solved", "stopped")
    result = nqueens.first(64, time_limit=0.05)
    assert result.status in ("solved", "stopped")
    assert nqueens.first(8, variant="toroidal").status == "unsolvable"
    pawned = nqueens.first(6, variant="plus_k", pawns=1)
    assert (pawned.queens.shape, pawned.pawns.shape) == ((7, 2), (1, 2))
    assert nqueens.first(5, variant="plus_k", pawns=1).status == "unsolvable"


def test_solutions_array_limits():
    with pytest.raises(InputError, match="max_bytes"):
        nqueens.solutions_array(12, max_bytes=10_000)
    assert nqueens.solutions_array(8, max_bytes=92 * 8).shape == (92, 8)
    with pytest.raises(InputError, match="max_bytes"):
        nqueens.solutions_array(8, max_bytes=92 * 8 - 1)
    with pytest.raises(SearchStopped) as caught:
        nqueens.solutions_array(20, time_limit=0.1)
    assert nqueens.is_solution(caught.value.partial[:10]).all()
    for n in (16, 30):  # the error is raised before the work, not after it
        with pytest.raises(InputError, match="max_bytes"):
            nqueens.solutions_array(n, max_bytes=10**7)
    assert nqueens.solutions_array(10, symmetry="fundamental", max_bytes=920).shape == (92, 10)
    with pytest.raises(InputError, match="max_bytes"):
        nqueens.solutions_array(10, symmetry="fundamental", max_bytes=919)


def test_solutions_are_resumable():
    found = nqueens.solutions(20)
    some = [next(found) for _ in range(5)]
    assert nqueens.is_solution(np.array(some)).all()
    assert found.status == "running"
    limited = nqueens.solutions(12, node_limit=1000)
    number = len(list(limited))
    assert (limited.status, limited.reason) == ("stopped", "nodes")
    assert number < 14200


@given(n=st.integers(1, 10), budgets=st.lists(st.integers(1, 60), min_size=1, max_size=5))
def test_list_steps_add_up(n, budgets):
    def trace(cut):
        kernel, seen, at = List(n, 0, None, False), [], 0
        columns = np.empty(n, np.int16)
        while (status := kernel.step(cut[at % len(cut)])) != 2:
            at += 1
            if status == 1 and len(seen) < 30:
                kernel.peek(columns)
                seen.append((columns.tolist(), kernel.spent))
        return seen, kernel.spent

    assert trace(budgets) == trace([10**9])


# ------------------------------------------------------------- large boards and algebraic solutions


@pytest.mark.parametrize("n", [1, *range(4, 200), 1000, 12345])
def test_construct(n):
    queens = nqueens.construct(n)
    assert (queens.dtype, nqueens.is_solution(queens)) == (np.int32, True)


@pytest.mark.parametrize("n", [1, *range(4, 40), 1000, 100_000])
def test_random(n):
    queens = nqueens.random(n, seed=n)
    assert (queens.dtype, nqueens.is_solution(queens)) == (np.int32, True)
    assert (nqueens.random(n, seed=n) == queens).all()


def test_random_differs_by_seed():
    assert len({nqueens.random(30, seed=seed).tobytes() for seed in range(20)}) > 15


def test_random_steps_add_up():
    whole, parts = LocalSearch(500, 3), LocalSearch(500, 3)
    while (status := whole.step(10**6)) == 0:
        pass
    while (other := parts.step(7)) == 0:
        pass
    assert status == other == 1
    columns = np.empty((2, 500), np.int32)
    whole.peek(columns[0])
    parts.peek(columns[1])
    assert (columns[0] == columns[1]).all()


@given(n=st.integers(1, 6), variant=st.sampled_from(LISTED))
def test_is_solution(n, variant):
    every = np.array(list(itertools.product(range(n), repeat=n)), np.int8).reshape(-1, n)
    good = every[nqueens.is_solution(every, variant=variant)]
    assert [tuple(row) for row in good.tolist()] == list(reference.nqueens.solutions(n, variant))


def test_is_solution_odd_input():
    assert nqueens.is_solution([0]) is True
    assert nqueens.is_solution([5]) is False
    assert nqueens.is_solution([-1, 0]) is False
    assert nqueens.is_solution(np.empty((0, 8), np.int8)).shape == (0,)


@given(queens=st.permutations(range(6)))
def test_orbit(queens):
    images = nqueens.orbit(queens)
    assert images.shape == (8, 6)
    assert images[0].tolist() == list(queens)
    least = nqueens.canonical(queens).tolist()
    assert least == min(images.tolist())
    assert all(nqueens.canonical(image).tolist() == least for image in images)
    assert len({tuple(image) for image in images.tolist()}) in (1, 2, 4, 8)
    stack = nqueens.orbit(images)
    assert stack.shape == (8, 8, 6)
    assert (nqueens.canonical(images) == least).all()


# --------------------------------------------------------------------------- methods and growth


@pytest.mark.parametrize("method", nqueens.METHODS)
def test_all_solutions_by_a_method(method):
    if not nqueens.METHODS[method].complete:
        with pytest.raises(InputError, match="finds one solution at most"):
            nqueens.count(5, method=method)
        return
    found = nqueens.solutions(5, method=method)
    assert {tuple(x.tolist()) for x in found} == set(reference.nqueens.solutions(5))
    count = nqueens.count(5, method=method)
    assert (count, count.method, count.exact) == (10, method, True)
    assert count.stats.counters == found.stats.counters


def test_a_method_takes_settings_and_limits():
    plain, chosen = (nqueens.count(8, method="mac", **how) for how in ({}, {"order": "mrv"}))
    assert plain == chosen == 92
    assert plain.stats.steps != chosen.stats.steps
    with pytest.raises(SearchStopped) as caught:
        nqueens.count(12, method="permutation", node_limit=1000)
    assert (caught.value.reason, caught.value.partial.stats.permutations) == ("nodes", 1000)
    seen = Seen(2)
    with pytest.raises(Enough):
        nqueens.count(20, method="backtracking", progress=seen)
    assert seen[-1].nodes > 0


def test_growth():
    rows = nqueens.growth(range(1, 9))
    assert [row.n for row in rows] == list(range(1, 9))
    assert [row.solutions for row in rows] == ALL[:8]
    # each prefix of columns is one placed queen: the partial sums of A319284 without the root
    for row in rows[:6]:
        standing = sum(
            1
            for length in range(1, row.n + 1)
            for queens in itertools.permutations(range(row.n), length)
            if all(
                abs(queens[i] - queens[j]) != j - i
                for i, j in itertools.combinations(range(length), 2)
            )
        )
        assert row.nodes == standing
    assert (rows[7].combinations, rows[7].tuples) == (4426165368, 16777216)
    assert (rows[7].permutations, rows[7].nodes) == (40320, 2056)
    # The methods with these names test as many placements.
    for row in rows[:5]:
        for name, method in (("tuples", "tuples"), ("combinations", "combinations")):
            assert getattr(row, name) == nqueens.count(row.n, method=method).stats.placements
        assert row.permutations == nqueens.count(row.n, method="permutation").stats.permutations


def test_growth_is_written_and_drawn():
    rows = nqueens.growth([4, 8, 64], time_limit=0)
    assert [row.nodes for row in rows] == [None] * 3
    rows = nqueens.growth([4, 8])
    table = rows.to_text().splitlines()
    assert len(table) == 3
    assert all(len(line) <= 80 for line in [*table, *rows.to_chart().splitlines()])
    assert "4,426,165,368" in table[2]
    assert "<table>" in rows._repr_html_()
    assert ET.fromstring(rows.to_svg()).tag.endswith("svg")
    assert rows.to_svg().count("<polyline") >= 5


def test_the_numbers_of_the_paper():
    """The N-Queens paper prints 12 solutions, and calls C(64, 8) 4 trillion."""
    twelve = nqueens.solutions_array(8, symmetry="fundamental")
    assert len(twelve) == nqueens.count(8, symmetry="fundamental") == 12
    images = {tuple(image) for queens in twelve for image in nqueens.orbit(queens).tolist()}
    assert len(images) == nqueens.count(8) == 92
    (spaces,) = nqueens.growth([8])
    assert spaces.combinations == 4_426_165_368
    assert (spaces.tuples, spaces.permutations, spaces.nodes) == (16_777_216, 40_320, 2_056)
    (orders,) = nqueens.orders_of_growth([8])
    assert dataclasses.astuple(orders) == (8, 3, 24, 64, 256, 40_320)


def test_orders_of_growth():
    rows = nqueens.orders_of_growth(range(1, 65))
    for n, row in enumerate(rows, 1):
        assert row.n == n
        assert 2**row.logarithm == pytest.approx(n)
        assert row.n_logarithm == pytest.approx(n * row.logarithm)
        assert row.square == n * n
        assert row.exponential == 1 << n
        assert row.factorial == math.prod(range(1, n + 1))
    lines = rows.to_text().splitlines()
    assert {len(line) for line in lines} == {65}
    assert lines[10].split() == ["10", "3.3", "33.2", "100", "1,024", "3,628,800"]
    assert rows.to_svg().count("<polyline") > 6
    assert rows.to_svg(theme="dark") != rows.to_svg()
    # The six lines of the chart have six different marks, also without colours.
    marks = ET.fromstring(nqueens.orders_of_growth([4]).to_svg()).iter(
        "{http://www.w3.org/2000/svg}path"
    )
    shapes = set()
    for mark in marks:
        corners = [tuple(map(float, x.split())) for x in mark.get("d")[1:-1].split("L")]
        shapes.add(tuple((round(x - corners[0][0]), round(y - corners[0][1])) for x, y in corners))
    assert len(shapes) == 6


@pytest.mark.parametrize("sizes", [[], [0], [65], ["8"], 8, [None]])
def test_growth_refuses(sizes):
    with pytest.raises(InputError):
        nqueens.growth(sizes)
    with pytest.raises(InputError):
        nqueens.orders_of_growth(sizes)


@pytest.mark.parametrize(
    "how",
    [
        {"variant": "toroidal"},
        {"symmetry": "fundamental"},
        {"placed": [(0, 0)]},
        {"variant": "plus_k", "pawns": 1},
    ],
)
def test_a_method_takes_plain_queens_only(how):
    for call in (nqueens.solutions, nqueens.count):
        with pytest.raises(InputError, match="supports neither variants"):
            call(6, method="backtracking", **how)
    with pytest.raises(InputError, match="cannot be used with method"):
        nqueens.count(6, node_limit=5)


def test_the_new_variants_are_watched():
    *_, last = nqueens.frames(5, variant="toroidal_semiqueens", every=2)
    assert len(last.view.queens) == 5
    *_, last = nqueens.frames(5, variant="plus_k", pawns=-2, every=2)
    assert (len(last.view.queens), last.view.pawns) == (3, ())


def test_fewer_queens_are_drawn_on_their_board():
    placement = next(nqueens.solutions(8, variant="plus_k", pawns=-3))
    result = nqueens.first(8, variant="plus_k", pawns=-3)
    assert placement.n == result.n == pickle.loads(pickle.dumps(placement)).n == 8
    assert placement.to_svg() == result.to_svg()
    assert "8 rows and columns" in placement.to_svg()
    queens, pawns = placement
    assert (len(queens), len(pawns)) == (5, 0)


def test_the_recurrence_refuses_wrong_limits_too():
    with pytest.raises(InputError, match="time_limit is -1"):
        nqueens.count(7, variant="hertzsprung", time_limit=-1)
