"""Iterators interrupted by exceptions: no solution and no frame is lost or comes twice."""

from __future__ import annotations

import copy
import pickle
import signal
from functools import partial

import numpy as np
import pytest
from conftest import THOROUGH
from helpers.boards import LOOSE, NINE
from helpers.interrupts import drain, interrupted_after

from fastqueens import Count, Interrupted, csp, nqueens, packing, queens, sliding
from fastqueens._kernels.nqueens import count
from fastqueens.cover import langford
from fastqueens.nqueens import exact_cover
from fastqueens.packing.search import PackingSearch
from fastqueens.search import Search, count_all
from fastqueens.search_frames import Frame

BOARD = queens.Board.from_text(NINE)
STRIPES = queens.Board.from_array(np.repeat(np.arange(5), 5).reshape(5, 5))
STARS = queens.generate(8, stars=2, seed=1)[0]
DOMINOES = packing.Puzzle(np.ones((2, 4), bool), [[(0, 0), (0, 1)]] * 4)
CORNERS = packing.Puzzle.from_text("2 3 3\nDEFAULT\nAA\nB\nCCC")
EMPTY = packing.Puzzle.from_text("1 2 1\nDEFAULT\nAA")
FOUR = sliding.Puzzle.from_text("1 2 3 4\n5 6 7 8\n9 0 10 12\n13 14 11 15")


def different():
    model = csp.Model([3] * 3)
    model.add_all_different(*range(3))
    return model


SEARCHES = {
    **{
        f"queens {method}": lambda method=method, **limits: queens.solutions(
            STRIPES, method=method, **limits
        )
        for method, described in queens.METHODS.items()
        if described.complete
    },
    "queens one solution": lambda **limits: queens.solutions(BOARD, **limits),
    "queens stars": lambda **limits: queens.solutions(STARS, **limits),
    **{
        f"nqueens {method}": lambda method=method, **limits: nqueens.solutions(
            6 if method != "tuples" else 4, method=method, **limits
        )
        for method, described in nqueens.METHODS.items()
        if described.complete
    },
    "nqueens fundamental": lambda **limits: nqueens.solutions(6, symmetry="fundamental", **limits),
    "nqueens plus_k": lambda **limits: nqueens.solutions(6, variant="plus_k", pawns=1, **limits),
    "nqueens minus_k": lambda **limits: nqueens.solutions(3, variant="plus_k", pawns=-1, **limits),
    **{
        f"packing {method} {distinct}": lambda method=method, distinct=distinct, **limits: (
            packing.solutions(DOMINOES, method=method, distinct=distinct, **limits)
        )
        for method, described in packing.METHODS.items()
        for distinct in (False, True)
        if described.complete or not distinct
    },
    "packing nothing left": lambda **limits: packing.solutions(
        EMPTY, placed={"A": [(0, 0), (0, 1)]}, **limits
    ),
    "cover bitset": lambda **limits: exact_cover(5).solutions(method="bitset", **limits),
    "cover dlx": lambda **limits: langford(3).solutions(method="dlx", **limits),
    **{
        f"csp {method}": lambda method=method, **limits: different().solutions(method, **limits)
        for method, described in csp.METHODS.items()
        if described.complete
    },
    "sliding": lambda **limits: sliding.solutions(FOUR, **limits),
}
FRAMES = {
    "queens": lambda: queens.frames(STRIPES, limit=None, every=5),
    "queens one solution": lambda: queens.frames(BOARD, every=3),
    "queens two solutions": lambda: queens.frames(
        queens.Board.from_text(LOOSE), every=100, limit=2
    ),
    "queens start": lambda: queens.frames(BOARD, every=3, start=2),
    "queens node limit": lambda: queens.frames(STRIPES, limit=None, every=5, node_limit=22),
    "nqueens": lambda: nqueens.frames(5, limit=None, every=7),
    "packing": lambda: packing.frames(DOMINOES, limit=None, distinct=True, every=4),
    "sliding": lambda: sliding.frames(FOUR, every=2),
}


def plain(item):
    """Return an item as data that can be compared."""
    if isinstance(item, Frame):
        return str(item)
    if isinstance(item, np.ndarray):
        return item.tolist()
    if isinstance(item, nqueens.Placement):
        return item.as_dict()
    return item


def outcome(iterator):
    return iterator.status, iterator.reason, iterator.found, iterator.stats.counters


@pytest.mark.parametrize("name", SEARCHES)
def test_solutions_interrupted_at_every_instruction(name):
    expected = SEARCHES[name]()
    everything = [plain(item) for item in expected]
    found = SEARCHES[name]()
    assert drain(found, plain)[0] == everything
    assert outcome(found) == outcome(expected)


@pytest.mark.parametrize("name", FRAMES)
def test_frames_interrupted_at_every_instruction(name):
    expected = FRAMES[name]()
    everything = [plain(frame) for frame in expected]
    found = FRAMES[name]()
    items, interrupts = drain(found, plain)
    assert items == everything
    assert interrupts > 50
    assert outcome(found) == outcome(expected)
    assert [plain(one) for one in found.solutions] == [plain(one) for one in expected.solutions]
    assert found.exact == expected.exact


@pytest.mark.parametrize(
    "make", [lambda: nqueens.solutions(5), lambda: nqueens.frames(5, limit=None, every=9)]
)
def test_one_interrupt_at_any_instruction(make):
    everything = [plain(item) for item in make()]
    instructions = left = 0
    while not left:
        instructions += 31 if THOROUGH else 97
        iterator, items = make(), []
        with interrupted_after(instructions) as countdown:
            while True:
                try:
                    items.append(next(iterator))
                except KeyboardInterrupt:
                    continue
                except StopIteration:
                    break
        left = max(countdown.left, 0)
        assert [plain(item) for item in items] == everything
    assert instructions > 200


class Alarm(Exception):
    """Raised by a progress callback or by a signal handler."""


@pytest.mark.parametrize("name", SEARCHES)
def test_progress_that_raises_at_each_call(name):
    def raise_alarm(_):
        raise Alarm

    expected = SEARCHES[name]()
    everything = [plain(item) for item in expected]
    found = SEARCHES[name](progress=raise_alarm)
    found.search.interval = 0.0
    items, alarms = [], 0
    while found.status == "running":
        try:
            items.append(plain(next(found)))
        except Alarm:
            alarms += 1
        except StopIteration:
            break
    assert (items, found.status) == (everything, expected.status)
    assert alarms >= max(len(items), 1)  # at least one before each solution


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="Windows has no interval timers")
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")  # in a finalizer
@pytest.mark.parametrize("name", ["nqueens", "frames", "queens", "packing"])
def test_an_alarm_that_raises(name):
    make = {
        "nqueens": lambda: nqueens.solutions(9),
        "frames": lambda: nqueens.frames(7, limit=None, every=1),
        "queens": lambda: queens.solutions(np.repeat(np.arange(8), 8).reshape(8, 8)),
        "packing": lambda: packing.solutions(
            packing.Puzzle(np.ones((4, 5), bool), [[(0, 0), (0, 1)]] * 10), distinct=True
        ),
    }[name]
    everything = [plain(item) for item in make()]

    def ring(*_):
        if armed:
            armed.clear()
            raise Alarm

    iterator, items, armed = make(), [], []
    handler = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, 0.0003, 0.0003)
    try:
        ended = False
        while not ended:
            try:
                armed.append(True)
                items.extend(iterator)  # no alarm can come between two items outside of `next`
                ended = True
                armed.clear()
            except Alarm:
                pass
    finally:
        armed.clear()
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, handler)
    assert [plain(item) for item in items] == everything


# ------------------------------------------------------------------------------- copy, pickle


@pytest.mark.parametrize(
    "make",
    [
        lambda: nqueens.solutions(6),
        lambda: nqueens.frames(6),
        lambda: sliding.frames(FOUR),
        lambda: queens.solutions(BOARD).search,
        lambda: queens.solutions(BOARD).search.kernel,
        lambda: PackingSearch(DOMINOES),
        lambda: packing.solutions(DOMINOES, distinct=True),
        lambda: different().solutions(),
        lambda: langford(3).solutions(),
        lambda: count.Plan(8),
    ],
)
def test_a_running_search_is_neither_copied_nor_pickled(make):
    running = make()
    words = (
        f"{type(running).__name__!r} objects cannot be copied or pickled, "
        "because they belong to a search of this process; copy or pickle its results"
    )
    actions = [copy.copy, copy.deepcopy]
    actions += [partial(pickle.dumps, protocol=p) for p in range(pickle.HIGHEST_PROTOCOL + 1)]
    for action in actions:
        with pytest.raises(TypeError, match=f"^{words}$"):
            action(running)


def test_the_results_of_a_search_are_copied_and_pickled():
    found = nqueens.solutions(6)
    results = next(found), found.stats
    for copied in (copy.deepcopy(results), pickle.loads(pickle.dumps(results))):
        assert copied[0].tolist() == results[0].tolist()
        assert copied[1].counters == results[1].counters


# ------------------------------------------------------------------------------------- counts

ROWS = np.repeat(np.arange(9), 9).reshape(9, 9)
WIDE = packing.Puzzle(np.ones((4, 6), bool), [[(0, 0), (0, 1)]] * 12)
WIDER = packing.Puzzle(np.ones((8, 8), bool), [[(0, 0), (0, 1)]] * 32)
COUNTS = {
    "queens": lambda **options: queens.count(ROWS, **options),
    "queens bitboard": lambda **options: queens.count(ROWS, method="bitboard", **options),
    "queens rows": lambda **options: queens.count(ROWS, method="rows", **options),
    "nqueens": lambda **options: nqueens.count(8, method="backtracking", **options),
    "packing": lambda **options: packing.count(WIDE, **options),
    "packing memo": lambda **options: packing.count(WIDER, method="memo", **options),
    "packing dlx": lambda **options: packing.count(WIDE, method="dlx", **options),
    "packing distinct": lambda **options: packing.count(WIDE, distinct=True, **options),
    "packing limit": lambda **options: packing.count(WIDE, limit=500, **options),
    "packing first-cell": lambda **options: packing.count(DOMINOES, method="first-cell", **options),
    "cover": lambda **options: exact_cover(10).count(**options),
    "cover memo": lambda **options: exact_cover(8).count(method="memo", **options),
    "cover max_cost": lambda **options: exact_cover(8).count(max_cost=8, **options),
    "cover limit": lambda **options: exact_cover(8).count(limit=500, **options),
    "csp": lambda **options: csp.Model([8] * 4).count(**options),
}


@pytest.mark.parametrize("name", COUNTS)
def test_ctrl_c_keeps_the_count_so_far(name, monkeypatch):
    """Ctrl-C comes after the third and after the fourth of many small steps."""

    def begin(search, *args, begin=Search.__init__, **options):
        begin(search, *args, **{**options, "interval": 0.0})
        search.most = 32

    whole, partial_counts = COUNTS[name](), []
    monkeypatch.setattr(Search, "__init__", begin)
    for least in (3, 4):
        reports = []

        def press_ctrl_c(now, reports=reports, least=least):
            reports.append(now)
            if len(reports) == least:
                raise KeyboardInterrupt

        with pytest.raises(Interrupted) as stop:
            COUNTS[name](progress=press_ctrl_c)
        partial_count = stop.value.partial
        assert isinstance(partial_count, Count)
        assert not partial_count.exact
        assert 0 <= partial_count <= whole
        assert sum(partial_count.stats.counters.values()) > 0
        partial_counts.append(partial_count)
    assert partial_counts[0].method == partial_counts[1].method
    assert partial_counts[0] <= partial_counts[1]


def test_the_count_so_far_counts_each_solution_once():
    def press_ctrl_c(now):
        if now.kernel.found == 17:
            raise KeyboardInterrupt

    search = Search(nqueens.solutions(8).search.kernel, progress=press_ctrl_c, interval=0.0)
    with pytest.raises(Interrupted) as stop:
        count_all(search, "list")
    assert (stop.value.partial, stop.value.partial.exact) == (17, False)
