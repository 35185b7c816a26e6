"""What a function tells by a callback, as an iterator, so that a stream can send it meanwhile."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from queue import Empty, SimpleQueue
from threading import Event, Thread
from typing import Any

from fastqueens.results import SearchStopped
from fastqueens.web.search_threads import Left

__all__ = ["lasting", "telling"]

_SOON = 0.05  # seconds until a search that is told to end hears it here


def telling(work: Callable[[Callable[[Any], None]], Any]) -> Iterator[Any]:
    """Run a function in a thread of its own, and give what it tells until it has ended.

    Parameters
    ----------
    work : callable
        Takes the callback. When the iterator is left, the callback raises, which ends it.

    Yields
    ------
    object
        What the callback was given; at last what the function returned, or the `SearchStopped`
        that it raised. Other exceptions are raised here.
    """
    told: SimpleQueue[tuple[bool, Any]] = SimpleQueue()
    leave = Event()

    def tell(what: Any) -> None:
        if leave.is_set():
            raise Left
        told.put((False, what))

    def run() -> None:
        with suppress(Left):
            try:
                told.put((True, work(tell)))
            except Exception as error:
                told.put((True, error))

    thread = Thread(target=run, name="fastqueens count", daemon=True)
    try:
        thread.start()
        while True:
            with suppress(Empty):
                over, what = told.get(timeout=_SOON)
                if isinstance(what, Exception) and not isinstance(what, SearchStopped):
                    raise what
                yield what
                if over:
                    return
    finally:
        leave.set()
        while thread.is_alive():
            with suppress(Left):  # the one who leaves may be told again
                thread.join()


def lasting(ms: float) -> str:
    """Write a time as people read it.

    Parameters
    ----------
    ms : float
        Milliseconds.

    Returns
    -------
    str

    Examples
    --------
    >>> lasting(0.01234), lasting(1234.5), lasting(12345)
    ('0.0123 ms', '1,234 ms', '12.35 s')
    """
    if ms >= 10_000:
        return f"{ms / 1e3:,.2f} s"
    return f"{ms:,.0f} ms" if ms >= 100 else f"{ms:.3g} ms"
