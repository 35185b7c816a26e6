"""pytest-benchmark cases for what scripts call: single calls, start-up, peak memory.

See test_bench_queens.py for how to run them.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from cases import calls, programs
from measure import Measure


@pytest.mark.parametrize("name", calls.CALLS)
def test_calls(measure: Measure, name: str) -> None:
    case = calls.CALLS[name]
    assert measure(case.prepare(), kernel=case.kernel, boards=case.boards) is not None


def run_python(arguments: list[str], standard_input: str = "") -> str:
    """Run a new Python; return its output."""
    command = [sys.executable, *arguments]
    return subprocess.run(
        command, input=standard_input, check=True, capture_output=True, text=True
    ).stdout


@pytest.mark.parametrize("name", programs.START_UP)
def test_start_up(measure: Measure, name: str) -> None:
    """Start Python and the package; the time is that of the clock."""
    assert measure(run_python, *programs.START_UP[name], kernel="cli", rounds=5)


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="only Linux tells the peak here")
@pytest.mark.parametrize("name", programs.LARGE)
def test_peak_memory(measure: Measure, name: str) -> None:
    """Run a large search in a process of its own; extra_info has its peak memory in MB."""
    printed = measure(run_python, programs.peak_memory(name), kernel="memory", rounds=5)
    megabytes = int(printed.splitlines()[-1]) / 1000
    measure.peak_memory(megabytes)
    assert megabytes > 1
