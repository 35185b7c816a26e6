"""Searches in threads, which end when nobody waits for their answer any more.

A search is ended as Ctrl-C ends one: an exception is raised in its thread, which comes up between
two steps of the kernel, some 10 ms each. So every function of the package can be run, whether it
takes a callback or not. Looked at besides: a flag that ``progress`` looks at, which `queens.hint`
and its kin do not take; and processes, which take 0.3 s to start.
"""

from __future__ import annotations

import asyncio
import ctypes
import sys
from collections import deque
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, suppress
from threading import Lock, Semaphore, Thread
from typing import Any, Generic, TypeVar

__all__ = ["Busy", "Jobs", "Left"]

T = TypeVar("T")
_AGAIN = 0.05  # seconds until a search that has not ended is told to once more
_QUEUE = 8  # answers that wait to be sent: a slow page slows its search
_THREADS = 8  # short answers that are worked out at a time
_PATIENCE = 0.3  # seconds to wait for a search that is ending, before the next is refused


class Left(BaseException):
    """Raised in the thread of a search whose answer nobody waits for."""


class Busy(Exception):
    """Raised where as many searches run as may."""


class Job(Generic[T]):
    """A function that runs in a thread of its own, begun by a coroutine.

    Parameters
    ----------
    work : callable
        What to run.

    Attributes
    ----------
    answer : asyncio.Future
        What the function returns or raises; cancelled if the job was told to end.
    """

    def __init__(self, work: Callable[[], T]) -> None:
        self._loop = asyncio.get_running_loop()
        self.answer: asyncio.Future[T] = self._loop.create_future()
        self._work = work
        self._over = False
        self._lock = Lock()
        self._thread = Thread(target=self._run, name="fastqueens search", daemon=True)
        self._thread.start()

    def _run(self) -> None:
        found: Any = None
        error: BaseException | None = None
        with suppress(Left):
            try:
                found = self._work()
            except BaseException as raised:
                error = raised
        while not self._over:  # from here on nobody raises anything in this thread
            with suppress(Left), self._lock:
                self._over = True
        with suppress(Left, RuntimeError):  # a loop that is closed waits for nothing
            self._loop.call_soon_threadsafe(self._tell, found, error)

    def _tell(self, found: Any, error: BaseException | None) -> None:
        if self.answer.done():
            return
        if error is None:
            self.answer.set_result(found)
        elif isinstance(error, Exception) and not isinstance(error, StopIteration):
            self.answer.set_exception(error)
        else:
            self.answer.cancel()

    def end(self) -> bool:
        """Tell the function to end; return whether it had ended already."""
        with self._lock:
            if not self._over and not self._starts_a_thread():
                ident = ctypes.c_ulong(self._thread.ident or 0)
                ctypes.pythonapi.PyThreadState_SetAsyncExc(ident, ctypes.py_object(Left))
            return self._over

    def _starts_a_thread(self) -> bool:
        """Whether the function is starting a thread: then it is told to end later.

        Until Python 3.12 a thread that begins has the number of the one that starts it. The
        exception would end it before it says that it has begun, and the other would wait for ever.
        """
        frame = sys._current_frames().get(self._thread.ident or 0)
        while frame is not None and frame.f_code is not Thread.start.__code__:
            frame = frame.f_back
        return frame is not None

    def join(self, seconds: float) -> None:
        """Wait for the thread to end."""
        self._thread.join(seconds)


class _Channel(Generic[T]):
    """Hands things from a thread to a coroutine, a few at a time."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._room = Semaphore(_QUEUE)
        self._things: deque[T] = deque()
        self._awake = asyncio.Event()
        self._closed = False

    def fill(self, things: Iterator[T]) -> None:
        """Hand on what an iterator gives, in its thread; wait while there is no room."""
        for thing in things:
            while not self._room.acquire(timeout=_AGAIN):
                pass  # a search that is told to end hears it here
            self._things.append(thing)
            self._loop.call_soon_threadsafe(self._awake.set)

    def close(self, *_: object) -> None:
        """Let nobody wait for another thing."""
        self._closed = True
        self._awake.set()

    async def get(self, seconds: float) -> list[T]:
        """Return the next thing; nothing if there is none after some time, or at the end."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while not (self._things or self._closed):
                    self._awake.clear()
                    await self._awake.wait()
        if not self._things:
            return []
        self._room.release()
        return [self._things.popleft()]


class Jobs:
    """The searches of a server.

    Parameters
    ----------
    searches : int
        How many long ones may run at a time.
    """

    def __init__(self, searches: int) -> None:
        self.searches = searches
        self._running: set[Job[Any]] = set()
        self._free = searches
        self._turns = asyncio.Semaphore(_THREADS)
        self._freed = asyncio.Event()

    @asynccontextmanager
    async def slot(self, long: bool) -> AsyncIterator[None]:
        """Take one of the places for long searches, or wait for one of the others.

        Raises
        ------
        Busy
            If there is no place for a long one.
        """
        if not long:
            async with self._turns:
                yield
            return
        if not self._free:
            self._freed.clear()
            with suppress(TimeoutError):
                async with asyncio.timeout(_PATIENCE):
                    await self._freed.wait()
        if not self._free:
            raise Busy
        self._free -= 1
        try:
            yield
        finally:
            self._free += 1
            self._freed.set()

    async def run(self, work: Callable[[], T], gone: Callable[[], Any]) -> T | None:
        """Run a function in a thread, as long as somebody waits for it.

        Parameters
        ----------
        work : callable
            The function.
        gone : coroutine function
            Returns when nobody waits any more.

        Returns
        -------
        object
            What it returns, or None if nobody waited. Its exceptions are raised.
        """
        job = self._begin(work)
        leaving = asyncio.ensure_future(gone())
        try:
            await asyncio.wait({job.answer, leaving}, return_when=asyncio.FIRST_COMPLETED)
            over = job.answer.done() and not job.answer.cancelled()
            return job.answer.result() if over else None
        finally:
            leaving.cancel()
            await self._end(job)

    async def stream(
        self, work: Callable[[], Iterator[T]], gone: Callable[[], Any], *, every: float
    ) -> AsyncGenerator[T | None, None]:
        """Give what an iterator gives that runs in a thread, as long as somebody waits for it.

        Parameters
        ----------
        work : callable
            Makes the iterator.
        gone : coroutine function
            Returns when nobody waits any more.
        every : float
            Seconds after which None is given if there was nothing.

        Yields
        ------
        object
            What the iterator gives. Its exceptions are raised.
        """
        channel: _Channel[T] = _Channel()
        job = self._begin(lambda: channel.fill(work()))
        job.answer.add_done_callback(channel.close)
        leaving = asyncio.ensure_future(gone())
        leaving.add_done_callback(channel.close)
        try:
            while not leaving.done():
                await asyncio.sleep(0)  # a fast search leaves the loop no other turn to hear of it
                things = await channel.get(every)
                if things:
                    yield things[0]
                elif job.answer.done():
                    if not job.answer.cancelled():
                        job.answer.result()
                    return
                else:
                    yield None
        finally:
            leaving.cancel()
            await self._end(job)

    def _begin(self, work: Callable[[], T]) -> Job[T]:
        job = Job(work)
        self._running.add(job)
        job.answer.add_done_callback(lambda answer: answer.cancelled() or answer.exception())
        return job

    async def _end(self, job: Job[Any]) -> None:
        """End a job, and wait until it has."""
        while not job.end():
            with suppress(TimeoutError, asyncio.CancelledError, Exception):
                async with asyncio.timeout(_AGAIN):
                    await asyncio.shield(job.answer)
        job.join(_AGAIN)  # all that is left of it is to say so
        self._running.discard(job)

    def stop(self) -> None:
        """End all jobs, and wait until they have."""
        while left := [job for job in self._running if not job.end()]:
            left[0].join(_AGAIN)
        for job in self._running:
            job.join(_AGAIN)
