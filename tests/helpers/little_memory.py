"""Run commands with limited address space, as `ulimit -v` limits it.

tests/test_no_memory.py runs this file and writes one command per line, preceded by a smaller
command of the same kind. The smaller command runs first and imports all modules, because
Python itself fails in many ways if it compiles with too little memory. Then the command runs in a
fork with each limit. For each fork this prints the available KiB, the exit code and the output.
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

ROOMS = [int(32 * 1.45**k) for k in range(20)]  # KiB, up to 37 MB


def room(kib: int) -> None:
    """Limit the address space to this much more than the process uses now."""
    pages = int(Path("/proc/self/statm").read_text().split()[0])
    most = pages * resource.getpagesize() + kib * 1024
    resource.setrlimit(resource.RLIMIT_AS, (most, most))


def once(words: list[str]) -> None:
    """Run a command and ignore its output."""
    with redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()), suppress(SystemExit):
        main(words)


def run(words: list[str], kib: int) -> tuple[int, str]:
    """Return the exit code and the error output of a command with this much memory."""
    with tempfile.TemporaryFile() as told:
        child = os.fork()
        if not child:
            code = 99
            try:
                os.dup2(told.fileno(), 2)
                os.dup2(told.fileno(), 1)
                signal.alarm(20)  # all commands here are faster than this
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
