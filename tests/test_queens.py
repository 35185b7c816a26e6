"""Coloured Queens: all kernel answers against the reference, on every instruction set."""

from __future__ import annotations

import copy
import pickle

import numpy as np
import pytest
from conftest import ISAS, oracle, region_arrays, sample_boards, some, tight_board
from helpers.queens import FIVE, NINE, SIX, is_solution
from hypothesis import given
from hypothesis import strategies as st

from fastqueens import InputError, csp, queens, reference
from fastqueens._kernels.queens import regions as kernels
from fastqueens.queens.board.board import Board
from fastqueens.queens.grid.placements import cells_of

EIGHT = Board.from_text(
    "AAABBBCC\nAAABBBCC\nDDDDBBCC\nDDEEECCC\nDDEEEFFF\nGGEHHFFF\nGGGHHHFF\nGGGHHHFF"
)


# ------------------------------------------------------------------------------ known boards


def test_nine(isa):
    result = queens.solve(NINE)
    assert result.status == "solved"
    assert result.queens.tolist() == [7, 4, 6, 1, 5, 3, 0, 2, 8]
    assert result.queens.dtype == np.int16
    assert queens.is_unique(NINE)
    assert result.stats.nodes == 18
    assert result.cells[0] == (0, 7)


def test_six_has_no_solution(isa):
    result = queens.solve(SIX)
    assert (result.status, result.queens, result.solved) == ("unsolvable", None, False)
    assert queens.count(SIX) == 0
    assert not queens.is_unique(SIX)


def test_eight(isa):
    assert is_solution(EIGHT.regions, queens.solve(EIGHT).cells)
    assert queens.count(EIGHT) == len(list(reference.queens.solutions(EIGHT.regions.tolist())))


def test_four():
    result = queens.solve(Board.from_text("RBBB\nRRBY\nGYYY\nGGGY"))
    assert result.queens.tolist() == [2, 0, 3, 1]
    assert str(result).splitlines()[1:] == ["RB#B", "#RBY", "GYY#", "G#GY"]


@pytest.mark.parametrize(
    "name", ["n", "stars", "regions", "labels", "allow_empty_regions", "colour"]
)
def test_a_board_does_not_change(name):
    board = Board.from_text("RBBB\nRRBY\nGYYY\nGGGY")
    known = hash(board)
    with pytest.raises(AttributeError, match=f"does not change: {name} "):
        setattr(board, name, 2)
    with pytest.raises(AttributeError, match="does not change"):
        delattr(board, name)
    with pytest.raises(ValueError, match="read-only"):
        board.regions[0, 0] = 1
    for other in (copy.copy(board), copy.deepcopy(board), pickle.loads(pickle.dumps(board))):
        assert other == board
        assert hash(other) == known


def test_a_board_of_an_array_is_made_another_way():
    with pytest.raises(InputError, match=r"found a list; make boards with Board\.from_array"):
        Board([[0, 1], [0, 1]])


def test_more_regions_than_rows(isa):
    with pytest.raises(InputError, match=r"7 regions.*5 rows.*--allow-empty-regions"):
        Board.from_text(FIVE)
    board = Board.from_text(FIVE, allow_empty_regions=True)
    expected = set(
        reference.queens.solutions(board.regions.tolist(), queens.Rules(allow_empty_regions=True))
    )
    assert {tuple(x.tolist()) for x in queens.solutions(board)} == expected
    assert queens.count(board, method="rows") == len(expected) == 6


def test_fewer_regions_than_rows(isa):
    board = Board.from_text("AAAA\nAAAA\nBBBB\nBBBB", allow_empty_regions=True)
    assert queens.solve(board).status == "unsolvable"
    assert queens.count(board) == queens.count(board, method="rows") == 0
    for n in (20, 24):  # counting proves the answer; a search would never end
        board = Board.from_array(
            np.add.outer(range(n), range(n)) % (n - 1), allow_empty_regions=True
        )
        assert queens.solve(board).status == "unsolvable"


def test_many_regions(isa):
    """A board may have 256 labels, many more than it has units."""
    cells = np.arange(256, dtype=np.uint8).reshape(16, 16)
    board = Board.from_array(cells, allow_empty_regions=True)
    assert is_solution(board.regions, queens.solve(board).cells)
    assert queens.count(board, limit=500) == 500
    wide = np.arange(900).reshape(30, 30) % 256
    wide[8:] = np.arange(22)[:, None] + 230
    board = Board.from_array(wide, allow_empty_regions=True)
    assert is_solution(board.regions, queens.solve(board).cells)


def test_one_by_one(isa):
    assert queens.solve(Board.from_text("x")).queens.tolist() == [0]
    assert queens.count([[5]]) == 1


@pytest.mark.parametrize("n", [2, 3])
def test_too_small_for_any_solution(isa, n):
    rows = np.repeat(np.arange(n), n).reshape(n, n)
    assert queens.solve(rows).status == "unsolvable"


# A002464: permutations whose neighbours differ by more than one. If the regions are the rows,
# they forbid nothing else.
@pytest.mark.parametrize(
    ("n", "known"), [(4, 2), (5, 14), (6, 90), (7, 646), (8, 5242), (9, 47622), (10, 479306)]
)
def test_rows_as_regions(isa, n, known):
    board = np.repeat(np.arange(n), n).reshape(n, n)
    assert queens.count(board, method="rows") == known
    assert queens.count(board.T, method="rows") == known
    if n <= 9:
        assert queens.count(board, method="bitboard") == known


def test_thesis_boards(isa):
    """The published solution is among ours, and both boards are solved as one batch."""
    for n in (20, 30):
        board = Board.from_file(oracle(f"queens_thesis{n}.txt"))
        result = queens.solve(board)
        assert is_solution(board.regions, result.cells)
        assert not queens.is_unique(board)
        again = queens.solve(board)
        assert again.queens.tolist() == result.queens.tolist()
        assert again.stats.counters == result.stats.counters
        assert is_solution(board.regions, queens.solve(board, seed=7).cells)


# The cells that the coloured Queens thesis prints for its board of 20 rows, by region.
THESIS_20 = {
    "A": (15, 14), "B": (14, 1), "C": (17, 16), "D": (3, 0), "E": (0, 12), "F": (10,
    9), "G": (1, 7), "H": (5, 8), "I": (6, 19), "J": (2, 3), "K": (11, 17), "L": (16,
    10), "M": (12, 2), "N": (18, 11), "O": (8, 18), "P": (7, 13), "R": (4, 15), "S":
    (13, 4), "T": (19, 5), "U": (9, 6),
}  # fmt: skip


def test_the_published_solution_of_the_thesis_breaks_no_rule():
    board = Board.from_file(oracle("queens_thesis20.txt"))
    cells = list(THESIS_20.values())
    assert [board.labels[board.regions[cell]] for cell in cells] == list(THESIS_20)
    assert queens.violations(board, cells).complete


def region_model(domains):
    """Return a model with a variable for each region, whose values are cells."""
    sizes = [len(domain) for domain in domains]
    variable = np.repeat(np.arange(len(domains)), sizes)
    value = np.concatenate([np.arange(size) for size in sizes])
    row, column = np.concatenate(domains).T
    one, other = np.triu_indices(len(variable), 1)
    down, right = abs(row[one] - row[other]), abs(column[one] - column[other])
    conflict = (down == 0) | (right == 0) | ((down <= 1) & (right <= 1))
    conflict &= variable[one] != variable[other]
    one, other = one[conflict], other[conflict]
    model = csp.Model([range(size) for size in sizes])
    model.add_conflicts(np.column_stack([variable[one], value[one], variable[other], value[other]]))
    return model


def test_the_published_solution_of_the_thesis_is_the_first_by_label():
    """No solution has the same cells up to some region, and there an earlier cell.

    The region C is left out, because its proof takes 40 seconds.
    """
    board = Board.from_file(oracle("queens_thesis20.txt"))
    assert list(THESIS_20) == sorted(board.labels)
    domains = [np.argwhere(board.regions == board.labels.index(label)) for label in THESIS_20]
    cells = [np.array([cell]) for cell in THESIS_20.values()]
    assert region_model(cells).solve().solved
    for k, (label, domain) in enumerate(zip(THESIS_20, domains, strict=True)):
        before = domain[: domain.tolist().index(cells[k][0].tolist())]
        if len(before) and label != "C":
            model = region_model([*cells[:k], before, *domains[k + 1 :]])
            assert model.solve(method="mac", order="mrv").status == "unsolvable"


def test_sample_boards(isa):
    boards = list(sample_boards())
    result = queens.solve_many([regions for regions, _ in boards], limit=1000)
    assert result.counts.tolist() == [solutions for _, solutions in boards]
    for (regions, _), columns in zip(boards, result.first, strict=True):
        assert is_solution(regions, cells_of(columns[: len(regions)]))


# -------------------------------------------------------------------- against the reference


@given(regions=region_arrays())
def test_all_solutions(regions):
    expected = set(reference.queens.solutions(regions.tolist()))
    board = Board.from_array(regions)
    counters = []
    for isa in ISAS:
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("FASTQUEENS_ISA", isa)
            found = queens.solutions(board)
            got = [tuple(columns.tolist()) for columns in found]
            assert len(set(got)) == len(got)
            assert set(got) == expected
            assert found.status == ("solved" if expected else "unsolvable")
            counters.append(found.stats.counters)
            assert queens.count(board) == len(expected)
            assert queens.is_unique(board) == (len(expected) == 1)
            result = queens.solve(board)
            assert result.solved == bool(expected)
            assert not expected or tuple(result.queens.tolist()) in expected
    assert all(counted == counters[0] for counted in counters)
    assert queens.count(board, method="rows") == len(expected)


@given(regions=region_arrays(exact=False))
def test_all_solutions_at_most_one(regions):
    expected = set(
        reference.queens.solutions(regions.tolist(), queens.Rules(allow_empty_regions=True))
    )
    board = Board.from_array(regions, allow_empty_regions=True)
    for isa in ISAS:
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("FASTQUEENS_ISA", isa)
            assert {tuple(x.tolist()) for x in queens.solutions(board)} == expected
    assert queens.count(board, method="rows") == len(expected)


@pytest.mark.parametrize("n", [8, 9, 10, 11, 12, 13, 14, 16, 17, 19, 21, 22, 25, 32, 33, 48, 64])
def test_search_and_rows_agree(isa, n):
    """The two ways of counting share only the code that numbers the regions."""
    boards = [tight_board(n, seed, spread=3 if n < 64 else 1) for seed in some(range(5), 2)]
    answers = []
    for regions in boards:
        visited = list(queens.solutions(regions))
        assert all(is_solution(regions, cells_of(columns)) for columns in visited)
        assert len({columns.tobytes() for columns in visited}) == len(visited)
        assert len(visited) == queens.count(regions, method="rows") >= 1
        answers.append(len(visited))
    assert queens.solve_many(np.array(boards), limit=None).counts.tolist() == answers


@pytest.mark.parametrize("n", [5, 8, 10, 11, 13, 16, 17, 21, 22, 40])
def test_same_work_on_every_instruction_set(n):
    boards = np.array([tight_board(n, seed, spread=8) for seed in range(5)])
    work = []
    for isa in ISAS:
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("FASTQUEENS_ISA", isa)
            result = queens.solve_many(boards)
            work.append((result.counts.tolist(), result.first.tolist(), result.stats.counters))
    assert all(one == work[0] for one in work)


# ----------------------------------------------------------------------------------- batches


def test_solve_many_array():
    boards = np.array([tight_board(9, seed) for seed in range(300)])
    one = queens.solve_many(boards, threads=1)
    three = queens.solve_many(np.tile(boards, (20, 1, 1)), threads=3)
    counts, first = three
    assert counts.tolist() == one.counts.tolist() * 20
    assert first.tolist() == one.first.tolist() * 20
    assert three.stats.nodes == 20 * one.stats.nodes
    for regions, number, columns in zip(boards, one.counts, one.first, strict=True):
        assert number == queens.count(regions, limit=2)
        assert columns.tolist() == queens.solve(regions).queens.tolist()
    assert (counts.dtype, first.dtype, first.shape) == (np.int64, np.int16, (6000, 9))


@given(data=st.lists(region_arrays(), max_size=12), limit=st.sampled_from([0, 1, 2, 5, None]))
def test_solve_many_mixed(data, limit):
    counts, first = queens.solve_many([Board.from_array(x) for x in data], limit=limit)
    assert len(counts) == len(first) == len(data)
    for regions, number, columns in zip(data, counts, first, strict=True):
        expected = list(reference.queens.solutions(regions.tolist()))
        assert number == (len(expected) if limit is None else min(limit, len(expected)))
        n = len(regions)
        assert (columns[n:] == -1).all()
        if number:
            assert tuple(columns[:n].tolist()) in expected
        else:
            assert (columns == -1).all()


def test_solve_many_labels():
    """Any byte is a valid label; renaming labels changes nothing."""
    boards = np.array([NINE.regions, 255 - NINE.regions * 3])
    counts, first = queens.solve_many(boards)
    assert counts.tolist() == [1, 1]
    assert first[0].tolist() == first[1].tolist()


def test_solve_many_takes_any_labels():
    stack = np.stack([NINE.regions, NINE.regions.T])
    known = queens.solve_many(stack)
    for labels in (stack.astype(np.int64) * 1000 - 7, stack.astype(np.int8), stack.astype(str)):
        counts, first = queens.solve_many(labels)
        assert counts.tolist() == known.counts.tolist()
        assert first.tolist() == known.first.tolist()
    assert queens.solve_many(np.empty((0, 8, 8))).counts.tolist() == []


def test_solve_many_empty():
    for nothing in ([], np.empty((0, 8, 8), np.uint8)):
        counts, first = queens.solve_many(nothing)
        assert (len(counts), len(first)) == (0, 0)


@pytest.mark.parametrize(
    ("boards", "message"),
    [
        (np.zeros((2, 3, 3), np.uint8), "board 0: found 1 region"),
        ([NINE, [[1, 2], [3, 4]]], "board 1: found 4 regions"),
        ([NINE, [[1, 2], [3]]], "board 1: "),
        (np.zeros((2, 3, 4), np.uint8), r"shape \(2, 3, 4\)"),
        (np.zeros((1, 65, 65), np.uint8), r"n from 1 to 64"),
        (np.full((1, 1, 1), 0.5), "board 0: .*0.5"),
        (np.full((2, 2, 2), 300), "board 0: found 1 region"),
        (np.zeros((4, 4), np.uint8), "solve accepts one board"),
        (NINE, "solve accepts one board"),
    ],
)
def test_solve_many_refuses(boards, message):
    with pytest.raises(InputError, match=message):
        queens.solve_many(boards)


def test_solve_many_bad_board_in_the_middle():
    boards = np.repeat(NINE.regions[None], 5000, axis=0)
    boards[4321] = 0
    with pytest.raises(InputError, match="board 4321: found 1 region"):
        queens.solve_many(boards, threads=2)
    result = queens.solve_many(boards, rules=queens.Rules(allow_empty_regions=True))
    assert result.counts[4321] == 0
    assert result.counts.sum() == 4999


def test_bad_options():
    for call in (
        lambda: queens.solve_many([NINE], limit=-1),
        lambda: queens.solve_many([NINE], threads=0),
        lambda: queens.count(NINE, limit=-1),
        lambda: queens.count(NINE, method="none"),
        lambda: queens.count(NINE, method="rows", limit=2),
        lambda: queens.solve(NINE, method="magic"),
    ):
        with pytest.raises(InputError):
            call()


def test_unknown_instruction_set(monkeypatch):
    monkeypatch.setenv("FASTQUEENS_ISA", "mmx")
    with pytest.raises(InputError, match="expected one of scalar, avx2, avx512"):
        queens.solve(NINE)


# ----------------------------------------------------------------------------------- kernels


@given(regions=region_arrays(), budgets=st.lists(st.integers(0, 5), min_size=1, max_size=8))
def test_steps_add_up(regions, budgets):
    """The kernel passes through the same states with any division of the work."""

    def trace(cut):
        kernel = kernels.Search(regions, queens.Rules(), 0)
        columns, seen, at = np.empty(len(regions), np.int16), [], 0
        while True:
            status = kernel.step(cut[at % len(cut)])
            at += 1
            kernel.peek(columns)
            if status == 1:
                seen.append((kernel.counters(), columns.tolist()))
            elif status == 2:
                return [*seen, kernel.counters()]

    assert trace([*budgets, 1]) == trace([10**9])


@pytest.mark.parametrize("n", [16, 20, 24, 30])
def test_steps_add_up_with_restarts(isa, n):
    regions = tight_board(n, 5, spread=30)
    whole, parts = (
        kernels.Search(regions, queens.Rules(), 3),
        kernels.Search(regions, queens.Rules(), 3),
    )
    for _ in range(40):
        status = whole.step(100)
        done = 0
        while done < 100 and (other := parts.step(min(7, 100 - done))) == 0:
            done += min(7, 100 - done)
        columns = np.empty((2, n), np.int16)
        whole.peek(columns[0])
        parts.peek(columns[1])
        assert columns[0].tolist() == columns[1].tolist()
        assert whole.counters() == parts.counters()
        if status:
            assert status == other
            break


def test_batch_steps_add_up(isa):
    boards = np.array([tight_board(12, seed, spread=10) for seed in range(40)])
    answers = []
    for budget in (1, 3, 10**6):
        counts, first = np.zeros(40, np.int64), np.zeros((40, 12), np.int16)
        batch = kernels.Batch(boards, counts, first, 3, queens.Rules(), 0)
        while batch.step(budget) == 0:
            pass
        assert batch.done == 40
        answers.append((counts.tolist(), first.tolist(), batch.counters()))
    assert answers[0] == answers[1] == answers[2]


def test_rows_steps_add_up():
    regions = tight_board(10, 1, spread=20)
    answers = []
    for budget in (1, 17, 10**6):
        kernel = kernels.Count(regions, queens.Rules(), 1 << 20)
        while kernel.step(budget) == 0:
            pass
        answers.append((kernel.total, kernel.counters(), kernel.rows))
    assert answers[0] == answers[1] == answers[2]
    assert kernel.bytes == 0  # all tables are freed


def test_kernels_check_their_arguments():
    good = NINE.regions
    with pytest.raises(ValueError, match="n must be"):
        kernels.Search(np.zeros((65, 65), np.uint8), queens.Rules(), 0)
    with pytest.raises(ValueError, match="n must be"):
        kernels.Search(np.zeros((2, 3), np.uint8), queens.Rules(), 0)
    with pytest.raises(ValueError, match="number of regions"):
        kernels.Search(np.zeros((5, 5), np.uint8), queens.Rules(), 0)
    with pytest.raises(ValueError, match="number of regions"):
        kernels.Count(np.zeros((5, 5), np.uint8), queens.Rules(), 1 << 20)
    with pytest.raises(ValueError, match="n entries"):
        kernels.Search(good, queens.Rules(), 0).peek(np.zeros(8, np.int16))
    with pytest.raises(ValueError, match="one row per board"):
        kernels.Batch(
            good[None].copy(),
            np.zeros(2, np.int64),
            np.zeros((1, 9), np.int16),
            1,
            queens.Rules(),
            0,
        )
    with pytest.raises(MemoryError):
        kernels.Count(good, queens.Rules(), 16)
    many = Board.from_array(np.arange(81).reshape(9, 9), allow_empty_regions=True)
    with pytest.raises(InputError, match="64 regions at most"):
        queens.count(many, method="rows")
    with pytest.raises(InputError, match="board 1"):
        queens.solve_many(iter([[[1]], [[1, 1], [1, 1]]]))


def test_peek_shows_a_partial_placement(isa):
    for n in (14, 26):
        regions = tight_board(n, 3, spread=40)
        kernel = kernels.Search(regions, queens.Rules(), 0)
        columns = np.empty(n, np.int16)
        for _ in range(30):
            if kernel.step(1):
                break
            kernel.peek(columns)
            cells = [(r, c) for r, c in enumerate(columns.tolist()) if c >= 0]
            assert cells
            assert not any(reference.queens.broken(regions, cells))


# ------------------------------------------------------------------------------------- Board


def test_board_looks():
    assert str(NINE).splitlines()[0] == "AAABBCCCD"
    assert repr(SIX) == "Board(6x6, 6 regions: AAAAAA/BBBBAA/BBAAAA/CCCDDD/DDDDDD/EEEEEF)"
    assert repr(Board.from_array(tight_board(20, 0))).count("/") == 3
    assert NINE.labels == tuple("ABCDEFGHI") == NINE.letters[:9]
    assert (NINE.n, NINE.regions.dtype, NINE.regions.shape) == (9, np.uint8, (9, 9))
    assert not NINE.rules.allow_empty_regions
    with pytest.raises(ValueError, match="read-only"):
        NINE.regions[0, 0] = 1


def test_board_letters_never_show_a_queen():
    board = Board.from_text("#.\n#.", allow_empty_regions=True)
    assert board.labels == ("#", ".")
    assert board.letters == ("A", "B")
    coloured = Board.from_array([["red", "blue"], ["red", "blue"]])
    assert str(coloured) == "AB\nAB"
    many = Board.from_array(np.arange(256).reshape(16, 16), allow_empty_regions=True)
    assert len(set(many.letters)) == 256
    assert "#" not in many.letters


def test_board_equality_and_pickle():
    assert Board.from_text(str(NINE)) == NINE
    assert hash(Board.from_text(str(NINE))) == hash(NINE)
    assert NINE != EIGHT
    assert NINE != "AAAB"
    for other in (pickle.loads(pickle.dumps(NINE)), copy.deepcopy(NINE)):
        assert other == NINE
    five = Board.from_text(FIVE, allow_empty_regions=True)
    assert pickle.loads(pickle.dumps(five)).rules.allow_empty_regions


def test_board_does_not_share_the_callers_array():
    array = tight_board(6, 0)
    board = Board.from_array(array)
    before = str(board)
    array[:] = 0
    assert str(board) == before
    array[0, 0] = 1  # the array remains writeable


def test_board_from_file(tmp_path):
    path = tmp_path / "board.txt"
    path.write_text(FIVE)
    with pytest.raises(InputError, match=r"board\.txt: found 7 regions"):
        Board.from_file(path)
    path.write_text("AB\nA")
    with pytest.raises(InputError, match=r"board\.txt:2:") as caught:
        Board.from_file(path)
    assert (caught.value.line, caught.value.source) == (2, str(path))
    with pytest.raises(InputError, match="missing"):
        Board.from_file(tmp_path / "missing")


# -------------------------------------------------------------------------------- violations


@given(data=st.data(), regions=region_arrays(exact=False))
def test_violations(data, regions):
    n = len(regions)
    every = [(r, c) for r in range(n) for c in range(n)]
    cells = data.draw(st.lists(st.sampled_from(every), unique=True, max_size=2 * n))
    rows, columns, shared, touching = reference.queens.broken(
        Board.from_array(regions, allow_empty_regions=True).regions.tolist(), cells
    )
    mask = np.zeros((n, n), bool)
    for cell in cells:
        mask[cell] = True
    for form in (cells, mask):
        found = queens.violations(regions, form)
        assert found.rows == sorted(rows)
        assert found.columns == sorted(columns)
        assert found.regions == sorted(shared)
        assert {frozenset(pair) for pair in found.touching} == touching
        assert bool(found) == bool(rows or columns or shared or touching)
        assert found.complete == (not found and len(cells) == n)


def test_check_says_what_is_wrong_with_an_answer():
    right = queens.check(NINE, [7, 4, 6, 1, 5, 3, 0, 2, 8])
    assert (bool(right), str(right)) == (True, "Right: all 9 queens stand as they must.")
    assert repr(right) == str(right)
    assert queens.check(NINE, "h1 e2 g3 b4 f5 d6 a7 c8 i9") == right
    part = queens.check(NINE, "h1,e2")
    assert (bool(part), str(part)) == (False, "So far no rule is broken; 7 queens are missing.")
    assert str(queens.check(NINE, [])) == "So far no rule is broken; 9 queens are missing."
    assert str(queens.check(["A"], "a1")) == "Right: the queen stands as it must."
    wrong = queens.check(NINE, "b2,b7,h2")
    assert str(wrong) == "Row 2 has two queens: b2 and h2. Column b has two queens: b2 and b7."
    assert (bool(wrong), wrong.violations.wrong) == (False, [(1, 1), (1, 7), (6, 1)])
    assert wrong.to_svg().count("fq-wrong") == 1
    pairs = queens.Board.from_text(
        "".join(f"{x * 4}{y * 4}\n" * 2 for x, y in ("AB", "CD", "EF", "GH")), stars=2
    )
    assert str(queens.check(pairs, "a1,a3,a5")) == "Column a has three stars: a1, a3 and a5."
    for answer, sentence in (
        ("z1", "answer: found 'z1', expected a column letter and a row number, a1 to i9"),
        ("a1,a1", "found two queens at row 0, column 0"),
        (5, "found queens of shape"),
    ):
        with pytest.raises(InputError, match=sentence):
            queens.check(NINE, answer)


def test_violations_of_columns():
    assert queens.violations(NINE, [7, 4, 6, 1, 5, 3, 0, 2, 8]).complete
    partial = queens.violations(NINE, [7, -1, -1, -1, -1, -1, -1, -1, 7])
    assert (partial.columns, partial.rows, partial.complete) == ([7], [], False)
    assert not queens.violations(NINE, np.full(9, -1))
    assert not queens.violations(NINE, [])


@pytest.mark.parametrize(
    "wrong",
    [[9] * 9, [-2] * 9, [1, 2], [(0, 9)], [(0, 0), (0, 0)], [0.5] * 9, "queens", [[1], [2, 3]]],
)
def test_violations_refuses(wrong):
    with pytest.raises(InputError):
        queens.violations(NINE, wrong)


def test_cells_are_the_queens_of_peek(isa):
    for regions in (NINE.regions, tight_board(24, 1)):
        n = len(regions)
        kernel, columns = kernels.Search(regions, queens.Rules(), 0), np.empty(n, np.int16)
        status = 0
        while status == 0:
            status = kernel.step(1)
            kernel.peek(columns)
            assert kernel.cells() == [r * n + c for r, c in enumerate(columns.tolist()) if c >= 0]
        assert len(kernel.cells()) == n
