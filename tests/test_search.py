"""The search loop: limits, Ctrl-C, progress, generators, threads and results."""

from __future__ import annotations

import contextlib
import copy
import gc
import os
import pickle
import re
import subprocess
import sys
import threading
import time

import numpy as np
import pytest
from conftest import ENDLESS, HOPELESS, tight_board
from helpers.command import interrupted_code
from helpers.progress import Enough, Seen

from fastqueens import Count, InputError, Interrupted, SearchStopped, Stats, csp, nqueens, queens
from fastqueens import search as searching
from fastqueens._kernels.queens import regions as kernels
from fastqueens.cover import langford
from fastqueens.extras import MissingExtra
from fastqueens.nqueens import exact_cover
from fastqueens.parallel.threads import run_all, run_batches
from fastqueens.search import DONE, FOUND, FULL, RUNNING, STOPPED, Search, count_solutions, counted


class Clock:
    """A kernel that only counts its steps, to test the loop alone."""

    def __init__(self, units=10**9, seconds=0.0):
        self.units, self.seconds, self.spent, self.budgets = units, seconds, 0, []

    def step(self, budget):
        self.budgets.append(budget)
        time.sleep(self.seconds)
        self.spent = min(self.units, self.spent + budget)
        return DONE if self.spent == self.units else RUNNING

    def counters(self):
        return {"units": self.spent}


def test_node_limit_is_exact():
    kernel = Clock()
    search = Search(kernel, node_limit=12345)
    assert (search.run(), search.reason, kernel.spent) == (STOPPED, "nodes", 12345)
    assert search.run() == STOPPED
    assert kernel.spent == 12345


def test_an_end_that_comes_with_a_signal_is_not_lost(monkeypatch):
    """A signal handler raises when the last step has ended, and the limit leaves no work."""
    kernel = Clock(5)
    search = Search(kernel, node_limit=5)
    monkeypatch.setattr(searching, "perf_counter", iter([0.0]).__next__)
    with pytest.raises(StopIteration):
        search.run()
    assert (kernel.budgets, search.ended) == ([5], True)
    assert (search.run(), kernel.budgets) == (DONE, [5])


def test_time_limit():
    kernel = Clock(seconds=0.01)
    search = Search(kernel, time_limit=0.1)
    assert (search.run(), search.reason) == (STOPPED, "time")
    assert 1 <= len(kernel.budgets) <= 11
    assert Search(Clock(), time_limit=0).run() == STOPPED


def test_budgets_follow_the_clock():
    slow, seen = Clock(seconds=0.05), Seen(4)
    with pytest.raises(Enough):
        Search(slow, progress=seen, interval=0.0).run()
    assert slow.budgets[-1] < slow.budgets[0]
    quick = Clock(units=10**7)
    assert Search(quick).run() == DONE
    assert len(quick.budgets) < 40


def test_progress():
    seen = []
    kernel = Clock(seconds=0.003, units=10**4)  # short steps, so that budgets grow after few steps
    search = Search(kernel, progress=lambda p: seen.append((p.seconds, p.counters)), interval=0.0)
    search.run()
    assert len(seen) == len(kernel.budgets)
    assert seen == sorted(seen, key=lambda x: x[0])
    with pytest.raises(ZeroDivisionError):
        Search(Clock(), progress=lambda _: 1 // 0, interval=0.0).run()


class Finder:
    """A kernel that finds a solution after every ten units of work."""

    def __init__(self, solutions):
        self.solutions, self.spent, self.found = solutions, 0, 0

    def step(self, budget):
        left = 10 - self.spent % 10
        self.spent += min(budget, left)
        if budget < left:
            return RUNNING
        if self.spent > 10 * self.solutions:
            return DONE
        self.found += 1
        return FOUND

    def counters(self):
        return {"units": self.spent}


@pytest.mark.parametrize(
    ("limit", "seen"),
    [(None, (3, DONE)), (4, (3, DONE)), (3, (3, FOUND)), (2, (2, FOUND)), (0, (0, FOUND))],
)
def test_count_solutions(limit, seen):
    search = Search(Finder(3))
    found, event = count_solutions(search, limit)
    assert (found, event) == seen
    assert search.kernel.spent == (40 if event == DONE else 10 * found)
    count = counted(search, event, found, "any")
    assert (count, count.exact, count.method) == (found, event == DONE, "any")
    assert count.stats.units == search.kernel.spent


def test_count_solutions_at_a_limit():
    search = Search(Finder(3), node_limit=25)
    found, event = count_solutions(search)
    assert (found, event) == (2, STOPPED)
    with pytest.raises(
        SearchStopped, match="the walk was stopped by the node limit after 2 solu"
    ) as e:
        counted(search, event, found, "any", stats=Stats({"all": 7}), what="walk")
    partial = e.value.partial
    assert (partial, partial.exact, partial.stats.all, e.value.reason) == (2, False, 7, "nodes")


def test_solve_stops(isa):
    result = queens.solve(HOPELESS, node_limit=500)
    assert (result.status, result.reason, result.queens) == ("stopped", "nodes", None)
    assert result.stats.nodes == 500
    result = queens.solve(HOPELESS, time_limit=0.05)
    assert (result.status, result.reason) == ("stopped", "time")
    assert result.stats.seconds > 0
    assert str(result).startswith("bitboard was stopped: ")


def test_node_limits_stop_at_the_same_place(isa):
    works = [queens.solve(HOPELESS, node_limit=k).stats.nodes for k in (1, 2, 33, 1000)]
    assert works == [1, 2, 33, 1000]


def test_solutions_stop():
    found = queens.solutions(ENDLESS, node_limit=2000)
    number = sum(1 for _ in found)
    assert number == found.found > 0
    assert (found.status, found.reason) == ("stopped", "nodes")
    assert list(found) == []
    running = queens.solutions(ENDLESS)
    next(running)
    assert running.status == "running"
    assert running.stats.nodes > 0


def test_count_stops():
    with pytest.raises(SearchStopped) as caught:
        queens.count(ENDLESS, node_limit=5000)
    stopped = caught.value
    assert stopped.reason == "nodes"
    assert isinstance(stopped.partial, Count)
    assert stopped.partial > 0
    assert not stopped.partial.exact
    assert stopped.partial.stats.nodes == 5000
    with pytest.raises(SearchStopped) as caught:
        queens.count(ENDLESS, time_limit=0.05)
    assert caught.value.reason == "time"
    with pytest.raises(SearchStopped) as caught:
        queens.is_unique(HOPELESS, node_limit=100)
    assert caught.value.partial == 0


def test_count_out_of_memory():
    for method in ("auto", "rows"):
        with pytest.raises(SearchStopped, match="memory") as caught:
            queens.count(ENDLESS, method=method, max_bytes=1 << 22)
        assert caught.value.reason == "memory"
    # few solutions, and no memory for the states: the search continues without them
    board = tight_board(16, 2, spread=6)
    expected = queens.count(board, method="bitboard")
    assert queens.count(board, max_bytes=1 << 12) == expected


def test_count_turns_to_rows():
    board = np.repeat(np.arange(11), 11).reshape(11, 11)
    count = queens.count(board)
    assert (count, count.method, count.exact) == (5296790, "rows", True)
    assert count.stats.transitions > 0
    assert count.stats.nodes > 0
    limited = queens.count(board, limit=1000)
    assert (limited, limited.method, limited.exact) == (1000, "bitboard", False)


def test_count_node_limit_covers_both_methods():
    board = np.repeat(np.arange(12), 12).reshape(12, 12)
    with pytest.raises(SearchStopped) as caught:
        queens.count(board, node_limit=300_000)
    counters = caught.value.partial.stats.counters
    assert counters["nodes"] + counters["reads"] + counters["transitions"] == 300_000
    for limit in (0, 5):
        with pytest.raises(SearchStopped):
            queens.count(ENDLESS, node_limit=limit)


def test_count_time_limits_never_turn_negative():
    board = np.repeat(np.arange(12), 12).reshape(12, 12)
    for limit in np.linspace(0, 0.2, 10):  # an exception other than SearchStopped is a failure
        with contextlib.suppress(SearchStopped):
            queens.count(board, time_limit=limit)
        with contextlib.suppress(SearchStopped):
            nqueens.count(16, time_limit=limit / 10, threads=1)


def test_progress_between_solutions():
    found = queens.solutions(ENDLESS, progress=Seen(2))
    assert next(found) is not None
    with pytest.raises(Enough):
        list(found)


def test_rows_steps_are_exact():
    """States without successors also use budget."""
    kernel = kernels.Count(HOPELESS, queens.Rules(), 1 << 28)
    for k in range(1, 200):
        assert kernel.step(1000) == 0
        assert kernel.spent == 1000 * k


# ------------------------------------------------------------------------------------ Ctrl-C


BODY = """
import numpy as np
from fastqueens import queens
board, hopeless = (np.array(x, np.uint8) for x in {boards})
print("ready", flush=True)
try:
    {call}
except KeyboardInterrupt:
    print("interrupted")
"""


@pytest.mark.parametrize(
    "call",
    [
        "queens.solve(hopeless)",
        "queens.count(board, method='bitboard')",
        "queens.count(board, method='rows', max_bytes=1 << 33)",
        "queens.solve_many(np.array([hopeless] * 3, np.uint8), threads=1)",
        "queens.solve_many([hopeless] * 5000, threads=3)",
        "list(queens.solutions(hopeless))",
    ],
)
def test_ctrl_c(call):
    # The program gets the boards themselves: conftest would import pytest and hypothesis.
    boards = ENDLESS.tolist(), HOPELESS.tolist()
    ended = interrupted_code(BODY.format(call=call, boards=boards))
    assert (ended.stdout, ended.stderr, ended.returncode) == ("interrupted\n", "", 0)
    assert ended.seconds < 5  # a hang would reach the time-out; bench/ measures the response time


def test_steps_are_short():
    """No step of a long search takes unusually long, because Ctrl-C waits for the end of a step."""
    steps = []
    kernel = queens.METHODS["bitboard"].make(queens.Board.from_array(HOPELESS), 0)

    class Timed:
        spent = property(lambda self: kernel.spent)
        counters = kernel.counters

        def step(self, budget):
            start = time.thread_time()
            status = kernel.step(budget)
            steps.append(time.thread_time() - start)
            return status

    Search(Timed(), time_limit=0.5).run()
    assert sorted(steps)[len(steps) // 2] < 0.1


# ----------------------------------------------------------------------------------- threads


def test_run_all():
    makers = [lambda k=k: Clock(units=k) for k in range(1, 50)]
    for threads in (1, 4, None):
        kernels, complete = run_all(makers, threads=threads)
        assert sorted(k.spent for k in kernels) == list(range(1, 50))
        assert complete
    assert run_all([]) == ([], True)


def test_run_all_uses_threads():
    names = set()

    def make():
        names.add(threading.current_thread().name)
        return Clock(units=500, seconds=0.003)

    run_all([make] * 12, threads=3)
    assert 1 < len(names) <= 3


def test_run_all_passes_errors_on():
    def bad():
        raise MemoryError("no room")

    for threads in (1, 3):
        with pytest.raises(MemoryError):
            run_all([lambda: Clock(units=5), bad, Clock], threads=threads)


@pytest.mark.parametrize("threads", [1, 3])
def test_run_all_progress(threads):
    seen = []
    make = [lambda: Clock(units=1000, seconds=0.003)] * 20
    run_all(make, threads=threads, progress=lambda x: seen.append(len(x)), interval=0.02)
    assert seen == sorted(seen)
    assert len(seen) > 1


@pytest.mark.parametrize("threads", [1, 3])
def test_run_batches(threads):
    class Batch(Clock):
        @property
        def done(self):
            return self.spent // 10

        def counters(self):
            return {"units": self.spent, "ones": 1}

    makers = [lambda i=i: Batch(units=100 * i, seconds=0.02) for i in range(1, 5)]
    seen = []
    stats, complete = run_batches(
        makers, 100, threads=threads, progress=lambda done, total: seen.append((done, total))
    )
    assert complete
    assert dict(stats.counters) == {"units": 1000, "ones": 4}
    assert seen == sorted(seen)
    assert seen
    assert {total for _, total in seen} == {100}
    assert seen[-1][0] <= 100
    stats, complete = run_batches([], 0)
    assert complete
    assert stats.counters == {}


def test_run_batches_out_of_memory():
    class Full(Clock):
        done = 0

        def step(self, budget):
            return FULL

    with pytest.raises(MemoryError, match="not enough memory"):
        run_batches([Full], 1, threads=1)


@pytest.mark.parametrize("threads", [1, 3])
def test_run_all_time_limit(threads):
    kernels, complete = run_all(
        [lambda: Clock(seconds=0.005)] * 20, threads=threads, clock=searching.Clock(0.2)
    )
    assert not complete
    assert 1 <= len(kernels) <= threads
    assert all(k.spent < k.units for k in kernels)


def test_one_machine_in_two_threads():
    """The second thread gets an error, and memory is not corrupted."""
    errors = []

    def until_told(_):
        if errors:
            raise Enough

    found = queens.solutions(HOPELESS, progress=until_told)

    def go():
        try:
            next(found, None)
        except RuntimeError as error:
            errors.append(str(error))
        except Enough:
            pass

    threads = [threading.Thread(target=go) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert set(errors) <= {"another next() of this iterator has not returned yet"}
    assert errors


def test_impossible_limits():
    board = [[1]]
    for options in ({"time_limit": -1}, {"time_limit": float("nan")}, {"node_limit": -1},
                    {"seed": -1}, {"seed": 2**64}, {"node_limit": 2.5}, {"seed": "a"}):  # fmt: skip
        with pytest.raises(InputError):
            queens.solve(board, **options)
    with pytest.raises(InputError):
        queens.solve_many([board], seed=-1)


# ----------------------------------------------------------------------------------- results


def test_stats():
    stats = Stats({"nodes": 1234567, "updates": 3}, 0.0015)
    assert (stats.nodes, stats.updates, stats.seconds) == (1234567, 3, 0.0015)
    assert str(stats) == "1,234,567 nodes, 3 updates, 1.500 ms"
    with pytest.raises(AttributeError, match="counted: nodes, updates"):
        _ = stats.permutations
    for other in (copy.deepcopy(stats), pickle.loads(pickle.dumps(stats)), copy.copy(stats)):
        assert other == stats


def test_count_is_an_int():
    count = queens.count([[1]])
    assert isinstance(count, int)
    assert (count + 1, f"{count}", {1: "x"}[count]) == (2, "1", "x")
    for other in (copy.deepcopy(count), pickle.loads(pickle.dumps(count))):
        assert (other, other.stats, other.exact) == (1, count.stats, True)
        assert other.method == "bitboard"


@pytest.mark.parametrize(
    ("call", "shown"),
    [
        (
            lambda p: nqueens.count(9, method="backtracking", progress=p),
            r"[\d,]+ nodes?, \d+ solutions?, ",
        ),
        (
            lambda p: nqueens.count(10, threads=1, progress=p),
            r"\d+% done, [\d,]+ nodes, \d+ solutions?, ",
        ),
        (lambda p: langford(7).count(progress=p), r"\d+% done, [\d,]+ nodes, "),
        (lambda p: queens.generate(7, count=90, seed=1, progress=p), r"\d+ of 90 done, "),
        (lambda p: list(nqueens.solutions(9, progress=p)), r"[\d,]+ nodes?, \d+ solutions?, "),
    ],
)
def test_progress_as_sentences_and_as_a_bar(call, shown, monkeypatch, capsys):
    def begin(search, *args, begin=Search.__init__, **options):
        begin(search, *args, **{**options, "interval": 0.0})
        search.most = 4096

    monkeypatch.setattr(Search, "__init__", begin)
    call(print)
    lines = capsys.readouterr().out.splitlines()
    assert lines
    assert all(re.fullmatch(shown + r"\d+\.\d s", line) for line in lines)
    call("bar")
    gc.collect()  # the bar of an iterator ends with the iterator
    told = capsys.readouterr()
    assert told.out == ""
    assert re.search(rf"^━+.* {shown}", told.err)


def test_a_bar_in_a_notebook_names_the_package_that_it_needs(monkeypatch):
    monkeypatch.setattr("rich.console._is_jupyter", lambda: True)
    monkeypatch.setitem(sys.modules, "ipywidgets", None)
    with pytest.raises(MissingExtra, match=r"needs ipywidgets: pip install .*\[notebook\]"):
        queens.generate(7, count=90, seed=1, progress="bar")
    with pytest.raises(InputError, match="progress is 'bat', expected a function or 'bar'"):
        queens.solve(HOPELESS, progress="bat")


@pytest.mark.parametrize(
    "solve",
    [
        lambda **how: queens.solve(HOPELESS, method="backtracking", **how),
        lambda **how: nqueens.solve(40, method="backtracking", **how),
        lambda **how: csp.Model([200] * 201).solve(**how),
        lambda **how: exact_cover(31).solve(**how),
    ],
)
def test_ctrl_c_keeps_the_work_so_far(solve, monkeypatch):
    def begin(search, *args, begin=Search.__init__, **options):
        begin(search, *args, **{**options, "interval": 0.0})
        search.most = 1

    def press(now):
        raise KeyboardInterrupt

    monkeypatch.setattr(Search, "__init__", begin)
    with pytest.raises(Interrupted, match=r"^stopped after .* ms; the attribute 'partial'") as stop:
        solve(progress=press)
    assert stop.value.partial.status == "stopped"
    assert sum(stop.value.partial.stats.counters.values()) > 0
    assert str(pickle.loads(pickle.dumps(stop.value))) == str(stop.value)
    found = str(Interrupted(Count(1234, stats=Stats({}, 0.25))))
    assert found == "1,234 solutions in 0.2 s so far; the attribute 'partial' has this number"
    assert str(Interrupted([1, 2])) == "2 results so far, in the attribute 'partial'"


def test_errors_travel():
    error = InputError("found x, expected y", source="a.txt", line=3, column=4)
    other = pickle.loads(pickle.dumps(error))
    assert str(other) == str(error) == "a.txt:3:4: found x, expected y"
    assert (other.line, other.column, other.source) == (3, 4, "a.txt")
    assert isinstance(error, ValueError)
    assert str(InputError("bad", line=2, column=1)) == "line 2, column 1: bad"
    stopped = SearchStopped("late", partial=Count(3), reason="time")
    other = pickle.loads(pickle.dumps(stopped))
    assert (str(other), other.partial, other.reason) == ("late", 3, "time")


def test_import_is_light():
    """Importing the package loads only NumPy, not the dependencies of commands or pictures."""
    code = (
        "import sys, fastqueens; "
        "heavy = {'rich', 'click', 'PIL', 'json', 'concurrent.futures'} & set(sys.modules); "
        "import numpy; print(sorted(heavy))"
    )
    bare = subprocess.check_output(
        [sys.executable, "-c", code.replace("fastqueens", "numpy")], text=True, env=os.environ
    )
    ours = subprocess.check_output([sys.executable, "-c", code], text=True, env=os.environ)
    assert ours == bare
