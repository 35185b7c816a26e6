"""The command ``nqueens``: counts, lists and draws solutions of N-Queens."""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
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
from fastqueens.cli.comparison_report import (
    Problems,
    check_table_file,
    compare_option,
    report_comparison,
)
from fastqueens.cli.drawing_options import PLACEMENT_STYLES, chosen, drawing_options
from fastqueens.cli.file_claims import WRITTEN
from fastqueens.cli.live_view import LiveScreen, Pace, check_live, draw_position, live_options
from fastqueens.cli.nqueens_tables import read_sizes, show_table
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
from fastqueens.cli.reports import Answer
from fastqueens.cli.run_search import count_into, find_into, found_so_far, watch_into
from fastqueens.cli.stdio import ProgressLine, progress_line, show_share, tasks_done
from fastqueens.method import choose
from fastqueens.nqueens.join_count import COUNTING_METHODS
from fastqueens.results import InputError, SearchStopped, escape_control
from fastqueens.validation import plural

__all__ = ["nqueens"]

_MODES = {
    "count": "Count the solutions (the default).",
    "all": "List all solutions.",
    "fundamental": "List one solution of each class under the 8 symmetries.",
    "first": "Find the first solution, in the order of --all.",
    "construct": "Construct one solution, for N of any size.",
    "random": "Find a random solution of a large board.",
}
_LISTED = ("all", "fundamental", "first", "construct", "random")  # modes that show solutions
_SEARCHED = ("count", "all", "first")  # modes in which --method works
# The modes in which an option may be used.
_MODES_OF_OPTION = {
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
    "placed": ("count", "all", "fundamental", "first"),
    "live": ("count", "all", "fundamental", "first"),
}
_METHOD_ALIASES = {"permutations": "permutation"}  # in the plural, like combinations
_PRINTED = 1 << 16  # columns printed at a time; Ctrl-C works in between
_LARGEST_DRAWN = 64  # rows; also for --style dashes


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
        return {"solutions": list(map(_as_json, self.solutions))} if self.listed else {}

    def verdict(self) -> str:
        if self.reason or (self.status == "unsolvable" and self.mode != "count"):
            return super().verdict()
        kind = "fundamental " if self.symmetry == "fundamental" else ""
        text = plural(self.facts["count"], f"{kind}solution")
        if self.all_solutions and not self.facts["exact"]:
            text += " (the limit; there may be more)"
        return text


def _modes(command: Callable[..., int]) -> Callable[..., int]:
    for name, text in reversed(_MODES.items()):
        command = click.option(f"--{name}", f"mode_{name}", is_flag=True, help=text)(command)
    return command


def _read_mode(options: dict[str, Any]) -> str:
    """Return the mode that the options select, and refuse options that do not go with it.

    The default is ``count`` or, with a method that finds solutions, ``first``.
    """
    chosen = {f"--{name}": options.pop(f"mode_{name}") for name in _MODES}
    refuse_together(chosen)
    method = options["method"]
    default = "count" if method is None or method in COUNTING_METHODS else "first"
    mode = next((name for name in _MODES if chosen[f"--{name}"]), default)
    for name, modes in _MODES_OF_OPTION.items():
        need({_option_name(name): options[name] or None}, {f"--{x}": x == mode for x in modes})
    need({"--seed": options["seed"]}, {"--random": mode == "random", "--method": method})
    need({"--set": options["given"] or None}, {"--method": method})
    if mode == "count":
        need({"--node-limit": options["node_limit"]}, {"--method": method, "--all": False})
    return mode


def _option_name(name: str) -> str:
    """Return the option of a parameter."""
    return "--" + name.removeprefix("mode_").replace("given", "set").replace("_", "-")


@click.command(
    cls=Command,
    help="""Count, list or draw the placements of N queens.

    A solution is printed as the column of the queen in each row, counted from 1.
    """,
)
@click.argument("n", type=int, required=False)
@_modes
@click.option(
    "--growth",
    is_flag=False,
    flag_value="",
    metavar="[A-B]",
    help="Compare the sizes of the search spaces C(n^2,n), n^n and n! with the nodes of "
    "backtracking, for A to B rows (by default 1 to N, or 1 to 12), in a table and a chart.",
)
@click.option(
    "--orders",
    is_flag=False,
    flag_value="",
    metavar="[A-B]",
    help="Show the orders of growth from log n to n! for n from A to B, as with --growth.",
)
@click.option(
    "--method",
    type=click.Choice([*engine.METHODS, *COUNTING_METHODS, *_METHOD_ALIASES]),
    help="The method of the search for --first (the default if a method is given), --all or "
    "--count; bitboard and join work with --count only. `fastqueens methods` describes the "
    "methods.",
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
    type=click.Choice(engine.VARIANTS),
    help="The variant of the rules; queens by default, plus_k with --pawns.",
)
@click.option(
    "--symmetry",
    type=click.Choice(["all", "fundamental"]),
    help="With --count: count all solutions (the default), or one of each symmetry class.",
)
@click.option(
    "--pawns",
    type=int,
    metavar="K",
    help="Place K pawns and N + K queens (plus_k); with a negative K, N + K queens and no pawns.",
)
@click.option(
    "--placed",
    metavar="CELLS",
    help="Queens that stand on the board: column letter and row number from the top, as in a1,b3.",
)
@click.option("--threads", type=click.IntRange(min=1), metavar="T", help="Threads for --count.")
@executor_option
@ledger_option
@time_limit_option()
@click.option("--limit", type=click.IntRange(min=1), metavar="K", help="List at most K solutions.")
@click.option(
    "--node-limit", type=click.IntRange(min=0), metavar="N", help="Stop after N units of work."
)
@click.option(
    "--seed",
    type=SEED,
    help="The seed of --random and of methods with random choices; by default 0.",
)
@compare_option
@live_options
@json_option()
@click.option(
    "-o",
    "--out",
    type=WRITTEN,
    metavar="FILE",
    help="Write a count to a .json file, or solutions to a .json file, a .txt file (as "
    "printed), a .npy file (columns from 0; with pawns, boards with 1 for a queen and "
    "2 for a pawn), or a .svg, .png or .pdf file (several solutions on a sheet).",
)
@drawing_options(regions=False, styles=PLACEMENT_STYLES)
@quiet_option
def nqueens(
    n: int | None,
    growth: str | None,
    orders: str | None,
    time_limit: float | None,
    compare: bool,
    live: bool,
    fps: float | None,
    stride: int | None,
    delay: float | None,
    as_json: bool,
    out: str | None,
    quiet: bool,
    **options: Any,
) -> int:
    output = Options(as_json=as_json, out=out, quiet=quiet)
    tables = {"--growth": growth, "--orders": orders}
    refuse_together(tables)
    for option, sizes in tables.items():
        if sizes is not None:
            others = {_option_name(name): value or None for name, value in options.items()}
            others |= {"--live": live, "--style dashes": _with_dashes(), "--compare": compare}
            exclude(option, sizes, {name: x for name, x in others.items() if x})
            return show_table(option, read_sizes(n, sizes, option), output, time_limit)
    if n is None:
        raise click.UsageError("Missing argument 'N': the number of queens.")
    if compare:
        allowed = ("mode_all", "seed", "node_limit")
        others = {_option_name(x): y or None for x, y in options.items() if x not in allowed}
        others |= {"--live": live, "--fps": fps, "--stride": stride, "--delay": delay}
        exclude("--compare", compare, {name: x for name, x in others.items() if x})
        return _compare(n, options, output, time_limit)
    mode = _read_mode(options | {"time_limit": time_limit, "live": live})
    pace = check_live(live, fps, stride, delay, {"--json": as_json, "--quiet": quiet})
    counting = mode == "count"
    if out is not None:
        kinds = (".txt", ".npy", ".json", *outputs.PICTURES)
        kind = outputs.check_suffix(out, (".json",) if counting else kinds)
        if kind in outputs.PICTURES:
            _check_drawable(n)
    _check_style(n, mode)
    problem = _read_problem(n, options) | {"time_limit": time_limit}
    problem |= _read_method(options | {"live": live}, mode)
    every = mode in ("all", "fundamental")
    output = replace(output, all_solutions=every, limit=options["limit"])
    answer = _Answer(
        n=n,
        variant=problem["variant"],
        mode=mode,
        symmetry="fundamental" if mode == "fundamental" else options["symmetry"] or "all",
        pawns=problem["pawns"],
        all_solutions=output.all_solutions,
        listed=not counting and (as_json or (out is not None and out.endswith(".json"))),
    )
    if pace is not None:
        exclude("--live", live, {f"--{name}": options[name] for name in ("executor", "ledger")})
        _watch(answer, output, pace, problem)
    elif counting:
        exclude("--threads", options["threads"], {"--executor": options["executor"]})
        workers = {name: options[name] for name in ("threads", "executor", "ledger")}
        count = partial(engine.count, n, symmetry=answer.symmetry, **workers, **problem)
        if count_into(answer, count, quiet=quiet, watch=_count_progress) is not None:
            answer.facts = {"symmetry": answer.symmetry, **answer.facts}
    elif mode in ("construct", "random"):
        _make(answer, output, options["seed"] or 0, time_limit)
    else:
        solutions = engine.solutions(n, symmetry=answer.symmetry, **problem)
        show = partial(_show, n)
        answer.solutions = find_into(answer, solutions, output, show, gap=_with_dashes())
        answer.facts = found_so_far(solutions)
    return outputs.report_answer(answer, output, _save)


def _compare(n: int, options: dict[str, Any], output: Options, time_limit: float | None) -> int:
    """Compare the methods on one size."""
    check_table_file(output.out)
    return report_comparison(
        Problems({str(n): n}),
        engine.compare,
        lambda size: {"n": size},
        out=output.out,
        as_json=output.as_json,
        quiet=output.quiet,
        all_solutions=options["mode_all"],
        time_limit=time_limit,
        node_limit=options["node_limit"],
        seed=options["seed"] or 0,
    )


def _read_problem(n: int, options: dict[str, Any]) -> dict[str, Any]:
    """Return the variant, the pawns and the queens that stand on the board."""
    variant = options["variant"] or ("queens" if options["pawns"] is None else "plus_k")
    placed = _read_placed(options["placed"], n, one_a_row=variant != "plus_k")
    return {"variant": variant, "pawns": options["pawns"] or 0, "placed": placed}


def _read_method(options: dict[str, Any], mode: str) -> dict[str, Any]:
    """Return the method with its settings, the seed and the node limit, as far as they are set."""
    limit = options["node_limit"]
    found: dict[str, Any] = {} if limit is None else {"node_limit": limit}
    method = _METHOD_ALIASES.get(options["method"], options["method"])
    if method is None:
        return found
    if method in COUNTING_METHODS:
        need({f"--method {method}": True}, {"--count": mode == "count"})
        unused = {"--node-limit": limit, "--seed": options["seed"], "--live": options["live"]}
        exclude(f"--method {method}", method, unused | {"--set": options["given"] or None})
        return {"method": method}
    settings = read_settings(options["given"], engine.METHODS, method)
    choose(engine.METHODS, method, settings, all_solutions=mode != "first")
    others = {f"--{name}": options[name] for name in ("threads", "executor", "ledger")}
    exclude("--method", method, others)
    return found | settings | {"method": method, "seed": options["seed"] or 0}


def _with_dashes() -> bool:
    return chosen().style == "dashes"


def _check_style(n: int, mode: str) -> None:
    if _with_dashes():
        need({"--style dashes": True}, {f"--{x}": x == mode for x in _LISTED})
        _check_drawable(n)


def _show(n: int, solution: Any) -> None:
    click.echo(_draw_dashes(n, solution) if _with_dashes() else _line(solution))


def _draw_dashes(n: int, solution: Any) -> str:
    return render.text(render.chessboard(n), solution, style="dashes", **chosen().options)


def _watch(answer: _Answer, output: Options, pace: Pace, problem: dict[str, Any]) -> None:
    """Show the search while it runs; a count visits every solution."""
    make = partial(
        engine.frames,
        answer.n,
        symmetry=answer.symmetry,
        limit=1 if answer.mode == "first" else output.limit,
        keep=answer.mode != "count",
        **problem,
    )
    screen = LiveScreen(pace, partial(draw_position, render.chessboard(answer.n), "queen"))

    show, gap = partial(_show, answer.n), _with_dashes()
    limit = problem["time_limit"]
    frames = watch_into(answer, make, output, show, screen, time_limit=limit, gap=gap)
    answer.solutions = frames.solutions
    answer.facts = {"count": frames.found, "exact": frames.exact}
    if answer.mode == "count":
        answer.facts = {"symmetry": answer.symmetry, **answer.facts}


def _read_placed(placed: str | None, n: int, *, one_a_row: bool) -> list[tuple[int, int]] | None:
    """Read the queens that stand on the board: (row, column) from 0."""
    if placed is None:
        return None
    cells: list[tuple[int, int]] = []
    names: dict[int, str] = {}
    for word, square in read_cells(placed.lower(), "--placed", n):
        if one_a_row and names.setdefault(square[0], word) != word:
            raise InputError(f"--placed: {names[square[0]]} and {word} are in the same row")
        cells.append(square)
    return cells


def _count_progress(line: ProgressLine) -> Any:
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


def _make(answer: _Answer, output: Options, seed: int, time_limit: float | None) -> None:
    """Construct a solution, or find a random one."""
    answer.facts = {"count": 0}
    if answer.n in (2, 3):  # no solution; `construct` and `random` would raise an error
        return
    try:
        with progress_line(quiet=output.quiet):
            if answer.mode == "construct":
                queens = engine.construct(answer.n)
            else:
                queens = engine.random(answer.n, seed=seed, time_limit=time_limit)
        answer.solutions = [queens]
        answer.status, answer.facts = "solved", {"count": 1}
        if output.verbose:
            if _with_dashes():
                _show(answer.n, queens)
            else:
                _print(queens)
    except SearchStopped as stop:
        answer.stop(stop.reason)
    except KeyboardInterrupt:
        answer.stop("interrupt")


def _print(queens: NDArray[Any]) -> None:
    """Print a placement, in blocks because it may have millions of columns."""
    for i in range(0, len(queens), _PRINTED):
        click.echo((" " if i else "") + _line(queens[i : i + _PRINTED]), nl=False)
    click.echo()


def _as_json(solution: Any) -> Any:
    """Return a solution for JSON: the column of each row or, with pawns, (row, column) pairs."""
    if isinstance(solution, engine.Placement):
        return {"queens": solution.queens.tolist(), "pawns": solution.pawns.tolist()}
    return solution.tolist()


def _line(solution: Any) -> str:
    if isinstance(solution, engine.Placement):
        return solution.to_text()
    return " ".join(map(str, (solution.astype(np.int64) + 1).tolist()))


def _save(answer: _Answer, path: Path) -> None:
    """Write the solutions, or the answer as JSON."""
    drawn = path.suffix.lower() in outputs.PICTURES
    if drawn and answer.solutions and answer.reason == "interrupt":
        click.echo(f"{escape_control(str(path))}: not drawn", err=True)
        return
    makers: dict[str, outputs.Maker] = {
        ".txt": partial(_text, answer.n),
        ".npy": partial(_arrays, answer.n),
    }
    makers |= outputs.pictures(render.chessboard(answer.n)) if drawn else {}
    outputs.save(answer, path, answer.solutions, makers)


def _check_drawable(n: int) -> None:
    if n > _LARGEST_DRAWN:
        raise InputError(f"found {n} rows, expected at most {_LARGEST_DRAWN} for a drawing")


def _text(n: int, solutions: Sequence[Any]) -> str:
    if _with_dashes():
        return "\n\n".join(_draw_dashes(n, solution) for solution in solutions) + "\n"
    return "".join(_line(solution) + "\n" for solution in solutions)


def _arrays(n: int, solutions: Sequence[Any]) -> bytes:
    stream = io.BytesIO()
    np.save(stream, np.stack([_array(n, solution) for solution in solutions]))
    return stream.getvalue()


def _array(n: int, solution: Any) -> NDArray[Any]:
    """Return the column of each row or, with pawns, the board with 1 for a queen, 2 for a pawn."""
    if not isinstance(solution, engine.Placement):
        return cast("NDArray[Any]", solution)
    board = np.zeros((n, n), np.int8)
    for piece, cells in enumerate(solution, start=1):
        board[cells[:, 0], cells[:, 1]] = piece
    return board
