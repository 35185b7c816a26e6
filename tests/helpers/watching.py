"""Watch in a browser: waits for the player, and reads what stands on the board."""

from __future__ import annotations

from fastqueens import queens
from helpers.page import BOARD, until

LEVEL = next(x for x in queens.levels(8) if x.name == "8-017").board
PLAYER = "document.querySelector('fq-player')"


def standing(page, board=BOARD):
    """Return the cells on the board: with queens, ruled out, being tried, framed."""
    return page.evaluate(
        f"(() => {{ const b = {board}; const s = b.content; const k = [...s.cells.keys()];"
        " return [k.filter((i) => s.cells[i] === 2), k.filter((i) => s.auto[i]),"
        " b.highlights.target, b.highlights.reason]; })()"
    )


def of_python(frame, n=8):
    number = lambda cells: sorted(r * n + c for r, c in cells)  # noqa: E731
    marks = frame.view.marks
    return [
        number(frame.view.queens),
        [x for x in number(marks.eliminated) if x not in number(frame.view.queens)],
        [] if marks.hand is None else number([marks.hand]),
        [r * n + c for r, c in marks.framed],
    ]


def ready(page):
    until(page, f"{PLAYER}?.count > 1")
    page.evaluate(f"{PLAYER}.pause(false)")


def go(page, k):
    """Show one position; a player that has fewer positions yet would show its last one."""
    until(page, f"{PLAYER}.count > {k} || !{PLAYER}.growing")
    page.evaluate(f"{PLAYER}.pause(false)")
    page.evaluate(f"{PLAYER}.showPosition({k})")
    until(page, f"{PLAYER}.at === {k} && !{PLAYER}.hasAttribute('aria-busy')")
