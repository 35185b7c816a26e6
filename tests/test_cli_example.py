"""``fastqueens example``, ``completion`` and the list of commands."""

from __future__ import annotations

import shutil
import subprocess
import sys

import pytest
from helpers.command import refused, run

from fastqueens.examples import examples

EXAMPLES = examples()


def test_they_are_listed_with_the_command_that_reads_them():
    ended = run("example")
    assert ended.returncode == 0
    for example in EXAMPLES:
        assert example.name in ended.stdout
        assert f"for fastqueens {example.command}:" in ended.stdout
    assert all(len(line) <= 80 for line in ended.stdout.splitlines())


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.name)
def test_each_is_printed_and_read_by_its_command(example, tmp_path):
    ended = run("example", example.name)
    assert (ended.returncode, ended.stdout) == (0, example.text)
    path = tmp_path / example.file
    path.write_text(ended.stdout)
    code = 1 if example.name.endswith("-none") else 0
    assert run(example.command, path).returncode == code


def test_a_wrong_name_suggests_the_nearest():
    assert "did you mean iq-pyramid" in refused("example", "iq-piramid").stderr
    assert "fastqueens example lists them" in refused("example", "zzzz").stderr


def test_no_summary_is_cut():
    ended = run("--help", env={"COLUMNS": "80"})
    assert "..." not in ended.stdout.partition("Commands:")[2]
    assert ended.stdout.index("solve") < ended.stdout.index("compare") < ended.stdout.index("info")
    assert all(len(line) <= 80 for line in ended.stdout.splitlines())


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_script_of_each_shell(shell):
    ended = run("completion", shell)
    assert ended.returncode == 0
    assert "_FASTQUEENS_COMPLETE" in ended.stdout


def completed(words, count):
    """Return the completions that a shell gets for these words."""
    ended = run(
        env={
            "_FASTQUEENS_COMPLETE": "bash_complete",
            "COMP_WORDS": words,
            "COMP_CWORD": str(count),
        }
    )
    assert ended.returncode == 0
    return ended.stdout.split()


def test_what_is_completed():
    assert completed("fastqueens so", 1) == ["plain,solve"]
    assert "plain,iq-pyramid" in completed("fastqueens example iq", 2)
    assert completed("fastqueens solve b", 2) == ["file,b"]
    assert "plain,--live" in completed("fastqueens solve --li", 2)


def test_in_a_real_bash(tmp_path):
    if not shutil.which("bash"):
        pytest.skip("there is no bash here")
    (tmp_path / "board.txt").write_text("A\n")
    command = tmp_path / "fastqueens"
    command.write_text(f'#!/bin/sh\nexec {sys.executable} -m fastqueens "$@"\n')
    command.chmod(0o755)
    script = f"""
        PATH={tmp_path}:$PATH
        eval "$(fastqueens completion bash)"
        COMP_WORDS=(fastqueens exp) COMP_CWORD=1
        _fastqueens_completion fastqueens exp fastqueens
        echo "${{COMPREPLY[@]}}"
    """
    ended = subprocess.run(
        ["bash", "-c", script], capture_output=True, text=True, cwd=tmp_path, timeout=60
    )
    assert ended.stdout.strip() == "explain", ended.stderr
