"""The command ``cover``: exact covers in Knuth's text format."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import click

from fastqueens import cover as engine
from fastqueens.cli.common import (
    CODES,
    INTERRUPTED,
    REASONS,
    check_out,
    each_file,
    plural,
    progress_line,
    read_stdin,
    target_of,
    tell_error,
    write,
)
from fastqueens.results import Count, InputError, SearchStopped, Stats


@dataclass(slots=True)
class _Answer:
    """What is known about one file."""

    file: str
    cover: engine.ExactCover
    method: str
    status: str = "unsolvable"
    stats: Stats = field(default_factory=Stats)
    reason: str | None = None
    solutions: list[list[int]] = field(default_factory=list)
    facts: dict[str, Any] = field(default_factory=dict)  # what --count and --all add

    def as_json(self, *, every: bool) -> dict[str, Any]:
        answer: dict[str, Any] = {"file": self.file, "status": self.status}
        answer |= {"options": len(self.cover), "primary": self.cover.primary}
        answer |= {"items": len(self.cover.items), "method": self.method}
        if self.reason:
            answer["reason"] = self.reason
        told = [
            [{"option": k, "items": list(map(str, self.cover.option(k)))} for k in solution]
            for solution in self.solutions
        ]
        if every:
            answer["solutions"] = told
        elif told:
            answer["solution"] = told[0]
        answer |= self.facts
        answer |= {"counters": dict(self.stats.counters), "ms": self.stats.seconds * 1e3}
        return answer


@dataclass(slots=True)
class _Options:
    """The options of `cover`, and what follows from them."""

    method: Any
    every: bool
    count: bool
    limit: int | None
    time_limit: float | None
    as_json: bool
    out: str | None
    quiet: bool

    @property
    def talks(self) -> bool:
        return not (self.quiet or self.as_json)


@click.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option(
    "--method",
    type=click.Choice(list(engine.METHODS)),
    default="auto",
    show_default=True,
    help="Dancing links, bitsets, or what suits the size.",
)
@click.option("--all", "every", is_flag=True, help="Print all solutions.")
@click.option("--count", is_flag=True, help="Print the number of solutions.")
@click.option(
    "--limit", type=click.IntRange(min=1), metavar="K", help="With --all or --count: stop at K."
)
@click.option(
    "--time-limit",
    type=click.FloatRange(min=0),
    metavar="S",
    help="Stop a file after S seconds of searching.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object a file.")
@click.option(
    "-o",
    "--out",
    metavar="OUT",
    help="Write to a .txt or .json file; for several FILEs put {name} into it, which stands for "
    "each one's name.",
)
@click.option("-q", "--quiet", is_flag=True, help="Print errors only.")
def cover(
    files: tuple[str, ...],
    method: str,
    every: bool,
    count: bool,
    limit: int | None,
    time_limit: float | None,
    as_json: bool,
    out: str | None,
    quiet: bool,
) -> int:
    """Choose options so that every item is covered exactly once.

    FILE is in the format of Knuth's DLX programs, - for standard input: the items on the first
    line, secondary ones after a |, then an option a line, with item:colour where a secondary item
    has a colour. Lines that begin with | are comments. A solution is printed as its options.

    Exit code: 0 solved, 1 no solution, 2 bad input or usage, 3 stopped by a limit, 130 Ctrl-C.
    """
    if every and count:
        raise click.UsageError("--all and --count exclude each other")
    if limit is not None and not (every or count):
        raise click.UsageError("--limit goes with --all or --count")
    check_out(out, files, (".txt", ".json"), numbers="--count" if count else "")
    options = _Options(method, every, count, limit, time_limit, as_json, out, quiet)
    handle = partial(_cover_file, options=options, several=len(files) > 1)
    return each_file(files, handle, apart=options.talks)


def _cover_file(file: str, options: _Options, *, several: bool) -> int:
    try:
        problem = _load(file)
        if options.talks and several:
            click.echo(f"{file}:")
        answer = _Answer(file, problem, options.method)
        if options.count:
            _count(answer, options)
        else:
            _find(answer, options)
        if options.out is not None:
            _write(answer, options)
        if options.as_json:
            click.echo(json.dumps(answer.as_json(every=options.every)))
        elif options.talks:
            click.echo(_summary(answer))
    except InputError as error:
        return tell_error(file, error, as_json=options.as_json)
    return INTERRUPTED if answer.reason == "interrupt" else CODES[answer.status]


def _load(file: str) -> engine.ExactCover:
    if file == "-":
        data = read_stdin(engine.EXPECTED, engine.MAX_BYTES)
        return engine.ExactCover.from_bytes(data, source="<stdin>")
    return engine.ExactCover.from_file(file)


def _find(answer: _Answer, options: _Options) -> None:
    """Find one solution, or with --all every one."""
    wanted = options.limit if options.every else 1
    with progress_line(quiet=options.quiet) as progress:
        found = answer.cover.solutions(
            method=options.method, progress=progress.tick, time_limit=options.time_limit
        )
        answer.method = found.method
        try:
            while wanted is None or found.found < wanted:
                solution = next(found, None)
                if solution is None:
                    break
                if options.as_json or options.out is not None:
                    answer.solutions.append(solution)
                if options.talks:
                    progress.clear()
                    if found.found > 1:
                        click.echo()
                    click.echo(_text(answer.cover, solution))
        except KeyboardInterrupt:
            answer.status, answer.reason = "stopped", "interrupt"
        else:
            if found.status == "stopped":
                answer.status, answer.reason = "stopped", found.reason
            elif found.found:
                answer.status = "solved"
    answer.stats = found.stats
    if options.every:
        complete = found.status in ("solved", "unsolvable")
        answer.facts = {"count": found.found, "exact": complete}


def _count(answer: _Answer, options: _Options) -> None:
    with progress_line(quiet=options.quiet) as progress:
        try:
            number: object = answer.cover.count(
                method=options.method,
                limit=options.limit,
                progress=progress.tick,
                time_limit=options.time_limit,
            )
        except SearchStopped as stop:
            number = stop.partial
            answer.status, answer.reason = "stopped", stop.reason
        except KeyboardInterrupt:
            answer.status, answer.reason = "stopped", "interrupt"
            return
    assert isinstance(number, Count)
    answer.method, answer.stats = number.method, number.stats
    if answer.status != "stopped" and number:
        answer.status = "solved"
    answer.facts = {"count": int(number), "exact": number.exact}


def _text(problem: engine.ExactCover, solution: list[int]) -> str:
    return "\n".join(" ".join(map(str, option)) for option in problem.selected(solution))


def _summary(answer: _Answer) -> str:
    if answer.reason:
        verdict = REASONS[answer.reason]
        if "count" in answer.facts:
            verdict += f", {answer.facts['count']:,} found until then"
    elif "count" in answer.facts and answer.status != "unsolvable":
        verdict = plural(answer.facts["count"], "solution")
        if not answer.facts["exact"]:
            verdict += " (the limit; there may be more)"
    else:
        verdict = {"solved": "solved", "unsolvable": "no solution"}[answer.status]
    return f"{verdict} · {answer.method} · {answer.stats}"


def _write(answer: _Answer, options: _Options) -> None:
    assert options.out is not None
    path = target_of(options.out, answer.file)
    if path.suffix == ".json":
        write(path, json.dumps(answer.as_json(every=options.every)) + "\n")
    elif not answer.solutions:
        click.echo(f"{path}: not written, there is no solution to show", err=True)
    else:
        write(path, "\n\n".join(_text(answer.cover, x) for x in answer.solutions) + "\n")
