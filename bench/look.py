"""How well generated boards can be told from boards that people drew, by looks alone.

    python bench/look.py drawn.txt                          # 8x8, 9x9 and 10x10, every style
    python bench/look.py drawn.txt --sizes 7 11 --styles drawn --difficulty easy
    python bench/look.py drawn.txt --halves                 # train on one half, test on the other

Each line of the file has the number of rows and the regions, a letter for each cell. For each size
and style, as many boards are generated as the file has. A logistic regression on twelve features
then learns to tell the two kinds apart. An accuracy of 0.5 means that they look alike; 1 means that
the style can always be told. By default, accuracy and area under the curve are means of 10-fold
cross-validation, so the classifier never judges a board that it was trained on. Needs scikit-learn
(extra "bench").
"""

from __future__ import annotations

import argparse
import json
import warnings
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fastqueens.queens.generation.generator import generate
from fastqueens.queens.generation.options import DIFFICULTIES, REGION_STYLES, RegionStyle

Boards = NDArray[np.int64]  # count x n x n region numbers, from 0 to n - 1
Features = NDArray[np.float64]  # count x 12

SYMMETRIC_SIZE = 4  # smallest size of a region that counts for "symmetric"
REPEATED_SIZE = 3  # smallest size of a region that counts for "repeated"
KEPT = 0.75  # a board counts as symmetric if this share of its borders is kept

FEATURES = {
    "single": "regions of one cell",
    "largest": "share of the cells in the largest region",
    "spread": "standard deviation of the region sizes, divided by n",
    "second": "share of the cells in the second largest region",
    "small": "regions of at most two cells",
    "borders": "pairs of neighbouring cells of two regions, divided by the number of cells",
    "symmetry": "share of the borders that the best of seven symmetries maps to borders",
    "symmetric": f"share of the regions of {SYMMETRIC_SIZE} or more cells with a symmetry",
    "repeated": f"share of the regions: of {REPEATED_SIZE} or more cells, in a shape that recurs",
    "solid": "share of the 2x2 squares with only one region",
    "dead ends": "share of the cells with exactly one neighbour of their region",
    "frame": "share of the outer cells that belong to the region of a corner",
}
COLUMN = {name: i for i, name in enumerate(FEATURES)}

# The seven symmetries of a square besides the identity, for arrays of boards.
SYMMETRIES: dict[str, Callable[[NDArray[Any]], NDArray[Any]]] = {
    "mirror, left and right": lambda a: a[:, :, ::-1],
    "mirror, top and bottom": lambda a: a[:, ::-1],
    "main diagonal": lambda a: a.transpose(0, 2, 1),
    "other diagonal": lambda a: a[:, ::-1, ::-1].transpose(0, 2, 1),
    "half-turn": lambda a: a[:, ::-1, ::-1],
    "quarter-turn": lambda a: a.transpose(0, 2, 1)[:, ::-1],
    "three quarter-turns": lambda a: a.transpose(0, 2, 1)[:, :, ::-1],
}


def read_drawn(path: Path, n: int) -> Boards:
    """Return the boards of n rows in a file."""
    boards = []
    for number, line in enumerate(path.read_text().splitlines(), 1):
        words = line.split("#")[0].split()
        if not words or words[0] != str(n):
            continue
        if len(words) != 2 or len(words[1]) != n * n or len(set(words[1])) != n:
            raise SystemExit(f"{path}, line {number}: expected {n} and {n * n} letters, {n} kinds")
        letters = dict.fromkeys(words[1])
        numbers = {letter: i for i, letter in enumerate(letters)}
        boards.append(np.array([numbers[x] for x in words[1]]).reshape(n, n))
    return np.array(boards, np.int64).reshape(-1, n, n)


def borders(boards: Boards) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Return where the right and the lower neighbour of a cell belong to another region."""
    return boards[:, :, 1:] != boards[:, :, :-1], boards[:, 1:] != boards[:, :-1]


def symmetries(boards: Boards) -> Features:
    """Return the share of the borders that each symmetry maps to borders, a column for each."""
    right, down = borders(boards)
    total = right.sum((1, 2)) + down.sum((1, 2))
    columns = []
    for image in SYMMETRIES.values():
        image_right, image_down = borders(image(boards))
        kept = (image_right & right).sum((1, 2)) + (image_down & down).sum((1, 2))
        columns.append(kept / total)
    return np.stack(columns, 1)


def shapes(boards: Boards) -> tuple[NDArray[np.uint64], NDArray[np.bool_]]:
    """Return a number for the shape of each region, and whether the region has a symmetry.

    Regions get the same number if they are equal after rotation and reflection. The number is a sum
    of random numbers, one for each cell of the region in its bounding box; different shapes have
    the same sum only by an accident of one in 2**64.
    """
    count, n, _ = boards.shape
    region = (np.arange(count)[:, None, None] * n + boards).ravel()
    row, column = (np.broadcast_to(x, boards.shape).ravel() for x in np.indices((n, n)))
    first, last = [], []
    for line in (row, column):
        least, most = np.full(count * n, n), np.zeros(count * n, np.int64)
        np.minimum.at(least, region, line)
        np.maximum.at(most, region, line)
        first.append(least[region])
        last.append(most[region])
    r, c = row - first[0], column - first[1]
    up, left = last[0] - row, last[1] - column
    weights = np.random.default_rng(1).integers(1 << 64, size=(n, n), dtype=np.uint64)
    sums = np.zeros((8, count * n), np.uint64)
    turned = ((r, c), (r, left), (up, c), (up, left), (c, r), (left, r), (c, up), (left, up))
    for k, (i, j) in enumerate(turned):
        np.add.at(sums[k], region, weights[i, j])
    return sums.min(0).reshape(count, n), (sums[1:] == sums[0]).any(0).reshape(count, n)


def features(boards: Boards) -> Features:
    """Return the twelve features of each board."""
    count, n, _ = boards.shape
    region = np.arange(count)[:, None, None] * n + boards
    sizes = np.bincount(region.ravel(), minlength=count * n).reshape(count, n)
    ordered = np.sort(sizes, 1)
    right, down = borders(boards)
    shape, has_symmetry = shapes(boards)
    large = sizes >= SYMMETRIC_SIZE
    alike = (shape[:, :, None] == shape[:, None, :]).sum(2) > 1
    padded = np.pad(boards, ((0, 0), (1, 1), (1, 1)), constant_values=-1)
    same = sum(
        (padded[:, 1 + i : n + 1 + i, 1 + j : n + 1 + j] == boards).astype(np.int64)
        for i, j in ((0, 1), (0, -1), (1, 0), (-1, 0))
    )
    top, bottom = boards[:, :1, :1], boards[:, -1:, -1:]
    outer = np.stack(
        [
            (boards[:, :1] == top).mean((1, 2)),
            (boards[:, :, :1] == top).mean((1, 2)),
            (boards[:, -1:] == bottom).mean((1, 2)),
            (boards[:, :, -1:] == bottom).mean((1, 2)),
        ]
    )
    squares = ~right[:, 1:] & ~right[:, :-1] & ~down[:, :, 1:]
    columns = {
        "single": (sizes == 1).sum(1),
        "largest": ordered[:, -1] / n**2,
        "spread": sizes.std(1) / n,
        "second": ordered[:, -2] / n**2,
        "small": (sizes <= 2).sum(1),
        "borders": (right.sum((1, 2)) + down.sum((1, 2))) / n**2,
        "symmetry": symmetries(boards).max(1),
        "symmetric": (has_symmetry & large).sum(1) / np.maximum(large.sum(1), 1),
        "repeated": (alike & (sizes >= REPEATED_SIZE)).sum(1) / n,
        "solid": squares.mean((1, 2)),
        "dead ends": (same == 1).mean((1, 2)),
        "frame": outer.mean(0),
    }
    return np.stack([columns[name] for name in FEATURES], 1).astype(np.float64)


def shares(found: Features) -> dict[str, float]:
    """Return the shares that a person notices first."""
    return {
        "with a one-cell region": float((found[:, COLUMN["single"]] > 0).mean()),
        "largest region": float(found[:, COLUMN["largest"]].mean()),
        "symmetric boards": float((found[:, COLUMN["symmetry"]] >= KEPT).mean()),
        "best symmetry": float(found[:, COLUMN["symmetry"]].mean()),
    }


def tell_apart(drawn: Features, made: Features, *, halves: bool) -> tuple[float, float]:
    """Return the accuracy of the classifier and the area under its curve.

    With `halves`, a random half of the boards trains the classifier and the other half tests it;
    the result is the mean of 20 such divisions. Otherwise the boards are divided into ten parts.
    """
    from sklearn.linear_model import LogisticRegression
    from sklearn.model_selection import StratifiedShuffleSplit, cross_validate
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import StandardScaler

    model = make_pipeline(StandardScaler(), LogisticRegression(max_iter=1000))
    values = np.concatenate([drawn, made])
    kinds = np.repeat([1, 0], [len(drawn), len(made)])
    parts = StratifiedShuffleSplit(20, test_size=0.5, random_state=1) if halves else 10
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # such as a feature that is constant in one part
        scores = cross_validate(model, values, kinds, cv=parts, scoring=("accuracy", "roc_auc"))
    return float(scores["test_accuracy"].mean()), float(scores["test_roc_auc"].mean())


def compare(
    path: Path, n: int, styles: Sequence[RegionStyle], **options: Any
) -> list[dict[str, Any]]:
    """Return a row for the drawn boards of a size, and one for each style."""
    halves, times = options.pop("halves"), options.pop("times")
    drawn = read_drawn(path, n)
    if len(drawn) < 10:
        raise SystemExit(f"{path} has {len(drawn)} boards of {n} rows, expected 10 or more")
    found = features(drawn)
    rows = [row(n, "(people)", found)]
    for style in styles:
        boards = generate(n, count=times * len(drawn), style=style, **options)
        made = features(np.array([board.regions for board in boards], np.int64))
        told = [tell_apart(found, part, halves=halves) for part in np.split(made, times)]
        accuracy, area = np.mean(told, 0).tolist()
        rows.append(row(n, style, made) | {"accuracy": accuracy, "area": area})
    return rows


def row(n: int, style: str, found: Features) -> dict[str, Any]:
    """Return a row of the report."""
    means = dict(zip(FEATURES, found.mean(0).tolist(), strict=True))
    return {"n": n, "style": style, "boards": len(found), **shares(found), "means": means}


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the shares, the accuracy and the means of the features."""
    parser = argparse.ArgumentParser(
        description=(__doc__ or "").splitlines()[0],
        epilog="features: " + "; ".join(f"{name}: {text}" for name, text in FEATURES.items()),
    )
    parser.add_argument("drawn", type=Path, help="a file of boards that people drew")
    parser.add_argument("--sizes", type=int, nargs="+", default=[8, 9, 10], metavar="N")
    parser.add_argument("--styles", nargs="+", choices=REGION_STYLES, default=REGION_STYLES)
    parser.add_argument("--difficulty", choices=DIFFICULTIES)
    parser.add_argument("--seed", type=int, default=5)
    parser.add_argument(
        "--times", type=int, default=1, help="repeat with as many sets of generated boards"
    )
    parser.add_argument(
        "--halves", action="store_true", help="train on one half, test on the other"
    )
    parser.add_argument("--json", action="store_true")
    options = vars(parser.parse_args(arguments))
    as_json, path = options.pop("json"), options.pop("drawn")
    sizes, styles = options.pop("sizes"), options.pop("styles")
    rows = [row for n in sizes for row in compare(path, n, styles, **options)]
    if as_json:
        print(json.dumps(rows, indent=1))
        return 0
    names = [name for name in rows[0] if name not in ("n", "style", "boards", "means")]
    print("| n | style | boards | " + " | ".join([*names, "accuracy", "AUC"]) + " |")
    print("|---:|---|" + "---:|" * (len(names) + 3))
    for r in rows:
        told = [f"{r[name]:.3f}" if name in r else "" for name in ("accuracy", "area")]
        values = [str(r["n"]), r["style"], str(r["boards"]), *(f"{r[x]:.3f}" for x in names), *told]
        print("| " + " | ".join(values) + " |")
    print("\nMeans of the features:\n\n| n | style | " + " | ".join(FEATURES) + " |")
    print("|---:|---|" + "---:|" * len(FEATURES))
    for r in rows:
        print(
            f"| {r['n']} | {r['style']} | "
            + " | ".join(f"{x:.3f}" for x in r["means"].values())
            + " |"
        )
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
