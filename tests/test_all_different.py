"""All-different constraints: the filter against all matchings, and example puzzles."""

from __future__ import annotations

from itertools import combinations, product

import numpy as np
import pytest
from conftest import examples
from hypothesis import given
from hypothesis import strategies as st

from fastqueens import InputError, SearchStopped, csp, reference
from fastqueens._kernels.csp import search as kernels
from fastqueens.search import DONE, FOUND, RUNNING


def compiled(sizes, conflicts, sets) -> kernels.Model:
    """Compile sizes, conflicts, and sets in the form that the reference uses."""
    pairs = np.array(sorted(conflicts), np.uint32).reshape(-1, 4)
    different = [
        (
            np.array(list(one), np.uint32),
            np.array([number for values in one.values() for number in values], np.uint32),
        )
        for one in sets
    ]
    return kernels.general(np.array(sizes, np.uint32), pairs, different)


def searched(model, method="mac", order="static", values="static") -> kernels.Search:
    numbers = (
        list(csp.TREE_METHODS).index(method),
        csp.ORDERS.index(order),
        csp.VALUES.index(values),
    )
    return kernels.Search(model, *numbers, False, 0, 1 << 16)


def all_values(kernel) -> list[tuple[int, ...]]:
    found, values = [], np.empty(kernel.model.variables, np.int32)
    while (status := kernel.step(1 << 40)) != DONE:
        assert status == FOUND
        kernel.peek_values(values)
        found.append(tuple(values.tolist()))
    return found


@st.composite
def one_set(draw):
    """Draw domains that share a few numbers; sometimes a number appears twice in a domain."""
    count = draw(st.integers(1, 6))
    most = draw(st.integers(1, 7))
    twice = draw(st.booleans())
    numbers = st.integers(0, most)
    domains = st.lists(numbers, min_size=1, max_size=4, unique=not twice)
    return dict(enumerate(draw(st.lists(domains, min_size=count, max_size=count))))


@st.composite
def problems(draw):
    """Draw a few small variables in up to three all-different sets, with a few extra conflicts."""
    sizes = draw(st.lists(st.integers(1, 4), min_size=2, max_size=5))
    if draw(st.integers(0, 5)) == 0:
        sizes[draw(st.integers(0, len(sizes) - 1))] = 0
    sets = []
    for _ in range(draw(st.integers(1, 3))):
        members = draw(st.permutations(range(len(sizes))))[: draw(st.integers(1, len(sizes)))]
        most = draw(st.integers(1, 6))
        numbers = st.integers(0, most)
        sets.append(
            {x: draw(st.lists(numbers, min_size=sizes[x], max_size=sizes[x])) for x in members}
        )
    pairs = [
        (x, a, y, b)
        for x in range(len(sizes))
        for y in range(x)
        for a in range(sizes[x])
        for b in range(sizes[y])
    ]
    share = draw(st.sampled_from([0.0, 0.15, 0.4]))
    kept = np.random.default_rng(draw(st.integers(0, 2**32))).random(len(pairs)) < share
    return sizes, [pair for pair, keep in zip(pairs, kept, strict=True) if keep], sets


@examples(150)
@given(one_set())
def test_exactly_the_values_of_some_matching_are_kept(numbers):
    sizes = [len(values) for values in numbers.values()]
    matched = reference.csp.in_matchings(list(numbers.values()))
    kernel = searched(compiled(sizes, [], [numbers]))
    propagation = kernels.Propagation(kernel)
    assert propagation.step(0) == RUNNING
    status = propagation.step(1)
    assert propagation.counters()["filters"] == 1
    assert propagation.counters()["revisions"] == 0
    if all(matched):
        assert status == FOUND
        left = [[numbers[x][a] for a in domain] for x, domain in enumerate(kernel.domains())]
        assert [set(values) for values in left] == matched
        kept = [[a for a, p in enumerate(numbers[x]) if p in matched[x]] for x in numbers]
        assert kernel.domains() == kept
        assert kernel.counters()["prunes"] == sum(sizes) - sum(map(len, kept))
    else:
        assert status == DONE
        assert kernel.step(1 << 40) == DONE


@examples(80)
@given(problems())
@pytest.mark.parametrize("method", ["backtracking", "forward-checking", "mac"])
def test_solutions_and_counters_are_those_of_the_twin(method, problem):
    sizes, conflicts, sets = problem
    model = compiled(sizes, conflicts, sets)
    for order, values in product(csp.ORDERS, ("static", "lcv")):
        work: dict[str, int] = {}
        expected = list(
            reference.csp.solutions(
                sizes, conflicts, method, order, values, counters=work, all_different=sets
            )
        )
        kernel = searched(model, method, order, values)
        assert all_values(kernel) == expected
        assert kernel.counters() == {name: work[name] for name in kernel.counters()}
        assert ("filters" in kernel.counters()) == (method == "mac")


@examples(80)
@given(problems())
def test_the_first_propagation_reaches_the_fixpoint_of_the_twin(problem):
    sizes, conflicts, sets = problem
    naive = reference.csp.fixpoint(sizes, conflicts, sets)
    kernel = searched(compiled(sizes, conflicts, sets))
    status = kernels.Propagation(kernel).step(1 << 40)
    assert status == (FOUND if all(naive) else DONE)
    if status == FOUND:
        assert kernel.domains() == naive
        assert kernel.counters()["steps"] == 0
        all_values(kernel)
        assert kernel.domains() == naive  # the trail is undone exactly


@examples(60)
@given(problems(), st.integers(0, 2**32))
def test_steps_add_up(problem, seed):
    """The kernel passes through the same states with any division of the budget."""
    model = compiled(*problem)

    def states(budgets):
        kernel, seen = searched(model, order="mrv"), {}
        while True:
            spent, budget = kernel.spent, next(budgets)
            status = kernel.step(budget)
            assert kernel.spent <= spent + budget
            if status != FOUND:
                seen[kernel.spent] = (status, kernel.domains(), kernel.counters())
            if status == DONE:
                return seen

    fine = states(iter(lambda: 1, None))
    rng = np.random.default_rng(seed)
    coarse = states(iter(lambda: int(rng.integers(1, 9)), None))
    assert all(fine[work] == state for work, state in coarse.items())


# ----------------------------------------------------------------------------- complete problems

# 17 clues (from G. Royle's kind of collection) with exactly one solution.
CLUES = "000000010400000000020000000000050407008000300001090000300400200050100000000806000"


def sudoku(clues: str, different: str) -> csp.Model:
    """Model a Sudoku with cells named (row, column); `different` selects the kind of constraint."""
    model = csp.Model(
        {divmod(i, 9): range(1, 10) if clue == "0" else [int(clue)] for i, clue in enumerate(clues)}
    )
    add = getattr(model, different)
    for k in range(9):
        add(*((k, c) for c in range(9)))
        add(*((r, k) for r in range(9)))
        add(*((k // 3 * 3 + i // 3, k % 3 * 3 + i % 3) for i in range(9)))
    return model


def test_sudoku_takes_far_fewer_steps_than_by_pairs():
    answers = {}
    for different in ("add_different", "add_all_different"):
        model = sudoku(CLUES, different)
        found = list(solutions := model.solutions())
        assert solutions.status == "solved"
        assert len(found) == 1
        answers[different] = found[0], solutions.stats
    (grid, pairs), (same, whole) = answers.values()
    assert grid == same
    rows = [[grid[r, c] for c in range(9)] for r in range(9)]
    for unit in (*rows, *zip(*rows, strict=True)):
        assert sorted(unit) == list(range(1, 10))
    assert whole.revisions == 0
    assert whole.steps * 5 < pairs.steps


@pytest.mark.parametrize("method", ["backtracking", "backtracking-memo", "forward-checking"])
def test_the_other_methods_check_it_as_pairs(method):
    """Both kinds of constraint lead to the same steps, backtracks and prunes."""
    small = ("1030000000040000", 4)
    counters = []
    for different in ("add_different", "add_all_different"):
        model = csp.Model([4 if clue == "0" else [int(clue) - 1] for clue in small[0]])
        add = getattr(model, different)
        for k in range(4):
            add(*(4 * k + c for c in range(4)))
            add(*(4 * r + k for r in range(4)))
            add(*(4 * (k // 2 * 2 + i // 2) + k % 2 * 2 + i % 2 for i in range(4)))
        for order in csp.ORDERS:
            count = model.count(method, order=order)
            counters.append((different, order, int(count), dict(count.stats.counters)))
    half = len(counters) // 2
    assert [one[1:] for one in counters[:half]] == [one[1:] for one in counters[half:]]
    assert counters[0][2] > 0


def golomb(marks: int, length: int) -> csp.Model:
    """Model a ruler with distinct distances; each pair of marks is a variable."""
    pairs = list(combinations(range(marks), 2))
    places = list(combinations(range(length + 1), 2))
    model = csp.Model(dict.fromkeys(pairs, places))
    model.add_all_different(*pairs, key=lambda _, place: place[1] - place[0])
    for first, second in combinations(pairs, 2):
        for mark in set(first) & set(second):
            one, other = first.index(mark), second.index(mark)
            for a, b in product(places, places):
                if a[one] != b[other]:
                    model.add_conflict(first, a, second, b)
    return model


def test_golomb_rulers_of_least_length():
    """Four marks fit on a ruler of length 6 and its mirror image, but not on one of length 5."""
    found = list(golomb(4, 6).solutions())
    rulers = {
        tuple(sorted({mark for place in ruler.values() for mark in place})) for ruler in found
    }
    assert len(found) == 2
    assert rulers == {(0, 1, 4, 6), (0, 2, 5, 6)}
    assert not golomb(4, 5).arc_consistent()
    assert golomb(4, 6).solve("forward-checking").status == "solved"


def test_pigeons_do_not_fit_and_no_step_is_taken():
    """Pairwise conflicts detect the contradiction only when one hole is left."""
    pigeons = csp.Model([9] * 10)
    pigeons.add_all_different(*range(10))
    result = pigeons.solve()
    assert result.status == "unsolvable"
    assert dict(result.stats.counters) == {
        "steps": 0, "backtracks": 0, "revisions": 0, "filters": 1, "prunes": 0,
    }  # fmt: skip
    assert not pigeons.arc_consistent()


def test_a_large_set_and_values_of_several_words():
    """A chain in which variable x has the values 0 to x, so that one assignment remains."""
    size = 150
    model = csp.Model([x + 1 for x in range(size)])
    model.add_all_different(*range(size))
    found = model.arc_consistent()
    assert found.after == {x: (x,) for x in range(size)}
    assert found.stats.prunes == size * (size - 1) // 2
    assert model.count() == 1


def test_queens_by_three_sets():
    """Sets for columns and diagonals give the same solutions as pairwise conflicts."""
    for n in (5, 6, 7):
        model = csp.Model([n] * n)
        for slope in (0, 1, -1):
            model.add_all_different(*range(n), key=lambda row, column, s=slope: column + s * row)
        found = sorted(tuple(one.values()) for one in model.solutions(order="dom/deg"))
        assert found == sorted(reference.nqueens.solutions(n))


def test_the_model_may_grow_between_searches():
    model = csp.Model([["a", "b"]] * 3)
    assert model.count() == 8
    model.add_all_different(0, 1)
    assert model.count() == 4
    model.add_all_different(1, 2)
    assert model.count() == 2
    model.add_different(0, 2)
    assert model.count() == 0


# ------------------------------------------------------------------------------ arc consistency


def test_domains_before_and_after():
    model = csp.Model({"x": list("abc"), "y": list("abd"), "z": list("ab")})
    model.add_all_different("x", "y", "z")
    model.add_conflict("y", "a", "z", "a")
    found = model.arc_consistent()
    assert found
    assert found.before == {"x": ("a", "b", "c"), "y": ("a", "b", "d"), "z": ("a", "b")}
    assert found.after == found.before
    assert found.pruned == {}
    model.add_conflicts([[0, 2, 2, k] for k in range(2)])  # x differs from c
    found = model.arc_consistent()
    assert found.after == {"x": ("a", "b"), "y": ("d",), "z": ("a", "b")}
    assert found.pruned == {"x": ("c",), "y": ("a", "b")}
    assert found.stats.prunes == 3
    assert "x: {a, b, c} -> {a, b}" in str(found)
    model.add_different("x", "y")
    assert model.arc_consistent().after == found.after


def test_no_values_left():
    for domains in ({"x": [1], "y": [1]}, {"x": [], "y": [1]}):
        model = csp.Model(domains)
        model.add_different("x", "y")
        found = model.arc_consistent()
        assert not found
        assert not all(found.after.values())
        assert str(found).startswith("no solution")


def test_propagation_can_be_limited():
    model = csp.Model([40] * 40)
    model.add_different(*range(40))
    with pytest.raises(SearchStopped, match="propagation was stopped by the time limit"):
        model.arc_consistent(time_limit=0)


# ---------------------------------------------------------------------------------- wrong input


@pytest.mark.parametrize(
    ("add", "message"),
    [
        (lambda model: model.add_all_different(), "found 0 variables"),
        (lambda model: model.add_all_different("x"), "found 1 variable, expected two"),
        (lambda model: model.add_all_different("x", "q"), "no variable 'q'"),
        (lambda model: model.add_all_different("x", "y", "x"), "'x' twice"),
        (
            lambda model: model.add_all_different("x", "y", key=lambda *_: []),
            "expected a hashable object",
        ),
        (lambda model: model.add_all_different("x", "y", key=3), "key is 3"),
        (lambda model: model.arc_consistent(time_limit=-1), "time_limit"),
    ],
)
def test_bad_sets(add, message):
    model = csp.Model({"x": 2, "y": 2})
    with pytest.raises(InputError, match=message):
        add(model)
    assert model.count() == 4


def test_kernels_refuse_what_cannot_be():
    sizes = [2, 2]
    for variables, numbers, message in (
        ([], [], "one entry per value"),
        ([0, 1], [0, 1, 0], "one entry per value"),
        ([0, 2], [0, 1], "size or a range"),
        ([0, 0], [0, 1, 0, 1], "size or a range"),
        ([0, 1], [0, 1, 0, 1 << 17], "size or a range"),
    ):
        pair = np.array(variables, np.uint32), np.array(numbers, np.uint32)
        with pytest.raises(ValueError, match=message):
            kernels.general(np.array(sizes, np.uint32), np.empty((0, 4), np.uint32), [pair])
    kernel = searched(compiled(sizes, [], [{0: [0, 1], 1: [0, 1]}]))
    with pytest.raises(ValueError, match="no such value"):
        kernel.remove_value(0, 2)
    kernel.remove_value(0, 1)
    assert all_values(kernel) == [(0, 1)]
    with pytest.raises(ValueError, match="has begun"):
        kernel.remove_value(0, 0)
