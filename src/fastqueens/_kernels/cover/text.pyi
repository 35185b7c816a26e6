import numpy as np
from numpy.typing import NDArray

class OptionReader:
    options: int
    entries: int
    def __init__(self, names: list[bytes], primary: int) -> None: ...
    def add_colour(self, name: bytes) -> None: ...
    def colours(self, first: int) -> list[bytes]: ...
    def append(self, entries: int) -> None: ...
    def read(
        self,
        text: bytes,
        at: int,
        start: NDArray[np.int32],
        item: NDArray[np.int32],
        colour: NDArray[np.int32] | None = None,
        cost: NDArray[np.int64] | None = None,
        separator: int = -1,
        columns: int = 0,
        skipped: int = 0,
    ) -> int: ...
