"""Executors: the same counts by anyone's workers, and what becomes of units that go wrong."""

from __future__ import annotations

import importlib.util
import os
import pickle
import shutil
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import active_children, get_context
from pathlib import Path

import pytest
from helpers import units

from fastqueens import InputError, SearchStopped, nqueens
from fastqueens.parallel.counting import Interrupted, count_plan
from fastqueens.parallel.driver import UnitFailed, drive
from fastqueens.parallel.executors import Pool, check_executor
from fastqueens.parallel.units import Plan

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
    """A scheduler of dask.distributed with two worker processes, on loopback."""
    distributed = pytest.importorskip("distributed", reason="the extra 'cluster' is not installed")
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, host="127.0.0.1", dashboard_address=None
    ) as found:
        yield found


# ------------------------------------------------------------------------------- the same counts


@pytest.mark.parametrize(
    "rules",
    [
        {"n": 14, "parts": 16},
        {"n": 12, "symmetry": "fundamental", "parts": 5},
        {"n": 11, "variant": "superqueens", "parts": 9},
        {"n": 11, "variant": "toroidal", "symmetry": "fundamental"},
        {"n": 9, "variant": "toroidal_semiqueens", "parts": 4},
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
def test_every_variant_by_units(rules):
    alone = {key: value for key, value in rules.items() if key != "parts"}
    expected, found = nqueens.count(**alone), nqueens.count(**rules, executor="threads:2")
    assert (found, found.method, found.exact) == (expected, expected.method, True)
    assert set(found.stats.counters) == set(expected.stats.counters)


def test_processes(processes):
    for n in (14, 15, 16):
        assert nqueens.count(n, executor=processes) == KNOWN[n]
    assert nqueens.count(14, executor=processes, parts=30) == KNOWN[14]


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
        assert nqueens.count(14, executor=client.get_executor(pure=False), parts=8) == KNOWN[14]
        assert Pool(client).workers == 2

        def kill(now):
            if now.units_done >= 2 and killed:
                os.kill(killed.pop(), signal.SIGKILL)

        killed = list(client.run(os.getpid).values())[:1]
        assert nqueens.count(15, executor=client, parts=40, progress=kill) == KNOWN[15]
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


# ---------------------------------------------------------------------------- few are under way


class Counting(Executor):
    """Counts how many units wait or run."""

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
    assert count_plan(plan_of(units.square), "squares", executor=executor) == squares()
    assert 1 <= executor.most <= 6
    executor.inner.shutdown()


def test_the_largest_first_and_a_million_units_in_little_memory():
    import tracemalloc

    plan = Plan({}, 5, units.square, lambda i: (i,), weight=lambda i: (i * 3) % 5, whole=10)
    assert list(plan.order()) == [3, 1, 4, 2, 0]
    tracemalloc.start()
    most = nqueens.spreading.count_plan_of(20, "queens", "all", 0, None, 10**5)[0]
    for i in most.order():
        most.job(i)
    huge = nqueens.spreading.count_plan_of(27, "queens", "all", 0, None, 10**8)[0]
    for i, _ in zip(huge.order(), range(1000), strict=False):
        huge.job(i)
    assert tracemalloc.get_traced_memory()[1] < 20e6  # a million is ten times as many
    tracemalloc.stop()
    assert len(pickle.dumps(huge.job(99))) < 100


# ------------------------------------------------------------------------------ what goes wrong


@pytest.mark.parametrize(
    ("how", "executor", "size"), [("raises", "threads:2", 44), ("dies", "processes:2", 5)]
)
def test_a_unit_that_goes_wrong_is_sent_again(how, executor, size, tmp_path):
    plan = plan_of(units.once_bad, how, str(tmp_path), size=size)
    found = count_plan(plan, "squares", executor=executor)
    assert (found, found.stats.calls) == (squares(size), size)


def test_a_killed_worker_of_loky(tmp_path):
    pytest.importorskip("loky", reason="the extra 'cluster' is not installed")
    plan = plan_of(units.once_bad, "dies", str(tmp_path), size=5)
    assert count_plan(plan, "squares", executor="loky:2") == squares(5)


def test_a_unit_that_hangs_is_sent_elsewhere(tmp_path):
    plan = plan_of(units.once_bad, "hangs", str(tmp_path), size=12)
    pool, found = Pool("processes:2"), []
    try:
        assert drive(plan, pool, plan.order(), found.extend, patience=0.4)
    finally:
        pool.close()
    assert sorted(x.result for x in found) == [i * i for i in range(12)]


def test_a_unit_that_no_worker_can_do():
    plan = plan_of(units.always_bad, "raises", None)
    with pytest.raises(SearchStopped, match=r"unit 7 of 40 failed 4 times.*no luck") as stop:
        count_plan(plan, "squares", executor="threads:2")
    assert stop.value.reason == "workers"
    assert 0 < stop.value.partial <= squares() - 49
    assert not stop.value.partial.exact


def test_a_broken_executor_of_others_and_one_that_is_made_anew(tmp_path):
    with spawned(1) as pool:
        pool.submit(int).result()
        plan = plan_of(units.once_bad, "dies", str(tmp_path), size=5)
        with pytest.raises(SearchStopped, match=r"the executor broke .*made anew"):
            count_plan(plan, "squares", executor=pool)
    (tmp_path / "seen3").unlink()
    assert count_plan(plan, "squares", executor=lambda: spawned(1)) == squares(5)


class Twice(Executor):
    """Each unit comes back twice: the first future after a second one was sent."""

    _max_workers = 1

    def __init__(self):
        self.held = []

    def submit(self, function, *given):
        future = Future()
        future.set_running_or_notify_cancel()
        self.held.append((future, function(*given)))
        if len(self.held) == 4:  # both units, and both again
            for old, result in self.held:
                old.set_result(result)
        return future


def test_a_unit_that_comes_back_twice_counts_once():
    found = []
    plan = plan_of(units.square, size=2)
    assert drive(plan, Pool(Twice()), plan.order(), found.extend, patience=0.05)
    assert sorted(x.number for x in found) == [0, 1]


def test_time_limit():
    plan = plan_of(units.slow, 0.01, size=10**6)
    with pytest.raises(SearchStopped, match="time limit") as stop:
        count_plan(plan, "squares", executor="threads:4", time_limit=0.3)
    assert stop.value.partial.stats.calls > 3
    with pytest.raises(SearchStopped) as stop:
        nqueens.count(19, executor="threads:2", time_limit=0.1)
    assert not stop.value.partial.exact


def test_ctrl_c_keeps_what_came_back():
    asked = []

    def press(now):
        asked.append(now)
        if now.done >= 5:
            signal.raise_signal(signal.SIGINT)

    plan = plan_of(units.slow, 0.02, size=10**6)
    start = time.monotonic()
    with pytest.raises(Interrupted) as stop:
        count_plan(plan, "squares", executor="threads:2", progress=press)
    assert time.monotonic() - start < 30
    assert stop.value.partial.stats.calls >= 5
    assert asked[-1].workers == 2
    assert asked[-1].units == 10**6


# --------------------------------------------------------------------------------- what is asked


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
        ({"executor": "threads", "threads": 2}, "exclude each other"),
        ({"executor": "threads", "method": "backtracking"}, "go with method 'auto'"),
        ({"parts": 3}, "parts goes with an executor"),
        ({"parts": 0, "executor": "threads"}, "expected 1 or more"),
        ({"parts": 2**41, "executor": "threads"}, "expected 2"),
    ]:
        with pytest.raises(InputError, match=message):
            nqueens.count(8, **options)


def test_check_executor_takes_what_submits():
    assert check_executor("mpi:3") == ("mpi", 3)
    with ThreadPoolExecutor(1) as pool:
        assert check_executor(pool) == ("given", pool)


def test_a_unit_that_cannot_be_sent():
    plan = plan_of(units.square)
    pool = ThreadPoolExecutor(1)
    pool.shutdown()
    with pytest.raises(UnitFailed, match=r"unit 0 of 40 could not be sent: RuntimeError"):
        drive(plan, Pool(pool), plan.order(), list)
