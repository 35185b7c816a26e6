"""The sample of Star Battle boards of other authors, read from ``shared/oracles``."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from cases.boards import ORACLES, Regions
from fastqueens.queens import Board


@dataclass(frozen=True, slots=True)
class Group:
    """Boards of one size and difficulty, each with one solution."""

    name: str  # such as "14x14, 3 stars, hard"
    stars: int
    boards: Regions


def groups() -> list[Group]:
    """Read all groups; return an empty list if the file is missing."""
    path = ORACLES / "stars_sample.txt"
    if not path.exists():
        return []
    found: list[Group] = []
    for part in path.read_text().split("# group ")[1:]:
        head, *lines = part.splitlines()
        read = [Board.from_text(line, format="sbn") for line in lines]
        name = head.split(":", 1)[1].strip()
        found.append(Group(name, read[0].stars, np.stack([board.regions for board in read])))
    return found
