import numpy as np
from numpy.typing import NDArray

from fastqueens._kernels.machine import Machine

class Count(Machine):
    def __init__(
        self,
        cells: int,
        copies: NDArray[np.uint32],
        start: NDArray[np.uint32],
        cell: NDArray[np.uint16],
        kind: NDArray[np.uint16],
        max_bytes: int,
    ) -> None: ...
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
