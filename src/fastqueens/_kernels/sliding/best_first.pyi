import numpy as np
from numpy.typing import NDArray

from fastqueens._kernels.sliding.ida import Tables

BRANCH_AND_BOUND: int
A_STAR: int
MISPLACED: int
MANHATTAN: int
LINEAR_CONFLICT: int
WALKING_DISTANCE: int
PDB: int

class Queue:
    rows: int
    columns: int
    order: int
    def __init__(
        self,
        tiles: NDArray[np.uint8],
        goal: NDArray[np.uint8],
        rows: int,
        columns: int,
        order: int,
        bound: int,
        late: bool,
        max_bytes: int,
        tables: Tables | None = None,
    ) -> None: ...
    def step(self, budget: int) -> int: ...
    def peek_moves(self) -> list[int]: ...
    def peek(self) -> list[int]: ...
    @property
    def spent(self) -> int: ...
    @property
    def bytes(self) -> int: ...
    @property
    def cost(self) -> int: ...
    def counters(self) -> dict[str, int]: ...

class Estimate:
    cells: int
    def __init__(
        self,
        goal: NDArray[np.uint8],
        rows: int,
        columns: int,
        bound: int,
        tables: Tables | None = None,
    ) -> None: ...
    def __call__(self, tiles: NDArray[np.uint8]) -> int: ...
