"""The sample of Star Battle boards made by others, in ``shared/oracles`` beside the repository."""

from __future__ import annotations

import string
from dataclasses import dataclass

import numpy as np

from cases.boards import ORACLES, Regions

_DIGITS = string.digits + string.ascii_uppercase + string.ascii_lowercase + "-_"


@dataclass(frozen=True, slots=True)
class Group:
    """Boards of one size and one grade, each with one solution."""

    name: str  # 14x14, 3 stars, hard
    stars: int
    boards: Regions


def decode(text: str) -> tuple[Regions, int]:
    """Read Star Battle Notation (the head of the file describes it): regions, and the stars."""
    n = _DIGITS.index(text[0])
    borders = 0
    for digit in text[4:]:
        borders = borders << 6 | _DIGITS.index(digit)
    size = n * (n - 1)
    right, down = (
        (borders >> size),
        borders & (1 << size) - 1,
    )  # the first border is the highest bit

    def joined(bits: int, line: int, at: int) -> bool:
        return not bits >> size - 1 - line * (n - 1) - at & 1

    regions = np.full((n, n), 255, np.uint8)
    found = 0
    for start in np.ndindex(n, n):
        if regions[start] != 255:
            continue
        regions[start] = found
        todo = [start]
        while todo:
            r, c = todo.pop()
            for near, open_ in (
                ((r, c + 1), c + 1 < n and joined(right, r, c)),
                ((r, c - 1), c > 0 and joined(right, r, c - 1)),
                ((r + 1, c), r + 1 < n and joined(down, c, r)),
                ((r - 1, c), r > 0 and joined(down, c, r - 1)),
            ):
                if open_ and regions[near] == 255:
                    regions[near] = found
                    todo.append(near)
        found += 1
    return regions, int(text[2])


def groups() -> list[Group]:
    """Read all groups; none where the file is absent."""
    path = ORACLES / "stars_sample.txt"
    if not path.exists():
        return []
    found: list[Group] = []
    for part in path.read_text().split("# group ")[1:]:
        head, *lines = part.splitlines()
        read = [decode(line) for line in lines]
        name = head.split(":", 1)[1].strip()
        found.append(Group(name, read[0][1], np.stack([regions for regions, _ in read])))
    return found
