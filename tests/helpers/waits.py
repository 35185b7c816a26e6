"""How long a call keeps other threads waiting for the GIL."""

from __future__ import annotations

import threading
import time


def longest_wait(work):
    """Return the longest CPU time, in seconds, of `work` between two turns of another thread.

    The time is CPU time of the working thread, so that a busy machine does not count. The least of
    three runs is returned, because the other thread may wait for a processor too.
    """
    return min(_longest_wait(work) for _ in range(3))


def _longest_wait(work):
    clock = time.pthread_getcpuclockid(threading.get_ident())
    ended = threading.Event()
    waits = [0.0]

    def watch():
        last = time.clock_gettime(clock)
        while not ended.wait(0.001):
            now = time.clock_gettime(clock)
            waits.append(now - last)
            last = now

    thread = threading.Thread(target=watch, daemon=True)
    thread.start()
    try:
        work()
    finally:
        ended.set()
        thread.join()
    return max(waits)
