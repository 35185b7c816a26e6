"""The options of the boards to generate."""

from __future__ import annotations

from typing import Any, Literal

from fastqueens._kernels.queens import generate as _generate
from fastqueens.results import InputError
from fastqueens.validation import check_seed, check_whole, did_you_mean, is_choice, join_and, quote

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
MAX_PIECES = 64 * 64  # more than the number of pieces that any region has

# The options that decide which boards are made, by their names in Python. All functions that make
# boards take them, except that a book has a plan in place of `difficulty`.
OPTION_NAMES = ("stars", "difficulty", "seed", "pieces", "style", "symmetry")


def check_options(
    n: int,
    *,
    stars: int = 1,
    difficulty: Difficulty | None = None,
    seed: int | None = None,
    pieces: int = 1,
    style: RegionStyle | None = None,
    symmetry: Symmetry | None = None,
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
        _check_drawn(stars, symmetry)
    if symmetry is not None:
        _check_symmetry(n, stars, pieces, symmetry)
    if seed is None:
        from secrets import randbits

        seed = randbits(64)
    return {
        "seed": check_seed(seed),
        "stars": stars,
        "style": REGION_STYLES.index(style or "mixed"),
        "pieces": pieces,
        "tier": -1 if difficulty is None else DIFFICULTIES.index(difficulty),
        "symmetry": 0 if symmetry is None else SYMMETRIES.index(symmetry) + 1,
    }


def _check_drawn(stars: int, symmetry: Symmetry | None) -> None:
    """Raise `InputError` if drawn boards do not exist with these options."""
    if stars > 1:
        raise InputError(
            f"style is 'drawn' with stars={stars}, expected one star, or another style: the "
            "boards that it imitates have one star"
        )
    if symmetry is not None:
        raise InputError(
            f"style is 'drawn' with symmetry={symmetry!r}, expected one of the two: about half of "
            "the drawn boards are nearly symmetric anyway"
        )


def _check_symmetry(n: int, stars: int, pieces: int, symmetry: Symmetry) -> None:
    """Raise `InputError` if no board has this symmetry."""
    if stars > 1:
        raise InputError(f"symmetry is {symmetry!r} with stars={stars}, expected one star")
    if pieces > 1:
        raise InputError(
            f"symmetry is {symmetry!r} with pieces={pieces}, expected regions in one piece"
        )
    if symmetry == "quarter-turn" and n % 4 > 1:
        raise InputError(
            f"symmetry is 'quarter-turn' with n={n}, expected a multiple of 4, or one more: other "
            "sizes have no placement with this symmetry"
        )
    if symmetry == "diagonal" and n < 5:
        raise InputError(f"symmetry is 'diagonal' with n={n}, expected 5 or more rows")


def describe_options(options: dict[str, Any]) -> dict[str, Any]:
    """Return the arguments of the kernel, except the stars, as data for JSON."""
    words = {name: value for name, value in options.items() if name != "stars"}
    words["region_style"] = REGION_STYLES[words.pop("style")]
    tier, symmetry = words.pop("tier"), words.pop("symmetry")
    words["difficulty"] = None if tier < 0 else DIFFICULTIES[tier]
    if symmetry:
        words["symmetry"] = SYMMETRIES[symmetry - 1]
    return words


def too_rare(n: int, options: dict[str, Any], made: int) -> str:
    """Return the error message for boards that are too rare to be found."""
    tier = options["tier"]
    wanted = f"{'other ' if made else ''}{'' if tier < 0 else DIFFICULTIES[tier] + ' '}boards"
    shape = ""
    if options["symmetry"]:
        name = SYMMETRIES[options["symmetry"] - 1]
        shape = " with a symmetry" if name == "any" else f" with {name} symmetry"
    return f"{wanted} of {n} rows{shape} are too rare, if there are any"
