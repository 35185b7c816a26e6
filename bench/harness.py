"""How everything here is timed and reported.

Contenders take turns: each once, then each again, for some rounds, so that a busy machine hurts all
alike. The best of the rounds is what the code can do, the median says how steady that is. A
ratio is the median of the rounds' ratios. Seconds are of the processor (`process_time`), which
other programs do not add to, but where several threads work: those are of the clock on the
wall (`perf_counter`). Each script says which.
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

ISAS = cpu.NAMES[: cpu.best + 1]  # of this machine, the best one last

Clock = Callable[[], float]
Call = Callable[[], Any]


# -------------------------------------------------------------------------------- instructions


def use(isa: str) -> None:
    """Force an instruction set; the kernels read it at every call."""
    os.environ["FASTQUEENS_ISA"] = isa


def pinned(isa: str, call: Call) -> Call:
    """Return the call with an instruction set forced."""

    def run() -> Any:
        use(isa)
        return call()

    return run


# -------------------------------------------------------------------------------------- timing


class Times(list[float]):
    """Seconds of the rounds."""

    @property
    def best(self) -> float:
        return min(self)

    @property
    def median(self) -> float:
        return median(self)

    def each(self, many: int) -> Times:
        """Return the seconds of one of many."""
        return Times(seconds / many for seconds in self)


def timed(call: Call, clock: Clock = process_time) -> tuple[float, Any]:
    """Return the seconds of a call, and what it returns."""
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
        By name. Where one has an attribute ``prepare``, that is called first, off the clock.
    rounds : int
        How often each has its turn.
    clock : callable
        `process_time` or `perf_counter`.
    least : float
        A turn is repeated until it has taken so many seconds; its time is the median.
    patience : float, optional
        Who took longer than this in a turn has no further one.
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
    """How many times as fast we are: the median of the rounds' ratios."""
    return median(a / b for a, b in zip(theirs, ours, strict=False))


def agree(what: str, found: Any, expected: Any) -> None:
    """End the program where an answer is not the known one."""
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
    """Return the version of a package, None where it is absent."""
    try:
        return version(package)
    except PackageNotFoundError:
        return None


def about(
    repeat: int, *rivals: str, clock: str = "processor", how: str = "interleaved rounds"
) -> dict[str, Any]:
    """Say what was measured, where and how: the first line of every report."""
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
    """Write what `about` says as a sentence."""
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
    """Make a parser with the options that every script has."""
    parser = argparse.ArgumentParser(description=(doc or "").split("\n", 1)[0])
    parser.add_argument("--repeat", type=int, default=repeat, help=f"rounds (default {repeat})")
    parser.add_argument("--json", action="store_true", help="print the numbers as JSON")
    if isa:
        every = ",".join(ISAS)
        parser.add_argument("--isa", default=every, help=f"instruction sets (default {every})")
    return parser


def read(parser: argparse.ArgumentParser) -> argparse.Namespace:
    """Read the command line; `isa` becomes a list, and numbers have to be at least 1."""
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
    """Write a Markdown table, whose first columns are aligned to the left."""
    dashes = ["---" if k < left else "---:" for k in range(len(head))]
    lines = [head, dashes, *rows]
    return "\n".join("| " + " | ".join(map(str, cells)) + " |" for cells in lines)


def cell(times: float) -> str:
    """Write a ratio with three figures; below 1, where we lose, in bold."""
    text = f"{times:,.0f}" if times >= 100 else f"{times:.3g}"
    return f"**{text}**" if times < 1 else text


def print_report(
    given: argparse.Namespace, report: dict[str, Any], markdown: Callable[[dict[str, Any]], str]
) -> None:
    """Print a report, whose key "about" is said first, as Markdown or as JSON."""
    if given.json:
        print(json.dumps(report, indent=1))
    else:
        print(f"{line(report['about'])}\n\n{markdown(report)}")
