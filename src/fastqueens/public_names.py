"""Packages whose public names are imported at their first use, so that a program starts faster."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Container, Mapping
from importlib import import_module
from threading import Lock
from typing import Any

from fastqueens.keywords import explain_keyword_errors

__all__ = ["import_on_use"]

_lock = Lock()


def _forked() -> None:
    # In the child of a fork, no other thread exists that would release the lock.
    global _lock
    _lock = Lock()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forked)


def import_on_use(
    package: str, modules: Mapping[str, str], *, plain: Container[str] = ()
) -> Callable[[str], Any]:
    """Return a function ``__getattr__`` for a package: it imports a public name at its first use.

    The errors of the functions and methods suggest keywords, see `keywords.explain_keywords`.

    Parameters
    ----------
    package : str
        The name of the package.
    modules : mapping of str to str
        For each module of the package, the public names that it defines, separated by blanks.
    plain : container of str
        The classes whose constructors are left alone, see `keywords.explain_keywords`.

    Examples
    --------
    >>> from fastqueens import queens
    >>> queens.solve.__module__
    'fastqueens.queens.solving.solve'
    >>> queens.slove
    Traceback (most recent call last):
    ...
    AttributeError: module 'fastqueens.queens' has no attribute 'slove'
    """
    namespace = vars(sys.modules[package])
    homes = {name: f"{package}.{home}" for home, names in modules.items() for name in names.split()}

    def import_name(name: str) -> Any:
        if name in homes:
            import_module(homes[name])
            with _lock:  # without it, two threads could wrap one function twice
                _publish(namespace, homes, plain)
            if name in namespace:  # missing while the modules import each other
                return namespace[name]
        raise AttributeError(f"module {package!r} has no attribute {name!r}")

    return import_name


def _publish(namespace: dict[str, Any], homes: Mapping[str, str], plain: Container[str]) -> None:
    """Add to a package the public names of all its modules that are imported by now.

    Not only the name that was asked for: a function may return an object of a public class, and
    the methods of this class must suggest keywords, too.
    """
    for name, home in homes.items():
        if name not in namespace and hasattr(sys.modules.get(home), name):
            value = getattr(sys.modules[home], name)
            namespace[name] = explain_keyword_errors(value, plain)
