"""Run the command line in this process, in its own process, in a terminal, and with Ctrl-C."""

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
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from fastqueens.cli import main

POSIX = pytest.mark.skipif(os.name != "posix", reason="signals, devices and limits are POSIX")

# A shell starts background processes with SIGINT ignored, so restore the default handler.
_HEARING = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)\n"
_GO = "from fastqueens.cli import main\nmain()\n"
_GO_EACH = """
import sys
from fastqueens.cli import main
for words in sys.argv[1:]:
    try:
        main(words.split())
    except SystemExit as left:
        assert left.code == 0, words
"""
# A command creates this file after its imports, before its first search.
_MARK = """
from pathlib import Path
from fastqueens.search import Search
def run(self, run=Search.run):
    Path({mark!r}).touch()
    return run(self)
Search.run = run
"""
_PATIENCE = 60  # seconds to wait for anything that should take one second


@dataclass
class Ended:
    """The result of a run; `seconds` is the time from Ctrl-C to the end of the process."""

    returncode: int
    stdout: str
    stderr: str
    seconds: float = 0.0


def run(*args, stdin="", env=None):
    """Run a command in this process, which is faster than starting another process."""
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
    """Run a command whose arguments or input must be refused with a message."""
    ended = run(*args)
    assert ended.returncode == 2
    assert ended.stderr
    assert "Traceback" not in ended.stderr
    return ended


@contextmanager
def full_disk(size):
    """Limit the size of files, as a full disk does."""
    import resource

    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    deaf = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
        signal.signal(signal.SIGXFSZ, deaf)


def write_files(folder, texts, suffix=".txt"):
    """Write input files for commands; the keys of `texts` are names without suffix."""
    for name, text in texts.items():
        (folder / f"{name}{suffix}").write_text(text)


def run_process(*args, env=None, shell=None):
    """Run a command in its own process, or a line of bash in which $command is the command."""
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
    """Run a command in its own process and press Ctrl-C when its search has begun."""
    with tempfile.TemporaryDirectory() as folder:
        mark = Path(folder) / "mark"

        def searches(process):
            end = time.monotonic() + _PATIENCE
            while not mark.exists() and process.poll() is None and time.monotonic() < end:
                time.sleep(0.02)
            return mark.exists()

        return _press_once(searches, _MARK.format(mark=str(mark)) + _GO, args)


def interrupted_code(code, *args, cwd=None):
    """Run Python code in its own process and press Ctrl-C while it works.

    The code prints "ready" as its first line and then gets time to work.
    """
    return _press_once(lambda process: process.stdout.readline() == b"ready\n", code, args, cwd)


def _press_once(ready, code, args, cwd=None):
    with subprocess.Popen(
        [sys.executable, "-c", _HEARING + code, *map(str, args)],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        bufsize=0,  # unbuffered: reading the first line must not consume more output
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
            process.kill()  # the process may run forever
    assert begun, err.decode()
    return Ended(process.returncode, out.decode(), err.decode(), seconds)


def _let_work(process, seconds):
    """Wait until a process has used this much processor time, however busy the machine is."""
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
    except OSError:  # not Linux, or the process has ended
        return None
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def in_terminal(*args, env=None, interrupt_at=None, by=signal.SIGINT, each=False):
    """Run a command in a pseudo-terminal; return its output and its exit code.

    With `each`, every argument is a whole command, and all must succeed.

    Press Ctrl-C (or send the signal `by`) once the command has written the text `interrupt_at`.
    """
    master, slave = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-c", _HEARING + (_GO_EACH if each else _GO), *args],
        stdin=slave,
        stdout=slave,
        stderr=slave,
        env={**os.environ, **(env or {})},
    )
    os.close(slave)
    shown = bytearray()
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
    """Return the available output, or b"" at its end."""
    assert select.select([master], [], [], _PATIENCE)[0], "nothing was written for a minute"
    try:
        return os.read(master, 1 << 16)
    except OSError:  # Linux raises this error once no process has the terminal open for writing
        return b""
