"""Compare two versions of the package with the cases of `cases/work.py`.

    python bench/compare_versions.py OLD NEW                # some minutes
    python bench/compare_versions.py OLD NEW --rounds 20 --only "queens,sliding"
    python bench/compare_versions.py OLD NEW --isa all --json

OLD and NEW are Python interpreters, each with a version of the package. A folder after a comma, as
in ``.venv/bin/python,src``, replaces the installed package.

Each round starts a new process of both versions and runs all cases. In each case the versions take
turns in short slices and alternate who begins, so that other load affects both equally. Times are
processor seconds. The input of a case is prepared before the clock starts, and one extra run warms
up the caches. Ratios are new : old; above 1 the new version is slower. "best" compares the fastest
slices; "median" is the median over the rounds of the ratio of the summed slices. The exit code is 1
if the two versions did different work, or if a case is slower than ``--fail`` by both ratios.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from statistics import geometric_mean, median
from time import process_time
from typing import Any

SLICES = 4  # slices per version and round
TARGET = 0.02  # approximate seconds per slice


# ------------------------------------------------------------------- the process of one version


def work() -> None:
    """Answer requests, one line of JSON each: list the cases, or run a case."""
    from cases.work import CASES

    from fastqueens._kernels import cpu

    ready: dict[str, Any] = {}
    for line in sys.stdin:
        request = json.loads(line)
        if request["do"] == "tell":
            answer: Any = {
                "cases": {name: case.isas for name, case in CASES.items()},
                "isas": cpu.NAMES[: cpu.best + 1],
            }
        else:
            name = request["case"]
            # The kernels read this variable in every call.
            os.environ["FASTQUEENS_ISA"] = request["isa"]
            if name not in ready:
                ready.clear()  # keep one case only, so that other inputs do not fill the caches
                ready[name] = CASES[name].prepare()
                ready[name]()
            run = ready[name]
            start = process_time()
            for _ in range(request["times"]):
                did = run()
            answer = {"seconds": process_time() - start, "did": did}
        print(json.dumps(answer), flush=True)


class Version:
    """A version of the package in its own process."""

    def __init__(self, given: str) -> None:
        python, _, folder = given.partition(",")
        self.python = python
        environment = {k: v for k, v in os.environ.items() if k != "PYTHONPATH"}
        if folder:
            environment["PYTHONPATH"] = str(Path(folder).resolve())
        self.process = subprocess.Popen(
            [python, str(Path(__file__).resolve()), "--work"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=environment,
        )

    def ask(self, **request: Any) -> Any:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps(request) + "\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        if not line:
            sys.exit(f"{self.python} ended early at {request}")
        return json.loads(line)

    def __enter__(self) -> Version:
        return self

    def __exit__(self, *_: object) -> None:
        assert self.process.stdin is not None
        self.process.stdin.close()
        self.process.wait()


# ------------------------------------------------------------------------------- the comparison


class Timed:
    """The times of one case."""

    def __init__(self, name: str, isa: str) -> None:
        self.name, self.isa, self.times = name, isa, 1
        self.best = {"old": math.inf, "new": math.inf}  # seconds of one run
        self.ratios: list[float] = []
        self.did: dict[str, dict[str, int]] = {}

    def round(self, old: Version, new: Version, first: bool) -> None:
        pair = {"old": old, "new": new}
        total = dict.fromkeys(pair, 0.0)
        if first:
            self.calibrate(pair)
        for k in range(SLICES):
            for which in sorted(pair, reverse=bool(k % 2)):
                answer = pair[which].ask(do="run", case=self.name, isa=self.isa, times=self.times)
                seconds = answer["seconds"] / self.times
                total[which] += seconds
                self.best[which] = min(self.best[which], seconds)
                self.did[which] = answer["did"]
        self.ratios.append(total["new"] / total["old"])

    def calibrate(self, pair: dict[str, Version]) -> None:
        """Choose the number of runs per slice, the same for both versions."""
        while True:
            seconds = min(
                version.ask(do="run", case=self.name, isa=self.isa, times=self.times)["seconds"]
                for version in pair.values()
            )
            if seconds > TARGET / 4:
                self.times = max(1, round(self.times * TARGET / seconds))
                return
            self.times *= 4

    @property
    def changed(self) -> dict[str, tuple[int | None, int | None]]:
        """Return the counters in which the versions differ."""
        old, new = self.did["old"], self.did["new"]
        return {
            name: (old.get(name), new.get(name))
            for name in {**old, **new}
            if old.get(name) != new.get(name)
        }

    def report(self) -> dict[str, Any]:
        return {
            "case": self.name,
            "isa": self.isa,
            "old": self.best["old"],
            "new": self.best["new"],
            "best": self.best["new"] / self.best["old"],
            "median": median(self.ratios),
            "changed": self.changed,
        }


def measured(
    old: str, new: str, wanted: list[str], isas: list[str], rounds: int, *, quiet: bool = False
) -> list[Timed]:
    with Version(old) as one, Version(new) as other:
        known, also = one.ask(do="tell"), other.ask(do="tell")
    there = [isa for isa in known["isas"] if isa in also["isas"]]
    if isas == ["all"]:
        isas = there
    isas = isas or there[-1:]
    if unknown := [isa for isa in isas if isa not in there]:
        sys.exit(f"--isa {unknown[0]}: this machine has {', '.join(there)}")
    cases = [
        Timed(name, isa)
        for name, differs in known["cases"].items()
        if not wanted or any(x in name for x in wanted)
        for isa in (isas if differs else isas[-1:])
    ]
    for k in range(rounds):
        with Version(old) as one, Version(new) as other:
            for case in cases:
                case.round(one, other, first=k == 0)
        if not quiet:
            print(f"round {k + 1} of {rounds}", file=sys.stderr)
    return cases


def is_slower(row: dict[str, Any], limit: float) -> bool:
    """Tell whether both ratios exceed the limit; noise rarely raises both."""
    return bool(min(row["best"], row["median"]) > limit)


def mark(ratio: float, limit: float) -> str:
    """Write a ratio, in bold if the new version is slower than the limit allows."""
    return f"**{ratio:.3f}**" if ratio > limit else f"{ratio:.3f}"


def markdown(rows: Iterable[dict[str, Any]], limit: float) -> str:
    rows = list(rows)
    lines = [
        "| case | instructions | old, ms | new, ms | new : old, best | median |",
        "|---|---|---:|---:|---:|---:|",
    ]
    lines += [
        f"| {row['case']} | {row['isa']} | {row['old'] * 1e3:.3f} | {row['new'] * 1e3:.3f} "
        f"| {mark(row['best'], limit)} | {mark(row['median'], limit)} |"
        for row in rows
    ]
    means = [geometric_mean(row[key] for row in rows) for key in ("best", "median")]
    lines.append(f"| geometric mean | | | | {means[0]:.3f} | {means[1]:.3f} |")
    lines += [
        f"\n{row['case']}, {row['isa']}: {name} was {old}, is {new}"
        for row in rows
        for name, (old, new) in row["changed"].items()
    ]
    return "\n".join(lines)


def main() -> int:
    if sys.argv[1:] == ["--work"]:
        work()
        return 0
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("old", help="an interpreter, or one and a source folder with a comma")
    parser.add_argument("new", help="the same")
    parser.add_argument("--rounds", type=int, default=10, help="default 10")
    parser.add_argument("--only", default="", help="cases whose names have one of these in them")
    parser.add_argument("--isa", default="", help="instruction sets; default: the best, or: all")
    parser.add_argument("--limit", type=float, default=1.02, help="bold above it (default 1.02)")
    parser.add_argument("--fail", type=float, default=1.1, help="exit 1 above it (default 1.1)")
    parser.add_argument("--json", action="store_true", help="print the numbers as JSON")
    options = parser.parse_args()
    isas = [x for x in options.isa.split(",") if x]
    wanted = [x for x in options.only.split(",") if x]
    rows = [
        case.report()
        for case in measured(options.old, options.new, wanted, isas, max(1, options.rounds))
    ]
    print(json.dumps(rows, indent=1) if options.json else markdown(rows, options.limit))
    return int(any(row["changed"] or is_slower(row, options.fail) for row in rows))


if __name__ == "__main__":
    sys.exit(main())
