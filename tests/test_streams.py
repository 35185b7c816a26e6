"""Files of many boards: answered as streams, resumed, and interrupted."""

import csv
import json
import os
import signal
import subprocess
import sys
import time
import tracemalloc

import numpy as np
import pytest
from conftest import examples
from helpers.command import run
from helpers.memory import peak_memory
from hypothesis import given
from hypothesis import strategies as st

from fastqueens import InputError, SearchStopped, queens
from fastqueens._kernels.queens import json_lines as kernel
from fastqueens.cli import batch_files as many
from fastqueens.queens.formats import registry as formats
from fastqueens.queens.formats.sbn import write_sbn
from fastqueens.queens.generation import unique
from fastqueens.queens.streams import pipeline, readers, remote, writers
from fastqueens.search import Clock


@pytest.fixture(autouse=True)
def _in_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


@pytest.fixture(scope="module")
def boards():
    return queens.generate(8, count=300, seed=5)


def written(boards, name="boards.jsonl", times=1):
    text = "".join(board.to_json() + "\n" for board in boards)
    with open(name, "w") as file:
        file.writelines([text] * times)
    return name


def answers(name="answers.jsonl"):
    with open(name) as file:
        return [json.loads(line) for line in file]


def test_answers_are_those_of_solve_many(boards):
    written(boards)
    ended = run("solve", "boards.jsonl", "-o", "answers.jsonl", "--unique")
    assert (ended.returncode, ended.stderr) == (0, "")
    assert ended.stdout.startswith("300 boards · 300 unique · 0 not unique · ")
    found = answers()
    assert [x["line"] for x in found] == list(range(1, 301))
    assert all(x["unique"] for x in found)
    assert [x["queens"] for x in found] == queens.solve_many(boards).first.tolist()
    for answer, board in zip(found, boards, strict=True):
        del answer["line"], answer["status"], answer["queens"], answer["unique"]
        # The answer begins with the input object, unchanged.
        assert answer == json.loads(board.to_json())
    # Answers are boards with queens, and can be input again.
    assert run("check", "answers.jsonl:7").returncode == 0
    run("solve", "answers.jsonl", "-o", "again.jsonl", "--unique")
    assert answers("again.jsonl") == answers()


def test_boards_of_every_kind_in_one_file(boards):
    rows = [["A" * 6, "B" * 6, "C" * 6, "D" * 6, "E" * 6, "F" * 6]]
    scraped = [
        {"row": r, "col": c, "color": f"rgb({k}, 0, 0)"}
        for r, row in enumerate(["ABBB", "AABC", "DCCC", "DDDC"])
        for c, k in enumerate(row)
    ]
    stars = queens.generate(9, stars=2, seed=3)[0]
    lines = [
        json.dumps({"id": "mine", "regions": rows[0]}),
        json.dumps(scraped),
        "",
        stars.to_json(),
        json.dumps({"regions": ["AAB", "BBB", "CCC"]}),
        boards[0].to_json().replace("A", "\\u0041"),
        json.dumps({"board": {"regions": [[1, 2], [1, 2]]}, "status": "old", "queens": [0, 0]}),
        json.dumps({"regions": ["ABCD"] * 4, "allow_empty_regions": True}),
        json.dumps(
            {"regions": ["ABCDE", "AACDE", "ABFDE", "ABCCE", "ABCDD"], "allow_empty_regions": True}
        ),
    ]
    with open("mixed.jsonl", "w") as file:
        file.write("\ufeff" + "\r\n".join(lines))
    ended = run("solve", "mixed.jsonl", "-o", "answers.jsonl", "--count")
    assert (ended.returncode, ended.stderr) == (1, "")
    found = answers()
    assert [x["line"] for x in found] == [1, 2, 4, 5, 6, 7, 8, 9]
    assert found[0]["id"] == "mine"
    for answer, line in zip(found, (x for x in lines if x), strict=True):
        board = queens.Board.from_json(line)
        assert answer["count"] == queens.count(board)
        assert answer["status"] == ("solved" if answer["count"] else "unsolvable")
        if answer["count"]:
            assert not queens.violations(board, answer["queens"])
    assert "rgb(A, 0, 0)" in found[1]["labels"].values()
    assert np.array(found[2]["queens"]).shape == (18, 2)
    assert run("rate", "mixed.jsonl", "-o", "rated.jsonl").returncode == 1
    for answer, line in zip(answers("rated.jsonl"), (x for x in lines if x), strict=True):
        rating = queens.rate(queens.Board.from_json(line))
        assert (answer["tier"], answer["score"]) == (rating.tier, rating.score)


def test_arrays_and_lines_of_other_formats(boards):
    labels = np.stack([board.regions for board in boards])
    expected = queens.solve_many(labels).first.tolist()
    np.save("many.npy", labels)
    np.save("wide.npy", labels.astype(np.int64) * 1000 - 7)
    with open("many.sbn", "w") as file:
        file.write("# made\n" + formats.write_boards([board.grid for board in boards], "sbn"))
    for name, first in (("many.npy", 1), ("wide.npy", 1), ("many.sbn", 2)):
        assert run("solve", name, "-o", "answers.jsonl").returncode == 0, name
        found = answers()
        assert [x["queens"] for x in found] == expected, name
        assert [x["line"] for x in found] == list(range(first, first + 300)), name
        assert queens.Board.from_json(json.dumps(found[9])) == boards[9], name
    ended = run("rate", "many.npy", "-o", "rated.jsonl", "--json")
    assert json.loads(ended.stdout)["boards"] == 300
    rated = queens.rate_many(labels)
    assert [(x["tier"], x["score"]) for x in answers("rated.jsonl")] == list(
        zip(rated.names.tolist(), rated.scores.tolist(), strict=True)
    )
    labels[4] = 0  # all cells in one region
    np.save("bad.npy", labels)
    ended = run("solve", "bad.npy", "-o", "answers.jsonl", "--keep-going")
    assert (ended.returncode, len(answers())) == (2, 299)
    assert "bad.npy:5: found 1 region" in ended.stderr
    for name, array in (("flat.npy", labels[0]), ("float.npy", labels / 2)):
        np.save(name, array)
        assert "expected integers of shape" in run("solve", name, "-o", "answers.jsonl").stderr


def test_tables_of_parquet(boards):
    pytest.importorskip("pyarrow", reason="pyarrow is not installed")
    from pyarrow import parquet, table

    rows = [str(board).split("\n") for board in boards]
    for regions in (rows, ["/".join(x) for x in rows]):
        parquet.write_table(table({"regions": regions, "name": ["x"] * 300}), "many.parquet")
        assert run("solve", "many.parquet", "-o", "answers.jsonl").returncode == 0
        found = answers()
        assert [x["queens"] for x in found] == queens.solve_many(boards).first.tolist()
        assert (found[-1]["line"], found[-1]["name"]) == (300, "x")
    parquet.write_table(table({"region": rows}), "bad.parquet")
    with open("broken.parquet", "wb") as file:
        file.write(b"PAR1 and no more PAR1")
    for name, why in (("bad", "expected 'regions'"), ("broken", "cannot read the table")):
        ended = run("solve", f"{name}.parquet", "-o", "answers.jsonl")
        assert (ended.returncode, why in ended.stderr) == (2, True)


SOLVE = """
import sys
from fastqueens.cli import main
try:
    main(["solve", sys.argv[1], "-o", sys.argv[2]])
except SystemExit as ended:
    assert str(ended.code) == sys.argv[3], ended.code
"""


@pytest.mark.parametrize(
    ("columns", "problem"),
    [
        ({"regions": "A" * 1_000_000}, "up to 1 value a row of up to 1,000,000 bytes"),
        ({"regions": ["A"] * 200_000}, "up to 200,000 values a row of up to 1 byte"),
        ({"regions": ["A"] * 1_300_000}, "1,300,299 values in a row group of 300 rows"),
        ({"regions": "AABB/ABBB/ACCC/DDDD", "other": "A" * 1_000_000}, None),
        ({"regions": "AABB/ABBB/ACCC/DDDD", "other": ["A"] * 1_000_000}, None),
    ],
    ids=["long text", "long list", "many values", "another column", "another list"],
)
def test_a_small_table_never_takes_much_memory(tmp_path, columns, problem):
    pytest.importorskip("pyarrow", reason="pyarrow is not installed")
    from pyarrow import DictionaryArray, array, parquet, table

    rows = 300
    path = tmp_path / "small.parquet"
    made = {
        name: DictionaryArray.from_arrays([0] * rows, [value])
        if isinstance(value, str)
        else array([value] + [["A"]] * (rows - 1))
        for name, value in columns.items()
    }
    parquet.write_table(table(made), path, compression="zstd")
    assert path.stat().st_size < 60_000
    code = "0" if problem is None else "2"
    assert peak_memory(SOLVE, path, tmp_path / "answers.jsonl", code) <= 200
    if problem is not None:
        ended = run("solve", path, "-o", tmp_path / "answers.jsonl")
        assert "small.parquet: column 'regions'" in ended.stderr
        assert problem in ended.stderr


def test_texts_that_are_packed_too_tightly_are_refused(tmp_path):
    pytest.importorskip("pyarrow", reason="pyarrow is not installed")
    from pyarrow import parquet, table

    path = tmp_path / "packed.parquet"
    packed = table({"regions": ["A" * 1_000_000] * 100})
    parquet.write_table(packed, path, compression="zstd", use_dictionary=False)
    ended = run("solve", path, "-o", tmp_path / "answers.jsonl")
    assert ended.returncode == 2
    assert "expected at most 200 times as many" in ended.stderr


def test_a_line_longer_than_a_board_is_refused(tmp_path):
    path = tmp_path / "long.jsonl"
    path.write_text('{"regions": ["AB", "AB"], "x": "' + "y" * (3 << 20) + '"}\n')
    ended = run("solve", path, "-o", tmp_path / "answers.jsonl")
    assert ended.returncode == 2
    assert "long.jsonl:1: found a line of 1,048,576 bytes or more" in ended.stderr


def test_bad_lines_are_told_and_skipped(boards):
    lines = [board.to_json() for board in boards[:6]]
    lines[2] = '{"regions": ["AB", "AC"]}'
    lines[4] = "nonsense"
    with open("bad.jsonl", "w") as file:
        file.write("\n".join(lines) + "\n")
    ended = run("solve", "bad.jsonl", "-o", "answers.jsonl")
    assert ended.returncode == 2
    assert ended.stderr.startswith("error: bad.jsonl:3: found 3 regions on a board of 2 rows")
    assert ended.stderr.count("\n") == 1
    assert [x["line"] for x in answers()] == [1, 2]
    ended = run("solve", "bad.jsonl", "-o", "answers.jsonl", "--keep-going")
    assert ended.returncode == 2
    assert [x.split(": ")[1] for x in ended.stderr.splitlines()] == ["bad.jsonl:3", "bad.jsonl:5:9"]
    assert [x["line"] for x in answers()] == [1, 2, 4, 6]
    assert "4 boards" in ended.stdout
    assert "2 lines without a board" in ended.stdout


def test_what_is_refused(boards):
    written(boards[:2])
    with open("other.jsonl", "w") as file:
        file.write('{"regions": ["A"]}\n')
    for args, why in (
        (["boards.jsonl", "-o", "boards.jsonl"], "would be overwritten"),
        (["boards.jsonl", "-o", "a.jsonl", "--all"], "cannot be used with --all"),
        (["boards.jsonl", "-o", "a.jsonl", "--method", "mac"], "cannot be used with"),
        (["boards.jsonl", "--resume"], "needs one file of many boards"),
        (["boards.jsonl", "-o", "{name}.jsonl", "--keep-going"], "needs one file"),
        (["boards.jsonl", "-o", "other.jsonl", "--resume"], 'a last line without "line"'),
        (["none.jsonl", "-o", "a.jsonl"], "No such file"),
        (["none.npy", "-o", "a.jsonl"], "No such file"),
    ):
        ended = run("solve", *args)
        assert (ended.returncode, why in ended.stderr) == (2, True), ended.stderr
    assert not os.path.exists("a.jsonl")
    run("solve", "boards.jsonl", "-o", "a.jsonl")
    ended = run("solve", "other.jsonl", "-o", "a.jsonl", "--resume")
    assert "found 1 lines, expected the 2 lines that were answered before" in ended.stderr


def test_a_run_that_was_killed_goes_on(boards):
    written(boards, "long.jsonl", 100)
    run("solve", "long.jsonl", "-o", "whole.jsonl")
    code = "import sys, time; from fastqueens.cli import main, batch_files\n"
    code += "add = batch_files.Log.add\n"
    code += "def slowly(log, text): add(log, text); time.sleep(0.02)\n"
    code += "batch_files.Log.add = slowly; main()"
    command = [sys.executable, "-c", code, "solve", "long.jsonl", "-o", "answers.jsonl", "--resume"]
    for least in (1, 100_000):
        with subprocess.Popen(command, stdout=subprocess.DEVNULL) as process:
            while not os.path.exists("answers.jsonl") or os.path.getsize("answers.jsonl") < least:
                assert process.poll() is None
                time.sleep(0.001)
            process.send_signal(signal.SIGKILL)
    with open("answers.jsonl", "ab") as file:
        # A kill during a write leaves such a partial line.
        file.write(b'{"n": 8, "stars": 1, "regi')
    with open("answers.jsonl") as file:
        before = sum(1 for _ in file) - 1
    assert 0 < before < 30_000
    ended = run("solve", "long.jsonl", "-o", "answers.jsonl", "--resume", "--json")
    assert json.loads(ended.stdout)["resumed"] == before
    assert json.loads(ended.stdout)["boards"] == 30_000 - before
    with open("answers.jsonl", "rb") as one, open("whole.jsonl", "rb") as other:
        assert one.read() == other.read()
    ended = run("solve", "long.jsonl", "-o", "answers.jsonl", "--resume")
    assert "0 boards" in ended.stdout


def test_limits_of_time_and_interrupts_keep_what_is_written(boards, monkeypatch):
    written(boards)
    ended = run("solve", "boards.jsonl", "-o", "answers.jsonl", "--time-limit", "0")
    assert (ended.returncode, answers()) == (3, [])
    assert "stopped by the time limit" in ended.stdout
    answer = many.answer_blocks

    def interrupted(*args, **options):
        yield next(answer(*args, **options))
        raise KeyboardInterrupt

    monkeypatch.setattr(many, "answer_blocks", interrupted)
    ended = run("solve", "boards.jsonl", "-o", "answers.jsonl")
    assert (ended.returncode, "interrupted" in ended.stdout) == (130, True)
    before = len(answers())
    assert 0 < before < 300


def test_a_slice_without_time_ends_where_the_time_did(boards):
    hard = np.zeros((1, 20, 20), np.uint8)  # the regions are stripes: too many solutions to count
    hard[0] = np.arange(20)[:, None]
    text = "".join(board.to_json() + "\n" for board in boards[:3])
    text += queens.Board.from_array(hard[0]).to_json() + "\n" + text
    block = readers.Block(11, "jsonl", text.encode())
    asked = pipeline.Query(limit=None, count=True)
    found = pipeline.answer_slice(block, asked, "x", clock=Clock(0.05))
    lines = [json.loads(line)["line"] for line in found.text.splitlines()]
    assert found.stopped
    assert lines == [11, 12, 13][: len(lines)]
    with pytest.raises(SearchStopped, match="of 301 boards were solved") as stop:
        queens.solve_many([*boards, hard[0]], limit=None, time_limit=0.2)
    assert stop.value.reason == "time"
    assert stop.value.partial.counts[-1] == -1
    with pytest.raises(SearchStopped, match="0 of 300 boards were rated") as stop:
        queens.rate_many(boards, time_limit=0)
    assert set(stop.value.partial.names.tolist()) == {"stopped"}
    assert set(stop.value.partial.tiers.tolist()) == {255}
    assert queens.solve_many(boards, time_limit=60).counts.tolist() == [1] * 300
    with pytest.raises(InputError):
        queens.solve_many(boards, time_limit=-1)


def test_memory_does_not_grow_with_the_file(boards):
    written(boards, "long.jsonl", 500)
    size = os.path.getsize("long.jsonl")
    tracemalloc.start()
    run("solve", "long.jsonl", "-o", "answers.jsonl", "-q")
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 0.5 * size
    source = readers.open_source("long.jsonl")
    source.size = 1 << 16
    assert max(len(block.text) for block in source.blocks()) < 1 << 17
    source.close()


def test_answers_as_arrays_have_a_row_for_each_line(boards):
    labels = np.stack([board.regions for board in boards])
    np.save("many.npy", labels)
    expected = queens.solve_many(labels)
    assert run("solve", "many.npy", "-o", "answers.npy").returncode == 0
    found = np.load("answers.npy")
    assert (found.dtype, found.tolist()) == (np.int16, expected.first.tolist())
    for fact, values in (("count", expected.counts), ("unique", expected.counts == 1)):
        run("solve", "many.npy", "-o", "answers.npy", f"--{fact}")
        found = np.load("answers.npy")
        assert found["queens"].tolist() == expected.first.tolist()
        assert found[fact].tolist() == values.tolist()
    run("rate", "many.npy", "-o", "rated.npy")
    rated, found = queens.rate_many(labels), np.load("rated.npy")
    assert found["tier"].tolist() == rated.tiers.tolist()
    assert found["score"].tolist() == rated.scores.tolist()
    starred = queens.generate(9, stars=2, count=3, seed=3)
    written(starred, "stars.jsonl")
    run("solve", "stars.jsonl", "-o", "stars.npy")
    first = queens.solve_many(starred).first
    assert np.array_equal(np.load("stars.npy"), first)
    assert first.shape == (3, 18, 2)


def test_arrays_tell_lines_that_are_no_board_and_boards_of_other_sizes(boards):
    lines = [board.to_json() for board in boards[:6]]
    lines[1] = ""
    lines[2] = "nonsense"
    lines[4] = queens.generate(6, seed=1)[0].to_json()
    with open("odd.jsonl", "w") as file:
        file.write("\n".join(lines) + "\n\n")
    first = queens.solve_many(boards[:6]).first
    ended = run("solve", "odd.jsonl", "-o", "answers.npy", "--keep-going", "--json")
    found = np.load("answers.npy")
    assert (ended.returncode, len(found)) == (2, 7)
    for i in (0, 3, 5):
        assert found[i].tolist() == first[i].tolist()
    assert np.all(found[[1, 2, 4, 6]] == -2)
    assert "odd.jsonl:5: found a board whose solution has the shape (6,)" in ended.stderr
    told = json.loads(ended.stdout)
    assert (told["boards"], told["failed"], told["skipped"]) == (3, 0, 2)
    assert run("solve", "odd.jsonl", "-o", "answers.npy").returncode == 2
    assert np.load("answers.npy").tolist() == [first[0].tolist(), [-2] * 8]
    lines[2] = lines[0]
    with open("odd.jsonl", "w") as file:
        file.write("\n".join(lines) + "\n")
    assert run("solve", "odd.jsonl", "-o", "answers.npy").returncode == 2
    assert len(np.load("answers.npy")) == 4
    ended = run("solve", "odd.jsonl", "-o", "answers.npy", "--resume", "--keep-going", "--json")
    assert json.loads(ended.stdout)["resumed"] == 4
    assert np.load("answers.npy")[-1].tolist() == first[5].tolist()
    for command, args in (("solve", ["--unique"]), ("rate", [])):
        ended = run(command, "odd.jsonl", "-o", "answers.npy", "--resume", *args)
        assert "found data that this command with these options has not written" in ended.stderr
    written([], "none.jsonl")
    assert run("solve", "none.jsonl", "-o", "none.npy").returncode == 0
    assert np.load("none.npy").size == 0
    ended = run("solve", "boards.jsonl", "-o", "none/answers.npy")
    assert "found no folder" in ended.stderr


def test_an_array_of_answers_is_whole_after_every_slice(boards, monkeypatch):
    written(boards, "long.jsonl", 20)
    answer = many.answer_blocks

    def watched(*args, **options):
        for answered in answer(*args, **options):
            yield answered
            assert len(np.load("answers.npy")) == answered.rows.last

    monkeypatch.setattr(many, "answer_blocks", watched)
    assert run("solve", "long.jsonl", "-o", "answers.npy").returncode == 0
    whole = np.load("answers.npy")
    first = queens.solve_many(boards).first
    assert np.array_equal(whole, np.concatenate([first] * 20))
    written(boards, "long.jsonl")
    assert run("solve", "long.jsonl", "-o", "answers.npy").returncode == 0
    with open("answers.npy", "ab") as file:
        file.write(b"rows whose number was not written yet")
    written(boards, "long.jsonl", 20)
    ended = run("solve", "long.jsonl", "-o", "answers.npy", "--resume")
    assert "after 300 lines of an earlier run" in ended.stdout
    assert np.array_equal(np.load("answers.npy"), whole)


def test_answers_as_csv(boards):
    def rows():
        with open("answers.csv", newline="") as file:
            return list(csv.DictReader(file))

    written(boards, "boards.jsonl")
    for args in ([], ["--unique"], ["--count"]):
        run("solve", "boards.jsonl", "-o", "answers.jsonl", *args)
        run("solve", "boards.jsonl", "-o", "answers.csv", *args)
        for row, told in zip(rows(), answers(), strict=True):
            assert int(row["line"]) == told["line"]
            assert (int(row["n"]), row["stars"], row["status"]) == (told["n"], "1", told["status"])
            assert [int(x) for x in row["queens"].split()] == told["queens"]
            for fact in ("unique", "count"):
                assert row.get(fact) == (json.dumps(told[fact]) if fact in told else None)
    run("rate", "boards.jsonl", "-o", "answers.jsonl")
    assert run("rate", "boards.jsonl", "-o", "answers.csv").returncode == 0
    assert [(x["tier"], int(x["score"])) for x in rows()] == [
        (x["tier"], x["score"]) for x in answers()
    ]
    starred = queens.generate(9, stars=2, count=2, seed=3)
    written(starred, "stars.jsonl")
    run("solve", "stars.jsonl", "-o", "answers.csv")
    for row, board in zip(rows(), starred, strict=True):
        cells = [tuple(map(int, pair.split(":"))) for pair in row["queens"].split()]
        assert cells == queens.solve(board).cells
    with open("odd.jsonl", "w") as file:
        file.write('{"regions": ["AB", "AB"]}\nnonsense\n{"regions": ["A"]}\n')
    assert run("solve", "odd.jsonl", "-o", "answers.csv", "--keep-going").returncode == 2
    assert [(x["line"], x["status"], x["queens"]) for x in rows()] == [
        ("1", "unsolvable", ""), ("3", "solved", "0"),
    ]  # fmt: skip
    ended = run("solve", "boards.jsonl", "-o", "answers.csv", "--resume")
    assert "a CSV file, which cannot be continued" in ended.stderr


def test_answers_as_tables(boards):
    pytest.importorskip("pyarrow", reason="pyarrow is not installed")
    from pyarrow import parquet

    with open("boards.jsonl", "w") as file:
        for i, board in enumerate(boards):
            data = {"id": i, "made": f"2020-01-{i % 28 + 1:02}"} | json.loads(board.to_json())
            file.write(json.dumps(data) + "\n")
    for command, args in (("solve", ["--unique"]), ("solve", ["--count"]), ("rate", [])):
        run(command, "boards.jsonl", "-o", "answers.jsonl", *args)
        ended = run(command, "boards.jsonl", "-o", "answers.parquet", *args)
        assert ended.returncode == run(command, "boards.jsonl", "-o", "x.jsonl", *args).returncode
        assert parquet.read_table("answers.parquet").to_pylist() == answers()
    run("solve", "answers.parquet", "-o", "again.jsonl")
    assert [x["queens"] for x in answers("again.jsonl")] == queens.solve_many(boards).first.tolist()
    with open("boards.jsonl", "a") as file:
        file.write(json.dumps({"other": 1} | json.loads(boards[0].to_json())) + "\n")
    few = {"regions": ["AA", "BB"], "id": 1, "made": "x"}
    with open("none.jsonl", "w") as file:
        file.write("\n" + json.dumps(few) + "\n")
    run("solve", "none.jsonl", "-o", "answers.parquet")
    (row,) = parquet.read_table("answers.parquet").to_pylist()
    assert row == few | {"line": 2, "status": "unsolvable", "queens": None}
    written([], "none.jsonl")
    assert run("solve", "none.jsonl", "-o", "answers.parquet").returncode == 0
    assert parquet.read_table("answers.parquet").num_rows == 0
    ended = run("solve", "boards.jsonl", "-o", "answers.parquet", "--resume")
    assert (ended.returncode, "which cannot be continued" in ended.stderr) == (2, True)


def test_a_table_is_written_in_groups_of_the_same_columns(boards, monkeypatch):
    pytest.importorskip("pyarrow", reason="pyarrow is not installed")
    from pyarrow import parquet

    monkeypatch.setattr(writers, "GROUP", 20_000)
    written(boards, "boards.jsonl")
    run("solve", "boards.jsonl", "-o", "answers.parquet")
    assert parquet.ParquetFile("answers.parquet").num_row_groups > 1
    assert parquet.read_table("answers.parquet")["line"].to_pylist() == list(range(1, 301))
    with open("boards.jsonl", "a") as file:
        file.write(json.dumps({"other": 1} | json.loads(boards[0].to_json())) + "\n")
    ended = run("solve", "boards.jsonl", "-o", "answers.parquet")
    assert (ended.returncode, "need the same columns" in ended.stderr) == (2, True)
    assert parquet.read_table("answers.parquet")["line"].to_pylist()[0] == 1


def solved_word(board):
    counts, (first,) = queens.solve_many([board])
    cells = [(r, c) for r, c in (first if first.ndim == 2 else enumerate(first))]
    return write_sbn(board.grid, cells if counts[0] else [], ())


def test_answers_in_sbn_have_a_line_for_each_line(boards):
    lines = [board.to_json() for board in boards[:20]]
    lines[3] = "nonsense"
    lines[5] = ""
    lines[7] = json.dumps({"regions": ["AAB", "BBB", "CCC"]})  # too small
    # Disconnected regions.
    lines[9] = json.dumps({"regions": ["ABCDE", "AACDE", "BBCDE", "ABCCE", "ABCDD"]})
    lines[11] = json.dumps({"regions": ["ABCCC", "CCCCC", "DDDDD", "DDDDD", "EEEEE"]})
    lines[13] = queens.generate(9, stars=2, seed=3)[0].to_json()
    with open("mixed.jsonl", "w") as file:
        file.write("\n".join(lines) + "\n")
    ended = run("solve", "mixed.jsonl", "-o", "answers.sbn", "--keep-going")
    assert ended.returncode == 2
    assert [x.split(": ")[1] for x in ended.stderr.splitlines()] == [
        "mixed.jsonl:4:9", "mixed.jsonl:8", "mixed.jsonl:10"
    ]  # fmt: skip
    assert "expected 5 to 25 for SBN" in ended.stderr
    with open("answers.sbn") as file:
        found = file.read().splitlines()
    assert [i for i, x in enumerate(found) if x == "# no board"] == [3, 5, 7, 9]
    for line, told in zip(lines, found, strict=True):
        if told != "# no board":
            board = queens.Board.from_json(line)
            assert told == solved_word(board)
    assert found[11][3] == "W"  # without a solution
    # The written file can be read again without the Python reader; placed queens do not matter.
    assert run("solve", "answers.sbn", "-o", "again.sbn").returncode == 1
    with open("again.sbn") as file:
        assert file.read().splitlines() == found
    run("solve", "answers.sbn", "-o", "again.jsonl")
    assert [x["line"] for x in answers("again.jsonl")][:4] == [1, 2, 3, 5]
    # A killed run is resumed.
    with open("some.sbn", "w") as file:
        file.write("\n".join(found[:6]) + "\n" + found[6][:9])
    run("solve", "mixed.jsonl", "-o", "some.sbn", "--keep-going", "--resume")
    with open("some.sbn") as file:
        assert file.read().splitlines() == found
    with open("some.sbn", "w") as file:
        file.write("no answer\n")
    ended = run("solve", "mixed.jsonl", "-o", "some.sbn", "--resume")
    assert (ended.returncode, "some.sbn" in ended.stderr) == (2, True)
    # A single board is solved as usual, with all options of single boards.
    with open("one.jsonl", "w") as file:
        file.write(lines[0] + "\n")
    assert run("solve", "one.jsonl", "-o", "one.sbn", "--method", "mac").returncode == 0
    assert "needs one file" in run("rate", "mixed.jsonl", "-o", "rated.sbn").stderr


@examples(150)
@given(
    st.integers(0, 299), st.integers(0, 40), st.sampled_from("059AaZz-_W e~#\r\n"), st.booleans()
)
def test_sbn_is_read_as_the_slow_reader_does(boards, which, at, sign, insert):
    board = boards[which]
    word = solved_word(board) if which % 2 else board.to_format("sbn")
    for text in (word, word[:at] + sign + word[at + (not insert) :]):
        data = text.encode()
        table = np.zeros((data.count(b"\n") + 1, 6), np.int64)
        labels = np.zeros(4 * len(data), np.uint8)
        count = kernel.read_sbn(data, 1, table, labels)
        if text == word:
            assert (count, table[0, 4]) == (1, 8)
        for start, end, _, cells, n, stars in table[:count].tolist():
            if n:
                read = queens.Board.from_bytes(data[start:end], format="sbn")
                own = labels[cells : cells + n * n].reshape(n, n)
                assert (read.regions.tolist(), read.stars) == (own.tolist(), stars)


def test_lines_that_begin_alike_are_read_alone():
    # Reading a line uses facts about the line before it; nothing of that line may leak.
    # With a region of one cell, the board is invalid for two stars.
    regions = json.dumps(str(queens.make(8, single_cells=1, seed=1)).split("\n"))
    same = '{"a": 1, "regions": ' + regions
    lines = [
        same + ', "sizes": [1, 12, 345]}',
        same + ', "x": 1}',
        same + ', "sizes": [1], "sizes": [2]}',
        same + ', "sizes": [01]}',
        same + ', "sizes": [1, 2], "x": [true, -1.5e3, null], "s": "a b"}  \r',
        same + ', "sizes": [1], "a": 2}',
        same + ', "sizes": [1000, 2]} x',
        same + ', "queens": [0]}',
        same + "}",
        same + ', "sizes": [1,2]}',
        '{"a": 1, "regions" : ' + regions + "}",
        '{"a": 1, "stars": 2, "regions": ' + regions + "}",
        same + ', "stars": 1, "sizes": [9]}',
        same.replace(", ", ",") + ',"sizes":[9]}',
    ]
    for order in (lines, lines[::-1], [lines[0], "", *lines[5:], *lines[:5]]):
        text = "\n".join(order).encode()
        table = np.zeros((len(order), 6), np.int64)
        count = kernel.read(text, 1, table, np.zeros(len(text), np.uint8))
        assert count == len([line for line in order if line])
        for start, end, number, _, n, _ in table[:count].tolist():
            alone = np.zeros((1, 6), np.int64)
            line = order[number - 1].encode()
            assert text[start:end] == line.strip()
            kernel.read(line, 1, alone, np.zeros(len(line), np.uint8))
            assert (n, end - start) == (alone[0, 4], alone[0, 1] - alone[0, 0]), line
            assert bool(n) == (
                order[number - 1] in (*lines[:2], *lines[4:5], *lines[8:11], *lines[12:])
            )


_KEYS = st.sampled_from(["regions", "stars", "n", "labels", "x", "queens", "line", "a\\u0041"])
_ROWS = st.sampled_from(
    [["AAB", "BBB", "CCC"], ["A"], ["AB", "A"], ["A B", "CCC"], [], ["AA", "B\\n"], [["A"]], ["é"]]
)
_VALUES = st.one_of(_ROWS, st.integers(-2, 20), st.none(), st.floats(), st.text(max_size=3))


@examples(100)
@given(
    st.lists(st.tuples(_KEYS, _VALUES), max_size=4),
    st.sampled_from(["", " ", "\t", ","]),
    st.integers(0, 60),
    st.binary(max_size=3),
)
def test_what_the_fast_reader_takes_the_slow_one_takes_alike(pairs, blank, at, noise):
    text = "{" + ", ".join(f'"{key}":{blank}{json.dumps(value)}' for key, value in pairs) + "}"
    line = text.encode()
    for data in (line, line[:at] + noise + line[at:], noise * 20):
        table, labels = (
            np.zeros((data.count(b"\n") + 1, 6), np.int64),
            np.zeros(len(data), np.uint8),
        )
        for start, end, _, cells, n, stars in table[: kernel.read(data, 1, table, labels)].tolist():
            if not n:
                continue
            own = labels[cells : cells + n * n].reshape(n, n)
            board = queens.Board.from_bytes(data[start:end], allow_empty_regions=True)
            assert board.stars == stars
            assert (
                queens.Board.from_array(own, allow_empty_regions=True).regions.tolist()
                == board.regions.tolist()
            )


@examples(60)
@given(st.binary(max_size=200), st.sampled_from(["jsonl", "sbn", "webtask", "penpa", "puzzlink"]))
def test_garbage_is_told_line_by_line(data, format):
    block = readers.Block(1, format, data)
    found = pipeline.answer_slice(block, pipeline.Query(), "x", keep_going=True)
    assert all(isinstance(error, InputError) for error in found.bad)
    assert len(found.bad) + found.boards <= data.count(b"\n") + 1


def test_boards_are_made_as_a_stream_that_goes_on(tmp_path, monkeypatch):
    asked = ["generate", 5, "--count", 400, "--seed", 3, "--no-facts", "-o"]
    ended = run(*asked, "whole.jsonl", "--threads", 1)
    assert ended.returncode == 0
    whole = (tmp_path / "whole.jsonl").read_text()
    boards = queens.read_boards("whole.jsonl")
    assert len({queens.canonical_hash(board) for board in boards}) == len(boards) == 400
    assert all(queens.solve_many(boards).counts == 1)
    assert whole == "".join(board.to_json() + "\n" for board in boards)
    sizes = [size for board in boards for size in np.bincount(board.regions.ravel())]
    assert f"400 boards · regions of {min(sizes)} to {max(sizes)} cells · seed 3" in ended.stdout
    # As after a kill: 123 complete lines and one partial line.
    (tmp_path / "part.jsonl").write_text("".join(whole.splitlines(keepends=True)[:123]) + '{"n": ')
    ended = run(*asked, "part.jsonl", "--resume")
    assert (ended.returncode, "123 of them by an earlier run" in ended.stdout) == (0, True)
    assert (tmp_path / "part.jsonl").read_text() == whole
    assert run(*asked, "part.jsonl", "--resume", "--json").stdout.count('"count": 400') == 1
    for other, why in (
        (["generate", 5, "--count", 9, "--seed", 4, "-o"], "another board than the first"),
        (["generate", 6, "--count", 9, "--seed", 3, "-o"], "expected a board of 6 rows"),
        (["generate", 5, "--count", 9, "-o"], "--resume needs --seed"),
    ):
        ended = run(*other, "part.jsonl", "--resume")
        assert (ended.returncode, why in ended.stderr) == (2, True), ended.stderr
    assert (tmp_path / "part.jsonl").read_text() == whole
    # A board equal to an earlier one is replaced, whatever the size of the slices.
    with monkeypatch.context() as patched:
        patched.setattr(unique, "CHUNK", 5)
        run(*asked, "small.jsonl")
    assert (tmp_path / "small.jsonl").read_text() == whole
    # There are few such boards of 4 rows, so the command ends with fewer boards than requested.
    few = ["generate", 4, "--symmetry", "half-turn", "--count", 5000, "--seed", 1, "-o"]
    ended = run(*few, "all.jsonl")
    small = queens.read_boards("all.jsonl")
    assert (ended.returncode, "no other board found" in ended.stdout) == (3, True)
    assert len({queens.canonical_hash(board) for board in small}) == len(small)


@pytest.mark.parametrize("executor", ["threads:2", "processes:2"])
def test_streams_by_executors(boards, executor):
    """All executors write the same files, also with invalid lines and after a resume."""
    lines = [board.to_json() + "\n" for board in boards * 4]
    lines[700] = "nonsense\n"
    with open("bad.jsonl", "w") as file:
        file.writelines(lines)
    for command in ("solve", "rate"):
        plain = [command, "bad.jsonl", "--keep-going", "-o"]
        far = [*plain, "far.jsonl", "--executor", executor]
        expected = run(*plain, "here.jsonl")
        ended = run(*far)
        assert (ended.returncode, ended.stderr) == (2, expected.stderr)
        with open("here.jsonl", "rb") as file:
            whole = file.read()
        with open("far.jsonl", "r+b") as file:
            assert file.read() == whole
            file.truncate(40_000)
        if executor.startswith("processes"):
            return
        ended = run(*far, "--resume", "--json")
        assert 0 < json.loads(ended.stdout)["resumed"] < 700
        with open("far.jsonl", "rb") as file:
            assert file.read() == whole
    run("solve", "bad.jsonl", "-o", "far.jsonl", "--executor", executor)
    assert len(answers("far.jsonl")) == 700
    ended = run("solve", "bad.jsonl", "-o", "far.jsonl", "--executor", executor, "--time-limit", 0)
    assert (ended.returncode, answers("far.jsonl")) == (3, [])
    np.save("many.npy", np.stack([board.regions for board in boards]))
    run("solve", "many.npy", "-o", "far.jsonl", "--executor", executor)
    assert [x["line"] for x in answers("far.jsonl")] == list(range(1, 301))
    ended = run("solve", "bad.jsonl", "--executor", executor)
    assert "--executor needs one file of many boards" in ended.stderr


def test_a_stream_that_no_worker_can_answer(boards, monkeypatch):
    def broken(block, *_):
        if block.first > 1:
            raise ValueError("no luck")
        return far(block, *_)

    far = remote.answer_task
    monkeypatch.setattr(remote, "answer_task", broken)
    ended = run("solve", written(boards), "-o", "answers.jsonl", "--executor", "threads:1")
    assert ended.returncode == 3
    assert "failed 4 times, the last time: ValueError: no luck" in ended.stderr
    found = [x["line"] for x in answers()]
    assert found == list(range(1, len(found) + 1))
    assert 0 < len(found) < 300


def test_boards_made_by_executors():
    asked = ["generate", 5, "--count", 300, "--seed", 3, "-o"]
    run(*asked, "whole.jsonl")
    with open("whole.jsonl") as file:
        whole = file.read()
    ended = run(*asked, "far.jsonl", "--executor", "threads:3")
    with open("far.jsonl", "r+") as file:
        assert (ended.returncode, file.read()) == (0, whole)
        file.truncate(9000)
    more = ["--executor", "threads:2", "--ledger", "run.db"]
    ended = run(*asked, "far.jsonl", "--resume", *more[:2])
    with open("far.jsonl") as file:
        assert (ended.returncode, file.read()) == (0, whole)
    run(*asked, "other.jsonl", *more)
    with open("other.jsonl") as file:
        assert file.read() == whole
    ended = run("generate", 14, "--difficulty", "easy", "--count", 9999, "--time-limit", 0.2,
                "-o", "other.jsonl", *more)  # fmt: skip
    assert (ended.returncode, "stopped by the time limit" in ended.stdout) == (3, True)


def test_a_table_of_ratings(boards):
    table = queens.rate_table(boards)
    rated = queens.rate_many(boards)
    assert table["tier"].tolist() == rated.names.tolist()
    assert table["score"].tolist() == rated.scores.tolist()
    assert set(table["n"].tolist()) == {8}
    sizes = [np.bincount(board.regions.ravel()) for board in boards]
    assert table["smallest"].tolist() == [x.min() for x in sizes]
    assert table["largest"].tolist() == [x.max() for x in sizes]
    stacked = queens.rate_table(np.stack([board.regions for board in boards]))
    assert {name: x.tolist() for name, x in stacked.items()} == {
        name: x.tolist() for name, x in table.items()
    }
    assert queens.rate_table(queens.generate(9, stars=2, count=2))["stars"].tolist() == [2, 2]
    assert [len(column) for column in queens.rate_table([]).values()] == [0] * 6
    with pytest.raises(InputError, match="board 1"):
        queens.rate_table([boards[0], [["A", "A"], ["A", "A"]]])


@pytest.mark.parametrize("package", ["pandas", "polars"])
def test_tables_are_taken_by(package, boards):
    frames = pytest.importorskip(package, reason=f"{package} is not installed")
    frame = frames.DataFrame(queens.rate_table(boards[:20]))
    assert frame.shape == (20, 6)
    assert list(frame["tier"]) == queens.rate_many(boards[:20]).names.tolist()
    assert int(frame["score"].sum()) == int(queens.rate_many(boards[:20]).scores.sum())


def test_sbn_boards_of_mixed_sizes():
    """Boards that C reads together may have other neighbours, and some lines are no boards."""
    rng = np.random.default_rng(5)
    made = [board for n in (5, 8, 9, 12) for board in queens.generate(n, count=12, seed=n)]
    order = rng.permutation(len(made))
    words = [str(write_sbn(made[i].grid, (), ())) if rng.random() < 0.9 else "88" for i in order]
    text = "\n".join(words).encode()
    lines = np.empty((len(words), 6), np.int64)
    labels = np.empty(4 * len(text), np.uint8)
    assert kernel.read_sbn(text, 1, lines, labels) == len(words)
    for word, i, (_, _, _, cells, n, _) in zip(words, order, lines.tolist(), strict=True):
        assert n == (0 if word == "88" else made[i].n)
        found = labels[cells : cells + n * n].reshape(n, n)
        assert n == 0 or np.array_equal(found, made[i].regions)
