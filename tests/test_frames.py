"""Searches watched frame by frame: the position after a given amount of work."""

from __future__ import annotations

import doctest
from pathlib import Path

import numpy as np
import pytest
from conftest import HOPELESS
from helpers.boards import FOUR, LOOSE, NINE, SIX
from hypothesis import given
from hypothesis import strategies as st

from fastqueens import InputError, nqueens, packing, queens, sliding
from fastqueens.examples import example
from fastqueens.queens.board.broken_rules import attacked

BOARD = queens.Board.from_text(NINE)
STEPPING = ("backtracking", "backtracking-memo", "forward-checking", "permutation-skip")
DOMAINS = ("bitboard", "mac")
TRYING = ("permutation", "min-conflicts", "pso")
# Options with which each method ends soon.
SOON = {"pso": {"preset": "best"}}


def watch(method, board=BOARD, **options):
    return queens.frames(board, method=method, seed=1, **SOON.get(method, {}), **options)


def squares(n, cells):
    found = np.zeros((n, n), bool)
    for row, column in cells:
        found[row, column] = True
    return found


@pytest.mark.parametrize("method", queens.METHODS)
def test_a_frame_is_a_board_a_method_a_seed_and_an_amount_of_work(method):
    one = {frame.work: frame for frame, _ in zip(watch(method), range(400), strict=False)}
    assert list(one)[:3] == [0, 1, 2]
    for every in (3, 50):
        for frame, _ in zip(watch(method, every=every), range(8), strict=False):
            assert frame.status != "running" or frame == one[frame.work]
            assert next(watch(method, start=frame.work)) == frame


@pytest.mark.parametrize("method", queens.METHODS)
def test_the_last_frame_is_the_solution(method):
    frames = watch(method, every=997)
    *_, last = frames
    result = queens.solve(BOARD, method=method, seed=1, **SOON.get(method, {}))
    assert (last.status, last.found) == ("solved", 1) == (frames.status, frames.found)
    assert sorted(last.view.queens) == result.cells
    assert dict(last.counters) == dict(frames.stats.counters) == dict(result.stats.counters)
    assert [found.tolist() for found in frames.solutions] == [result.queens.tolist()]
    assert list(frames) == []


@pytest.mark.parametrize("method", queens.METHODS)
def test_there_is_something_to_see_from_the_first_unit_of_work_on(method):
    marks = next(watch(method, start=1)).view.marks
    assert marks.hand is not None or marks.framed or method == "permutation"
    if method == "permutation":
        view = next(watch(method, start=1)).view
        assert view.queens == tuple((i, i) for i in range(9))
        assert (view.marks.hand, len(view.marks.wrong)) == ((1, 1), 9)


@pytest.mark.parametrize("method", STEPPING + DOMAINS)
def test_cells_ruled_out(method):
    seen = set()
    for frame, _ in zip(watch(method, every=3), range(150), strict=False):
        if frame.status != "running":
            break
        standing, eliminated = frame.view.queens, squares(9, frame.view.marks.eliminated)
        must = attacked(BOARD, standing)
        if not frame.view.marks.framed:  # the consequences of the last choice are propagated
            assert not (must & ~eliminated).any()
        assert not eliminated[tuple(zip(*standing, strict=True))].any() if standing else True
        if method in STEPPING:
            assert (eliminated == must).all()
        if method != "permutation-skip" and standing:
            assert frame.view.marks.hand in standing
        seen.add(len(standing))
    assert len(seen) > 2


def test_arc_consistency_is_seen_before_the_first_queen():
    frames = list(watch("mac"))
    solution = frames[-1].view.queens
    early = [frame for frame in frames if not frame.view.queens]
    assert len(early) > 20
    for frame in early:
        marks = frame.view.marks
        assert not set(marks.eliminated) & set(solution)
        if marks.framed:  # the candidates left in one region
            cells = squares(9, marks.framed)
            (region,) = set(BOARD.regions[cells])
            rest = (BOARD.regions == region) & ~cells
            assert set(map(tuple, np.argwhere(rest).tolist())) <= set(marks.eliminated)
    eliminated = [len(frame.view.marks.eliminated) for frame in early]
    assert eliminated == sorted(eliminated)
    assert eliminated[0] == 0 < eliminated[-1]


@pytest.mark.parametrize("method", TRYING)
def test_wrong_queens(method):
    moved = 0
    for frame, _ in zip(watch(method, start=1, every=7), range(60), strict=False):
        view = frame.view
        broken = queens.violations(BOARD, view.queens)
        if method == "permutation":
            assert not broken.rows + broken.columns
        region_of = BOARD.regions
        wrong = {
            (r, c)
            for r, c in view.queens
            if r in broken.rows or c in broken.columns or region_of[r, c] in broken.regions
        } | {cell for pair in broken.touching for cell in pair}
        assert set(view.marks.wrong) == wrong
        assert bool(wrong) == (frame.status == "running")
        if method != "min-conflicts" and wrong:
            assert view.marks.hand in wrong
        moved += view.marks.hand is not None
        assert not view.marks.eliminated
    assert moved > 10


def test_local_searches_tell_the_best_so_far():
    seen = [frame.view.fitness for frame in watch("min-conflicts")]
    assert seen[:-1] == sorted(seen[:-1], reverse=True)
    frames = queens.frames(BOARD, method="pso", seed=1, iterations=3, every=20)
    *_, last = frames
    assert (frames.status, frames.reason) == ("stopped", "iterations")
    result = queens.solve(BOARD, method="pso", seed=1, iterations=3)
    assert last.view.fitness == result.fitness
    # The best particle, not the last one.
    assert set(last.view.queens) == set(map(tuple, result.best.tolist()))


def test_how_frames_end():
    board = queens.Board.from_text(LOOSE)
    assert int(queens.count(board)) == 90
    for every in (1, 10_000):
        frames = queens.frames(board, every=every, limit=None)
        *_, last = frames
        assert (last.status, last.found, len(frames.solutions)) == ("solved", 90, 90)
        assert frames.exact
        assert last.view.queens == tuple(enumerate(frames.solutions[-1].tolist()))
    frames = queens.frames(board, every=10_000, limit=None, keep=False)
    assert (next(frames).found, next(frames).found, frames.solutions) == (0, 90, [])
    frames = queens.frames(board, limit=7, every=10_000)
    assert [frame.found for frame in frames] == [0, 7]
    assert not frames.exact
    *_, last = queens.frames(queens.Board.from_text(SIX), method="backtracking", every=10)
    assert (last.status, last.found) == ("unsolvable", 0)
    for limit in (0, 5, 300):
        frames = queens.frames(HOPELESS, node_limit=limit, every=100)
        assert [frame.work for frame in frames] == sorted({0, *range(100, limit, 100), limit})
        assert (frames.status, frames.reason) == ("stopped", "nodes")
    frames = queens.frames(HOPELESS, start=10**4)
    assert next(frames).work == 10**4
    frames.stop("time")
    assert [frame.status for frame in frames] == ["stopped"]
    assert (frames.status, frames.reason) == ("stopped", "time")
    assert "stopped" in repr(frames)


def test_every_may_change_between_two_frames():
    frames = queens.frames(HOPELESS)
    works = []
    for every in (1, 10, 1000):
        frames.every = every
        works.append(next(frames).work)
    assert works == [0, 10, 1010]


def test_frames_of_several_stars():
    pairs = ["AAAABBBB"] * 2 + ["CCCCDDDD"] * 2 + ["EEEEFFFF"] * 2 + ["GGGGHHHH"] * 2
    battles = [queens.Board.from_text("\n".join(pairs), stars=2)]
    battles.append(queens.Board.from_json(example("stars-10").text))
    for board in battles:
        frames = list(queens.frames(board))
        assert sorted(frames[-1].view.queens) == queens.solve(board).cells
        for frame in frames[1:-1]:
            view = frame.view
            assert view.marks.hand in (None, *view.queens)
            assert not set(view.marks.eliminated) & set(view.queens)
            assert not queens.violations(board, view.queens)


def test_frames_of_wide_boards():
    board = queens.Board.from_text(example("queens-30").text)
    frames = list(queens.frames(board, every=2))
    assert sorted(frames[-1].view.queens) == queens.solve(board).cells
    for frame in frames[1:-1]:
        must = attacked(board, frame.view.queens)
        assert not (must & ~squares(30, frame.view.marks.eliminated)).any()
        # a restarted search has an empty board
        assert frame.view.marks.hand in (frame.view.queens or [None])


@pytest.mark.parametrize("method", nqueens.METHODS)
def test_nqueens(method):
    every = {"combinations": 50_000, "tuples": 500}.get(method, 5)
    frames = nqueens.frames(6, method=method, seed=2, every=every)
    shown = list(frames)
    result = nqueens.solve(6, method=method, seed=2)
    assert shown[-1].view.queens == tuple(enumerate(result.queens.tolist()))
    assert dict(shown[-1].counters) == dict(result.stats.counters)
    for frame in shown[1:-1]:
        marks = frame.view.marks
        assert marks.hand is not None or marks.framed or (method == "mac" and not marks.eliminated)
        assert not set(marks.eliminated) & set(frame.view.queens)
    assert next(nqueens.frames(6, method=method, seed=2, start=2 * every)) == shown[2]


@pytest.mark.parametrize("variant", nqueens.VARIANTS)
def test_nqueens_variants(variant):
    n = 7
    pawns = {"pawns": 1} if variant == "plus_k" else {}
    frames = nqueens.frames(n, variant=variant, limit=None, every=1, **pawns)
    before = None
    for frame in frames:
        view = frame.view
        if frame.status == "running" and before is not None and len(view.queens) > 1:
            assert not set(view.queens) & set(view.marks.eliminated)
        before = frame
    assert frames.found == nqueens.count(n, variant=variant, **pawns)
    if frames.found:
        last = before.view
        assert len(last.queens) == n + len(pawns)
        assert len(last.pawns) == len(pawns)


def test_nqueens_crosses_what_the_queens_attack():
    """Two queens that do not attack each other, by definition, are a placement of 2."""
    view = next(nqueens.frames(8, start=2)).view
    assert view.queens == ((0, 0), (1, 2))
    attacks = {
        (r, c)
        for r in range(8)
        for c in range(8)
        for y, x in view.queens
        if (r == y or c == x or abs(r - y) == abs(c - x)) and (r, c) not in view.queens
    }
    assert set(view.marks.eliminated) == attacks
    assert view.marks.hand == (1, 2)


@pytest.mark.parametrize("method", ["auto", "bitset", "dlx", "brute-force"])
def test_packing(method):
    # Brute force tries five billion cases on the whole puzzle, but 435,930 on the report's input.
    brute = method == "brute-force"
    puzzle = packing.Puzzle.from_text(example("iq-report-2" if brute else "iq-5x11").text)
    frames = packing.frames(puzzle, method=method, every=20_000 if brute else 1)
    result = packing.solve(puzzle, method=method)
    shown = list(frames)
    assert shown[0].view.packing.numbers == {}
    assert shown[-1].view.packing.placements == result.packing.placements
    assert dict(shown[-1].counters) == dict(result.stats.counters)
    for frame in shown[1:-1]:
        view = frame.view
        assert view.piece is not None
        if method == "brute-force":
            row, column = view.packing.layout.place_in_rows(view.hand)
            assert view.packing.rows()[row][column] == "."
            assert view.piece not in view.packing.numbers
        else:
            assert view.piece in view.packing.numbers


def test_packing_pyramid_and_small_ones():
    puzzle = packing.Puzzle.from_text(example("iq-pyramid").text)
    *_, last = packing.frames(puzzle, every=10**6)
    shown = last.view.packing
    rows = shown.rows()
    for piece, cells in shown.numbers.items():
        for row, column in map(shown.layout.place_in_rows, cells):
            assert rows[row][column] == puzzle.letters[piece]
    wrong = packing.Puzzle.from_text("1 3 1\nDEFAULT\nAA")
    assert [frame.status for frame in packing.frames(wrong)] == ["running", "unsolvable"]


@pytest.mark.parametrize("method", sliding.METHODS)
def test_sliding(method):
    puzzle = sliding.scramble(14, seed=5, n=3)
    frames = sliding.frames(puzzle, method=method, every=10)
    assert frames.result().status == "stopped"
    shown = list(frames)
    result = sliding.solve(puzzle, method=method)
    for frame in shown:
        view = frame.view
        boards = sliding.replay(puzzle, view.moves)
        assert (view.tiles == boards[-1]).all()
        if view.moves:
            assert view.tiles[boards[-2] == 0] == view.hand
    assert len(shown) > 2
    assert list(shown[-1].view.moves) == result.moves
    assert same(frames.result(), result)
    for limit in (0, 25):
        frames = sliding.frames(puzzle, method=method, every=10, node_limit=limit)
        assert [frame.status for frame in frames][-1] == "stopped"
        assert same(frames.result(), sliding.solve(puzzle, method=method, node_limit=limit))


def same(a, b):
    """Return whether two answers agree except for their times."""
    names = ("status", "reason", "method", "heuristic", "moves", "bound", "kurang")
    return a.stats.counters == b.stats.counters and all(
        getattr(a, name) == getattr(b, name) for name in names
    )


def test_sliding_that_cannot_be_solved():
    frames = sliding.frames([[2, 1], [3, 0]])
    assert [frame.status for frame in frames] == ["running", "unsolvable"]
    assert same(frames.result(), sliding.solve([[2, 1], [3, 0]]))


NUMBERS = st.one_of(st.integers(-3, 0), st.just("1"), st.just(2.5), st.none())


@given(NUMBERS, st.sampled_from(["every", "start", "limit"]))
def test_wrong_numbers(number, name):
    if (name, number) in (("start", 0), ("limit", None)):
        return
    board = queens.Board.from_text(FOUR)
    with pytest.raises(InputError, match=name):
        queens.frames(board, **{name: number})
    with pytest.raises(InputError, match=name):
        nqueens.frames(6, **{name: number})


def test_wrong_options():
    with pytest.raises(InputError, match="did you mean 'mac'"):
        queens.frames(BOARD, method="mak")
    with pytest.raises(InputError, match="order"):
        queens.frames(BOARD, method="mac", order="first")
    with pytest.raises(InputError, match="'mac' supports neither variants nor"):
        nqueens.frames(6, method="mac", variant="toroidal")
    with pytest.raises(InputError, match="visited"):
        sliding.frames([[1, 2], [0, 3]], method="branch-and-bound", visited="never")
    with pytest.raises(InputError, match="pdb supports only 4x4"):
        sliding.frames([[1, 2], [0, 3]], heuristic="pdb")
    with pytest.raises(InputError, match="unknown method"):
        packing.frames(packing.Puzzle.from_text("1 2 1\nDEFAULT\nAA"), method="luck")


def test_the_document():
    path = Path(__file__).parent.parent / "docs" / "live.md"
    assert doctest.testfile(str(path), module_relative=False).failed == 0
