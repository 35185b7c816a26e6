"""Live views in a pseudo-terminal: --live of solve, nqueens, pack and slide."""

from __future__ import annotations

import json
import re
import signal
from pathlib import Path

import pytest
from conftest import HOPELESS
from helpers.boards import FOUR, LOOSE, NINE, SIX
from helpers.command import in_terminal, refused, run, write_files

from fastqueens import nqueens, queens
from fastqueens.cli.live_view import Tempo, fit, rehearse
from fastqueens.examples import example

TERMINAL = {
    "TERM": "xterm-256color", "COLORTERM": "truecolor", "NO_COLOR": "",
    "COLUMNS": "100", "LINES": "40",
}  # fmt: skip
FAST = ["--fps", "240"]


@pytest.fixture(autouse=True)
def _here(tmp_path, monkeypatch):
    hopeless = json.dumps({"regions": HOPELESS.tolist()})
    texts = {"nine": NINE, "six": SIX, "four": FOUR, "loose": LOOSE, "unsolvable": hopeless}
    texts |= {
        "iq": example("iq-5x11").text,
        "small": example("iq-small").text,
        "heap": example("iq-pyramid").text,
        "easy": "1 2 3\n4 5 6\n7 0 8\n",
    }
    texts |= {"wide": example("queens-30").text}
    write_files(tmp_path, texts)
    monkeypatch.chdir(tmp_path)


def show(*args, **options):
    """Return the frames on the alternate screen, the final output, and the exit code."""
    shown, code = in_terminal(*args, env=TERMINAL, **options)
    assert shown.count("\x1b[?1049h") == 1
    pictures, left = parts_of(shown)
    return pictures, (left, code)


def show_each(*commands):
    """Return the frames and the final output of commands that succeed, run in one process."""
    shown, code = in_terminal(*commands, env=TERMINAL, each=True)
    assert code == 0
    runs = ["\x1b[?1049h" + run for run in shown.split("\x1b[?1049h")[1:]]
    assert len(runs) == len(commands)
    return [parts_of(run) for run in runs]


def parts_of(shown):
    """Return the frames on the alternate screen, and the output after them."""
    assert shown.count("\x1b[?1049l") == 1
    assert shown.rindex("\x1b[?1049l") > shown.rindex("\x1b[?1049h")
    assert shown.rindex("\x1b[?25h") > shown.rindex("\x1b[?25l")  # the cursor is shown again
    screen, left = shown.split("\x1b[?1049l")
    return [plain(part) for part in screen.split("\x1b[H")[1:] if plain(part).strip()], plain(left)


def plain(text):
    text = re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", text).replace("\r", "")
    return "\n".join(line.rstrip() for line in text.splitlines())


def numbers(pictures, noun):
    """Return the counter of this name in each frame."""
    found = [re.search(rf"([\d,]+) {noun}s?(?! per frame)\b", picture) for picture in pictures]
    return [int(match[1].replace(",", "")) for match in found if match]


def queens_in(picture):
    return picture.count("\N{BLACK CHESS QUEEN}")


def test_every_method_is_seen_from_the_first_frame_on():
    many = {"permutation": 30000, "backtracking": 500, "backtracking-memo": 400, "bitboard": 2}
    works = {x: (many | {"permutation-skip": 300}).get(x, 40) for x in queens.METHODS}
    runs = show_each(
        *(
            f"solve nine.txt --method {method} --live --every {every} {' '.join(FAST)}"
            + " --set preset=best" * (method == "pso")
            for method, every in works.items()
        )
    )
    for (method, every), (pictures, left) in zip(works.items(), runs, strict=True):
        assert len(pictures) > 3, method
        first = pictures[0]
        assert "A" in first
        assert f"{method}\n" in first
        assert "Ctrl-C to stop" in first
        second = pictures[1]
        unit = queens.METHODS[method].unit
        assert re.search(rf"{every:,} {unit}s per frame", second)
        assert "tried last: " in second or "being revised" in second or "attacked" in second
        assert queens_in(left) == queens_in(pictures[-1]) == 9  # the last frame stays visible
        assert f"solved · {method} · " in left
        assert "Ctrl-C" not in left


def test_frames_have_as_much_work_as_was_asked_for():
    pictures, _ = show(
        "solve", "nine.txt", "--method", "permutation", "--live", "--every", "50000", *FAST
    )
    work = numbers(pictures, "permutation")
    assert work == [0, *range(50_000, 306_205, 50_000), 306_205]


def test_the_clock_is_true():
    """Each frame lasts the requested time; pruned cells appear before the first queen."""
    pictures, (_, code) = show("solve", "four.txt", "--method", "mac", "--live", "--delay", "50")
    assert code == 0
    clocks = [float(re.search(r"([\d.]+) s, ", picture)[1]) for picture in pictures]
    assert clocks == sorted(clocks)
    assert clocks[-1] >= 0.05 * (len(pictures) - 2) - 0.05
    early = [picture for picture in pictures if not queens_in(picture)]
    assert any("ruled out" in picture and "\N{MULTIPLICATION SIGN}" in picture for picture in early)
    assert "a frame every 50 ms" in pictures[1]


def test_fitting_a_run():
    """A view takes about ten seconds for any search, and no frame lasts too long."""
    for work in (1, 18, 300, 301, 306_205, 10**9):
        every, gap = fit(work, fps=30, run=10)
        frames = -(-work // every)
        assert frames <= 300
        assert 1 / 30 <= gap <= 0.5
        assert frames * gap <= 10.01
        assert frames * gap >= min(9.9, 0.5 * work) or work > 300
    assert fit(306_205, fps=60, run=5)[0] == 1021
    board = queens.Board.from_text(NINE)
    assert rehearse(queens.frames(board, method="permutation"), 60) == (306_205, True)
    assert rehearse(queens.frames(queens.Board.from_text(SIX)), 60)[1]
    work, known = rehearse(queens.frames(HOPELESS), 0.01)
    assert (work > 0, known) == (True, False)


def test_a_run_is_fitted_to_its_length():
    """A short search shows one frame for each unit of its work."""
    pictures, (left, code) = show("solve", "four.txt", "--live", *FAST)
    assert code == 0
    assert numbers(pictures, "node") == [0, 1, 2, 3, 4]
    assert "1 node per frame" in pictures[1]
    assert "a frame every 500 ms" in pictures[1]
    assert "solved · bitboard · 4 nodes" in left


def test_a_long_run_goes_faster_and_faster():
    """The work per frame doubles every two seconds until searching takes most of the time."""
    tempo = Tempo(every=100, gap=0.05, words="", growing=True)
    seen = []
    for step in range(1, 400):
        searching = tempo.every * 1e-5  # a unit takes 10 us, a frame 20 ms
        tempo.adapt(0, searching, 0.02, 0.1 * step)
        seen.append(tempo.every)
    assert seen == sorted(seen)
    assert (seen[18], seen[20], seen[40], seen[-1]) == (100, 200, 400, 12_800)
    assert (tempo.words, tempo.growing) == ("full speed", False)
    pictures, (left, code) = show(
        "solve", "unsolvable.txt", "--live", "--time-limit", "1.5", "--fps", "20"
    )
    assert code == 3
    assert "stopped by the time limit" in left
    assert re.search("[\\d,]+ nodes per frame\\n.* twice as many every 2 s", pictures[1])


def test_slow_pictures_do_not_make_a_run_longer():
    every, gap = fit(300_000, fps=30, run=10)
    for drawing, most in ((0.001, 301), (0.1, 125)):
        tempo = Tempo(every=every, gap=gap, words="", total=300_000, end=10.0)
        work, now, frames = 0, 0.0, 0
        while work < tempo.total:
            work, now, frames = work + tempo.every, now + max(gap, drawing), frames + 1
            tempo.adapt(work, 0.0, drawing, now)
        assert frames <= most
        assert 9.5 <= now <= 11


def test_all_solutions():
    pictures, (left, code) = show(
        "solve", "loose.txt", "--live", "--all", "--limit", "20", "--every", "5", *FAST
    )
    assert code == 0
    found = numbers(pictures, "solution")
    assert found == sorted(found)
    assert (found[0], found[-1]) == (0, 20)
    assert "20 solutions (the limit; there may be more)" in left
    assert queens_in(left) == 6 * 21  # the last frame, then all solutions


def test_no_solution():
    _, (left, code) = show("solve", "six.txt", "--live", "--every", "9", *FAST)
    assert code == 1
    assert "no solution" in left


def test_several_stars():
    rows = ["AAAABBBB"] * 2 + ["CCCCDDDD"] * 2 + ["EEEEFFFF"] * 2 + ["GGGGHHHH"] * 2
    write_files(Path(), {"pairs": "\n".join(rows)})
    pictures, (left, code) = show(
        "solve", "pairs.txt", "--stars", "2", "--live", "--every", "5", *FAST
    )
    assert code == 0
    assert "16 stars on the board" in left
    assert "queen" not in "".join(pictures)


def test_ctrl_c_leaves_the_frame_where_it_was():
    for args in (
        ["solve", "unsolvable.txt", "--live", "--every", "3"],
        ["solve", "unsolvable.txt", "--live"],
        ["nqueens", "20", "--live", "--delay", "20"],
        ["pack", "iq.txt", "--live", "--method", "brute-force", "--every", "3"],
        ["slide", "--random", "--live", "--every", "1"],
    ):
        _, (left, code) = show(*args, interrupt_at=" per frame")
        assert code == 130, args
        assert "interrupted" in left
        assert " per frame" in left
    _, (left, code) = show("solve", "unsolvable.txt", "--live", interrupt_at="Ctrl-C to stop")
    assert (code, "interrupted" in left) == (130, True)  # Ctrl-C during the rehearsal
    _, (left, code) = show(
        "solve", "unsolvable.txt", "--live", interrupt_at=" per frame", by=signal.SIGTERM
    )
    assert (code, "interrupted" in left) == (130, True)


def test_large_boards_are_drawn_small():
    shown, code = in_terminal(
        "solve", "wide.txt", "--live", "--every", "50", *FAST, env={**TERMINAL, "COLUMNS": "70"}
    )
    assert code == 0
    assert "\N{UPPER HALF BLOCK}" in shown


def test_nqueens():
    (pictures, left), *others = show_each(
        *(
            f"nqueens {words} {' '.join(FAST)}"
            for words in (
                "6 --live --every 7",
                "8 --live --first --every 20",
                "6 --live --all --every 20",
                "6 --live --all --limit 3 --every 20",
                "6 --live --pawns 1 --fundamental --every 90",
            )
        )
    )
    assert numbers(pictures, "solution")[-1] == 4
    assert any("tried last: " in picture and "ruled out" in picture for picture in pictures)
    assert queens_in(left) == 6
    assert "4 solutions · list · " in left
    first, every, some_of_them, fundamental = [left for _, left in others]
    assert first.splitlines()[-1].startswith("1 solution · list · ")
    assert "2 4 6 1 3 5\n3 6 2 5 1 4\n" in every
    assert "3 solutions (the limit; there may be more)" in some_of_them
    many = int(nqueens.count(6, variant="plus_k", pawns=1, symmetry="fundamental"))
    assert many in numbers([fundamental], "solution") or many == 0


def test_pack():
    pictures, (left, code) = show("pack", "iq.txt", "--live", "--every", "2", *FAST)
    assert code == 0
    assert numbers(pictures, "node") == [*range(0, 19, 2), 19]
    assert "0 of 12 pieces" in pictures[0]
    assert "12 of 12 pieces" in left
    assert "solved · bitset · 19 nodes" in left
    pictures, (left, code) = show(
        "pack", "small.txt", "--live", "--method", "brute-force", "--every", "100", *FAST
    )
    assert "?" in pictures[1]  # the next cell to fill
    assert "trying: " in pictures[1]
    assert "100 cases per frame" in pictures[1]
    pictures, (left, code) = show(
        "pack", "heap.txt", "--live", "--method", "brute-force", "--time-limit", "0.4"
    )
    assert code == 3
    assert "?" in pictures[-1]
    assert "stopped by the time limit" in left


def test_slide():
    pictures, (left, code) = show(
        "slide", "easy.txt", "--method", "a-star", "--live", "--every", "2", "--delay", "1"
    )
    assert code == 0
    assert numbers(pictures, "node")[0] == 0
    assert "0 moves from the start" in pictures[0]
    assert "move 1 of 1: RIGHT" in pictures[-1]
    assert "Ctrl-C" not in left
    assert re.match(r"\s+1\s+2\s+3\s+move 1 of 1: RIGHT", left)
    assert "solved, no solution is shorter · a-star" in left
    ended = run("slide", "easy.txt", "--method", "a-star", "--json")
    assert f"{json.loads(ended.stdout)['counters']['nodes']} nodes" in left


@pytest.mark.parametrize(
    "args",
    [
        ["solve", "nine.txt", "--every", "5"],
        ["solve", "nine.txt", "--live", "--every", "0"],
        ["nqueens", "8", "--live"],
        ["nqueens", "8", "--fps", "5"],
        ["nqueens", "8", "--live", "--construct"],
        ["nqueens", "8", "--live", "--threads", "2"],
        ["pack", "iq.txt", "--every", "5"],
        ["slide", "easy.txt", "--every", "5"],
        ["slide", "easy.txt", "--fps", "5"],
    ],
)
def test_usage_errors(args):
    refused(*args)


def test_live_needs_a_terminal():
    for command in (["solve", "nine.txt"], ["nqueens", "8"], ["pack", "iq.txt"]):
        assert "--live needs a terminal" in refused(*command, "--live").stderr
