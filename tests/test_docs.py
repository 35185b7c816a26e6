"""The documentation is correct: its examples run, and its commands are those that CI runs."""

from __future__ import annotations

import doctest
import importlib
import pkgutil
import re
import types
from pathlib import Path

import pytest

import fastqueens
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
    runner.run(examples)
    assert runner.failures == 0


def test_documents_lead_to_files_that_are_there():
    for page in PAGES:
        for target in re.findall(r"\]\(([^)#:]+)\)|src=\"([^\":]+)\"", page.read_text()):
            assert (page.parent / "".join(target)).exists(), f"{page.name}: {target}"


def test_every_page_is_in_the_navigation_of_the_site():
    settings = (ROOT / "docs" / "site" / "mkdocs.yml").read_text()
    named = set(re.findall(r": (\S+\.md)$", settings, re.M))
    pages = {path.relative_to(ROOT / "docs").as_posix() for path in PAGES[1:]}
    assert {name for name in named if not name.startswith("reference/")} == pages


def test_version_is_in_one_place():
    assert f'__version__ = "{fastqueens.__version__}"' in (
        ROOT / "src" / "fastqueens" / "_version.py"
    ).read_text().replace("'", '"')
    assert "version =" not in (ROOT / "pyproject.toml").read_text().split("[tool.")[0]
    assert f"\nversion: {fastqueens.__version__}\n" in (ROOT / "CITATION.cff").read_text()
