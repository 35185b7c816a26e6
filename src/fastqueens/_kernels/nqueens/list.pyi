import numpy as np
from numpy.typing import NDArray

from fastqueens._kernels.machine import Machine

VARIANTS: dict[str, int]

class List(Machine):
    n: int
    def __init__(
        self,
        n: int,
        variant: int,
        placed: NDArray[np.int16] | None,
        half: bool,
        least: bool = False,
    ) -> None: ...
    def fill(self, out: NDArray[np.int8], budget: int) -> tuple[int, int]: ...
    def peek(self, columns: NDArray[np.int16]) -> None: ...
    def counters(self) -> dict[str, int]: ...
