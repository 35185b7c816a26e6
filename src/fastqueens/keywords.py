"""Unknown keyword arguments: the errors of public functions name the nearest keyword."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Container, Iterable, Mapping
from dataclasses import is_dataclass
from functools import update_wrapper
from types import FunctionType
from typing import Any

from fastqueens.method import UnknownOption
from fastqueens.progress_report import call_with_reporter, has_reporter
from fastqueens.results import InputError
from fastqueens.validation import did_you_mean

__all__ = ["explain_keyword_errors", "explain_keywords"]

# Keywords of other libraries, with ours.
_OTHER_NAMES = {
    "timeout": "time_limit",
    "max_time": "time_limit",
    "max_nodes": "node_limit",
    "max_solutions": "limit",
    "n_jobs": "threads",
    "jobs": "threads",
    "workers": "threads",
    "random_state": "seed",
    "rng": "seed",
    "callback": "progress",
}
_ADVICE = {"isa": "the environment variable FASTQUEENS_ISA chooses the instruction set"}
# Dataclasses that programs construct. Searches make many objects of the other dataclasses, so their
# constructors stay as fast as they are.
_CONSTRUCTED = ("Marks", "Piece", "RuleOverrides", "Rules")
_UNEXPECTED = re.compile(r"got an unexpected keyword argument '(\w+)'")


def explain_keywords(module: str, *, plain: Container[str] = ()) -> None:
    """Make the public functions and methods of a module suggest a keyword for an unknown one.

    A call then takes about 0.3 us longer. The constructors of the classes `plain` are left alone.

    Examples
    --------
    >>> from fastqueens import queens
    >>> queens.generate(8, timeout=3)
    Traceback (most recent call last):
    ...
    TypeError: generate() got an unexpected keyword argument 'timeout'; did you mean 'time_limit'?
    """
    namespace = vars(sys.modules[module])
    for name in namespace["__all__"]:
        namespace[name] = explain_keyword_errors(namespace[name], plain)


def explain_keyword_errors(value: Any, plain: Container[str] = ()) -> Any:
    """Return a function whose errors suggest keywords, or a class with such methods.

    Other values are returned unchanged. The constructors of the classes `plain` are left alone.
    """
    if isinstance(value, FunctionType):
        wrapper = _wrap(value)
        # Also in the module that defines it, where pickle looks it up.
        setattr(sys.modules[value.__module__], value.__name__, wrapper)
        return wrapper
    if isinstance(value, type):
        for base in value.__mro__:
            if base.__module__.startswith("fastqueens."):
                _wrap_methods(base, plain)
    return value


def _wrap_methods(cls: type, plain: Container[str]) -> None:
    name = cls.__name__
    made = name in _CONSTRUCTED or not is_dataclass(cls)
    constructor = "__init__" if made and name not in plain else None
    for name, value in list(vars(cls).items()):
        if name.startswith("_") and name != constructor:
            continue
        if isinstance(value, classmethod | staticmethod):
            setattr(cls, name, type(value)(_wrap(value.__func__)))
        elif isinstance(value, FunctionType):
            setattr(cls, name, _wrap(value))


def _wrap(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return the function with errors that suggest keywords.

    The traceback of an `InputError` ends at the call: the message says what is wrong with an
    argument, and where the package noticed it does not matter.
    """
    if hasattr(function, "__wrapped__") or not isinstance(function, FunctionType):
        return function
    explain, unexpected, refused = _explain, TypeError, InputError
    reporting, report = has_reporter, call_with_reporter

    def call(*args: Any, **keywords: Any) -> Any:
        try:
            if "progress" in keywords and reporting(keywords["progress"]):
                return report(function, args, keywords)
            return function(*args, **keywords)
        except unexpected as error:
            better = explain(error, function, keywords) if keywords else None
            if better is None:
                raise
        except refused as error:
            better = explain(error, function, keywords) or error.with_traceback(None)
        raise better

    # A traceback names the function and shows no line of this module.
    code = call.__code__.replace(
        co_filename="<fastqueens>", co_name=function.__name__, co_qualname=function.__qualname__
    )
    # With the globals of the function, so that doctest finds its examples in its module.
    wrapper = FunctionType(code, function.__globals__, closure=call.__closure__)
    return update_wrapper(wrapper, function)


def _explain(
    error: TypeError | InputError, function: FunctionType, keywords: Mapping[str, Any]
) -> Exception | None:
    """Return a better error if a keyword of the call is unknown, otherwise None."""
    if isinstance(error, InputError):
        if not isinstance(error, UnknownOption) or error.near or error.option not in keywords:
            return None
        near = _suggest(error.option, _keywords_of(function))
        # Without a suggestion, a function that called this one may still find one.
        return InputError(f"{error.message}{near}") if near else None
    found = _UNEXPECTED.search(str(error))
    known = _keywords_of(function)
    if found is None or found[1] not in keywords or found[1] in known:
        return None
    name = function.__name__
    if name == "__init__":
        name = function.__qualname__.split(".")[-2]
    return TypeError(
        f"{name}() got an unexpected keyword argument {found[1]!r}" + _suggest(found[1], known)
    )


def _suggest(name: str, known: Iterable[str]) -> str:
    """Return the end of a message about an unknown keyword."""
    known = list(known)
    if name in _ADVICE:
        return f"; {_ADVICE[name]}"
    other = _OTHER_NAMES.get(name)
    return f"; did you mean {other!r}?" if other in known else did_you_mean(name, known)


def _keywords_of(function: FunctionType) -> list[str]:
    """Return the keywords of a function, with those of the TypedDict of its ``**options``."""
    import inspect

    names = []
    for parameter in inspect.signature(function).parameters.values():
        if parameter.kind in (parameter.POSITIONAL_OR_KEYWORD, parameter.KEYWORD_ONLY):
            names.append(parameter.name)
        elif parameter.kind is parameter.VAR_KEYWORD:
            typed = re.fullmatch(r"Unpack\[(\w+)\]", str(parameter.annotation))
            options = function.__globals__.get(typed[1]) if typed else None
            names += getattr(options, "__annotations__", {})
    return names
