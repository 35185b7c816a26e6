"""Tasks that tests send to other processes: correct ones and ones that fail."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path


def square(number, *_):
    """A task that ends quickly."""
    return number * number, {"calls": 1}


def once_bad(number, how, folder):
    """Fail on the first call of each task whose number ends in 3."""
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
    """Fail on every call of task 7."""
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
