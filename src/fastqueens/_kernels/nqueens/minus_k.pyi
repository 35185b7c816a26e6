import numpy as np
from numpy.typing import NDArray

from fastqueens._kernels.machine import Machine

class MinusK(Machine):
    n: int
    pawns: int
    def __init__(
        self, n: int, pawns: int, given: NDArray[np.int16], least: bool = False
    ) -> None: ...
    def peek(self, queens: NDArray[np.int16], pawns: NDArray[np.int16]) -> tuple[int, int]: ...
    def counters(self) -> dict[str, int]: ...
