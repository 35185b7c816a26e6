"""The exit codes: one table for all commands, and what 0 and 1 mean for each of them."""

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
    SOLVED: "what was asked for was found, or holds",
    UNSOLVABLE: "it is known that it was not, or does not",
    BAD_INPUT: "bad input or usage",
    STOPPED: "stopped by a limit before it was known",
    INTERNAL: "an internal error",
    INTERRUPTED: "Ctrl-C, or asked to end (SIGTERM)",
}
# The code of several answers together is the last of theirs in this order.
_SEVERITY = (SOLVED, UNSOLVABLE, STOPPED, BAD_INPUT, INTERNAL, INTERRUPTED)
# What 0 and 1 mean, where that can be said more exactly; None for a code that does not come.
MEANINGS: dict[str, tuple[str, str | None]] = {
    "example": ("listed or printed", None),
    "solve": (
        "every board is solved; with --unique, has one solution",
        "some board has no solution; with --unique, or several",
    ),
    "check": ("no rule is broken", "a rule is broken"),
    "hint": ("there is a hint", "the board has no solution"),
    "explain": (
        "explained to the end",
        "it is not unique or has no solution, or the rules do not suffice",
    ),
    "rate": (
        "every board is solved by the rules",
        "some board is not unique, has no solution, or needs more than rules",
    ),
    "generate": ("all boards are made", None),
    "levels": ("listed or printed", None),
    "convert": ("every board is written", None),
    "compare": (
        "every board was solved by some method",
        "some board has no solution",
    ),
    "tree": ("the tree is drawn, as far as it goes", None),
    "nqueens": (
        "there is a solution; for a count, at least one",
        "there is none; the count is 0",
    ),
    "pack": ("every puzzle is solved", "some puzzle has no solution; a count is 0"),
    "slide": ("every puzzle is solved", "some puzzle cannot be solved"),
    "cover": ("every cover is found", "some problem has no solution; a count is 0"),
    "ledger": ("told what it holds", None),
    "web": ("served up to Ctrl-C, or open already", None),
    "methods": ("listed or told", None),
    "completion": ("printed", None),
    "info": ("printed", None),
}


def worst(codes: Iterable[int]) -> int:
    """Return the most severe of several exit codes."""
    return max(codes, key=_SEVERITY.index, default=SOLVED)


def help_of(codes: Mapping[int, str]) -> str:
    """Return what stands at the end of a help page; click does not wrap it."""
    return "\n".join(["\b", "Exit codes:", *(f"  {x:<4} {text}" for x, text in codes.items())])


def exit_codes_of(command: str) -> dict[int, str]:
    """Return what each exit code means for a command, without those it never ends with."""
    found, not_found = MEANINGS.get(command, (EXIT_CODES[SOLVED], EXIT_CODES[UNSOLVABLE]))
    codes = EXIT_CODES | {SOLVED: found} | ({UNSOLVABLE: not_found} if not_found else {})
    return {code: text for code, text in codes.items() if code != UNSOLVABLE or not_found}
