"""Colours that tell neighbours apart."""

from __future__ import annotations

__all__ = ["INK", "PAPER", "mix", "palette"]


INK = "#1b1b1f"
PAPER = "#ffffff"
# The first 12 are soft tones annealed until they stay apart (OKLab distance >= 0.055) for normal
# vision and for protanopia, deuteranopia and tritanopia (Machado et al. 2009), in an order that
# keeps every prefix apart. The rest are greedy farthest points under the same measure, the softer
# ones first, among colours on which INK has a contrast of at least 4.5. The tests measure it.
_FILLS = """
    #b4a8ef #fac061 #b6fcf7 #f28861 #40c2b5 #f9f488 #a6d897 #8cd0ff
    #ddd5db #f997c2 #b6a488 #749cf4 #c783c7 #c1f3b4 #5decff #c7bb76
    #83ae5d #d3bbe0 #ffda8f #d3839b #ae9513 #5de6bb #95c19b #70a2a8
    #ecf9da #a283da #d3a838 #8f9b7c #f9c7ae #da95d3 #d3e6cd #4bd3d3
    #c1704b #957c9b #b46abb #707ce0 #ae7c06 #649564 #838983 #da6a64
    #e0e66a #dac13e #76b4da #838fae #c18344 #a2bbff #d3cd7c #5789c7
    #e6a895 #a2f39b #ffcdff #a2b476 #a895da #d3ffa2 #c79544 #c7a2a8
    #4ba2c1 #b4c7ae #9ba2ff #aec157 #8389ec #c7cdec #51a28f #8ff9e0
""".split()  # noqa: SIM905 - a grid is easier to read than a list of strings


def palette(count: int) -> list[str]:
    """Choose fills for the regions of a board.

    Dark letters and queens are readable on all of them. The first 12 are easy to tell apart under
    any colour vision, the first 64 are well spread; beyond 64 come paler copies.

    Parameters
    ----------
    count : int
        How many colours, 0 to 256.

    Returns
    -------
    list of str
        Distinct colours as ``'#rrggbb'``. A shorter palette is a prefix of a longer one.

    Raises
    ------
    ValueError
        For any other number.

    Examples
    --------
    >>> palette(3)
    ['#b4a8ef', '#fac061', '#b6fcf7']
    """
    if not 0 <= count <= 256:
        raise ValueError(f"a palette has 0 to 256 colours, not {count}")
    size = len(_FILLS)
    return [mix(_FILLS[k % size], PAPER, 0.22 * (k // size)) for k in range(count)]


def mix(colour: str, other: str, share: float) -> str:
    """Return a colour mixed with a share, 0 to 1, of another.

    Examples
    --------
    >>> mix("#000000", "#ff8000", 0.5)
    '#804000'
    """
    pairs = zip(bytes.fromhex(colour[1:]), bytes.fromhex(other[1:]), strict=True)
    return "#" + bytes(round(a + (b - a) * share) for a, b in pairs).hex()
