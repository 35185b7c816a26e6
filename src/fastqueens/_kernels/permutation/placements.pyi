import numpy as np
from numpy.typing import NDArray

from fastqueens._kernels.machine import Machine

TUPLES: int
COMBINATIONS: int
MAX_N: dict[str, int]

class Placements(Machine):
    n: int
    def __init__(self, n: int, kind: int) -> None: ...
    def peek(self, queens: NDArray[np.int16]) -> None: ...
    def cells(self) -> list[int]: ...
    def counters(self) -> dict[str, int]: ...
