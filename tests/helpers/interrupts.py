"""Exceptions at chosen instructions of the Python code of fastqueens, as from a signal handler."""

import sys
from contextlib import contextmanager
from pathlib import Path

import fastqueens

_SOURCE = str(Path(fastqueens.__file__).parent)


class Countdown:
    """Counts instructions; reaches zero at the instruction that is interrupted."""

    def __init__(self, left):
        self.left = left


@contextmanager
def interrupted_after(instructions):
    """Raise KeyboardInterrupt after so many instructions of fastqueens.

    Yields the countdown: it is above zero at the end if there were fewer instructions.
    """
    countdown = Countdown(instructions)

    def trace(frame, event, arg):
        if not frame.f_code.co_filename.startswith(_SOURCE):
            return None
        frame.f_trace_opcodes = True
        countdown.left -= 1
        if not countdown.left:
            raise KeyboardInterrupt  # this also ends the tracing
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        yield countdown
    finally:
        sys.settrace(before)


def drain(iterator, plain, stride=7):
    """Return the items of an iterator, and how many of its calls were interrupted.

    Each item is asked for again after each interrupt, which comes `stride` instructions later every
    time. The instructions that are interrupted differ from item to item.
    """
    items, interrupts, instructions = [], 0, 1
    while True:
        try:
            with interrupted_after(instructions):
                item = next(iterator)
        except KeyboardInterrupt:
            interrupts += 1
            instructions += stride
        except StopIteration:
            return items, interrupts
        else:
            items.append(plain(item))
            instructions = 1 + len(items) % stride
