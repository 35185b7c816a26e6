"""Measure every published figure in one run, and write the figures into the documents.

    pip install '.[bench]'
    python bench/publish.py                # about 12 minutes on a quiet machine: figures.json
    python bench/publish.py --write        # the tables of the documents, from figures.json
    python bench/publish.py --only queens  # measure and show one table; saves nothing
    python bench/publish.py --quick        # tiny inputs, to try the script; saves nothing

Every table comes from one version on one machine, and a rival runs beside fastqueens on the same
problems, in turns. A rival that is not installed is reported as such. Each section runs in a
process of its own. A section that fails ends the run, and nothing is saved.
"""

from __future__ import annotations

import argparse
import datetime
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from time import perf_counter, sleep
from typing import Any

import figures
import harness
from harness import ISAS, installed
from tables import cover, csp, nqueens, packing, processes, queens, scale, sliding, stars
from tables.table import BEST, Table

from fastqueens.build_info import facts

RIVALS = (
    "ortools", "python-sat", "numba", "python-constraint2", "exact-cover", "xcover", "miniexact",
    "slidingpuzzle",
)  # fmt: skip
BUSY = 0.3  # processors that other programs use; with more, a run is marked as preliminary

# The short ones come first: a section that fails ends the run.
SECTIONS: dict[str, Callable[[bool], dict[str, Table]]] = {
    "interrupts": processes.interrupts,
    "start": processes.start_up,
    "install": processes.install,
    "queens": queens.coloured_queens,
    "methods": queens.methods,
    "permutations": queens.permutations,
    "generation": queens.generation,
    "rating": queens.rating,
    "stars": stars.star_battle,
    "nqueens": nqueens.n_queens,
    "csp": csp.constraints,
    "csp-boards": csp.large_boards_by_csp,
    "cover": cover.exact_covers,
    "sudoku": cover.sudoku,
    "packing": packing.packings,
    "sliding": sliding.tiles,
    "scale": scale.scale,
}


def other_load(seconds: float = 3.0) -> float:
    """Return how many processors other programs use now; 0 where the system does not tell."""

    def times() -> tuple[int, int]:
        fields = [int(x) for x in Path("/proc/stat").read_text().split("\n", 1)[0].split()[1:9]]
        return sum(fields), fields[3] + fields[4]  # all, idle and waiting for the disk

    try:
        before = times()
        sleep(seconds)
        whole, idle = (b - a for a, b in zip(before, times(), strict=True))
    except OSError:
        return 0.0
    return (os.cpu_count() or 1) * (1 - idle / whole)


def about(busy: bool) -> dict[str, Any]:
    """Describe the machine in words, and the versions."""
    commit = subprocess.run(
        ["git", "rev-parse", "--short=9", "HEAD"], cwd=figures.ROOT, capture_output=True, text=True
    ).stdout.strip()
    known = facts()
    cores = os.cpu_count() or 1
    return {
        "version": known["version"],
        "commit": commit or "unknown",
        "date": datetime.date.today().isoformat(),
        "machine": f"{harness.processor()} with {figures.ISAS[BEST]}, {cores} processors",
        "instruction_sets": list(ISAS),
        "compiler": known["compiler"],
        "python": known["python"],
        "rivals": {name: installed(name) for name in RIVALS},
        "preliminary": busy,
    }


def measured(name: str, quick: bool) -> dict[str, Table]:
    """Run a section in a process of its own, and return its tables."""
    command = [sys.executable, __file__, "--only", name, "--json", *["--quick"] * quick]
    start = perf_counter()
    ran = subprocess.run(command, stdout=subprocess.PIPE, text=True)
    if ran.returncode:
        sys.exit(f"{name}: failed, nothing is saved")
    print(f"{name}: {perf_counter() - start:.0f} s", file=sys.stderr)
    tables: dict[str, Table] = json.loads(ran.stdout)
    return tables


def write(data: figures.Data) -> None:
    """Rewrite the blocks of the documents."""
    for name in figures.DOCUMENTS:
        path = figures.ROOT / name
        before = path.read_text(encoding="utf-8")
        after = figures.rewritten(before, data)
        if after != before:
            path.write_text(after, encoding="utf-8")
            print(f"{name}: written")
        for number in figures.strangers(after, data):
            print(f"{name}: {number!r} is in no table of figures.json")


def main() -> int:
    """Measure, or write the documents."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("--write", action="store_true", help="write the documents, measure nothing")
    parser.add_argument("--only", choices=SECTIONS, help="measure and show one section")
    parser.add_argument("--quick", action="store_true", help="tiny inputs; saves nothing")
    parser.add_argument("--json", action="store_true", help="with --only: print JSON")
    given = parser.parse_args()
    if given.write:
        write(figures.load())
        return 0
    if given.only:
        tables = SECTIONS[given.only](given.quick)
        if given.json:
            print(json.dumps(tables))
        else:
            print("\n\n".join(map(figures.markdown, tables.values())))
        return 0
    data: dict[str, Any] = {"about": about(other_load() > BUSY), "tables": {}}
    start = perf_counter()
    for name in SECTIONS:
        data["tables"] |= measured(name, given.quick)
    print(f"all: {perf_counter() - start:.0f} s", file=sys.stderr)
    if given.quick:
        print("\n\n".join(map(figures.markdown, data["tables"].values())))
    else:
        figures.DATA.write_text(
            json.dumps(data, indent=1, ensure_ascii=False) + "\n", encoding="utf-8"
        )
        print(f"{figures.DATA.name}: {len(data['tables'])} tables", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
