"""Exact covers with multiplicities and costs: both kernels, every instruction set, the formats."""

from __future__ import annotations

import random
from itertools import count, pairwise

import numpy as np
import pytest
from conftest import ISAS, examples
from hypothesis import given
from hypothesis import strategies as st

from fastqueens import cover, reference
from fastqueens.cover import Coloured, ExactCover
from fastqueens.cover import problem as module
from fastqueens.cover.search_tree import make_tree, with_share
from fastqueens.results import InputError, Interrupted, SearchStopped
from fastqueens.search import DONE, Clock, Progress

WAYS = [("dlx", "scalar")] + [("bitset", isa) for isa in ISAS]


@pytest.fixture(params=WAYS, ids="-".join)
def way(request, monkeypatch):
    """Each kernel with each instruction set of this machine."""
    monkeypatch.setenv("FASTQUEENS_ISA", request.param[1])
    return request.param[0]


@st.composite
def problems(draw):
    """Draw a small cover with multiplicities, equal options and perhaps costs."""
    rng = random.Random(draw(st.integers(0, 2**32)))
    primary = rng.sample("abcd", rng.randint(1, 4))
    secondary = ["x", "y"][: rng.randint(0, 2)]
    options = []
    for _ in range(rng.randint(1, 9)):
        option = dict.fromkeys(rng.sample(primary, rng.randint(0, len(primary))))
        for item in secondary:
            if rng.random() < 0.4:
                option[item] = rng.choice([None, "1", "2"])
        options.append(option or {primary[0]: None})
    if rng.random() < 0.5:
        options += [dict(rng.choice(options)) for _ in range(3)]
    options.append({primary[0]: None})
    used = {item for option in options for item in option}
    bounds = {}
    for item in primary:
        lower = rng.choice([0, 1, 1, 2, 3])
        if item in used:
            bounds[item] = (lower, max(lower + rng.choice([0, 0, 1, 2, 9]), 1))
    bounds[min(bounds)] = (1, 2)
    costs = [rng.randint(0, 6) for _ in options] if rng.random() < 0.6 else None
    return options, bounds, costs


def made(options, bounds, costs):
    """Return the problem."""
    rows = [
        [item if colour is None else Coloured(item, colour) for item, colour in option.items()]
        for option in options
    ]
    others = sorted({item for option in options for item in option} - set(bounds))
    return ExactCover(rows, primary=bounds, secondary=others, multiplicity=bounds, cost=costs)


@given(problems(), st.integers(0, 9), st.integers(1, 5))
@examples(150)
def test_as_the_twin(problem, most, k):
    """Solutions, counts and cheapest solutions are those of the twin; both kernels agree."""
    given_cover = made(*problem)
    truth = sorted(reference.cover.subsets(*problem))
    cost = given_cover.costs
    prices = sorted(sum(cost[o] for o in x) for x in truth)
    nodes = set()
    for method in ("dlx", "bitset"):
        found = given_cover.solutions(method=method)
        assert sorted(found) == truth
        nodes.add(found.stats.nodes)
        assert given_cover.count(method=method) == len(truth)
        cheapest = given_cover.cheapest(k, method=method)
        assert [x.cost for x in cheapest] == prices[:k]
        for x in cheapest:
            assert x.options in truth
            assert sum(cost[o] for o in x.options) == x.cost
        assert given_cover.minimum(method=method).cost == (prices[0] if prices else None)
        within = [x for x in truth if sum(cost[o] for o in x) <= most]
        assert sorted(given_cover.solutions(method=method, max_cost=most)) == within
        assert given_cover.count(method=method, max_cost=most) == len(within)
    assert len(nodes) == 1


@given(problems(), st.integers(1, 20))
@examples(40)
def test_tasks_add_up(problem, tasks):
    given_cover = made(*problem)
    expected = len(reference.cover.subsets(*problem))
    assert given_cover.count(executor="threads", tasks=tasks) == expected


@given(problems(), st.booleans())
@examples(60)
def test_the_tree_of_estimates_is_the_tree_of_the_kernels(problem, required):
    """Each node that the kernels visit is a node of the tree that estimates and tasks use."""
    given_cover = made(*problem)
    first = [len(given_cover) - 1] if required else []
    _, indices, arrays = given_cover._check_arguments("dlx", first)
    tree = make_tree(arrays, indices, Clock(None))
    nodes, found = 0, []

    def visit(live, chosen):
        nonlocal nodes
        nodes += 1
        solved, choices = tree.expand(live, chosen)
        if solved:
            found.append(sorted([*first, *(k for k in chosen if k >= 0)]))
        for choice in choices:
            visit(tree.after(live, chosen, choice), [*chosen, *choice])

    count = given_cover.count(method="dlx", required=first)
    if tree.impossible:
        assert count == 0
        return
    visit(tree.root, [])
    assert len(found) == count
    assert found == list(given_cover.solutions(required=first))
    assert nodes == count.stats.nodes


@given(problems())
@examples(20)
def test_estimates(problem):
    given_cover = made(*problem)
    guess, count = given_cover.estimate(dives=300), given_cover.count()
    assert abs(guess.solutions - count) <= 6 * guess.solutions_error + 1e-9 * count
    assert abs(guess.nodes - count.stats.nodes) <= 6 * guess.nodes_error + 1e-9 * guess.nodes


def test_the_share_of_a_search_grows_to_one(way):
    arrays = dominating(5, 3)._check_arguments(way, [])[2]
    kernel = dominating(5, 3).solutions(method=way).search.kernel
    shares = []
    report = with_share(lambda now: shares.append(now.fraction), arrays, [])
    while kernel.step(50) != DONE:
        report(Progress(kernel, 0.0))
    report(Progress(kernel, 0.0))
    assert shares[-1] == 1
    assert all(a <= b + 1e-12 for a, b in pairwise(shares))
    assert len(set(shares)) > 20


def test_no_memo():
    problem = dominating(4, 2)
    with pytest.raises(InputError, match="method 'memo' does not support multiplicities"):
        problem.count(method="memo")
    with pytest.raises(InputError, match="method 'memo' does not support max_cost"):
        cover.langford(4).count(method="memo", max_cost=3)
    assert problem.count().method == "bitset"


@given(problems())
@examples(60)
def test_text_round_trip(problem):
    given_cover = made(*problem)
    again = ExactCover.from_text(given_cover.to_text())
    assert again.to_text() == given_cover.to_text()
    assert again.count() == given_cover.count()
    assert again.minimum().cost == given_cover.minimum().cost


def dominating(n, queens):
    """Return the cover of the sets of queens that attack or occupy every square."""
    squares = [divmod(k, n) for k in range(n * n)]
    options = [
        ["Q", *(s for s in squares if s[0] == r or s[1] == c or abs(s[0] - r) == abs(s[1] - c))]
        for r, c in squares
    ]
    return ExactCover(options, multiplicity={"Q": queens, **dict.fromkeys(squares, (1, None))})


# The 4,860 ways on the chessboard are in Ball's Mathematical Recreations.
@pytest.mark.parametrize(
    ("n", "queens", "count"), [(4, 2, 12), (5, 3, 186), (6, 3, 4), (8, 4, 0), (8, 5, 4860)]
)
def test_dominating_queens(n, queens, count, way):
    assert dominating(n, queens).count(method=way) == count


def test_fewest_options_are_a_minimum_without_costs(way):
    """The domination number of the board, as the smallest cover."""
    result = dominating(7, (0, None)).minimum(method=way)
    assert (result.cost, len(result.options), result.status) == (4, 4, "solved")


def test_cubes_with_multiplicities(way):
    """Slothouber and Graatsma: six 1x2x2 blocks and three unit cubes; 1 way, 8 by symmetry."""
    cells = [(x, y, z) for x in range(3) for y in range(3) for z in range(3)]
    options = [["cube", cell] for cell in cells]
    for size in ((1, 2, 2), (2, 1, 2), (2, 2, 1)):
        for cell in cells:
            block = [
                (cell[0] + x, cell[1] + y, cell[2] + z)
                for x in range(size[0])
                for y in range(size[1])
                for z in range(size[2])
            ]
            if set(block) <= set(cells):
                options.append(["block", *block])
    problem = ExactCover(options, multiplicity={"cube": 3, "block": 6})
    assert problem.count(method=way) == 8


def test_more_options_than_one_set_of_words(way):
    """Many options take another way to choose an item; choose 2 of 40 and 1 of 20 each time."""
    options = [["a", f"x{i}"] for i in range(40)] + [["b", f"y{i}"] for i in range(20)] * 30
    problem = ExactCover(
        options, primary=["a", "b"], secondary=[*(f"x{i}" for i in range(40)),
        *(f"y{i}" for i in range(20))], multiplicity={"a": 2},
    )  # fmt: skip
    assert problem.count(method=way) == 40 * 39 // 2 * 20


@pytest.mark.parametrize("budget", [1, 2, 7])
def test_steps_change_nothing(way, budget):
    kernel = dominating(5, 3).solutions(method=way, max_cost=9).search.kernel
    found, room = [], np.empty(kernel.max_chosen, np.int32)
    while (status := kernel.step(budget)) != 2:
        if status == 1:
            found.append(sorted(room[: kernel.peek(room)].tolist()))
    assert len(found) == 186
    assert sorted(found) == sorted(dominating(5, 3).solutions())


def test_a_limit_is_said():
    problem = cover.langford(8)
    stopped = problem.minimum(node_limit=5)
    assert (stopped.status, stopped.reason, stopped.cost) == ("stopped", "nodes", None)
    problem = ExactCover([["a"], ["a"], ["b"], ["b"]], cost=[4, 3, 2, 1])
    part = problem.minimum(node_limit=3)
    assert (part.status, part.cost, part.options) == ("stopped", 4, [1, 3])
    with pytest.raises(SearchStopped) as error:
        problem.cheapest(3, node_limit=3)
    assert error.value.partial == [(4, [1, 3])]
    assert [x.cost for x in problem.cheapest(9)] == [4, 5, 5, 6]


def test_ctrl_c_keeps_what_was_found(monkeypatch):
    # A cover whose first solution in the order of shares is not the cheapest one.
    problem = ExactCover([["a"], ["a", "b", "c"], ["b", "c"]], cost=[3, 6, 2])
    read, calls = module._read_solution, count()

    def interrupt(kernel):
        if next(calls) % 2:
            raise KeyboardInterrupt
        return read(kernel)

    monkeypatch.setattr(module, "_read_solution", interrupt)
    with pytest.raises(Interrupted) as stop:
        problem.cheapest(3)
    assert stop.value.partial == [(6, [1])]
    with pytest.raises(Interrupted) as stop:
        problem.minimum()
    result = stop.value.partial
    assert (result.status, result.reason, result.cost) == ("stopped", None, 6)


def test_text_of_knuth():
    """`2:3|item` of DLX3, and costs after `|` as in DLX5 or after `$`."""
    problem = ExactCover.from_text("1:2|a 2|b | x\na b x:1 |3\na b $4\nb x:1\n")
    assert problem.multiplicity == {"a": (1, 2), "b": (2, 2)}
    assert problem.costs == [3, 4, 0]
    assert problem.to_text() == "1:2|a 2|b | x\na b x:1 |3\na b |4\nb x:1 |0\n"
    assert ExactCover.from_text("a $4\na $4\n").option(0) == ("a", "$4")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("3:2|a\na\n", "3 to 2"),
        ("0|a\na\n", "multiplicity 0"),
        ("a | 2|x\na\n", "without '|'"),
        ("2:|a\na\n", "2:3[|]item"),
        ("a b\na |3\nb |-3\n", "expected an item"),
        (f"a\na |{10**15 - 1}\na |{10**15 - 1}\n", "expected at most"),
    ],
)
def test_bad_text(text, message):
    with pytest.raises(InputError, match=message):
        ExactCover.from_text(text)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ({"multiplicity": {"z": 2}}, "unknown item"),
        ({"multiplicity": {"x": 2}}, "secondary item"),
        ({"multiplicity": {"a": (1, 2, 3)}}, "two bounds"),
        ({"multiplicity": {"a": -1}}, "is -1"),
        ({"multiplicity": 3}, "expected a mapping"),
        ({"cost": [1]}, "found 1 costs, expected 2"),
        ({"cost": [1, -1]}, "is -1"),
        ({"cost": [1, 0.5]}, "whole number"),
        ({"cost": lambda option: 2**60}, "expected 0 to"),
    ],
)
def test_bad_words(words, message):
    with pytest.raises(InputError, match=message):
        ExactCover([["a", "x"], ["a"]], secondary=["x"], **words)


def test_cost_as_a_function():
    problem = ExactCover([["a", "b"], ["a"], ["b"]], cost=len)
    assert problem.costs == [2, 1, 1]
    assert problem.minimum().options == [0]
    assert repr(problem) == "ExactCover(3 options, 2 primary items, costs)"
