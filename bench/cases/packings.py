"""Packing puzzles with their known numbers of solutions."""

from __future__ import annotations

from fastqueens import packing

# puzzle, number of all solutions, number of distinct solutions
KNOWN = {
    "pentominoes 3x20": (packing.pentominoes("3x20"), 8, 2),
    "pentominoes 4x15": (packing.pentominoes("4x15"), 1472, 368),
    "pentominoes 5x12": (packing.pentominoes("5x12"), 4040, 1010),
    "pentominoes 6x10": (packing.pentominoes("6x10"), 9356, 2339),
    "pentominoes 8x8, hole": (packing.pentominoes("8x8"), 520, 65),
    "IQ Puzzler Pro 5x11": (packing.iq_puzzler_pro("5x11"), 4331140, 1082785),
    "IQ Puzzler Pro diagonal": (packing.iq_puzzler_pro("diagonal"), 1376400, 344100),
    "IQ Puzzler Pro pyramid": (packing.iq_puzzler_pro("pyramid"), 26720, 3340),
    "Kanoodle 5x11": (packing.kanoodle("5x11"), 371020, 92755),
    "Kanoodle pyramid": (packing.kanoodle("pyramid"), 2448, 306),
}
