"""The command ``cover``: exact covers in Knuth's text format."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from functools import partial
from itertools import islice
from typing import Any

import click

from fastqueens import cover as engine
from fastqueens.cli.answers import Answer, answer_files, count_into, not_written
from fastqueens.cli.options import (
    Options,
    all_option,
    check_out,
    count_option,
    files_argument,
    json_option,
    limit_option,
    out_option,
    quiet_option,
    target_of,
    time_limit_option,
)
from fastqueens.cli.streams import progress_line, read_stdin, write
from fastqueens.cover import formats


@dataclass(kw_only=True)
class _Answer(Answer):
    cover: engine.ExactCover
    solutions: list[list[int]] = field(default_factory=list)

    def about(self) -> dict[str, Any]:
        told = {"options": len(self.cover), "primary": self.cover.primary}
        return told | {"items": len(self.cover.items)}

    def found(self, *, every: bool) -> dict[str, Any]:
        told = [
            [{"option": k, "items": list(map(str, self.cover.option(k)))} for k in solution]
            for solution in self.solutions
        ]
        if every:
            return {"solutions": told}
        return {"solution": told[0]} if told else {}


@dataclass(kw_only=True)
class _Options(Options):
    method: Any
    count: bool
    limit: int | None
    time_limit: float | None


@click.command()
@files_argument
@click.option(
    "--method",
    type=click.Choice(list(engine.METHODS)),
    default="auto",
    show_default=True,
    help="Dancing links, bitsets, or what suits the size.",
)
@all_option
@count_option
@limit_option
@time_limit_option("file")
@json_option("file")
@out_option("a .txt or .json file")
@quiet_option
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
    options = _Options(
        method=method, every=every, count=count, limit=limit, time_limit=time_limit,
        as_json=as_json, out=out, quiet=quiet,
    )  # fmt: skip
    return answer_files(files, options, _load, _solve, _write)


def _load(file: str) -> engine.ExactCover:
    if file == "-":
        data = read_stdin(formats.EXPECTED, formats.MAX_BYTES)
        return engine.ExactCover.from_bytes(data, source="<stdin>")
    return engine.ExactCover.from_file(file)


def _solve(file: str, problem: engine.ExactCover, options: _Options) -> _Answer:
    answer = _Answer(file=file, cover=problem, method=options.method)
    how = {"method": options.method, "time_limit": options.time_limit}
    if options.count:
        count = partial(problem.count, limit=options.limit, **how)
        count_into(answer, count, quiet=options.quiet)
    else:
        _find(answer, options)
    return answer


def _find(answer: _Answer, options: _Options) -> None:
    """Find one solution, or with --all every one."""
    wanted = options.limit if options.every else 1
    with progress_line(quiet=options.quiet) as progress:
        found = answer.cover.solutions(
            method=options.method, progress=progress.tick, time_limit=options.time_limit
        )
        answer.method = found.method
        try:
            for solution in islice(found, wanted):
                if options.as_json or options.out is not None:
                    answer.solutions.append(solution)
                if options.talks:
                    progress.clear()
                    if found.found > 1:
                        click.echo()
                    click.echo(_text(answer.cover, solution))
        except KeyboardInterrupt:
            answer.stop("interrupt")
        else:
            if found.status == "stopped":
                answer.stop(found.reason)
            elif found.found:
                answer.status = "solved"
    answer.stats = found.stats
    if options.every:
        complete = found.status in ("solved", "unsolvable")
        answer.facts = {"count": found.found, "exact": complete}


def _text(problem: engine.ExactCover, solution: list[int]) -> str:
    return "\n".join(" ".join(map(str, option)) for option in problem.selected(solution))


def _write(answer: _Answer, options: _Options) -> None:
    assert options.out is not None
    path = target_of(options.out, answer.file)
    if path.suffix == ".json":
        write(path, json.dumps(answer.as_json(every=options.every)) + "\n")
    elif not answer.solutions:
        not_written(path)
    else:
        write(path, "\n\n".join(_text(answer.cover, x) for x in answer.solutions) + "\n")
