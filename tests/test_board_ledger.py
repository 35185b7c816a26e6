"""The ledger of boards: processes that share it never make equal boards, even if one is killed."""

from __future__ import annotations

import json
import sqlite3
import subprocess
import sys
import threading
from contextlib import closing, suppress
from pathlib import Path

import numpy as np
import pytest
from conftest import examples
from helpers import hostile_ledger
from helpers.command import POSIX, full_disk, refused, run
from helpers.memory import peak_memory
from hypothesis import given
from hypothesis import strategies as st

from fastqueens import InputError, SearchStopped, nqueens, queens
from fastqueens.queens.generation.fingerprints import Fingerprints, Slice, fingerprints_of
from fastqueens.queens.generation.generator import open_ledger
from fastqueens.queens.generation.ledger import BOARD_SCHEMA, read_board_ledger
from fastqueens.queens.generation.options import check_options
from fastqueens.queens.generation.unique import generate_slices

# Kill the command as soon as its file has grown, then resume it. Each kill waits a little longer
# than the one before. The command is forked from a process that has imported all modules.
KILLED = """
import os, random, signal, sys, time
from fastqueens.cli import main
from fastqueens.queens.generation import unique as production
from fastqueens.queens.generation.ledger import BoardLedger

# Many rounds, so that it does not end before it is killed.
production._ROW_SECONDS, production.CHUNK, give = 0.002, 32, BoardLedger.record
BoardLedger.record = lambda *given: (time.sleep(0.002), give(*given))[1]
moments = random.Random(4)
asked = "generate 5 --seed 3 --ledger run.db -q --threads 1".split()

def call(*args):
    sys.argv = ["fastqueens", *asked, *args]
    main()

for args in (["--count", "2", "--no-facts", "-o", "warm.jsonl"],):
    child = os.fork()
    if child == 0:
        call(*args)
        os._exit(0)
    os.waitpid(child, 0)

kills, code = 0, None
while code is None:
    before = os.path.getsize("a.jsonl") if os.path.exists("a.jsonl") else 0
    child = os.fork()
    if child == 0:
        try:
            more = ["--resume"] if before else []
            call("--count", "1200", "--no-facts", "-o", "a.jsonl", *more)
        except SystemExit as end:
            os._exit(end.code or 0)
        os._exit(0)
    while code is None:
        time.sleep(0.0005)
        ended, status = os.waitpid(child, os.WNOHANG)
        if ended:
            code = status
        elif kills < 6 and os.path.exists("a.jsonl") and os.path.getsize("a.jsonl") > before:
            time.sleep(moments.uniform(0.0, 0.01))
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
            kills += 1
            break
print(code, kills > 0)
"""


@pytest.fixture(autouse=True)
def _in_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def hashes(boards):
    return [queens.canonical_hash(board) for board in boards]


def opened(path="run.db", n=5, seed=1, **rules):
    asked = {"stars": 1, "difficulty": None, "pieces": 1, "style": None} | rules
    return open_ledger(path, n, check_options(n, seed=seed, **asked))


def test_no_board_comes_twice():
    alone = queens.generate(5, count=300, seed=1)
    first = queens.generate(5, count=300, seed=1, ledger="run.db")
    assert first == alone
    boards = [*first]
    for options in (
        {"seed": 1}, {"seed": 2, "threads": 2}, {"difficulty": "easy"},
        {"style": "balanced"},
        {"pieces": 2, "executor": "threads:2"},
    ):  # fmt: skip
        boards += queens.generate(5, count=300, ledger="run.db", **options)
    assert len(set(hashes(boards))) == len(boards) == 1800
    assert all(queens.solve_many(boards).counts == 1)
    # The same file also keeps boards of other sizes and other numbers of stars.
    queens.generate(6, count=3, seed=1, ledger="run.db")
    queens.generate(8, stars=2, count=2, seed=1, ledger="run.db")
    held = read_board_ledger("run.db")
    assert [run.made for run in held.runs] == [300] * 6 + [3, 2]
    assert (held.made, held.runs[-1].stars, held.runs[0].options["seed"]) == (1805, 2, 1)


def test_a_stream_is_that_of_the_seed_and_goes_on():
    run("generate", 5, "--count", 400, "--seed", 3, "-o", "whole.jsonl")
    asked = ["generate", 5, "--count", 400, "--seed", 3, "--ledger", "run.db", "-o"]
    assert run(*asked, "a.jsonl").returncode == 0
    whole = Path("whole.jsonl").read_text()
    assert Path("a.jsonl").read_text() == whole
    # Boards that the file has lost are still in the ledger.
    lines = whole.splitlines(keepends=True)
    Path("part.jsonl").write_text("".join(lines[:123]) + '{"n": ')
    assert run(*asked, "part.jsonl", "--resume").returncode == 0
    assert Path("part.jsonl").read_text() == whole
    # The same seed continues the file, also for a larger count.
    assert run(*asked, "b.jsonl").returncode == 0
    longer = [*asked, "a.jsonl", "--resume"]
    longer[3] = 500
    assert run(*longer).returncode == 0
    boards = [*queens.read_boards("a.jsonl"), *queens.read_boards("b.jsonl")]
    assert len(set(hashes(boards))) == len(boards) == 900
    lines[7], lines[8] = lines[8], lines[7]
    Path("part.jsonl").write_text("".join(lines))
    ended = refused(*asked, "part.jsonl", "--resume")
    assert "part.jsonl:8: found a board that differs from the board of this line" in ended.stderr
    Path("part.jsonl").write_text(lines[5])
    assert "found no run with this seed" in refused(*asked, "part.jsonl", "--resume").stderr


def test_a_run_that_was_killed_goes_on():
    ended = subprocess.run([sys.executable, "-c", KILLED], capture_output=True, text=True)
    assert (ended.returncode, ended.stdout) == (0, "0 True\n"), ended.stderr
    boards = queens.read_boards("a.jsonl")
    assert len(boards) == 1200
    run("generate", 5, "--count", 1202, "--seed", 3, "--no-facts", "-o", "whole.jsonl")
    lines = Path("whole.jsonl").read_text().splitlines(keepends=True)[2:]
    # The first two boards are those of the first run. A board equal to an earlier one is replaced
    # in the same way after any number of kills.
    assert Path("a.jsonl").read_text() == "".join(lines)
    boards += queens.generate(5, count=500, ledger="run.db")
    assert len(set(hashes(boards))) == 1700


def test_two_at_once(monkeypatch):
    """Two processes find each of the few boards of 4 rows once."""
    found, stops = [], []

    def make(seed):
        book = opened(n=4, seed=seed)
        first = book.begin(10**4, 10**6)
        making = generate_slices(
            4, count=10**4, seed=seed, threads=1, base=first, known=book.known, ledger=book
        )
        try:
            for labels in making:
                found.extend(labels)
        except SearchStopped as stop:
            stops.append(stop.reason)
        book.close()

    monkeypatch.setattr("fastqueens.queens.generation.unique._ROW_SECONDS", 0.01)
    makers = [threading.Thread(target=make, args=(seed,)) for seed in (1, 2)]
    for maker in makers:
        maker.start()
    for maker in makers:
        maker.join()
    assert stops == ["iterations"] * 2
    assert len(set(hashes(found))) == len(found) == read_board_ledger("run.db").made


def test_a_board_of_two_drivers_is_written_once():
    numbers = np.arange(10, dtype=np.uint64)
    both = [opened(seed=1), opened(seed=1)]
    assert [book.begin(6, 100) for book in both] == [0, 6]
    assert both[0].record(Slice(numbers[:4]), 0.1, "w").tolist() == []
    assert both[1].record(Slice(numbers[[8, 3, 9, 0]]), 0.1, "w").tolist() == [1, 3]
    assert both[1].record(Slice(numbers[[8, 7, 9, 6]]), 0.1, "w").tolist() == []
    assert both[0].record(Slice(numbers[5:7]), 0.1, "w").tolist() == [1]
    assert len(both[0].known) == 4  # the boards of the other process
    with pytest.raises(InputError, match="no numbers are left for this seed"):
        both[0].begin(90, 100)
    for book in both:
        book.close()
    assert read_board_ledger("run.db").made == 8


def test_boards_of_another_driver_are_made_anew(monkeypatch):
    """Another process writes the same boards while a stream makes them."""
    from fastqueens.queens.generation import ledger as ledgers

    other, give, calls = opened(seed=7), ledgers.BoardLedger.record, []
    other.begin(1, 10**6)

    def first(self, new, seconds, worker):
        if self is not other and not calls:
            calls.append(len(new.fingerprints))
            assert other.record(Slice(new.fingerprints[::2].copy()), 0.0, "other").size == 0
        return give(self, new, seconds, worker)

    monkeypatch.setattr(ledgers.BoardLedger, "record", first)
    ended = run("generate", 5, "--count", 50, "--seed", 3, "--ledger", "run.db", "-o", "a.jsonl")
    assert ended.returncode == 0
    other.close()
    boards = queens.read_boards("a.jsonl")
    marks = fingerprints_of(np.stack([board.regions for board in boards]))
    assert len(set(marks.tolist())) == 50
    plain = queens.generate(5, count=50, seed=3)
    assert [a == b for a, b in zip(boards, plain, strict=True)] == [False, True] * 25
    # The ledger records which boards were replaced, so a resumed run makes the same boards.
    whole = Path("a.jsonl").read_text()
    Path("a.jsonl").write_text(whole.splitlines(keepends=True)[0])
    run(
        "generate", 5, "--count", 50, "--seed", 3, "--ledger", "run.db", "-o", "a.jsonl", "--resume"
    )
    assert Path("a.jsonl").read_text() == whole


@given(st.lists(st.lists(st.integers(0, 40), max_size=30), max_size=12))
def test_marks_are_a_set(batches):
    marks, twin = Fingerprints(), set()
    for batch in batches:
        expected = []
        for mark in batch:
            expected.append(mark not in twin)
            twin.add(mark)
        assert marks.add(np.array(batch, np.uint64)).tolist() == expected
    assert len(marks) == len(twin)


# -------------------------------------------------------------------------------- refused input


def test_what_is_no_ledger_of_boards():
    sqlite3.connect("other.db").execute("CREATE TABLE boards (n)").connection.close()
    nqueens.count(8, ledger="count.db")
    queens.generate(5, seed=1, ledger="run.db")
    for path, message in [
        ("no/run.db", "cannot be used as a ledger"),
        ("other.db", "found another database, expected a ledger of boards"),
        (
            "count.db",
            "found other tables and a header of the command 'nqueens', expected a ledger of boards",
        ),
        (7, "expected the name of a file"),
    ]:
        with pytest.raises(InputError, match=message):
            queens.generate(5, ledger=path)
    with pytest.raises(InputError, match="of the command 'generate', expected a ledger of a count"):
        nqueens.count(8, ledger="run.db")
    for args in (["5", "--ledger", ""], ["5", "--ledger", "other.db", "-o", "a.jsonl"]):
        refused("generate", *args)
    assert not Path("a.jsonl").exists()
    with sqlite3.connect("run.db") as db:
        db.execute("UPDATE run SET version = '0.0'")
    Path("a.jsonl").write_text(queens.generate(5, seed=1)[0].to_json() + "\n")
    args = ("5", "--seed", "1", "--count", "9", "--ledger", "run.db", "-o", "a.jsonl", "--resume")
    assert "cannot continue the run" in refused("generate", *args).stderr


REFUSED = """
import sys
from fastqueens import InputError, queens
from fastqueens.queens.generation.ledger import BoardLedger, read_board_ledger

def resume(path):
    ledger = BoardLedger(path, 5, 1, {})
    try:
        ledger.resume(0, 5)
    finally:
        ledger.close()

path, *uses = sys.argv[1:]
for use in uses:
    try:
        {"read": read_board_ledger, "resume": resume}[use](path)
    except InputError as error:
        assert "damaged" in str(error), error
    else:
        raise AssertionError(use)
"""
HEADER = [("format", "1"), ("count", '"generate"')]


def make_hostile(pages):
    """Make a ledger of boards with one run whose slices are in some pages."""
    run = (1, 5, 1, "{}", "1.0.0", 0, 1 << 40)
    hostile_ledger.make("run.db", BOARD_SCHEMA, {"header": HEADER, "run": [run]}, "slice", pages)


def test_rows_without_end():
    """Pages that lead back to themselves are refused: 50 billion rows in a file of 6 kB."""
    make_hostile(hostile_ledger.endless_rows(None, 1, "12345678", None, 0, "w", 0))
    assert peak_memory(REFUSED, "run.db", "read", "resume") <= 200


def test_slices_that_share_their_boards():
    """The boards of a run that is resumed take at most as much memory as the file."""
    make_hostile(hostile_ledger.shared_blobs(None, 1, ..., None, 0, "", 0, size=600_000))
    assert peak_memory(REFUSED, "run.db", "resume") <= 200


def test_other_tables_are_refused():
    queens.generate(5, seed=1, ledger="run.db")
    with closing(sqlite3.connect("run.db")) as db:
        db.execute(
            "CREATE TRIGGER hurt AFTER INSERT ON run BEGIN "
            "UPDATE slice SET worker = zeroblob(900000000); END"
        )
    message = "found other tables and a header of the command 'generate', expected a ledger"
    with pytest.raises(InputError, match=f"{message} of boards"):
        queens.generate(5, ledger="run.db")
    for args in (["ledger", "run.db"], ["generate", "5", "--ledger", "run.db", "-o", "a.jsonl"]):
        assert message in refused(*args).stderr


def test_many_boards_take_several_rows():
    """A value of a ledger has at most 1 MiB, so that a stranger's ledger takes little memory."""
    ledger = opened(seed=1)
    ledger.begin(100_000, 1 << 40)
    boards = np.arange(100_000, dtype=np.uint64)
    attempts = dict.fromkeys(range(0, 100000, 3), 500)
    ledger.record(Slice(boards, attempts), 4.0, "w")
    _, slices = ledger.resume(0, 100_000)
    ledger.close()
    assert len(slices) > 1
    starts = np.cumsum([0] + [len(one.fingerprints) for one in slices])
    assert np.concatenate([one.fingerprints for one in slices]).tolist() == boards.tolist()
    assert attempts == {
        start + i: attempt
        for start, one in zip(starts[:-1].tolist(), slices, strict=True)
        for i, attempt in one.attempts.items()
    }
    held = read_board_ledger("run.db")
    assert (held.made, held.seconds) == (100_000, pytest.approx(4.0))


@examples(25)
@given(
    column=st.sampled_from(
        ["slice SET fingerprints", "slice SET attempts", "slice SET seconds", "run SET options",
         "run SET n", "run SET first", "run SET size", "run SET version", "header SET value"]
    ),
    value=st.one_of(
        st.none(), st.binary(max_size=9), st.text(max_size=9), st.floats(), st.integers(-9, 99),
        st.sampled_from(["[" * 9999, '{"seed": "x"}', "[1]", "[[1, 2], 3]", "null", "-1", "1e9"]),
    ),
)  # fmt: skip
def test_damaged_rows(tmp_path_factory, column, value):
    path = tmp_path_factory.getbasetemp() / "damaged.db"
    path.unlink(missing_ok=True)
    queens.generate(5, count=2, seed=1, ledger=path)
    with sqlite3.connect(path) as db:
        try:
            db.execute(f"UPDATE {column} = ?", (value,))
        except sqlite3.Error:  # the constraints of the tables refuse the row
            return
    db.close()
    with suppress(InputError):  # no other error may occur
        run("ledger", path)
    with suppress(InputError):
        queens.generate(5, seed=1, ledger=path)
    ended = run("ledger", path)
    assert ended.returncode in (0, 2)
    assert "Traceback" not in ended.stderr


# ------------------------------------------------------------------------------ the command line


@POSIX
def test_a_full_disk():
    """The boards are made, but the ledger cannot record them; no board is lost."""
    queens.generate(6, ledger="run.db")
    with full_disk(40_000), pytest.raises(InputError, match=r"run\.db: .*(disk|full)") as stopped:
        queens.generate(6, count=5000, seed=1, ledger="run.db")
    assert len(stopped.value.partial) == 5000
    assert stopped.value.partial[:9] == queens.generate(6, count=9, seed=1)
    command = "generate 6 --count 5000 --seed 1 --ledger run.db --json"
    with full_disk(40_000):
        ended = run(*command.split())
    assert ended.returncode == 2
    assert ended.stderr.startswith("error: run.db: ")
    answer = json.loads(ended.stdout)
    assert (answer["status"], answer["reason"], answer["count"]) == ("stopped", "ledger", 5000)
    assert read_board_ledger("run.db").made == 1


def test_the_command():
    run("generate", 5, "--count", 40, "--seed", 3, "--ledger", "run.db", "-o", "a.jsonl")
    run("generate", 8, "--stars", 2, "--pieces", 2, "--seed", 1, "--ledger", "run.db")
    lines = run("ledger", "run.db").stdout.splitlines()
    assert lines[0] == "generate: 41 boards, no two alike; 0 left"
    assert lines[2].startswith("run 1: 40 of 40 boards of 5 rows, region style mixed, seed 3 (")
    assert "1 of 1 board of 8 rows, stars 2, pieces 2, region style mixed, seed 1" in lines[3]
    answer = json.loads(run("ledger", "run.db", "--json").stdout)
    assert [answer[x] for x in ("holds", "tasks", "done", "left")] == ["generate", 41, 41, 0]
    assert [x["made"] for x in answer["runs"]] == [40, 1]
    with sqlite3.connect("run.db") as db:
        db.execute("UPDATE run SET size = size + 7")
    lines = run("ledger", "run.db").stdout.splitlines()
    assert lines[0].endswith("no two alike; 14 left")
    assert lines[2].startswith("about ")


def test_runs_with_a_motif_or_given_queens():
    motif = ["generate", 9, "--motif", "heart", "--seed", 1, "--ledger", "run.db", "--count", 3]
    assert run(*motif, "-o", "a.jsonl").returncode == 0
    whole = Path("a.jsonl").read_text()
    Path("a.jsonl").write_text(whole.splitlines(keepends=True)[0])
    assert run(*motif, "-o", "a.jsonl", "--resume").returncode == 0
    assert Path("a.jsonl").read_text() == whole
    queens.generate(7, placed=[(0, 1)], single_cells=2, seed=1, ledger="run.db")
    ended = run("ledger", "run.db")
    assert (ended.returncode, ended.stderr) == (0, "")
    heart, placed = (one.options for one in read_board_ledger("run.db").runs)
    assert len(heart["motif"]) == 16
    assert (placed["placed"], placed["single_cells"]) == ("b1", 2)
    # Another motif is another run, so its boards begin with the first of its seed.
    motif[3] = "A"
    refused(*motif, "-o", "a.jsonl", "--resume")
