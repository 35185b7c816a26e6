"""Output files are complete or not written; an interrupted command writes what it has found."""

from __future__ import annotations

import json
import os
import signal
import sys
from io import BytesIO, TextIOWrapper

import pytest
from helpers.boards import FOUR, LOOSE, NINE
from helpers.command import POSIX, full_disk, run, write_files

from fastqueens.cli import main
from fastqueens.cli.app import app
from fastqueens.examples import example
from fastqueens.search import Search

# Every command that writes a file, with one file type for each way of writing.
WRITING = [
    ("example queens-9", "svg"),
    ("solve nine.txt", "svg"),
    ("solve nine.txt", "json"),
    ("hint nine.txt", "svg"),
    ("explain nine.txt", "svg"),
    ("rate lines.jsonl", "jsonl"),
    ("solve lines.jsonl", "jsonl"),
    ("generate 6 --seed 1", "json"),
    ("levels 7-001", "svg"),
    ("convert nine.txt --to json", "json"),
    ("compare four.txt --measure 0", "csv"),
    ("tree four.txt", "svg"),
    ("repair nine.txt", "txt"),
    ("nqueens 6 --all", "txt"),
    ("nqueens 6 --all", "npy"),
    ("pack box.txt", "svg"),
    ("slide tiles.txt", "gif"),
    ("cover cover.txt", "json"),
]
IDS = [f"{command.split()[0]} {kind}" for command, kind in WRITING]


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    tiles, box = "1 2 3\n4 5 6\n0 7 8\n", example("pentominoes-6x10").text
    texts = {"nine": NINE, "four": FOUR, "loose": LOOSE, "tiles": tiles, "box": box}
    write_files(tmp_path, {**texts, "cover": "a b\na\nb\n"})
    line = json.dumps({"regions": FOUR.split()})
    (tmp_path / "lines.jsonl").write_text(f"{line}\n{line}\n")
    return tmp_path


def test_every_command_that_writes_is_tried():
    writing = {
        name
        for name in app.commands
        if any("--out" in option.opts for option in app.get_command(None, name).params)
    }
    assert {command.split()[0] for command, _ in WRITING} == writing


@POSIX
@pytest.mark.parametrize(("command", "kind"), WRITING, ids=IDS)
def test_a_full_disk_leaves_the_older_file(folder, command, kind):
    old = folder / f"old.{kind}"
    old.write_text("as it was")
    before = sorted(os.listdir())
    with full_disk(20):
        ended = run(*command.split(), "-o", old.name)
    assert ended.returncode == 2, ended.stderr
    assert "File too large" in ended.stderr
    assert "Traceback" not in ended.stderr
    assert old.read_text() == "as it was"
    assert sorted(os.listdir()) == before
    again = run(*command.split(), "-o", old.name)
    assert again.returncode == 0, again.stderr
    assert old.stat().st_size > 20


@POSIX
@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="this system has no /dev/full")
@pytest.mark.parametrize(("command", "kind"), WRITING, ids=IDS)
def test_a_device_that_is_full(folder, command, kind):
    (folder / f"out.{kind}").symlink_to("/dev/full")
    ended = run(*command.split(), "-o", f"out.{kind}")
    assert ended.returncode == 2
    assert "No space left on device" in ended.stderr
    assert os.path.exists("/dev/full")


@pytest.mark.parametrize(("command", "kind"), WRITING, ids=IDS)
def test_a_name_that_cannot_be_written(folder, command, kind):
    """The target name is a folder: even root cannot write a file there."""
    (folder / f"out.{kind}").mkdir()
    before = sorted(os.listdir())
    ended = run(*command.split(), "-o", f"out.{kind}")
    assert ended.returncode == 2
    assert f"out.{kind}" in ended.stderr
    assert "Traceback" not in ended.stderr
    assert sorted(os.listdir()) == before


@POSIX
@pytest.mark.parametrize(("command", "kind"), WRITING, ids=IDS)
def test_a_link_to_itself(folder, command, kind):
    link = folder / f"out.{kind}"
    link.symlink_to(link.name)
    ended = run(*command.split(), "-o", link.name)
    assert ended.returncode == 2
    assert f"{link.name}: cannot be written: Too many levels of symbolic links" in ended.stderr
    assert link.is_symlink()


@POSIX
@pytest.mark.parametrize("command", dict.fromkeys(command for command, _ in WRITING))
def test_a_pipe_that_is_closed(command, monkeypatch):
    """The reader closes the pipe early."""
    reader, writer = os.pipe()
    os.close(reader)
    errors = TextIOWrapper(BytesIO(), encoding="utf-8")
    with os.fdopen(writer, "w", encoding="utf-8") as out:
        monkeypatch.setattr(sys, "stdout", out)
        monkeypatch.setattr(sys, "stderr", errors)
        with pytest.raises(SystemExit) as left:
            main(command.split())
    errors.flush()
    told = errors.buffer.getvalue().decode()
    assert left.value.code == 0, told
    assert "error" not in told


@POSIX
@pytest.mark.parametrize(
    "command",
    [
        "solve loose.txt --all",
        "solve loose.txt --count",
        "nqueens 12 --all",
        "nqueens 12 --all --method backtracking",
        "pack box.txt --all",
        "slide tiles.txt",
        "slide tiles.txt --method a-star",
        "cover cover.txt --all",
        "cover cover.txt --count",
        "compare four.txt --measure 0",
    ],
)
def test_who_is_asked_to_end_saves_what_was_found(folder, command, monkeypatch):
    """SIGTERM comes during the search for the second solution, or during the only search."""
    plain, looks = Search.run, [0]
    several = "--all" in command or "compare" in command

    def run_and_end(search):
        looks[0] += 1
        if looks[0] == 2 or not several:
            signal.raise_signal(signal.SIGTERM)
        return plain(search)

    monkeypatch.setattr(Search, "run", run_and_end)
    before = signal.getsignal(signal.SIGTERM)
    try:
        ended = run(*command.split(), "-o", "out.json")
    finally:
        signal.signal(signal.SIGTERM, before)
    assert ended.returncode == 130, ended.stderr
    saved = json.loads((folder / "out.json").read_text())
    assert (saved["status"], saved["reason"]) == ("stopped", "interrupt")
    if "--all" in command:
        assert saved["count"] == 1
        assert len(saved["solutions"]) == 1
