"""What a user waits for: installing, the start of a process, the end after Ctrl-C."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from functools import partial
from pathlib import Path
from statistics import median
from time import perf_counter

import figures
import harness
from cases import programs
from harness import installed

from tables.table import ABSENT, Table, table


def interrupts(quick: bool) -> dict[str, Table]:
    """How long searches go on after Ctrl-C."""
    command = [sys.executable, str(figures.ROOT / "bench" / "interrupts.py")]
    command += ["--json", "--rounds", "1", *(["--only", "queens.hint"] if quick else [])]
    ran = subprocess.run(command, capture_output=True, text=True)
    found = [row for row in json.loads(ran.stdout) if not row["ended"]]
    longest = sorted(found, key=lambda row: -float(row["processor"]))[:8]
    rows = [[row["search"], row["processor"] / 1e3] for row in longest]
    rows.append([f"the median of all {len(found)} searches",
                 median(row["processor"] for row in found) / 1e3])  # fmt: skip
    says = (
        "The processor time from Ctrl-C to the end of the call, for the searches in which it is "
        "longest."
    )
    columns = [("search", ""), ("time", "s")]
    return {"interrupts": table("interrupts", "Ctrl-C", says, columns, rows)}


def start_up(quick: bool) -> dict[str, Table]:
    """What a script waits for before its first answer."""
    calls = {
        "Python alone": (["-c", "pass"], ""),
        "`import numpy`": (["-c", "import numpy"], ""),
        "`import fastqueens.queens`": programs.START_UP["import"],
        "`fastqueens solve` of a board": programs.START_UP["solve"],
        "`import ortools.sat.python.cp_model`": (["-c", "import ortools.sat.python.cp_model"], ""),
        "`import numba`": (["-c", "import numba"], ""),
    }
    needs = {"ortools": installed("ortools"), "numba": installed("numba")}
    there = {
        name: partial(
            subprocess.run, [sys.executable, *call], input=given, text=True, capture_output=True,
            check=True,
        )
        for name, (call, given) in calls.items()
        if all(version for package, version in needs.items() if package in name)
    }  # fmt: skip
    took = harness.interleaved(there, 1 if quick else 5, clock=perf_counter)
    rows = [[name, took[name].median if name in took else ABSENT] for name in calls]
    says = "The wall-clock time from the start of a new process to its end."
    return {
        "start": table("start", "Start of a process", says, [("program", ""), ("time", "s")], rows)
    }


def install(quick: bool) -> dict[str, Table]:
    """The first command of the README, without a cache of the compiler."""
    seconds: float | None = None
    if not quick:
        environment = {k: v for k, v in os.environ.items() if k not in ("CC", "PYTHONPATH")}
        environment["CCACHE_DISABLE"] = "1"
        with tempfile.TemporaryDirectory() as folder:
            clone = Path(folder) / "fastqueens"
            subprocess.run(["git", "clone", "-q", str(figures.ROOT), str(clone)], check=True)
            start = perf_counter()
            subprocess.run(
                f"{sys.executable} -m venv .venv && .venv/bin/pip install -q '.[image]'",
                shell=True, cwd=clone, env=environment, check=True,
            )  # fmt: skip
            seconds = perf_counter() - start
    says = (
        "The wall-clock time of the installation by the first command of the README, in a fresh "
        "clone."
    )
    columns = [("command", ""), ("time", "s")]
    rows = [["pip install", seconds]]
    return {"install": table("install", "Installing", says, columns, rows)}
