"""Commands in the little address space that each of many limits leaves, as `ulimit -v` sets them.

Run by tests/test_no_memory.py, which gives a command a line, behind a smaller one of its kind. Each
runs in a fork of this process, which has run the smaller one and so imported what is needed: Python
itself stumbles over many things when it compiles with too little memory. Prints, for each, the
limit's room in KiB, how it ended and what it said.
"""

from __future__ import annotations

import io
import os
import resource
import signal
import sys
import tempfile
import traceback
from contextlib import redirect_stderr, redirect_stdout, suppress
from pathlib import Path

from fastqueens.cli import main

ROOMS = [int(32 * 1.45**k) for k in range(20)]  # KiB, to 37 MB


def room(kib: int) -> None:
    """Leave so much address space beyond what is taken."""
    pages = int(Path("/proc/self/statm").read_text().split()[0])
    most = pages * resource.getpagesize() + kib * 1024
    resource.setrlimit(resource.RLIMIT_AS, (most, most))


def once(words: list[str]) -> None:
    """Run a command, whatever it says."""
    with redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()), suppress(SystemExit):
        main(words)


def run(words: list[str], kib: int) -> tuple[int, str]:
    """How a command ends with so much room, and what it says of it."""
    with tempfile.TemporaryFile() as told:
        child = os.fork()
        if not child:
            code = 99
            try:
                os.dup2(told.fileno(), 2)
                os.dup2(told.fileno(), 1)
                signal.alarm(20)  # no command here takes as long
                room(kib)
                main(words)
            except SystemExit as leave:
                code = int(leave.code or 0)
            except BaseException:
                traceback.print_exc()
            finally:
                os._exit(code)
        _, status = os.waitpid(child, 0)
        told.seek(0)
        return os.waitstatus_to_exitcode(status), told.read().decode(errors="replace")


if __name__ == "__main__":
    for line in sys.stdin:
        small, command = line.split("|")
        once(small.split())
        for kib in ROOMS:
            code, text = run(command.split(), kib)
            print(command.strip(), kib, code, " ".join(text.split()), sep=" | ")
