"""The options of the boards to generate."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from fastqueens._kernels.queens import generate as _generate
from fastqueens._kernels.queens import logic as _logic
from fastqueens.cell_names import cell_name
from fastqueens.queens.board.board import Board
from fastqueens.queens.board.symmetry import IMAGES
from fastqueens.queens.generation.motifs import FREE, Mask, Motif, read_drawing, read_motifs
from fastqueens.queens.grid.placements import read_placement
from fastqueens.results import InputError
from fastqueens.validation import (
    check_items,
    check_seed,
    check_whole,
    did_you_mean,
    is_choice,
    join_and,
    plural,
    quote,
)

__all__ = [
    "DIFFICULTIES",
    "MAX_PIECES",
    "OPTION_NAMES",
    "REGION_STYLES",
    "SYMMETRIES",
    "Difficulty",
    "RegionStyle",
    "Symmetry",
    "check_options",
    "describe_options",
    "too_rare",
]

Difficulty = Literal["easy", "medium", "hard", "expert"]
RegionStyle = Literal["mixed", "balanced", "lopsided", "drawn"]
Symmetry = Literal["half-turn", "quarter-turn", "diagonal", "mirror", "any"]
DIFFICULTIES: tuple[Difficulty, ...] = ("easy", "medium", "hard", "expert")  # fq_logic_tier
# fq_generate_style
REGION_STYLES: tuple[RegionStyle, ...] = ("mixed", "balanced", "lopsided", "drawn")
# fq_generate_symmetry, without its first value
SYMMETRIES: tuple[Symmetry, ...] = ("half-turn", "quarter-turn", "diagonal", "mirror", "any")
# rules that boards of one star do not need
_STAR_RULES = (
    "line-pair", "bounds", "long-chain", "forcing-net", "cases-256", "cases-4096", "cases-all",
)  # fmt: skip
_RULES = [rule[0] for rule in _logic.RULES]
_MOST = 2**32 - 1  # of the score and of the number of steps
MAX_PIECES = 64 * 64  # more than the number of pieces that any region has

# The options that decide which boards are made, by their names in Python. All functions that make
# boards take them, except that a book has a plan in place of `difficulty`.
OPTION_NAMES = (
    "stars", "difficulty", "seed", "pieces", "style", "symmetry", "motif", "drawing", "placed",
    "regions", "single_cells", "use", "avoid", "score", "steps",
)  # fmt: skip


def check_options(
    n: int,
    *,
    stars: int = 1,
    difficulty: Difficulty | None = None,
    seed: int | None = None,
    pieces: int = 1,
    style: RegionStyle | None = None,
    symmetry: Symmetry | None = None,
    motif: Motif | None = None,
    drawing: Mask | None = None,
    placed: ArrayLike | None = None,
    regions: tuple[int, int] | None = None,
    single_cells: int | None = None,
    use: Sequence[str] = (),
    avoid: Sequence[str] = (),
    score: tuple[int, int] | None = None,
    steps: tuple[int, int] | None = None,
) -> dict[str, Any]:
    """Check the options of the boards, and return the arguments of the kernel."""
    stars = check_whole(stars, "stars", least=1, most=_generate.MAX_STARS, purpose="to make boards")
    purpose = "" if stars == 1 else f"with {stars} stars"
    n = check_whole(n, "n", least=4 * stars, most=64, purpose=purpose)
    for name, value, names in (
        ("difficulty", difficulty, DIFFICULTIES),
        ("style", style, REGION_STYLES),
        ("symmetry", symmetry, SYMMETRIES),
    ):
        if value is not None and not is_choice(value, names):
            expected = join_and([*map(repr, names)], "or")
            raise InputError(
                f"{name} is {quote(value)}, expected {expected}{did_you_mean(value, names)}"
            )
    pieces = check_whole(pieces, "pieces", least=1, most=MAX_PIECES)
    if style == "drawn":
        _check_drawn(
            stars, symmetry=symmetry, motif=motif, drawing=drawing, placed=placed, regions=regions,
            single_cells=single_cells,
        )  # fmt: skip
    for name, wish in (
        ("symmetry", symmetry), ("motif", motif), ("drawing", drawing), ("placed", placed),
        ("single_cells", single_cells),
    ):  # fmt: skip
        if wish is not None and stars > 1:
            raise InputError(f"stars is {stars}, expected 1 with {name}")
        if wish is not None and pieces > 1:
            raise InputError(f"pieces is {pieces}, expected 1 with {name}")
    options: dict[str, Any] = {
        "seed": 0 if seed is None else check_seed(seed),
        "stars": stars,
        "style": REGION_STYLES.index(style or "mixed"),
        "pieces": pieces,
        "tier": -1 if difficulty is None else DIFFICULTIES.index(difficulty),
        "symmetry": 0,
    }
    if symmetry is not None:
        _check_symmetry(n, symmetry)
        options["symmetry"] = SYMMETRIES.index(symmetry) + 1
    if motif is not None and drawing is not None:
        raise InputError("found a motif and a drawing, expected one of them")
    if motif is not None:
        options["given"], options["complete"] = read_motifs(motif, n), True
    if drawing is not None:
        options["given"] = read_drawing(drawing, n)[None]
        _check_drawing(options["given"][0], n)
        if symmetry == "mirror":
            raise InputError("symmetry is 'mirror', expected another symmetry with a drawing")
    if symmetry is not None and "given" in options:
        for mask in options["given"]:
            _check_symmetry_of(mask, symmetry, "drawing" if motif is None else "motif")
    if placed is not None:
        options["placed"] = _read_queens(n, placed)
    if regions is not None:
        options["least"], options["largest"] = _check_sizes(n, stars, regions)
    if single_cells is not None:
        options["single_cells"] = _check_single_cells(n, single_cells, options) + 1
    used, avoided = _check_rules("use", use, stars), _check_rules("avoid", avoid, stars)
    if used & avoided:
        both = [name for r, name in enumerate(_RULES) if used & avoided & 1 << r]
        raise InputError(f"use and avoid both name {join_and(both)}, expected different rules")
    if difficulty is not None:
        _check_tier(n, stars, difficulty, used)
    options |= {name: bits for name, bits in (("use", used), ("avoid", avoided)) if bits}
    options |= {
        name: _check_range(name, value)
        for name, value in (("score", score), ("steps", steps))
        if value is not None
    }
    if seed is None:
        from secrets import randbits

        options["seed"] = randbits(64)
    return options


def _check_rules(name: str, rules: Sequence[str], stars: int) -> int:
    """Check names of rules, and return them as a set of bits."""
    bits = 0
    for rule in check_items(rules, name, "rules"):
        if not isinstance(rule, str) or rule not in _RULES:
            raise InputError(
                f"{name} names the rule {quote(rule)}, expected {join_and(_RULES, 'or')}"
                f"{did_you_mean(rule, _RULES)}"
            )
        if stars == 1 and rule in _STAR_RULES:
            raise InputError(
                f"{name} names the rule {rule!r}, expected a rule that boards of one star need: "
                f"{rule!r} is for several stars"
            )
        bits |= 1 << _RULES.index(rule)
    return bits


def _check_tier(n: int, stars: int, difficulty: Difficulty, used: int) -> None:
    """Raise `InputError` if a rule is too hard for this difficulty."""
    for r, rule in enumerate(_RULES):
        tier = _logic.tier_of(r, n, stars)
        if used >> r & 1 and tier > DIFFICULTIES.index(difficulty):
            raise InputError(
                f"difficulty is {difficulty!r} and use names {rule!r}, which makes a board "
                f"{DIFFICULTIES[tier]}; expected an easier rule, or another difficulty"
            )


def _check_range(name: str, value: tuple[int, int]) -> tuple[int, int]:
    """Check a range of whole numbers."""
    if not isinstance(value, tuple | list) or len(value) != 2:
        raise InputError(f"{name} is {quote(value)}, expected two numbers, such as (20, 60)")
    least, most = (check_whole(x, name, least=0, most=_MOST) for x in value)
    if least > most or not most:
        raise InputError(f"{name} is ({least}, {most}), expected the smaller number first")
    return least, most


def _check_drawn(stars: int, **wishes: object) -> None:
    """Raise `InputError` if drawn boards do not exist with these options."""
    if stars > 1:
        raise InputError(
            f"style is 'drawn' with stars={stars}, expected one star, or another style: the "
            "boards that it imitates have one star"
        )
    for name, wish in wishes.items():
        if wish is None:
            continue
        found = f"{name}={wish!r}" if name == "symmetry" else name
        why = "about half of the drawn boards are nearly symmetric anyway"
        if name != "symmetry":
            why = "each drawn board has a plan of its own"
        raise InputError(f"style is 'drawn' with {found}, expected one of the two: {why}")


def _check_symmetry(n: int, symmetry: Symmetry) -> None:
    """Raise `InputError` if no board of n rows has this symmetry."""
    if symmetry == "quarter-turn" and n % 4 > 1:
        raise InputError(
            f"symmetry is 'quarter-turn' with n={n}, expected a multiple of 4, or one more: other "
            "sizes have no placement with this symmetry"
        )
    if symmetry == "diagonal" and n < 5:
        raise InputError(f"symmetry is 'diagonal' with n={n}, expected 5 or more rows")


def _check_drawing(cells: NDArray[np.uint8], n: int) -> None:
    """Raise `InputError` if a drawing cannot be finished for lack of cells or solutions."""
    regions, free = len(np.unique(cells[cells != FREE])), int((cells == FREE).sum())
    if free < n - regions:
        raise InputError(
            f"drawing has {plural(regions, 'region')} and {plural(free, 'free cell')}, expected "
            f"{n} regions in all"
        )
    if free:
        return
    from fastqueens.queens.solving.counting import is_unique

    if not is_unique(Board.from_array(cells)):
        raise InputError(
            "drawing has no free cells and not exactly one solution; queens.repair finds cells to "
            "change"
        )


def _check_symmetry_of(mask: NDArray[np.uint8], symmetry: Symmetry, name: str) -> None:
    """Raise `InputError` if given cells do not have the symmetry."""
    for one, image in IMAGES:
        if symmetry not in ("any", one) or (one == "mirror" and name == "drawing"):
            continue
        there = image(mask)
        pairs = {*zip(mask.ravel().tolist(), there.ravel().tolist(), strict=True)}
        if len(pairs) == len(np.unique(mask)) and all((a == FREE) == (b == FREE) for a, b in pairs):
            return
    wanted = "a symmetry" if symmetry == "any" else f"{symmetry} symmetry"
    raise InputError(
        f"found a {name} without {wanted}, expected a symmetric {name}, or a board without symmetry"
    )


def _read_queens(n: int, placed: ArrayLike) -> NDArray[np.int16]:
    """Return the column of the given queen of each row, or -1."""
    columns = np.full(n, -1, np.int16)
    cells = read_placement(n, placed)
    for row, column in cells:
        for other, there in cells:
            if (row, column) < (other, there) and (
                row == other or column == there or max(other - row, abs(there - column)) == 1
            ):
                raise InputError(
                    f"found queens on {cell_name(row, column)} and {cell_name(other, there)}, "
                    "expected queens that do not attack each other"
                )
        columns[row] = column
    return columns


def _check_sizes(n: int, stars: int, regions: tuple[int, int]) -> tuple[int, int]:
    """Return the bounds of the sizes of regions."""
    try:
        least, largest = check_items(regions, "regions", "two numbers")
    except ValueError:
        raise InputError(
            f"regions is {quote(regions)}, expected a pair: the least and the largest size"
        ) from None
    average = f": {n} regions have {n} cells on average"
    least = check_whole(least, "regions[0]", least=1, most=n, purpose=average)
    largest = check_whole(largest, "regions[1]", least=n, most=n * n, purpose=average)
    return max(least, stars), largest


def _check_single_cells(n: int, single_cells: int, options: dict[str, Any]) -> int:
    """Return the number of regions with one cell."""
    single_cells = check_whole(single_cells, "single_cells", most=n - 1)
    if single_cells and options.get("least", 1) > 1:
        raise InputError(
            f"single_cells is {single_cells}, expected 0 with regions of {options['least']} cells "
            "or more"
        )
    if options.get("complete"):
        for mask in options["given"]:
            given = int((np.bincount(mask[mask != FREE]) == 1).sum())
            if given > single_cells:
                raise InputError(
                    f"single_cells is {single_cells}, and the motif has {given} regions of one cell"
                )
            if options["symmetry"] == 4 and single_cells - given > n % 2:
                raise InputError(_too_many_single_cells(single_cells, n))
    elif options["symmetry"] == 4 and single_cells > n % 2:
        raise InputError(_too_many_single_cells(single_cells, n))
    return single_cells


def _too_many_single_cells(single_cells: int, n: int) -> str:
    return (
        f"single_cells is {single_cells}, expected at most {n % 2} with mirror symmetry of {n} "
        "rows: other regions have a cell of the solution and one of its image"
    )


def describe_options(options: dict[str, Any]) -> dict[str, Any]:
    """Return the arguments of the kernel, except the stars, as data for JSON."""
    words = {name: value for name, value in options.items() if name != "stars"}
    words["region_style"] = REGION_STYLES[words.pop("style")]
    tier, symmetry = words.pop("tier"), words.pop("symmetry")
    words["difficulty"] = None if tier < 0 else DIFFICULTIES[tier]
    if symmetry:
        words["symmetry"] = SYMMETRIES[symmetry - 1]
    if "given" in words:  # a digest, because it may have many boards of 64 rows
        given = words.pop("given")
        name = "motif" if words.pop("complete", False) else "drawing"
        words[name] = blake2b(given.tobytes(), digest_size=8).hexdigest()
    if "placed" in words:
        cells = enumerate(words["placed"].tolist())
        words["placed"] = ",".join(cell_name(r, c) for r, c in cells if c >= 0)
    if "single_cells" in words:
        words["single_cells"] -= 1  # 0 means any number to the kernel
    for name in ("use", "avoid"):
        if name in words:
            bits = words[name]
            words[name] = ",".join(rule for r, rule in enumerate(_RULES) if bits >> r & 1)
    for name in ("score", "steps"):
        if name in words:
            words[name] = "{}-{}".format(*words[name])
    return words


def too_rare(n: int, options: dict[str, Any], made: int) -> str:
    """Return the error message for boards that are too rare to be found."""
    tier = options["tier"]
    wanted = f"{'other ' if made else ''}{'' if tier < 0 else DIFFICULTIES[tier] + ' '}boards"
    wishes: list[str] = []
    if options["symmetry"]:
        name = SYMMETRIES[options["symmetry"] - 1]
        wishes.append("a symmetry" if name == "any" else f"{name} symmetry")
    if "given" in options:
        wishes.append("this motif" if options.get("complete") else "this drawing")
    if "placed" in options:
        wishes.append("these queens")
    if "least" in options:
        wishes.append(f"regions of {options['least']} to {options['largest']} cells")
    if "single_cells" in options:
        wishes.append(plural(options["single_cells"] - 1, "region") + " of one cell")
    if not options.keys().isdisjoint(("use", "avoid", "score", "steps")):
        wishes.append("such a rating")
    shape = f" with {join_and(wishes)}" if wishes else ""
    return f"{wanted} of {n} rows{shape} are too rare, if there are any"
