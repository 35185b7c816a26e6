"""Questions of the page with answers that do not depend on the clock, for every route."""

from __future__ import annotations

import base64
import json

BOARD = "4x1.ABBBAABCDCCCDDDC"
STARS = "8x1.AAABBBBBACABBDBBACABBDDBEEEEFDDDEEFFFFDDGGGGFHHHGGGGGHHHGGGGGHHH"
SECOND = "6x1.AABBBBAACBBDAACCDDEECCDDEEEFFDEEFFFF"
TILES = [[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 0, 11], [13, 14, 15, 12]]
COVER = "a b c d e f g\nc e\na d g\nb c f\na d f\nb g\nd e g\n"
PIECES = "2 3 2\nDEFAULT\nA\nAA\nB\nBB\n"
CORNER = [[0, 0], [1, 0], [1, 1]]
PUZZLE = {"pieces": {"A": CORNER, "B": CORNER}, "board": ["XXX", "XXX"]}
LANES = [
    {"method": "mac", "every": 1, "rate": 0.001, "lesson": True},
    {"method": "backtracking", "every": 2, "rate": 0.001},
]
PICTURE = {"theme": "dark", "letters": True}

# Address and body; None for a question without a body.
SAMPLES: list[tuple[str, dict[str, object] | None]] = [
    ("/api/info", None),
    ("/api/levels", None),
    ("/api/levels?n=8", None),
    ("/api/levels?name=8-017", None),
    ("/api/levels?name=8-999", None),
    ("/api/daily?date=2026-11-22", None),
    ("/api/pack", None),
    ("/api/parse", {"text": "AAB\nAAB\nCCC"}),
    ("/api/parse", {"text": "AAB\nAXB\nCC"}),
    ("/api/parse", {"image": base64.b64encode(b"AABB\nAABB\nCCDD\nCCDD\n").decode()}),
    ("/api/hint", {"board": STARS}),
    ("/api/hint", {"board": BOARD, "queens": [[0, 0]]}),
    ("/api/hint", {"board": BOARD, "show_solution": True}),
    ("/api/check", {"board": BOARD, "queens": [[0, 0]], "eliminated": [[0, 2]]}),
    ("/api/explain", {"board": STARS}),
    ("/api/rate", {"board": STARS}),
    ("/api/analyse", {"board": STARS}),
    ("/api/known", {"board": BOARD, "boards": [{"name": "mine", "board": BOARD}]}),
    ("/api/repair", {"board": "4x1.AABBAABBCCDDCCDD"}),
    ("/api/solve", {"board": STARS, "method": "mac"}),
    ("/api/solve", {"board": STARS, "method": "min-conflicts", "seed": 3}),
    ("/api/generate", {"n": 7, "count": 6, "seed": "12345"}),
    ("/api/generate", {"n": 10, "stars": 2, "count": 2, "seed": "1"}),
    ("/api/watch", {"board": BOARD, "lanes": LANES}),
    ("/api/watch/tree", {"board": STARS, "method": "backtracking"}),
    ("/api/film", {"board": BOARD, "lanes": [LANES[0]], "format": "svg", **PICTURE}),
    ("/api/film", {"board": BOARD, "lanes": [LANES[0]], "format": "gif"}),
    ("/api/compare", {"boards": [BOARD], "names": ["four"], "lanes": [{"method": "mac"}]}),
    ("/api/export", {"format": "svg", "board": BOARD, "queens": [[0, 2]], **PICTURE}),
    ("/api/export", {"format": "txt", "board": BOARD}),
    ("/api/export", {"format": "sbn", "boards": [STARS, SECOND]}),
    ("/api/export", {"format": "png", "board": BOARD}),
    ("/api/nqueens", {"n": 8, "queens": [[0, 3]]}),
    ("/api/nqueens/count", {"n": 9, "symmetry": "fundamental"}),
    ("/api/nqueens/list", {"n": 7, "count": 5}),
    ("/api/nqueens/watch", {"n": 6, "every": 1, "frames": 40}),
    ("/api/nqueens/tree", {"n": 5, "nodes": 60}),
    ("/api/nqueens/growth", {"rows": 6}),
    ("/api/nqueens/board", {"n": 500, "make": "random", "seed": 7}),
    ("/api/nqueens/board", {"n": 500, "make": "construct", "format": "txt"}),
    ("/api/pack/read", {"text": PIECES}),
    ("/api/pack/read", {"example": "iq-small"}),
    ("/api/pack/read", {"example": "nothing"}),
    ("/api/pack/solve", {"puzzle": PUZZLE, "count": 3}),
    ("/api/pack/count", {"puzzle": PUZZLE}),
    ("/api/pack/watch", {"puzzle": PUZZLE, "frames": 20}),
    ("/api/pack/export", {"puzzle": PUZZLE, "format": "txt"}),
    ("/api/slide", {"tiles": TILES}),
    ("/api/slide", {"make": "random", "rows": 3, "seed": 5}),
    ("/api/slide/solve", {"tiles": TILES}),
    ("/api/slide/compare", {"tiles": [[1, 2, 3], [4, 0, 6], [7, 5, 8]]}),
    ("/api/slide/save", {"tiles": TILES, "moves": ["RIGHT", "DOWN"], "format": "txt"}),
    ("/api/cover", {"text": COVER}),
    ("/api/cover/steps", {"text": COVER}),
    ("/api/cover/example", {"name": "sudoku-4"}),
    ("/api/cover/search", {"text": COVER, "list": True}),
    ("/api/nothing", None),
    ("/api/hint", None),
    ("/api/hint", {"bord": BOARD}),
]
QUESTIONS = [(address, None if body is None else json.dumps(body)) for address, body in SAMPLES]
