"""The pattern databases of 4x4 boards: built once in each process, or kept in a file."""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from fastqueens._kernels.sliding import pdb
from fastqueens.results import InputError
from fastqueens.search import FULL

__all__ = ["CACHED_KIND", "build_pdb", "load_pdb"]

CACHED_KIND = pdb.PDB_78
_STEP = 4_000_000  # entries built between two checks for Ctrl-C
_MAGIC = b"fastqueens tables 1\n"


def build_pdb(goal: NDArray[np.uint8], kind: int) -> pdb.Pdb:
    """Return the pattern databases of this process for a 4x4 goal; build them if necessary."""
    databases = pdb.shared_pdb(kind, _blank_class(goal))
    while not databases.ready:  # a loop in Python, so that Ctrl-C works
        if databases.step(_STEP) == FULL:
            raise MemoryError("not enough memory for the pattern databases")
    return databases


def _blank_class(goal: NDArray[np.uint8]) -> int:
    """Return the class of a goal, from the cell of its blank; goals of a class share databases."""
    return pdb.home_of(int(np.flatnonzero(goal == 0)[0]))


def load_pdb(goal: NDArray[np.uint8], cache_dir: str | os.PathLike[str]) -> None:
    """Read the largest databases from a file; if there is no valid file, build and write them."""
    from hashlib import sha256
    from tempfile import NamedTemporaryFile

    databases = pdb.shared_pdb(CACHED_KIND, _blank_class(goal))
    if databases.ready:
        return
    path = Path(cache_dir) / f"fastqueens-tables-{CACHED_KIND}-{databases.home}"
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        data = b""
    except OSError as error:
        raise InputError(f"cannot read the file: {error.strerror}", source=str(path)) from None
    head = len(_MAGIC) + 32
    image = memoryview(data)[head:]
    whole = data[: len(_MAGIC)] == _MAGIC and sha256(image).digest() == data[len(_MAGIC) : head]
    if whole and databases.load(image):
        return
    databases.build()
    image = memoryview(databases.image())
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        # Replace the file in one step: another process may read or write it.
        with NamedTemporaryFile(dir=path.parent, delete=False) as file:
            try:
                file.write(_MAGIC + sha256(image).digest())
                file.write(image)
                file.close()
                os.replace(file.name, path)
            except BaseException:
                os.unlink(file.name)
                raise
    except OSError as error:
        raise InputError(f"cannot be written: {error.strerror}", source=str(path)) from None
