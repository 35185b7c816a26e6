"""Data frames of pandas or polars, whichever is installed."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping, Sequence
from importlib import import_module
from typing import Any, Literal

from fastqueens.extras import MissingExtra
from fastqueens.validation import check_choice

__all__ = ["FrameLibrary", "columns_of", "make_frame"]

FrameLibrary = Literal["pandas", "polars"]
_LIBRARIES: tuple[FrameLibrary, ...] = ("pandas", "polars")


def columns_of(rows: Iterable[Mapping[str, Any]]) -> dict[str, list[Any]]:
    """Turn rows into columns, in the order in which the keys appear; None where a row has no key.

    Examples
    --------
    >>> columns_of([{"n": 4, "steps": 7}, {"n": 5, "nodes": 2}])
    {'n': [4, 5], 'steps': [7, None], 'nodes': [None, 2]}
    """
    rows = list(rows)
    names = dict.fromkeys(name for row in rows for name in row)
    return {name: [row.get(name) for row in rows] for name in names}


def make_frame(columns: Mapping[str, Sequence[Any]], library: FrameLibrary | None = None) -> Any:
    """Make a data frame of pandas or polars.

    Parameters
    ----------
    columns : mapping of str to sequence
        The columns, of equal lengths.
    library : {"pandas", "polars"}, optional
        The library. By default the one that the program has already imported. If it has
        imported none or both: pandas if it is installed, otherwise polars.

    Returns
    -------
    pandas.DataFrame or polars.DataFrame

    Raises
    ------
    MissingExtra
        If the library is not installed, or neither of the two.

    Examples
    --------
    >>> frame = make_frame({"n": [4, 5]}, "pandas")  # doctest: +SKIP
    """
    if library is not None:
        check_choice(library, "library", _LIBRARIES)
    known = _LIBRARIES if library is None else (library,)
    for name in sorted(known, key=lambda name: name not in sys.modules):
        try:
            module = import_module(name)
        except ImportError:
            continue
        return module.DataFrame(dict(columns))
    raise MissingExtra(
        f"a data frame needs {' or '.join(known)}: pip install 'fastqueens[frame]' (pandas), or "
        "pip install polars"
    )
