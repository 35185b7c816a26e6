"""Star Battle: all kernel answers against the reference, on every instruction set."""

from __future__ import annotations

import functools
import json
import math
import pickle
from types import SimpleNamespace

import numpy as np
import pytest
from conftest import ENDLESS, ISAS, examples, region_arrays, tight_board
from helpers.queens import is_solution, placements, plant
from hypothesis import given
from hypothesis import strategies as st

from fastqueens import InputError, SearchStopped, queens, reference
from fastqueens._kernels.queens import stars as kernels
from fastqueens.queens.board.board import Board
from fastqueens.search import Search, Solutions

EIGHT = [row for row in ("AAAABBBB", "CCCCDDDD", "EEEEFFFF", "GGGGHHHH") for _ in range(2)]
TWELVE = np.repeat(np.arange(12), 12).reshape(12, 12)


@st.composite
def planted(draw):
    n, each = draw(st.sampled_from([(4, 1), (5, 1), (6, 1), (8, 2), (9, 2)]))
    cells = draw(st.sampled_from(placements(n, each)))
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    return plant(cells, n, each, rng, draw(st.sampled_from([5, 30, 100]))), each, cells


def rows_as_regions(n, each):
    return Board.from_array(np.repeat(np.arange(n), n).reshape(n, n), stars=each)


def placement(n, each):
    """Return a placement without regard to regions; three stars on a lattice."""
    if each < 3:
        return queens.solve(rows_as_regions(n, each)).cells
    step = next(s for s in range(n // 2, 0, -1) if math.gcd(s, n) == 1)
    return sorted((r, (step * r + shift) % n) for r in range(n) for shift in (0, 2, 4))


def found_by(regions, each, opening=kernels.OPENING):
    # This kernel also accepts one star per unit.
    kernel = kernels.Search(Board.from_array(regions).regions, queens.Rules(each), 0, opening)

    def read():
        pairs = np.empty((len(regions) * each, 2), np.int16)
        kernel.peek(pairs)
        return pairs

    found = Solutions(Search(kernel), read, method="bitboard")
    pairs = [tuple(map(tuple, x.tolist())) for x in found]
    assert found.status == ("solved" if pairs else "unsolvable")
    return pairs


# ------------------------------------------------------------------------- against the reference


@given(planted())
def test_planted_boards(problem):
    regions, each, cells = problem
    expected = set()
    # As reference.queens.stars_solutions, but computed incrementally.
    for other in placements(len(regions), each):
        taken = np.bincount([regions[r, c] for r, c in other], minlength=len(regions))
        if (taken == each).all():
            expected.add(other)
    for opening in (kernels.OPENING, 0):  # with 0 the search works only by unit placements
        found = found_by(regions, each, opening)
        assert len(found) == len(set(found))
        assert set(found) == expected
    assert cells in expected
    assert queens.is_unique(Board.from_array(regions, stars=each)) == (len(expected) == 1)


@given(region_arrays(), st.integers(1, 2))
def test_small_boards(regions, each):
    """Most boards have no solution; with two stars none has one below n = 8."""
    expected = set(reference.queens.stars_solutions(regions.tolist(), queens.Rules(each)))
    assert set(found_by(regions, each)) == set(found_by(regions, each, 0)) == expected


@given(
    st.sampled_from(
        [(10, 2), (12, 2), (12, 3), (14, 3), (17, 3), (20, 2), (16, 4), (21, 5), (25, 6)]
    ),
    st.integers(0, 2**32 - 1),
    st.sampled_from([5, 10, 15, 20]),
)
@examples(60)
def test_ways_find_what_counting_finds(size, seed, loose):
    """Two searches that share only the rules find the same solutions."""
    n, each = size
    regions = plant(wide_placement(n, each), n, each, np.random.default_rng(seed), loose)
    found, ends = [], []
    for opening in (30_000, 0):  # nodes before the search switches to unit placements
        kernel, cells = kernels.Search(regions, queens.Rules(each), 0, opening), []
        while len(cells) < 5 and (end := kernel.step(30_000 - min(kernel.spent, 29_999))) == 1:
            cells.append(tuple(sorted(kernel.cells())))
        found.append(cells)
        ends.append(end)
    assert len(set(found[1])) == len(found[1])
    if ends[0] == 2:  # counting has visited all solutions
        assert set(found[0]) == set(found[1])
    for cells in found[1]:
        assert is_solution(regions, [divmod(cell, n) for cell in cells], each)
    if ends[1] == 2:
        planted = tuple(r * n + c for r, c in wide_placement(n, each))
        assert tuple(sorted(planted)) in found[1]


@functools.cache
def wide_placement(n, each):
    rows = np.repeat(np.arange(n, dtype=np.uint8), n).reshape(n, n)
    kernel = kernels.Search(rows, queens.Rules(each))
    assert kernel.step(100_000) == 1
    return tuple(divmod(cell, n) for cell in kernel.cells())


@given(region_arrays())
def test_one_star_is_coloured_queens(regions):
    assert len(found_by(regions, 1)) == queens.count(regions)


@pytest.mark.parametrize("n", [9, 11, 12, 16, 17, 20, 21, 22, 24, 27])
def test_one_star_on_larger_boards(isa, n):
    """All specialisations of the narrow search, and the wide search."""
    for seed in range(3):
        regions = tight_board(n, seed, spread=4)
        mine = {tuple(c for _, c in pairs) for pairs in found_by(regions, 1)}
        assert mine == {tuple(x.tolist()) for x in queens.solutions(regions)}


# Placements if regions forbid nothing: A002464 for one star, the reference for two.
@pytest.mark.parametrize(
    ("n", "each", "known"),
    [(4, 1, 2), (6, 1, 90), (8, 1, 5242), (8, 2, 2), (9, 2, None)],
)
def test_rows_as_regions(isa, n, each, known):
    rows = np.repeat(np.arange(n), n).reshape(n, n)
    if known is None:
        known = len(placements(n, each))
    assert (
        queens.count(Board.from_array(rows, stars=each))
        == queens.count(Board.from_array(rows.T, stars=each))
        == known
    )


@pytest.mark.parametrize(
    ("n", "each"), [(10, 2), (11, 2), (16, 3), (17, 3), (20, 3), (21, 2), (22, 2), (23, 3), (26, 3)]
)
def test_larger_boards(isa, n, each):
    """Symmetric boards have the same solutions, although each has its own search tree."""
    hidden = placement(n, each)
    regions = plant(hidden, n, each, np.random.default_rng(n), 12)
    assert is_solution(regions, hidden, each)
    found = found_by(regions, each)
    assert tuple(hidden) in found
    assert len(set(found)) == len(found)
    assert all(is_solution(regions, pairs, each) for pairs in found)
    for board in (regions.T, regions[::-1], regions[:, ::-1]):
        assert queens.count(Board.from_array(board, stars=each)) == len(found)


# ------------------------------------------------------------------------ counting without listing


def counted(regions, each, budget=10**9, most=1 << 30):
    kernel = kernels.Count(np.ascontiguousarray(regions, np.uint8), queens.Rules(each), most)
    assert kernel.step(0) == 0
    while (status := kernel.step(budget)) == 0:
        pass
    return status, kernel.total, kernel.counters()


@given(planted())
def test_counted_are_the_placements(problem):
    regions, each, _ = problem
    if each > 1:
        expected = sum(
            (np.bincount([regions[r, c] for r, c in x], minlength=len(regions)) == each).all()
            for x in placements(len(regions), each)
        )
        assert counted(regions, each)[:2] == counted(regions.T, each)[:2] == (2, expected)


@given(
    st.sampled_from([(10, 2), (12, 2), (12, 3), (14, 3), (16, 4), (20, 5)]),
    st.integers(0, 2**32 - 1),
    st.sampled_from([3, 6]),
)
@examples(40)
def test_counting_finds_as_many_as_searching(size, seed, loose):
    n, each = size
    regions = plant(wide_placement(n, each), n, each, np.random.default_rng(seed), loose)
    kernel, found = kernels.Search(regions, queens.Rules(each)), 0
    while (status := kernel.step(30_000)) == 1 and found < 5000:
        found += 1
    end, total, _ = counted(regions, each, most=1 << 24)
    if status == end == 2:
        assert total == found
    elif end == 2:
        assert total >= found


# Placements of two stars per row and column without regions: from the reference for 8 and 9 rows,
# from the search for 10 rows.
@pytest.mark.parametrize(("n", "each", "known"), [(8, 2, 2), (9, 2, 664), (10, 2, 146510)])
def test_counting_loose_boards(n, each, known):
    rows = np.repeat(np.arange(n), n).reshape(n, n)
    for board in (rows, rows.T, np.rot90(rows, 2)):
        assert counted(board, each)[:2] == (2, known)
    by_rows = queens.count(Board.from_array(rows, stars=each), method="rows")
    assert (by_rows, by_rows.method, by_rows.exact) == (known, "rows", True)
    assert queens.count(Board.from_array(rows, stars=each)) == known
    assert queens.count(Board.from_array(rows, stars=each)).method == (
        "rows" if n == 10 else "bitboard"
    )


def test_counting_in_steps():
    rows = np.repeat(np.arange(9), 9).reshape(9, 9)
    assert counted(rows, 2, 1000) == counted(rows, 2, 1) == counted(rows, 2)


def test_counting_without_memory():
    rows = np.repeat(np.arange(12), 12).reshape(12, 12)
    kernel = kernels.Count(rows.astype(np.uint8), queens.Rules(2), 1 << 20)
    assert kernel.step(10**9) == kernel.step(5) == 3
    assert kernel.bytes <= 1 << 20
    with pytest.raises(SearchStopped) as stopped:
        queens.count(Board.from_array(rows, stars=2), method="rows", max_bytes=1 << 20)
    assert stopped.value.reason == "memory"
    # a search that counts by rows continues where rows do not fit into a word
    nine = np.repeat(np.arange(10), 10).reshape(10, 10)
    count = queens.count(Board.from_array(nine, stars=2), max_bytes=1 << 16)
    assert (count, count.method) == (146510, "bitboard")
    with pytest.raises(ValueError, match="size"):
        kernels.Count(np.zeros((33, 33), np.uint8), queens.Rules(2), 1 << 20)


# ----------------------------------------------------------------------------- the state machine


@pytest.mark.parametrize(("n", "each", "loose"), [(9, 2, 90), (16, 3, 15), (23, 2, 12), (26, 3, 8)])
def test_stepping(isa, n, each, loose):
    """A budget of 1 per step finds the same solutions with the same counters as a single step."""
    regions = plant(placement(n, each), n, each, np.random.default_rng(1), loose)

    def run(budget):
        kernel, pairs, seen = (
            kernels.Search(regions, queens.Rules(each)),
            np.empty((n * each, 2), np.int16),
            [],
        )
        while (status := kernel.step(budget)) != 2:
            if status == 1:
                kernel.peek(pairs)
                assert sorted(kernel.cells()) == [r * n + c for r, c in pairs.tolist()]
                seen.append((pairs.tolist(), kernel.counters()))
        before = kernel.counters()
        assert kernel.step(0) == kernel.step(5) == 2
        assert kernel.counters() == before
        return seen, before

    whole = run(10**9)
    assert whole[0]
    assert whole == run(1) == run(7)


@pytest.mark.parametrize("opening", [0, kernels.OPENING])
def test_what_is_left_touches_no_star(isa, opening):
    """The cells that live views cross out while counting and while placing units."""
    regions = plant(placement(16, 3), 16, 3, np.random.default_rng(1), 60)
    kernel, left = (
        kernels.Search(regions, queens.Rules(3), 0, opening),
        np.empty((16, 16), np.uint8),
    )
    seen, status = 0, 0
    while status != 2 and seen < 300:
        status = kernel.step(1)
        kernel.peek_left(left)
        standing = kernel.cells()
        assert kernel.hand() in (-1, *standing)
        seen += bool(standing)
        for row, column in (divmod(cell, 16) for cell in standing):
            block = left[max(row - 1, 0) : row + 2, max(column - 1, 0) : column + 2]
            assert block.sum() == left[row, column] == 1
    assert seen > 20


def test_nothing_done_for_nothing(isa):
    kernel = kernels.Search(ENDLESS, queens.Rules(2))
    assert kernel.step(0) == 0
    assert kernel.counters() == {"nodes": 0, "backtracks": 0, "restarts": 0}
    assert kernel.cells() == []


def test_same_tree_everywhere(monkeypatch):
    rng = np.random.default_rng(5)
    boards = [plant(placements(9, 2)[i], 9, 2, rng, 60) for i in range(20)]
    seen = set()
    for name in ISAS:
        monkeypatch.setenv("FASTQUEENS_ISA", name)
        result = queens.solve_many(boards, rules=queens.Rules(2), limit=None)
        seen.add((tuple(result.stats.counters.items()), result.first.tobytes()))
    assert len(seen) == 1


# --------------------------------------------------------------------------------------- batches


def test_batches(isa):
    rng = np.random.default_rng(3)
    boards = np.stack([plant(placements(9, 2)[k % 30], 9, 2, rng, 40) for k in range(60)])
    boards[7] = np.repeat(np.arange(9), 9).reshape(9, 9)
    boards[8] = boards[9].T
    boards[10] = 200 - boards[9]
    counts, first = queens.solve_many(boards, rules=queens.Rules(2), limit=3, threads=2)
    for board, number, pairs in zip(boards, counts, first, strict=True):
        alone = queens.solve(Board.from_array(board, stars=2))
        assert number == queens.count(Board.from_array(board, stars=2), limit=3)
        assert pairs.tolist() == alone.queens.tolist()
        assert queens.violations(Board.from_array(board, stars=2), pairs).complete
        assert is_solution(board, pairs, 2)
    assert (first[9] == first[10]).all()
    seen = []
    mixed = [
        *(Board.from_array(board, stars=2) for board in boards[:2]),
        Board.from_array(TWELVE, stars=2),
    ]
    counts, first = queens.solve_many(mixed, threads=1, progress=lambda *x: seen.append(x))
    assert counts.tolist() == [queens.count(board, limit=2) for board in mixed]
    assert first.shape == (3, 24, 2)
    assert (first[:2, 18:] == -1).all()
    assert all(
        queens.violations(b, x[: 2 * b.n]).complete for b, x in zip(mixed, first, strict=True)
    )
    nothing = queens.solve_many(boards, rules=queens.Rules(2), limit=0)
    assert (nothing.counts == 0).all()
    assert (nothing.first == -1).all()
    assert queens.solve_many([], rules=queens.Rules(2)).first.shape == (0, 0, 2)


def test_batch_steps(isa):
    rng = np.random.default_rng(4)
    boards = np.stack([plant(placements(9, 2)[k], 9, 2, rng, 60) for k in range(20)])
    answers = []
    for budget in (1, 3, 10**9):
        counts, first = np.zeros(20, np.int64), np.zeros((20, 18, 2), np.int16)
        batch = kernels.Batch(boards, counts, first, 2**60, queens.Rules(2))
        assert batch.step(0) == 0
        while batch.step(budget) == 0:
            pass
        assert batch.done == 20
        answers.append((counts.tolist(), first.tolist(), batch.counters()))
    assert answers[0] == answers[1] == answers[2]


# ------------------------------------------------------------------------------- errors and limits


def test_limits(isa):
    assert queens.count(Board.from_array(ENDLESS, stars=2), limit=5) == 5
    assert not queens.count(Board.from_array(ENDLESS, stars=2), limit=5).exact
    with pytest.raises(SearchStopped) as stopped:
        queens.count(Board.from_array(ENDLESS, stars=2), node_limit=2000)
    assert stopped.value.reason == "nodes"
    assert stopped.value.partial.stats.nodes == 2000
    result = queens.solve(Board.from_array(ENDLESS, stars=2), node_limit=3)
    assert (result.status, result.reason, result.queens, result.cells) == (
        "stopped",
        "nodes",
        None,
        [],
    )
    assert queens.solve(Board.from_array(ENDLESS, stars=2), time_limit=0).reason == "time"


def test_input_errors():
    good = np.repeat(np.arange(8), 8).reshape(8, 8)
    for each in (0, 17, 1.5):
        with pytest.raises(InputError, match="stars is"):
            queens.solve(Board.from_array(good, stars=each))
    with pytest.raises(InputError, match=r"3 regions"):
        Board.from_array(good // 3, allow_empty_regions=True).with_rules(queens.Rules(2))
    with pytest.raises(InputError, match=r"regions"):
        Board.from_array(good // 2, stars=2, allow_empty_regions=True)
    with pytest.raises(
        InputError, match=r"board 1: found 4 regions on a board of 8 rows, expected 8: [^.]*$"
    ):
        queens.solve_many(np.stack([good, good // 2]), rules=queens.Rules(2))
    with pytest.raises(InputError, match=r"board 1"):
        queens.solve_many([good, good // 2], rules=queens.Rules(2))
    two = Board.from_array(good, stars=2)
    with pytest.raises(InputError, match=r"board 1: found a board of 2 stars, expected 1"):
        queens.solve_many([good, two])
    with pytest.raises(InputError, match=r"board 1: found a board of 1 star, expected 2"):
        queens.solve_many([two, good])
    for method in ("mac", "permutation", "pso", "min-conflicts"):
        with pytest.raises(
            InputError, match="supports one queen in each unit, found a board of 2 stars"
        ):
            queens.solve(two, method=method)
    for n, each in ((33, 2), (22, 4), (24, 6)):
        rows = np.repeat(np.arange(n), n).reshape(n, n)
        with pytest.raises(InputError, match=f"5 stars; found {n} rows with {each} stars"):
            queens.count(Board.from_array(rows, stars=each), method="rows")
    with pytest.raises(ValueError, match="from 1 to 16"):
        kernels.Search(good.astype(np.uint8), SimpleNamespace(stars=17, allow_empty_regions=False))
    with pytest.raises(ValueError, match="pairs"):
        kernels.Search(good.astype(np.uint8), queens.Rules(2)).peek(np.zeros((8, 2), np.int16))


NO_ROOM = "expected {0} or more for {1} stars: two rows hold {2} of them, and each 2x2 block one at"


@pytest.mark.parametrize("stars", [2, 3, 5, 16])
def test_stars_without_room(stars):
    """4k - 1 rows are too few and 4k are enough, as tried on the smallest boards."""
    n = 4 * stars - 1
    rows = np.repeat(np.arange(n), n).reshape(n, n)
    said = NO_ROOM.format(4 * stars, stars, 2 * stars)
    for ask in (queens.solve, queens.count, queens.is_unique, queens.explain, queens.hint):
        with pytest.raises(InputError, match=f"found a board of {n} rows, {said}"):
            ask(Board.from_array(rows, stars=stars))
    for boards in (rows[None].astype(np.uint8), [rows]):
        with pytest.raises(InputError, match=said):
            queens.solve_many(boards, rules=queens.Rules(stars))
    if n < 12:  # the kernel does not use this bound
        kernel = kernels.Search(rows.astype(np.uint8), queens.Rules(stars))
        assert kernel.step(10**9) == 2
        assert kernel.counters()["nodes"] < 100_000
    rows = np.repeat(np.arange(n + 1), n + 1).reshape(n + 1, n + 1)
    assert Board.from_array(rows, stars=stars).stars == stars


def test_regions_of_fewer_cells_than_stars():
    cells = np.repeat(np.arange(8), 8).reshape(8, 8)
    cells[0, 1:] = 1
    message = (
        r"found regions of fewer cells than stars: '0' \(1 cell\), expected 2 cells or more in each"
    )
    for ask in (queens.solve, queens.count, queens.rate):
        with pytest.raises(InputError, match=message):
            ask(Board.from_array(cells, stars=2))
    good = np.repeat(np.arange(8), 8).reshape(8, 8)
    with pytest.raises(InputError, match=f"board 1: {message}"):
        queens.solve_many(np.stack([good, cells]), rules=queens.Rules(2))
    with pytest.raises(InputError, match=f"board 1: {message}"):
        queens.solve_many(np.stack([good, cells]).astype(np.uint8), rules=queens.Rules(2))
    with pytest.raises(InputError, match=f"board 1: {message}"):
        queens.rate_many([good, cells], rules=queens.Rules(2))
    assert queens.solve(cells).status == "solved"  # with one star there is a solution


def test_one_by_one():
    assert found_by(np.array([[5]]), 1) == [((0, 0),)]


def test_largest_board(isa):
    """A board of 64 rows: no shift by the full width, and every mask in use."""
    rows = np.repeat(np.arange(64), 64).reshape(64, 64)
    for each in (1, 2, 3):
        result = queens.solve(Board.from_array(rows, stars=each), node_limit=5000)
        kernel = kernels.Search(rows.astype(np.uint8), queens.Rules(each))
        kernel.step(300)
        assert max(kernel.cells()) < 64 * 64
        assert result.queens is None or is_solution(rows, np.array(result.cells), each)


# ------------------------------------------------------------------------------ boards with stars


def test_a_board_knows_its_stars():
    board = Board.from_text("\n".join(EIGHT), stars=2)
    assert board.stars == 2
    assert board != board.with_rules(queens.Rules(1))
    assert board == board.with_rules(queens.Rules(1)).with_rules(queens.Rules(2))
    assert hash(board) != hash(board.with_rules(queens.Rules(1)))
    assert pickle.loads(pickle.dumps(board)) == board
    assert "2 stars" in repr(board)
    result = queens.solve(board)
    assert result.queens.shape == (16, 2)
    assert queens.violations(board, result.queens).complete
    assert not queens.violations(board, result.queens[1:]).complete
    assert queens.violations(board.with_rules(queens.Rules(1)), result.queens).rows == list(
        range(8)
    )
    # the number of regions is free: two regions on a board of 8 rows
    crowded = queens.violations(["AAAABBBB"] * 8, [(0, 0), (0, 2), (0, 4), (7, 0)])
    assert (crowded.rows, crowded.columns, crowded.regions) == ([0], [0], [0])
    assert str(result).count("#") == 16
    assert queens.solve(Board.from_array(board, stars=1)).queens.shape == (8,)


def test_stars_in_json():
    plain = json.dumps({"regions": EIGHT})
    text = json.dumps({"stars": 2, "regions": EIGHT})
    assert Board.from_json(plain).stars == 1
    assert Board.from_json(text).stars == Board.from_bytes(text.encode()).stars == 2
    assert Board.from_json(text, stars=3).stars == 3
    for wrong in (0, 17, "2", 2.0, True, None):
        with pytest.raises(InputError, match=r'column 11.*as "stars", expected 1 to 16'):
            Board.from_json(json.dumps({"stars": wrong, "regions": EIGHT}))


# ---------------------------------------------------------------- placed stars, and restarts


def solved_with(regions, each, placed=(), eliminated=(), seed=0, limit=10**9):
    """Return the first solutions as sets of cells, with cells placed before the first step."""
    kernel = kernels.Search(np.ascontiguousarray(regions, np.uint8), queens.Rules(each), seed)
    stand = [kernel.place(cell) for cell in placed]
    for cell in eliminated:
        kernel.eliminate(cell)
    found = []
    while len(found) < limit and kernel.step(10**7) == 1:
        found.append(frozenset(kernel.cells()))
    return stand, found, kernel.counters()


@given(planted(), st.data())
def test_cells_set_before(problem, data):
    regions, each, _ = problem
    n = len(regions)
    _, every, _ = solved_with(regions, each)
    some = st.lists(st.integers(0, n * n - 1), max_size=3, unique=True)
    eliminated = data.draw(some)
    placed = data.draw(st.one_of(some, st.permutations(sorted(every[0]))))
    stand, found, _ = solved_with(regions, each, placed, eliminated)
    there = []
    for cell, could in zip(placed, stand, strict=True):
        trial = [*there, cell]
        apart = all(
            max(abs(a // n - b // n), abs(a % n - b % n)) > 1
            for i, a in enumerate(trial)
            for b in trial[:i]
        )
        units = [(x // n, x % n + n, int(regions.flat[x]) + 2 * n) for x in trial]
        full = max(sum(u in three for three in units) for u in units[-1]) > each
        assert could == (apart and not full)
        if could:
            there.append(cell)
    # a placed star that is eliminated later stays on the board
    allowed = {x for x in every if x >= set(there) and not (x - set(there)) & set(eliminated)}
    assert set(found) == allowed
    assert len(found) == len(allowed)


@pytest.mark.parametrize(("n", "each"), [(16, 3), (18, 2), (22, 2), (24, 3)])
def test_cells_set_before_on_larger_boards(isa, n, each):
    hidden = placement(n, each)
    regions = plant(hidden, n, each, np.random.default_rng(n), 12)
    cells = [r * n + c for r, c in hidden]
    _, every, _ = solved_with(regions, each)
    assert frozenset(cells) in every
    for k in (1, n, n * each - 1, n * each):
        stand, found, _ = solved_with(regions, each, cells[:k])
        assert all(stand)
        assert set(found) == {x for x in every if x >= set(cells[:k])}
    _, found, _ = solved_with(regions, each, eliminated=cells[:1])
    assert set(found) == {x for x in every if cells[0] not in x}


def test_cells_that_cannot_be_set():
    kernel = kernels.Search(
        np.repeat(np.arange(8, dtype=np.uint8), 8).reshape(8, 8), queens.Rules(2)
    )
    with pytest.raises(ValueError, match="0 to n"):
        kernel.place(64)
    with pytest.raises(ValueError, match="0 to n"):
        kernel.eliminate(64)
    assert kernel.place(9)
    assert not kernel.place(9)
    assert not kernel.place(18)
    assert kernel.cells() == [9]
    kernel.step(1)
    with pytest.raises(ValueError, match="before the first step"):
        kernel.place(63)


@pytest.mark.parametrize(
    ("n", "each"), [(14, 2), (14, 3), (15, 3), (20, 2), (21, 3), (22, 3), (25, 3), (30, 2), (30, 3)]
)
def test_boards_with_many_solutions(isa, n, each):
    """If regions forbid almost nothing, a search with a fixed order never ends."""
    rows = np.repeat(np.arange(n, dtype=np.uint8), n).reshape(n, n)
    answers = []
    for seed in (0, 0, 7):
        kernel = kernels.Search(rows, queens.Rules(each), seed)
        assert kernel.step(3_000_000) == 1
        pairs = np.empty((n * each, 2), np.int16)
        kernel.peek(pairs)
        assert is_solution(rows, pairs, each)
        answers.append((pairs.tolist(), kernel.counters()))
    assert answers[0] == answers[1]


def test_seeds_differ():
    # The board is too large for the search by unit placements.
    rows = np.repeat(np.arange(36, dtype=np.uint8), 36).reshape(36, 36)
    answers = [solved_with(rows, 3, seed=seed, limit=1) for seed in range(4)]
    assert all(counters["restarts"] for _, _, counters in answers)
    assert len({tuple(found) for _, found, _ in answers}) == 4


def test_each_solution_once_after_beginning_anew(isa):
    # One star per unit: with more stars, boards with so many solutions are too hard to count.
    regions = plant(placement(28, 1), 28, 1, np.random.default_rng(1), 20)
    results = [solved_with(regions, 1, seed=seed) for seed in range(3)]
    assert all(counters["restarts"] for _, _, counters in results)
    assert len({frozenset(found) for _, found, _ in results}) == 1
    for _, found, _ in results:
        assert len(set(found)) == len(found) > 10


def test_begun_anew_in_steps(isa):
    rows = np.repeat(np.arange(40, dtype=np.uint8), 40).reshape(40, 40)
    for n in (34, 40):
        whole = kernels.Search(rows[:n, :n].copy(), queens.Rules(3), 5)
        pieces = kernels.Search(rows[:n, :n].copy(), queens.Rules(3), 5)
        status = whole.step(4000)
        status = 0
        while status == 0 and pieces.spent < 4000:
            status = pieces.step(1)
        assert (status, whole.counters(), whole.cells()) == (
            status,
            pieces.counters(),
            pieces.cells(),
        )
        assert whole.counters()["restarts"] > 1
