"""Compare the deterministic counters of fixed work with the recorded ones in `counters.txt`.

    python bench/counters.py                 # every instruction set of this machine
    python bench/counters.py --isa scalar    # one of them
    python bench/counters.py --write         # after an intended change
    python bench/counters.py --json          # print them, without a comparison

The counters are nodes, updates, steps, revisions, permutations and so on of the cases in
`cases/work.py` and the parts of `fingerprint.py`. They are the same on every machine, so a
difference means that a search works in another way. The exit code is then 1, with a line for each
difference.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import fingerprint
from cases.work import CASES, Did
from harness import ISAS, use

FILE = Path(__file__).with_name("counters.txt")
HEAD = """\
# Deterministic counters of fixed work, a line a case; "found" is an answer or a checksum.
# Made by bench/counters.py --write.
"""


def runs() -> Iterator[tuple[str, Callable[[], Did]]]:
    """Yield the name of each case, and a function that runs it."""

    def fingerprinted(run: Callable[[], tuple[int, int]]) -> Did:
        work, found = run()
        return {"work": work, "found": found}

    for name, case in CASES.items():
        yield name, lambda case=case: case.prepare()()  # type: ignore[misc]
    for name, run in fingerprint.problems():
        yield f"fingerprint: {name}", partial(fingerprinted, run)


def counted() -> Iterator[tuple[str, Did]]:
    """Run all the work once with the current instruction set."""
    for name, run in runs():
        yield name, run()


def in_json(isas: list[str]) -> str:
    """Write the counters by instruction set and case; null for a case that this version lacks."""
    found: dict[str, dict[str, Did | None]] = {}
    for isa in isas:
        use(isa)
        found[isa] = {}
        for name, run in runs():
            try:
                found[isa][name] = run()
            except Exception as error:  # the case is newer than the installed version
                print(f"{name}: {type(error).__name__}: {error}", file=sys.stderr)
                found[isa][name] = None
    return json.dumps(found)


def text(name: str, did: Did) -> str:
    """Write a line of counters.txt."""
    return f"{name}: " + ", ".join(f"{value} {counter}" for counter, value in did.items())


def parse(line: str) -> tuple[str, dict[str, int]]:
    """Read a line of counters.txt."""
    name, _, counters = line.rpartition(": ")
    pairs = (item.split(" ") for item in counters.split(", "))
    return name, {counter: int(value) for value, counter in pairs}


def on_record() -> dict[str, dict[str, int]]:
    lines = FILE.read_text("ascii").splitlines()
    return dict(parse(line) for line in lines if not line.startswith("#"))


def differences(isa: str, was: dict[str, Did], now: dict[str, Did]) -> Iterator[str]:
    """Yield a line for each case and counter that differs."""
    for name in {**was, **now}:
        if name not in now:
            yield f"{name}: on record, but there is no such case"
        elif name not in was:
            yield f"{name}: not on record"
        else:
            for counter in {**was[name], **now[name]}:
                old, new = was[name].get(counter), now[name].get(counter)
                if old != new:
                    told = f" ({(new - old) / old:+.2%})" if old and new is not None else ""
                    yield f"{name} ({isa}): {counter} was {old}, is {new}{told}"


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("--isa", choices=ISAS, help="only this instruction set")
    parser.add_argument("--write", action="store_true", help="put the counters on record")
    parser.add_argument("--json", action="store_true", help="print the counters of this build")
    options = parser.parse_args()
    isas = [options.isa] if options.isa else list(ISAS)
    if options.json:
        print(in_json(isas))
        return 0
    was: dict[str, Did] = {}
    if not options.write:
        try:
            was = on_record()
        except FileNotFoundError:
            sys.exit(f"{FILE.name} is not there; --write makes it")
    wrong: list[str] = []
    for isa in isas:
        use(isa)
        now = dict(counted())
        # Without a record, the other instruction sets must agree with the first one.
        was = was or now
        wrong += differences(isa, was, now)
    if wrong:
        print("\n".join(wrong))
        print(f"{len(wrong)} counters differ; if on purpose: python bench/counters.py --write")
        return 1
    if options.write:
        FILE.write_text(HEAD + "".join(text(*case) + "\n" for case in was.items()), "ascii")
    print(f"{len(was)} cases on {', '.join(isas)}: the counters on record")
    return 0


if __name__ == "__main__":
    sys.exit(main())
