"""The tasks of a contributor: noxfile.py, and the files that call its sessions."""

from __future__ import annotations

import ast
import re
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
TREE = ast.parse((ROOT / "noxfile.py").read_text())
CALLERS = [
    ".ci/run",
    ".github/workflows/tests.yml",
    ".pre-commit-config.yaml",
    "CONTRIBUTING.md",
    "docs/contributing.md",
    "noxfile.py",
]


def sessions():
    """Return the tags of each session, by its name."""
    found = {}
    for node in TREE.body:
        for decorator in getattr(node, "decorator_list", []):
            call = decorator if isinstance(decorator, ast.Call) else ast.Call(decorator, [], [])
            if ast.unparse(call.func) == "nox.session":
                words = {word.arg: ast.literal_eval(word.value) for word in call.keywords}
                found[node.name] = words.get("tags", [])
    return found


def constant(name):
    """Return the value of a constant of noxfile.py."""
    (node,) = (
        node.value
        for node in TREE.body
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == name
    )
    return ast.literal_eval(node)


@pytest.mark.parametrize("caller", CALLERS)
def test_the_sessions_that_a_file_calls_exist(caller):
    called = re.findall(r"\bnox [^\n`]*?-([st]) (\w+)", (ROOT / caller).read_text())
    tags = {tag for of_session in sessions().values() for tag in of_session}
    for option, name in called:
        assert name in (tags if option == "t" else {*sessions(), "NAME"}), f"{caller}: {name}"
    assert called or caller == ".pre-commit-config.yaml"


def test_ci_runs_the_session_of_every_kind_of_check():
    assert "nox --non-interactive -t ci\n" in (ROOT / ".ci/run").read_text()
    # CI calls the README's own command for `tests`, and a larger session for `lint` and `docs`;
    # the workflow of each week runs `thorough`.
    assert {name for name, tags in sessions().items() if "ci" not in tags} == {
        "tests",
        "thorough",
        "room",
        "lint",
        "docs",
    }


def test_the_page_for_contributors_lists_every_session():
    text = (ROOT / "docs/contributing.md").read_text()
    assert set(re.findall(r"^\| `nox -s (\w+)", text, re.M)) == set(sessions())


def test_the_tests_that_run_without_sanitizers_exist():
    files = {path.stem.removeprefix("test_") for path in (ROOT / "tests").glob("test_*.py")}
    assert constant("UNSANITIZED") <= files
    text = "".join(path.read_text() for path in (ROOT / "tests").glob("test_*.py"))
    names = re.findall(r"def (test_\w+)", text) + [f"test_{name}" for name in files]
    for words in constant("TOO_LONG"):
        assert any(words in name for name in names), words


def test_the_hooks_before_a_commit_are_programs_of_the_checkout():
    text = (ROOT / ".pre-commit-config.yaml").read_text()
    lint = tomllib.loads((ROOT / "pyproject.toml").read_text())["dependency-groups"]["lint"]
    packages = {re.match(r"[\w-]+", x)[0] for x in lint} | {"lint-imports", "python"}
    programs = re.findall(r"entry: .*?\.venv/bin/([\w-]+)", text)
    assert programs
    assert set(programs) <= packages
    assert "repo: local" in text
    assert "repo: http" not in text
    assert len(programs) == text.count("language: system") == text.count("- id: ")
