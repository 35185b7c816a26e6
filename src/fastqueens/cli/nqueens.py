"""The command ``nqueens``: counting, listing and drawing N-Queens."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from itertools import islice
from typing import Any, cast

import click
import numpy as np
from numpy.typing import NDArray

from fastqueens import nqueens as engine
from fastqueens import render
from fastqueens.cli.answers import (
    CODES,
    INTERRUPTED,
    REASONS,
    SOLVED,
    STOPPED,
    UNSOLVABLE,
    not_written,
    on_a_sheet,
)
from fastqueens.cli.options import (
    SEED,
    check_suffix,
    json_option,
    plural,
    quiet_option,
    read_square,
    square_name,
    time_limit_option,
)
from fastqueens.cli.streams import ProgressLine, progress_line, write
from fastqueens.nqueens.rules import ALIASES
from fastqueens.results import Count, InputError, SearchStopped
from fastqueens.search import Solutions

_MODES = {
    "count": "Count the solutions (the default).",
    "all": "List all solutions.",
    "fundamental": "List one solution of each class under the 8 symmetries.",
    "first": "Find the first solution, in the order of --all.",
    "construct": "Write down a solution of any size.",
    "random": "Find a random solution of a large board.",
}
# Options that make no sense with every mode.
_GOES_WITH = {
    "threads": ("count",),
    "symmetry": ("count",),
    "seed": ("random",),
    "limit": ("all", "fundamental"),
    "time_limit": ("count", "all", "fundamental", "first", "random"),
    "variant": ("count", "all", "fundamental", "first"),
    "pawns": ("count", "all", "fundamental", "first"),
    "place": ("count", "all", "fundamental", "first"),
}
_PRINTED = 1 << 16  # columns printed at a time, so that Ctrl-C is answered


def _modes(command: Callable[..., int]) -> Callable[..., int]:
    for name, text in reversed(_MODES.items()):
        command = click.option(f"--{name}", f"mode_{name}", is_flag=True, help=text)(command)
    return command


def _mode(options: dict[str, Any]) -> str:
    """Return the one mode that was asked for, after a look at the options that came with it."""
    chosen = [name for name in _MODES if options.pop(f"mode_{name}")]
    if len(chosen) > 1:
        raise click.UsageError(f"--{chosen[0]} and --{chosen[1]} exclude each other")
    mode = chosen[0] if chosen else "count"
    for name, modes in _GOES_WITH.items():
        if options[name] is not None and mode not in modes:
            flag = name.replace("_", "-")
            raise click.UsageError(f"--{flag} goes with {', '.join(f'--{x}' for x in modes)}")
    return mode


@click.command()
@click.argument("n", type=int)
@_modes
@click.option(
    "--variant",
    type=click.Choice([*engine.VARIANTS, *ALIASES]),
    help="The rule; queens by default, plus_k with --pawns.",
)
@click.option(
    "--symmetry",
    type=click.Choice(["all", "fundamental"]),
    help="With --count: count all (the default), or one of each class.",
)
@click.option("--pawns", type=int, metavar="K", help="K pawns and N + K queens (plus_k).")
@click.option(
    "--place", metavar="a1,b3,...", help="Given queens, as on a chess board from its top."
)
@click.option("--threads", type=click.IntRange(min=1), metavar="T", help="For --count.")
@time_limit_option()
@click.option("--limit", type=click.IntRange(min=1), metavar="K", help="List K solutions at most.")
@click.option("--seed", type=SEED, help="For --random; 0 by default.")
@json_option()
@click.option(
    "-o",
    "--out",
    metavar="FILE",
    help="Write solutions to a .txt (columns from 1, one solution a line), .npy (columns from 0; "
    "with pawns boards of 0, 1 for a queen, 2 for a pawn), .svg or .png file (several solutions as "
    "a sheet) or .json; counts to .json.",
)
@quiet_option
def nqueens(
    n: int,
    time_limit: float | None,
    as_json: bool,
    out: str | None,
    quiet: bool,
    **options: Any,
) -> int:
    """Count, list or draw the placements of N queens.

    Columns are counted from 1 in what is printed. Exit code: 0 solved, 1 no solution, 2 bad
    usage, 3 stopped by the limit, 130 Ctrl-C.
    """
    mode = _mode(options | {"time_limit": time_limit})
    counting = mode == "count"
    if out is not None:
        check_suffix(out, (".json",) if counting else (".txt", ".npy", ".json", ".svg", ".png"))
    pawns = options["pawns"] or 0
    variant: engine.Variant = options["variant"] or (
        "plus_k" if options["pawns"] is not None else "queens"
    )
    variant = ALIASES.get(variant, variant)
    placed = _parse_place(options["place"], n, one_a_row=variant != "plus_k")
    answer: dict[str, Any] = {"n": n, "variant": variant, "mode": mode}
    if variant == "plus_k":
        answer["pawns"] = pawns
    talks = not (quiet or as_json)
    rules = {"variant": variant, "pawns": pawns, "placed": placed, "time_limit": time_limit}

    if counting:
        symmetry = options["symmetry"] or "all"
        code = _count(
            answer, n, quiet=quiet, symmetry=symmetry, threads=options["threads"], **rules
        )
    else:
        found, code = _solutions(
            answer,
            n,
            mode,
            rules,
            options["limit"],
            options["seed"] or 0,
            out,
            as_json,
            talks,
            quiet,
        )
        if as_json or (out is not None and out.endswith(".json")):
            answer["solutions"] = [_plain(solution) for solution in found]
    if as_json:
        click.echo(json.dumps(answer))
    elif talks:
        click.echo(_summary(answer))
    if out is not None and out.endswith(".json"):
        write(out, json.dumps(answer) + "\n")
    return code


def _parse_place(place: str | None, n: int, *, one_a_row: bool) -> list[tuple[int, int]] | None:
    """Read a1,b3: the column as letters (z is followed by aa), the row as a number from the top."""
    if place is None:
        return None
    cells: list[tuple[int, int]] = []
    names: dict[int, str] = {}
    for part in filter(None, (part.strip() for part in place.lower().split(","))):
        square = read_square(part)
        if square is None:
            raise InputError(f"--place: found {part!r}, expected a letter and a number as in b3")
        if max(square) >= n:
            raise InputError(f"--place: {part!r} is off the board of {n} rows")
        if one_a_row and names.setdefault(square[0], part) != part:
            raise InputError(f"--place: {names[square[0]]} and {part} are in the same row")
        cells.append(square)
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
    rules: dict[str, Any],
    limit: int | None,
    seed: int,
    out: str | None,
    as_json: bool,
    talks: bool,
    quiet: bool,
) -> tuple[list[Any], int]:
    """Every mode that yields placements; prints them as they come if anyone listens."""
    kept: list[Any] = []
    with progress_line(quiet=quiet) as line:
        found: Solutions[Any] | None = None
        answer["status"] = "solved"
        answer["count"] = 0
        try:
            if mode in ("construct", "random"):
                if mode == "construct":
                    queens = engine.construct(n)
                else:
                    queens = engine.random(n, seed=seed, time_limit=rules["time_limit"])
                kept.append(queens)
                answer["count"] = 1
                if talks:
                    _print(queens)
            else:
                symmetry: Any = "fundamental" if mode == "fundamental" else "all"
                found = engine.solutions(n, symmetry=symmetry, progress=line.tick, **rules)
                wanted = 1 if mode == "first" else limit
                for solution in islice(found, wanted):
                    if as_json or out is not None:
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
    if found is not None:
        answer |= {"count": found.found, "exact": found.status in ("solved", "unsolvable")}
        answer |= {"method": found.method, "counters": dict(found.stats.counters)}
        answer["ms"] = found.stats.seconds * 1e3
    interrupted = answer.get("reason") == "interrupt"
    if out is not None and not out.endswith(".json"):
        if not kept:
            not_written(out)
        elif interrupted and out.endswith((".svg", ".png")):
            click.echo(f"{out}: not drawn", err=True)
        else:
            write(out, _file(out, n, kept))
    if interrupted:
        return kept, INTERRUPTED
    return kept, UNSOLVABLE if answer["status"] == "unsolvable" else CODES[answer["status"]]


def _print(queens: NDArray[Any]) -> None:
    """Print a placement that may have millions of columns."""
    for i in range(0, len(queens), _PRINTED):
        click.echo((" " if i else "") + _line(queens[i : i + _PRINTED]), nl=False)
    click.echo()


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
    return " ".join(square_name(row, column) for row, column in cells.tolist())


def _file(out: str, n: int, solutions: list[Any]) -> str | bytes:
    """Make a file of the kind that the name asks for."""
    if out.endswith(".txt"):
        return "".join(_line(solution) + "\n" for solution in solutions)
    if out.endswith(".npy"):
        stream = io.BytesIO()
        np.save(stream, np.stack([_array(n, solution) for solution in solutions]))
        return stream.getvalue()
    board = render.Chessboard(n)
    if n > 64:
        raise InputError(f"a board of {n} rows is too large to draw, the most is 64")
    shown = on_a_sheet(out, solutions)
    if out.endswith(".svg"):
        return render.svg(board, shown[0]) if len(shown) == 1 else render.sheet_svg(board, shown)
    return render.png(board, shown[0]) if len(shown) == 1 else render.sheet_png(board, shown)


def _array(n: int, solution: Any) -> NDArray[Any]:
    """Columns by row; with pawns the whole board, 1 for a queen and 2 for a pawn."""
    if not isinstance(solution, engine.Placement):
        return cast("NDArray[Any]", solution)
    board = np.zeros((n, n), np.int8)
    for piece, cells in enumerate(solution, start=1):
        board[cells[:, 0], cells[:, 1]] = piece
    return board


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
