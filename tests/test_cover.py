"""Exact cover: both kernels, every instruction set, the parser and the builders."""

from __future__ import annotations

import sys
from contextlib import suppress
from itertools import pairwise, product
from pathlib import Path

import numpy as np
import pytest
from conftest import ISAS, examples, some
from hypothesis import given
from hypothesis import strategies as st

from fastqueens import cover, nqueens, reference
from fastqueens._kernels.cover import search as kernels
from fastqueens.cover.builder import Coloured
from fastqueens.cover.methods import Arrays
from fastqueens.cover.problem import ExactCover
from fastqueens.cover.search_tree import with_share
from fastqueens.results import Count, InputError, SearchStopped
from fastqueens.search import DONE, FOUND, RUNNING, Progress

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "bench"))
from cases import covers

WAYS = list(product(("dlx", "bitset"), ISAS))
METHODS = {"dlx": kernels.DLX, "bitset": kernels.BITSET}


@pytest.fixture(params=WAYS, ids="-".join)
def way(request, monkeypatch):
    """Each kernel with each instruction set of this machine."""
    monkeypatch.setenv("FASTQUEENS_ISA", request.param[1])
    return request.param[0]


def arrays(options, primary):
    """Return the kernel's arrays for options that map items to colours."""
    number = {item: i for i, item in enumerate(primary)}
    for option in options:
        for item in option:
            number.setdefault(item, len(number))
    start = np.cumsum([0, *map(len, options)]).astype(np.int32)
    item = np.array([number[i] for option in options for i in option], np.int32)
    colour = [0 if c is None else int(c) for option in options for c in option.values()]
    return start, item, np.array(colour, np.int32), len(primary), len(number)


def run(kernel, budget=1 << 40):
    """Return all solutions of a kernel in its own order."""
    found, room = [], np.empty(kernel.max_chosen, np.int32)
    while (status := kernel.step(budget)) != DONE:
        if status == FOUND:
            found.append(room[: kernel.peek(room)].tolist())
    return found


@st.composite
def problems(draw, colours=True):
    """Draw small covers with many, few or no solutions."""
    primary = "abcdefgh"[: draw(st.integers(1, 8))]
    secondary = "uvwxyz"[: draw(st.integers(0, 4))]
    hues = st.sampled_from([None, None, "1", "2", "3"]) if colours else st.none()
    sizes = st.integers(1, draw(st.integers(1, 4)))
    options = []
    for _ in range(draw(st.integers(0, 16))):
        chosen = draw(st.permutations(primary + secondary))[: draw(sizes)]
        options.append({i: draw(hues) if i in secondary else None for i in chosen})
    return options, primary


@given(problems())
def test_as_the_twin(problem):
    options, primary = problem
    solutions, nodes, updates = reference.cover.search(options, primary)
    for method, isa in WAYS:
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("FASTQUEENS_ISA", isa)
            kernel = kernels.Cover(*arrays(options, primary), METHODS[method])
            assert run(kernel) == solutions
            counters = kernel.counters()
            assert counters["nodes"] == kernel.spent == nodes
            assert counters.get("updates") == (updates if method == "dlx" else None)
            assert kernel.solutions == len(solutions)
            assert kernel.step(5) == DONE  # a step after the end changes nothing
            assert kernel.counters() == counters
            counting = kernels.Cover(*arrays(options, primary), METHODS[method], True)
            assert counting.step(1 << 40) == DONE
            assert (counting.solutions, counting.counters()) == (len(solutions), counters)


@given(problems(), st.integers(1, 5))
def test_the_memo_as_its_twin(problem, budget):
    options, primary = problem
    solutions, nodes, states, hits = reference.cover.count(options, primary)
    assert solutions == len(reference.cover.search(options, primary)[0])
    for isa in ISAS:
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("FASTQUEENS_ISA", isa)
            given = (*arrays(options, primary), kernels.MEMO, True)
            for steps in (budget, 1 << 40):
                kernel = kernels.Cover(*given)
                while kernel.step(steps) == RUNNING:
                    pass
                assert kernel.solutions == solutions
                assert kernel.counters() == {"nodes": nodes, "states": states, "hits": hits}
                assert kernel.spent == nodes
                assert kernel.step(5) == DONE


@given(st.integers(2, 7), st.integers(2, 7), st.integers(0, 40_000))
def test_a_memo_in_little_memory_counts_the_same(rows, columns, room):
    grid = dominoes(rows, columns)
    needed = memo_bytes(grid)
    found = grid.count(method="memo", max_bytes=needed + room)
    assert found == grid.count(method="dlx")
    assert found.stats.nodes >= grid.count(method="memo").stats.nodes


def dominoes(rows, columns):
    """Return the cover of a board by dominoes."""
    cells = list(product(range(rows), range(columns)))
    pairs = [[(r, c), (r + a, c + b)] for r, c in cells for a, b in ((0, 1), (1, 0))]
    return ExactCover([pair for pair in pairs if pair[1] in cells], primary=cells)


def memo_bytes(problem):
    return kernels.memory(
        kernels.MEMO, len(problem), len(problem.items), problem.primary, len(problem._item)
    )


def colourings(rows, columns, colours):
    """Return the cover whose solutions are the colourings of a grid."""
    cells = list(product(range(rows), range(columns)))
    options = []
    for (r, c), colour in product(cells, range(colours)):
        borders = [(r, c, r, c + 1), (r, c, r + 1, c), (r, c - 1, r, c), (r - 1, c, r, c)]
        edges = [b for b in borders if (b[0], b[1]) in cells and (b[2], b[3]) in cells]
        options.append([(r, c), *((edge, colour) for edge in edges)])
    secondary = {item for option in options for item in option[1:]}
    return ExactCover(options, primary=cells, secondary=sorted(secondary))


def latin(n):
    """Return the cover whose solutions are the Latin squares of order n."""
    return ExactCover([[("rc", r, c), ("rn", r, x), ("cn", c, x)]
                       for r, c, x in product(range(n), repeat=3)])  # fmt: skip


@pytest.mark.parametrize(
    ("problem", "solutions"),
    [
        (dominoes(6, 8), 167_089),
        (dominoes(8, 8), 12_988_816),  # Kasteleyn 1961
        (dominoes(16, 16), 2_444_888_770_250_892_795_802_079_170_816),  # OEIS A004003
        (latin(5), 161_280),  # OEIS A002860
        (colourings(5, 5, 3), 580_986),  # OEIS A068253
    ],
    ids=["6x8", "8x8", "16x16", "latin", "colouring"],
)
@pytest.mark.parametrize("method", ["memo", "auto"])
def test_published_counts_by_memo(problem, solutions, method):
    count = problem.count(method=method)
    assert (int(count), count.method, count.exact) == (solutions, "memo", True)


@pytest.mark.parametrize(
    "problem", [nqueens.exact_cover(10), cover.langford(8), cover.langford(11)]
)
def test_auto_gives_a_memo_up_that_does_not_pay(problem):
    plain = problem.count(method="bitset")
    found = problem.count()
    assert (found, found.method, found.stats.counters) == (plain, "bitset", plain.stats.counters)


def test_the_seconds_of_auto_include_its_trial(monkeypatch):
    ticks = iter([100.0, 107.0])
    monkeypatch.setattr("fastqueens.cover.methods.perf_counter", lambda: next(ticks))
    assert dominoes(6, 8).count().stats.seconds >= 7


def test_auto_counts_nodes_like_its_plain_method_under_a_node_limit():
    with pytest.raises(SearchStopped) as stop:
        dominoes(8, 8).count(node_limit=100)
    assert stop.value.partial.stats.nodes == 100


def test_counts_beyond_64_bits():
    many = ExactCover([[k] for k in range(127) for _ in range(2)])
    assert many.count() == many.count(method="memo", executor="threads:2", tasks=5) == 2**127
    with pytest.raises(SearchStopped, match=r"2\*\*128 or more") as stop:
        ExactCover([[k] for k in range(128) for _ in range(2)]).count(method="memo")
    assert stop.value.reason == "memory"
    assert 0 < stop.value.partial < 2**128


@pytest.mark.parametrize(
    ("problem", "solutions"),
    [(cover.langford(8), 300), (nqueens.exact_cover(8), 92), (dominoes(6, 6), 6728),
     (colourings(3, 3, 3), 246)],
)  # fmt: skip
def test_estimates(problem, solutions):
    nodes = problem.count(method="dlx").stats.nodes
    for seed in some(range(5), 2):
        guess = problem.estimate(dives=600, seed=seed)
        assert abs(guess.solutions - solutions) < 4 * guess.solutions_error
        assert abs(guess.nodes - nodes) < 4 * guess.nodes_error
        assert guess.dives == 600
    assert str(guess).startswith(f"{guess.solutions:.4g} solutions ± ")


def test_estimates_of_every_kind():
    forced = ExactCover([["a", "b"], ["c"]]).estimate(dives=3)
    assert (forced.solutions, forced.solutions_error) == (1, 0)
    assert (forced.nodes, forced.nodes_error) == (3, 0)
    assert nqueens.exact_cover(3).estimate(dives=20).solutions == 0
    pairs = cover.langford(4)
    with_first = pairs.estimate(dives=300, required=[0])
    count = pairs.count(required=[0])
    assert abs(with_first.solutions - count) <= 4 * with_first.solutions_error
    assert ExactCover([["a", "b"], ["b", "c"], ["c"]]).estimate(required=[0, 1]).solutions == 0
    large = ExactCover([[k, c] for k in range(200) for c in range(200, 400)]).estimate(dives=2)
    assert large.nodes > 1e300
    told = []
    pairs.estimate(dives=3, progress=lambda done, every: told.append((done, every)))
    assert told == [(1, 3), (2, 3), (3, 3)]
    with pytest.raises(InputError, match="dives"):
        pairs.estimate(dives=1)
    with pytest.raises(SearchStopped) as stop:
        pairs.estimate(time_limit=0)
    assert (stop.value.partial, stop.value.reason) == (None, "time")


@pytest.mark.parametrize("method", ["dlx", "bitset", "memo"])
def test_the_share_of_a_search_grows_to_one(method):
    problem, required = cover.langford(8), [0]
    arrays = Arrays(problem._start, problem._item, None, problem.primary, len(problem.items))
    kernel = kernels.Cover(*arrays[:5], (METHODS | {"memo": kernels.MEMO})[method], True,
                           np.array(required, np.int32))  # fmt: skip
    shares = []
    report = with_share(lambda now: shares.append(now.fraction), arrays, required)
    report(Progress(kernel, 0.0))
    while kernel.step(7) != DONE:
        report(Progress(kernel, 0.0))
    report(Progress(kernel, 0.0))
    assert shares[0] == 0
    assert shares[-1] == 1
    assert all(a <= b + 1e-12 for a, b in pairwise(shares))
    assert len(set(shares)) > 20


def test_memo_errors():
    pairs = cover.langford(4)
    with pytest.raises(InputError, match="method 'memo' does not support limit"):
        pairs.count(method="memo", limit=3)
    with pytest.raises(InputError, match="max_bytes is 100 and this cover needs"):
        pairs.count(method="memo", max_bytes=100)
    assert pairs.count(max_bytes=100) == 2
    for search in (pairs.solve, pairs.solutions, pairs.first):
        with pytest.raises(InputError, match="unknown method 'memo'"):
            search(*[1] * (search == pairs.first), method="memo")


@given(problems(), st.integers(1, 5), st.data())
def test_steps_and_required(problem, budget, data):
    options, primary = problem
    wanted = data.draw(st.lists(st.sampled_from(range(len(options))), max_size=3) if options
                       else st.just([]))  # fmt: skip
    solutions, _, _ = reference.cover.search(options, primary)
    # Solutions never contain options without primary items, unless required: remove such options.
    expected = None
    if all(any(i in primary for i in options[k]) for k in wanted):
        expected = {frozenset(x) for x in solutions if set(wanted) <= set(x)}
    answers = []
    for method, isa in WAYS:
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("FASTQUEENS_ISA", isa)
            given = (*arrays(options, primary), METHODS[method], False, np.array(wanted, np.int32))
            small, large = kernels.Cover(*given), kernels.Cover(*given)
            assert small.step(0) in (RUNNING, DONE)
            found = run(small, budget)
            assert found == run(large)
            assert small.counters() == large.counters()
            assert small.spent == large.spent
            if expected is not None:
                assert {frozenset(x) for x in found} == expected
            for x in found:  # the required options come first, in the given order
                assert x[: len(dict.fromkeys(wanted))] == list(dict.fromkeys(wanted))
            answers.append(found)
    assert all(found == answers[0] for found in answers)


def test_stepping_a_large_one(way):
    problem = covers.pentominoes(3, 20)
    lengths = [len(option) for option in problem.options]
    given = (
        np.cumsum([0, *lengths]).astype(np.int32),
        np.array([i for option in problem.options for i in option], np.int32),
        None, problem.primary, problem.items, METHODS[way],
    )  # fmt: skip
    one, many = kernels.Cover(*given), kernels.Cover(*given)
    found = run(one)
    assert found == run(many, 1)
    assert one.counters() == many.counters()
    assert len(found) == 8
    # After a limit the same search continues to the same end.
    again = kernels.Cover(*given)
    while again.spent < 20_000:
        again.step(77)
    room = np.empty(again.max_chosen, np.int32)
    partial = room[: again.peek(room)].tolist()
    cells = [i for k in partial for i in problem.options[k]]
    assert len(cells) == len(set(cells))
    run(again)
    assert again.counters() == one.counters()


def planted(rng, primary, secondary, count, colours):
    """Return options of up to six items that contain several solutions."""
    options = []
    while len(options) < count:
        order = rng.permutation(primary).tolist()
        while order:
            size = int(rng.integers(1, 7))
            option = {str(k): None for k in order[:size]}
            order = order[size:]
            if secondary and rng.integers(3) == 0:
                hue = str(rng.integers(1, 4)) if colours else None
                option[f"s{rng.integers(secondary)}"] = hue
            options.append(option)
    return options[:count]


@pytest.mark.parametrize("primary", [12, 17, 40, 66, 90, 100, 130, 200, 300, 520])
def test_many_options(primary):
    """All kernels make the same choices, also on problems too large for the reference."""
    rng = np.random.default_rng(primary)
    for count, secondary, colours in ((600, 0, False), (1100, 30, False), (900, 12, True)):
        options = planted(rng, primary, secondary, count, colours)
        kernel_of = {}
        for method, isa in WAYS:
            with pytest.MonkeyPatch.context() as patch:
                patch.setenv("FASTQUEENS_ISA", isa)
                given = arrays(options, [str(k) for k in range(primary)])
                kernel_of[method, isa] = kernels.Cover(*given, METHODS[method])
        room = np.empty(kernel_of[WAYS[0]].max_chosen, np.int32)
        found = 0
        for _ in range(60):
            states = set()
            for kernel in kernel_of.values():
                status = kernel.step(37)
                chosen = tuple(room[: kernel.peek(room)].tolist())
                states.add((status, kernel.spent, kernel.solutions, chosen))
            assert len(states) == 1
            found += next(iter(states))[0] == FOUND
        assert found or primary > 20


COUNTERS = [  # (problem, nodes, updates)
    (covers.pentominoes(3, 20), 32_978, 10_986_975),
    (covers.langford(8), 2_789, 37_241),
    (covers.queens(8), 1_049, 17_160),
    (covers.queens(10), 11_578, 202_341),
]


@pytest.mark.parametrize("problem", [x[0] for x in COUNTERS], ids=lambda x: x.name)
def test_known_counts_and_pinned_counters(problem, way):
    it = ExactCover(
        problem.options, primary=range(problem.primary),
        secondary=range(problem.primary, problem.items),
    )  # fmt: skip
    count = it.count(method=way)
    assert (count, count.exact, count.method) == (problem.solutions, True, way)
    nodes, updates = next(x[1:] for x in COUNTERS if x[0] is problem)
    assert count.stats.nodes == nodes
    assert count.stats.counters.get("updates") == (updates if way == "dlx" else None)
    assert it.count(method=way).stats.counters == count.stats.counters


@pytest.mark.parametrize(
    ("make", "counts"),
    [
        (cover.langford, {2: 0, 3: 2, 4: 2, 5: 0, 7: 52, 8: 300, 9: 0}),
        (nqueens.exact_cover, {1: 1, 2: 0, 3: 0, 4: 2, 5: 10, 6: 4, 7: 40, 8: 92, 9: 352}),
    ],
)
def test_builders(make, counts, way):
    for n, expected in counts.items():
        assert make(n).count(method=way) == expected
    with pytest.raises(InputError, match=r"n is 0, expected [12] to"):
        make(0)


def test_wide_problems(way):
    """More items and options than any register holds: independent pairs, and a chain."""
    for size in (63, 64, 65, 128, 129, 256, 257, 600):
        pairs = [[i] for i in range(size)] + [[i, (i + 1) % size] for i in range(size)]
        it = ExactCover(pairs, primary=range(size))
        assert len(it.solve(method=way).options) <= size
        # The number of perfect covers of a ring by singles and neighbours is a Lucas number.
        if size <= 65:
            a, b = 2, 1
            for _ in range(size - 1):
                a, b = b, a + b
            assert it.count(method=way, limit=50) == 50
            ring = ExactCover(pairs[: size - 40] + pairs[size:], primary=range(size))
            assert ring.count(method=way, node_limit=10**6) > 0


def test_more_options_than_a_byte_counts(way):
    """Sizes above 255, with a tie that only exact sizes decide."""
    options = [["a", k] for k in range(300)] + [["b", k] for k in range(299)]
    it = ExactCover(options, primary=["a", "b"], secondary=range(300))
    result = it.solve(method=way)
    assert result.options == [1, 300]  # b has fewer options, so it comes first
    assert it.count(method=way) == 300 * 299 - 299


def test_wide_links():
    """More than 65,535 nodes need links of 32 bits."""
    options = [[f"a{k % 40}", f"x{k}"] for k in range(24_000)]
    plain = ExactCover(options, primary=[f"a{k}" for k in range(40)],
                       secondary=[f"x{k}" for k in range(24_000)])  # fmt: skip
    assert plain.solve(method="dlx").options == list(range(40))
    tinted = ExactCover(
        [[a, Coloured(x, k % 3)] for k, (a, x) in enumerate(options)],
        primary=[f"a{k}" for k in range(40)], secondary=[f"x{k}" for k in range(24_000)],
    )  # fmt: skip
    assert tinted.solve(method="dlx").options == list(range(40))


def test_queens_as_a_cover_are_those_of_nqueens(way):

    found = {tuple(k % 8 for k in x) for x in nqueens.exact_cover(8).solutions(method=way)}
    assert found == {tuple(x.tolist()) for x in nqueens.solutions(8)}


HARD = "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9"


def test_sudoku(way):
    solved = cover.sudoku(HARD, method=way)
    assert all(a in (b, ".") for a, b in zip(HARD, solved, strict=True))
    grid = np.array(list(solved), int).reshape(9, 9)
    boxes = grid.reshape(3, 3, 3, 3).swapaxes(1, 2).reshape(9, 9)
    for lines in (grid, grid.T, boxes):
        assert all(sorted(line) == list(range(1, 10)) for line in lines.tolist())
    assert cover.sudoku(solved.replace("1", "0"), method=way) == solved
    assert cover.sudoku("\n".join(solved[i : i + 9] for i in range(0, 81, 9))) == solved
    assert cover.sudoku("11" + "." * 79, method=way) is None
    assert cover.sudoku("." * 9 + "12345678." + "........9" + "." * 54) is None


@pytest.mark.parametrize(
    ("text", "place"),
    [("", ""), ("." * 80, ""), ("." * 82, "1, column 82"), ("x" * 81, "1, column 1"),
     ("." * 9 + "\n..a", "2, column 3"), ("٣" * 81, "1, column 1"), ("3x3:1zz", "")],
)  # fmt: skip
def test_sudoku_errors(text, place):
    with pytest.raises(InputError) as told:
        cover.sudoku(text)
    assert f"line {place}" in str(told.value) if place else "expected 81" in str(told.value)


@given(st.text("123.......", min_size=81, max_size=81))
@examples(30)
def test_game_ids_of_sudokus(cells):
    """Compare the cells with those computed from the id one by one."""
    told = cover.Sudoku(cells).to_game_id()
    assert cover.Sudoku(told) == cells
    assert cover.Sudoku(told.replace(":", "dbr2:")) == cells
    found, rest = "", told.removeprefix("3x3:")
    for at, character in enumerate(rest):
        if character == "_":
            assert rest[at - 1].isdigit()
            assert rest[at + 1].isdigit()
        else:
            found += character if character.isdigit() else "." * (ord(character) - 96)
    assert found == cells
    with pytest.raises(InputError, match="found a variant, 3x3j"):
        cover.Sudoku(told.replace(":", "jx:"))


# ----------------------------------------------------------------------------- forms of input

LETTERS = [
    ["c", "e"],
    ["a", "d", "g"],
    ["b", "c", "f"],
    ["a", "d", "f"],
    ["b", "g"],
    ["d", "e", "g"],
]


def test_lists_matrices_and_text_are_one(way):
    """The example of Knuth's section on dancing links."""
    by_list = ExactCover(LETTERS, primary="abcdefg")
    matrix = np.array([[x in option for x in "abcdefg"] for option in LETTERS])
    text = "| his example\na b c d e f g\n\n" + "\n".join(map(" ".join, LETTERS))
    dos = text.replace("\n", "\r\n")
    for it in (by_list, ExactCover(matrix), ExactCover(matrix.astype(int)),
               ExactCover.from_text(text), ExactCover.from_text(dos)):  # fmt: skip
        assert (len(it), it.primary, len(it.items)) == (6, 7, 7)
        assert it.solve(method=way).options == [0, 3, 4]
        assert it.count(method=way) == 1
    assert by_list.solve().chosen == [("c", "e"), ("a", "d", "f"), ("b", "g")]
    assert repr(by_list) == "ExactCover(6 options, 7 primary items)"


def test_sparse_matrices():
    sparse = pytest.importorskip("scipy.sparse", reason="SciPy is not installed")
    matrix = np.array([[x in option for x in "abcdefg"] for option in LETTERS], np.int8)
    for form in (sparse.csr_matrix, sparse.csr_array, sparse.coo_matrix, sparse.csc_array):
        assert ExactCover(form(matrix)).first(3) == [[0, 3, 4]]
    stored = sparse.csr_matrix(matrix)
    stored.data[0] = 0  # a stored entry with the value 0
    assert ExactCover(stored, secondary=[2]).option(0) == (4,)


def test_secondary_columns_of_a_matrix():
    it = ExactCover(np.array([[1, 0, 1], [0, 1, 1], [0, 1, 0]]), secondary=[2])
    assert (it.items, it.primary) == ((0, 1, 2), 2)
    assert it.first(9) == [[0, 2]]


def test_names_of_any_kind():
    it = ExactCover([[(0, 1), "x", None], [frozenset("a"), 2.5]])
    assert it.solve().chosen == [((0, 1), "x", None), (frozenset("a"), 2.5)]
    assert str(it.solve()).splitlines()[1:] == ["(0, 1) x None", "frozenset({'a'}) 2.5"]


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"options": []}, "no options"),
        ({"options": [[]]}, "option 0: found an option without items"),
        ({"options": [["a"], ["a", "b", "a"]]}, "option 1: item 'a' is twice"),
        ({"options": [["a"]], "primary": "ab"}, "no option has the primary item 'b'"),
        (
            {"options": [["a", "b"], ["b"]], "secondary": ["B"]},
            "no option has the secondary item 'B'; did you mean 'b'",
        ),
        ({"options": [["a"]], "primary": "abcd"}, "'b' (and 2 more)"),
        ({"options": [["a", "z"]], "primary": "a"}, "option 0: found 'z'"),
        ({"options": [["a"]], "primary": "aa"}, "'a' is listed twice"),
        ({"options": [["a"]], "primary": "a", "secondary": "a"}, "'a' is listed twice"),
        ({"options": [["a"]], "secondary": "a"}, "no primary items"),
        ({"options": [[Coloured("a", 1)]]}, "option 0: item 'a' is primary and has the colour 1"),
        ({"options": ["ab"]}, "option 0: found 'ab', expected a list"),
        ({"options": "ab"}, "one string"),
        ({"options": [3]}, "option 0: found 3"),
        ({"options": [[["a"]]]}, "unhashable"),
        ({"options": np.zeros((2, 2))}, "option 0: found an option without items"),
        ({"options": np.ones(3)}, "shape (3,)"),
        ({"options": np.ones((2, 2), "U1")}, "type <U1"),
        ({"options": np.eye(2), "secondary": [2]}, "item 2: expected a column, 0 to 1"),
        ({"options": np.eye(2), "primary": [0]}, "option 1: found 1"),
        ({"options": np.array([[1, 0], [1, 0]])}, "no option has the primary item 1"),
        ({"options": np.zeros((0, 3))}, "no options"),
    ],
)
def test_bad_input(given, message):
    with pytest.raises(InputError) as told:
        ExactCover(**given)
    assert message in str(told.value)


@pytest.mark.parametrize(
    ("text", "place", "message"),
    [
        ("", "1:1", "no line of items"),
        ("| only this\n", "1:1", "no line of items"),
        ("a b", None, "no options"),
        ("a b\na c", "2:3", "found 'c'"),
        ("a  b | a\na", "1:8", "'a' is listed twice"),
        ("a | b | c\na", "1:7", "second '|'"),
        ("a:1\na", "1:1", "without '|' and ':'"),
        ("a b\n| x\n\na b a", "4:5", "'a' is twice"),
        ("a b\na", "1:3", "no option has the primary item 'b'"),
        ("a | left\na lef", "2:3", "found 'lef', expected one of the items"),
        ("a | left up\na left", "1:10", "no option has the secondary item 'up'"),
        ("a | b\na:1 b", "2:1", "is primary and has the colour '1'"),
        ("a | b\na b:", "2:3", "expected item:colour"),
        ("a | b\na :1", "2:3", "expected item:colour"),
        ("a | b\na b:1:2", "2:6", "expected an item"),
        ("a | b\na | b", "2:3", "expected an item"),
    ],
)
def test_bad_text(text, place, message):
    with pytest.raises(InputError) as told:
        ExactCover.from_text(text, source="x.dlx")
    assert str(told.value).startswith(f"x.dlx:{place}: " if place else "x.dlx: ")
    assert message in str(told.value)


def test_files(tmp_path):
    path = tmp_path / "knuth.dlx"
    path.write_bytes(b"\xef\xbb\xbfp q r | x y\np q x y:A\np r x:A y\np x:B\nq x:A\nr y:B\n")
    it = ExactCover.from_file(path)
    # Knuth's example of colours has only this solution.
    assert it.first(9) == [[1, 3]]
    assert ExactCover.from_text(it.to_text()).to_text() == it.to_text()
    with pytest.raises(InputError, match=r"nothing\.dlx: cannot read the file"):
        ExactCover.from_file(tmp_path / "nothing.dlx")
    path.write_bytes(b"a b\na \xff")
    with pytest.raises(InputError, match=r"knuth\.dlx:2:3: .* expected text in UTF-8"):
        ExactCover.from_file(path)
    with path.open("wb") as file:
        file.truncate((256 << 20) + 1)  # a sparse file, which needs no disk space
    told = r"knuth\.dlx: found 268,435,457 bytes, expected an exact cover, at most 268,435,456"
    with pytest.raises(InputError, match=told):
        ExactCover.from_file(path)


@given(problems())
def test_text_round_trip(problem):
    options, primary = problem
    used = {i for option in options for i in option}
    if set(primary) - used:
        return
    secondary = sorted(used.difference(primary))
    lines = [" ".join(i if c is None else f"{i}:{c}" for i, c in x.items()) for x in options]
    names = " ".join([*primary, "|", *secondary] if secondary else primary)
    text = "\n".join([names, *lines]) + "\n"
    it = ExactCover.from_text(text)
    assert it.to_text() == text
    assert it.count() == len(reference.cover.search(options, primary)[0])


@given(st.text("ab|: \n\r\t1\x00é", max_size=40))
def test_any_text_is_read_or_refused(text):
    try:
        it = ExactCover.from_text(text)
    except InputError:
        pass
    else:
        assert ExactCover.from_text(it.to_text()).to_text() == it.to_text()
        for solution in it.first(5):
            covered = [i for option in it.selected(solution) for i in option]
            assert all(covered.count(i) == 1 for i in it.items[: it.primary])


@given(st.binary(max_size=30))
def test_any_bytes_are_read_or_refused(data):
    with suppress(InputError):
        assert len(ExactCover.from_bytes(data)) > 0


def test_names_that_cannot_be_written():
    for name in ("", "a b", "x:", "|"):
        with pytest.raises(InputError, match="expected different names"):
            ExactCover([[name]]).to_text()
    with pytest.raises(InputError, match="the name twice"):
        ExactCover([["1", 1]]).to_text()


# ------------------------------------------------------------------------- searches and limits


def test_limits_and_the_rest(way):
    it = cover.langford(8)
    every = it.first(1000, method=way)
    assert len(every) == 300
    assert it.first(7, method=way) == every[:7]
    assert it.first(0, method=way) == []
    limited = it.count(limit=20, method=way)
    assert (limited, limited.exact) == (20, False)
    assert it.count(limit=301, method=way).exact
    assert not it.count(limit=0).exact
    with pytest.raises(SearchStopped) as stop:
        it.count(node_limit=500, method=way)
    assert isinstance(stop.value.partial, Count)
    assert (stop.value.partial.stats.nodes, stop.value.reason) == (500, "nodes")
    with pytest.raises(SearchStopped) as stop:
        it.first(300, node_limit=1000, method=way)
    assert stop.value.partial == every[: len(stop.value.partial)]
    result = it.solve(node_limit=3, method=way)
    assert (result.status, result.reason, result.options, result.chosen) == (
        "stopped", "nodes", None, [],
    )  # fmt: skip
    found = it.solutions(time_limit=0, method=way)
    assert (list(found), found.status, found.reason) == ([], "stopped", "time")
    assert cover.langford(6).solve(method=way).status == "unsolvable"


def test_required(way):
    it = nqueens.exact_cover(8)
    for r, c in product(range(8), repeat=2):
        found = it.count(required=[8 * r + c], method=way)
        assert found == [4, 8, 16, 18, 18, 16, 8, 4][c] if r == 0 else found <= 18
    assert it.count(required=[0, 12], method=way) == len(
        [x for x in it.solutions() if {0, 12} <= set(x)]
    )
    assert it.count(required=[0, 1], method=way) == 0
    assert it.solve(required=[0, 0], method=way).options[0] == 0
    full = it.solve(method=way).options
    assert it.solve(required=reversed(full), method=way).options == full
    for wrong in (64, -1, "x", 1.5):
        with pytest.raises(InputError):
            it.solve(required=[wrong])


def test_required_options_without_primary_items(way):
    it = ExactCover([["a", Coloured("x", 1)], ["a", Coloured("x", 2)], [Coloured("x", 2)], ["x"]],
                    secondary="x")  # fmt: skip
    assert list(it.solutions(method=way)) == [[0], [1]]
    assert it.first(9, required=[2], method=way) == [[1, 2]]
    assert it.first(9, required=[3], method=way) == []


def test_methods():
    it = nqueens.exact_cover(5)
    assert it.solve().method == "bitset"
    blank = ExactCover([[f"x{k}", k] for k in range(1000)])  # many items, short options
    assert blank.solve().method == "dlx"
    with pytest.raises(InputError, match="unknown method 'x', expected one of auto, dlx, bitset"):
        it.solve(method="x")
    many = ExactCover([[0, k] for k in range(1, 100_001)], primary=[0], secondary=range(1, 100_001))
    assert many.solve().method == "dlx"
    with pytest.raises(InputError, match="use method 'dlx'"):
        many.solve(method="bitset")


def test_progress():
    seen = []
    problem = covers.langford(8)
    it = ExactCover(problem.options, primary=range(problem.primary))
    found = it.solutions(progress=seen.append)
    found.search.interval = 0.0
    assert len(list(found)) == 300
    assert seen
    assert seen[-1].counters["nodes"] > 0


@pytest.mark.parametrize("method", METHODS.values())
def test_kernels_refuse(method):
    def make(start, items, colours, primary, every, required=()):
        given = [None if x is None else np.array(x, np.int32)
                 for x in (start, items, colours, required)]  # fmt: skip
        return kernels.Cover(*given[:3], primary, every, method, False, given[3])

    assert run(make([0, 1], [0], [0], 1, 1)) == [[0]]
    assert run(make([0], [], None, 0, 0)) == [[]]
    assert run(make([0], [], [], 1, 1)) == []
    for wrong in (
        ([0, 1], [0], [1], 1, 1),
        ([0, 1], [0], [-1], 0, 1),
        ([0, 1], [1], [0], 1, 1),
        ([0, 1], [-1], [0], 1, 1),
        ([0, 1], [0], [0], 2, 1),
        ([1, 1], [0], [0], 1, 1),
        ([0, 2, 1], [0], [0], 1, 1),
        ([0, 2], [0], None, 1, 1),
        ([0, 2], [0, 0], None, 1, 1),
        ([0, 1], [0], [0, 0], 1, 1),
        ([0, 1], [0], None, 1, 1, [1]),
        ([0, 1], [0], None, 1, 1, [-1]),
        ([], [], None, 0, 0),
        ([0], [], None, 0, 2**31),
    ):
        with pytest.raises(ValueError):  # noqa: PT011
            make(*wrong)
    with pytest.raises(MemoryError):
        kernels.Cover(np.array([0, 1], np.int32), np.array([0], np.int32), None, 1, 1, method,
                      max_bytes=64)  # fmt: skip
    with pytest.raises(ValueError, match="method"):
        kernels.Cover(np.array([0], np.int32), np.array([], np.int32), None, 0, 0, 3)
    with pytest.raises(ValueError, match="room"):
        make([0, 1], [0], None, 1, 1).peek(np.empty(0, np.int32))


# ---- Matrices in CSV -----------------------------------------------------------------------------

MATRIX = [[1, 1, 0], [0, 0, 1], [0, 1, 1], [1, 0, 0]]


@pytest.mark.parametrize(
    "text",
    [
        "1,1,0\n0,0,1\n0,1,1\n1,0,0\n",
        "\ufeff1; 1; 0\r\n0;0;1\r\n\r\n0;1;1\r\n1;0;0",
        "# made by numpy.savetxt\n1.000e+00,1.0,0.0\n0,0,1\n0,1,1\n1,0,0",
        "a,b,c\n1,1,0\n0,0,1\n0,1,1\n1,0,0\n",
        '"","a","b","c, d"\n"x","1","1","0"\n"y",0,0,1\n"z",0,1,1\n"u",1,0,0\n',
    ],
)
def test_matrices_in_csv(tmp_path, text):
    (tmp_path / "cover.csv").write_bytes(text.encode())
    (tmp_path / "cover.tsv").write_bytes(text.replace(",", "\t").replace(";", "\t").encode())
    expected = ExactCover.from_matrix(MATRIX).first(9)
    files = [ExactCover.from_file(tmp_path / name) for name in ("cover.csv", "cover.tsv")]
    one = ExactCover.from_text(text) if "# " not in text and '"' not in text else files[0]
    for problem in (*files, one):
        assert problem.first(9) == expected
        assert problem.primary == 3


@pytest.mark.parametrize(
    ("text", "place", "message"),
    [
        ("1,0\n0,2\n", "m.csv:2:3", "found '2', expected 0 or 1"),
        ("1,0\n0\n", "m.csv:2:2", "found 1 field, expected 2"),
        ("1,0\n\n1,1,1\n", "m.csv:3:5", "found 3 fields, expected 2"),
        ("a,a\n1,0\n", "m.csv:1:3", "item 'a' is listed twice"),
        ("a,,b\n1,0,1\n", "m.csv:1:3", "found an item without a name"),
        ("1,0\n0,0\n", "m.csv:2", "found an option without items"),
        ("1,0\n1,0\n", "m.csv:1:3", "no option has the primary item 1"),
        ("a,b\n", "m.csv", "found no options"),
        ("# 1\n", "m.csv:1:1", "found no line of 0 and 1"),
    ],
)
def test_errors_in_csv(text, place, message):
    with pytest.raises(InputError) as caught:
        ExactCover.from_text(text, source="m.csv")
    assert str(caught.value).startswith(f"{place}: "), str(caught.value)
    assert message in caught.value.message


def test_names_that_read_as_csv_are_not_written():
    with pytest.raises(InputError, match="be read as a matrix in CSV"):
        ExactCover([["1,0"]]).to_text()
    assert ExactCover.from_text("a,b c\na,b c\n").items == ("a,b", "c")


# ---- The covers of the benchmarks ----------------------------------------------------------------


def test_placements_around_holes():
    board = {(r, c, 0) for r in range(8) for c in range(8)}
    hole = {(r, c, 0) for r in (3, 4) for c in (3, 4)}
    around = covers.placements(covers.PENTOMINOES, board - hole, covers.FLAT)
    full = covers.placements(covers.PENTOMINOES, board, covers.FLAT)
    assert around == [{spot for spot in spots if not spot & hole} for spots in full]
    problem = covers.packing("pentominoes around a hole", around, board - hole, 520)
    # 65 packings, each in eight orientations (D. Scott 1958)
    assert ExactCover(problem.options, primary=range(problem.primary)).count() == 520
