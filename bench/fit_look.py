"""Fit the constants of `csrc/queens/generate/look.c` to boards that people drew.

    python bench/fit_look.py drawn.txt            # prints the table of look.c
    python bench/fit_look.py drawn.txt --halves   # fits one half of the file, compares the other

The file is that of look.py. Nothing but means is used: of each feature, a straight line through the
means of the sizes. Each step generates boards of all sizes and moves every constant against the
difference between the means of these boards and that line. The constants of the last steps are
averaged. Takes about two minutes. Needs scikit-learn (extra "bench") with --halves.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from pathlib import Path

import look
import numpy as np
from numpy.typing import NDArray

from fastqueens._kernels.queens.generate import Generate
from fastqueens.queens.generation.options import REGION_STYLES

SIZES = (7, 8, 9, 10, 11)
Constants = dict[str, NDArray[np.float64]]  # the values for the first and the last size

# The constants in the order of look.h: the values to begin with, the feature that the constant
# changes, the step for a difference of one standard deviation, and the limits of the constant.
TABLE: dict[str, tuple[tuple[float, float], str, float, tuple[int, int]]] = {
    "borders": ((0, 0), "borders", 2, (-50, 50)),
    "dead_ends": ((0, 0), "dead ends", 8, (-200, 200)),
    "frame": ((0, 0), "frame", 8, (-200, 200)),
    "symmetric": ((-80, -80), "symmetric", 20, (-400, 0)),
    "repeated": ((-80, -80), "repeated", 20, (-400, 0)),
    "pairs": ((60, 60), "small", 20, (0, 300)),
    "largest": ((130, 130), "largest", -60, (60, 400)),
    "even": ((250, 250), "second", 80, (40, 2000)),
    "kept": ((450, 450), "symmetry", -100, (256, 700)),
}


def near(n: int) -> NDArray[np.float64]:
    """Return how much a size has of the values for the first and for the last size."""
    share = (n - SIZES[0]) / (SIZES[-1] - SIZES[0])
    return np.array([1 - share, share])


def generate(n: int, count: int, seed: int, constants: Constants) -> look.Boards:
    """Generate boards with these constants."""
    labels, queens = np.empty((count, n, n), np.uint8), np.empty((count, n), np.int16)
    weights = np.array([constants[name] @ near(n) for name in TABLE]).round().astype(np.int16)
    kernel = Generate(
        labels, queens, seed=seed, first=0, style=REGION_STYLES.index("drawn"), look_weights=weights
    )
    while kernel.step(1 << 40) == 0:
        pass
    if kernel.done < count:
        raise SystemExit(f"no board of {n} rows has the looks that {constants} plan")
    return labels.astype(np.int64)


def lines(drawn: Mapping[int, look.Features]) -> tuple[dict[int, look.Features], look.Features]:
    """Return the wanted means of each size, and the standard deviation of each feature."""
    sizes = [n for n in SIZES if len(drawn[n])]
    weights = np.sqrt([len(drawn[n]) for n in sizes])[:, None]
    sides = np.stack([near(n) for n in sizes]) * weights
    means = np.stack([drawn[n].mean(0) for n in sizes]) * weights
    line = np.linalg.lstsq(sides, means, rcond=None)[0]
    spread = np.concatenate([drawn[n] - drawn[n].mean(0) for n in sizes]).std(0)
    return {n: near(n) @ line for n in SIZES}, spread


def fit(drawn: Mapping[int, look.Features], steps: int, count: int) -> Constants:
    """Return the constants that give generated boards the means of the drawn boards."""
    wanted, spread = lines(drawn)
    constants = {name: np.array(first, float) for name, (first, _, _, _) in TABLE.items()}
    last: list[Constants] = []
    for step in range(steps):
        far = {}
        for n in SIZES:
            made = look.features(generate(n, count, step, constants))
            far[n] = (made.mean(0) - wanted[n]) / spread
        rate = 0.8 if step < steps // 2 else 0.4
        for name, (_, feature, gain, limits) in TABLE.items():
            change = sum(far[n][look.COLUMN[feature]] * near(n) for n in SIZES)
            constants[name] = (constants[name] + rate * gain * change).clip(*limits)
        if step >= steps // 2:
            last.append(dict(constants))
    return {name: np.mean([x[name] for x in last], 0) for name in TABLE}


def halves(drawn: Mapping[int, look.Features], steps: int, count: int) -> None:
    """Fit a random half of the boards; tell boards made so from the other half, and both halves."""
    print("| n | boards | other half and made: accuracy | AUC | both halves: accuracy | AUC |")
    print("|---:|---:|---:|---:|---:|---:|")
    random = np.random.default_rng(1)
    mixed = {n: random.permutation(found) for n, found in drawn.items()}
    for side in (0, 1):
        constants = fit({n: found[side::2] for n, found in mixed.items()}, steps, count)
        for n in SIZES:
            mine, other = mixed[n][side::2], mixed[n][1 - side :: 2]
            if min(len(mine), len(other)) < 10:
                continue
            made = look.features(generate(n, 8 * len(other), 1, constants))
            told = [look.tell_apart(other, part, halves=False) for part in np.split(made, 8)]
            figures = [*np.mean(told, 0), *look.tell_apart(other, mine, halves=False)]
            print(f"| {n} | {len(other)} | " + " | ".join(f"{x:.3f}" for x in figures) + " |")


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the fitted constants, or how well one half of the boards predicts the other."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("drawn", type=Path, help="a file of boards that people drew")
    parser.add_argument("--steps", type=int, default=24)
    parser.add_argument("--count", type=int, default=100, help="boards of each size in a step")
    parser.add_argument("--halves", action="store_true")
    options = parser.parse_args(arguments)
    drawn = {n: look.features(look.read_drawn(options.drawn, n)) for n in SIZES}
    if options.halves:
        halves(drawn, options.steps, options.count)
        return 0
    for name, (first, last) in fit(drawn, options.steps, options.count).items():
        print(f"    [FQ_LOOK_{name.upper()}] = {{{first:.0f}, {last:.0f}}},")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
