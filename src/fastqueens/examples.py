"""The example files that come with the package: puzzles in several formats."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from fastqueens.results import InputError

__all__ = ["Example", "example", "examples"]

# Each example file: the command that reads it, and its content. Its name ends at the first dot.
_FILES = {
    "queens-4.txt": ("solve", "a small board, 4x4"),
    "queens-5-empty.txt": ("solve", "LinkedIn Queens report, 5x5, seven regions"),
    "queens-6-none.txt": ("solve", "LinkedIn Queens report, 6x6, without a solution"),
    "queens-8.txt": ("solve", "LinkedIn Queens report, 8x8, 599 solutions"),
    "queens-9.txt": ("solve", "LinkedIn Queens report, 9x9, one solution"),
    "queens-9-second.txt": ("solve", "LinkedIn Queens report, 9x9, one solution"),
    "queens-10.txt": ("solve", "LinkedIn Queens report, 10x10, 1,548 solutions"),
    "queens-20.txt": ("solve", "20x20, a board of the coloured Queens thesis"),
    "queens-30.txt": ("solve", "30x30, a board of the coloured Queens thesis"),
    "queens-scraped.json": (
        "solve",
        "4x4, JSON with rgba colours, read off the web page",
    ),
    "many.jsonl": ("solve", "ten boards of 8x8, one JSON object in each line"),
    "stars-10.json": ("solve", "Star Battle, 10x10 with two stars"),
    "stars-14.json": ("solve", "Star Battle, 14x14 with three stars"),
    "stars-many.sbn": ("solve", "five boards of 10x10 in Star Battle Notation"),
    "stars-link.puzzlink": ("solve", "Star Battle, an address of puzz.link"),
    "queens-level.ts": ("solve", "8x8, a level of a clone of LinkedIn Queens"),
    "queens-numbers.task": ("solve", "8x8, a list of region numbers"),
    "iq-small.txt": ("pack", "5x5, seven pieces: input 1 of the IQ Puzzler report"),
    "iq-report-2.txt": ("pack", "8x8, input 2 of the IQ Puzzler report"),
    "iq-report-3.txt": ("pack", "a rhombus (CUSTOM), input 3 of the IQ Puzzler report"),
    "iq-report-4.txt": ("pack", "5x4, input 4 of the IQ Puzzler report"),
    "iq-report-5-none.txt": ("pack", "4x4, too many cells, input 5 of the IQ Puzzler report"),
    "iq-report-6-none.txt": ("pack", "3x3, too few cells, input 6 of the IQ Puzzler report"),
    "iq-report-7.txt": ("pack", "4x4 with holes (CUSTOM), input 7 of the IQ Puzzler report"),
    "iq-5x11.txt": ("pack", "IQ Puzzler Pro, the box of 5x11"),
    "iq-diagonal.txt": ("pack", "IQ Puzzler Pro, a board of its own shape (CUSTOM)"),
    "iq-pyramid.txt": ("pack", "IQ Puzzler Pro, the pyramid"),
    "kanoodle-pyramid.txt": ("pack", "Kanoodle, the pyramid"),
    "pentominoes-6x10.txt": ("pack", "the twelve pentominoes in a box of 6x10"),
    "pentominoes-8x8.txt": ("pack", "the twelve pentominoes on a chessboard with a hole"),
    "soma.txt": ("pack", "the Soma cube, a box of 3x3x3"),
    "pentominoes-3x4x5.txt": ("pack", "the twelve pentominoes, one thick, in a box of 3x4x5"),
    "bedlam.txt": ("pack", "the Bedlam cube, a box of 4x4x4"),
    "fifteen.txt": ("slide", "15-puzzle report, 21 moves from the goal"),
    "fifteen-11.txt": ("slide", "15-puzzle report, 11 moves from the goal"),
    "fifteen-16.txt": ("slide", "15-puzzle report, 16 moves from the goal"),
    "fifteen-23-none.txt": ("slide", "15-puzzle report, no solution: its total is 23"),
    "fifteen-31-none.txt": ("slide", "15-puzzle report, no solution: its total is 31"),
    "fifteen-none.txt": ("slide", "Sam Loyd's 15-puzzle, which has no solution"),
    "eight.txt": ("slide", "the 8-puzzle, as far from the goal as possible"),
    "cover.txt": ("cover", "an exact cover in Knuth's text format"),
    "cover-colours.txt": ("cover", "an exact cover with secondary items and colours"),
}


@dataclass(frozen=True, slots=True)
class Example:
    """A file that comes with the package.

    Attributes
    ----------
    name : str
        The name that `example` and the command ``fastqueens example`` accept.
    file : str
        The name of the file.
    command : str
        The command that reads the file, such as ``"solve"``.
    summary : str
        The content in a few words.
    text : str
        The content of the file.
    """

    name: str
    file: str
    command: str
    summary: str
    text: str


@cache
def examples() -> tuple[Example, ...]:
    """Return all examples.

    Returns
    -------
    tuple of Example

    Examples
    --------
    >>> [example.name for example in examples()][:3]
    ['queens-4', 'queens-5-empty', 'queens-6-none']
    """
    folder = files("fastqueens") / "data" / "examples"
    return tuple(
        Example(
            file.partition(".")[0],
            file,
            command,
            summary,
            (folder / file).read_text(encoding="utf-8"),
        )
        for file, (command, summary) in _FILES.items()
    )


def example(name: str) -> Example:
    """Return one example.

    Parameters
    ----------
    name : str
        The name of the example or of its file.

    Returns
    -------
    Example

    Raises
    ------
    InputError
        If there is no example of this name; the message suggests similar names.

    Examples
    --------
    >>> print(example("queens-4").text, end="")
    RBBB
    RRBY
    GYYY
    GGGY
    """
    from difflib import get_close_matches

    known = {key: found for found in examples() for key in (found.name, found.file)}
    if name not in known:
        near = get_close_matches(name, [found.name for found in examples()], cutoff=0.4)
        advice = f"did you mean {' or '.join(near)}?" if near else "fastqueens example lists them"
        raise InputError(f"found no example {name!r}; {advice}")
    return known[name]
