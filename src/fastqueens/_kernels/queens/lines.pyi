import numpy as np
from numpy.typing import NDArray

UNIQUE: int
COUNT: int
COLUMNS: tuple[str, ...]

def read(
    text: bytes | memoryview,
    first: int,
    lines: NDArray[np.int64],
    labels: NDArray[np.uint8],
) -> int: ...
def solved(
    text: bytes | memoryview,
    labels: NDArray[np.uint8],
    lines: NDArray[np.int64],
    counts: NDArray[np.int64],
    first: NDArray[np.int16],
    facts: int,
    limit: int,
) -> bytes: ...
def rated(
    text: bytes | memoryview,
    labels: NDArray[np.uint8],
    lines: NDArray[np.int64],
    tiers: NDArray[np.uint8],
    scores: NDArray[np.uint32],
) -> bytes: ...
def boards(labels: NDArray[np.uint8], lines: NDArray[np.int64]) -> bytes: ...
