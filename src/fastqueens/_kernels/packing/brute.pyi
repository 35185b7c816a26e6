import numpy as np
from numpy.typing import NDArray

from fastqueens._kernels.machine import Machine

class BruteForce(Machine):
    cells: int
    def __init__(
        self,
        cell_at: NDArray[np.int16],
        place: NDArray[np.int32],
        start: NDArray[np.uint32],
        previous_identical: NDArray[np.int32],
        offset: NDArray[np.int32],
        planes: int = 1,
        after: NDArray[np.uint8] | None = None,
    ) -> None: ...
    def counters(self) -> dict[str, int]: ...
    def peek(self, grid: NDArray[np.int16]) -> None: ...
    def hand(self) -> tuple[int, int] | None: ...
