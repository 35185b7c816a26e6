"""Measure the memory that a piece of Python needs."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

# ru_maxrss would count the memory of the parent as well.
_REPORT = """
for line in open("/proc/self/status"):
    if line.startswith("VmHWM"):
        print(int(line.split()[1]) >> 10)
"""


def peak_memory(code, *args):
    """Return the largest memory of a new process that runs `code`, in MiB."""
    if not Path("/proc/self/status").exists():
        pytest.skip("only Linux tells the peak memory of one process")
    if "asan" in os.environ.get("LD_PRELOAD", ""):
        pytest.skip("a sanitizer takes memory of its own")
    command = [sys.executable, "-c", code + _REPORT, *args]
    ended = subprocess.run(command, capture_output=True, text=True)
    assert ended.returncode == 0, ended.stderr
    return int(ended.stdout.split()[-1])
