"""The exit codes: one table for all commands, and the meaning of 0 and 1 for each command."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

__all__ = [
    "BAD_INPUT",
    "EXIT_CODES",
    "INTERNAL",
    "INTERRUPTED",
    "MEANINGS",
    "SOLVED",
    "STOPPED",
    "UNSOLVABLE",
    "exit_codes_of",
    "help_of",
    "worst",
]

SOLVED, UNSOLVABLE, BAD_INPUT, STOPPED, INTERNAL, INTERRUPTED = 0, 1, 2, 3, 4, 130
EXIT_CODES = {
    SOLVED: "a solution was found, or the answer is yes",
    UNSOLVABLE: "there is no solution, or the answer is no",
    BAD_INPUT: "bad input or usage",
    STOPPED: "stopped by a limit without an answer",
    INTERNAL: "an internal error",
    INTERRUPTED: "interrupted by Ctrl-C or SIGTERM",
}
# From the mildest to the most severe; several answers together end with the most severe code.
_SEVERITY = (SOLVED, UNSOLVABLE, STOPPED, BAD_INPUT, INTERNAL, INTERRUPTED)
# The exact meaning of 0 and 1 for each command; None for a command that never ends with 1.
MEANINGS: dict[str, tuple[str, str | None]] = {
    "example": ("the examples are listed, or one is printed", None),
    "solve": (
        "every board is solved; with --unique: each has exactly one solution",
        "some board has no solution (with --unique: or several solutions)",
    ),
    "check": ("the queens break no rule", "the queens break a rule"),
    "hint": ("a hint is printed", "the board has no solution"),
    "explain": (
        "the steps solve the board",
        "the board has several solutions or none, or the rules do not suffice",
    ),
    "rate": (
        "every board is solved by the rules",
        "some board has several solutions or none, or the rules do not suffice",
    ),
    "generate": ("all boards are made", None),
    "repair": (
        "every board is repaired, or already has exactly one solution",
        "some board cannot be repaired with at most --max-changes changes",
    ),
    "levels": ("the levels are listed, or one is printed", None),
    "convert": ("every board is written", None),
    "compare": (
        "every board was solved by some method",
        "some board has no solution",
    ),
    "tree": ("the tree is drawn", None),
    "nqueens": (
        "there is a solution; a count is above 0",
        "there is no solution; a count is 0",
    ),
    "pack": ("every puzzle is solved", "some puzzle has no solution; a count is 0"),
    "slide": ("every puzzle is solved", "some puzzle cannot be solved"),
    "cover": ("every problem is solved", "some problem has no solution; a count is 0"),
    "ledger": ("the ledger is shown", None),
    "web": ("the page was served until Ctrl-C, or another process already serves it", None),
    "site": ("the folder is written", None),
    "methods": ("the methods are listed, or one is described", None),
    "completion": ("the script is printed", None),
    "info": ("the version and the instruction sets are printed", None),
}


def worst(codes: Iterable[int]) -> int:
    """Return the most severe of several exit codes."""
    return max(codes, key=_SEVERITY.index, default=SOLVED)


def help_of(codes: Mapping[int, str]) -> str:
    """Return the end of a help page, marked so that click does not wrap it."""
    return "\n".join(["\b", "Exit codes:", *(f"  {x:<4} {text}" for x, text in codes.items())])


def exit_codes_of(command: str) -> dict[int, str]:
    """Return the exit codes of a command with their meanings."""
    found, not_found = MEANINGS.get(command, (EXIT_CODES[SOLVED], EXIT_CODES[UNSOLVABLE]))
    codes = EXIT_CODES | {SOLVED: found} | ({UNSOLVABLE: not_found} if not_found else {})
    return {code: text for code, text in codes.items() if code != UNSOLVABLE or not_found}
