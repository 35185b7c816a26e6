"""The command ``nqueens``: counting, listing and drawing N-Queens."""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, cast

import click
import numpy as np
from numpy.typing import NDArray

from fastqueens import nqueens as engine
from fastqueens import render
from fastqueens.cell_names import read_cells
from fastqueens.cli import output_files as outputs
from fastqueens.cli.drawing_options import drawing_options
from fastqueens.cli.live_view import LiveScreen, Pace, check_live, draw_position, live_options
from fastqueens.cli.options import (
    SEED,
    Command,
    Options,
    exclude,
    executor_option,
    json_option,
    ledger_option,
    need,
    quiet_option,
    read_settings,
    refuse_together,
    time_limit_option,
)
from fastqueens.cli.reports import REASONS, Answer
from fastqueens.cli.run_search import count_into, find_into, found_so_far, watch_into
from fastqueens.cli.stdio import ProgressLine, progress_line, show_share, tasks_done
from fastqueens.method import choose
from fastqueens.nqueens.rules import ALIASES
from fastqueens.results import InputError, SearchStopped, escape_control
from fastqueens.validation import plural

__all__ = ["nqueens"]

_MODES = {
    "count": "Count the solutions (the default).",
    "all": "List all solutions.",
    "fundamental": "List one solution of each class under the 8 symmetries.",
    "first": "Find the first solution, in the order of --all.",
    "construct": "Write down a solution of any size.",
    "random": "Find a random solution of a large board.",
}
_SEARCHED = ("count", "all", "first")  # by any method
# The modes that an option goes with.
_GOES_WITH = {
    "threads": ("count",),
    "executor": ("count",),
    "ledger": ("count",),
    "symmetry": ("count",),
    "method": _SEARCHED,
    "given": _SEARCHED,
    "node_limit": (*_SEARCHED, "fundamental"),
    "limit": ("all", "fundamental"),
    "time_limit": ("count", "all", "fundamental", "first", "random"),
    "variant": ("count", "all", "fundamental", "first"),
    "pawns": ("count", "all", "fundamental", "first"),
    "place": ("count", "all", "fundamental", "first"),
    "live": ("count", "all", "fundamental", "first"),
}
_METHOD_ALIASES = {"permutations": "permutation"}  # what it is called beside combinations
_PRINTED = 1 << 16  # columns printed at a time, so that Ctrl-C is answered
_LARGEST_DRAWN = 64
_GROWTH_LIMIT = 10.0  # seconds of backtracking for --growth


@dataclass(kw_only=True)
class _Answer(Answer):
    n: int
    variant: engine.Variant
    mode: str
    symmetry: engine.Symmetry
    pawns: int
    solutions: list[Any] = field(default_factory=list)
    listed: bool  # whether the solutions are part of the answer

    def about(self) -> dict[str, Any]:
        about = {"n": self.n, "variant": self.variant, "mode": self.mode}
        return about | ({"pawns": self.pawns} if self.variant == "plus_k" else {})

    def found(self) -> dict[str, Any]:
        return {"solutions": list(map(_plain, self.solutions))} if self.listed else {}

    def verdict(self) -> str:
        if self.reason or (self.status == "unsolvable" and self.mode != "count"):
            return super().verdict()
        kind = "fundamental " if self.symmetry == "fundamental" else ""
        text = plural(self.facts["count"], f"{kind}solution")
        if self.every and not self.facts["exact"]:
            text += " (the limit; there may be more)"
        return text


def _modes(command: Callable[..., int]) -> Callable[..., int]:
    for name, text in reversed(_MODES.items()):
        command = click.option(f"--{name}", f"mode_{name}", is_flag=True, help=text)(command)
    return command


def _mode(options: dict[str, Any]) -> str:
    """Return the one mode that was asked for, after a look at the options that came with it.

    Without one it is to count, or with a method to find the first solution.
    """
    chosen = {f"--{name}": options.pop(f"mode_{name}") for name in _MODES}
    refuse_together(chosen)
    method = options["method"]
    usual = "count" if method is None else "first"
    mode = next((name for name in _MODES if chosen[f"--{name}"]), usual)
    for name, modes in _GOES_WITH.items():
        need({_flag(name): options[name] or None}, {f"--{x}": x == mode for x in modes})
    need({"--seed": options["seed"]}, {"--random": mode == "random", "--method": method})
    need({"--set": options["given"] or None}, {"--method": method})
    if mode == "count":
        need({"--node-limit": options["node_limit"]}, {"--method": method, "--all": False})
    return mode


def _flag(name: str) -> str:
    """Return an option as it is typed."""
    return "--" + name.removeprefix("mode_").replace("given", "set").replace("_", "-")


@click.command(cls=Command)
@click.argument("n", type=int, required=False)
@_modes
@click.option(
    "--growth",
    is_flag=False,
    flag_value="",
    metavar="[A-B]",
    help="Compare the search spaces C(n^2,n), n^n and n! of A to B rows (1 to N, or to 12) with "
    "the nodes of backtracking, in a table and a chart.",
)
@click.option(
    "--method",
    type=click.Choice([*engine.METHODS, *_METHOD_ALIASES]),
    help="Search by one of the classic methods, for --first (then by default), --all or --count; "
    "`fastqueens methods` tells more.",
)
@click.option(
    "--set",
    "given",
    multiple=True,
    metavar="OPTION=VALUE",
    help="A setting of the method, as in order=mrv; may be repeated.",
)
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
@click.option(
    "--pawns",
    type=int,
    metavar="K",
    help="K pawns and N + K queens (plus_k); less than 0: no pawns, and so many queens fewer.",
)
@click.option(
    "--placed", "place", metavar="a1,b3,...", help="Given queens, as on a chess board from its top."
)
@click.option("--threads", type=click.IntRange(min=1), metavar="T", help="For --count.")
@executor_option
@ledger_option
@time_limit_option()
@click.option("--limit", type=click.IntRange(min=1), metavar="K", help="List K solutions at most.")
@click.option(
    "--node-limit", type=click.IntRange(min=0), metavar="N", help="Stop after N units of work."
)
@click.option("--seed", type=SEED, help="For --random and some methods; 0 by default.")
@live_options
@json_option()
@click.option(
    "-o",
    "--out",
    metavar="FILE",
    help="Write solutions to a .txt (columns from 1, one solution a line), .npy (columns from 0; "
    "with pawns boards of 0, 1 for a queen, 2 for a pawn), .svg or .png file (several solutions as "
    "a sheet) or .json; counts to .json.",
)
@drawing_options(regions=False)
@quiet_option
def nqueens(
    n: int | None,
    growth: str | None,
    time_limit: float | None,
    live: bool,
    fps: float | None,
    stride: int | None,
    delay: float | None,
    as_json: bool,
    out: str | None,
    quiet: bool,
    **options: Any,
) -> int:
    """Count, list or draw the placements of N queens.

    Columns are counted from 1 in what is printed.
    """
    if growth is not None:
        others = {"--live": live, **{_flag(name): value or None for name, value in options.items()}}
        exclude("--growth", growth, {name: x for name, x in others.items() if x})
        asked = Options(as_json=as_json, out=out, quiet=quiet)
        return _show_growth(_sizes(n, growth), asked, time_limit)
    if n is None:
        raise click.UsageError("Missing argument 'N': the number of queens.")
    mode = _mode(options | {"time_limit": time_limit, "live": live})
    pace = check_live(live, fps, stride, delay, {"--json": as_json, "--quiet": quiet})
    counting = mode == "count"
    if out is not None:
        kinds = (".txt", ".npy", ".json", ".svg", ".png")
        outputs.check_suffix(out, (".json",) if counting else kinds)
    method = options["method"]
    method = _METHOD_ALIASES.get(method, method)
    how: dict[str, Any] = {}
    if method is not None:
        how = read_settings(options["given"], engine.METHODS, method)
        choose(engine.METHODS, method, how, all_solutions=mode != "first")
        how |= {"method": method, "seed": options["seed"] or 0}
        others = {f"--{name}": options[name] for name in ("threads", "executor", "ledger")}
        exclude("--method", method, others)
    pawns = options["pawns"] or 0
    variant: engine.Variant = options["variant"] or (
        "plus_k" if options["pawns"] is not None else "queens"
    )
    variant = ALIASES.get(variant, variant)
    placed = _read_place(options["place"], n, one_a_row=variant != "plus_k")
    rules: dict[str, Any] = {
        "variant": variant,
        "pawns": pawns,
        "placed": placed,
        "time_limit": time_limit,
        **how,
    }
    if options["node_limit"] is not None:
        rules["node_limit"] = options["node_limit"]
    asked = Options(
        every=mode in ("all", "fundamental"),
        limit=options["limit"],
        as_json=as_json,
        out=out,
        quiet=quiet,
    )
    answer = _Answer(
        n=n,
        variant=variant,
        mode=mode,
        symmetry="fundamental" if mode == "fundamental" else options["symmetry"] or "all",
        pawns=pawns,
        every=asked.every,
        listed=not counting and (as_json or (out is not None and out.endswith(".json"))),
    )
    if pace is not None:
        spread = {f"--{name}": options[name] for name in ("executor", "ledger")}
        exclude("--live", live, spread)
        _watch(answer, asked, pace, rules)
    elif counting:
        spread = {name: options[name] for name in ("threads", "executor", "ledger")}
        exclude("--threads", options["threads"], {"--executor": options["executor"]})
        count = partial(engine.count, n, symmetry=answer.symmetry, **spread, **rules)
        if count_into(answer, count, quiet=quiet, watch=_estimate) is not None:
            answer.facts = {"symmetry": answer.symmetry, **answer.facts}
    elif mode in ("construct", "random"):
        _make(answer, asked, options["seed"] or 0, time_limit)
    else:
        solutions = engine.solutions(n, symmetry=answer.symmetry, **rules)

        def show(solution: Any) -> None:
            click.echo(_line(solution))

        answer.solutions = find_into(answer, solutions, asked, show, gap=False)
        answer.facts = found_so_far(solutions)
    return outputs.give(answer, asked, _save)


def _watch(answer: _Answer, asked: Options, pace: Pace, rules: dict[str, Any]) -> None:
    """Show the search; a count visits every solution."""
    make = partial(
        engine.frames,
        answer.n,
        symmetry=answer.symmetry,
        limit=1 if answer.mode == "first" else asked.limit,
        keep=answer.mode != "count",
        **rules,
    )
    screen = LiveScreen(pace, partial(draw_position, render.chessboard(answer.n), "queen"))

    def show(solution: Any) -> None:
        click.echo(_line(solution))

    frames = watch_into(
        answer, make, asked, show, screen, time_limit=rules["time_limit"], gap=False
    )
    answer.solutions = frames.solutions
    answer.facts = {"count": frames.found, "exact": frames.exact}
    if answer.mode == "count":
        answer.facts = {"symmetry": answer.symmetry, **answer.facts}


def _read_place(place: str | None, n: int, *, one_a_row: bool) -> list[tuple[int, int]] | None:
    """Read the given queens: (row, column) from 0."""
    if place is None:
        return None
    cells: list[tuple[int, int]] = []
    names: dict[int, str] = {}
    for word, square in read_cells(place.lower(), "--placed", n):
        if one_a_row and names.setdefault(square[0], word) != word:
            raise InputError(f"--placed: {names[square[0]]} and {word} are in the same row")
        cells.append(square)
    return cells


def _estimate(line: ProgressLine) -> Any:
    if not line.wanted:
        return None

    def tick(progress: engine.CountProgress) -> None:
        if progress.seconds < 1:
            return
        show_share(
            line,
            progress.fraction,
            progress.seconds,
            progress.seconds_left,
            tasks_done(progress.tasks_done, progress.tasks, progress.workers),
            f"{progress.solutions:,} found",
        )

    return tick


def _sizes(n: int | None, text: str) -> list[int]:
    """Read the A-B of --growth; without it they are 1 to N, or to 12."""
    if not text:
        return list(range(1, (12 if n is None else n) + 1))
    if n is not None:
        raise click.UsageError(f"give N or --growth {text}, not both")
    first, dash, last = text.partition("-")
    if not first.isdecimal() or (dash and not last.isdecimal()):
        raise click.UsageError(f"--growth {text}: expected rows from A to B, as in 4-10")
    sizes = list(range(int(first), int(last or first) + 1))
    if not sizes:
        raise click.UsageError(f"--growth {text}: found no rows, expected A up to B, as in 4-10")
    return sizes


@dataclass(kw_only=True)
class _GrowthAnswer(Answer):
    rows: engine.Growths

    def found(self) -> dict[str, Any]:
        return {"growth": list(map(asdict, self.rows))}

    def summary(self) -> str:
        return REASONS[self.reason] if self.reason else ""


def _show_growth(sizes: list[int], asked: Options, time_limit: float | None) -> int:
    """Print the growth of the search spaces, or draw it."""
    if asked.out is not None:
        outputs.check_suffix(asked.out, (".txt", ".json", ".svg", ".png"))
    with progress_line(quiet=asked.quiet) as line:
        limit = _GROWTH_LIMIT if time_limit is None else time_limit
        rows = engine.growth(sizes, time_limit=limit, progress=line.tick)
    answer = _GrowthAnswer(rows=rows, status="solved", method="backtracking")
    if any(row.nodes is None for row in rows):
        answer.stop("time")
    text = f"{rows.to_text()}\n\n{rows.to_chart()}"
    if asked.verbose:
        click.echo(text)
    makers: dict[str, outputs.Maker] = {
        ".txt": lambda _: f"{text}\n",
        ".svg": lambda _: rows.to_svg(),
        ".png": lambda _: rows.to_png(),
    }
    return outputs.give(answer, asked, lambda x, path: outputs.save(x, path, [rows], makers))


def _make(answer: _Answer, asked: Options, seed: int, time_limit: float | None) -> None:
    """Construct a solution, or find a random one."""
    answer.facts = {"count": 0}
    if answer.n in (2, 3):  # an answer here, where Python raises
        return
    try:
        with progress_line(quiet=asked.quiet):
            if answer.mode == "construct":
                queens = engine.construct(answer.n)
            else:
                queens = engine.random(answer.n, seed=seed, time_limit=time_limit)
        answer.solutions = [queens]
        answer.status, answer.facts = "solved", {"count": 1}
        if asked.verbose:
            _print(queens)
    except SearchStopped as stop:
        answer.stop(stop.reason)
    except KeyboardInterrupt:
        answer.stop("interrupt")


def _print(queens: NDArray[Any]) -> None:
    """Print a placement that may have millions of columns."""
    for i in range(0, len(queens), _PRINTED):
        click.echo((" " if i else "") + _line(queens[i : i + _PRINTED]), nl=False)
    click.echo()


def _plain(solution: Any) -> Any:
    """For JSON: columns by row from 0; with pawns, (row, column) pairs from 0."""
    if isinstance(solution, engine.Placement):
        return {"queens": solution.queens.tolist(), "pawns": solution.pawns.tolist()}
    return solution.tolist()


def _line(solution: Any) -> str:
    if isinstance(solution, engine.Placement):
        return solution.to_text()
    return " ".join(map(str, (solution.astype(np.int64) + 1).tolist()))


def _save(answer: _Answer, path: Path) -> None:
    """Write the solutions, or the answer as JSON."""
    drawn = path.suffix.lower() in (".svg", ".png")
    if drawn and answer.solutions and answer.reason == "interrupt":
        click.echo(f"{escape_control(str(path))}: not drawn", err=True)
        return
    if drawn and answer.solutions and answer.n > _LARGEST_DRAWN:
        raise InputError(
            f"a board of {answer.n} rows is too large to draw, the most is {_LARGEST_DRAWN}"
        )
    makers: dict[str, outputs.Maker] = {".txt": _text, ".npy": partial(_arrays, answer.n)}
    makers |= outputs.pictures(render.chessboard(answer.n)) if drawn else {}
    outputs.save(answer, path, answer.solutions, makers)


def _text(solutions: Sequence[Any]) -> str:
    return "".join(_line(solution) + "\n" for solution in solutions)


def _arrays(n: int, solutions: Sequence[Any]) -> bytes:
    stream = io.BytesIO()
    np.save(stream, np.stack([_array(n, solution) for solution in solutions]))
    return stream.getvalue()


def _array(n: int, solution: Any) -> NDArray[Any]:
    """Columns by row; with pawns the whole board, 1 for a queen and 2 for a pawn."""
    if not isinstance(solution, engine.Placement):
        return cast("NDArray[Any]", solution)
    board = np.zeros((n, n), np.int8)
    for piece, cells in enumerate(solution, start=1):
        board[cells[:, 0], cells[:, 1]] = piece
    return board
