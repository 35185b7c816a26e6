"""Events of a function that reports its progress to a callback."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from queue import Empty, SimpleQueue
from threading import Event, Thread
from typing import Any, Generic, TypeVar

from fastqueens.results import SearchStopped
from fastqueens.web.search_threads import ClientGone

__all__ = ["CallbackEvents", "StreamEvent"]

StreamEvent = tuple[str, dict[str, Any]]  # the name of an event, and its data
T = TypeVar("T")
_POLL = 0.05  # seconds: a waiting `get` notices `ClientGone` only after its timeout


class CallbackEvents(Generic[T]):
    """The events of a function that passes values to a callback, and then returns a last value.

    Parameters
    ----------
    work : callable
        The function; it takes the callback. Its last value may be a `SearchStopped` that it raises.
    describe : callable
        Returns the event of a value.
    """

    def __init__(
        self, work: Callable[[Callable[[T], None]], T], describe: Callable[[Any], StreamEvent]
    ) -> None:
        self._work = work
        self._describe = describe

    def send_all(self, send: Callable[[StreamEvent], None]) -> None:
        """Run the function in this thread; call `send` with each event at once.

        This is for browsers, where Python has no threads. The function cannot be stopped.
        """
        send(self._describe(_last_value(self._work, lambda value: send(self._describe(value)))))

    def __iter__(self) -> Iterator[StreamEvent]:
        """Run the function in its own thread, and yield the events.

        The thread can be stopped at any time, because its callback raises `ClientGone`.
        """
        values: SimpleQueue[tuple[bool, Any]] = SimpleQueue()
        closed = Event()

        def put_value(value: T) -> None:
            if closed.is_set():
                raise ClientGone
            values.put((False, value))

        def run() -> None:
            with suppress(ClientGone):
                try:
                    values.put((True, _last_value(self._work, put_value)))
                except Exception as error:
                    values.put((True, _Failure(error)))

        thread = Thread(target=run, name="fastqueens count", daemon=True)
        try:
            thread.start()
            while True:
                with suppress(Empty):
                    is_last, value = values.get(timeout=_POLL)
                    if isinstance(value, _Failure):
                        raise value.error
                    yield self._describe(value)
                    if is_last:
                        return
        finally:
            closed.set()
            while thread.is_alive():
                with suppress(ClientGone):  # `SearchThread.end` may raise it here again
                    thread.join()


class _Failure:
    """An error that the function has raised."""

    def __init__(self, error: Exception) -> None:
        self.error = error


def _last_value(work: Callable[[Callable[[T], None]], T], put: Callable[[T], None]) -> Any:
    """Run the function; return its last value, or the `SearchStopped` that it has raised."""
    try:
        return work(put)
    except SearchStopped as stop:
        return stop
