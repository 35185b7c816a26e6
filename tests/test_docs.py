"""The documentation is true: its examples run, its commands are the ones CI runs."""

from __future__ import annotations

import doctest
import importlib
import pkgutil
import re
import types
from pathlib import Path

import pytest

import fastqueens

ROOT = Path(__file__).resolve().parents[1]
README = (ROOT / "README.md").read_text()
MODULES = ["fastqueens"] + [
    f"fastqueens.{module.name}"
    for module in pkgutil.iter_modules(fastqueens.__path__)
    if module.name not in ("__main__", "_kernels")
]


@pytest.mark.parametrize("name", MODULES)
def test_docstrings(name):
    module = importlib.import_module(name)
    assert module.__doc__
    assert doctest.testmod(module).failed == 0
    runner = doctest.DocTestRunner()
    for method in methods_from_elsewhere(module):
        for examples in doctest.DocTestFinder().find(method, globs=dict(vars(module))):
            runner.run(examples)
    assert runner.failures == 0


def methods_from_elsewhere(module):
    """Methods that `testmod` passes over: their class has this module's name, not its place."""
    for kind in vars(module).values():
        if isinstance(kind, type) and kind.__module__ == module.__name__:
            for method in vars(kind).values():
                function = getattr(method, "__func__", method)
                if getattr(function, "__globals__", vars(module)) is not vars(module):
                    yield function


def test_no_examples_of_moved_classes_are_lost():
    names = [method.__qualname__ for method in methods_from_elsewhere(fastqueens.packing)]
    assert "Puzzle.from_text" in names


@pytest.mark.parametrize("name", MODULES)
def test_public_names_are_documented(name):
    module = importlib.import_module(name)
    for public in getattr(module, "__all__", []):
        assert hasattr(module, public)
        if isinstance(getattr(module, public), type | types.FunctionType):
            assert getattr(module, public).__doc__, public


def test_readme_python(tmp_path, monkeypatch):
    blocks = re.findall(r"```python\n(.*?)```", README, re.S)
    assert blocks
    monkeypatch.chdir(ROOT)
    examples = doctest.DocTestParser().get_doctest("\n".join(blocks), {}, "README.md", None, 0)
    assert len(examples.examples) >= 5
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    runner.run(examples)
    assert runner.failures == 0


def test_version_is_in_one_place():
    assert f'__version__ = "{fastqueens.__version__}"' in (
        ROOT / "src" / "fastqueens" / "__init__.py"
    ).read_text().replace("'", '"')
    assert "version =" not in (ROOT / "pyproject.toml").read_text().split("[tool.")[0]
