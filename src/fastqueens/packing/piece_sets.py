"""Well-known sets of pieces, by name.

One word draws each piece with its letter: "/" separates rows, "|" separates layers, and "." is an
empty cell.
"""

from __future__ import annotations

from fastqueens.results import InputError
from fastqueens.validation import did_you_mean, quote

__all__ = ["IQ_PUZZLER_PRO", "KANOODLE", "PENTOMINOES", "PIECE_SETS", "draw_pieces", "named_pieces"]


PENTOMINOES = (
    ".FF/FF/.F IIIII L/LLLL NN/.NNN PP/PPP TTT/.T/.T U.U/UUU V/V/VVV W/WW/.WW .X/XXX/.X .Y/YYYY "
    "ZZ/.Z/.ZZ"
)
IQ_PUZZLER_PRO = (
    "AAA/A/A BB/B/B/B .CC/CC/.C D/DD/D E/EE/.EE FF/F/FF GGGG/.G HH/.HHH II/II/I J/JJ/.J KK/K/K LL/L"
)
KANOODLE = (
    "AA/.AAA BBB/..B/..B CCCC DD/.D/DD E/EEE .F/.F/.F/FF GGGG/..G .H/HHH/.H II/.II/..I JJ/JJJ K/KK "
    "LL/LL"
)
_SOMA = "VV/V LLL/L TTT/.T ZZ/.ZZ AA/A|.A BB/B|./B PP/P|P"
_BEDLAM = (
    ".A/AAA/.A BBB/.B|./.B CC/.C|C DDD/.D|.D EEE/.E|..E .FF/FF/F GGG/G|..G .HH/HH|./H "
    "III/..I|./..I .JJ/JJ|.J .K/KK|.KK L/LLL/.L MM/M|M|M"
)
PIECE_SETS = {"pentominoes": PENTOMINOES, "soma": _SOMA, "bedlam": _BEDLAM}


def draw_pieces(words: str) -> dict[str, list[tuple[int, ...]]]:
    """Return the cells of drawn pieces: pairs for flat pieces, triples in a set with layers.

    Examples
    --------
    >>> draw_pieces("AA/.A"), draw_pieces("B|.B")
    ({'A': [(0, 0), (0, 1), (1, 1)]}, {'B': [(0, 0, 0), (1, 0, 1)]})
    """
    solid = "|" in words
    found: dict[str, list[tuple[int, ...]]] = {}
    for word in words.split():
        letter = word.strip("./|")[0]
        found[letter] = [
            (layer, row, column)[not solid :]
            for layer, rows in enumerate(word.split("|"))
            for row, signs in enumerate(rows.split("/"))
            for column, sign in enumerate(signs)
            if sign == letter
        ]
    return found


def named_pieces(name: str) -> dict[str, list[tuple[int, ...]]]:
    """Return the pieces of a set, or raise `InputError`.

    Examples
    --------
    >>> sum(map(len, named_pieces("bedlam").values()))
    64
    """
    if name not in PIECE_SETS:
        raise InputError(
            f"found {quote(name)} as pieces, expected one of {', '.join(PIECE_SETS)}"
            f"{did_you_mean(name, PIECE_SETS)}"
        )
    return draw_pieces(PIECE_SETS[name])
