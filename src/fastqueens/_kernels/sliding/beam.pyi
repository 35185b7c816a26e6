import numpy as np
from numpy.typing import NDArray

from fastqueens._kernels.machine import Machine

MAX_WIDTH: int

class Additive(Machine):
    rows: int
    columns: int
    blank: int
    tiles: int
    ready: bool
    def __init__(self, rows: int, columns: int, blank: int, tiles: int) -> None: ...
    def sides(self) -> list[list[list[int]]]: ...
    def value(self, tiles: NDArray[np.uint8], goal: NDArray[np.uint8]) -> int: ...
    def counters(self) -> dict[str, int]: ...

class Beam(Machine):
    rows: int
    columns: int
    width: int
    def __init__(
        self,
        tiles: NDArray[np.uint8],
        goal: NDArray[np.uint8],
        rows: int,
        columns: int,
        databases: Additive,
        width: int,
        *,
        below: int = 0,
        max_bytes: int = 1 << 30,
    ) -> None: ...
    @property
    def bound(self) -> int: ...
    @property
    def bytes(self) -> int: ...
    def counters(self) -> dict[str, int]: ...
    def peek_moves(self) -> list[int]: ...

def shared_additive(rows: int, columns: int, blank: int, tiles: int) -> Additive: ...
def clear_shared() -> None: ...
