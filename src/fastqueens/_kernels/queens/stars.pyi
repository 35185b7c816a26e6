import numpy as np
from numpy.typing import NDArray

from fastqueens._kernels.machine import Machine
from fastqueens._kernels.queens.regions import BoardBatch

OPENING: int

class Search(Machine):
    n: int
    stars: int
    def __init__(
        self, regions: NDArray[np.uint8], stars: int, seed: int = 0, opening: int = ...
    ) -> None: ...
    def place(self, cell: int) -> bool: ...
    def cross(self, cell: int) -> None: ...
    def counters(self) -> dict[str, int]: ...
    def peek(self, pairs: NDArray[np.int16]) -> None: ...
    def cells(self) -> list[int]: ...

class Batch(BoardBatch):
    def __init__(
        self,
        boards: NDArray[np.uint8],
        counts: NDArray[np.int64],
        first: NDArray[np.int16],
        limit: int,
        stars: int,
        seed: int = 0,
        opening: int = ...,
    ) -> None: ...
