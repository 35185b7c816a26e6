"""Fingerprints of boards: numbers of 64 bits, equal for equivalent boards.

Boards are equivalent if they differ only by rotation, reflection or colours. A set of millions of
fingerprints is a list of sorted arrays, each at least twice as long as the next. It takes 8 bytes
per fingerprint, or 24 bytes while two arrays are merged; a Python set takes 70 bytes.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from hashlib import blake2b

import numpy as np
from numpy.typing import NDArray

from fastqueens._kernels.queens import generate as _generate

__all__ = ["Fingerprints", "Slice", "fingerprints_of"]


class Fingerprints:
    """A set of fingerprints.

    Examples
    --------
    >>> known = Fingerprints()
    >>> known.add(np.array([7, 5, 7], np.uint64)).tolist(), len(known)
    ([True, True, False], 2)
    >>> known.add(np.array([5, 6], np.uint64)).tolist(), len(known)
    ([False, True], 3)
    """

    def __init__(self) -> None:
        self._arrays: list[NDArray[np.uint64]] = []

    def __len__(self) -> int:
        return sum(map(len, self._arrays))

    def find_new(self, fingerprints: NDArray[np.uint64]) -> NDArray[np.bool_]:
        """Return a mask of the fingerprints that are not in the set.

        Of equal fingerprints only the first counts as new.
        """
        values, where = np.unique(fingerprints, return_index=True)
        missing = np.ones(len(values), bool)
        for array in self._arrays:
            at = np.minimum(array.searchsorted(values), len(array) - 1)
            missing &= array[at] != values
        new = np.zeros(len(fingerprints), bool)
        new[where[missing]] = True
        return new

    def add(self, fingerprints: NDArray[np.uint64]) -> NDArray[np.bool_]:
        """Add fingerprints, and return which of them were new."""
        new = self.find_new(fingerprints)
        if new.any():
            self._arrays.append(np.sort(fingerprints[new]))
        while len(self._arrays) > 1 and len(self._arrays[-2]) < 2 * len(self._arrays[-1]):
            both = np.concatenate([self._arrays.pop(), self._arrays.pop()])
            both.sort(kind="stable")  # merges two sorted runs
            self._arrays.append(both)
        return new


@dataclass(slots=True)
class Slice:
    """The fingerprints of consecutive boards of a run.

    Attributes
    ----------
    fingerprints : ndarray of uint64
        One fingerprint per board.
    attempts : dict or None
        For each board that replaces a repeated board: its index in this slice, and the number of
        the attempt that made it. None if the attempts were not recorded.
    """

    fingerprints: NDArray[np.uint64]
    attempts: dict[int, int] | None = field(default_factory=dict)

    def split(self, size: int) -> list[Slice]:
        """Return slices of at most `size` boards."""
        if len(self.fingerprints) <= size:
            return [self]
        slices = []
        for start in range(0, len(self.fingerprints), size):
            attempts = self.attempts
            if attempts is not None:
                attempts = {i - start: k for i, k in attempts.items() if 0 <= i - start < size}
            slices.append(Slice(self.fingerprints[start : start + size], attempts))
        return slices


def fingerprints_of(labels: NDArray[np.uint8], stars: int = 1) -> NDArray[np.uint64]:
    """Return the fingerprint of each board: a hash of its canonical form, its size and its stars.

    Two different boards among ten million have the same fingerprint with a probability of
    1 in 300,000. In this case the generator makes another board instead; this is not an error.
    """
    forms = np.empty_like(labels)
    if len(labels):
        _generate.canonical(np.ascontiguousarray(labels), forms)
    header = bytes([labels.shape[1], stars])
    digests = (blake2b(header + form.tobytes(), digest_size=8).digest() for form in forms)
    return np.frombuffer(b"".join(digests), "<u8")
