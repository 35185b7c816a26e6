"""Tables and counts of a csp model: every method against the twin and against brute force."""

from __future__ import annotations

import copy
import pickle
from itertools import product

import numpy as np
import pytest
from conftest import examples
from hypothesis import given
from hypothesis import strategies as st

from fastqueens import InputError, csp, reference
from fastqueens._kernels.csp import search as kernels
from fastqueens._kernels.csp.model_min_conflicts import ModelMinConflicts
from fastqueens.search import DONE, FOUND, RUNNING

NO_VALUE = 0xFFFFFFFF


def compiled(problem) -> kernels.Model:
    """Compile a problem in the form that the reference uses."""
    sizes, conflicts, sets, tables, counts = problem
    return kernels.general(
        np.array(sizes, np.uint32),
        np.array(sorted(conflicts), np.uint32).reshape(-1, 4),
        [
            (np.array([*one], np.uint32), np.array([k for ks in one.values() for k in ks], "u4"))
            for one in sets
        ],
        [
            (np.array(variables, "u4"), np.array(rows, "u4").reshape(-1, len(variables)))
            for variables, rows in tables
        ],
        [
            (
                np.array(variables, np.uint32),
                np.array([NO_VALUE if value is None else value for value in values], np.uint32),
                least,
                most,
            )
            for variables, values, least, most in counts
        ],
    )


def searched(model, method="mac", order="static", values="static", restarts=False, size=1 << 16):
    numbers = [*csp.TREE_METHODS].index(method), csp.ORDERS.index(order), csp.VALUES.index(values)
    return kernels.Search(model, *numbers, restarts, 3, size)


def all_values(kernel) -> list[tuple[int, ...]]:
    found, values = [], np.empty(kernel.model.variables, np.int32)
    while (status := kernel.step(1 << 40)) != DONE:
        assert status == FOUND
        kernel.peek_values(values)
        found.append(tuple(values.tolist()))
    return found


def brute_force(problem) -> set[tuple[int, ...]]:
    """Try every assignment."""
    sizes, conflicts, sets, tables, counts = problem
    return {
        values
        for values in product(*map(range, sizes))
        if not any(values[x] == a and values[y] == b for x, a, y, b in conflicts)
        and all(len({one[x][values[x]] for x in one}) == len(one) for one in sets)
        and all(tuple(values[x] for x in variables) in rows for variables, rows in tables)
        and all(
            least <= sum(values[x] == a for x, a in zip(variables, counted, strict=True)) <= most
            for variables, counted, least, most in counts
        )
    }


@st.composite
def problems(draw, *, different=True):
    """Draw a few variables with tables, counts, some conflicts, and sometimes a different set.

    Sometimes a domain is empty or fills several words, or a table has several words of rows.
    """
    sizes = draw(st.lists(st.integers(1, 4), min_size=1, max_size=5))
    kind = draw(st.sampled_from(["small"] * 6 + ["empty", "large"]))
    if kind == "empty":
        sizes[draw(st.integers(0, len(sizes) - 1))] = 0
    if kind == "large":
        sizes = [*sizes[:2], draw(st.sampled_from([63, 65, 130]))]
    rng = np.random.default_rng(draw(st.integers(0, 2**32)))

    def members():
        return draw(st.permutations(range(len(sizes))))[: draw(st.integers(1, len(sizes)))]

    tables = []
    for _ in range(draw(st.integers(0, 2))):
        scope = members()
        rows = list(product(*(range(sizes[x]) for x in scope)))
        share = draw(st.sampled_from([0.0, 0.1, 0.5, 0.9, 1.0]))
        kept = rng.random(len(rows)) < share
        tables.append((scope, [row for row, keep in zip(rows, kept, strict=True) if keep]))
    counts = []
    for _ in range(draw(st.integers(0, 2))):
        scope = members()
        values = [
            None if not sizes[x] or rng.random() < 0.1 else int(rng.integers(sizes[x]))
            for x in scope
        ]
        least = draw(st.integers(0, len(scope) + 1))
        counts.append((scope, values, least, draw(st.integers(least, len(scope) + 1))))
    sets = []
    if different and draw(st.booleans()):
        sets.append({x: rng.integers(0, 5, sizes[x]).tolist() for x in members()})
    pairs = [
        (x, a, y, b)
        for x in range(len(sizes))
        for y in range(x)
        for a in range(sizes[x])
        for b in range(sizes[y])
    ]
    kept = rng.random(len(pairs)) < draw(st.sampled_from([0.0, 0.1, 0.3]))
    return sizes, [one for one, keep in zip(pairs, kept, strict=True) if keep], sets, tables, counts


@examples(60)
@given(problems())
@pytest.mark.parametrize("method", ["backtracking", "forward-checking", "mac"])
def test_solutions_and_counters_are_those_of_the_twin(method, problem):
    sizes, conflicts, sets, tables, counts = problem
    model = compiled(problem)
    for order, values in product(csp.ORDERS, ("static", "lcv")):
        work: dict[str, int] = {}
        expected = list(
            reference.csp.solutions(
                sizes, conflicts, method, order, values, work, sets, tables=tables, counts=counts
            )
        )
        kernel = searched(model, method, order, values)
        assert all_values(kernel) == expected
        assert kernel.counters() == {name: work[name] for name in kernel.counters()}
        assert ("filters" in kernel.counters()) == (
            method == "mac" and bool(sets or tables or counts)
        )


@examples(60)
@given(problems(), st.sampled_from(csp.VALUES), st.booleans())
def test_all_methods_agree_with_brute_force(problem, values, restarts):
    model, expected = compiled(problem), brute_force(problem)
    for method, order in product(csp.TREE_METHODS, csp.ORDERS):
        found = all_values(searched(model, method, order, values, restarts))
        assert len(found) == len(expected)
        assert set(found) == expected


@examples(40)
@given(problems())
def test_looking_up_changes_nothing_but_the_work(problem):
    model = compiled(problem)
    for order, values, restarts in product(csp.ORDERS, csp.VALUES, (False, True)):
        plain = searched(model, "backtracking", order, values, restarts)
        memo = searched(model, "backtracking-memo", order, values, restarts)
        assert all_values(memo) == all_values(plain)
        counters = memo.counters()
        assert {name: counters[name] for name in plain.counters()} == plain.counters()


@examples(50)
@given(problems())
def test_the_first_propagation_reaches_the_fixpoint_of_the_twin(problem):
    sizes, conflicts, *constraints = problem
    naive = reference.csp.fixpoint(sizes, conflicts, *constraints)
    kernel = searched(compiled(problem))
    status = kernels.Propagation(kernel).step(1 << 40)
    assert status == (FOUND if all(naive) else DONE)
    if status == FOUND:
        assert kernel.domains() == naive
        all_values(kernel)
        assert kernel.domains() == naive  # both trails are undone exactly


@examples(40)
@given(problems(), st.sampled_from([*csp.TREE_METHODS]), st.integers(0, 2**32))
def test_steps_add_up(problem, method, seed):
    """The kernel passes through the same states with any division of the budget."""
    model = compiled(problem)

    def states(budgets):
        kernel, seen = searched(model, method, order="mrv"), {}
        while True:
            status = kernel.step(next(budgets))
            if status != FOUND:
                seen[kernel.spent] = (status, kernel.domains(), kernel.counters())
            if status == DONE:
                return seen

    fine = states(iter(lambda: 1, None))
    rng = np.random.default_rng(seed)
    coarse = states(iter(lambda: int(rng.integers(1, 9)), None))
    assert all(fine[work] == state for work, state in coarse.items())


@examples(60)
@given(problems(), st.integers(0, 2**64 - 1), st.integers(1, 9))
def test_min_conflicts_makes_the_steps_of_the_twin(problem, seed, budget):
    sizes, conflicts, sets, tables, counts = problem
    kernel = ModelMinConflicts(compiled(problem), seed)
    values = np.empty(len(sizes), np.int32)
    if not all(sizes):
        assert kernel.step(10) == DONE
        kernel.peek_values(values)
        assert (values == -1).all()
        return
    equal = reference.csp.equal_pairs(sets)
    twin = reference.csp.min_conflicts(sizes, {*conflicts, *equal}, tables, counts, seed)
    best = np.inf
    for number, (expected, cost) in zip(range(301), twin, strict=False):
        if number % budget == 0 or cost == 0:
            status = kernel.step(number - kernel.spent)
            kernel.peek_values(values)
            assert kernel.spent == number
            assert tuple(values.tolist()) == expected
            assert kernel.cost == cost
        best = min(best, cost)
        if cost == 0:
            assert (status if number else kernel.step(1)) == FOUND
            assert expected in brute_force(problem)
            assert kernel.fitness == 0
            return
    assert kernel.step(0) == RUNNING
    if number % budget == 0:
        assert kernel.fitness == best


# ------------------------------------------------------------------------ tables of many rows


def test_a_table_of_many_words_is_filtered_and_restored():
    """3 variables of 40 values: a Latin square of 1,600 rows, and conflicts that prune it."""
    rows = [(a, b, (a + b) % 40) for a in range(40) for b in range(40)]
    pairs = [(0, a, 1, b) for a in range(40) for b in range(40) if a * b % 7]
    sums = [(1, a, 2, b) for a in range(40) for b in range(40) if (a + b) % 5]
    problem = [40] * 3, [*pairs, *sums], [], [([0, 1, 2], rows)], []
    expected = {(a, b, c) for a, b, c in rows if a * b % 7 == 0 and (b + c) % 5 == 0}
    for method in csp.TREE_METHODS:
        assert set(all_values(searched(compiled(problem), method, "mrv"))) == expected
    assert len(expected) > 50


@pytest.mark.parametrize("method", csp.TREE_METHODS)
def test_magic_squares_of_order_three(method):
    """1, or 8 with rotations and reflections: each line of three is a row of one table."""
    lines = [row for row in product(range(1, 10), repeat=3) if sum(row) == 15]
    model = csp.Model([range(1, 10)] * 9)
    model.add_all_different(*range(9))
    for k in range(3):
        model.add_table(range(3 * k, 3 * k + 3), lines)
        model.add_table([k, k + 3, k + 6], lines)
    model.add_table([0, 4, 8], lines)
    model.add_table([2, 4, 6], lines)
    assert int(model.count(method)) == 8


@pytest.mark.parametrize("method", csp.TREE_METHODS)
def test_counts_choose_subsets(method):
    """Exactly 3 of 7 variables are 1: C(7, 3) = 35; from 2 to 4: 21 + 35 + 35."""
    for least, most, number in ((3, 3, 35), (2, 4, 91), (0, None, 128), (8, None, 0), (0, 0, 1)):
        model = csp.Model([2] * 7)
        model.add_count(range(7), 1, least, most)
        assert int(model.count(method)) == number


def test_mac_needs_no_search_for_one_table_or_count():
    """Generalised arc consistency: on one constraint no choice is ever undone."""
    rng = np.random.default_rng(5)
    rows = [tuple(row) for row in rng.integers(0, 6, (200, 5)).tolist()]
    model = csp.Model([6] * 5)
    model.add_table(range(5), rows)
    result = model.solve(order="static")
    assert tuple(result.values.values()) in rows
    assert result.stats.backtracks == 0
    model = csp.Model([[0, 1]] * 20)
    model.add_count(range(20), 1, 13, 13)
    assert model.solve(order="static").stats.backtracks == 0


# ------------------------------------------------------------------------------------- the API


def timetable() -> csp.Model:
    model = csp.Model({"x": [1, 2, 3], "y": [1, 2, 3], "z": [1, 2]})
    model.add_constraint("x", "y", lambda x, y: x < y)
    model.add_pairs("y", "z", allowed=[(2, 1), (3, 1), (3, 2)])
    model.add_table(["x", "z"], [(1, 1), (1, 2), (2, 2)])
    model.add_count(["x", "y", "z"], 1, most=1)
    return model


@pytest.mark.parametrize("method", csp.TREE_METHODS)
def test_the_kinds_of_constraints_together(method):
    found = [tuple(values.values()) for values in timetable().solutions(method)]
    assert sorted(found) == [(1, 3, 2), (2, 3, 2)]


def test_min_conflicts_solves_them_too():
    result = timetable().solve("min-conflicts", seed=4)
    assert result.status == "solved"
    assert tuple(result.values.values()) in {(1, 3, 2), (2, 3, 2)}
    assert result.stats.counters == timetable().solve("min-conflicts", seed=4).stats.counters


def test_min_conflicts_proves_nothing_and_has_no_options():
    model = csp.Model([2, 2])
    model.add_count([0, 1], 0, 3)
    stopped = model.solve("min-conflicts", node_limit=500)
    assert (stopped.status, stopped.reason, stopped.stats.steps) == ("stopped", "nodes", 500)
    for call in (model.count, model.solutions):
        with pytest.raises(InputError, match="finds one solution at most"):
            call("min-conflicts")
    for option in ({"order": "static"}, {"values": "lcv"}, {"restarts": True}, {"max_bytes": 1}):
        with pytest.raises(InputError, match=f"has no option '{next(iter(option))}'"):
            model.solve("min-conflicts", **option)
    with pytest.raises(InputError, match="unknown method 'min-conflicts'"):
        model.tree("min-conflicts")
    assert csp.Model([0, 2]).solve("min-conflicts").status == "unsolvable"


def test_the_predicate_is_called_once_for_each_pair():
    calls = []
    model = csp.Model([[1, 2], [3, 4, 5]])
    model.add_constraint(0, 1, lambda a, b: calls.append((a, b)) or a + b == 6)
    model.solve()
    assert calls == [(a, b) for a in (1, 2) for b in (3, 4, 5)]
    with pytest.raises(ZeroDivisionError):
        model.add_constraint(0, 1, lambda a, b: 1 / 0)
    assert int(model.count()) == 2


def test_equal_models_copies_and_pickles():
    one = timetable()
    assert one == timetable() == copy.deepcopy(one) == pickle.loads(pickle.dumps(one))
    other = timetable()
    other.add_count(["x", "y"], 2, least=1)
    assert one != other
    tabled = timetable()
    tabled.add_table(["x"], [(1,), (2,)])
    assert one != tabled
    assert int(pickle.loads(pickle.dumps(tabled)).count()) == 2


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda m: m.add_constraint("x", "w", bool), "no variable 'w', expected 'x', 'y', 'z'"),
        (lambda m: m.add_constraint("x", "x", bool), "variable 'x' twice"),
        (lambda m: m.add_constraint("x", "y", 3), "predicate is 3, expected a function"),
        (lambda m: m.add_pairs("x", "y"), "exactly one of allowed and forbidden"),
        (lambda m: m.add_pairs("x", "y", allowed=[], forbidden=[]), "exactly one of"),
        (lambda m: m.add_pairs("x", "y", allowed=[(1, 2), (1, 7)]), "pair 1: .* no value 7"),
        (lambda m: m.add_pairs("x", "y", forbidden=[(1,)]), "forbidden pair 0: found 1 value, exp"),
        (lambda m: m.add_pairs("x", "y", allowed=[4]), "allowed pair 0: found 4, expected 2"),
        (lambda m: m.add_pairs("x", "y", allowed=4), "allowed is 4, expected"),
        (lambda m: m.add_table([], []), "no variables, expected one or more"),
        (lambda m: m.add_table(["x", "x"], []), "variable 'x' twice"),
        (lambda m: m.add_table(["x", "y"], [(1, 2), (1, 2, 3)]), "row 1: found 3 values, exp"),
        (lambda m: m.add_table(["x", "y"], [(1, 9)]), "row 0: variable 'y' has no value 9"),
        (lambda m: m.add_table(["x", "y"], 7), "rows is 7"),
        (lambda m: m.add_count([], 1), "no variables"),
        (lambda m: m.add_count(["x", "y"], 9), "none of the variables has the value 9"),
        (lambda m: m.add_count(["x", "y"], [1]), "not hashable"),
        (lambda m: m.add_count(["x", "y"], 1, 2, 1), "least 2 and most 1, expected least <= most"),
        (lambda m: m.add_count(["x"], 1, -1), "least is -1"),
        (lambda m: m.add_count(["x"], 1, most=-1), "most is -1"),
        (lambda m: m.add_count(["x"], 1, most=1.5), "most is 1.5"),
    ],
)  # fmt: skip
def test_wrong_constraints_are_refused_and_change_nothing(call, message):
    model = timetable()
    with pytest.raises(InputError, match=message):
        call(model)
    assert model == timetable()


def test_tables_of_an_array_and_equal_rows():
    model = csp.Model([4, 4])
    model.add_table([0, 1], np.array([[0, 1], [0, 1], [2, 3]]))
    assert [tuple(values.values()) for values in model.solutions()] == [(0, 1), (2, 3)]


def test_tables_that_are_too_large_are_refused():
    rows = [(a % 2000, a) for a in range(60_000)]
    model = csp.Model([2000, 60_000])
    model.add_table([0, 1], rows)
    with pytest.raises(InputError, match="words of supports, expected 16,777,216 and 67,108,864"):
        model.add_table([0, 1], rows)


def test_the_kernel_refuses_wrong_numbers():
    sizes, none = np.array([2, 2], np.uint32), np.empty((0, 4), np.uint32)

    def u4(*numbers):
        return np.array(numbers, np.uint32)

    for table in (
        (u4(), np.empty((1, 0), np.uint32)),
        (u4(0, 2), np.zeros((1, 2), np.uint32)),
        (u4(0, 0), np.zeros((1, 2), np.uint32)),
        (u4(0, 1), np.zeros((1, 3), np.uint32)),
        (u4(0, 1), np.full((1, 2), 2, np.uint32)),
    ):
        with pytest.raises(ValueError, match=r"size|rows"):
            kernels.general(sizes, none, (), [table])
    for count in (
        (u4(), u4(), 0, 1),
        (u4(0, 2), u4(0, 0), 0, 1),
        (u4(1, 1), u4(0, 0), 0, 1),
        (u4(0, 1), u4(0), 0, 1),
        (u4(0, 1), u4(0, 2), 0, 1),
        (u4(0, 1), u4(0, 0), 2, 1),
    ):
        with pytest.raises(ValueError, match=r"size|values"):
            kernels.general(sizes, none, (), (), [count])
