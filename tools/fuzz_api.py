"""Random sequences of calls of the package, checked against `fastqueens.reference`.

::

    python tools/fuzz_api.py                            a minute of all families
    python tools/fuzz_api.py packing cover --seconds 600
    python tools/fuzz_api.py csp --sequences 1000000 --first 5000
    python tools/fuzz_api.py csp --first 17 --sequences 1 --print

A family and a number define a sequence, which is the same on every machine:
``tests/helpers/sequences.py`` makes it, and ``cases.py`` checks each answer. A failing sequence is
printed as a script, without the lines that the failure does not need;
``PYTHONPATH=tests python script.py`` runs it.
"""

from __future__ import annotations

import argparse
import sys
import traceback
import warnings
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from time import perf_counter

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "tests")]

from helpers.sequences import FAMILIES, make, run, script, shortened  # noqa: E402


def failure(family: str, number: int) -> str | None:
    """Run a sequence; return a report if it fails."""
    lines = make(family, number)
    try:
        run(lines)
    except Exception:
        why = traceback.format_exc(limit=-3)
        return f"# {family} {number}\n{script(shortened(lines))}\n{why}"
    return None


def main() -> int:
    """Run sequences of the families named by the arguments, in turn."""
    asking = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    asking.add_argument("families", nargs="*", help=f"of {', '.join(FAMILIES)}; all by default")
    asking.add_argument("--seconds", type=float, help="in all; 60 unless sequences are asked for")
    asking.add_argument("--sequences", type=int, help="of each family")
    asking.add_argument("--first", type=int, default=0, help="the number to begin with")
    asking.add_argument("--jobs", type=int, default=2, help="so many at a time")
    asking.add_argument("--print", action="store_true", help="print the scripts, run nothing")
    asked = asking.parse_args()
    families = asked.families or list(FAMILIES)
    if unknown := [x for x in families if x not in FAMILIES]:
        asking.error(f"found {unknown[0]!r}, expected {', '.join(FAMILIES)}")
    most = asked.sequences if asked.sequences is not None else 1 << 62
    seconds = asked.seconds if asked.seconds is not None else 60.0 if most == 1 << 62 else 1e18
    if asked.print:
        for number in range(asked.first, asked.first + most):
            for family in families:
                print(f"# {family} {number}\n{script(make(family, number))}")
        return 0
    jobs = max(1, min(asked.jobs, most))
    numbers = [range(asked.first + k, asked.first + most, jobs) for k in range(jobs)]
    if jobs == 1:
        tallies = [play(families, numbers[0], seconds)]
    else:
        with ProcessPoolExecutor(jobs) as pool:
            tallies = list(pool.map(play, [families] * jobs, numbers, [seconds] * jobs))
    for family in families:
        done, spent = (sum(tally[family][k] for tally in tallies) for k in (0, 1))
        rate = done / max(spent, 1e-9)
        print(f"{family:10} {int(done):10,} sequences, {rate:,.0f} a second of a process")
    return int(any(tally[family][2] for tally in tallies for family in families))


def play(families: list[str], numbers: range, seconds: float) -> dict[str, list[float]]:
    """Run sequences in this process; return their number, the seconds and the failures."""
    warnings.simplefilter("error")
    tally = {family: [0, 0.0, 0] for family in families}
    begun = perf_counter()
    for number in numbers:
        if perf_counter() - begun > seconds or sum(counts[2] for counts in tally.values()) >= 20:
            break
        for family, counts in tally.items():
            start = perf_counter()
            told = failure(family, number)
            counts[0] += 1
            counts[1] += perf_counter() - start
            if told is not None:
                counts[2] += 1
                print(told, flush=True)
    return tally


if __name__ == "__main__":
    sys.exit(main())
