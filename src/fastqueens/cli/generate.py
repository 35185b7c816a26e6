"""The commands ``generate`` and ``levels``: boards with exactly one solution."""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from secrets import randbits
from time import perf_counter
from typing import Any, cast

import click
import numpy as np

from fastqueens import render
from fastqueens.cli.answers import INTERRUPTED, REASONS, SOLVED, STOPPED
from fastqueens.cli.options import SEED, json_option, plural, quiet_option, time_limit_option
from fastqueens.cli.streams import ProgressLine, colourful, progress_line, write
from fastqueens.queens import generator as engine
from fastqueens.queens import levels as levels_of
from fastqueens.queens.board import MOST_STARS, Board
from fastqueens.results import InputError, SearchStopped

_FILES = (".txt", ".json", ".jsonl", ".csv", ".md", ".svg", ".png", ".gif", ".pdf")


@click.command()
@click.argument("n", type=click.IntRange(4, 64))
@click.option(
    "--difficulty",
    type=click.Choice(engine.DIFFICULTIES),
    help="The hardest rule that a player needs; any by default.",
)
@click.option(
    "--count", type=click.IntRange(min=1), default=1, show_default=True, metavar="K",
    help="How many boards.",
)  # fmt: skip
@click.option(
    "--seed", type=SEED,
    help="The same seed makes the same boards; another one each time by default.",
)  # fmt: skip
@click.option(
    "--style",
    type=click.Choice(engine.STYLES),
    help="Sizes of the regions; mixed by default.",
)
@click.option(
    "--stars", type=click.IntRange(1, MOST_STARS), default=1, show_default=True, metavar="K",
    help="Queens in each row, column and region; N must be 4 K or more.",
)  # fmt: skip
@click.option("--scattered", is_flag=True, help="Allow regions in several pieces.")
@click.option("--threads", type=click.IntRange(min=1), metavar="T")
@time_limit_option()
@json_option()
@click.option(
    "-o", "--out", metavar="DIR|FILE.jsonl",
    help="Write each board to a text file in a directory (with --stars, a JSON file, which tells "
    "them), or all of them to a file, a JSON object a line.",
)  # fmt: skip
@quiet_option
def generate(
    n: int,
    difficulty: engine.Difficulty | None,
    count: int,
    seed: int | None,
    style: engine.Style | None,
    stars: int,
    scattered: bool,
    threads: int | None,
    time_limit: float | None,
    as_json: bool,
    out: str | None,
    quiet: bool,
) -> int:
    """Make boards of N rows with exactly one solution, no two alike.

    They are drawn; those of several --stars are JSON objects, a line each, where the output is not
    a terminal. The larger the board the rarer are easy ones: --time-limit stops after S seconds.

    Exit code: 0 all made, 2 bad usage, 3 stopped by the limit, 130 Ctrl-C; what was made until
    then is written.
    """
    seed = randbits(64) if seed is None else seed
    target = None if out is None else _target(out)
    reason: str | None = None
    start = perf_counter()
    with progress_line(quiet=quiet) as line:
        try:
            boards = engine.generate(
                n,
                stars=stars,
                difficulty=difficulty,
                count=count,
                seed=seed,
                connected=not scattered,
                style=style,
                threads=threads,
                time_limit=time_limit,
                progress=_bar(line, start),
            )
        except SearchStopped as stop:
            boards, reason = cast("list[Board]", stop.partial), stop.reason
        except engine.Interrupted as stop:
            boards, reason = stop.partial, "interrupt"
        except KeyboardInterrupt:
            boards, reason = [], "interrupt"
    seconds = perf_counter() - start
    facts: dict[str, Any] = {"n": n, "stars": stars, "seed": seed, "count": len(boards)}
    facts |= {"difficulty": difficulty, "style": style or "mixed", "connected": not scattered}
    if reason is not None:
        facts["reason"] = reason
    if target is not None and boards:
        _write(target, n, seed, boards)
    if as_json:
        described = [] if target is not None else [_described(board) for board in boards]
        click.echo(json.dumps(facts | ({"boards": described} if target is None else {})))
    elif not quiet:
        if target is None:
            for i, board in enumerate(boards):
                if stars > 1 and not sys.stdout.isatty():  # a drawing would not tell the stars
                    click.echo(json.dumps(_described(board)))
                    continue
                click.echo("\n" if i else "", nl=False)
                _show(board)
        click.echo(_summary(boards, facts, seconds), err=target is None)
    if reason == "interrupt":
        return INTERRUPTED
    return SOLVED if reason is None else STOPPED


def _bar(line: ProgressLine, start: float) -> Callable[[int, int], object] | None:
    if not line.wanted:
        return None

    def tick(made: int, wanted: int) -> None:
        seconds = perf_counter() - start
        if seconds < 1:
            return
        width = made * 24 // wanted
        bar = "#" * width + "." * (24 - width)
        line.show(f"[{bar}] {made:,} of {plural(wanted, 'board')}, {seconds:.0f} s")

    return tick


def _target(out: str) -> Path:
    """Return where to write, refusing what cannot be before any board is made."""
    path = Path(out)
    is_file = path.suffix == ".jsonl"
    # A new directory named board.txt or - is not what anybody wants.
    odd = not path.is_dir() and (path.exists() or out == "-" or path.suffix.lower() in _FILES)
    if not out or (path.is_dir() if is_file else odd):
        raise click.UsageError(f"-o {out}: expected a directory or a file named *.jsonl")
    if is_file and not path.parent.is_dir():
        raise InputError("found no such directory", source=str(path.parent))
    return path


def _write(target: Path, n: int, seed: int, boards: list[Board]) -> None:
    if target.suffix == ".jsonl":
        write(target, "".join(json.dumps(_described(board)) + "\n" for board in boards))
        return
    try:
        target.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"cannot be made: {error.strerror}", source=str(target)) from None
    digits = len(str(len(boards)))
    for i, board in enumerate(boards, start=1):
        number = f"{n}-{seed}-{i:0{digits}}"
        if board.stars == 1:
            write(target / f"queens-{number}.txt", f"{board}\n")
        else:
            described = json.dumps(_described(board))
            write(target / f"stars{board.stars}-{number}.json", f"{described}\n")


def _described(board: Board) -> dict[str, Any]:
    """Return a board as `Board.from_json` reads it, with the sizes of its regions."""
    stars = {"stars": board.stars} if board.stars > 1 else {}
    return {**stars, "regions": str(board).split("\n"), "sizes": _sizes(board)}


def _sizes(board: Board) -> list[int]:
    sizes: list[int] = np.sort(np.bincount(board.regions.ravel())).tolist()
    return sizes


def _show(board: Board) -> None:
    if colourful():
        from rich.console import Console

        Console(highlight=False).print(render.ansi(board, None), soft_wrap=True)
    else:
        click.echo(str(board))


def _summary(boards: list[Board], facts: dict[str, Any], seconds: float) -> str:
    parts = [plural(len(boards), "board")]
    if "reason" in facts:
        other = "other board" if boards else "such board"
        told = {"iterations": f"stopped: no {other} found"} | {
            name: text for name, text in REASONS.items() if name != "iterations"
        }
        parts.insert(0, told[facts["reason"]])
    if boards:
        sizes = [_sizes(board) for board in boards]
        parts.append(f"regions of {min(x[0] for x in sizes)} to {max(x[-1] for x in sizes)} cells")
    return " · ".join([*parts, f"seed {facts['seed']}", f"{seconds * 1e3:.3f} ms"])


@click.command()
@click.argument("which", required=False, metavar="[SIZE|NAME]")
@json_option("level")
def levels(which: str | None, as_json: bool) -> int:
    """List the levels that come with the package, or print the one of that name.

    Without SIZE, says how many of which size there are.
    """
    every = levels_of()
    if which is not None and "-" in which:
        found = [level for level in every if level.name == which]
        if not found:
            raise InputError(f"found no level named {which!r}; `fastqueens levels SIZE` lists them")
    elif which is not None:
        try:
            size = int(which)
        except ValueError:
            raise InputError(
                f"found {which!r}, expected a size or the name of a level as in 8-017"
            ) from None
        found = levels_of(size)
    else:
        found = every
    if as_json:
        for level in found:
            facts = {"name": level.name, "n": level.board.n, "difficulty": level.difficulty}
            click.echo(json.dumps(facts | {"score": level.score} | _described(level.board)))
    elif which is None:
        for n in sorted({level.board.n for level in every}):
            tiers = Counter(level.difficulty for level in every if level.board.n == n)
            counts = ", ".join(f"{number} {tier}" for tier, number in tiers.items())
            click.echo(f"{n:>2} x {n:<2} {plural(sum(tiers.values()), 'level'):>10}: {counts}")
    elif "-" in which:
        _show(found[0].board)
    else:
        for level in found:
            sizes = _sizes(level.board)
            click.echo(
                f"{level.name}  {level.difficulty:<6} {level.score:>6}  "
                f"regions of {sizes[0]} to {sizes[-1]} cells"
            )
    return SOLVED
