from typing import Any

import numpy as np
from numpy.typing import NDArray

from fastqueens._kernels.machine import Machine
from fastqueens._kernels.queens.regions import _Rules

MAX_STARS: int
STAR_RULES_MAX_N: int
STAR_RULES_MAX_STARS: int
RULES: tuple[tuple[str, int, int, str], ...]

def tier_of(rule: int, n: int, stars: int) -> int: ...

class Engine(Machine):
    n: int
    def __init__(
        self,
        regions: NDArray[np.uint8],
        rules: _Rules,
        rule_count: int,
        cells: list[Any],
        units: list[Any],
    ) -> None: ...
    def place(self, cell: int) -> bool: ...
    def eliminate(self, cell: int) -> None: ...
    def run(self, budget: int) -> int: ...
    def last(self) -> tuple[int, Any, Any, Any, Any, int]: ...
    def cells(self) -> list[int]: ...
    @property
    def tier(self) -> int: ...
    @property
    def outcome(self) -> int: ...
    @property
    def score(self) -> int: ...
    def counters(self) -> dict[str, int]: ...

class Batch(Machine):
    def __init__(
        self,
        boards: NDArray[np.uint8],
        rules: _Rules,
        rule_count: int,
        tiers: NDArray[np.uint8],
        scores: NDArray[np.uint32],
    ) -> None: ...
    @property
    def done(self) -> int: ...
    @property
    def unfinished(self) -> int: ...
    def counters(self) -> dict[str, int]: ...
