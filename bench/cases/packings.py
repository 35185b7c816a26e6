"""Packing puzzles with their known numbers of solutions."""

from __future__ import annotations

from numpy.typing import ArrayLike

from fastqueens import packing

BOX = packing.Puzzle.box
_BLOCKS: dict[str, ArrayLike] = {
    "A": [(0, row, column) for row in range(2) for column in range(4)],
    "B": [(layer, row, column) for layer in range(2) for row in range(2) for column in range(2)],
    "C": [(0, 0), (0, 1), (1, 0), (1, 1)],
    "D": [(0, 0), (0, 1), (0, 2)],
}
_Y = {"Y": [(0, 0), (0, 1), (0, 2), (0, 3), (1, 1)]}

# puzzle, number of all solutions, and of distinct ones; in space, mirror images count as one
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
    "Soma cube 3x3x3": (BOX(3, 3, 3, pieces="soma"), 11520, 240),
    "pentominoes 2x3x10": (BOX(2, 3, 10, pieces="pentominoes"), 96, 12),
    "pentominoes 2x5x6": (BOX(2, 5, 6, pieces="pentominoes"), 2112, 264),
    "pentominoes 3x4x5": (BOX(3, 4, 5, pieces="pentominoes"), 31520, 3940),
    "Bedlam cube 4x4x4": (BOX(4, 4, 4, pieces="bedlam"), 460464, 19186),
    "Conway 5x5x5": (BOX(5, 5, 5, pieces=_BLOCKS, copies={"A": 13, "D": 3}), 27456, 572),
    "Y pentacubes 5x5x5": (BOX(5, 5, 5, pieces=_Y, copies={"Y": 25}), 60672, 1264),
}
