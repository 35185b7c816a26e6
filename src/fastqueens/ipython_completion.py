"""Completion in IPython and Jupyter: Tab after ``method=`` offers the methods.

IPython completes names and keywords by itself. This module adds the values of keywords that have a
few known values, and the keywords that only some methods take. `fastqueens` registers it if it is
imported in IPython.
"""

from __future__ import annotations

import inspect
import re
import sys
from collections.abc import Iterator, Mapping
from types import FunctionType, ModuleType
from typing import Any, ForwardRef, Literal, get_args, get_origin

__all__ = ["complete_call", "register"]

_STRING = re.compile(r"\"[^\"\n]*\"|'[^'\n]*'")
_VALUE = re.compile(r"\b(\w+)\s*=\s*((?P<quote>[\"'])?(?P<begun>[\w-]*))$")
_KEYWORD = re.compile(r"[(,]\s*(\w*)$")
_CALLED = re.compile(r"([A-Za-z_][\w.]*)\s*$")


def register() -> None:
    """Add the completion to the running IPython, if there is one."""
    ipython: Any = sys.modules.get("IPython")
    shell: Any = ipython.get_ipython() if hasattr(ipython, "get_ipython") else None
    completer = getattr(shell, "Completer", None)
    if completer is None or not hasattr(completer, "custom_matchers"):
        return
    from IPython.core.completer import SimpleCompletion, context_matcher

    @context_matcher()  # type: ignore[untyped-decorator,unused-ignore]
    def fastqueens_matcher(context: Any) -> dict[str, Any]:
        lines = context.full_text.split("\n")[: context.cursor_line + 1]
        lines[-1] = lines[-1][: context.cursor_position]
        begun, found = complete_call("\n".join(lines), shell.user_ns)
        completions = [SimpleCompletion(text=text, type="param") for text in found]
        # Nothing else may be a value, but IPython knows more keywords.
        values = bool(found) and not found[0].endswith("=")
        return {"completions": completions, "matched_fragment": begun, "suppress": values}

    completer.custom_matchers.append(fastqueens_matcher)


def complete_call(text: str, namespace: Mapping[str, Any]) -> tuple[str, list[str]]:
    """Return the begun word at the end of a text, and what may stand there.

    Only the values of a keyword of a function of this package, and keywords in its ``**options``,
    are completed. The text is not run: names are looked up in modules and classes only.

    Examples
    --------
    >>> from fastqueens import queens
    >>> complete_call("queens.solve(board, method='back", {"queens": queens})
    ('back', ['backtracking', 'backtracking-memo'])
    >>> complete_call("queens.generate(8, difficulty=", {"queens": queens})[1][:2]
    ["'easy'", "'medium'"]
    >>> complete_call("queens.solve(board, method='mac', ord", {"queens": queens})
    ('ord', ['order='])
    """
    if (value := _VALUE.search(text)) is not None:
        function = _called(text[: value.start()], namespace)
        if function is None:
            return "", []
        begun, quoted = value["begun"], value["quote"] is not None
        found = [x for x in _choices(function, value[1]) if x.startswith(begun)]
        return begun, found if quoted else [repr(x) for x in found]
    if (keyword := _KEYWORD.search(text)) is not None:
        function = _called(text[: keyword.start() + 1], namespace)
        if function is not None:
            names = (name for name in _options(function) if name.startswith(keyword[1]))
            return keyword[1], [f"{name}=" for name in names]
    return "", []


def _called(text: str, namespace: Mapping[str, Any]) -> FunctionType | None:
    """Return the function of this package whose call is open at the end of a text."""
    text = _STRING.sub(lambda found: " " * len(found[0]), text)
    depth = 0
    for place in range(len(text) - 1, -1, -1):
        depth += (text[place] in ")]}") - (text[place] in "([{")
        if depth < 0:
            break
    name = _CALLED.search(text[:place]) if depth < 0 and text[place] == "(" else None
    if name is None:
        return None
    first, *rest = name[1].split(".")
    found: Any = namespace.get(first)
    for attribute in rest:
        # The attributes of other objects may be properties, whose code must not run.
        home = found if isinstance(found, ModuleType | type) else type(found)
        if not str(getattr(home, "__module__", home.__name__)).startswith("fastqueens"):
            return None
        found = getattr(home, attribute, None)
    if isinstance(found, type):
        found = vars(found).get("__init__")
    found = inspect.unwrap(getattr(found, "__func__", found)) if callable(found) else None
    own = isinstance(found, FunctionType) and found.__module__.startswith("fastqueens")
    return found if own else None


def _choices(function: FunctionType, keyword: str) -> list[str]:
    """Return the strings that a keyword of a function may be."""
    annotation = _options(function).get(keyword)
    parameters = inspect.signature(function).parameters
    if annotation is None and keyword in parameters:
        annotation = parameters[keyword].annotation
    return list(dict.fromkeys(_literals(annotation, function.__globals__)))


def _options(function: FunctionType) -> dict[str, Any]:
    """Return the annotations of the keywords in the ``**options`` of a function."""
    for parameter in inspect.signature(function).parameters.values():
        if parameter.kind is parameter.VAR_KEYWORD:
            typed = re.fullmatch(r"Unpack\[(\w+)\]", str(parameter.annotation))
            options = function.__globals__.get(typed[1]) if typed else None
            return dict(getattr(options, "__annotations__", {}))
    return {}


def _literals(annotation: Any, names: dict[str, Any]) -> Iterator[str]:
    """Yield the strings in the ``Literal`` types of an annotation."""
    if isinstance(annotation, ForwardRef):
        names = vars(sys.modules.get(str(annotation.__forward_module__), sys)) or names
        annotation = annotation.__forward_arg__
    if isinstance(annotation, str):
        try:
            annotation = eval(annotation, names)
        except Exception:  # a name that only type checkers import
            return
    if get_origin(annotation) is Literal:
        yield from (value for value in get_args(annotation) if isinstance(value, str))
    else:
        for part in get_args(annotation):
            yield from _literals(part, names)
