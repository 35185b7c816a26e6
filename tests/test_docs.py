"""The documentation is correct: its examples run, and its commands are those that CI runs."""

from __future__ import annotations

import doctest
import importlib
import pkgutil
import re
import types
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import click
import pytest
from helpers.command import run

import fastqueens
from fastqueens.cli.app import app
from fastqueens.examples import example

ROOT = Path(__file__).resolve().parents[1]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
MODULES = ["fastqueens"] + [
    module.name
    for module in pkgutil.walk_packages(fastqueens.__path__, "fastqueens.")
    if module.name != "fastqueens.__main__" and "._kernels" not in module.name
]


def need_widgets(name):
    if "widgets" in name:
        pytest.importorskip("anywidget", reason="anywidget is not installed: pip install anywidget")


@pytest.mark.parametrize("name", MODULES)
def test_docstrings(name):
    need_widgets(name)
    module = importlib.import_module(name)
    assert module.__doc__
    assert doctest.testmod(module).failed == 0


@pytest.mark.parametrize("name", MODULES)
def test_public_names_are_documented(name):
    need_widgets(name)
    module = importlib.import_module(name)
    for public in getattr(module, "__all__", []):
        assert hasattr(module, public)
        if isinstance(getattr(module, public), type | types.FunctionType):
            assert getattr(module, public).__doc__, public


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_python_of_the_documents(page, tmp_path, monkeypatch):
    blocks = re.findall(r"```python\n(.*?)```", page.read_text(), re.S)
    need_widgets("widgets" if page.stem == "notebook" else "")
    (tmp_path / "board.txt").write_text(example("queens-9").text)
    monkeypatch.chdir(tmp_path)
    examples = doctest.DocTestParser().get_doctest("\n".join(blocks), {}, page.name, None, 0)
    assert len(examples.examples) == sum(block.count(">>> ") for block in blocks)
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    with ThreadPoolExecutor(1) as own:  # this thread may have the event loop of a browser test
        own.submit(runner.run, examples).result()
    assert runner.failures == 0


def test_models_for_or_tools_in_the_documents_run():
    """Fences ``python ortools`` have no ``>>>``; their asserts say what they find."""
    pytest.importorskip("ortools", reason="OR-Tools is not installed: pip install ortools")
    fences = [x for page in PAGES for x in re.findall(r"```python ortools\n(.*?)```",
                                                      page.read_text(), re.S)]  # fmt: skip
    assert len(fences) >= 2
    for code in fences:
        assert "assert solver.solve(model) == cp_model.OPTIMAL" in code
        exec(compile(code, "fence", "exec"), {})


def test_documents_lead_to_files_that_are_there():
    for page in PAGES:
        for target in re.findall(r"\]\(([^)#:]+)\)|src=\"([^\":]+)\"", page.read_text()):
            assert (page.parent / "".join(target)).exists(), f"{page.name}: {target}"


CONTEXT = click.Context(app)
COMMANDS = {name: app.get_command(CONTEXT, name) for name in app.list_commands(CONTEXT)}


def code_of(page):
    """Return the words in backticks and the blocks of shell commands of a page."""
    text = page.read_text()
    blocks = re.findall(r"```sh[^\n]*\n(.*?)```", text, re.S)
    return re.findall(r"`([^`\n]+)`", re.sub(r"```.*?```", "", text, flags=re.S)) + blocks


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_names_of_the_package_in_the_documents_exist(page):
    modules = ["queens", "nqueens", "packing", "cover", "csp", "sliding", "permutation", "render"]
    pattern = rf"(?<![\w./-])(?:fastqueens|{'|'.join(modules)})(?:\.[A-Za-z_]\w*)+(?![\w/])"
    for name in [name for code in code_of(page) for name in re.findall(pattern, code)]:
        if name.rpartition(".")[2] in ("db", "h", "js", "json", "md", "py"):
            continue
        path = name if name.startswith("fastqueens.") else f"fastqueens.{name}"
        assert pkgutil.resolve_name(path) is not None, name


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_commands_and_options_in_the_documents_exist(page):
    options = {
        name: {"--help", *(word for x in command.params for word in [*x.opts, *x.secondary_opts])}
        for name, command in COMMANDS.items()
    }
    for code in code_of(page):
        for name, rest in re.findall(r"(?:^|\s)fastqueens ([a-z]+)([^|#;\n]*)", code):
            assert name in COMMANDS, code
            for option in re.findall(r"(?<=\s)--?[a-z][\w-]*", rest):
                assert option in options[name], code


def test_the_page_on_json_names_the_commands_without_json():
    first = (ROOT / "docs" / "json.md").read_text().partition("prints JSON")[0]
    without = {
        name
        for name, command in COMMANDS.items()
        if not any("--json" in option.opts for option in command.params)
    }
    assert set(re.findall(r"`(\w+)`", first)) == without


def test_commands_for_many_boards_read_only_files_that_are_made(tmp_path, monkeypatch):
    pytest.importorskip("pyarrow", reason="the page writes a Parquet file")
    monkeypatch.chdir(tmp_path)
    blocks = re.findall(r"```sh\n(.*?)```", (ROOT / "docs" / "scale.md").read_text(), re.S)
    for line in "".join(blocks).splitlines():
        _, *words = re.sub(r"--count \d+", "--count 3", line).split()
        ended = run(*words)
        assert ended.returncode == 0, f"{line}\n{ended.stderr}"


def test_every_page_is_in_the_navigation_of_the_site():
    settings = (ROOT / "docs" / "site" / "mkdocs.yml").read_text()
    named = set(re.findall(r": (\S+\.md)$", settings, re.M))
    pages = {path.relative_to(ROOT / "docs").as_posix() for path in PAGES[1:]}
    pages -= {"site/package_index.md"}  # the text for package indexes, which is no page
    assert {name for name in named if not name.startswith("reference/")} == pages


def test_version_is_in_one_place():
    assert f'__version__ = "{fastqueens.__version__}"' in (
        ROOT / "src" / "fastqueens" / "_version.py"
    ).read_text().replace("'", '"')
    assert "version =" not in (ROOT / "pyproject.toml").read_text().split("[tool.")[0]
    assert f"\nversion: {fastqueens.__version__}\n" in (ROOT / "CITATION.cff").read_text()
