import numpy as np
from numpy.typing import NDArray

from fastqueens._kernels.machine import Machine

MAX_STARS: int

class Generate(Machine):
    n: int
    stars: int
    def __init__(
        self,
        labels: NDArray[np.uint8],
        queens: NDArray[np.int16],
        *,
        seed: int,
        first: int,
        style: int,
        pieces: int = 1,
        tier: int = -1,
        stars: int = 1,
        symmetry: int = 0,
        given: NDArray[np.uint8] | None = None,
        complete: bool = False,
        placed: NDArray[np.int16] | None = None,
        least: int = 0,
        largest: int = 0,
        single_cells: int = 0,
        use: int = 0,
        avoid: int = 0,
        score: tuple[int, int] = (0, 0),
        steps: tuple[int, int] = (0, 0),
        moves: int = 0,
        patience: int = 0,
        opening: int = 0,
        look_weights: NDArray[np.int16] | None = None,
    ) -> None: ...
    @property
    def gave_up(self) -> bool: ...
    @property
    def done(self) -> int: ...
    def counters(self) -> dict[str, int]: ...
    def look(self) -> dict[str, int]: ...
    def peek(self, labels: NDArray[np.uint8], queens: NDArray[np.int16]) -> None: ...

def canonical(labels: NDArray[np.uint8], out: NDArray[np.uint8]) -> None: ...
