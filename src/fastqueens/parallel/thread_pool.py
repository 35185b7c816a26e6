"""A pool of threads, also for a platform without threads."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from typing import Any, ParamSpec, TypeVar

from fastqueens.thread_support import HAS_THREADS

__all__ = ["thread_pool"]

P = ParamSpec("P")
T = TypeVar("T")


def thread_pool(threads: int, name: str, **words: Any) -> Executor:
    """Return a pool of threads; without threads, an executor that runs each task at `submit`.

    `words` are more keyword arguments of `ThreadPoolExecutor`.

    Examples
    --------
    >>> with thread_pool(2, "squares") as pool:
    ...     pool.submit(pow, 3, 2).result()
    9
    """
    if HAS_THREADS:
        return ThreadPoolExecutor(threads, name, **words)
    return _Inline(**words)


class _Inline(Executor):
    """Runs each task in the thread that submits it."""

    def __init__(
        self, initializer: Callable[..., object] | None = None, initargs: tuple[Any, ...] = ()
    ) -> None:
        if initializer is not None:
            initializer(*initargs)

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Run a function; return its result or its error as a future."""
        future: Future[T] = Future()
        future.set_running_or_notify_cancel()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:
            future.set_exception(error)
        return future
