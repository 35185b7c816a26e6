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
    module.name
    for module in pkgutil.walk_packages(fastqueens.__path__, "fastqueens.")
    if module.name != "fastqueens.__main__" and "._kernels" not in module.name
]


@pytest.mark.parametrize("name", MODULES)
def test_docstrings(name):
    module = importlib.import_module(name)
    assert module.__doc__
    assert doctest.testmod(module).failed == 0


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
