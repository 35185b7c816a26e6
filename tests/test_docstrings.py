"""Docstrings are complete: each parameter, return values, exceptions and an example."""

from __future__ import annotations

import ast
import importlib
import inspect
import re
import textwrap
import types
from importlib.util import find_spec

import pytest

ROOMS = ["queens", "nqueens", "packing", "cover", "csp", "sliding", "permutation", "render"]
ROOMS += ["widgets"] if find_spec("anywidget") else []


def public():
    """Return the public functions and classes, and the methods of those classes."""
    for room in ("", *ROOMS):
        module = importlib.import_module(f"fastqueens.{room}".rstrip("."))
        for name in module.__all__:
            value = getattr(module, name)
            if isinstance(value, types.FunctionType):
                yield f"{room}.{name}", value, True
            elif isinstance(value, type):
                for method, found in vars(value).items():
                    function = getattr(found, "__func__", found)
                    if not method.startswith("_") and isinstance(function, types.FunctionType):
                        yield f"{room}.{name}.{method}", function, False


PUBLIC = list(public())


def sections(text):
    """Return the sections of a NumPy docstring by name."""
    parts = re.split(r"^(\w[\w ]*)\n-{3,}$", text, flags=re.M)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


def documented(section):
    """Return the names that a section documents."""
    heads = re.findall(r"^(\*{0,2}\w[\w, *]*?)(?: :|$)", section, re.M)
    return {name.strip("* ") for head in heads for name in head.split(",")}


def can_raise(function):
    """Return whether a function raises an exception, directly or by a validation function."""
    tree = ast.parse(textwrap.dedent(inspect.getsource(function)))
    return any(
        isinstance(node, ast.Raise)
        or (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Name)
            and node.func.id.startswith(("check_", "as_"))
        )
        for node in ast.walk(tree)
    )


@pytest.mark.parametrize(("name", "function", "whole"), PUBLIC, ids=[name for name, *_ in PUBLIC])
def test_docstring_names_everything(name, function, whole):
    text = inspect.getdoc(function)
    assert text, "no docstring"
    found = sections(text)
    signature = inspect.signature(function)
    wanted = {x for x in signature.parameters if x not in ("self", "cls")}
    if wanted:
        assert "Parameters" in found, "no section Parameters"
    named = documented(found.get("Parameters", ""))
    assert wanted <= named, f"not described: {', '.join(sorted(wanted - named))}"
    assert named <= wanted, f"no such parameter: {', '.join(sorted(named - wanted))}"
    if whole and signature.return_annotation not in ("None", None, "NoReturn"):
        assert {"Returns", "Yields"} & set(found), "no section Returns"
    if can_raise(function):
        assert "Raises" in found, "no section Raises"
    if whole:
        assert "Examples" in found, "no section Examples"
        assert ">>> " in found["Examples"]
