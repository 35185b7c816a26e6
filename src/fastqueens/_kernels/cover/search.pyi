import numpy as np
from numpy.typing import NDArray

from fastqueens._kernels.machine import Machine

DLX: int
BITSET: int
BITSET_MAX: int
MAX_BYTES: int

def memory(method: int, options: int, items: int, primary: int, entries: int) -> int: ...

class Cover(Machine):
    method: int
    max_chosen: int
    def __init__(
        self,
        start: NDArray[np.int32],
        items: NDArray[np.int32],
        colours: NDArray[np.int32] | None,
        n_primary: int,
        n_items: int,
        method: int,
        count_only: bool = False,
        required: NDArray[np.int32] | None = None,
        max_bytes: int = ...,
    ) -> None: ...
    @property
    def solutions(self) -> int: ...
    def counters(self) -> dict[str, int]: ...
    def peek(self, options: NDArray[np.int32]) -> int: ...
