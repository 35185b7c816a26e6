"""Make the levels of the package: src/fastqueens/data/levels.txt.

    python tools/make_levels.py [--check] [--stars-only]

The seeds below make the same file on every machine, in some minutes. With --check the result is
only compared with the file. With --stars-only the levels with one star are not changed.

For each size and tier the tool generates six times as many boards as needed, in three styles. It
chooses boards evenly over the range of their scores, so that the levels of a size become harder in
small steps. For several stars there is one style, with three times as many boards up to 14 rows,
and only the needed boards above.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from fastqueens.queens.board.board import Board
from fastqueens.queens.board.symmetry import canonical_hash
from fastqueens.queens.generation.generator import generate
from fastqueens.queens.generation.options import DIFFICULTIES, REGION_STYLES, Difficulty
from fastqueens.queens.logic import engine as logic

FILE = Path(__file__).resolve().parents[1] / "src" / "fastqueens" / "data" / "levels.txt"
SEED = 20_260_000  # plus 1000 n, plus 10 times the tier, plus the style
LEVELS = {7: 50, 8: 130, 9: 110, 10: 60, 11: 50}
SHARES = (0.3, 0.35, 0.2, 0.15)  # shares of the tiers
CHALLENGES = {20: 4, 30: 4}  # one board of each tier, with regions of almost equal size
SMALL = 14
STARS = {(10, 2): 30, (14, 3): 30, (17, 4): 10, (21, 5): 5, (25, 6): 5}
HEAD = """\
# Levels of fastqueens: rows (and stars, if several), tier, score, and the cells row by row, a
# letter a region.
# Made by tools/make_levels.py; each has exactly one solution.
"""


def shares(count: int, of: Sequence[float] = SHARES) -> list[int]:
    """Divide this many levels among the tiers."""
    ends = [round(count * sum(of[: k + 1])) for k in range(len(of))]
    return [end - start for start, end in zip([0, *ends], ends, strict=False)]


def pool(n: int, difficulty: Difficulty, wanted: int) -> list[tuple[int, Board]]:
    """Generate different boards of a tier with their scores, sorted from easy to hard."""
    boards: dict[str, Board] = {}
    tier = DIFFICULTIES.index(difficulty)
    for k, style in enumerate(REGION_STYLES):
        seed = SEED + 1000 * n + 10 * tier + k
        for board in generate(n, difficulty=difficulty, count=2 * wanted, seed=seed, style=style):
            boards.setdefault(canonical_hash(board), board)
    found = list(boards.values())
    scores = logic.rate_many(found).scores.tolist()
    return sorted(zip(scores, found, strict=True), key=lambda item: (item[0], str(item[1])))


def chosen(n: int, count: int) -> list[str]:
    """Choose the levels of a size; return lines of the file."""
    lines = []
    for difficulty, wanted in zip(DIFFICULTIES, shares(count), strict=True):
        found = pool(n, difficulty, wanted)
        for k in np.linspace(0, len(found) - 1, wanted).round().astype(int):
            score, board = found[k]
            lines.append(f"{n} {difficulty} {score} {str(board).replace(chr(10), '')}")
    return lines


def challenges(n: int, count: int) -> list[str]:
    """Make one large board of each tier; return lines of the file."""
    lines = []
    for tier, difficulty in enumerate(DIFFICULTIES[:count]):
        seed = SEED + 1000 * n + 10 * tier
        (board,) = generate(n, difficulty=difficulty, seed=seed, style="balanced")
        score = logic.rate(board).score
        lines.append(f"{n} {difficulty} {score} {str(board).replace(chr(10), '')}")
    return lines


def of_stars(n: int, stars: int, count: int) -> list[str]:
    """Make levels of several stars, equally many of each tier; return lines of the file."""
    lines = []
    for tier, (difficulty, wanted) in enumerate(
        zip(DIFFICULTIES, shares(count, (0.25,) * 4), strict=True)
    ):
        seed = SEED + 1000 * n + 100 * stars + tier
        many = 3 * wanted if n <= SMALL else wanted
        found = generate(n, stars=stars, count=many, seed=seed, difficulty=difficulty)
        scores = logic.rate_many(found).scores.tolist()
        order = sorted(zip(scores, map(str, found), strict=True))
        for k in np.linspace(0, many - 1, wanted).round().astype(int):
            score, board = order[k]
            lines.append(f"{n}/{stars} {difficulty} {score} {board.replace(chr(10), '')}")
    return lines


def main() -> int:
    """Write the file, or compare it."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("--check", action="store_true", help="compare with the file, write nothing")
    parser.add_argument("--stars-only", action="store_true", help="keep the levels of one star")
    options = parser.parse_args()
    lines: list[str] = []
    if options.stars_only:
        old = FILE.read_text("ascii").splitlines()
        lines = [line for line in old if line[0] != "#" and "/" not in line.split()[0]]
    else:
        for n, count in LEVELS.items():
            lines += chosen(n, count)
            print(f"{n} x {n}: {count} levels", file=sys.stderr)
        for n, count in CHALLENGES.items():
            lines += challenges(n, count)
            print(f"{n} x {n}: {count} challenges", file=sys.stderr)
    for (n, stars), count in STARS.items():
        lines += of_stars(n, stars, count)
        print(f"{n}/{stars}: {count} levels", file=sys.stderr)
    text = HEAD + "".join(f"{line}\n" for line in lines)
    if options.check:
        same = FILE.read_text("ascii") == text
        print("the same" if same else f"{FILE.name} differs")
        return 0 if same else 1
    FILE.write_text(text, "ascii")
    return 0


if __name__ == "__main__":
    sys.exit(main())
