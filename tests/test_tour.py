"""The tour of the documentation: run every line in order in an empty folder."""

from __future__ import annotations

import os
import pty
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
TOUR = (ROOT / "docs" / "tour.md").read_text()
README = (ROOT / "README.md").read_text()
BLOCKS = re.findall(r"```sh\n(.*?)```", TOUR, re.S)
LINES = [line for block in BLOCKS for line in block.splitlines() if line and line[0] != "#"]
PATIENCE = 120  # seconds to wait for anything that should take a few seconds


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """An empty folder, with the command on the PATH."""
    command = tmp_path_factory.mktemp("bin") / "fastqueens"
    command.write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -m fastqueens "$@"\n')
    command.chmod(0o755)
    return tmp_path_factory.mktemp("tour"), command.parent


def run(line, folder, path):
    """Run a line as pasted in a terminal; return its exit code and its output."""
    leader, follower = pty.openpty()
    env = dict(os.environ, PATH=f"{path}{os.pathsep}{os.environ['PATH']}", TERM="xterm-256color")
    with subprocess.Popen(
        ["bash", "-c", line],
        cwd=folder,
        env=env,
        stdin=follower,
        stdout=follower,
        stderr=follower,
    ) as process:
        os.close(follower)
        printed = b""
        while True:
            try:
                more = os.read(leader, 1 << 16)
            except OSError:  # a terminal raises this error after its last program has ended
                break
            if not more:
                break
            printed += more
        os.close(leader)
        return process.wait(PATIENCE), printed.decode()


def test_the_tour_shows_every_command():
    from fastqueens.cli.app import app

    used = set(re.findall(r"\bfastqueens ([a-z]+)", "\n".join(LINES)))
    # web runs until Ctrl-C, and site needs the engine for browsers
    assert set(app.commands) - used <= {"completion", "site", "web"}


def test_the_tour_begins_with_the_lines_of_the_readme():
    first = next(b for b in re.findall(r"```sh\n(.*?)```", README, re.S) if b.startswith("fast"))
    assert first.splitlines() == LINES[: first.count("\n")]


def test_every_line_runs(folder):
    place, path = folder
    for line in LINES:
        code, printed = run(line, place, path)
        assert code == 0, f"{line}\n{printed}"
        assert "Traceback" not in printed, line
        assert "error" not in printed.lower(), f"{line}\n{printed}"
        for made in re.findall(r"(?:-o|>) (\S+)", line):
            assert (place / made).stat().st_size, f"{line}: {made} is empty"


def test_no_line_breaks_in_another_shell():
    # A comment after a command is an argument in zsh. On its own line it is harmless unless it
    # contains characters that open a quotation.
    for line in "\n".join(BLOCKS).splitlines():
        assert not re.search(r"[^'\"]+\s#", line), line
        assert line[:1] != "#" or not re.search(r"['\"`(){}*?\[\]]", line), line
