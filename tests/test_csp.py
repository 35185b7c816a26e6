"""Constraint search: every method and its counters against the slow references."""

from __future__ import annotations

import pickle
import time
from itertools import product

import numpy as np
import pytest
from conftest import examples, oracle, region_arrays, sample_boards, tight_board
from helpers.waits import longest_wait
from hypothesis import given
from hypothesis import strategies as st

from fastqueens import csp, queens, reference
from fastqueens._kernels.csp import search as kernels
from fastqueens.nqueens.csp_model import nqueens_kernel, nqueens_model
from fastqueens.queens.solving.csp_model import board_kernel, queens_model
from fastqueens.results import Count, InputError, SearchStopped
from fastqueens.search import DONE, FOUND, RUNNING, Search

COMBINATIONS = list(product(csp.TREE_METHODS, csp.ORDERS, csp.VALUES, (False, True)))
FOUR = np.array([[0, 1, 1, 1], [0, 0, 1, 2], [3, 2, 2, 2], [3, 3, 3, 2]], np.uint8)
NINE = """
AAABBCCCD ABBBBCECD ABBBDCECD AAABDCCCD BBBBDDDDD FGGGDDHDD FGIGDDHDD FGIGDDHDD FGGGDDHHH
"""


def nine() -> queens.Board:
    return queens.Board.from_text("\n".join(NINE.split()))


def thesis(n: int) -> queens.Board:
    return queens.Board.from_file(oracle(f"queens_thesis{n}.txt"))


def general(sizes, conflicts) -> kernels.Model:
    pairs = np.array(sorted(conflicts), np.uint32).reshape(-1, 4)
    return kernels.general(np.array(sizes, np.uint32), pairs)


def make(
    model, method="mac", order="static", values="static", restarts=False, seed=0, size=1 << 16
):
    numbers = (
        list(csp.TREE_METHODS).index(method),
        csp.ORDERS.index(order),
        csp.VALUES.index(values),
    )
    return kernels.Search(model, *numbers, restarts, seed, size)


def all_values(kernel, budget=1 << 40) -> list[tuple[int, ...]]:
    """Run a kernel to its end; return the values of all solutions."""
    found, values = [], np.empty(kernel.model.variables, np.int32)
    while (status := kernel.step(budget)) != DONE:
        if status == FOUND:
            kernel.peek_values(values)
            found.append(tuple(values.tolist()))
    assert kernel.step(budget) == DONE
    return found


def columns(kernel, n: int) -> tuple[int, ...]:
    placed = np.empty(n, np.int16)
    kernel.peek(placed)
    return tuple(placed.tolist())


@st.composite
def problems(draw, most=6):
    """Draw domain sizes and conflicts; sometimes an empty domain, or one of several words."""
    sizes = draw(st.lists(st.integers(1, 4), min_size=1, max_size=most))
    kind = draw(st.sampled_from(["small", "small", "empty", "large", "full"]))
    if kind == "empty":
        sizes[draw(st.integers(0, len(sizes) - 1))] = 0
    if kind == "large":
        sizes = sizes[:4]
        sizes[draw(st.integers(0, len(sizes) - 1))] = draw(st.sampled_from([63, 64, 65, 130]))
    if kind == "full":  # variables that fill a word to its last bit
        sizes = [*sizes[:2], 60, *sizes[2:3]]
    pairs = [
        (x, a, y, b)
        for x in range(len(sizes))
        for y in range(x)
        for a in range(sizes[x])
        for b in range(sizes[y])
    ]
    share = draw(st.sampled_from([0.0, 0.3, 0.5, 0.8]))
    rng = np.random.default_rng(draw(st.integers(0, 2**32)))
    kept = rng.random(len(pairs)) < share
    linked = rng.random((len(sizes), len(sizes))) < draw(st.sampled_from([0.5, 1.0]))
    return sizes, [p for p, keep in zip(pairs, kept, strict=True) if keep and linked[p[0], p[2]]]


# -------------------------------------------------------- against the reference implementations


@examples(150)
@given(problems())
@pytest.mark.parametrize("method", ["backtracking", "forward-checking", "mac"])
def test_solutions_and_counters_are_those_of_the_twin(method, problem):
    sizes, conflicts = problem
    model = general(sizes, conflicts)
    for order, values in product(csp.ORDERS, ("static", "lcv")):
        work: dict[str, int] = {}
        expected = list(
            reference.csp.solutions(sizes, conflicts, method, order, values, counters=work)
        )
        kernel = make(model, method, order, values)
        assert all_values(kernel) == expected
        counters = kernel.counters()
        assert counters == {name: work[name] for name in counters}


@examples(60)
@given(problems(), st.lists(st.integers(0, 300), min_size=6, max_size=6, unique=True))
def test_arcs_are_found_in_sets_of_many_words(problem, places):
    """The variables of a problem stand among 300 others, of a word each, without conflicts."""
    sizes, conflicts = problem
    places = sorted(places)[: len(sizes)]
    wide = [64] * 301
    for x, place in enumerate(places):
        wide[place] = sizes[x]
    moved = [(places[x], a, places[y], b) for x, a, y, b in conflicts]
    small, large = make(general(sizes, conflicts)), make(general(wide, moved))
    for kernel in (small, large):
        while kernel.step(1 << 40) == RUNNING:
            pass
    names = ("revisions", "prunes")
    assert [small.counters()[x] for x in names] == [large.counters()[x] for x in names]
    if small.found:
        values = [np.empty(kernel.model.variables, np.int32) for kernel in (small, large)]
        small.peek_values(values[0])
        large.peek_values(values[1])
        assert values[0].tolist() == values[1][places].tolist()
    assert small.found == large.found


@examples(40)
@given(region_arrays(), st.sampled_from(["regions", "rows"]))
def test_counters_on_boards_are_those_of_the_twin(regions, variables):
    sizes, conflicts, cells = reference.csp.of_board(regions.tolist(), variables)
    model = queens_model(regions, variables=variables)
    assert model.sizes() == sizes
    for x, domain in enumerate(cells):
        assert [divmod(model.cell(x, a), len(regions)) for a in range(len(domain))] == domain
    for method, order in product(("backtracking", "forward-checking", "mac"), csp.ORDERS):
        if method == "backtracking" and order == "static" and len(regions) > 6:
            continue  # too slow in the reference
        work: dict[str, int] = {}
        found = reference.csp.solutions(sizes, conflicts, method, order, counters=work)
        expected = list(found)
        kernel = make(model, method, order)
        assert all_values(kernel) == expected
        assert kernel.counters() == {name: work[name] for name in kernel.counters()}


@given(problems())
def test_looking_up_changes_nothing_but_the_work(problem):
    """With any order, values and restarts, steps and backtracks equal those of the plain search."""
    sizes, conflicts = problem
    model = general(sizes, conflicts)
    for order, values, restarts in product(csp.ORDERS, csp.VALUES, (False, True)):
        plain = make(model, "backtracking", order, values, restarts, seed=5)
        memo = make(model, "backtracking-memo", order, values, restarts, seed=5)
        assert all_values(memo) == all_values(plain)
        counters = memo.counters()
        assert counters["nodes"] <= counters["steps"]
        assert {name: counters[name] for name in plain.counters()} == plain.counters()


@pytest.mark.parametrize("values", csp.VALUES)
@pytest.mark.parametrize("seed", range(4))
def test_looking_up_changes_nothing_with_restarts(values, seed):
    """Restarts happen at the same step, even within a call that is in the memory."""
    for model in (queens_model(nine().regions), queens_model(tight_board(12, seed))):
        plain = make(model, "backtracking", "static", values, True, seed)
        memo = make(model, "backtracking-memo", "static", values, True, seed)
        assert all_values(memo) == all_values(plain)
        counters = memo.counters()
        assert counters["restarts"] > 0
        assert counters["hits"] > 0
        assert {name: counters[name] for name in plain.counters()} == plain.counters()


@examples(40)
@given(region_arrays(exact=False))
def test_all_combinations_agree_on_the_solutions(regions):
    n, count = len(regions), len(np.unique(regions))
    expected = set(
        reference.queens.solutions(regions.tolist(), queens.Rules(allow_empty_regions=True))
    )
    for variables in ("regions", "rows"):
        if count > n and variables == "regions":
            continue
        for method, order, values, restarts in COMBINATIONS:
            kernel = board_kernel(
                regions,
                method=method,
                variables=variables,
                order=order,
                values=values,
                restarts=restarts,
                seed=1,
                max_bytes=4096,
            )
            found = []
            while kernel.step(1 << 40) == FOUND:
                found.append(columns(kernel, n))
            assert len(found) == len(expected)
            assert set(found) == expected


@pytest.mark.parametrize("n", range(1, 8))
def test_nqueens_against_reference(n):
    expected = set(reference.nqueens.solutions(n))
    for method, order in product(csp.TREE_METHODS, csp.ORDERS):
        kernel = nqueens_kernel(n, method=method, order=order)
        found = []
        while kernel.step(1 << 40) == FOUND:
            found.append(columns(kernel, n))
        assert sorted(found) == sorted(expected)


@given(problems())
def test_root_fixpoint_is_the_naive_one(problem):
    sizes, conflicts = problem
    kernel = make(general(sizes, conflicts))
    before = kernel.domains()
    while kernel.step(1) == RUNNING and not kernel.counters()["steps"]:
        before = kernel.domains()
    naive = reference.csp.fixpoint(sizes, conflicts)
    if kernel.counters()["steps"]:
        assert before == naive
    else:
        assert not all(naive)


@examples(60)
@given(problems(), st.sampled_from(COMBINATIONS))
def test_the_trail_is_undone_exactly(problem, combination):
    sizes, conflicts = problem
    kernel = make(general(sizes, conflicts), *combination)
    all_values(kernel)
    after = kernel.domains()
    if combination[0] == "mac":
        naive = reference.csp.fixpoint(sizes, conflicts)
        if all(naive):
            assert after == naive
    else:
        assert after == [list(range(size)) for size in sizes]


@examples(20)
@given(region_arrays(), st.sampled_from(["regions", "rows"]), st.sampled_from(COMBINATIONS))
def test_the_cells_left_are_those_of_the_domains(regions, variables, combination):
    model = queens_model(regions, variables=variables)
    kernel = make(model, *combination)
    left = np.full(regions.shape, 7, np.uint8)
    status = RUNNING
    while status != DONE and kernel.spent < 200:
        kernel.peek_left(left)
        cells = {model.cell(x, a) for x, domain in enumerate(kernel.domains()) for a in domain}
        assert left.ravel().tolist() == [cell in cells for cell in range(left.size)]
        assert left.ravel()[kernel.cells()].all()
        status = kernel.step(3)


# --------------------------------------------------------------------------------- fixed boards


def test_the_worked_example():
    """On 4x4, R takes its first cell and then its second; then B, Y and G find their cells."""
    kernel = board_kernel(FOUR, method="backtracking")
    assert kernel.step(100) == FOUND
    assert columns(kernel, 4) == (2, 0, 3, 1)
    assert kernel.cells() == [4, 2, 11, 13]  # the cells region by region
    assert kernel.counters() == {"steps": 7, "backtracks": 3}
    assert kernel.step(100) == DONE


# The board of the LinkedIn Queens report, searched completely, regions by first appearance.
# Counters: steps, backtracks, (nodes, hits), (revisions), (prunes).
PINNED = {
    ("backtracking", "static"): (9133, 9133),
    ("backtracking", "mrv"): (50, 50),
    ("backtracking", "dom/deg"): (27, 27),
    ("backtracking-memo", "static"): (9133, 9133, 6326, 250),
    ("backtracking-memo", "mrv"): (50, 50, 49, 1),
    ("backtracking-memo", "dom/deg"): (27, 27, 27, 0),
    ("forward-checking", "static"): (292, 638, 1659),
    ("forward-checking", "mrv"): (33, 50, 418),
    ("forward-checking", "dom/deg"): (19, 27, 221),
    ("mac", "static"): (9, 10, 208, 78),
    ("mac", "mrv"): (9, 10, 190, 78),
    ("mac", "dom/deg"): (9, 10, 190, 78),
}


@pytest.mark.parametrize("method", csp.TREE_METHODS)
@pytest.mark.parametrize("order", csp.ORDERS)
def test_pinned_counters(method, order):
    board = nine()
    kernel = board_kernel(board.regions, board.labels, method=method, order=order)
    assert len(all_values(kernel)) == 1
    assert tuple(kernel.counters().values()) == PINNED[method, order]


def test_order_is_everything():
    """The thesis' board of 20 rows needs thousands of steps in one order, 92e9 in another."""
    board = thesis(20)
    kernel = board_kernel(board.regions, board.labels, method="backtracking")
    assert kernel.step(10**6) == FOUND
    assert kernel.counters() == {"steps": 5023, "backtracks": 5003}
    slow = board_kernel(board.regions, board.labels, method="backtracking", region_order="label")
    assert slow.step(10**7) == RUNNING
    assert slow.counters()["steps"] == 10**7
    memo = board_kernel(
        board.regions, board.labels, method="backtracking-memo", region_order="label"
    )
    assert memo.step(10**5) == RUNNING
    steps = memo.counters()["steps"]
    assert steps > 5 * 10**5
    again = board_kernel(board.regions, board.labels, method="backtracking", region_order="label")
    again.step(steps)
    assert again.counters()["backtracks"] == memo.counters()["backtracks"]
    assert again.cells() == memo.cells()


@pytest.mark.parametrize("n", [20, 30])
@pytest.mark.parametrize("seed", range(5))
def test_mac_with_restarts_solves_the_thesis_boards(n, seed):
    board = thesis(n)
    kernel = board_kernel(
        board.regions, board.labels, method="mac", order="mrv", restarts=True, seed=seed
    )
    assert kernel.step(300_000) == FOUND
    assert queens.violations(board, columns(kernel, n)).complete


def test_sample_boards_have_their_solutions():
    for regions, solutions in sample_boards(range(6, 12)):
        for method in ("forward-checking", "mac"):
            kernel = board_kernel(regions, method=method, order="mrv")
            found = 0
            while found < 1000 and kernel.step(1 << 40) == FOUND:
                found += 1
            assert found == solutions


def test_a_board_of_64_rows():
    board = tight_board(64, 3)
    kernel = board_kernel(board, method="mac", order="mrv", restarts=True)
    assert kernel.step(2_000_000) == FOUND
    assert queens.violations(board, columns(kernel, 64)).complete
    kernel = nqueens_kernel(64, method="forward-checking", order="mrv", restarts=True)
    assert kernel.step(1_000_000) == FOUND
    placed = columns(kernel, 64)
    for sign in (1, -1):
        assert len({c + sign * r for r, c in enumerate(placed)}) == 64


# -------------------------------------------------------------------------------------- stepping


@pytest.mark.parametrize("method", csp.TREE_METHODS)
@pytest.mark.parametrize("options", [("static", "static"), ("mrv", "lcv"), ("dom/deg", "random")])
@pytest.mark.parametrize("restarts", [False, True])
def test_steps_add_up(method, options, restarts):
    """The kernel passes through the same states with any division of the budget."""
    board = tight_board(8, 1)
    model = queens_model(board)

    def states(budgets):
        kernel = make(model, method, *options, restarts, seed=2, size=1 << 12)
        seen = {}
        while True:
            status = kernel.step(next(budgets))
            state = (status, tuple(kernel.cells()), *kernel.counters().values())
            if status != FOUND:
                seen[kernel.spent] = (state, kernel.domains())
            if status == DONE:
                return seen

    def ones():
        while True:
            yield 1

    def mixed():
        rng = np.random.default_rng(7)
        while True:
            yield int(rng.choice([1, 2, 60, 66, 67, 70, 131, 1000]))

    fine = states(ones())
    coarse = states(mixed())
    assert len(fine) > 5
    assert max(fine) == max(coarse)
    shared = fine.keys() & coarse.keys()
    assert len(shared) == len(coarse)
    assert all(fine[work] == coarse[work] for work in shared)


@pytest.mark.parametrize("method", csp.TREE_METHODS)
def test_a_budget_is_never_exceeded(method):
    kernel = nqueens_kernel(20, method=method)
    assert kernel.step(0) == RUNNING
    assert kernel.spent == 0
    total = 0
    for budget in (1, 2, 3, 64, 65, 66, 67, 500, 1):
        if kernel.step(budget) == RUNNING:
            total += budget
            assert kernel.spent == total


def test_memory_bounds_only_the_work():
    work = []
    for size in (0, 1 << 10, 1 << 24):
        kernel = board_kernel(tight_board(12, 0), method="backtracking-memo", max_bytes=size)
        assert kernel.step(1 << 40) == FOUND
        work.append(kernel.counters())
    assert {(w["steps"], w["backtracks"]) for w in work} == {(2698, 2686)}
    assert work[0]["nodes"] > work[1]["nodes"] > work[2]["nodes"]
    assert work[0]["hits"] < work[2]["hits"]


@pytest.mark.parametrize("values", ["static", "lcv"])  # the fast path and the general path
@pytest.mark.parametrize("free", [50, 70])
def test_steps_too_many_to_take(free, values):
    """Free variables with 2 values each precede a triangle that two colours cannot fill.

    Each of the 2^free visits of the triangle takes 5 steps, and the choices above it 2^free - 1.
    """
    triangle = [(free, free + 1), (free, free + 2), (free + 1, free + 2)]
    conflicts = [(x, a, y, a) for x, y in triangle for a in (0, 1)]
    kernel = make(general([2] * (free + 3), conflicts), "backtracking-memo", values=values)
    assert kernel.step(10**6) == DONE
    steps, backtracks = (kernel.counters()[name] for name in ("steps", "backtracks"))
    if free == 50:
        assert (steps, backtracks) == (6 * 2**50 - 1, 6 * 2**50 - 2)
        assert kernel.counters()["nodes"] < 1000
    else:
        assert steps == backtracks == 2**64 - 1


# ------------------------------------------------------------------------------- boards as input


def test_variables_and_orders_of_boards():
    board = queens.Board.from_text("BBAA\nBBAA\nCCDD\nCCDD")
    model = queens_model(board.regions, labels=board.labels)
    assert [model.cell(x, 0) for x in range(4)] == [0, 2, 8, 10]
    model = queens_model(board.regions, labels=board.labels, region_order="label")
    assert [model.cell(x, 0) for x in range(4)] == [2, 0, 8, 10]
    model = queens_model(board.regions, labels=board.labels, region_order=list("DCBA"))
    assert [model.cell(x, 0) for x in range(4)] == [10, 8, 0, 2]
    model = queens_model(board.regions, variables="rows")
    assert [model.cell(x, 0) for x in range(4)] == [0, 4, 8, 12]
    unnumbered = queens_model(board.regions * 7 + 3)
    assert [unnumbered.cell(x, 0) for x in range(4)] == [0, 2, 8, 10]


@pytest.mark.parametrize("method", csp.TREE_METHODS)
def test_too_few_regions_are_unsolvable_at_once(method):
    regions = np.zeros((40, 40), np.uint8)
    for variables in (None, "regions", "rows"):
        kernel = board_kernel(regions, method=method, variables=variables)
        assert kernel.step(1) == DONE
        assert kernel.counters()["steps"] == 0


def test_more_regions_than_rows_need_rows():
    regions = np.arange(25, dtype=np.uint8).reshape(5, 5)
    expected = sum(
        1
        for _ in reference.queens.solutions(
            regions.tolist(), queens.Rules(allow_empty_regions=True)
        )
    )
    assert len(all_values(board_kernel(regions, method="mac"))) == expected
    with pytest.raises(InputError, match="25 regions on 5 rows"):
        board_kernel(regions, method="mac", variables="regions")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"method": "magic"}, "unknown method 'magic', expected one of backtracking"),
        ({"order": "best"}, "order is 'best', expected one of static"),
        ({"values": "best"}, "values is 'best', expected one of static"),
        ({"variables": "cells"}, "unknown variables 'cells'"),
        ({"region_order": "size"}, "region_order is 'size'"),
        ({"region_order": [0, 1, 2]}, "expected 'first-seen', 'label' or each of 0, 1, 2, 3"),
        ({"region_order": 3}, "region_order is 3"),
        ({"seed": -1}, "seed is -1"),
        ({"max_bytes": -1}, "max_bytes is -1"),
        ({"labels": "ABC"}, "found region 3, but 3 labels"),
        ({"labels": "ABCDE"}, "found 4 regions, but 5 labels"),
    ],
)
def test_bad_options_of_boards(options, message):
    with pytest.raises(InputError, match=message):
        board_kernel(FOUR, **{"method": "mac", **options})


def test_bad_boards():
    with pytest.raises(InputError, match="shape"):
        queens_model(np.zeros((3, 4), np.uint8))
    with pytest.raises(InputError, match="shape"):
        queens_model(np.zeros((65, 65), np.uint8))
    with pytest.raises(InputError, match="n is 65"):
        nqueens_model(65)
    with pytest.raises(InputError, match="n is 0"):
        nqueens_model(0)


# ------------------------------------------------------------------------------ the public Model


def petersen() -> csp.Model:
    edges = [(i, (i + 1) % 5) for i in range(5)] + [(i, i + 5) for i in range(5)]
    edges += [(5 + i, 5 + (i + 2) % 5) for i in range(5)]
    model = csp.Model([3] * 10)
    for edge in edges:
        model.add_different(*edge)
    return model


@pytest.mark.parametrize(("method", "order", "values", "restarts"), COMBINATIONS)
def test_every_combination_colours_the_petersen_graph(method, order, values, restarts):
    options = {"order": order, "values": values, "restarts": restarts, "seed": 9}
    model = petersen()
    result = model.solve(method, **options)
    assert result.solved
    assert result.method == method
    assert ("restarts" in result.stats.counters) == restarts
    count = model.count(method, **options)
    # The value of the chromatic polynomial.
    assert (count, count.exact, count.method) == (120, True, method)
    found = model.solutions(method, **options)
    assert len({tuple(v.values()) for v in found}) == 120
    assert found.status == "solved"


def test_two_colours_do_not_do():
    model = csp.Model({x: ["red", "blue"] for x in "abc"})
    model.add_different("a", "b", "c")
    for method in csp.TREE_METHODS:
        assert model.solve(method).status == "unsolvable"
        assert model.count(method) == 0
        assert model.solve(method).values is None


def test_the_model_may_grow_between_searches():
    model = csp.Model([2, 2])
    running = model.solutions()
    first = next(running)
    model.add_different(0, 1)
    model.add_conflicts([[0, 0, 1, 1]])
    assert list(model.solutions()) == [{0: 1, 1: 0}]
    assert len([first, *running]) == 4  # an iterator started earlier continues unchanged


def test_values_of_any_kind():
    model = csp.Model([("a", None), (1.5, "a"), 2], names=["x", ("y", 1), "z"])
    model.add_different("x", ("y", 1))
    model.add_conflict("z", 1, "x", None)
    assert model.names == ("x", ("y", 1), "z")
    assert [tuple(v.values()) for v in model.solutions("backtracking", order="static")] == [
        ("a", 1.5, 0),
        ("a", 1.5, 1),
        (None, 1.5, 0),
        (None, "a", 0),
    ]
    assert repr(csp.Model([1])) == "Model(1 variable, 1 value)"
    text = str(model.solve("backtracking", order="static"))
    assert text.startswith("solved by backtracking: ")
    assert "\nx = a\n" in text


def test_limits():
    model = csp.Model([30] * 31)
    for x in range(31):
        for y in range(x):
            # One value too few: no method detects this pigeonhole problem quickly.
            model.add_different(x, y)
    result = model.solve(node_limit=1000)
    assert (result.status, result.reason, result.values) == ("stopped", "nodes", None)
    assert result.stats.steps + result.stats.revisions == 1000
    assert model.solve("forward-checking", time_limit=0).reason == "time"
    found = csp.Model([5] * 5).count(limit=7)
    assert (found, found.exact) == (7, False)
    assert csp.Model([5]).count(limit=0) == 0
    with pytest.raises(SearchStopped, match="stopped by the node limit after 0 solutions") as stop:
        model.count("backtracking", node_limit=500)
    assert isinstance(stop.value.partial, Count)
    assert stop.value.partial.stats.steps == 500
    with pytest.raises(InputError, match="limit is -1"):
        model.count(limit=-1)


def test_progress_and_pickled_results():
    seen = []
    petersen().count("backtracking", progress=lambda p: seen.append(p.counters["steps"]))
    result = petersen().solve()
    assert pickle.loads(pickle.dumps(result)).values == result.values


def test_large_domains_and_many_variables():
    sizes = [200, 1, 64, 65, 3000]
    model = csp.Model(sizes)
    for x in range(5):
        for y in range(x):
            model.add_different(x, y)
    assert model.solve("mac").values == {0: 3, 1: 0, 2: 1, 3: 2, 4: 4}
    assert model.solve("mac", order="static").values == {0: 1, 1: 0, 2: 2, 3: 3, 4: 4}
    chain = csp.Model([2] * 3000)
    for x in range(1, 3000):
        chain.add_different(x - 1, x)
    assert [v[2999] for v in chain.solutions("mac", order="static")] == [1, 0]
    wide = csp.Model([64] * 301)
    wide.add_all_different(0, 7, 150, 299, 300)
    wide.add_all_different(150, 151)
    chosen = wide.solve("mac", order="static").values
    assert [chosen[x] for x in (0, 7, 150, 299, 300, 151)] == [0, 1, 2, 3, 4, 0]


@pytest.mark.parametrize(
    ("make_one", "message"),
    [
        (lambda: csp.Model([]), "no domains"),
        (lambda: csp.Model(5), "domains is 5"),
        (lambda: csp.Model([2, -1]), "variable 1 has -1 values"),
        (lambda: csp.Model([2, None]), "domain of variable 1 is None"),
        (lambda: csp.Model([["a", "b", "a"]]), "value of variable 0 'a' occurs twice"),
        (lambda: csp.Model([[[]]]), "is not hashable"),
        (lambda: csp.Model([2, 2], names=["a"]), "found 1 names for 2 domains"),
        (lambda: csp.Model([2, 2], names="aa"), "name 'a' occurs twice"),
        (lambda: csp.Model({"a": 2}, names="a"), "found names and a mapping"),
        (lambda: csp.Model([2**40]), "more than 131,072 values"),
        (lambda: csp.Model([100_000, 100_000]), "more than 131,072 values"),
        (lambda: csp.Model([2, 2]).add_conflict(0, 0, 2, 0), "no variable 2, expected 0, 1"),
        (lambda: csp.Model([2, 2]).add_conflict(0, 5, 1, 0), "variable 0 has no value 5"),
        (lambda: csp.Model([2, 2]).add_conflict(0, [], 1, 0), "has no value"),
        (lambda: csp.Model([2, 2]).add_conflict(1, 0, 1, 1), "variable 1 twice"),
        (lambda: csp.Model([2, 2]).add_different(0), "found 1 variable, expected"),
        (lambda: csp.Model([2, 2]).add_different(0, 0), "variable 0 twice"),
        (lambda: csp.Model([2, 2]).add_conflicts([1, 2]), "shape"),
        (lambda: csp.Model([2, 2]).add_conflicts([[0, 0, 1.0, 0]]), "float64"),
        (lambda: csp.Model([2, 2]).add_conflicts([[0, 0, 1], [0]]), "rows of four"),
        (lambda: csp.Model([2, 2]).add_conflicts([[0, 0, 2, 0]]), "row 0, column 2: found 2"),
        (lambda: csp.Model([2, 2]).add_conflicts([[0, 0, 1, -1]]), "row 0, column 3: found -1"),
        (lambda: csp.Model([2, 2]).add_conflicts([[0, 0, 0, 1]]), "row 0: found variable 0 twice"),
        (lambda: csp.Model([2]).solve("dancing"), "unknown method"),
        (lambda: csp.Model([2]).solve(order="size"), "order is 'size'"),
        (lambda: csp.Model([2]).solve(values="size"), "values is 'size'"),
        (lambda: csp.Model([2]).solve(seed=2**64), "seed"),
        (lambda: csp.Model([2]).solve(node_limit=-1), "node_limit"),
    ],
)
def test_bad_models(make_one, message):
    with pytest.raises(InputError, match=message):
        make_one()


def test_a_model_of_ten_thousand_variables():
    model = csp.Model({x: range(10) for x in range(10_000)})
    for x in range(9_999):
        model.add_conflict(x, 0, x + 1, 0)
    result = model.solve()
    assert list(result.values.values()) == [0, 1] * 5_000


@pytest.mark.parametrize("values", ["static", "lcv"])
def test_a_variable_of_more_than_65536_values(values):
    model = csp.Model([70_000, 1])
    model.add_conflicts([[0, value, 1, 0] for value in range(69_998)])
    assert model.solve(values=values).values == {0: 69_998, 1: 0}


@pytest.mark.skipif(not hasattr(time, "pthread_getcpuclockid"), reason="no clock of a thread")
@pytest.mark.parametrize("add", [csp.Model.add_different, csp.Model.add_all_different])
def test_other_threads_run_while_a_model_is_built(add):
    def build():
        model = csp.Model({x: range(30) for x in range(200)})
        add(model, *range(200))
        model.solve("mac", node_limit=1)

    assert longest_wait(build) < 0.05


def test_kernels_refuse_what_cannot_be():
    for sizes, pairs in (([], []), ([1, 1], [(0, 0, 0, 0)]), ([1, 1], [(0, 1, 1, 0)])):
        with pytest.raises(ValueError, match="size or a range"):
            general(sizes, pairs)
    with pytest.raises(ValueError, match="empty"):
        make(kernels.Model())
    model = nqueens_model(4)
    with pytest.raises(ValueError, match="size or a range"):
        kernels.Search(model, 4, 0, 0, False, 0, 0)
    kernel = make(model)
    with pytest.raises(ValueError, match="n entries"):
        kernel.peek(np.empty(5, np.int16))
    with pytest.raises(ValueError, match="one entry per variable"):
        kernel.peek_values(np.empty(5, np.int32))
    for made in (kernel, make(general([2, 2], []))):
        with pytest.raises(ValueError, match="n rows of n"):
            made.peek_left(np.empty((4, 5), np.uint8))
    assert Search(kernel).run() == FOUND
