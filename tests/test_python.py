"""The Python interface as users see it: results, boards as arrays, messages."""

from __future__ import annotations

import pickle
import re

import numpy as np
import pytest

from fastqueens import (
    InputError,
    SearchStopped,
    cover,
    csp,
    nqueens,
    packing,
    queens,
    sliding,
)

BOARD = queens.Board.from_text("RBBB\nRRBY\nGYYY\nGGGY")
NONE = queens.Board.from_text("AB\nAB")


@pytest.mark.parametrize(
    ("solved", "unsolved"),
    [
        (lambda: queens.solve(BOARD), lambda: queens.solve(NONE)),
        (lambda: nqueens.solve(6), lambda: nqueens.solve(3)),
        (lambda: nqueens.first(6), lambda: nqueens.first(6, node_limit=1)),
        (lambda: packing.solve(packing.Puzzle.from_text("1 2 1\nDEFAULT\nAA")),
         lambda: packing.solve(packing.Puzzle.from_text("1 3 1\nDEFAULT\nAA"))),
        (lambda: sliding.solve([[1, 2], [0, 3]]), lambda: sliding.solve([[2, 1], [3, 0]])),
        (lambda: nqueens.exact_cover(4).solve(), lambda: nqueens.exact_cover(3).solve()),
        (lambda: csp.Model([2]).solve(), lambda: csp.Model([0]).solve()),
    ],
)  # fmt: skip
def test_a_result_is_true_if_there_is_a_solution(solved, unsolved):
    good, bad = solved(), unsolved()
    assert good
    assert good.solved is True
    assert good.status == "solved"
    assert not bad
    assert bad.solved is False
    assert bad.status in ("unsolvable", "stopped")
    assert type(good).__name__ == "Solved"
    assert type(bad).__name__ == "Unsolved"
    for result in (good, bad):
        again = pickle.loads(pickle.dumps(result))
        assert (type(again), bool(again)) == (type(result), bool(result))


def test_the_exported_name_of_a_result_is_what_both_inherit():
    for room, result in (
        (queens, queens.QueensResult), (nqueens, nqueens.NQueensResult),
        (packing, packing.PackingResult), (sliding, sliding.SlidingResult),
        (cover, cover.CoverResult), (csp, csp.CSPResult),
    ):  # fmt: skip
        assert issubclass(room.Solved, result)
        assert issubclass(room.Unsolved, result)
        assert isinstance(result.__doc__, str)


def test_a_board_is_the_array_of_its_regions():
    regions = np.asarray(BOARD)
    assert regions.tolist() == [[0, 1, 1, 1], [0, 0, 1, 2], [3, 2, 2, 2], [3, 3, 3, 2]]
    assert not regions.flags.writeable
    assert np.array(BOARD).flags.writeable
    assert np.asarray(BOARD, float).dtype == float
    assert np.array([BOARD, BOARD]).shape == (2, 4, 4)
    if int(np.__version__.split(".")[0]) >= 2:
        with pytest.raises(ValueError, match="must be copied"):
            np.array(BOARD, float, copy=False)
    assert len(BOARD) == 4
    assert (BOARD[0, 1], type(BOARD[0, 1]), BOARD[-1, -1]) == (1, int, 2)
    assert BOARD[1].tolist() == [0, 0, 1, 2]
    assert BOARD[:, 0].tolist() == [0, 0, 3, 3]
    assert [row.tolist() for row in BOARD] == regions.tolist()
    assert 3 in BOARD
    assert 4 not in BOARD
    assert queens.Board.from_array(BOARD) == BOARD
    with pytest.raises(IndexError):
        BOARD[4, 0]
    with pytest.raises(ValueError, match="read-only"):
        BOARD[0][0] = 1


def test_solutions_can_be_closed_and_say_what_they_are():
    with queens.solutions(BOARD) as found:
        assert repr(found) == "Solutions(bitboard, running, 0 solutions so far)"
        next(found)
        assert repr(found) == "Solutions(bitboard, running, 1 solution so far)"
    assert (found.status, found.reason, list(found)) == ("stopped", None, [])
    with nqueens.solutions(6) as found:
        everything = list(found)
    assert (len(everything), found.status) == (4, "solved")
    assert repr(found) == "Solutions(list, solved, 4 solutions)"
    with pytest.raises(KeyError), nqueens.solutions(8) as found:
        raise KeyError
    assert found.status == "stopped"


def test_a_hint_needs_no_position():
    assert queens.hint(BOARD).sentence == queens.hint(BOARD, []).sentence
    assert queens.hint(BOARD).kind == "step"


def test_tiers_have_names():
    made = [level.board for level in queens.levels(7)[::7]]
    rated = queens.rate_many(made)
    assert rated.names.tolist() == [queens.rate(board).tier for board in made]
    assert queens.rate_many([]).names.shape == (0,)


class Sparse:
    """The part of a sparse matrix that the package uses, so that SciPy is not needed."""

    def __init__(self, dense):
        self.shape, self.dtype = dense.shape, dense.dtype
        self.indptr = np.concatenate([[0], np.cumsum((dense != 0).sum(axis=1))])
        self.indices = np.nonzero(dense)[1]
        self.data = dense[dense != 0]

    def tocsr(self):
        return self


def test_a_cover_from_any_matrix():
    rows = [[1, 1, 0], [0, 0, 1], [0, 1, 1], [1, 0, 0]]
    expected = [[0, 1], [2, 3]]
    for matrix in (rows, np.array(rows), np.array(rows, bool), np.array(rows, float),
                   Sparse(np.array(rows))):  # fmt: skip
        exact = cover.ExactCover.from_matrix(matrix)
        assert [sorted(found) for found in exact.solutions()] == expected
    exact = cover.ExactCover.from_matrix(rows, primary=[2, 0], secondary=[1])
    assert (exact.items, exact.primary) == ((2, 0, 1), 2)


@pytest.mark.parametrize(
    "form", ["csr_matrix", "csr_array", "coo_array", "lil_matrix", "dok_array"]
)
def test_a_cover_from_a_sparse_matrix(form):
    sparse = pytest.importorskip("scipy.sparse", reason="SciPy is not installed")
    exact = cover.ExactCover.from_matrix(getattr(sparse, form)(np.eye(3, dtype=int)))
    assert exact.first(2) == [[0, 1, 2]]


GIVEN = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


def test_a_sudoku_is_text_and_reads_back():
    answer = cover.sudoku(GIVEN)
    assert (
        answer
        == "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
    )
    assert type(answer) is str
    puzzle, solved = cover.Sudoku(GIVEN), cover.Sudoku(answer)
    assert str(solved) == f"{solved}" == solved == answer
    assert solved.to_grid().splitlines()[0] == "5 3 4 | 6 7 8 | 9 1 2"
    assert len(solved.to_grid().splitlines()) == 11
    for one in (puzzle, solved):
        assert cover.Sudoku(one.to_grid()) == cover.Sudoku(one.cells) == one
        assert eval(repr(one), {"Sudoku": cover.Sudoku}) == one
        assert pickle.loads(pickle.dumps(one)) == one
        assert type(pickle.loads(pickle.dumps(one))) is cover.Sudoku
        assert cover.sudoku(str(one)) == cover.sudoku(one.cells) == solved
    assert puzzle.cells.dtype == np.uint8
    assert puzzle == GIVEN == cover.Sudoku(GIVEN.replace(".", "0"))
    assert cover.sudoku("11" + "." * 79) is None


def test_sudokus_are_counted():
    assert cover.count_sudoku(GIVEN) == 1
    assert cover.is_unique_sudoku(GIVEN)
    more = GIVEN.replace("7", ".")
    assert cover.count_sudoku(more) == 6
    assert cover.count_sudoku(more, limit=5) == 5
    assert not cover.is_unique_sudoku(more)
    assert cover.count_sudoku("11" + "." * 79) == 0
    with pytest.raises(SearchStopped):
        cover.count_sudoku("." * 81, node_limit=1000)


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda: queens.solve("board.txt"), "found 'board.txt', .*Board.from_file"),
        (lambda: queens.solve(None), "found None, expected a Board or an array"),
        (lambda: queens.Board.from_text(b"AB\nAB"), "found bytes, expected text .*from_bytes"),
        (lambda: queens.Board.from_bytes("AB\nAB"), "found 'AB.*expected bytes; from_text"),
        (lambda: queens.Board.from_file(5), "found 5, expected the path of a file"),
        (lambda: queens.solve(BOARD, time_limit="5"), "time_limit is '5', expected .* seconds"),
        (lambda: queens.solve(BOARD, node_limit=True), "node_limit is True, expected a whole"),
        (lambda: queens.solve(BOARD, progress=5), "progress is 5, expected a function"),
        (
            lambda: queens.Board.from_array([[1]], allow_empty_regions="no"),
            "allow_empty_regions is 'no', expected True or",
        ),
        (lambda: queens.rate_many(None), "boards is None, expected a list of boards"),
        (lambda: queens.rate(BOARD, max_rule="esy"), "did you mean 'easy'"),
        (lambda: queens.compare(None), "boards is None, expected a list of boards"),
        (lambda: queens.compare([BOARD], "mac"), r"methods is 'mac', expected a list .*\['mac'\]"),
        (lambda: queens.compare([BOARD], []), r"methods is \[\], expected a list of names"),
        (lambda: queens.compare([BOARD, None]), "board 2: found None"),
        (
            lambda: queens.compare([BOARD], settings={"mac.order": "mrv"}),
            "mac.order is 'mrv', .* list",
        ),
        (lambda: packing.solve(None), "found None, expected a Puzzle; .*Puzzle.from_file"),
        (lambda: sliding.solve(None), "found None, expected a Puzzle .*Puzzle.from_file"),
        (lambda: sliding.solve("a.txt"), "found 'a.txt', expected a Puzzle .*Puzzle.from_file"),
        (lambda: packing.count("p.txt"), "found 'p.txt', expected a Puzzle"),
        (lambda: packing.count(packing.pentominoes(), distinct="no"), "distinct is 'no'"),
        (lambda: sliding.replay([[1, 2], [3, 0]], 5), "moves is 5, expected a list of moves"),
        (lambda: nqueens.count(8, variant="toridal"), "did you mean 'toroidal'"),
        (lambda: cover.langford(10**9), "expected 2 to 1,000"),
        (lambda: cover.ExactCover(None), "options is None, expected a list"),
        (lambda: csp.Model([2], names=5), "names is 5, expected a list of names"),
    ],
)  # fmt: skip
def test_a_wrong_argument_is_told_in_words(call, said):
    with pytest.raises(InputError) as told:
        call()
    assert re.search(said, str(told.value), re.S), told.value
