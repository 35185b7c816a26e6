import numpy as np
from numpy.typing import NDArray

class BruteForce:
    cells: int
    def __init__(
        self,
        cell_at: NDArray[np.int16],
        place: NDArray[np.int32],
        start: NDArray[np.uint32],
        twin: NDArray[np.int32],
        offset: NDArray[np.int32],
    ) -> None: ...
    def step(self, budget: int) -> int: ...
    @property
    def spent(self) -> int: ...
    def counters(self) -> dict[str, int]: ...
    def peek(self, grid: NDArray[np.int16]) -> None: ...

class Count:
    def __init__(
        self,
        cells: int,
        copies: NDArray[np.uint32],
        start: NDArray[np.uint32],
        cell: NDArray[np.uint16],
        kind: NDArray[np.uint16],
        max_bytes: int,
    ) -> None: ...
    def step(self, budget: int) -> int: ...
    @property
    def spent(self) -> int: ...
    @property
    def bytes(self) -> int: ...
    @property
    def total(self) -> int: ...
    def counters(self) -> dict[str, int]: ...

def bits(
    cells: int,
    copies: NDArray[np.uint32],
    start: NDArray[np.uint32],
    cell: NDArray[np.uint16],
    kind: NDArray[np.uint16],
) -> int: ...
