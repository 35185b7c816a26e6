"""Running the command line: in this process, in one of its own, in a terminal, up to Ctrl-C."""

from __future__ import annotations

import io
import os
import pty
import select
import signal
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

import pytest

from fastqueens.cli import main

# A process may have been started deaf to SIGINT: a shell does so with what it runs behind.
_HEARING = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)\n"
_GO = "from fastqueens.cli import main\nmain()\n"
# Before its first search, when what that takes is imported, a command leaves a mark.
_MARK = """
from pathlib import Path
from fastqueens.search import Search
def run(self, run=Search.run):
    Path({mark!r}).touch()
    return run(self)
Search.run = run
"""
_PATIENCE = 60  # seconds for what takes one


@dataclass
class Ended:
    """What is left of a run; `seconds` from Ctrl-C to its end, if there was one."""

    returncode: int
    stdout: str
    stderr: str
    seconds: float = 0.0


def run(*args, stdin="", env=None):
    """Run a command in this process, which spares the start of another."""
    streams = {
        name: io.TextIOWrapper(io.BytesIO(), encoding="utf-8") for name in ("stdout", "stderr")
    }
    if isinstance(stdin, str | bytes):
        given = stdin if isinstance(stdin, bytes) else stdin.encode()
        stdin = io.TextIOWrapper(io.BytesIO(given), encoding="utf-8")
    streams["stdin"] = stdin
    with pytest.MonkeyPatch.context() as patch:
        for name, stream in streams.items():
            patch.setattr(sys, name, stream)
        for name, value in (env or {}).items():
            patch.setenv(name, value)
        with pytest.raises(SystemExit) as left:
            main([str(arg) for arg in args])
    for name in ("stdout", "stderr"):
        streams[name].flush()
    out, err = (streams[name].buffer.getvalue().decode() for name in ("stdout", "stderr"))
    return Ended(left.value.code, out, err)


def refused(*args):
    """Run a command that must refuse its arguments or its input, and say why."""
    ended = run(*args)
    assert ended.returncode == 2
    assert ended.stderr
    assert "Traceback" not in ended.stderr
    return ended


def write_files(folder, texts, suffix=".txt"):
    """Write files for commands to read, named without their suffix."""
    for name, text in texts.items():
        (folder / f"{name}{suffix}").write_text(text)


def run_process(*args, env=None, shell=None):
    """Run a command in a process of its own, or a line of bash with it as its $command."""
    command = [sys.executable, "-m", "fastqueens", *args]
    if shell is not None:
        command = ["bash", "-c", shell.replace("$command", " ".join(command))]
    ended = subprocess.run(
        command,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=_PATIENCE,
        env={**os.environ, **(env or {})},
        encoding="utf-8",
        errors="replace",
    )
    return Ended(ended.returncode, ended.stdout, ended.stderr)


def interrupted(*args):
    """Run a command in a process of its own, and press Ctrl-C once it is at work."""
    with tempfile.TemporaryDirectory() as folder:
        mark = Path(folder) / "mark"

        def searches(process):
            end = time.monotonic() + _PATIENCE
            while not mark.exists() and process.poll() is None and time.monotonic() < end:
                time.sleep(0.02)
            return mark.exists()

        return _press_once(searches, _MARK.format(mark=str(mark)) + _GO, args)


def interrupted_code(code, *args, cwd=None):
    """Run Python code in a process of its own, and press Ctrl-C.

    It says "ready" on its first line, and is let work from then on.
    """
    return _press_once(lambda process: process.stdout.readline() == b"ready\n", code, args, cwd)


def _press_once(ready, code, args, cwd=None):
    with subprocess.Popen(
        [sys.executable, "-c", _HEARING + code, *map(str, args)],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        bufsize=0,  # the first line is read to its end, and no further
        cwd=cwd,
    ) as process:
        try:
            begun = ready(process)
            if begun:
                _let_work(process, 0.3)
                assert process.poll() is None, "ended before it was interrupted"
            start = time.monotonic()
            process.send_signal(signal.SIGINT)
            out, err = process.communicate(timeout=_PATIENCE)
            seconds = time.monotonic() - start
        finally:
            process.kill()  # it may be endless
    assert begun, err.decode()
    return Ended(process.returncode, out.decode(), err.decode(), seconds)


def _let_work(process, seconds):
    """Wait until a process has spent so much time on a processor, which a busy machine delays."""
    start, end = _processor_time(process.pid), time.monotonic() + _PATIENCE
    if start is None:
        time.sleep(2 * seconds)
        return
    while process.poll() is None and time.monotonic() < end:
        time.sleep(0.02)
        spent = _processor_time(process.pid)
        if spent is not None and spent - start >= seconds:
            break


def _processor_time(pid):
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:  # not Linux, or it is gone
        return None
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def in_terminal(*args, env=None, interrupt_at=None, by=signal.SIGINT):
    """Run under a pseudo-terminal; what it wrote and its exit code.

    Ctrl-C is pressed when it has written the text `interrupt_at`; or another signal comes.
    """
    master, slave = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-c", _HEARING + _GO, *args],
        stdin=slave,
        stdout=slave,
        stderr=slave,
        env={**os.environ, **(env or {})},
    )
    os.close(slave)
    shown = b""
    try:
        while part := _read_terminal(master):
            shown += part
            if interrupt_at is not None and interrupt_at.encode() in shown:
                process.send_signal(by)
                interrupt_at = None
        code = process.wait(timeout=_PATIENCE)
    finally:
        process.kill()
        process.wait()
        os.close(master)
    return shown.decode(errors="replace"), code


def _read_terminal(master):
    """What has been written, b"" at the end."""
    assert select.select([master], [], [], _PATIENCE)[0], "nothing was written for a minute"
    try:
        return os.read(master, 1 << 16)
    except OSError:  # so Linux says that nobody can write to it any more
        return b""
