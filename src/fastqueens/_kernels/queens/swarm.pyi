import numpy as np
from numpy.typing import NDArray

from fastqueens._kernels.machine import Machine

class Swarm(Machine):
    n: int
    size: int
    def __init__(
        self,
        regions: NDArray[np.uint8],
        *,
        seed: int,
        swarm_size: int,
        iterations: int,
        w: float,
        c1: float,
        c2: float,
        r1: float | None,
        r2: float | None,
        w1: float,
        w2: float,
        topology: int,
        vmax: float | None,
        stagnation: int | None,
        mutation: float,
        repair: int,
        positions: NDArray[np.uint16] | None = None,
        velocities: NDArray[np.float64] | None = None,
        bests: NDArray[np.uint16] | None = None,
    ) -> None: ...
    def counters(self) -> dict[str, int]: ...
    @property
    def fitness(self) -> float: ...
    @property
    def placed(self) -> bool: ...
    @property
    def gave_up(self) -> bool: ...
    @property
    def stride(self) -> int: ...
    def peek(self, queens: NDArray[np.int16]) -> None: ...
    def cells(self) -> list[int]: ...
    def particle(self) -> list[int]: ...
    def history(self) -> NDArray[np.float64]: ...
    def state(
        self,
    ) -> tuple[NDArray[np.uint16], NDArray[np.float64], NDArray[np.uint16], NDArray[np.uint16]]: ...
    @property
    def stream(self) -> int: ...
    def scores(self) -> NDArray[np.float64]: ...
