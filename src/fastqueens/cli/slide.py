"""The command ``slide``: sliding tiles, the 15-puzzle and its kin."""

from __future__ import annotations

import json
import sys
import time
from dataclasses import asdict, dataclass
from typing import Any

import click

from fastqueens import sliding
from fastqueens.cli.answers import (
    INTERRUPTED,
    REASONS,
    each_file,
    exit_code,
    not_written,
    tell_error,
)
from fastqueens.cli.options import (
    SEED,
    Options,
    check_out,
    json_option,
    out_option,
    plural,
    quiet_option,
    target_of,
)
from fastqueens.cli.streams import ProgressLine, colourful, progress_line, read_stdin, write
from fastqueens.results import InputError, Stats
from fastqueens.search import Progress
from fastqueens.sliding import drawing, formats

_KINDS = (".txt", ".json", ".svg", ".png", ".gif")
_MEGABYTE = 1 << 20


@dataclass(kw_only=True)
class _Options(Options):
    how: dict[str, Any]  # for sliding.solve
    compare: bool
    live: bool
    delay: int


@dataclass(slots=True)
class _Answer:
    """What is known about one puzzle."""

    file: str
    puzzle: sliding.Puzzle
    kurang: sliding.Kurang
    status: str = "stopped"
    reason: str | None = None
    result: sliding.SlidingResult | None = None
    stats: Stats | None = None  # of an interrupted search
    comparison: list[sliding.Comparison] | None = None

    def as_json(self) -> dict[str, Any]:
        told: dict[str, Any] = {"file": self.file, "status": self.status}
        if self.reason:
            told["reason"] = self.reason
        told |= {"tiles": self.puzzle.tiles.tolist(), "goal": self.puzzle.goal.tolist()}
        told["kurang"] = {
            "table": list(self.kurang.table),
            "sum": self.kurang.sum,
            "x": self.kurang.x,
            "total": self.kurang.total,
            "solvable": self.kurang.solvable,
        }
        result = self.result
        if result is not None:
            told |= {"method": result.method, "heuristic": result.heuristic}
            if result.moves is not None:
                told |= {"length": len(result.moves), "moves": result.moves}
            told["bound"] = result.bound
        if self.comparison is not None:
            told["comparison"] = [
                {name.replace("seconds", "ms"): value for name, value in asdict(row).items()}
                | {"ms": row.seconds * 1e3}
                for row in self.comparison
            ]
        stats = result.stats if result is not None else self.stats
        if stats is not None:
            told |= {"counters": dict(stats.counters), "ms": stats.seconds * 1e3}
        return told


@click.command()
@click.argument("files", nargs=-1, metavar="FILE...")
@click.option(
    "--method",
    type=click.Choice(list(sliding.METHODS)),
    help="How to search; ida by default.",
)
@click.option(
    "--heuristic",
    type=click.Choice(sliding.HEURISTICS),
    help="The lower bound that guides it; by default the method's best.",
)
@click.option(
    "--visited",
    type=click.Choice(["generated", "expanded"]),
    help="Of branch-and-bound: mark a board when generated (the default) or when expanded.",
)
@click.option("--goal", metavar="FILE", help="The arrangement to reach.")
@click.option("--compare", is_flag=True, help="Try every method with every heuristic.")
@click.option("--random", "randomly", is_flag=True, help="Solve a random puzzle.")
@click.option("--seed", type=SEED, help="For --random; 0 by default.")
@click.option("--size", metavar="RxC", help="For --random; 4x4 by default.")
@click.option("--live", is_flag=True, help="Show the moves in the terminal, one by one.")
@click.option(
    "--delay",
    type=click.IntRange(1, 60_000),
    default=300,
    show_default=True,
    metavar="MS",
    help="Milliseconds a move, for --live and .gif.",
)
@click.option(
    "--time-limit",
    type=click.FloatRange(min=0),
    metavar="S",
    help="Stop after S seconds; with --compare each attempt, after 10 by default.",
)
@click.option("--node-limit", type=click.IntRange(min=0), metavar="N", help="Stop after N boards.")
@click.option(
    "--max-mb",
    type=click.IntRange(0, 1 << 24),
    default=1024,
    show_default=True,
    metavar="MB",
    help="Memory for the boards of a-star and branch-and-bound.",
)
@json_option("puzzle")
@out_option(
    "a .txt (each move with its board), .json, .svg or .png (the boards as a filmstrip) or .gif "
    "(an animation)"
)
@quiet_option
def slide(
    files: tuple[str, ...],
    method: sliding.MethodName | None,
    heuristic: sliding.Heuristic | None,
    visited: sliding.Visited | None,
    goal: str | None,
    compare: bool,
    randomly: bool,
    seed: int | None,
    size: str | None,
    live: bool,
    delay: int,
    time_limit: float | None,
    node_limit: int | None,
    max_mb: int,
    as_json: bool,
    out: str | None,
    quiet: bool,
) -> int:
    """Solve sliding tiles in the fewest moves: FILEs, - for standard input.

    A file has a line of numbers for each row, 0 for the blank, 2 to 5 rows and columns. Moves are
    named by where the blank goes. Exit code: 0 all solved, 1 some puzzle cannot be solved, 2 bad
    input or usage, 3 stopped by a limit, 130 Ctrl-C.
    """
    chosen = method or "ida"
    if randomly == bool(files):
        raise click.UsageError("give FILEs or --random" + ", not both" * randomly)
    if not randomly and (seed is not None or size is not None):
        raise click.UsageError(f"--{'size' if seed is None else 'seed'} goes with --random")
    if compare and (method or heuristic or visited):
        raise click.UsageError("--compare takes no --method, --heuristic or --visited")
    if compare and live:
        raise click.UsageError("--compare and --live exclude each other")
    if visited and chosen != "branch-and-bound":
        raise click.UsageError("--visited goes with --method branch-and-bound")
    if heuristic and heuristic not in sliding.METHOD_HEURISTICS[chosen]:
        known = ", ".join(sliding.METHOD_HEURISTICS[chosen])
        raise click.UsageError(f"--heuristic {heuristic}: {chosen} has {known}")
    if live and (as_json or quiet or not sys.stdout.isatty()):
        raise click.UsageError("--live needs a terminal, and no --json or --quiet")
    check_out(out, files, _KINDS, numbers="--compare" if compare else "")
    how: dict[str, Any] = {
        "time_limit": time_limit,
        "node_limit": node_limit,
        "max_bytes": max_mb * _MEGABYTE,
    }
    if compare:
        if time_limit is None:
            del how["time_limit"]  # sliding.compare has one of its own
    else:
        how |= {"method": chosen, "heuristic": heuristic, "visited": visited or "generated"}
    options = _Options(
        how=how, compare=compare, live=live, delay=delay, as_json=as_json, out=out, quiet=quiet
    )
    wanted = None if goal is None else _load(goal, None)
    if randomly:
        rows, columns = _size(size)
        puzzle = sliding.random(rows, columns=columns, seed=seed or 0, goal=wanted)
        return _handle("random", puzzle, options)

    def handle(file: str) -> int:
        try:
            puzzle = _load(file, wanted)
        except InputError as error:
            return tell_error(file, error, as_json=as_json)
        if options.talks and len(files) > 1:
            click.echo(f"{file}:")
        return _handle(file, puzzle, options)

    return each_file(files, handle, apart=options.talks)


def _size(size: str | None) -> tuple[int, int]:
    rows, by, columns = (size or "4x4").lower().partition("x")
    if not by or not (rows.isdecimal() and columns.isdecimal()):
        raise click.UsageError(f"--size {size}: expected rows and columns, as in 4x4")
    return int(rows), int(columns)


def _load(file: str, goal: sliding.Puzzle | None) -> sliding.Puzzle:
    if file == "-":
        data = read_stdin(formats.EXPECTED, formats.MAX_BYTES)
        return sliding.Puzzle.from_bytes(data, goal=goal, source="<stdin>")
    return sliding.Puzzle.from_file(file, goal=goal)


def _handle(file: str, puzzle: sliding.Puzzle, options: _Options) -> int:
    try:
        answer = _Answer(file, puzzle, sliding.kurang(puzzle))
        if options.talks:
            _show(puzzle)
            click.echo(_kurang(answer.kurang))
        if options.compare:
            _compare(answer, options)
        else:
            _solve(answer, options)
        moves = None if answer.result is None else answer.result.moves
        if options.live and moves:
            try:
                _animate(puzzle, moves, options.delay)
            except KeyboardInterrupt:
                return INTERRUPTED
        if options.out is not None:
            _write(answer, options)
        if options.as_json:
            click.echo(json.dumps(answer.as_json()))
        elif options.talks:
            if moves is not None:
                click.echo(f"{plural(len(moves), 'move')}: {' '.join(moves)}".rstrip(": "))
            if not options.compare:
                click.echo(_summary(answer))
    except InputError as error:
        return tell_error(file, error, as_json=options.as_json)
    return exit_code(answer.status, answer.reason)


def _kurang(kurang: sliding.Kurang) -> str:
    """Write the course's table, and what follows from it."""
    numbers = [str(i) for i in range(1, len(kurang.table) + 1)]
    width = len(numbers[-1])
    lines = [
        f"{name:<9} {' '.join(f'{value:>{width}}' for value in values)}"
        for name, values in (("i", numbers), ("KURANG(i)", kurang.table))
    ]
    verdict = "can be solved" if kurang.solvable else "cannot be solved"
    parity = "even" if kurang.solvable else "odd"
    lines.append(
        f"sum {kurang.sum} + X {kurang.x} = {kurang.total} is {parity}: the puzzle {verdict}"
    )
    return "\n".join(lines)


class _Watch:
    """Remembers what a search has done, for the case that it is interrupted."""

    def __init__(self, line: ProgressLine) -> None:
        self.line = line
        self.stats = Stats({"nodes": 0}, 0.0)

    def __call__(self, progress: Progress) -> None:
        self.stats = Stats(progress.counters, progress.seconds)
        if self.line.tick is not None:
            self.line.tick(progress)


def _solve(answer: _Answer, options: _Options) -> None:
    with progress_line(quiet=options.quiet) as line:
        watch = _Watch(line)
        try:
            answer.result = sliding.solve(answer.puzzle, progress=watch, **options.how)
            answer.status, answer.reason = answer.result.status, answer.result.reason
        except KeyboardInterrupt:
            answer.stats, answer.reason = watch.stats, "interrupt"


def _compare(answer: _Answer, options: _Options) -> None:
    answer.comparison = []
    if not answer.kurang.solvable:
        answer.status = "unsolvable"
        return
    if options.talks:
        click.echo(f"\n{'method':<16}  {'heuristic':<22}  {'moves':>5}  {'nodes':>13}  {'ms':>10}")

    with progress_line(quiet=options.quiet) as line:

        def report(row: sliding.Comparison) -> None:
            assert answer.comparison is not None
            answer.comparison.append(row)
            if row.status == "solved":
                answer.status = "solved"
            if not options.talks:
                return
            line.clear()
            name = f"{row.heuristic} ({row.visited})" if row.visited else row.heuristic
            text = f"{row.method:<16}  {name:<22}  {row.length or 0:>5}"
            if row.length is None:
                text = f"{row.method:<16}  {name:<22}  {f'>={row.bound}':>5}"
            text += f"  {row.nodes:>13,}  {row.seconds * 1e3:>10,.3f}"
            click.echo(text + (f"  {REASONS[row.reason]}" if row.reason else ""))

        try:
            sliding.compare(answer.puzzle, report=report, progress=line.tick, **options.how)
        except KeyboardInterrupt:
            answer.reason = "interrupt"
            if options.talks:
                click.echo("interrupted")


def _show(puzzle: sliding.Puzzle) -> None:
    if colourful():
        from rich.console import Console

        text = drawing.ansi(puzzle.tiles, puzzle.goal)
        Console(highlight=False).print(text, soft_wrap=True)
    else:
        click.echo(drawing.text(puzzle.tiles))


def _summary(answer: _Answer) -> str:
    result = answer.result
    if result is None:
        return f"interrupted · {answer.stats}"
    if result.reason:
        verdict = f"{REASONS[result.reason]}, {plural(result.bound, 'move')} at least"
    elif result.moves is None:
        verdict = "cannot be solved"
    elif result.bound == len(result.moves):
        verdict = "solved, no way is shorter"
    else:
        verdict = "solved"
    if result.moves is None and not result.reason:
        return f"{verdict} · {result.stats.seconds * 1e3:.3f} ms"
    return f"{verdict} · {result.method}, {result.heuristic} · {result.stats}"


def _animate(puzzle: sliding.Puzzle, moves: list[str], delay: int) -> None:
    """Show the moves one by one on a screen of their own."""
    from rich.console import Console, Group
    from rich.live import Live
    from rich.text import Text

    boards = sliding.replay(puzzle, moves)

    def frame(number: int) -> Group:
        tile = 0
        if number:
            tile = int(boards[number][boards[number - 1] == 0][0])
        told = f"move {number} of {len(moves)}" + f": {moves[number - 1]}" * bool(number)
        picture = drawing.ansi(boards[number], puzzle.goal, moved=tile)
        return Group(Text(), picture, Text(), Text(told), Text("Ctrl-C leaves", style="dim"))

    with Live(frame(0), console=Console(), screen=True, auto_refresh=False) as live:
        for number in range(len(boards)):
            live.update(frame(number), refresh=True)
            time.sleep(delay / 1e3)
        time.sleep(max(1.0, delay / 1e3))


def _write(answer: _Answer, options: _Options) -> None:
    assert options.out is not None
    path = target_of(options.out, answer.file)
    data: str | bytes
    moves = None if answer.result is None else answer.result.moves
    if path.suffix == ".json":
        data = json.dumps(answer.as_json()) + "\n"
    elif moves is None and path.suffix in (".txt", ".gif"):
        not_written(path)
        return
    else:
        boards, goal = sliding.replay(answer.puzzle, moves or []), answer.puzzle.goal
        if path.suffix == ".txt":
            data = _text(boards, moves or [])
        elif path.suffix == ".svg":
            data = drawing.svg(boards, goal)
        elif path.suffix == ".png":
            data = drawing.png(boards, goal)
        else:
            data = drawing.gif(boards, goal, delay=options.delay)
    write(path, data)


def _text(boards: Any, moves: list[str]) -> str:
    """Each move with the board after it."""
    heads = ["start"] + [f"{number}. {move}" for number, move in enumerate(moves, start=1)]
    parts = [
        f"{head}\n{drawing.text(board, blank='0')}\n"
        for head, board in zip(heads, boards, strict=True)
    ]
    return "\n".join(parts)
