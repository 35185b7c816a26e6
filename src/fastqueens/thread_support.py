"""Whether this platform has threads, and what replaces them: a browser has none for Python."""

from __future__ import annotations

import sys
import time
from threading import Thread

__all__ = ["HAS_THREADS", "run_thread", "thread_time"]

HAS_THREADS = sys.platform not in ("emscripten", "wasi")


def thread_time() -> float:
    """Return the processor time of this thread in seconds."""
    # Without threads, Python has no clock for one of them.
    return time.thread_time() if HAS_THREADS else time.process_time()


def run_thread(thread: Thread) -> None:
    """Start a thread; without threads, run its function here and now."""
    if HAS_THREADS:
        thread.start()
    else:
        thread.run()
