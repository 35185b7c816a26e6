import numpy as np
from numpy.typing import NDArray

from fastqueens._kernels.machine import Machine, NotCopied
from fastqueens._kernels.sliding.pdb import Pdb

BRANCH_AND_BOUND: int
A_STAR: int
VISITED: dict[str, int]

class BestFirst(Machine):
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
        heuristic: int,
        visited: int,
        max_bytes: int,
        pdb: Pdb | None = None,
    ) -> None: ...
    def peek_moves(self) -> list[int]: ...
    def peek(self) -> list[int]: ...
    @property
    def bytes(self) -> int: ...
    @property
    def cost(self) -> int: ...
    def counters(self) -> dict[str, int]: ...

class Heuristic(NotCopied):
    cells: int
    def __init__(
        self,
        goal: NDArray[np.uint8],
        rows: int,
        columns: int,
        kind: int,
        pdb: Pdb | None = None,
    ) -> None: ...
    def __call__(self, tiles: NDArray[np.uint8]) -> int: ...
