"""Packages that only some functions need: the error without them names the extra to install."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from fastqueens.results import InputError

__all__ = ["MissingExtra", "extra"]


class MissingExtra(InputError, ImportError):
    """A package is not installed. The message names the extra of fastqueens that installs it."""


@contextmanager
def extra(name: str, what: str, *, source: str | None = None) -> Iterator[None]:
    """Raise `MissingExtra` if an import in the block fails.

    `name` is the extra, `what` is the part of the message that says who needs which package.

    Examples
    --------
    >>> with extra("table", "writing Parquet needs pyarrow"):
    ...     import pyarrows
    Traceback (most recent call last):
    ...
    fastqueens.extras.MissingExtra: writing Parquet needs pyarrow: pip install 'fastqueens[table]' \
(No module named 'pyarrows')
    """
    try:
        yield
    except ImportError as error:
        install = f"pip install 'fastqueens[{name}]'"
        raise MissingExtra(f"{what}: {install} ({error})", source=source) from error
