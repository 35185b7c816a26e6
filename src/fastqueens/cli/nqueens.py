"""The command ``nqueens``: counting, listing and drawing N-Queens."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Callable
from typing import Any, cast

import click
import numpy as np
from numpy.typing import NDArray

from fastqueens import nqueens as engine
from fastqueens import render
from fastqueens.cli.common import (
    CODES,
    INTERRUPTED,
    REASONS,
    SOLVED,
    STOPPED,
    UNSOLVABLE,
    ProgressLine,
    check_suffix,
    plural,
    progress_line,
    write,
)
from fastqueens.results import Count, InputError, SearchStopped
from fastqueens.search import Solutions

_MODES = ("count", "all", "fundamental", "first", "construct", "random")
_DRAWN = 100  # solutions on a sheet


def _mode(name: str, text: str) -> Callable[[Callable[..., int]], Callable[..., int]]:
    return click.option(f"--{name}", "mode", flag_value=name, help=text)


@click.command()
@click.argument("n", type=int)
@_mode("count", "Count the solutions (the default).")
@_mode("all", "List all solutions.")
@_mode("fundamental", "List one solution of each class under the 8 symmetries.")
@_mode("first", "Find the lexicographically first solution.")
@_mode("construct", "Write down a solution of any size.")
@_mode("random", "Find a random solution of a large board.")
@click.option(
    "--variant",
    type=click.Choice(engine.VARIANTS),
    default="queens",
    show_default=True,
    help="The rule.",
)
@click.option(
    "--symmetry",
    type=click.Choice(["all", "fundamental"]),
    default="all",
    help="With --count: count all, or one of each class.",
)
@click.option("--pawns", type=int, metavar="K", help="K pawns and N + K queens (plus_k).")
@click.option(
    "--place", metavar="a1,b3,...", help="Given queens, as on a chess board from its top."
)
@click.option("--threads", type=click.IntRange(min=1), metavar="T", help="For --count.")
@click.option(
    "--time-limit", type=click.FloatRange(min=0), metavar="S", help="Stop after S seconds."
)
@click.option("--limit", type=click.IntRange(min=1), metavar="K", help="List K solutions at most.")
@click.option("--seed", type=click.IntRange(0, 2**64 - 1), default=0, help="For --random.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.option(
    "-o",
    "--out",
    metavar="FILE",
    help="Write solutions to a .txt (columns from 1, one solution a line), .npy, .svg or .png "
    "file (several solutions as a sheet); counts to .json.",
)
@click.option("-q", "--quiet", is_flag=True, help="Print errors only.")
def nqueens(
    n: int,
    mode: str | None,
    variant: engine.Variant,
    symmetry: engine.Symmetry,
    pawns: int | None,
    place: str | None,
    threads: int | None,
    time_limit: float | None,
    limit: int | None,
    seed: int,
    as_json: bool,
    out: str | None,
    quiet: bool,
) -> int:
    """Count, list or draw the placements of N queens.

    Columns are counted from 1 in what is printed. Exit code: 0 solved, 1 no solution, 2 bad
    usage, 3 stopped by the limit, 130 Ctrl-C.
    """
    mode = mode or "count"
    if pawns is not None and variant == "queens":
        variant = "plus_k"
    counting = mode == "count"
    if out is not None:
        check_suffix(out, (".json",) if counting else (".txt", ".npy", ".json", ".svg", ".png"))
        if variant == "plus_k" and not counting and not out.endswith(".json"):
            raise click.UsageError("solutions with pawns are written to .json only")
    if limit is not None and mode not in ("all", "fundamental"):
        raise click.UsageError("--limit goes with --all or --fundamental")
    if mode in ("construct", "random") and (variant != "queens" or place or pawns):
        raise click.UsageError(f"--{mode} takes plain queens only")
    placed = _parse_place(place, n)
    answer: dict[str, Any] = {"n": n, "variant": variant, "mode": mode}
    if variant == "plus_k":
        answer["pawns"] = pawns or 0
    talks = not (quiet or as_json)

    if counting:
        code = _count(
            answer,
            n,
            variant=variant,
            symmetry=symmetry,
            pawns=pawns or 0,
            placed=placed,
            threads=threads,
            time_limit=time_limit,
            quiet=quiet,
        )
    else:
        code = _solutions(
            answer, n, mode, variant, pawns or 0, placed, time_limit, limit, seed, out, talks, quiet
        )
    if as_json:
        click.echo(json.dumps(answer))
    elif talks:
        click.echo(_summary(answer))
    if out is not None and out.endswith(".json"):
        write(out, json.dumps(answer) + "\n")
    return code


def _parse_place(place: str | None, n: int) -> list[tuple[int, int]] | None:
    """Read a1,b3: the column as letters (z is followed by aa), the row as a number from the top."""
    if place is None:
        return None
    cells = []
    for part in filter(None, (part.strip() for part in place.lower().split(","))):
        match = re.fullmatch(r"([a-z]{1,2})([1-9][0-9]{0,3})", part)
        if not match:
            raise InputError(f"--place: found {part!r}, expected a letter and a number as in b3")
        column = 0
        for letter in match[1]:
            column = column * 26 + ord(letter) - ord("a") + 1
        row = int(match[2])
        if row > n or column > n:
            raise InputError(f"--place: {part!r} is off the board of {n} rows")
        cells.append((row - 1, column - 1))
    return cells


def _count(answer: dict[str, Any], n: int, *, quiet: bool, **options: Any) -> int:
    with progress_line(quiet=quiet) as line:
        try:
            number = engine.count(n, progress=_estimate(line), **options)
            answer["status"] = "solved" if number else "unsolvable"
        except SearchStopped as stop:
            number = cast(Count, stop.partial)
            answer |= {"status": "stopped", "reason": stop.reason}
        except KeyboardInterrupt:
            answer |= {"status": "stopped", "reason": "interrupt"}
            return INTERRUPTED
    answer |= {"symmetry": options["symmetry"], "count": int(number), "exact": number.exact}
    answer |= {"method": number.method, "counters": dict(number.stats.counters)}
    answer["ms"] = number.stats.seconds * 1e3
    # A count of 0 is an answer like any other.
    return STOPPED if answer["status"] == "stopped" else SOLVED


def _estimate(line: ProgressLine) -> Any:
    if not line.wanted:
        return None

    def tick(progress: engine.CountProgress) -> None:
        if progress.seconds < 1:
            return
        width = int(progress.fraction * 24)
        bar = "#" * width + "." * (24 - width)
        left = progress.seconds_left
        line.show(
            f"[{bar}] {progress.fraction:6.1%}, {progress.seconds:.0f} s, "
            + (f"about {_duration(left)} left" if left < 1e12 else "no estimate yet")
            + f", {progress.solutions:,} found"
        )

    return tick


def _duration(seconds: float) -> str:
    for unit, length in (("days", 86400), ("h", 3600), ("min", 60)):
        if seconds >= 2 * length:
            return f"{seconds / length:,.0f} {unit}"
    return f"{seconds:.0f} s"


def _solutions(
    answer: dict[str, Any],
    n: int,
    mode: str,
    variant: engine.Variant,
    pawns: int,
    placed: list[tuple[int, int]] | None,
    time_limit: float | None,
    limit: int | None,
    seed: int,
    out: str | None,
    talks: bool,
    quiet: bool,
) -> int:
    """Every mode that yields placements; prints them as they come if anyone listens."""
    kept: list[Any] = []
    keeping = out is not None or not talks
    with progress_line(quiet=quiet) as line:
        found: Solutions[Any] | None = None
        answer["status"] = "solved"
        try:
            if mode == "construct":
                kept = [engine.construct(n)]
            elif mode == "random":
                kept = [engine.random(n, seed=seed, time_limit=time_limit)]
            else:
                found = engine.solutions(
                    n,
                    variant=variant,
                    symmetry="fundamental" if mode == "fundamental" else "all",
                    pawns=pawns,
                    placed=placed,
                    time_limit=time_limit,
                    progress=line.tick,
                )
                wanted = 1 if mode == "first" else limit
                while wanted is None or found.found < wanted:
                    solution = next(found, None)
                    if solution is None:
                        break
                    if keeping:
                        kept.append(solution)
                    if talks:
                        line.clear()
                        click.echo(_line(solution))
                if found.status == "stopped":
                    answer |= {"status": "stopped", "reason": found.reason}
                elif not found.found:
                    answer["status"] = "unsolvable"
        except SearchStopped as stop:
            answer |= {"status": "stopped", "reason": stop.reason}
        except KeyboardInterrupt:
            answer |= {"status": "stopped", "reason": "interrupt"}
    if found is None and talks and kept:
        click.echo(_line(kept[0]))
    answer["count"] = len(kept) if found is None else found.found
    if found is not None:
        answer |= {"exact": found.status in ("solved", "unsolvable"), "method": found.method}
        answer |= {"counters": dict(found.stats.counters), "ms": found.stats.seconds * 1e3}
    if not talks or (out is not None and out.endswith(".json")):
        answer["solutions"] = [_plain(solution) for solution in kept]
    if out is not None and not out.endswith(".json"):
        if kept:
            write(out, _picture(out, kept))
        else:
            click.echo(f"{out}: not written, there is no solution to show", err=True)
    if answer.get("reason") == "interrupt":
        return INTERRUPTED
    return UNSOLVABLE if answer["status"] == "unsolvable" else CODES[answer["status"]]


def _plain(solution: Any) -> Any:
    """Columns from 1; with pawns, (row, column) pairs from 1."""
    if isinstance(solution, engine.Placement):
        return {
            "queens": (solution.queens + 1).tolist(),
            "pawns": (solution.pawns + 1).tolist(),
        }
    return (solution.astype(np.int64) + 1).tolist()


def _line(solution: Any) -> str:
    if isinstance(solution, engine.Placement):
        return f"queens {_squares(solution.queens)}  pawns {_squares(solution.pawns)}"
    return " ".join(map(str, _plain(solution)))


def _squares(cells: NDArray[np.int16]) -> str:
    """Chess names: a1 is the first column of the first row, the top one."""
    names = []
    for row, column in cells.tolist():
        letters = chr(ord("a") + column % 26)
        names.append(
            (chr(ord("a") + column // 26 - 1) if column >= 26 else "") + letters + str(row + 1)
        )
    return " ".join(names)


def _picture(out: str, solutions: list[NDArray[Any]]) -> str | bytes:
    """Make a file of the kind that the name asks for."""
    if out.endswith(".txt"):
        return "".join(_line(solution) + "\n" for solution in solutions)
    if out.endswith(".npy"):
        stream = io.BytesIO()
        np.save(stream, np.stack(solutions))
        return stream.getvalue()
    board = render.Chessboard(len(solutions[0]))
    if board.n > 64:
        raise InputError(f"a board of {board.n} rows is too large to draw, the most is 64")
    shown = solutions[:_DRAWN]
    if len(solutions) > _DRAWN:
        click.echo(f"{out}: the first {_DRAWN} of {plural(len(solutions), 'solution')}", err=True)
    if out.endswith(".svg"):
        return render.svg(board, shown[0]) if len(shown) == 1 else render.sheet_svg(board, shown)
    return render.png(board, shown[0]) if len(shown) == 1 else render.sheet_png(board, shown)


def _summary(answer: dict[str, Any]) -> str:
    if answer.get("reason"):
        verdict = REASONS[answer["reason"]]
        if "count" in answer:
            verdict += f", {answer['count']:,} found until then"
    elif answer["status"] == "unsolvable" and answer["mode"] != "count":
        verdict = "no solution"
    else:
        noun = (
            "fundamental solution"
            if "fundamental" in (answer["mode"], answer.get("symmetry"))
            else "solution"
        )
        verdict = plural(answer["count"], noun)
        if answer["mode"] in ("all", "fundamental") and not answer["exact"]:
            verdict += " (the limit; there may be more)"
    work = [f"{value:,} {name}" for name, value in answer.get("counters", {}).items()]
    if "ms" in answer:
        work.append(f"{answer['ms']:.3f} ms")
    return " · ".join(filter(None, [verdict, answer.get("method"), ", ".join(work)]))
