import numpy as np
from numpy.typing import NDArray

from fastqueens._kernels.machine import Machine

DLX: int
BITSET: int
MEMO: int
BITSET_MAX: int
MAX_BYTES: int
MAX_COST: int
MAX_KEEP: int

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
        excluded: NDArray[np.int32] | None = None,
        lower: NDArray[np.int32] | None = None,
        upper: NDArray[np.int32] | None = None,
        copy_of: NDArray[np.int32] | None = None,
        costs: NDArray[np.int64] | None = None,
        max_cost: int = ...,
        keep: int = 0,
    ) -> None: ...
    @property
    def solutions(self) -> int: ...
    @property
    def cost(self) -> int: ...
    @property
    def overflowed(self) -> bool: ...
    @property
    def saved(self) -> int: ...
    def counters(self) -> dict[str, int]: ...
    def peek(self, options: NDArray[np.int32]) -> int: ...
