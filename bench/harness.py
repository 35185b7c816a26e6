"""Timing and reports, shared by all benchmarks.

Contenders take turns for some rounds, so that other load affects all of them equally. The best
round shows what the code can do, the median shows how steady that is. A ratio is the median of the
ratios of all rounds. Times are processor seconds (`process_time`), which other programs do not
change; if several threads work, they are wall-clock seconds (`perf_counter`). Each script says
which clock it uses.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import sys
from collections.abc import Callable, Mapping, Sequence
from importlib.metadata import PackageNotFoundError, version
from statistics import median
from time import perf_counter, process_time
from typing import Any

from fastqueens._kernels import cpu

__all__ = [
    "ISAS",
    "Times",
    "about",
    "agree",
    "cell",
    "installed",
    "interleaved",
    "options",
    "perf_counter",
    "pinned",
    "print_report",
    "process_time",
    "processor",
    "ratio",
    "read",
    "table",
    "timed",
    "use",
]

ISAS = cpu.NAMES[: cpu.best + 1]  # instruction sets of this machine, the best one last

Clock = Callable[[], float]
Call = Callable[[], Any]


# ---------------------------------------------------------------------------- instruction sets


def use(isa: str) -> None:
    """Force an instruction set; the kernels read the setting in every call."""
    os.environ["FASTQUEENS_ISA"] = isa


def pinned(isa: str, call: Call) -> Call:
    """Return a function that makes the call with this instruction set."""

    def run() -> Any:
        use(isa)
        return call()

    return run


# -------------------------------------------------------------------------------------- timing


class Times(list[float]):
    """The seconds of all rounds."""

    @property
    def best(self) -> float:
        return min(self)

    @property
    def median(self) -> float:
        return median(self)

    def each(self, many: int) -> Times:
        """Return the seconds per item, for calls that process this many items."""
        return Times(seconds / many for seconds in self)


def timed(call: Call, clock: Clock = process_time) -> tuple[float, Any]:
    """Return the seconds of a call, and its result."""
    start = clock()
    result = call()
    return clock() - start, result


def interleaved(
    contenders: Mapping[str, Call],
    rounds: int,
    *,
    clock: Clock = process_time,
    least: float = 0.0,
    patience: float | None = None,
    check: Callable[[str, Any], object] | None = None,
) -> dict[str, Times]:
    """Time contenders in turns.

    Parameters
    ----------
    contenders : mapping of str to callable
        Functions by name. An attribute ``prepare`` of a function is called before the clock starts.
    rounds : int
        The number of turns of each contender.
    clock : callable
        `process_time` or `perf_counter`.
    least : float
        A turn repeats the call for at least so many seconds; its time is the median.
    patience : float, optional
        A contender that took more seconds in a turn has no further turn.
    check : callable, optional
        Called with each name and answer.
    """
    seconds = {name: Times() for name in contenders}
    for _ in range(rounds):
        for name, call in contenders.items():
            if patience is not None and seconds[name] and max(seconds[name]) > patience:
                continue
            tries: list[float] = []
            while not tries or (sum(tries) < least and len(tries) < 1000):
                getattr(call, "prepare", lambda: None)()
                took, result = timed(call, clock)
                tries.append(took)
            if check is not None:
                check(name, result)
            seconds[name].append(median(tries))
    return seconds


def ratio(theirs: Sequence[float], ours: Sequence[float]) -> float:
    """Return how many times as fast we are: the median of the ratios of all rounds."""
    return median(a / b for a, b in zip(theirs, ours, strict=False))


def agree(what: str, found: Any, expected: Any) -> None:
    """End the program if an answer differs from the known one."""
    if found != expected:
        sys.exit(f"{what}: found {found}, expected {expected}")


# ------------------------------------------------------------------------------------ the machine


def processor() -> str:
    try:
        with open("/proc/cpuinfo") as file:
            return next(x.split(":", 1)[1].strip() for x in file if x.startswith("model name"))
    except (OSError, StopIteration):
        return platform.processor() or platform.machine()


def installed(package: str) -> str | None:
    """Return the version of a package, or None if it is not installed."""
    try:
        return version(package)
    except PackageNotFoundError:
        return None


def about(
    repeat: int, *rivals: str, clock: str = "processor", how: str = "interleaved rounds"
) -> dict[str, Any]:
    """Describe the measurement, the machine and the versions, for the first line of a report."""
    return {
        "cpu": processor(),
        "python": platform.python_version(),
        "fastqueens": installed("fastqueens") or "from its sources",
        "compiler": cpu.compiler,
        "rivals": {name: installed(name) for name in rivals},
        "repeat": f"{repeat} {how}",
        "seconds": "of the processor" if clock == "processor" else "of the clock on the wall",
    }


def line(told: Mapping[str, Any]) -> str:
    """Write the description of `about` as a sentence."""
    rivals = "".join(
        f", {name} {number or '(left out)'}" for name, number in told["rivals"].items()
    )
    return (
        f"{told['cpu']}; fastqueens {told['fastqueens']} ({told['compiler']}), Python "
        f"{told['python']}{rivals}. {told['repeat']}; seconds "
        f"{told['seconds']}."
    )


# ------------------------------------------------------------------------------------ the options


def options(doc: str | None, *, repeat: int = 5, isa: bool = False) -> argparse.ArgumentParser:
    """Make a parser with the options of all scripts."""
    parser = argparse.ArgumentParser(description=(doc or "").split("\n", 1)[0])
    parser.add_argument("--repeat", type=int, default=repeat, help=f"rounds (default {repeat})")
    parser.add_argument("--json", action="store_true", help="print the numbers as JSON")
    if isa:
        every = ",".join(ISAS)
        parser.add_argument("--isa", default=every, help=f"instruction sets (default {every})")
    return parser


def read(parser: argparse.ArgumentParser) -> argparse.Namespace:
    """Parse the command line; `isa` becomes a list, and numbers must be at least 1."""
    given = parser.parse_args()
    for name, value in vars(given).items():
        if type(value) is int and value < 1:
            parser.error(f"--{name} takes 1 or more")
    if hasattr(given, "isa"):
        given.isa = given.isa.split(",")
        if unknown := [isa for isa in given.isa if isa not in ISAS]:
            parser.error(f"--isa {unknown[0]}: this machine has {', '.join(ISAS)}")
    return given


# ------------------------------------------------------------------------------------- the report


def table(head: Sequence[str], rows: Sequence[Sequence[Any]], left: int = 1) -> str:
    """Write a Markdown table whose first `left` columns are left-aligned."""
    dashes = ["---" if k < left else "---:" for k in range(len(head))]
    lines = [head, dashes, *rows]
    return "\n".join("| " + " | ".join(map(str, cells)) + " |" for cells in lines)


def cell(times: float) -> str:
    """Write a ratio with three digits, in bold if it is below 1 (fastqueens is slower)."""
    text = f"{times:,.0f}" if times >= 100 else f"{times:.3g}"
    return f"**{text}**" if times < 1 else text


def print_report(
    given: argparse.Namespace, report: dict[str, Any], markdown: Callable[[dict[str, Any]], str]
) -> None:
    """Print a report as Markdown or JSON; the text of its key "about" comes first."""
    if given.json:
        print(json.dumps(report, indent=1))
    else:
        print(f"{line(report['about'])}\n\n{markdown(report)}")
