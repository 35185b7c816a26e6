"""Tasks that tests send to other processes: known ones, and some that go wrong."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path


def square(number, *_):
    """A task that is soon done."""
    return number * number, {"calls": 1}


def once_bad(number, how, folder):
    """Do wrong the first time that each task with a number ending in 3 is asked for."""
    seen = Path(folder, f"seen{number}")
    if number % 10 == 3 and not seen.exists():
        seen.touch()
        if how == "dies":
            os.kill(os.getpid(), signal.SIGKILL)
        if how == "hangs":
            time.sleep(1000)
        raise ValueError("no luck")
    return square(number)


def always_bad(number, how, _):
    """Do wrong every time, in task 7."""
    if number == 7:
        if how == "dies":
            os.kill(os.getpid(), signal.SIGKILL)
        if how == "hangs":
            time.sleep(1000)
        raise ValueError("no luck")
    return square(number)


def slow(number, seconds):
    """A task that takes some time."""
    time.sleep(seconds)
    return square(number)
