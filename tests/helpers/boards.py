"""Boards of coloured Queens as texts, the input of command-line tests."""

from __future__ import annotations

from pathlib import Path

import fastqueens

NINE = (Path(fastqueens.__file__).parent / "data" / "examples" / "queens-9.txt").read_text()
SIX = "AAAAAA\nBBBBAA\nBBAAAA\nCCCDDD\nDDDDDD\nEEEEEF\n"
FOUR = "RBBB\nRRBY\nGYYY\nGGGY\n"
ROWS = "\n".join(chr(65 + r) * 30 for r in range(28)) + "\n" + "]" * 30 + "\n" + "^" * 30
LOOSE = "\n".join(chr(65 + r) * 6 for r in range(6))
