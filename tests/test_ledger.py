"""The ledger: finished tasks survive any kill, and nothing is counted twice."""

from __future__ import annotations

import json
import os
import pickle
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import threading
from contextlib import closing, contextmanager, suppress
from multiprocessing import active_children
from pathlib import Path

import pytest
from conftest import THOROUGH, examples
from helpers import hostile_ledger, tasks
from helpers.command import POSIX, full_disk, in_terminal, refused, run
from helpers.memory import peak_memory
from hypothesis import example, given
from hypothesis import strategies as st

from fastqueens import InputError, SearchStopped, nqueens
from fastqueens.parallel.count_tasks import count_plan
from fastqueens.parallel.ledger import COUNT_SCHEMA, Ledger, read_ledger
from fastqueens.parallel.sqlite_store import naming_errors, open_database
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
    for k in range(40 if THOROUGH else 15):
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
        ({"n": 13}, 'its problem is {"n": 12.*of this count is {"n": 13.*use another file'),
        ({"n": 12, "symmetry": "fundamental"}, "its problem is"),
        ({"n": 12, "tasks": 6}, "its plan is .*tasks.* 5.*the plan of this count is .* 6"),
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
    with pytest.raises(InputError, match=r'its version is ".*of this count is "9.9"'):
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
    (tmp_path / "loop.db").symlink_to("loop.db")
    (tmp_path / "old.db").symlink_to("moved.db")
    for path, message in [
        (tmp_path / "none.db", "none.db: found no such file"),
        (tmp_path / "loop.db", "loop.db: found a symbolic link that leads to no file"),
        (tmp_path / "old.db", "old.db: found a symbolic link that leads to no file"),
        (tmp_path, "found a folder, expected a ledger"),
        ("/dev/null", "found something that is not a file, expected a ledger"),
    ]:
        with pytest.raises(InputError, match=message):
            read_ledger(path)


@contextmanager
def unprivileged():
    """Give up the rights of root, who may write everywhere."""
    user = os.geteuid()
    if user == 0:
        os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(user)


@pytest.mark.parametrize("killed", [False, True], ids=["closed", "killed"])
def test_a_ledger_in_a_folder_that_cannot_be_written(killed):
    """Other users cannot enter the folders of pytest, so this test makes its own."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        ledger = Ledger(folder / "run.db", {"count": "x"}, 2)
        ledger.take([TaskResult(0, 3, {"nodes": 1}, 1.0, "w")])
        ledger.commit(lambda *_: None)
        path = folder / "run.db"
        if killed:  # the write-ahead log is left behind, without its index
            path = folder / "left" / "run.db"
            path.parent.mkdir()
            for ending in ("", "-wal"):
                shutil.copy(f"{folder / 'run.db'}{ending}", f"{path}{ending}")
        ledger.close()
        before = sorted(path.parent.iterdir())
        for one in (path.parent, folder):
            one.chmod(0o555)
        try:
            with unprivileged():
                held = read_ledger(path)
                ended = run("ledger", path)
        finally:
            for one in (folder, path.parent):
                one.chmod(0o755)
        assert (held.done, held.total) == (1, 3)
        assert (ended.returncode, ended.stderr) == (0, "")
        assert "1 of 2 tasks done" in ended.stdout
        assert sorted(path.parent.iterdir()) == before
        assert list(Path(tempfile.gettempdir()).glob("fastqueens-*")) == []


@POSIX
def test_a_full_disk_during_a_count(tmp_path):
    path = tmp_path / "run.db"
    plan = plan_of(tasks.slow, 0.001, size=2000)
    Ledger(path, plan.about, plan.size).close()
    with full_disk(80_000), pytest.raises(InputError, match=r"run\.db: .*(disk|full)") as stopped:
        count(path, plan)
    assert stopped.value.source == str(path)
    held = read_ledger(path)
    assert 0 < held.done < held.tasks
    assert stopped.value.partial == held.total
    assert stopped.value.partial.exact is False
    assert pickle.loads(pickle.dumps(stopped.value)).partial == held.total
    assert count(path, plan) == squares(2000)  # with enough room it continues


@POSIX
def test_the_command_on_a_full_disk(tmp_path):
    """It prints the partial count and ends with the exit code of bad input."""
    path = tmp_path / "run.db"
    command = ["nqueens", "17", "--executor", "threads:2", "--ledger", path, "--json"]
    assert run(*command, "--time-limit", "0").returncode == 3  # makes the file
    with full_disk(50_000):
        ended = run(*command)
    assert ended.returncode == 2
    assert ended.stderr.startswith(f"error: {path}: ")
    answer = json.loads(ended.stdout)
    assert (answer["status"], answer["reason"], answer["exact"]) == ("stopped", "ledger", False)
    assert answer["count"] == read_ledger(path).total


HOSTILE = {
    "a generated column": [
        "DROP TABLE task",
        "CREATE TABLE task (row INTEGER PRIMARY KEY, number, work, seconds, worker, finished)",
        "INSERT INTO task VALUES (1, 1, '{}', 0, '', 0)",
        "ALTER TABLE task ADD COLUMN result AS (printf('%.*c', 900000000, '1'))",
    ],
    "a view": [
        "DROP TABLE claim",
        "CREATE VIEW claim AS SELECT zeroblob(900000000) AS number",
    ],
    "a trigger": [
        "CREATE TRIGGER hurt AFTER INSERT ON claim BEGIN "
        "UPDATE header SET value = zeroblob(900000000); END",
    ],
    "an index": ["CREATE INDEX hurt ON task (hex(zeroblob(number + 9)))"],
    "another column": ["ALTER TABLE task ADD COLUMN hurt DEFAULT 1"],
    "another table": ["CREATE TABLE other (number)"],
    "a table less": ["DROP TABLE claim"],
    "a long statement": [f"CREATE TABLE other (number) /* {'x' * 3_000_000} */"],
    "many columns": [f"CREATE TABLE other ({', '.join(f'a{i}' for i in range(1900))})"],
    "many tables": [f"CREATE TABLE other{i} (number)" for i in range(2000)],
}
REFUSED = """
import sys
from fastqueens import InputError, nqueens
from fastqueens.parallel.ledger import read_ledger

for use in (read_ledger, lambda path: nqueens.count(8, tasks=2, ledger=path)):
    for path in sys.argv[2:]:
        try:
            use(path)
        except InputError as error:
            assert sys.argv[1] in str(error), error
        else:
            raise AssertionError(path)
"""


def test_other_tables_are_refused(tmp_path):
    """A stranger's table can compute values of any size, so it is not read."""
    whole = tmp_path / "whole.db"
    nqueens.count(8, tasks=2, ledger=whole)
    paths = [tmp_path / f"{name}.db" for name in HOSTILE]
    for path, statements in zip(paths, HOSTILE.values(), strict=True):
        shutil.copy(whole, path)
        with closing(sqlite3.connect(path)) as db:
            db.executescript("; ".join(["BEGIN", *statements, "COMMIT"]))
    assert peak_memory(REFUSED, "expected a ledger of a count", *paths) <= 200


def test_a_ledger_without_end(tmp_path):
    """Pages that lead back to themselves are refused: 50 billion rows in a file of 6 kB."""
    header = {"format": 1, "count": "nqueens", "tasks": 1 << 40}
    tables = {"header": [(key, json.dumps(value)) for key, value in header.items()]}
    row = (None, 1, "1", "{}", 0, "w", 0)
    hostile_ledger.make(
        tmp_path / "run.db", COUNT_SCHEMA, tables, "task", hostile_ledger.endless_rows(*row)
    )
    assert peak_memory(REFUSED, "table task is damaged after row 1", tmp_path / "run.db") <= 200


@pytest.mark.parametrize("rows", [40, 1], ids=["many rows", "a long value"])
def test_a_large_header_is_refused(tmp_path, rows):
    path = tmp_path / "run.db"
    nqueens.count(8, tasks=2, ledger=path)
    with closing(sqlite3.connect(path)) as db:
        values = [(str(i), json.dumps([[]] * (200_000 // rows // 4))) for i in range(rows)]
        db.executemany("INSERT INTO header VALUES (?, ?)", values)
        db.commit()
    for use in (read_ledger, lambda path: nqueens.count(8, tasks=2, ledger=path)):
        with pytest.raises(InputError, match=r"run\.db: .*(header .* damaged|too big)"):
            use(path)


def test_many_counters_are_refused(tmp_path):
    path = tmp_path / "run.db"
    ledger = Ledger(path, {"count": "x"}, 99)
    ledger.take([TaskResult(i, 1, {f"counter {i}": 1}, 0.1, "w") for i in range(99)])
    ledger.close()
    for use in (read_ledger, lambda path: Ledger(path, {"count": "x"}, 99).read(lambda *_: None)):
        with pytest.raises(InputError, match="row 65 is damaged"):
            use(path)


@contextmanager
def alarm(seconds):
    """Raise TimeoutError from a signal handler in the ``with`` statement."""

    def ring(*_):
        raise TimeoutError

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


@POSIX
def test_signals_are_handled_while_another_process_holds_the_lock(tmp_path):
    path = tmp_path / "run.db"
    count(path)
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("PRAGMA journal_mode = DELETE")
        other.execute("BEGIN EXCLUSIVE")
        for use in (read_ledger, count):
            with alarm(0.3), pytest.raises(TimeoutError):
                use(path)
    assert count(path) == squares()


@POSIX
def test_signals_are_handled_in_a_long_statement(tmp_path):
    """The exception of the handler is raised, and the connection can still be used."""
    path = str(tmp_path / "run.db")
    endless = "WITH RECURSIVE x (i) AS (SELECT 1 UNION ALL SELECT 1 FROM x) SELECT max(i) FROM x"
    with closing(open_database(path, COUNT_SCHEMA, lambda db: None)) as db:
        for _ in range(3):
            with alarm(0.1), pytest.raises(TimeoutError), naming_errors(path, db):
                db.execute(endless).fetchall()
            assert db.execute("SELECT count(*) FROM task").fetchall() == [(0,)]


@examples(30)
@given(data=st.binary(max_size=300))
@example(data=b"")
@example(data=b"SQLite format 3\0" + bytes(100))
def test_garbage(tmp_path_factory, data):
    path = tmp_path_factory.getbasetemp() / "garbage.db"
    path.write_bytes(data)
    with pytest.raises(InputError):
        read_ledger(path)


@pytest.mark.parametrize("text", [b"CREATE TABLE task", b"sqlite_autoindex_task_1", b"work"])
def test_a_schema_that_is_not_utf_8(tmp_path, text):
    """Python's sqlite3 raises an error without a code for it."""
    path = tmp_path / "run.db"
    nqueens.count(8, tasks=2, ledger=path)
    data = path.read_bytes()
    path.write_bytes(data.replace(text, b"\xff" + text[1:]))
    for use in (read_ledger, lambda path: nqueens.count(8, tasks=2, ledger=path)):
        with pytest.raises(InputError, match=r"run\.db"):
            use(path)


@examples(30)
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
    with closing(sqlite3.connect("run.db")) as db:
        db.execute("UPDATE task SET worker = 'x' || char(27, 8238)")
        db.commit()
    assert "x\\x1b\\u202e" in run("ledger", "run.db").stdout.splitlines()[-1]
    with closing(sqlite3.connect("run.db")) as db:
        db.execute("UPDATE task SET result = ?", ("9" * 4300,))
        db.commit()
    assert "run.db: row 1 is damaged" in refused("ledger", "run.db").stderr
    ended = refused("nqueens", "13", "--ledger", "run.db")
    assert "run.db: this ledger belongs to another count: its problem is" in ended.stderr


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
