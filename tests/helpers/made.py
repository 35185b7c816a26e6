"""Make values from bytes: a fuzzer mutates bytes, and these become numbers, lists and arrays.

Missing bytes count as zeros, so every input is valid, and shorter inputs make simpler values.
"""

from __future__ import annotations

import atexit
import shutil
import tempfile
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from fastqueens.results import InputError, SearchStopped

ALLOWED = (InputError, SearchStopped, MemoryError)  # exceptions that any input may cause

# Numbers at the limits of sizes and shifts.
EDGES = (
    0, 1, -1, 2, 3, 7, 8, 9, 15, 16, 31, 32, 63, 64, 65, 127, 128, 255, 256, 257, 32767, 32768,
    65535, 65536, 2**24, 2**29, 2**31 - 1, 2**31, 2**32 - 1, 2**32, 2**53, 2**62, 2**63 - 1, 2**63,
    2**64 - 1, 2**64, 10**30, -2, -128, -(2**31), -(2**63), -(2**63) - 1,
)  # fmt: skip
_DTYPES = (
    "u1", "u2", "u4", "u8", "i1", "i2", "i4", "i8", "f4", "f8", "?", ">i4", ">u2", "U1", "U4", "S2",
    "O", "c8", "m8[s]", "M8[D]",
)  # fmt: skip
_KEYS = ("", "a", "A", 0, 1, -1, None, (0, 0), 0.5)
_PLAIN = (
    None, True, False, 0.0, -0.5, 1e308, float("inf"), float("nan"), "", "a", "A", "0", "UP", "x1",
    "\ud800", b"", b"a", (), {}, object, range(3), ...,
)  # fmt: skip


@cache
def folder() -> Path:
    """Return this process's folder for temporary files, in memory if possible."""
    shared = Path("/dev/shm")
    made = tempfile.mkdtemp(dir=shared if shared.is_dir() else None)
    atexit.register(shutil.rmtree, made, ignore_errors=True)
    return Path(made)


class Bytes:
    """An input that is read from its beginning."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._at = 0

    def byte(self) -> int:
        at = self._at
        self._at = at + 1
        return self._data[at] if at < len(self._data) else 0

    def take(self, count: int) -> bytes:
        at = self._at
        self._at = at + count
        return self._data[at : at + count].ljust(count, b"\0")

    def rest(self) -> bytes:
        return self._data[self._at :]

    def flag(self) -> bool:
        return bool(self.byte() & 1)

    def below(self, end: int) -> int:
        """Return a number below `end`, made from as few bytes as possible."""
        if end <= 256:
            return self.byte() % max(end, 1)
        return int.from_bytes(self.take(4), "little") % end

    def between(self, least: int, most: int) -> int:
        return least + self.below(most - least + 1)

    def choice(self, items: Any) -> Any:
        return items[self.below(len(items))]

    def number(self) -> int:
        """Return any number: mostly a small one, sometimes an entry of EDGES or 64 random bits."""
        kind = self.byte()
        if kind < 160:
            return kind % 20
        if kind < 224:
            return EDGES[kind % len(EDGES)]
        return int.from_bytes(self.take(8), "little", signed=bool(kind & 1))

    def real(self) -> float:
        kind = self.byte()
        if kind < 200:
            return kind / 16
        if kind < 240:
            return (float("inf"), float("nan"), -1.0, 1e308, -1e308, 5e-324)[kind % 6]
        return float(np.frombuffer(self.take(8), np.float64)[0])

    def cells(self, shape: tuple[int, ...], dtype: Any, below: int | None = None) -> Any:
        """Return an array with entries from the bytes, all below the limit `below` if it is set."""
        count = int(np.prod(shape, dtype=np.int64))
        dtype = np.dtype(dtype)
        if below is None:
            return np.frombuffer(self.take(count * dtype.itemsize), dtype).reshape(shape).copy()
        raw = np.frombuffer(self.take(count), np.uint8).astype(np.int64) % max(below, 1)
        return raw.astype(dtype).reshape(shape)

    def numbers(self, count: int, dtype: Any) -> Any:
        """Return an array of `count` numbers, small or from EDGES, wrapped to the type."""
        info = np.iinfo(dtype)
        found = [min(max(self.number(), info.min), info.max) for _ in range(count)]
        return np.array(found, dtype)

    def array(self) -> Any:
        """Return a small array of any type and few dimensions."""
        dtype = np.dtype(self.choice(_DTYPES))
        shape = tuple(self.below(7) for _ in range(self.below(4)))
        if dtype.kind == "O":
            made = np.empty(shape, object)
            for at in np.ndindex(shape):
                made[at] = self.value(2)
            return made
        if dtype.kind in "fcmM":
            small = np.frombuffer(self.take(int(np.prod(shape))), np.int8).reshape(shape)
            made = small.astype("i8").astype(dtype)
        elif dtype.kind == "U":
            letters = [chr(65 + self.below(60)) * self.below(4) for _ in range(int(np.prod(shape)))]
            made = np.array(letters, dtype).reshape(shape)
        elif self.flag():
            made = self.cells(shape, dtype)
        else:
            made = self.cells(shape, dtype, below=7)
        if not shape:
            return made
        return self.choice((made, made.T, np.asfortranarray(made), made[..., :1]))

    def value(self, depth: int = 4) -> Any:
        """Return any value that a caller may pass to a function."""
        kind = self.byte() % 16
        if depth == 0:
            kind %= 8
        if kind < 5:
            return self.number()
        if kind < 6:
            return self.choice(_PLAIN)
        if kind < 7:
            return self.real()
        if kind < 8:
            return self.take(self.below(9)).decode("latin-1")
        if kind < 13:
            return [self.value(depth - 1) for _ in range(self.below(6))]
        if kind < 14:
            return tuple(self.value(depth - 1) for _ in range(self.below(4)))
        if kind < 15:
            keys = [self.choice(_KEYS) for _ in range(self.below(4))]
            return {key: self.value(depth - 1) for key in keys}
        return self.array()

    def grid(self, n: int, regions: int) -> list[list[int]]:
        """Return a board of n rows."""
        return [[self.below(regions) for _ in range(n)] for _ in range(n)]
