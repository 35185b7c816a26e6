"""Commands write whole files, and overwrite none that they still need."""

from __future__ import annotations

import errno
import json
import os
import stat
import subprocess
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from helpers.boards import FOUR
from helpers.command import refused, run, run_process, write_files

from fastqueens import queens
from fastqueens.output import write_file
from fastqueens.results import InputError

POSIX = pytest.mark.skipif(os.name != "posix", reason="links, pipes and modes are POSIX")
LINE = json.dumps({"regions": FOUR.split()}) + "\n"


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    write_files(tmp_path, {"four": FOUR, "cover": "a b\na\nb\n", "tiles": "1 2\n0 3\n"})
    (tmp_path / "in.jsonl").write_text(LINE * 2)
    return tmp_path


def other_name(path, way):
    """Return another name of a file."""
    name = f"{Path(path).stem}-{way}{Path(path).suffix}"
    if way == "hard":
        os.link(path, name)
    elif way == "soft":
        os.symlink(path, name)
    elif way == "chain":
        os.mkdir("inside")
        os.symlink(os.path.abspath("inside"), "outside")
        os.symlink(f"../{path}", f"inside/{name}")
        name = f"outside/{name}"
    return name


@POSIX
@pytest.mark.parametrize("way", ["hard", "soft", "chain"])
@pytest.mark.parametrize(
    "command",
    [
        "solve in.jsonl",
        "rate in.jsonl",
        "solve four.txt",
        "solve four.txt:1",
        "convert in.jsonl",
        "cover cover.txt",
        "slide tiles.txt",
        "slide four.txt --goal tiles.txt",
        "hint four.txt",
        "explain four.txt",
        "tree four.txt",
    ],
)
def test_an_output_that_is_the_input_under_another_name(command, way):
    path = command.split()[-1].removesuffix(":1")
    before = Path(path).read_bytes()
    ended = refused(*command.split(), "-o", other_name(path, way))
    assert f"{path} would be overwritten" in ended.stderr
    assert Path(path).read_bytes() == before


@POSIX
@pytest.mark.parametrize(
    ("command", "kind"),
    [("solve - --format jsonl", "jsonl"), ("rate - --format jsonl", "jsonl"), ("solve -", "txt")],
)
def test_an_output_that_is_standard_input(command, kind):
    Path(f"given.{kind}").write_text(LINE * 2 if kind == "jsonl" else FOUR)
    before = Path(f"given.{kind}").read_bytes()
    with open(f"given.{kind}") as given:
        ended = run(*command.split(), "-o", f"given.{kind}", stdin=given)
    assert ended.returncode == 2
    assert "standard input would be overwritten" in ended.stderr
    assert Path(f"given.{kind}").read_bytes() == before
    with open(f"given.{kind}") as given:
        assert run(*command.split(), "-o", f"other.{kind}", stdin=given).returncode == 0


def test_a_table_that_is_the_input():
    pytest.importorskip("pyarrow", reason="pyarrow is not installed")
    from pyarrow import parquet, table

    parquet.write_table(table({"regions": [FOUR.split()]}), "in.parquet")
    before = Path("in.parquet").read_bytes()
    os.link("in.parquet", "out.parquet")
    refused("solve", "in.parquet", "-o", "out.parquet")
    assert Path("in.parquet").read_bytes() == before


@pytest.mark.parametrize(
    "command",
    [
        "generate 6 --seed 1 --ledger {0} -o {1}",
        "nqueens 8 --count --ledger {0} -o {1}",
        "pack five.json --count --ledger {0} -o {1}",
        "cover cover.txt --count --ledger {0} -o {1}",
    ],
)
@pytest.mark.parametrize("exists", [False, True])
def test_a_ledger_and_an_output_that_are_one_file(command, exists):
    os.symlink(".", "again")
    if exists:
        Path("x.json").write_text("as it was")
    ended = refused(*command.format("x.json", "again/x.json").split())
    assert "name the same file" in ended.stderr
    assert Path("x.json").exists() == exists
    if exists:
        assert Path("x.json").read_text() == "as it was"


def test_a_ledger_and_its_side_files():
    Path("run.db-wal").write_text(Path("cover.txt").read_text())
    ended = refused("cover", "run.db-wal", "--count", "--ledger", "run.db")
    assert "run.db-wal would be overwritten" in ended.stderr
    for side in ("wal", "shm", "journal"):
        made = ("generate", 6, "--ledger", "run.db", "--format", "sbn", "-o", f"run.db-{side}")
        assert "name the same file" in refused(*made).stderr
    assert not Path("run.db").exists()


def test_a_ledger_that_has_the_name_of_a_board():
    os.mkdir("made")
    made = ("generate", 6, "--seed", 1, "--count", 2, "-o", "made")
    ended = refused(*made, "--ledger", "made/queens-6-1-002.txt")
    assert "name the same file" in ended.stderr
    assert os.listdir("made") == []
    assert run(*made, "--ledger", "made/run.db").returncode == 0
    assert len(os.listdir("made")) == 3


def screenshot(path):
    """Draw a board as a picture that can be read."""
    pytest.importorskip("PIL", reason="Pillow is not installed")
    assert run("levels", "7-001", "-o", path).returncode == 0


def test_a_picture_is_not_drawn_over_itself():
    screenshot("shot.png")
    before = Path("shot.png").read_bytes()
    os.link("shot.png", "other.png")
    os.symlink(".", "here")
    for show in ("shot.png", "other.png", "here/shot.png", "{name}.png"):
        assert (
            "shot.png would be overwritten" in refused("solve", "shot.png", "--show", show).stderr
        )
    for out, show in (("a.png", "a.png"), ("{name}-a.png", "shot-a.png"), ("{name}-a.png",) * 2):
        ended = refused("solve", "shot.png", "--show", show, "-o", out)
        assert "name the same file" in ended.stderr
    assert Path("shot.png").read_bytes() == before
    assert run("solve", "shot.png", "--show", "a.png", "-o", "b.png").returncode == 0


def test_the_steps_of_a_picture_do_not_replace_it():
    screenshot("shot-001.png")
    before = Path("shot-001.png").read_bytes()
    ended = refused("explain", "shot-001.png", "-o", "shot-{step}.png", "--no-boards")
    assert "shot-001.png would be overwritten" in ended.stderr
    assert Path("shot-001.png").read_bytes() == before
    assert not Path("shot-002.png").exists()


def test_inputs_and_devices_may_be_named_twice():
    assert run("solve", "four.txt", "four.txt", "-q").returncode == 0
    if os.path.exists("/dev/null"):
        os.symlink("/dev/null", "a.json")
        os.symlink("/dev/null", "b.json")
        assert run("solve", "four.txt", "-q", "-o", "a.json").returncode == 0
        assert run("generate", 6, "--format", "sbn", "-o", "/dev/null", "-q").returncode == 0


def test_numbers_of_a_series_are_padded_alike():
    run("solve", "in.jsonl", "-q", "-o", "{name}.svg")
    run("solve", "in.jsonl:2", "-q", "-o", "{name}-alone.svg")
    run("explain", "four.txt", "-o", "step-{step}.txt")
    run("generate", 6, "--count", 2, "--seed", 1, "-q", "-o", "made")
    for name in ("in-001.svg", "in-002.svg", "in-002-alone.svg", "step-001.txt"):
        assert Path(name).exists(), name
    assert sorted(os.listdir("made")) == ["queens-6-1-001.txt", "queens-6-1-002.txt"]
    Path("long.jsonl").write_text(LINE * 1000)
    run("solve", "long.jsonl:2", "-q", "-o", "{name}.json")
    assert Path("long-0002.json").exists()


def test_the_longest_name(folder):
    for size in (249, 255):
        name = "x" * (size - 5) + ".json"
        assert run("solve", "four.txt", "-q", "-o", name).returncode == 0
        assert json.loads(Path(name).read_text())["status"] == "solved"
        stream = "y" * (size - 6) + ".jsonl"
        assert run("solve", "in.jsonl", "-q", "-o", stream).returncode == 0
    ended = refused("solve", "four.txt", "-o", "x" * 251 + ".json")
    assert "File name too long" in ended.stderr


def test_threads_that_save_to_one_path(folder):
    boards = queens.generate(6, count=4, seed=1)
    texts = {f"{board.to_json()}\n" for board in boards}
    before = sorted(os.listdir())
    go = threading.Barrier(4)

    def save(board):
        go.wait()
        for _ in range(50):
            board.save("shared.json")
            assert Path("shared.json").read_text() in texts

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(save, boards))
    assert sorted([*before, "shared.json"]) == sorted(os.listdir())


@POSIX
def test_a_part_file_of_another_run_is_in_nobodys_way():
    for name in (f".out.json.{os.getpid()}.part", ".fastqueens-0.part"):
        Path(name).write_text("left over")
    write_file("out.json", "new")
    assert Path("out.json").read_text() == "new"


@POSIX
def test_modes_of_files():
    mask = os.umask(0o027)
    try:
        write_file("new", "x")
        run("solve", "in.jsonl", "-q", "-o", "new.jsonl")
    finally:
        os.umask(mask)
    for name in ("new", "new.jsonl"):
        assert stat.S_IMODE(os.stat(name).st_mode) == 0o640, name
        os.chmod(name, 0o604)
    write_file("new", "y")
    run("solve", "in.jsonl", "-q", "-o", "new.jsonl")
    for name in ("new", "new.jsonl"):
        assert stat.S_IMODE(os.stat(name).st_mode) == 0o604, name


@pytest.mark.parametrize("command", ["solve four.txt", "solve in.jsonl"])
def test_a_file_that_is_a_mount_point(command, monkeypatch):
    """As a file that is mounted into a container: it cannot be replaced by renaming."""

    def replace(source, target):
        raise OSError(errno.EBUSY, "Device or resource busy")

    kind = command.rpartition(".")[2].replace("txt", "json")
    assert run(*command.split(), "-q", "-o", f"expected.{kind}").returncode == 0
    Path(f"out.{kind}").write_text("as it was " * 100)
    number = os.stat(f"out.{kind}").st_ino
    monkeypatch.setattr(os, "replace", replace)
    assert run(*command.split(), "-q", "-o", f"out.{kind}").returncode == 0
    found, expected = (Path(f"{name}.{kind}").read_text() for name in ("out", "expected"))
    assert found.split('"ms"')[0] == expected.split('"ms"')[0]
    assert os.stat(f"out.{kind}").st_ino == number
    assert not list(Path().glob(".fastqueens-*"))


@POSIX
def test_standard_output_under_another_name():
    write = "convert four.txt in.jsonl --to sbn -o /dev/stdout"
    expected = run("convert", "four.txt", "in.jsonl", "--to", "sbn").stdout
    assert run_process(shell=f"$command {write}").stdout == expected
    assert run_process(shell=f"$command {write} | cat").stdout == expected
    run_process(shell=f"{{ echo before; $command {write}; echo after; }} > all.txt")
    assert Path("all.txt").read_text() == f"before\n{expected}after\n"


STREAMS = [("solve in.jsonl", "jsonl"), ("solve in.jsonl", "npy"), ("solve in.jsonl", "parquet")]
STREAMS += [("rate in.jsonl", kind) for kind in ("jsonl", "npy", "parquet")]


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="this system has no /dev/full")
@pytest.mark.parametrize(("command", "kind"), STREAMS)
def test_a_full_disk_is_told_with_the_name_of_the_file(command, kind):
    if kind == "parquet":
        pytest.importorskip("pyarrow", reason="pyarrow is not installed")
    os.symlink("/dev/full", f"out.{kind}")
    Path("empty.jsonl").touch()
    for given in (command, f"{command.split()[0]} empty.jsonl")[: 1 + (kind != "jsonl")]:
        ended = run(*given.split(), "-o", f"out.{kind}")
        expected = f"error: out.{kind}: cannot be written: No space left on device\n"
        assert (ended.returncode, ended.stderr) == (2, expected)


@POSIX
@pytest.mark.parametrize("command", ["solve", "rate"])
def test_pipes_as_outputs_of_a_stream(command):
    os.mkfifo("out.npy")
    ended = refused(command, "in.jsonl", "-o", "out.npy")
    assert "out.npy: found a pipe" in ended.stderr
    for kind in ("jsonl", "parquet"):
        if kind == "parquet":
            pytest.importorskip("pyarrow", reason="pyarrow is not installed")
        os.mkfifo(f"out.{kind}")
        assert run(command, "in.jsonl", "-o", f"file.{kind}").returncode == 0
        with subprocess.Popen(["cat", f"out.{kind}"], stdout=subprocess.PIPE) as reader:
            assert run(command, "in.jsonl", "-o", f"out.{kind}").returncode == 0
            assert reader.communicate()[0] == Path(f"file.{kind}").read_bytes()
    assert not list(Path().glob(".fastqueens-*"))


@pytest.mark.parametrize("kind", ["jsonl", "npy", "parquet"])
def test_a_stream_without_answers_leaves_the_older_file(kind):
    if kind == "parquet":
        pytest.importorskip("pyarrow", reason="pyarrow is not installed")
    assert run("solve", "in.jsonl", "-q", "-o", f"out.{kind}").returncode == 0
    before = Path(f"out.{kind}").read_bytes()
    Path("broken.parquet").write_bytes(b"PAR1 and no more PAR1")
    for source in ("missing.jsonl", "missing.npy", "broken.parquet"):
        refused("solve", source, "-o", f"out.{kind}")
        assert Path(f"out.{kind}").read_bytes() == before
    assert not list(Path().glob(".fastqueens-*"))


@POSIX
def test_a_stream_reads_on_when_its_input_gets_another_name_in_a_race(monkeypatch):
    """The output becomes the input between the check of the names and the first answer."""
    from fastqueens.cli import batch_files

    opened = batch_files.open_source

    def open_and_link(name, **options):
        source = opened(name, **options)
        os.link("in.jsonl", "out.jsonl")
        return source

    monkeypatch.setattr(batch_files, "open_source", open_and_link)
    assert run("solve", "in.jsonl", "-q", "-o", "out.jsonl").returncode == 0
    assert Path("in.jsonl").read_text() == LINE * 2
    assert len(Path("out.jsonl").read_text().splitlines()) == 2


def test_names_that_no_file_can_have():
    for name in ("a\0b.json", "missing/a.json"):
        with pytest.raises(InputError, match="cannot be written"):
            write_file(name, "x")
    if os.name == "posix":
        os.symlink("loop.json", "loop.json")
        with pytest.raises(InputError, match="cannot be written"):
            write_file("loop.json", "x")
        assert os.path.islink("loop.json")
