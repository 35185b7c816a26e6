"""Importing boards into a ledger, so that no later run makes them."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from fastqueens.parallel.tasks import worker_name
from fastqueens.queens.board.board import Board
from fastqueens.queens.generation.fingerprints import Slice, fingerprints_of
from fastqueens.queens.generation.generator import ATTEMPT_STRIDE
from fastqueens.queens.generation.ledger import BoardLedger

__all__ = ["import_boards"]

_MAX_NAME = 60  # characters, each up to 12 in JSON: the options of a run have at most 1000


def import_boards(
    path: str | os.PathLike[str], boards: Sequence[Board], source: str | os.PathLike[str]
) -> int:
    """Record boards as runs of a ledger, one for each size, and return how many were new.

    The ledger is created if it does not exist. `source` is the file of the boards; its name is in
    the options of the runs.
    """
    name = Path(source).name[-_MAX_NAME:].encode("utf-8", "replace").decode()
    added = 0
    for n, stars in sorted({(board.n, board.stars) for board in boards}):
        labels = np.array([x.regions for x in boards if (x.n, x.stars) == (n, stars)], np.uint8)
        marks = fingerprints_of(labels, stars)
        ledger = BoardLedger(path, n, stars, {"imported": name})
        try:
            marks = marks[ledger.known.find_new(marks)]
            if len(marks):
                ledger.begin(len(marks), ATTEMPT_STRIDE)
            while len(marks):
                repeated = ledger.record(Slice(marks, None), 0.0, worker_name())
                if not repeated.size:
                    break
                marks = np.delete(marks, repeated)  # recorded by another process
        finally:
            ledger.close()
        added += len(marks)
    return added
