"""The values of ``progress=`` that are not functions of the user: a progress bar, and ``print``."""

from __future__ import annotations

import weakref
from collections.abc import Callable, Iterator, Mapping
from time import perf_counter
from typing import TYPE_CHECKING, Any

from fastqueens.extras import extra

if TYPE_CHECKING:
    from rich.progress import Progress as RichProgress

__all__ = ["call_with_reporter", "has_reporter", "sentence_of"]


def has_reporter(progress: object) -> bool:
    """Whether `progress` is ``"bar"`` or ``print``, which need a function of this module."""
    return progress is print or (isinstance(progress, str) and progress == "bar")


def call_with_reporter(
    function: Callable[..., Any], args: tuple[Any, ...], keywords: Mapping[str, Any]
) -> Any:
    """Call a function with a progress bar, or with a function that prints sentences."""
    if keywords["progress"] is print:
        return function(*args, **{**keywords, "progress": _Printer()})
    bar = _Bar()
    try:
        result = function(*args, **{**keywords, "progress": bar})
        if isinstance(result, Iterator):  # its search runs while the caller takes the items
            weakref.finalize(result, bar.stop)
            return result
    except BaseException:
        bar.stop()
        raise
    bar.stop()
    return result


def sentence_of(*now: Any, seconds: float) -> str:
    """Return the arguments of a progress callback as a sentence.

    The arguments are a record, or the numbers of finished and of all items; a row of a comparison
    may come before the numbers.

    Examples
    --------
    >>> sentence_of(3, 1200, seconds=0.34)
    '3 of 1,200 done, 0.3 s'
    """
    if len(now) == 1:
        return str(now[0])
    *_, done, total = now
    return f"{done:,} of {total:,} done, {seconds:.1f} s"


class _Printer:
    """A progress callback that prints sentences."""

    def __init__(self) -> None:
        self._start = perf_counter()
        self._last: tuple[Any, ...] | None = None

    def __call__(self, *now: Any) -> None:
        if now != self._last:  # some functions report an unchanged number again
            print(sentence_of(*now, seconds=perf_counter() - self._start))
        self._last = now


class _Bar:
    """A progress callback that shows the bar of rich, from its first call on."""

    def __init__(self) -> None:
        self._start = perf_counter()
        self._shown: RichProgress | None = None

    def __call__(self, *now: Any) -> None:
        shown = self._shown or self._begin()
        if len(now) == 1:
            share = getattr(now[0], "fraction", 0.0)
            done, total = (share, 1.0) if share else (0.0, None)
        else:
            *_, done, total = now
        text = sentence_of(*now, seconds=perf_counter() - self._start)
        task = shown.task_ids[0]
        shown.update(task, completed=done, total=total, description=text, refresh=True)

    def _begin(self) -> RichProgress:
        from rich.console import Console
        from rich.progress import BarColumn, Progress, TextColumn

        console = Console(stderr=True)
        if console.is_jupyter:
            with extra("notebook", "a progress bar in a notebook needs ipywidgets"):
                from importlib import import_module

                import_module("ipywidgets")
        columns = BarColumn(), TextColumn("{task.description}", markup=False)
        self._shown = Progress(*columns, console=console, auto_refresh=False)
        self._shown.add_task("", total=None)
        self._shown.start()
        return self._shown

    def stop(self) -> None:
        """Stop updating the bar; it stays on the screen."""
        if self._shown is not None:
            self._shown.stop()
            self._shown = None
