"""Mark the examples in docstrings of modules as code, and show the values of named defaults."""

from __future__ import annotations

import ast
import inspect
import pkgutil
import re

import griffe

_EXAMPLE = re.compile(r"^>>> .*(?:\n.*\S.*)*", re.M)


class Examples(griffe.Extension):
    """Put examples of modules into code fences; mkdocstrings does so for other examples."""

    def on_module(self, *, mod, **_):
        """Change the docstring of a module after it was read."""
        if mod.docstring:
            mod.docstring.value = _EXAMPLE.sub(r"```pycon\n\g<0>\n```", mod.docstring.value)


class Defaults(griffe.Extension):
    """Show the default of each parameter as its value, in the signature and in the list.

    The parser of docstrings takes the first of several choices for the default, and gives all
    names of a line (``time_limit, node_limit``) the default of the first one.
    """

    def on_function(self, *, func, **_):
        """Change the defaults of a function after it was read."""
        for parameter in func.parameters:
            if parameter.default is not None and not _is_literal(str(parameter.default)):
                value = _default(func.path, parameter.name)
                if value is not None:
                    parameter.default = value
        _correct(func)

    def on_class(self, *, cls, **_):
        """Change the defaults in the docstring of a class."""
        _correct(cls)


def _correct(described):
    """Give the parameters in a docstring the defaults, and missing types, of the signature."""
    if not described.docstring:
        return
    known = {parameter.name: parameter for parameter in described.parameters}
    for section in described.docstring.parsed:
        if section.kind is griffe.DocstringSectionKind.parameters:
            for item in section.value:
                if item.name in known:
                    item.value = known[item.name].default
                    if str(item.annotation) == "optional":
                        item.annotation = known[item.name].annotation


def _is_literal(text):
    try:
        ast.literal_eval(text)
    except (ValueError, SyntaxError):
        return False
    return True


def _default(path, name):
    """Return the default of a parameter as a reader would write it, or None if it has no value."""
    try:
        value = inspect.signature(pkgutil.resolve_name(path)).parameters[name].default
    except (AttributeError, ImportError, KeyError, TypeError, ValueError):
        return None
    if type(value) is int and value >= 1 << 20 and value & (value - 1) == 0:
        return f"1 << {value.bit_length() - 1}"
    return repr(value) if isinstance(value, int | float | str | tuple) else None
