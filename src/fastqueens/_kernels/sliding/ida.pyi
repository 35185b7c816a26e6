import numpy as np
from numpy.typing import NDArray

from fastqueens._kernels.machine import Machine

PACKED: int

class Ida(Machine):
    rows: int
    columns: int
    def __init__(
        self,
        tiles: NDArray[np.uint8],
        goal: NDArray[np.uint8],
        rows: int,
        columns: int,
        heuristic: int,
        every: bool,
        *,
        kind: int = 0,
        fixed: bool = False,
        patience: int = 0,
    ) -> None: ...
    @property
    def bound(self) -> int: ...
    @property
    def kind(self) -> int: ...
    def counters(self) -> dict[str, int]: ...
    def peek_moves(self) -> bytes: ...

class Batch(Machine):
    def __init__(
        self,
        boards: NDArray[np.uint8],
        lengths: NDArray[np.int32],
        moves: NDArray[np.uint8],
        goal: NDArray[np.uint8],
        kind: int = 0,
    ) -> None: ...
    @property
    def done(self) -> int: ...
    def counters(self) -> dict[str, int]: ...
