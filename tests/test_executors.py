"""Executors: all return the same counts, and failing tasks are handled."""

from __future__ import annotations

import importlib.util
import json
import os
import pickle
import shutil
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import (
    BrokenExecutor,
    Executor,
    Future,
    ProcessPoolExecutor,
    ThreadPoolExecutor,
)
from dataclasses import replace
from multiprocessing import active_children, get_context
from pathlib import Path

import numpy as np
import pytest
from helpers import tasks
from helpers.command import refused, run

from fastqueens import (
    Count,
    InputError,
    Interrupted,
    SearchStopped,
    cover,
    nqueens,
    packing,
    queens,
    sliding,
)
from fastqueens.examples import example
from fastqueens.parallel.count_tasks import count_plan
from fastqueens.parallel.executors import Pool, check_executor
from fastqueens.parallel.scheduler import TaskFailed, run_in_order, schedule
from fastqueens.parallel.tasks import Plan, send_deadline
from fastqueens.queens.solving import batch_runner as stacking
from fastqueens.search import Clock, OutOfTime

KNOWN = {14: 365596, 15: 2279184, 16: 14772512}
ROOT = Path(__file__).resolve().parents[1]


def spawned(workers=2):
    return ProcessPoolExecutor(workers, get_context("spawn"))


def plan_of(work, *given, size=40):
    return Plan({"count": "test"}, size, work, lambda i: (i, *given))


def squares(size=40):
    return sum(i * i for i in range(size))


@pytest.fixture(scope="module")
def processes():
    with spawned() as pool:
        yield pool


@pytest.fixture(scope="module")
def cluster():
    """A dask.distributed scheduler with two worker processes on the loopback interface."""
    distributed = pytest.importorskip("distributed", reason="the extra 'cluster' is not installed")
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, host="127.0.0.1", dashboard_address=":0"
    ) as found:
        yield found


# ---------------------------------------------------------------------------------- equal counts


@pytest.mark.parametrize(
    "rules",
    [
        {"n": 14, "tasks": 16},
        {"n": 12, "symmetry": "fundamental", "tasks": 5},
        {"n": 11, "variant": "superqueens", "tasks": 9},
        {"n": 11, "variant": "toroidal", "symmetry": "fundamental"},
        {"n": 9, "variant": "toroidal_semiqueens", "tasks": 4},
        {"n": 8, "variant": "hertzsprung"},
        {"n": 8, "variant": "hertzsprung", "symmetry": "fundamental"},
        {"n": 8, "variant": "plus_k", "pawns": 2},
        {"n": 8, "variant": "plus_k", "pawns": -1, "symmetry": "fundamental"},
        {"n": 11, "placed": [(0, 1)]},
        {"n": 11, "placed": [(0, 1), (5, 5), (10, 0)]},
        {"n": 2},
        {"n": 1, "symmetry": "fundamental"},
        {"n": 8, "variant": "toroidal"},
    ],
    ids=str,
)
def test_every_variant_by_tasks(rules):
    alone = {key: value for key, value in rules.items() if key != "tasks"}
    expected, found = nqueens.count(**alone), nqueens.count(**rules, executor="threads:2")
    assert (found, found.method, found.exact) == (expected, expected.method, True)
    assert set(found.stats.counters) == set(expected.stats.counters)


def packed(name="iq-small"):
    return packing.Puzzle.from_text(example(name).text)


@pytest.mark.parametrize("distinct", [False, True])
@pytest.mark.parametrize("method", ["auto", "memo", "bitset", "dlx"])
def test_packings_by_tasks(method, distinct):
    dominoes = packing.Puzzle(np.ones((4, 5), bool), [[(0, 0), (0, 1)]] * 10)
    for puzzle in (packed(), dominoes):
        expected = packing.count(puzzle, method=method, distinct=distinct)
        found = packing.count(
            puzzle, method=method, distinct=distinct, executor="threads:2", tasks=20
        )
        assert (found, found.method, found.exact) == (expected, expected.method, True)
        assert set(found.stats.counters) == set(expected.stats.counters)


def test_a_packing_that_cannot_be():
    puzzle = packing.Puzzle(np.ones((2, 2), bool), [[(0, 0), (0, 1)]])
    assert packing.count(puzzle, executor="threads") == 0


COVERS = {
    "queens": (nqueens.exact_cover(8), {}),
    "langford": (cover.langford(7), {}),
    "required": (cover.langford(7), {"required": [3]}),
    "unsolvable": (cover.ExactCover([[0, 1], [1, 2]]), {}),
    "coloured": (
        cover.ExactCover.from_text(
            "a b c d | x y\n"
            + "".join(
                f"{i} x:{c} y:{e}\n{i} y:{e}\n{i} x\n" for i in "abcd" for c in "12" for e in "12"
            )
        ),
        {},
    ),
    "trivial": (cover.ExactCover([[0], [0], [1]]), {}),
    "multiplicities": (
        cover.ExactCover(
            [[i, j] for i in range(6) for j in range(6, 12)] + [[i] for i in range(6)],
            multiplicity={0: 2, 1: (0, 2), 6: (1, None), 7: (0, 3), 8: 2},
        ),
        {},
    ),
    "costs": (
        cover.ExactCover(
            [[i, j] for i in range(5) for j in range(5, 10)],
            cost=[i * j % 7 for i in range(5) for j in range(5, 10)],
        ),
        {"max_cost": 12},
    ),
}


@pytest.mark.parametrize("method", ["auto", "dlx", "bitset"])
@pytest.mark.parametrize("name", COVERS)
def test_covers_by_tasks(name, method):
    problem, options = COVERS[name]
    expected = problem.count(method=method, **options)
    for number in (1, 7, 60):
        found = problem.count(method=method, executor="threads:2", tasks=number, **options)
        assert (found, found.method, found.exact) == (expected, expected.method, True)


def test_packings_and_covers_by_processes(processes, tmp_path):
    for path in (None, tmp_path / "p.db", tmp_path / "p.db"):
        options = {"executor": processes, "ledger": path}
        assert packing.count(packed(), distinct=True, tasks=10, **options) == 99
    for path in (None, tmp_path / "c.db", tmp_path / "c.db"):
        assert cover.langford(8).count(executor=processes, ledger=path) == 300
    with pytest.raises(InputError, match="this ledger belongs to another count"):
        cover.langford(7).count(ledger=tmp_path / "c.db")
    with pytest.raises(InputError, match="this ledger belongs to another count"):
        packing.count(packed(), tasks=10, ledger=tmp_path / "p.db")


def test_a_ledger_knows_multiplicities_and_costs(tmp_path):
    options = [["a", "b"], ["a"], ["b"], ["b"]]
    more = {"multiplicity": {"b": 2}}
    priced = cover.ExactCover(options, cost=[1, 2, 3, 4], **more)
    ledger = tmp_path / "c.db"
    assert priced.count(max_cost=9, ledger=ledger) == 3
    assert priced.count(max_cost=9, ledger=ledger) == 3
    others = [
        (priced, {"max_cost": 5}),
        (priced, {}),
        (cover.ExactCover(options, cost=[1, 2, 3, 5], **more), {"max_cost": 9}),
        (cover.ExactCover(options, cost=[1, 2, 3, 4]), {"max_cost": 9}),
        (cover.ExactCover(options, cost=[1, 2, 3, 4], multiplicity={"b": 1}), {"max_cost": 9}),
    ]
    for problem, limits in others:
        with pytest.raises(InputError, match="this ledger belongs to another count"):
            problem.count(ledger=ledger, **limits)


# ------------------------------------------------------------------------------------- batches


def test_boards_by_tasks(processes):
    made = queens.generate(7, count=30, seed=3)
    mixed = [*made, *queens.generate(6, count=5, seed=1)]
    for boards in (mixed, np.stack([board.regions for board in made])):
        expected, found = (
            queens.solve_many(boards, limit=None),
            queens.solve_many(boards, limit=None, executor=processes),
        )
        np.testing.assert_array_equal(found.counts, expected.counts)
        np.testing.assert_array_equal(found.first, expected.first)
        assert found.stats.counters == expected.stats.counters
        rated, found = queens.rate_many(boards), queens.rate_many(boards, executor=processes)
        np.testing.assert_array_equal(found.tiers, rated.tiers)
        np.testing.assert_array_equal(found.scores, rated.scores)
        assert found.stats.counters == rated.stats.counters
    stars = queens.generate(8, stars=2, count=2, seed=1)
    both = [queens.solve_many(stars, **x) for x in ({}, {"executor": "threads:2"})]
    np.testing.assert_array_equal(both[0].first, both[1].first)
    shown = []
    again = queens.generate(
        7, count=30, seed=3, executor=processes, progress=lambda *now: shown.append(now)
    )
    assert again == made
    assert shown[-1] == (30, 30)
    with pytest.raises(InputError, match="board 1"):
        queens.solve_many([mixed[0], "AB"], executor="threads")
    assert len(queens.solve_many([], executor="threads")) == 0


def test_boards_that_are_too_rare():
    with pytest.raises(SearchStopped, match="too rare") as stop:
        queens.generate(4, difficulty="hard", seed=1, executor="threads:2")
    assert (stop.value.partial, stop.value.reason) == ([], "iterations")
    with pytest.raises(SearchStopped, match="time limit"):
        queens.generate(12, count=10**4, seed=1, executor="threads:2", time_limit=0.1)


def test_puzzles_by_tasks(processes):
    puzzles = np.stack([sliding.scramble(20, seed=i).tiles for i in range(70)])
    expected = sliding.solve_many(puzzles)
    found = sliding.solve_many(puzzles, executor="threads:2")
    np.testing.assert_array_equal(found.lengths, expected.lengths)
    np.testing.assert_array_equal(found.moves, expected.moves)
    assert found.stats.counters == expected.stats.counters


def test_boards_no_worker_can_do(monkeypatch):
    def broken(*_):
        raise ValueError("no luck")

    monkeypatch.setattr(stacking, "run_kernel", broken)
    with pytest.raises(SearchStopped, match=r"task 0 of 1 failed 4 times.*0 of 2 were done"):
        queens.solve_many(queens.generate(5, count=2, seed=1), executor="threads")


def test_the_command_that_makes_boards():
    args = ("generate", "6", "--count", "3", "--seed", "1", "--json")
    made = [
        json.loads(run(*args, *more).stdout)["boards"] for more in ([], ["--executor", "threads"])
    ]
    assert made[0] == made[1]
    refused(*args, "--executor", "threads", "--threads", "2")


def test_what_does_not_go_with_tasks():
    for options, message in [
        ({"limit": 3}, "limit cannot be used with an executor"),
        ({"node_limit": 3}, "node_limit cannot be used with an executor"),
        ({"tasks": 0}, "expected 1 to"),
    ]:
        with pytest.raises(InputError, match=message):
            cover.langford(4).count(executor="threads", **options)
        with pytest.raises(InputError, match=message):
            packing.count(packed(), executor="threads", **options)
    with pytest.raises(InputError, match="brute-force"):
        packing.count(packed(), executor="threads", method="brute-force")
    with pytest.raises(InputError, match="tasks needs"):
        cover.langford(4).count(tasks=3)


def test_commands_that_count(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name, command, printed in [("iq-small", "pack", "784 "), ("cover", "cover", "")]:
        Path("file.txt").write_text(example(name).text)
        args = (command, "file.txt", "--count", "--executor", "threads:2", "--ledger", f"{name}.db")
        plain = run(command, "file.txt", "--count").stdout.split(" ")
        assert plain[0].startswith(printed.strip())
        for _ in range(2):
            ended = run(*args)
            assert (ended.returncode, ended.stdout.split(" ")[:4]) == (0, plain[:4])
        refused(command, "file.txt", "--executor", "threads")
        refused(command, "file.txt", "file.txt", "--count", "--ledger", "x.db")
        refused(command, "file.txt", "--count", "--limit", "3", "--executor", "threads")
        assert run("ledger", f"{name}.db").stdout.startswith(command)


def test_processes(processes):
    for n in (14, 15, 16):
        assert nqueens.count(n, executor=processes) == KNOWN[n]
    assert nqueens.count(14, executor=processes, tasks=30) == KNOWN[14]


@pytest.mark.parametrize("name", ["processes:2", "loky:2"])
def test_processes_by_name(name):
    if name.startswith("loky"):
        pytest.importorskip("loky", reason="the extra 'cluster' is not installed")
    before = set(active_children())
    assert nqueens.count(16, executor=name) == KNOWN[16]
    assert set(active_children()) <= before


def test_dask(cluster):
    from distributed import Client

    address = cluster.scheduler_address.replace("tcp:", "dask:")
    assert nqueens.count(16, executor=address) == KNOWN[16]
    with Client(cluster, set_as_default=False) as client:
        assert nqueens.count(14, executor=client) == KNOWN[14]
        assert nqueens.count(14, executor=client.get_executor(pure=False), tasks=8) == KNOWN[14]
        assert Pool(client).workers == 2

        def kill(now):
            if now.tasks_done >= 2 and killed:
                os.kill(killed.pop(), signal.SIGKILL)

        boards = queens.generate(7, count=300, seed=3, executor=client)
        assert boards == queens.generate(7, count=300, seed=3)
        killed = list(client.run(os.getpid).values())[:1]
        assert nqueens.count(15, executor=client, tasks=40, progress=kill) == KNOWN[15]
        assert not killed


def test_mpi():
    if importlib.util.find_spec("mpi4py") is None:
        pytest.skip("mpi4py is not installed")
    if shutil.which("mpiexec") is None:
        pytest.skip("no mpiexec: MPI is not installed")
    root = {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"}
    several = {"OMPI_MCA_rmaps_base_oversubscribe": "1", "OMPI_MCA_btl": "self,vader"}
    ended = subprocess.run(
        [
            *("mpiexec", "-n", "3", sys.executable, "-m", "mpi4py.futures"),
            *("-m", "fastqueens", "nqueens", "16", "--executor", "mpi"),
        ],
        env={**os.environ, **root, **several},
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert f"{KNOWN[16]:,} solutions" in ended.stdout, ended.stderr


def test_nothing_is_imported_that_is_not_used():
    code = (
        "import sys; from fastqueens import nqueens; nqueens.count(10, executor='threads');"
        "print([x for x in ('distributed', 'dask', 'loky', 'mpi4py', 'sqlite3',"
        " 'multiprocessing') if x in sys.modules])"
    )
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert ended.stdout == "[]\n", ended.stderr


# ----------------------------------------------------------------- limited number of open tasks


class Counting(Executor):
    """Counts the tasks that wait or run."""

    _max_workers = 3

    def __init__(self):
        self.inner, self.most, self.lock, self.now = ThreadPoolExecutor(3), 0, threading.Lock(), 0

    def submit(self, function, *given):
        with self.lock:
            self.now += 1
            self.most = max(self.most, self.now)
        future = self.inner.submit(function, *given)
        future.add_done_callback(self._back)
        return future

    def _back(self, _):
        with self.lock:
            self.now -= 1


def test_two_units_a_worker_at_most():
    executor = Counting()
    assert count_plan(plan_of(tasks.square), "squares", executor=executor) == squares()
    assert 1 <= executor.most <= 6
    executor.inner.shutdown()


def test_the_largest_first_and_a_million_units_in_little_memory():
    import tracemalloc

    plan = Plan({}, 5, tasks.square, lambda i: (i,), weight=lambda i: (i * 3) % 5, whole=10)
    assert list(plan.order()) == [3, 1, 4, 2, 0]
    tracemalloc.start()
    most = nqueens.distributed_count.make_count_plan(20, "queens", "all", 0, None, 10**5)[0]
    for i in most.order():
        most.job(i)
    huge = nqueens.distributed_count.make_count_plan(27, "queens", "all", 0, None, 10**8)[0]
    for i, _ in zip(huge.order(), range(1000), strict=False):
        huge.job(i)
    # A million results would need ten times as much.
    assert tracemalloc.get_traced_memory()[1] < 20e6
    tracemalloc.stop()
    assert len(pickle.dumps(huge.job(99))) < 100


class Wrapped(ThreadPoolExecutor):
    """Records the number of tasks in each message."""

    def __init__(self, workers):
        super().__init__(workers)
        self.sizes = []

    def submit(self, function, work, jobs):
        self.sizes.append(len(jobs))
        return super().submit(function, work, jobs)


def test_quick_units_travel_together():
    with Wrapped(2) as executor:
        assert count_plan(plan_of(tasks.square, size=5000), "x", executor=executor) == squares(5000)
    assert (executor.sizes[0], executor.sizes[-1], max(executor.sizes)) == (1, 1, 64)
    assert len(executor.sizes) < 500


class Breaking(Wrapped):
    """Fails on each message of several tasks if the number of one of them ends in 3."""

    def submit(self, function, *given):
        if len(given) < 2 or len(given[1]) < 2 or all(i % 10 != 3 for i, _ in given[1]):
            return super().submit(function, *given) if given else Future()
        future = Future()
        future.set_exception(BrokenExecutor("a worker died"))
        return future


def test_units_that_travel_with_a_bad_one(tmp_path):
    """Tasks after one that raises, and all tasks of a worker that dies, are still done."""
    plan = plan_of(tasks.once_bad, "raises", str(tmp_path), size=400)
    with Wrapped(2) as executor:
        found = count_plan(plan, "squares", executor=executor)
    assert (found, found.stats.calls) == (squares(400), 400)
    assert max(executor.sizes) > 10
    found = count_plan(plan_of(tasks.square, size=400), "squares", executor=lambda: Breaking(2))
    assert (found, found.stats.calls) == (squares(400), 400)


def test_units_in_order_that_are_few():
    """The first task is slow: the others wait for it, and no more tasks are requested."""
    gate, asked, most = threading.Event(), [], []

    def things():
        for i in range(60):
            asked.append(i)
            yield i

    def work(number):
        if number == 0:
            gate.wait()
        return number * number, {}

    def open_gate():
        before = -1
        while len(asked) != before or before < 6:
            before = len(asked)
            time.sleep(0.25)
        most.append(before)
        gate.set()

    opener = threading.Thread(target=open_gate)
    opener.start()
    found = [x.result for x in run_in_order(work, things(), lambda i: (i,), Pool("threads:2"))]
    opener.join()
    assert found == [i * i for i in range(60)]
    assert most[0] <= 6 * 2 + 1


def test_a_deadline_that_waits_with_its_task():
    end = send_deadline(Clock(60))
    assert send_deadline(Clock(None)) is None
    assert end.clock().left() <= end.seconds <= 60
    past = replace(end, end=time.perf_counter() - 1)  # the task waited until then
    assert past.clock().left() == 0
    # Clocks of other machines are not comparable.
    assert replace(past, machine="another").clock().left() > 50
    assert pickle.loads(pickle.dumps(past)) == past


def test_units_in_order_before_one_that_fails():
    def work(number):
        if number == 7:
            raise ValueError("no luck")
        return number, {}

    found = run_in_order(work, range(40), lambda i: (i,), Pool("threads:1"))
    assert [next(found).result for _ in range(7)] == list(range(7))
    with pytest.raises(TaskFailed, match="task 7 failed 4 times, the last time: ValueError"):
        next(found)
    late = Clock(0)
    late.deadline -= 1
    with pytest.raises(OutOfTime):
        list(run_in_order(work, range(40), lambda i: (i,), Pool(Deaf(True)), clock=late))


# -------------------------------------------------------------------------------- failing tasks


@pytest.mark.parametrize(
    ("how", "executor", "size"), [("raises", "threads:2", 44), ("dies", "processes:2", 5)]
)
def test_a_unit_that_goes_wrong_is_sent_again(how, executor, size, tmp_path):
    plan = plan_of(tasks.once_bad, how, str(tmp_path), size=size)
    found = count_plan(plan, "squares", executor=executor)
    assert (found, found.stats.calls) == (squares(size), size)


def test_a_killed_worker_of_loky(tmp_path):
    pytest.importorskip("loky", reason="the extra 'cluster' is not installed")
    plan = plan_of(tasks.once_bad, "dies", str(tmp_path), size=5)
    assert count_plan(plan, "squares", executor="loky:2") == squares(5)


class Deaf(Executor):
    """Never answers the first call for task 3."""

    _max_workers = 2

    def __init__(self, always):
        self.always, self.asked = always, 0

    def submit(self, function, work, jobs):
        future = Future()
        asked = 3 in [number for number, _ in jobs]
        self.asked += asked
        if not asked or (self.asked > 1 and not self.always):
            future.set_result(function(work, jobs))
        return future


def test_a_unit_that_hangs_is_sent_elsewhere():
    plan, found = plan_of(tasks.square, size=12), []
    assert schedule(plan, Pool(Deaf(False)), plan.order(), found.extend, patience=0.05)
    assert sorted(x.result for x in found) == [i * i for i in range(12)]
    with pytest.raises(TaskFailed, match="task 3 of 12 failed 4 times, the last time: it hangs"):
        schedule(plan, Pool(Deaf(True)), plan.order(), found.extend, patience=0.05)


def test_a_worker_that_hangs_is_ended():
    before = set(active_children())
    pool = Pool("processes:1")
    future = pool.submit(time.sleep, 1000)
    while not future.running():
        time.sleep(0.01)
    pool.close()
    assert set(active_children()) <= before


def test_a_unit_that_no_worker_can_do():
    plan = plan_of(tasks.always_bad, "raises", None)
    with pytest.raises(SearchStopped, match=r"task 7 of 40 failed 4 times.*no luck") as stop:
        count_plan(plan, "squares", executor="threads:2")
    assert stop.value.reason == "workers"
    assert 0 < stop.value.partial <= squares() - 49
    assert not stop.value.partial.exact


def test_a_broken_executor_of_others_and_one_that_is_made_anew(tmp_path):
    with spawned(1) as pool:
        pool.submit(int).result()
        plan = plan_of(tasks.once_bad, "dies", str(tmp_path), size=5)
        with pytest.raises(SearchStopped, match=r"the executor broke .*can be restarted"):
            count_plan(plan, "squares", executor=pool)
    (tmp_path / "seen3").unlink()
    assert count_plan(plan, "squares", executor=lambda: spawned(1)) == squares(5)


class Twice(Executor):
    """Returns each task twice: the first future ends after a second one was sent."""

    _max_workers = 1

    def __init__(self):
        self.held = []

    def submit(self, function, *given):
        future = Future()
        future.set_running_or_notify_cancel()
        self.held.append((future, function(*given)))
        if len(self.held) == 4:  # both tasks and their repetitions
            for old, result in self.held:
                old.set_result(result)
        return future


def test_a_unit_that_comes_back_twice_counts_once():
    found = []
    plan = plan_of(tasks.square, size=2)
    assert schedule(plan, Pool(Twice()), plan.order(), found.extend, patience=0.05)
    assert sorted(x.number for x in found) == [0, 1]


def test_time_limit():
    plan = plan_of(tasks.slow, 0.01, size=10**6)
    with pytest.raises(SearchStopped, match="time limit") as stop:
        count_plan(plan, "squares", executor="threads:4", clock=Clock(0.5))
    assert stop.value.partial.stats.calls > 0
    with pytest.raises(SearchStopped) as stop:
        nqueens.count(19, executor="threads:2", time_limit=0.1)
    assert not stop.value.partial.exact


def test_ctrl_c_keeps_what_came_back():
    asked = []

    def press(now):
        asked.append(now)
        if now.done >= 5:
            signal.raise_signal(signal.SIGINT)

    plan = plan_of(tasks.slow, 0.02, size=10**6)
    start = time.monotonic()
    with pytest.raises(Interrupted) as stop:
        count_plan(plan, "squares", executor="threads:2", progress=press)
    assert time.monotonic() - start < 30
    assert stop.value.partial.stats.calls >= 5
    assert asked[-1].workers == 2
    assert asked[-1].tasks == 10**6


@pytest.mark.parametrize(
    "who",
    [
        {"threads": 1},
        {"threads": 2},
        {"executor": "threads:2", "tasks": 4000},
        {"threads": 2, "symmetry": "fundamental"},
        {"threads": 2, "method": "bitboard"},
        {"method": "backtracking"},
    ],
    ids=str,
)
def test_ctrl_c_keeps_what_was_counted(who):
    def press(now):
        if now.solutions:
            signal.raise_signal(signal.SIGINT)

    with pytest.raises(Interrupted) as stop:
        nqueens.count(20, progress=press, **who)
    partial = stop.value.partial
    assert isinstance(partial, Count)
    assert 0 < partial < 39029188884
    assert not partial.exact
    assert sum(partial.stats.counters.values()) > 0
    assert partial.method == who.get("method", "join")


@pytest.mark.parametrize("who", [{"threads": 2}, {"executor": "threads:2"}], ids=str)
def test_ctrl_c_keeps_the_boards_that_are_done(who, monkeypatch):
    """The first slices are quick, the next one would never end."""
    made = queens.generate(8, count=50, seed=1)
    expected = queens.solve_many(made)
    stripes = np.repeat(np.arange(30, dtype=np.uint8), 30).reshape(30, 30)
    monkeypatch.setattr(stacking, "_CHUNK", 10)

    def press(done, total):
        if done >= least:
            signal.raise_signal(signal.SIGINT)

    least = 50
    with pytest.raises(Interrupted) as stop:
        queens.solve_many([*made, stripes], limit=None, progress=press, **who)
    found = stop.value.partial
    assert found.counts.tolist() == [1] * 50 + [-1]
    np.testing.assert_array_equal(found.first[:50, :8], expected.first)
    assert (found.first[50] == -1).all()
    assert found.stats.nodes >= expected.stats.nodes
    least = 10
    with pytest.raises(Interrupted) as stop:
        queens.rate_many(made * 40, progress=press, **who)
    names = stop.value.partial.names.tolist()
    rated = queens.rate_many(made).names.tolist() * 40
    assert names.count("stopped") <= 1990
    assert all(a in ("stopped", b) for a, b in zip(names, rated, strict=True))


@pytest.mark.parametrize("who", [{"threads": 2}, {"executor": "threads:2"}], ids=str)
def test_ctrl_c_keeps_the_puzzles_that_are_done(who):
    hard = [[0, 12, 9, 13, 15, 11, 10, 14, 3, 7, 2, 5, 4, 8, 6, 1]] * 2  # 80 moves
    puzzles = np.stack([sliding.scramble(20, seed=i).tiles.ravel() for i in range(64)] + hard)

    def press(done, total):
        if done >= 64:
            signal.raise_signal(signal.SIGINT)

    with pytest.raises(Interrupted) as stop:
        sliding.solve_many(puzzles, progress=press, **who)
    found, expected = stop.value.partial, sliding.solve_many(puzzles[:64])
    np.testing.assert_array_equal(found.lengths[:64], expected.lengths)
    np.testing.assert_array_equal(found.moves[:64], expected.moves)
    assert set(found.lengths[64:].tolist()) <= {-2, 80}


# ----------------------------------------------------------------------------- invalid arguments


@pytest.mark.parametrize(
    ("executor", "message"),
    [
        ("proceses:2", "did you mean 'processes'"),
        ("processes:0", "expected 1 or more"),
        ("processes:many", "expected a number, as in processes:8"),
        ("dask", "expected the address of a scheduler"),
        ("", "expected an executor"),
        (7, "expected an executor"),
        (lambda: 7, "executor made 7"),
    ],
)
def test_what_is_no_executor(executor, message):
    with pytest.raises(InputError, match=message):
        nqueens.count(8, executor=executor)


def test_a_scheduler_that_is_not_there(monkeypatch):
    distributed = pytest.importorskip("distributed", reason="the extra 'cluster' is not installed")

    def refuse(address, **_):
        raise OSError(f"Timed out trying to connect to {address}")

    monkeypatch.setattr(distributed, "Client", refuse)
    with pytest.raises(InputError, match=r"dask://127\.0\.0\.1:9: found no scheduler"):
        nqueens.count(8, executor="dask://127.0.0.1:9")


def test_a_package_that_is_not_installed(monkeypatch):
    monkeypatch.setitem(sys.modules, "loky", None)
    with pytest.raises(InputError, match=r"needs loky: pip install 'fastqueens\[cluster\]'"):
        nqueens.count(8, executor="loky")


def test_what_excludes_an_executor():
    for options, message in [
        ({"executor": "threads", "threads": 2}, "cannot be used together"),
        ({"executor": "threads", "method": "backtracking"}, "need method 'auto'"),
        ({"tasks": 3}, "tasks needs an executor"),
        ({"tasks": 0, "executor": "threads"}, "expected 1 or more"),
        ({"tasks": 2**41, "executor": "threads"}, "expected 2"),
    ]:
        with pytest.raises(InputError, match=message):
            nqueens.count(8, **options)


def test_check_executor_takes_what_submits():
    assert check_executor("mpi:3") == ("mpi", 3)
    with ThreadPoolExecutor(1) as pool:
        assert check_executor(pool) == ("given", pool)


def test_a_unit_that_cannot_be_sent():
    plan = plan_of(tasks.square)
    pool = ThreadPoolExecutor(1)
    pool.shutdown()
    with pytest.raises(TaskFailed, match=r"task 0 of 40 could not be sent: RuntimeError"):
        schedule(plan, Pool(pool), plan.order(), list)


# ---------------------------------------------------------------------------------- estimates


@pytest.mark.parametrize(
    ("n", "method", "tasks_", "known"),
    [(16, "auto", 60, KNOWN[16]), (20, "bitboard", 16, 39029188884), (17, "join", 100, 95815104)],
)
def test_an_estimate_is_within_its_own_error(n, method, tasks_, known):
    shown = []
    guess = nqueens.estimate(
        n, method=method, tasks=tasks_, progress=lambda *now: shown.append(now)
    )
    assert abs(guess.mean - known) < 2 * guess.error
    assert guess.error < 0.15 * known
    assert shown[-1] == (tasks_, tasks_)
    assert guess.time(3) == pytest.approx(guess.time() / 3)
    assert 0 < guess.time() <= guess.seconds
    assert f"by {tasks_} tasks" in str(guess)


def test_the_units_of_an_estimate_cover_everything():
    """With all tasks in the sample, the estimate equals the count of all solutions and nodes."""
    for n, known in ((1, 1), (2, 0), (9, 352), (10, 724)):
        guess = nqueens.estimate(n, tasks=400)
        assert (guess.mean, guess.error) == (pytest.approx(known), 0)
    assert nqueens.estimate(14, seed=1).mean != nqueens.estimate(14, seed=2).mean


def test_what_an_estimate_refuses():
    for options in ({"tasks": 1}, {"tasks": 10**7}, {"n": 28}, {"seed": -1}, {"time_limit": -1}):
        with pytest.raises(InputError):
            nqueens.estimate(**{"n": 8, **options})
    with pytest.raises(SearchStopped, match="time limit after 0 of 200 tasks"):
        nqueens.estimate(22, time_limit=0)
    with pytest.raises(InputError):
        nqueens.estimate(8).time(0)
