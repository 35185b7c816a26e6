"""Runs searches in threads, and ends a search when nobody waits for its answer any more.

A search ends as with Ctrl-C: an exception is raised in its thread, and appears between two steps of
the kernel, which take about 10 ms each. This works for every function of the package, with or
without a callback. Rejected alternatives: a flag that ``progress`` checks, because `queens.hint`
and others take no callback; and processes, because they take 0.3 s to start.
"""

from __future__ import annotations

import asyncio
import ctypes
import sys
from collections import deque
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, suppress
from threading import Lock, Semaphore, Thread
from typing import Any, Generic, TypeVar

__all__ = ["ClientGone", "SearchThreads", "TooManySearches"]

T = TypeVar("T")
_RETRY = 0.05  # seconds until the exception is raised again in a thread that is still running
_QUEUE = 8  # the most events that wait to be sent; if the queue is full, the search waits
_SHORT_THREADS = 8  # the most short requests that run at the same time
_SLOT_SECONDS = 0.3  # time to wait for a search that is ending, before a new one is refused


class ClientGone(BaseException):
    """Raised in the thread of a search when nobody waits for its answer any more."""


class TooManySearches(Exception):
    """Raised if all slots for long searches are taken.

    Parameters
    ----------
    owners : sequence of str
        The screens whose searches have the slots, such as ``"Watch (8-017)"``.
    """

    def __init__(self, owners: Sequence[str] = ()) -> None:
        super().__init__()
        self.owners = tuple(owners)


class SearchThread(Generic[T]):
    """A thread that runs one function for a coroutine.

    Parameters
    ----------
    work : callable
        The function.

    Attributes
    ----------
    answer : asyncio.Future
        The result or the exception of the function; cancelled if the thread was ended.
    """

    def __init__(self, work: Callable[[], T]) -> None:
        self._loop = asyncio.get_running_loop()
        self.answer: asyncio.Future[T] = self._loop.create_future()
        self._work = work
        self._finished = False
        self._lock = Lock()
        self._thread = Thread(target=self._run, name="fastqueens search", daemon=True)
        self._thread.start()

    def _run(self) -> None:
        result: Any = None
        error: BaseException | None = None
        with suppress(ClientGone):
            try:
                result = self._work()
            except BaseException as raised:
                error = raised
        while not self._finished:  # after `_finished` is set, `end` raises no exception here
            with suppress(ClientGone), self._lock:
                self._finished = True
        with suppress(ClientGone, RuntimeError):  # RuntimeError: the event loop is closed
            self._loop.call_soon_threadsafe(self._set_answer, result, error)

    def _set_answer(self, result: Any, error: BaseException | None) -> None:
        if self.answer.done():
            return
        if error is None:
            self.answer.set_result(result)
        elif isinstance(error, Exception) and not isinstance(error, StopIteration):
            self.answer.set_exception(error)
        else:
            self.answer.cancel()

    def end(self) -> bool:
        """Raise `ClientGone` in the thread; return whether it had finished already."""
        with self._lock:
            if not self._finished and not self._is_starting_thread():
                ident = ctypes.c_ulong(self._thread.ident or 0)
                ctypes.pythonapi.PyThreadState_SetAsyncExc(ident, ctypes.py_object(ClientGone))
            return self._finished

    def _is_starting_thread(self) -> bool:
        """Return whether the function is starting a thread: then `end` must not raise yet.

        Until Python 3.12 a new thread has the identifier of its parent for a moment. The exception
        could end the new thread before it reports its start, and the parent would wait for ever.
        """
        frame = sys._current_frames().get(self._thread.ident or 0)
        while frame is not None and frame.f_code is not Thread.start.__code__:
            frame = frame.f_back
        return frame is not None

    def join(self, seconds: float) -> None:
        """Wait for the thread to finish."""
        self._thread.join(seconds)


class _Channel(Generic[T]):
    """A queue of limited length from a thread to a coroutine."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._space = Semaphore(_QUEUE)
        self._items: deque[T] = deque()
        self._changed = asyncio.Event()
        self._closed = False

    def put_all(self, items: Iterator[T]) -> None:
        """Put items into the queue, and wait while the queue is full. Called in the thread."""
        for item in items:
            while not self._space.acquire(timeout=_RETRY):
                pass  # `ClientGone` can be raised after an attempt, but not during it
            self._items.append(item)
            self._loop.call_soon_threadsafe(self._changed.set)

    def close(self, *_: object) -> None:
        """Let `get` return without waiting."""
        self._closed = True
        self._changed.set()

    async def get(self, seconds: float) -> list[T]:
        """Return a list with the next item; an empty list after a timeout or after `close`."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while not (self._items or self._closed):
                    self._changed.clear()
                    await self._changed.wait()
        if not self._items:
            return []
        self._space.release()
        return [self._items.popleft()]


class SearchThreads:
    """The running searches of a server.

    Parameters
    ----------
    searches : int
        How many long searches may run at the same time.
    """

    def __init__(self, searches: int) -> None:
        self.searches = searches
        self._running: set[SearchThread[Any]] = set()
        self._owners: list[str] = []  # one for each slot that is taken
        self._short_slots = asyncio.Semaphore(_SHORT_THREADS)
        self._slot_freed = asyncio.Event()

    @asynccontextmanager
    async def slot(self, long: bool, owner: str = "another page") -> AsyncIterator[None]:
        """Wait for a slot and take it; for a long search, wait at most `_SLOT_SECONDS`.

        `owner` names the screen that searches, for the message to the next search.
        """
        if not long:
            async with self._short_slots:
                yield
            return
        if len(self._owners) >= self.searches:
            self._slot_freed.clear()
            with suppress(TimeoutError):
                async with asyncio.timeout(_SLOT_SECONDS):
                    await self._slot_freed.wait()
        if len(self._owners) >= self.searches:
            raise TooManySearches(self._owners)
        self._owners.append(owner)
        try:
            yield
        finally:
            self._owners.remove(owner)
            self._slot_freed.set()

    async def run(self, work: Callable[[], T], disconnected: Callable[[], Any]) -> T | None:
        """Run a function in a thread until it returns or the client disconnects."""
        thread = self._start(work)
        waiting = asyncio.ensure_future(disconnected())
        try:
            await asyncio.wait({thread.answer, waiting}, return_when=asyncio.FIRST_COMPLETED)
            answered = thread.answer.done() and not thread.answer.cancelled()
            return thread.answer.result() if answered else None
        finally:
            waiting.cancel()
            await self._end(thread)

    async def stream(
        self, work: Callable[[], Iterator[T]], disconnected: Callable[[], Any], *, every: float
    ) -> AsyncGenerator[T | None, None]:
        """Run an iterator in a thread, and yield its items until the client disconnects."""
        channel: _Channel[T] = _Channel()
        thread = self._start(lambda: channel.put_all(work()))
        thread.answer.add_done_callback(channel.close)
        waiting = asyncio.ensure_future(disconnected())
        waiting.add_done_callback(channel.close)
        try:
            while not waiting.done():
                await asyncio.sleep(0)  # lets the event loop notice a disconnect in a fast search
                items = await channel.get(every)
                if items:
                    yield items[0]
                elif thread.answer.done():
                    if not thread.answer.cancelled():
                        thread.answer.result()
                    return
                else:
                    yield None
        finally:
            waiting.cancel()
            await self._end(thread)

    def _start(self, work: Callable[[], T]) -> SearchThread[T]:
        thread = SearchThread(work)
        self._running.add(thread)
        # Without this callback, asyncio logs a warning about an exception that was not retrieved.
        thread.answer.add_done_callback(lambda answer: answer.cancelled() or answer.exception())
        return thread

    async def _end(self, thread: SearchThread[Any]) -> None:
        """End a thread, and wait until it has finished."""
        while not thread.end():
            with suppress(TimeoutError, asyncio.CancelledError, Exception):
                async with asyncio.timeout(_RETRY):
                    await asyncio.shield(thread.answer)
        thread.join(_RETRY)
        self._running.discard(thread)

    def stop(self) -> None:
        """End all threads, and wait until they have finished."""
        while running := [thread for thread in self._running if not thread.end()]:
            running[0].join(_RETRY)
        for thread in self._running:
            thread.join(_RETRY)
