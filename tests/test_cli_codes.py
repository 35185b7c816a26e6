"""The exit codes of commands: one table, shown in every help page."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from helpers.boards import FOUR, LOOSE, SIX
from helpers.command import run, run_process, write_files

from fastqueens.cli import app, solve
from fastqueens.cli import exit_codes as codes


@pytest.fixture(autouse=True)
def _here(tmp_path, monkeypatch):
    write_files(
        tmp_path,
        {
            "four": FOUR,
            "six": SIX,
            "loose": LOOSE,
            "odd": "3 3 1\nDEFAULT\nAA\n",
            "option": "a b c\na b\nb c\n",
        },
    )
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize(
    ("args", "code"),
    [
        (["solve", "four.txt", "--unique"], 0),
        (["solve", "loose.txt", "--unique"], 1),
        (["solve", "six.txt", "--unique"], 1),
        (["solve", "four.txt", "loose.txt", "--unique"], 1),
        (["solve", "loose.txt", "--unique", "--json"], 1),
        (["solve", "six.txt", "--count"], 1),
        (["solve", "six.txt", "--all"], 1),
        (["solve", "six.txt", "missing.txt"], 2),
        (["nqueens", "8"], 0),
        (["nqueens", "2"], 1),
        (["nqueens", "3", "--all"], 1),
        (["nqueens", "6", "--variant", "toroidal"], 1),
        (["pack", "odd.txt"], 1),
        (["pack", "odd.txt", "--count"], 1),
        (["cover", "option.txt"], 1),
        (["cover", "option.txt", "--count"], 1),
        (["solve", "loose.txt", "--count", "--node-limit", "0"], 3),
    ],
)
def test_codes(args, code):
    assert run(*args).returncode == code


def test_an_internal_error(monkeypatch):
    def broken(*_, **__):
        raise RuntimeError("the wheel came off")

    monkeypatch.setattr(solve.BoardReader, "load", broken)
    ended = run("solve", "four.txt")
    assert ended.returncode == 4
    assert "RuntimeError: the wheel came off" in ended.stderr
    assert "report" in ended.stderr
    assert "Traceback" not in ended.stderr
    ended = run("solve", "four.txt", env={app.TRACE: "1"})
    assert ended.returncode == 4
    assert "Traceback" in ended.stderr


def test_no_memory(monkeypatch):
    def broken(*_, **__):
        raise MemoryError

    monkeypatch.setattr(solve.BoardReader, "load", broken)
    ended = run("solve", "four.txt")
    assert (ended.returncode, ended.stderr) == (3, "error: not enough memory\n")


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="this system has no /dev/full")
@pytest.mark.parametrize(
    ("args", "code", "lines"),
    [
        ("solve missing.txt", 2, 0),
        ("solve missing.txt --bad", 2, 0),
        ("check four.txt --placed a1,a2", 1, 8),
        ("generate 6 --seed 1", 0, 6),
    ],
)
def test_a_message_that_cannot_be_written_changes_no_exit_code(args, code, lines):
    ended = run_process(shell=f"$command {args} 2>/dev/full")
    assert ended.returncode == code
    assert len(ended.stdout.splitlines()) == lines


@pytest.mark.skipif(os.name != "posix", reason="pipes are tested on POSIX systems")
@pytest.mark.parametrize("args", ["solve --bad", "nosuch", "solve four.txt -o nowhere/out.svg"])
def test_a_usage_error_as_json_into_a_closed_pipe(args):
    ended = run_process(shell=f"set -o pipefail; {{ sleep 0.1; $command {args} --json; }} | true")
    assert ended.returncode == 2
    assert "Traceback" not in ended.stderr


LONG = "9" * 5000


@pytest.mark.parametrize(
    "args",
    [
        ["nqueens", LONG], ["nqueens", f"-{LONG}"], ["nqueens", "--orders", LONG],
        ["nqueens", "--growth", "1-9999999999999"], ["nqueens", "8", "--placed", LONG],
        ["generate", "6", "--seed", LONG], ["solve", "four.txt", "--limit", LONG, "--json"],
        ["solve", f"four.txt:{LONG}"], ["check", "four.txt", "--placed", f"a{LONG}"],
        ["levels", LONG], ["solve", f"{'x' * 300}:5"], ["solve", "four.txt", "-o", f"{LONG}/a.svg"],
        [LONG],
    ],
)  # fmt: skip
def test_a_wrong_number_of_thousands_of_digits_is_refused_in_a_short_message(args):
    ended = run(*args)
    assert ended.returncode == 2
    assert len(ended.stdout) + len(ended.stderr) < 700


@pytest.mark.parametrize("module", ["click", "fastqueens.cli.app", "numpy", "fastqueens.cli.solve"])
def test_ctrl_c_while_modules_are_imported(module):
    code = f"""
import sys

class Interrupting:
    def find_spec(self, name, path=None, target=None):
        if name == {module!r}:
            raise KeyboardInterrupt

sys.meta_path.insert(0, Interrupting())
from fastqueens.cli import main
main(["solve", "four.txt"])
"""
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert (ended.returncode, ended.stdout, ended.stderr) == (130, "", "interrupted\n")


@pytest.mark.parametrize("command", app.app.commands)
def test_every_help_page_has_the_codes(command):
    text = run(command, "--help").stdout
    assert "Exit codes:" in text
    for code, meaning in codes.exit_codes_of(command).items():
        assert f"  {code:<4} {meaning}\n" in text
    assert text.count("Exit code") == 1
    assert max(map(len, text.splitlines())) <= 80


def test_the_first_help_page_has_them_too():
    text = run("--help").stdout
    for code, meaning in codes.EXIT_CODES.items():
        assert f"  {code:<4} {meaning}\n" in text


def test_help_without_docstrings():
    """``python -OO`` removes docstrings; the help pages stay the same."""
    code = """
import sys
from fastqueens.cli import main
for command in sys.argv[1:]:
    try:
        main([*command.split(), "--help"])
    except SystemExit:
        pass
"""
    commands = ["", *app.app.commands]
    pages = [run(*command.split(), "--help").stdout for command in commands]
    ended = subprocess.run(
        [sys.executable, "-OO", "-c", code, *commands], capture_output=True, text=True
    )
    assert ended.stdout == "".join(pages)
    assert all("\n\n  " in page.partition("Options:")[0] for page in pages)  # each has a text


def test_the_worst_code():
    assert codes.worst([0, 1, 0]) == 1
    assert codes.worst([3, 1]) == 3
    assert codes.worst([3, 2, 1]) == 2
    assert codes.worst([]) == 0


def test_the_document_has_the_same_codes():
    text = (Path(__file__).resolve().parents[1] / "docs" / "command-line.md").read_text()
    lines = [f"| {code} | {meaning} |" for code, meaning in codes.EXIT_CODES.items()]
    for command in app.app.commands:
        meanings = codes.exit_codes_of(command)
        lines.append(f"| `{command}` | {meanings[0]} | {meanings.get(1, '')} |")
    assert [line for line in lines if line not in text.splitlines()] == []
