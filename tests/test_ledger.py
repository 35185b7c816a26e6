"""The ledger: finished tasks survive any kill, and nothing is counted twice."""

from __future__ import annotations

import json
import os
import signal
import sqlite3
import subprocess
import sys
import threading
from contextlib import suppress
from multiprocessing import active_children
from pathlib import Path

import pytest
from helpers import tasks
from helpers.command import in_terminal, refused, run
from hypothesis import example, given, settings
from hypothesis import strategies as st

from fastqueens import InputError, SearchStopped, nqueens
from fastqueens.parallel.count_tasks import count_plan
from fastqueens.parallel.ledger import Ledger, read_ledger
from fastqueens.parallel.tasks import Plan, TaskResult

KNOWN_14 = 365596

# Kill a counting process at 20 moments; all results that it has reported must be in its ledger. A
# moment is a number of progress reports plus some milliseconds, so slow machines get as far as fast
# ones. The killing process forks each counting process, so the package is imported once.
KILLED = """
import os, random, signal, sqlite3, sys, time
from fastqueens.parallel.count_tasks import count_plan
from fastqueens.parallel.tasks import Plan
from helpers import tasks

path, moments, size = sys.argv[1], random.Random(19), 3000

def count(path, size, say):
    plan = Plan({"count": "squares"}, size, tasks.slow, lambda i: (i, 0.001))
    return count_plan(plan, "squares", executor="threads:2", ledger=path, progress=say)

count(path + "0", 2, None)  # imports what it needs

for _ in range(20):
    ours, theirs = os.pipe()
    child = os.fork()
    if child == 0:
        count(path, size, lambda now: os.write(theirs, b"%9d\\n" % now.done))
        os._exit(0)
    os.close(theirs)
    with open(ours, "rb", buffering=0) as pipe:
        said = [int(pipe.read(10)) for _ in range(moments.randrange(4))]
        time.sleep(moments.uniform(0.0, 0.03))
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        said += map(int, pipe.read().split())
    if os.path.exists(path):
        held = sqlite3.connect(path)
        try:
            rows = held.execute("SELECT count(*) FROM task").fetchone()[0]
        except sqlite3.OperationalError:  # killed before there were tables
            rows = 0
        held.close()
        assert rows >= max(said, default=0), (rows, said)
        print(rows, end=" ")
print()
print(*(count(path, size, None) for _ in range(2)))
"""


def plan_of(work=tasks.square, *given, size=40, about="squares"):
    return Plan({"count": about}, size, work, lambda i: (i, *given))


def squares(size=40):
    return sum(i * i for i in range(size))


def count(path, plan=None, **options):
    plan = plan_of() if plan is None else plan
    return count_plan(plan, "squares", executor="threads:2", ledger=path, **options)


def test_the_driver_killed_at_twenty_moments(tmp_path):
    ended = subprocess.run(
        [sys.executable, "-c", KILLED, tmp_path / "run.db"],
        capture_output=True,
        text=True,
        cwd=Path(__file__).parent,
    )
    assert ended.returncode == 0, ended.stderr
    rows, totals = ended.stdout.splitlines()
    assert totals == f"{squares(3000)} {squares(3000)}"
    kept = list(map(int, rows.split()))
    assert kept == sorted(kept)
    assert len(set(kept)) > 5  # there was progress between the kills


def test_workers_killed(tmp_path):
    def kill(now):
        if len(killed) < 2 and now.tasks_done > 20 * len(killed):
            for child in active_children()[:1]:
                os.kill(child.pid, signal.SIGKILL)
                killed.append(child.pid)

    killed = []
    path = tmp_path / "run.db"
    found = nqueens.count(14, tasks=60, executor="processes:2", ledger=path, progress=kill)
    assert (found, len(killed)) == (KNOWN_14, 2)
    assert read_ledger(path).total == KNOWN_14


def test_it_goes_on_where_it_was_left(tmp_path):
    path = tmp_path / "run.db"
    with pytest.raises(SearchStopped, match="task 7 of 40 failed"):
        count(path, plan_of(tasks.always_bad, "raises", None))
    done = read_ledger(path).done
    assert 0 < done < 40
    shown = []
    found = count(path, progress=shown.append)
    assert (found, found.stats.calls) == (squares(), 40)
    assert all(now.began == pytest.approx(done / 40) for now in shown)
    # All tasks are done, so no task is sent.
    assert count(path, plan_of(tasks.always_bad, "raises", None)) == squares()


def test_fundamental_solutions(tmp_path):
    path, expected = tmp_path / "run.db", nqueens.count(12, symmetry="fundamental")
    for _ in range(2):
        found = nqueens.count(12, symmetry="fundamental", tasks=9, ledger=path)
        assert found == expected == read_ledger(path).total


def test_two_drivers_at_once(tmp_path):
    path, found = tmp_path / "run.db", []

    def drive():
        plan = plan_of(tasks.slow, 0.005, size=60)
        found.append(count(path, plan))

    drivers = [threading.Thread(target=drive) for _ in range(2)]
    for driver in drivers:
        driver.start()
    for driver in drivers:
        driver.join()
    assert found == [squares(60)] * 2
    held = read_ledger(path)
    assert (held.done, held.total, held.work) == (60, squares(60), {"calls": 60})


def test_drivers_that_open_and_close_at_the_same_moment(tmp_path):
    for k in range(40):
        path, found = tmp_path / f"{k}.db", []
        drivers = [
            threading.Thread(target=lambda: found.append(count(path, plan_of(size=3))))  # noqa: B023
            for _ in range(4)
        ]
        for driver in drivers:
            driver.start()
        for driver in drivers:
            driver.join()
        assert found == [squares(3)] * 4


def test_a_unit_of_two_drivers_counts_once(tmp_path):
    path, sums = tmp_path / "run.db", [0, 0]

    def add(which):
        def one(number, result, work, seconds):
            sums[which] += result

        return one

    both = [Ledger(path, {"count": "x"}, 9) for _ in range(2)]
    orders = [ledger.left(range(9)) for ledger in both]
    assert next(orders[0]) == 0
    both[0].commit(add(0))
    assert next(orders[1]) == 1  # the first process has claimed task 0
    both[1].commit(add(1))
    for which, number, result in [(0, 0, 5), (1, 1, 7), (1, 0, 5), (0, 1, 7)]:
        both[which].take([TaskResult(number, result, {}, 0.1, "w")])
        both[which].commit(add(which))
    assert list(orders[0]) == list(range(2, 9))
    both[0].commit(add(0))
    # Tasks claimed by the other process come last, in case it has died.
    assert list(orders[1]) == list(range(2, 9))
    both[1].commit(add(1))
    assert sums == [12, 12]
    for ledger in both:
        ledger.close()


def test_large_numbers(tmp_path):
    path, most = tmp_path / "run.db", 10**40
    ledger = Ledger(path, {"count": "x"}, 1)
    ledger.take([TaskResult(0, most, {"nodes": most}, 1.0, "w")])
    ledger.close()
    assert (read_ledger(path).total, read_ledger(path).work) == (most, {"nodes": most})


# -------------------------------------------------------------------------------- refused input


@pytest.mark.parametrize(
    ("rules", "message"),
    [
        ({"n": 13}, 'its problem is {"n": 12.*that of this one {"n": 13.*take another file'),
        ({"n": 12, "symmetry": "fundamental"}, "its problem is"),
        ({"n": 12, "tasks": 6}, "its plan is .*tasks.* 5.*that of this one .* 6"),
    ],
)
def test_the_ledger_of_another_count(tmp_path, rules, message):
    path = tmp_path / "run.db"
    nqueens.count(12, tasks=5, ledger=path)
    with pytest.raises(InputError, match=message):
        nqueens.count(**{"tasks": 5, **rules}, ledger=path)
    assert nqueens.count(12, tasks=5, ledger=path) == 14200


def test_the_ledger_of_another_version(tmp_path, monkeypatch):
    path = tmp_path / "run.db"
    count(path)
    monkeypatch.setattr("fastqueens._version.__version__", "9.9")
    with pytest.raises(InputError, match=r'its version is ".*", that of this one "9.9"'):
        count(path)


def test_what_is_no_ledger(tmp_path):
    other = tmp_path / "other.db"
    sqlite3.connect(other).execute("CREATE TABLE boards (n)").connection.close()
    for path, message in [
        (tmp_path / "no" / "run.db", "cannot be used as a ledger"),
        (tmp_path, "cannot be used as a ledger"),
        (other, "found another database, expected a ledger"),
        (7, "expected the name of a file"),
        ("", "expected the name of a file"),
    ]:
        with pytest.raises(InputError, match=message):
            nqueens.count(8, ledger=path)
    for path in (tmp_path / "none.db", tmp_path):
        with pytest.raises(InputError, match="there is no such file"):
            read_ledger(path)


@settings(max_examples=30)
@given(data=st.binary(max_size=300))
@example(data=b"")
@example(data=b"SQLite format 3\0" + bytes(100))
def test_garbage(tmp_path_factory, data):
    path = tmp_path_factory.getbasetemp() / "garbage.db"
    path.write_bytes(data)
    with pytest.raises(InputError):
        read_ledger(path)


@settings(max_examples=30)
@given(
    table=st.sampled_from(
        ["task SET result", "task SET work", "task SET number", "header SET value"]
    ),
    value=st.one_of(
        st.none(), st.binary(max_size=9), st.text(max_size=9), st.floats(), st.integers(-9, 99),
        st.sampled_from(["[" * 9999, '{"nodes": "x"}', "[1]", "null", "-1", "1e9"]),
    ),
)  # fmt: skip
@example(table="task SET number", value=99)
def test_damaged_rows(tmp_path_factory, table, value):
    path = tmp_path_factory.getbasetemp() / "damaged.db"
    path.unlink(missing_ok=True)
    ledger = Ledger(path, {"count": "x"}, 1)
    ledger.take([TaskResult(0, 3, {"nodes": 1}, 1.0, "w")])
    ledger.close()
    with sqlite3.connect(path) as db:
        try:
            db.execute(f"UPDATE {table} = ?", (value,))
        except sqlite3.Error:  # the constraints of the tables refuse the row
            return
    db.close()
    for look in (read_ledger, lambda path: Ledger(path, {"count": "x"}, 1).read(lambda *_: None)):
        with suppress(InputError):  # no other error may occur
            look(path)


# ------------------------------------------------------------------------------ the command line


def test_the_command(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    ended = run("nqueens", "12", "--ledger", "run.db")
    assert (ended.returncode, ended.stdout[:16]) == (0, "14,200 solutions")
    ended = run("ledger", "run.db")
    assert ended.returncode == 0
    lines = ended.stdout.splitlines()
    assert lines[0].startswith("nqueens: n 12, variant queens, symmetry all (fastqueens ")
    assert lines[1:3] == ["1 of 1 task done (100.0%), 0 left", "14,200 solutions"]
    assert "slowest tasks:" in lines
    ended = refused("nqueens", "13", "--ledger", "run.db")
    assert "run.db: this ledger is of another count: its problem is" in ended.stderr


def test_the_command_of_a_count_that_was_left(tmp_path):
    path = tmp_path / "run.db"
    with pytest.raises(SearchStopped):
        count(path, plan_of(tasks.always_bad, "raises", None))
    answer = json.loads(run("ledger", path, "--json").stdout)
    assert answer["tasks"] == 40
    assert answer["done"] + answer["left"] == 40
    assert answer["exact"] is False
    assert answer["seconds_left"] > 0
    assert len(answer["slowest"]) == 5
    assert f"{answer['left']} left" in run("ledger", path).stdout


def test_ctrl_c_and_on(tmp_path):
    """The partial count is reported, and the next call continues it."""
    args = ("nqueens", "19", "--executor", "threads:2", "--ledger", str(tmp_path / "run.db"))
    shown, code = in_terminal(*args, interrupt_at=" tasks, 2 workers")
    assert code == 130
    assert "interrupted" in shown
    assert "found so far" in shown
    held = read_ledger(tmp_path / "run.db")
    assert held.done < held.tasks == 64


@pytest.mark.parametrize(
    "args",
    [
        ["--executor", "proceses:2"],
        ["--executor", "dask"],
        ["--executor", "threads", "--threads", "2"],
        ["--executor", "threads", "--all"],
        ["--ledger", "run.db", "--first"],
        ["--ledger", "no/run.db"],
        ["--executor", "threads", "--method", "mac", "--count"],
    ],
)
def test_what_the_command_refuses(args, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    refused("nqueens", "8", *args)
    assert list(tmp_path.iterdir()) == []
