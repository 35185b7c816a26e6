"""Counts solutions of boards; the same file runs here and in Pyodide."""

from __future__ import annotations

import json


def main(text: str) -> str:
    """Return the numbers of solutions, up to a limit, of boards in any form of text."""
    from fastqueens import queens

    asked = json.loads(text)
    found = []
    for board in asked["boards"]:
        read = queens.Board.from_text(board, allow_empty_regions=True)
        found.append(
            sum(1 for _ in zip(range(asked["limit"]), queens.solutions(read), strict=False))
        )
    return json.dumps(found)
