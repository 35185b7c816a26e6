import numpy as np
from numpy.typing import NDArray

from fastqueens._kernels.machine import Machine

class LocalSearch(Machine):
    n: int
    def __init__(self, n: int, seed: int) -> None: ...
    def peek(self, columns: NDArray[np.int32]) -> None: ...
    def counters(self) -> dict[str, int]: ...
