"""Count how the pictures of `tests/helpers` are read: right, refused or wrong.

    python bench/count_pictures.py                        # 200 pictures of each maker
    python bench/count_pictures.py --count 2000 --first 9000000 --only app site
    python bench/count_pictures.py --json before.json     # one entry for each picture

A board is wrong if it was used and its regions or stars differ from those that were drawn. The
marks of a board that was read are right, not read (some are missing) or wrong: a sign where none
was drawn, or a queen read as a cross or a cross as a queen. The exit code is 1 if anything is
wrong.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median
from time import process_time
from typing import Any

import numpy as np

from fastqueens import InputError, queens

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))

from helpers.apps import app, shrunk
from helpers.screens import fake, marked
from helpers.sites import site

MAKERS: dict[str, Callable[[int], Any]] = {
    "fake": fake,
    "marked": marked,
    "app": app,
    "shrunk": shrunk,
    "site": site,
}
BOARDS = ("right", "refused", "wrong")
MARKS = ("right", "not read", "wrong")


def judge(screen: Any) -> dict[str, Any]:
    """Read a picture, and compare what was read with what was drawn."""
    start = process_time()
    problem, reading = None, None
    try:
        reading = queens.read_image(screen.data)
        problem = reading.problem
    except InputError as error:
        problem = str(error)
    found = {"seconds": process_time() - start, "problem": problem}
    if reading is None or reading.board is None:
        return found | {"board": "refused"}
    same = np.array_equal(reading.regions, screen.board.regions)
    if not same or reading.board.stars != screen.board.stars:
        return found | {"board": "wrong"}
    drawn = set(screen.queens), set(screen.marks)
    read = set(reading.queens), set(reading.marks)
    marks = "right" if read == drawn else "not read"
    if any(one - other for one, other in zip(read, drawn, strict=True)):
        marks = "wrong"
    return found | {"board": "right", "marks": marks}


def main(arguments: Sequence[str] | None = None) -> int:
    """Print a table with a line for each maker of pictures."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--count", type=int, default=200, help="pictures of each maker")
    parser.add_argument("--first", type=int, default=8_000_000, help="the first seed")
    parser.add_argument("--only", nargs="+", choices=MAKERS, default=list(MAKERS))
    parser.add_argument("--json", type=Path, help="write the result of each picture to a file")
    options = parser.parse_args(arguments)
    results: dict[str, list[dict[str, Any]]] = {}
    wrong = 0
    names = [*(f"board {x}" for x in BOARDS), *(f"marks {x}" for x in MARKS)]
    print("| maker | " + " | ".join(names) + " | median ms |")
    print("|---|" + "---:|" * (len(names) + 1))
    for maker in options.only:
        found = results[maker] = []
        for seed in range(options.first, options.first + options.count):
            found.append({"seed": seed} | judge(MAKERS[maker](seed)))
        boards = Counter(x["board"] for x in found)
        marks = Counter(x["marks"] for x in found if "marks" in x)
        numbers = [*(boards[x] for x in BOARDS), *(marks[x] for x in MARKS)]
        time = 1000 * median(x["seconds"] for x in found)
        print(f"| {maker} | " + " | ".join(map(str, numbers)) + f" | {time:.0f} |", flush=True)
        bad = [x["seed"] for x in found if "wrong" in (x["board"], x.get("marks"))]
        if bad:
            print(f"wrong seeds of {maker}: {bad}", file=sys.stderr)
        wrong += len(bad)
    if options.json:
        options.json.write_text(json.dumps(results, indent=1), encoding="utf-8")
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
