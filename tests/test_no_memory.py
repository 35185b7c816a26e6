"""With too little memory: MemoryError and a clear message, never a crash, wrong answer or leak."""

from __future__ import annotations

import errno
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from helpers.command import run, write_files

from fastqueens.cli.app import app
from fastqueens.examples import example

HELPERS = Path(__file__).parent / "helpers"
LINUX = pytest.mark.skipif(sys.platform != "linux", reason="needs Linux: LD_PRELOAD, /proc")


def program(name, *, stdin="", env=None):
    """Run one of the helper programs, and return the lines of its output."""
    done = subprocess.run(
        [sys.executable, HELPERS / name],
        input=stdin, env={**os.environ, **(env or {})}, capture_output=True, text=True, timeout=300,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout.splitlines()


@LINUX
def test_each_allocation_of_each_kernel_fails_in_turn(tmp_path):
    compiler = shutil.which("cc") or shutil.which("gcc")
    if compiler is None:
        pytest.skip("needs a C compiler, for a malloc that can be told to fail")
    if "asan" in os.environ.get("LD_PRELOAD", ""):
        pytest.skip("the sanitizer has a malloc of its own")
    shim = tmp_path / "no_memory.so"
    command = [compiler, "-shared", "-fPIC", "-O1", HELPERS / "no_memory.c", "-o", shim, "-ldl"]
    subprocess.run(command, check=True)
    *wrong, last = program("no_memory.py", env={"LD_PRELOAD": str(shim)})
    assert wrong == []
    refused, _, none = last.removeprefix("refused ").partition(",")
    assert int(refused) > 300
    # Every object allocated memory and was refused memory at least once.
    assert none == " none for:"


@LINUX
def test_commands_at_twenty_limits_of_memory(tmp_path, monkeypatch):
    if "asan" in os.environ.get("LD_PRELOAD", ""):
        pytest.skip("the sanitizer takes terabytes of addresses")
    monkeypatch.chdir(tmp_path)
    files = {
        "near": "1 2 3\n4 5 6\n0 7 8\n",
        "far": "8 6 7\n2 5 4\n3 0 1\n",
        "fifteen": "2 15 1 12\n8 5 6 11\n4 9 10 7\n3 14 13 0\n",
        "queens": example("queens-9").text,
        "rows": "\n".join(letter * 13 for letter in "ABCDEFGHIJKLM"),
    }
    write_files(tmp_path, files)
    commands = [
        ("slide near.txt --method a-star", "slide fifteen.txt --method a-star --max-mb 25"),
        ("slide near.txt --method branch-and-bound", "slide far.txt --method branch-and-bound"),
        ("solve queens.txt --count --method rows", "solve rows.txt --count --method rows"),
    ]
    lines = program("little_memory.py", stdin="".join(f"{a}|{b}\n" for a, b in commands))
    assert len(lines) == 20 * len(commands)
    for _, command in commands:
        mine = [line.split(" | ", 3) for line in lines if line.startswith(f"{command} |")]
        codes = [code for _, _, code, _ in mine]
        assert set(codes) <= {"0", "3"}, mine
        assert "3" in codes, mine
        assert all("memory" in text for _, _, code, text in mine if code == "3"), mine


@pytest.mark.parametrize(
    "error",
    [
        MemoryError("not enough memory for the search"),
        OSError(errno.ENOMEM, os.strerror(errno.ENOMEM)),
        ImportError("kernels.so: failed to map segment from shared object"),
        RuntimeError("can't start new thread"),
    ],
)
def test_every_want_of_memory_is_told_as_such(monkeypatch, error):
    def fail(*_):
        raise error

    monkeypatch.setattr(app, "invoke", fail)
    ended = run("info")
    assert (ended.returncode, ended.stderr) == (3, "error: not enough memory\n")
