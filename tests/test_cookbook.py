"""The cookbook and the page of error messages: their commands and scripts run.

tests/test_docs.py runs the blocks with `>>>`.
"""

from __future__ import annotations

import asyncio
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

DOCS = Path(__file__).resolve().parents[1] / "docs"
COOKBOOK = (DOCS / "cookbook.md").read_text()


def blocks(kind, page=COOKBOOK):
    """Return the blocks of a kind; there is at least one."""
    found = re.findall(rf"^```{kind}\n(.*?)^```", page, re.M | re.S)
    assert found, kind
    return found


@pytest.fixture(scope="module")
def shell(tmp_path_factory):
    """Run a line in a shell that knows the command, in a folder that starts empty."""
    command = tmp_path_factory.mktemp("bin") / "fastqueens"
    command.write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -m fastqueens "$@"\n')
    command.chmod(0o755)
    env = dict(os.environ, PATH=f"{command.parent}{os.pathsep}{os.environ['PATH']}")

    def run(line, folder):
        return subprocess.run(
            ["bash", "-c", line], cwd=folder, env=env, capture_output=True, text=True, check=False
        )

    return run


def test_every_task_is_short_and_begins_with_a_sentence():
    tasks = re.split(r"^### ", COOKBOOK, flags=re.M)[1:]
    assert len(tasks) >= 30
    for task in tasks:
        title, _, text = task.partition("\n")
        before, *code = re.split(r"^```.*\n", text.partition("\n## ")[0], flags=re.M)
        assert re.search(r"[.:]\s*$", before), title
        lines = code[0].strip().splitlines()
        assert 1 <= len(lines) <= 14, title


def test_the_commands_run(shell, tmp_path):
    for line in "".join(blocks("sh")).splitlines():
        done = shell(line, tmp_path)
        assert done.returncode == 0, f"{line}\n{done.stderr}"
        for name in re.findall(r"(?:-o|>) (\S+)", line):
            assert (tmp_path / name).stat().st_size, f"{line}: {name} is empty"


def test_the_error_messages_are_real(shell, tmp_path):
    page = (DOCS / "troubleshooting.md").read_text()
    for line in "".join(blocks("console", page)).splitlines():
        if line.startswith("$ "):
            printed = shell(line[2:], tmp_path).stderr
        else:
            assert line in printed


@pytest.mark.parametrize("kind", ["script", "distributed"])
def test_the_scripts_run(kind, tmp_path):
    if kind != "script":
        pytest.importorskip(kind, reason=f"{kind} is not installed")
    for code in blocks(f"python {kind}"):
        (tmp_path / "script.py").write_text(code)
        done = subprocess.run(
            [sys.executable, "script.py"], cwd=tmp_path, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr
        assert int(done.stdout) > 0


@pytest.mark.parametrize("package", ["pandas", "polars"])
def test_the_data_frames_are_made(package, capsys):
    pytest.importorskip(package, reason=f"{package} is not installed")
    (code,) = blocks(f"python {package}")
    names = {}
    exec(compile(code, package, "exec"), names)
    assert len(names["frame"]) == 20
    assert "medium" in capsys.readouterr().out


def test_the_web_service_answers():
    fastapi = pytest.importorskip("fastapi", reason="fastapi is not installed")
    (code,) = blocks("python fastapi")
    names = {}
    exec(compile(code, "service", "exec"), names)
    solve = names["solve"]
    assert not asyncio.iscoroutinefunction(solve)  # FastAPI calls such a function in a thread
    assert solve(["RRBB", "RRBY", "RYYY", "GGGY"])["status"] == "solved"
    with pytest.raises(fastapi.HTTPException) as refused:
        solve(["AAB", "ABB"])
    assert refused.value.status_code == 422
    assert "expected" in refused.value.detail
