"""The page's rules, links and colours against those of the package, in a real browser."""

from __future__ import annotations

import numpy as np
import pytest
from helpers.page import until_true

from fastqueens import queens
from fastqueens.canvas.themes import fills_of, theme_of
from fastqueens.connected_pieces import count_pieces_of_regions
from fastqueens.queens.board.broken_rules import attacked
from fastqueens.web import url_codec as codec

RNG = np.random.default_rng(1)


def regions_of(n, count):
    """Random regions, numbered in order of first appearance."""
    seen = {}
    cells = RNG.integers(0, count, n * n).tolist()
    return np.array([seen.setdefault(x, len(seen)) for x in cells], np.uint8).reshape(n, n)


@pytest.fixture(scope="module")
def page(chromium, site):
    with chromium.new_context() as context:
        page = context.new_page()
        page.goto(f"{site}#/about")
        yield page


def test_pieces_of_regions_are_those_of_the_package(page):
    boards = [regions_of(n, count) for n, count in [(1, 1), (4, 2), (8, 3), (8, 8), (20, 4)] * 5]
    got = page.evaluate(
        """async (boards) => {
          const { countPiecesOfRegions } = await import("/static/board/board_style.js");
          const { makePuzzle } = await import("/static/board/rules.js");
          const puzzles = boards.map((rows) => makePuzzle(rows.length, 1, rows.flat()));
          return puzzles.map(countPiecesOfRegions);
        }""",
        [board.tolist() for board in boards],
    )
    assert got == [count_pieces_of_regions(board).tolist() for board in boards]


def test_a_drawing_keeps_the_other_pieces_of_a_region(page):
    got = page.evaluate(
        """async () => {
          const { Drawing } = await import("/static/queens/drawing.js");
          const { makePuzzle } = await import("/static/board/rules.js");
          // Region A has two pieces: the columns a and c.
          const drawn = () => new Drawing(makePuzzle(3, 1, [0, 1, 0, 0, 1, 0, 0, 1, 0]));
          const run = (act) => {
            const drawing = drawn();
            act(drawing);
            return drawing.inks.join("");
          };
          return {
            fill: run((x) => x.fill(0, 2)),
            removed: run((x) => x.toggleBorder(1, 2)),
            divided: run((x) => { x.toggleBorder(0, 3); }),
            turned: run((x) => x.turn(true)),
            mirrored: run((x) => x.turn(false)),
            undone: run((x) => { x.remember(); x.fill(0, 2); x.step(true); }),
            larger: run((x) => x.resize(4)),
          };
        }""",
    )
    assert got == {
        "fill": "210210210",
        "removed": "011011011",  # only the piece in column c joins region B
        "divided": "210010010",
        "turned": "000111000",
        "mirrored": "010010010",
        "undone": "010010010",
        "larger": "0100010001000100",
    }


def test_conflicts_are_the_violations_of_the_package(page):
    cases, expected = [], []
    for _ in range(300):
        n, stars = int(RNG.integers(1, 12)), int(RNG.integers(1, 4))
        board = regions_of(n, n)
        cells = RNG.choice(3, n * n, p=[0.6, 0.2, 0.2])
        made = queens.Board.from_array(board.tolist(), allow_empty_regions=True)
        if len(made.labels) == n:
            made = made.with_rules(queens.Rules(stars))
        stars = made.stars
        found = queens.violations(made, (cells == 2).reshape(n, n))
        flat = [[a[0] * n + a[1], b[0] * n + b[1]] for a, b in found.touching]
        cases.append([n, stars, board.ravel().tolist(), cells.tolist()])
        expected.append(
            {"rows": found.rows, "columns": found.columns, "regions": found.regions,
             "touching": sorted(flat), "complete": found.complete}
        )  # fmt: skip
    got = page.evaluate(
        """async (cases) => {
          const { findConflicts, makePuzzle } = await import("/static/board/rules.js");
          return cases.map(([n, stars, regions, cells]) => {
            const found = findConflicts(makePuzzle(n, stars, regions), Uint8Array.from(cells));
            found.touching.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
            return found;
          });
        }""",
        cases,
    )
    assert got == expected


def test_a_solution_is_complete(page):
    levels = [level.board for level in queens.levels()[::40]]
    cases = [[b.n, b.regions.ravel().tolist(), queens.solve(b).queens.tolist()] for b in levels]
    until_true(
        lambda: page.evaluate(
            """async (cases) => {
          const { findConflicts, makePuzzle } = await import("/static/board/rules.js");
          return cases.every(([n, regions, columns]) => {
            const cells = new Uint8Array(n * n);
            columns.forEach((column, row) => { cells[row * n + column] = 2; });
            return findConflicts(makePuzzle(n, 1, regions), cells).complete;
          });
        }""",
            cases,
        )
    )


def test_automatic_marks_are_the_cells_that_queens_attack(page):
    cases, expected = [], []
    for _ in range(100):
        n = int(RNG.integers(2, 10))
        board = queens.Board.from_array(regions_of(n, n).tolist(), allow_empty_regions=True)
        cells = RNG.choice(3, n * n, p=[0.8, 0.1, 0.1])
        placed = [divmod(int(i), n) for i in np.flatnonzero(cells == 2)]
        marks = attacked(board, placed).ravel() & (cells == 0)
        cases.append([n, board.regions.ravel().tolist(), cells.tolist()])
        expected.append(marks.astype(int).tolist())
    got = page.evaluate(
        """async (cases) => {
          const { autoMarks, makePuzzle } = await import("/static/board/rules.js");
          return cases.map(([n, regions, cells]) =>
            [...autoMarks(makePuzzle(n, 1, regions), Uint8Array.from(cells))]);
        }""",
        cases,
    )
    assert got == expected


def test_regions_get_the_fills_of_the_pictures(page):
    boards = [level.board.regions for level in queens.levels()[::25]]
    boards += [regions_of(n, n) for n in (1, 2, 5, 12, 13, 16, 24, 40, 64)]
    for theme in ("light", "dark"):
        cases = [[len(x), x.ravel().tolist()] for x in boards]
        got = page.evaluate(
            """async ([cases, theme]) => {
              const palette = await import("/static/board/palette.js");
              const { chooseFills, setPalette, getTheme } = palette;
              setPalette(await (await fetch("/static/palette.json")).json());
              return cases.map(([n, cells]) => chooseFills(cells, n, getTheme(theme).apart));
            }""",
            [cases, theme],
        )
        assert got == [fills_of(x, theme_of(theme)) for x in boards]


def test_distances_of_colours_are_those_of_the_palette(page):
    for theme in map(theme_of, ("light", "dark")):
        got = page.evaluate(
            """async (fills) => {
              const { colourDistances } = await import("/static/board/colour_distance.js");
              return colourDistances(fills);
            }""",
            theme.fills,
        )
        assert np.allclose(got, theme.apart, atol=0.1)


def test_links_round_trip_and_are_those_of_the_server(page):
    cases = []
    for n in (1, 2, 7, 8, 11, 16, 17, 20, 33, 64):
        board = regions_of(n, min(n, 64))
        cells = RNG.choice(3, n * n).astype(np.uint8)
        cases.append([n, int(RNG.integers(1, 4)), board.ravel().tolist(), cells.tolist()])
    got = page.evaluate(
        """async (cases) => {
          const { decode, encode } = await import("/static/board/codec.js");
          const { makePuzzle } = await import("/static/board/rules.js");
          return Promise.all(cases.map(async ([n, stars, regions, cells]) => {
            const text = await encode(makePuzzle(n, stars, regions), Uint8Array.from(cells));
            const { puzzle, cells: back } = await decode(text);
            const put = [...(back ?? new Uint8Array(n * n))];
            return [text, puzzle.n, puzzle.stars, [...puzzle.regions], put];
          }));
        }""",
        cases,
    )
    for case, (text, *back) in zip(cases, got, strict=True):
        assert back == case
        n, stars, regions, cells = case
        code, _, state = text.partition("~")
        found = codec.decode(code)
        assert (len(found.regions), found.stars) == (n, stars)
        assert found.regions.ravel().tolist() == regions
        placed, marks = codec.decode_state(n, state) if state else ([], [])
        assert [r * n + c for r, c in sorted(placed)] == [i for i, x in enumerate(cells) if x == 2]
        assert [r * n + c for r, c in sorted(marks)] == [i for i, x in enumerate(cells) if x == 1]
    # also test the other direction
    theirs = [
        codec.encode(np.array(c[2], np.uint8).reshape(c[0], c[0]), c[1], packed=k % 2 == 1)
        for k, c in enumerate(cases)
    ]
    read = page.evaluate(
        """async (texts) => {
          const { decode } = await import("/static/board/codec.js");
          return Promise.all(texts.map(async (x) => [...(await decode(x)).puzzle.regions]));
        }""",
        theirs,
    )
    assert read == [case[2] for case in cases]


def test_no_link_breaks_the_reader(page):
    good = ["4x1.ABBBAABCDCCCDDDC~AAAAAQ", "17x1.z" + "Y2Bg" * 9, "20x2.zAAAA", "64x1.z_-"]
    signs = list("0129x.~zAB-_%\\ \"'<é\u2028😀")
    texts = ["", "x", "~", "0x0.", "65x1.A", "1x1.", "1x1.A~", "1x1.A~w", "2x99.AAAA", "9x1.z"]
    for _ in range(300):
        text = list(good[int(RNG.integers(len(good)))])
        for _ in range(int(RNG.integers(1, 6))):
            text[int(RNG.integers(len(text)))] = signs[int(RNG.integers(len(signs)))]
        texts.append("".join(text)[: int(RNG.integers(1, 60))])
    wrong = page.evaluate(
        """async (texts) => {
          const { CodecError, decode } = await import("/static/board/codec.js");
          const wrong = [];
          for (const text of texts) {
            try {
              const { puzzle, cells } = await decode(text);
              if (puzzle.regions.length !== puzzle.n ** 2) wrong.push(text);
              if (cells && cells.length !== puzzle.n ** 2) wrong.push(text);
            } catch (error) {
              if (!(error instanceof CodecError) || !error.message) wrong.push(`${text}: ${error}`);
            }
          }
          return wrong;
        }""",
        texts,
    )
    assert wrong == []


def test_undo_is_exact_after_500_random_actions(page):
    failed = page.evaluate(
        """async (seeds) => {
          const { Game } = await import("/static/board/game.js");
          const { makePuzzle } = await import("/static/board/rules.js");
          const n = 7, size = n * n, failed = [];
          const rows = Array.from({ length: size }, (_, i) => Math.floor(i / n));
          const puzzle = makePuzzle(n, 1, rows);
          for (const seed of seeds) {
            let state = seed;
            const random = (k) => (state = (state * 48271) % 2147483647) % k;
            let game = new Game(puzzle);
            const look = () => JSON.stringify([[...game.cells], game.saved && [...game.saved]]);
            // What every number of steps led to, kept beside the game.
            let seen = [look()];
            const acts = [
              () => game.put(random(size), random(3)),
              () => {
                game.beginStroke("mark");
                for (let k = random(9); k >= 0; k--) game.put(random(size), random(3));
                if (random(4)) game.endStroke(); else game.cancelStroke();
              },
              () => game.changeCells("hint", [[random(size), 2], [random(size), 1]]),
              () => random(8) || game.clear(), () => game.beginTrial(),
              () => random(3) || game.keepTrial(),
              () => random(3) || game.dropTrial(), () => game.addCheckpoint("x"),
              () => game.checkpoints.length &&
                game.restoreCheckpoint(random(game.checkpoints.length)),
              () => game.undo(), () => game.redo(),
              () => { game = Game.from(puzzle, JSON.parse(JSON.stringify(game))); },
            ];
            for (let k = 0; k < 500; k++) {
              const act = acts[random(acts.length)];
              act();
              const at = game.done.length;
              if (game.undone.length === 0) seen = seen.slice(0, at);
              if (seen.length <= at) seen[at] = look();
              if (seen[at] !== look()) failed.push([seed, k, "step"]);
            }
            const end = look(), many = game.done.length;
            for (let at = many; game.undo(); at--) {
              if (look() !== seen[at - 1]) failed.push([seed, at, "undo"]);
            }
            if (game.cells.some(Boolean) || game.saved) failed.push([seed, "not empty"]);
            for (let k = 0; k < many; k++) game.redo();
            if (look() !== end) failed.push([seed, "redo"]);
          }
          return failed;
        }""",
        [1, 2, 3, 4, 5, 6],
    )
    assert failed == []


@pytest.mark.parametrize(
    "kept", [None, 7, "x", [], {}, {"cells": "0" * 16}, {"cells": "3" * 16},
             {"cells": "0" * 16, "done": [["mark", [0, 0, 1]]], "undone": 5},
             {"cells": "1" + "0" * 15, "done": [["mark", [0, 0, 1, 99, 0, 1]]], "undone": []},
             {"cells": "1" + "0" * 15, "done": [["mark", [0, 0, 1]]], "undone": [], "saved": "x",
              "checkpoints": [1, ["a", "b"], ["c", "0" * 16, None]]}],
)  # fmt: skip
def test_a_kept_game_that_is_broken_is_taken_up_as_far_as_it_goes(page, kept):
    cells, steps = page.evaluate(
        """async (kept) => {
          const { Game } = await import("/static/board/game.js");
          const { makePuzzle } = await import("/static/board/rules.js");
          const puzzle = makePuzzle(4, 1, Array.from({ length: 16 }, (_, i) => i % 4));
          const game = Game.from(puzzle, kept), cells = [...game.cells];
          while (game.undo());
          return [cells, [...game.cells]];
        }""",
        kept,
    )
    sound = isinstance(kept, dict) and set(str(kept.get("cells"))) <= set("012")
    assert "".join(map(str, cells)) == (kept["cells"] if sound and "cells" in kept else "0" * 16)
    assert len(steps) == 16
