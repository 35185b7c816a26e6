"""Turns callbacks into an iterator, so that a stream can send what a running function reports."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from queue import Empty, SimpleQueue
from threading import Event, Thread
from typing import Any

from fastqueens.results import SearchStopped
from fastqueens.web.search_threads import ClientGone

__all__ = ["format_duration", "iterate_callbacks"]

_POLL = 0.05  # seconds: a waiting `get` notices `ClientGone` only after its timeout


def iterate_callbacks(work: Callable[[Callable[[Any], None]], Any]) -> Iterator[Any]:
    """Run a function in its own thread, and yield the values that it passes to its callback."""
    values: SimpleQueue[tuple[bool, Any]] = SimpleQueue()
    closed = Event()

    def put_value(value: Any) -> None:
        if closed.is_set():
            raise ClientGone
        values.put((False, value))

    def run() -> None:
        with suppress(ClientGone):
            try:
                values.put((True, work(put_value)))
            except Exception as error:
                values.put((True, error))

    thread = Thread(target=run, name="fastqueens count", daemon=True)
    try:
        thread.start()
        while True:
            with suppress(Empty):
                is_last, value = values.get(timeout=_POLL)
                if isinstance(value, Exception) and not isinstance(value, SearchStopped):
                    raise value
                yield value
                if is_last:
                    return
    finally:
        closed.set()
        while thread.is_alive():
            with suppress(ClientGone):  # `SearchThread.end` may raise it here again
                thread.join()


def format_duration(ms: float) -> str:
    """Write a time with three digits, as the page does.

    Examples
    --------
    >>> format_duration(0.01234), format_duration(1234.5), format_duration(60_000)
    ('12.3 µs', '1.23 s', '60 s')
    """
    units = ((9.995e-4, 1e6, "ns"), (0.9995, 1e3, "µs"), (999.5, 1.0, "ms"))
    factor, unit = next(((f, u) for end, f, u in units if ms < end), (1e-3, "s"))
    number = float(f"{ms * factor:.3g}")
    return f"{number:,.10g} {unit if ms else 'ms'}"
