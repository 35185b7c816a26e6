from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

_Text: TypeAlias = bytes | bytearray | memoryview

UNIQUE: int
COUNT: int
COLUMNS: tuple[str, ...]

def count(text: _Text) -> int: ...
def read(
    text: _Text,
    first: int,
    lines: NDArray[np.int64],
    labels: NDArray[np.uint8],
) -> int: ...
def read_object(text: _Text) -> tuple[bytes, int, int] | None: ...
def read_sbn(
    text: _Text,
    first: int,
    lines: NDArray[np.int64],
    labels: NDArray[np.uint8],
) -> int: ...
def mark_sbn_boards(
    labels: NDArray[np.uint8], lines: NDArray[np.int64], held: NDArray[np.uint8]
) -> None: ...
def write_solved_sbn(
    labels: NDArray[np.uint8],
    lines: NDArray[np.int64],
    counts: NDArray[np.int64],
    first: NDArray[np.int16],
    begin: int,
    end: int,
) -> bytes: ...
def common_rows(lines: NDArray[np.int64]) -> int: ...
def write_solved(
    text: _Text,
    labels: NDArray[np.uint8],
    lines: NDArray[np.int64],
    counts: NDArray[np.int64],
    first: NDArray[np.int16],
    facts: int,
    limit: int,
) -> bytes: ...
def write_rated(
    text: _Text,
    labels: NDArray[np.uint8],
    lines: NDArray[np.int64],
    tiers: NDArray[np.uint8],
    scores: NDArray[np.uint32],
) -> bytes: ...
def write_boards(labels: NDArray[np.uint8], lines: NDArray[np.int64]) -> bytes: ...
