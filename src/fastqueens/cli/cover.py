"""The command ``cover``: solves exact covers in Knuth's text format."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import click

from fastqueens import cover as engine
from fastqueens.cli import output_files as outputs
from fastqueens.cli.options import (
    Command,
    Options,
    all_option,
    check_count_options,
    count_option,
    executor_option,
    files_argument,
    json_option,
    ledger_option,
    limit_option,
    need,
    out_option,
    quiet_option,
    refuse_together,
    time_limit_option,
)
from fastqueens.cli.reports import Answer
from fastqueens.cli.run_search import count_into, find_into
from fastqueens.cli.stdio import read_stdin
from fastqueens.cover import formats
from fastqueens.results import escape_control

__all__ = ["cover"]


@dataclass(kw_only=True)
class _Answer(Answer):
    cover: engine.ExactCover
    solutions: list[list[int]] = field(default_factory=list)

    def about(self) -> dict[str, Any]:
        sizes = {"options": len(self.cover), "primary": self.cover.primary}
        return sizes | {"items": len(self.cover.items)}

    def found(self) -> dict[str, Any]:
        found = [
            [{"option": k, "items": list(map(str, self.cover.option(k)))} for k in solution]
            for solution in self.solutions
        ]
        if self.all_solutions:
            return {"solutions": found}
        return {"solution": found[0]} if found else {}


@dataclass(kw_only=True)
class _Options(Options):
    method: Any
    count: bool
    count_options: dict[str, Any]
    time_limit: float | None


@click.command(
    cls=Command,
    help="""Choose options so that every item is covered exactly once.

    FILE has the format of Knuth's DLX programs, or is a matrix of 0 and 1 in CSV with a line for
    each option; the FILE - is standard input. In the format of the programs, the first line has
    the items, with the secondary items after a |. Each further line has an option: its items, with
    item:colour for a secondary item with a colour. Lines that begin with | are comments. A solution
    is printed as its options.
    """,
)
@files_argument
@click.option(
    "--method",
    type=click.Choice(list(engine.METHODS)),
    default="auto",
    show_default=True,
    help="Dancing links or bitsets; auto chooses by the size.",
)
@all_option
@count_option
@limit_option
@executor_option
@ledger_option
@time_limit_option("file")
@json_option("file")
@out_option("a .txt or .json file")
@quiet_option
def cover(
    files: tuple[str, ...],
    method: str,
    all_solutions: bool,
    count: bool,
    limit: int | None,
    executor: str | None,
    ledger: str | None,
    time_limit: float | None,
    as_json: bool,
    out: str | None,
    quiet: bool,
) -> int:
    refuse_together({"--all": all_solutions, "--count": count})
    need({"--limit": limit}, {"--all": all_solutions, "--count": count})
    count_options = {"executor": executor, "ledger": ledger}
    check_count_options(count_options, {"--count": count}, files, limit)
    outputs.check_out(out, files, (".txt", ".json"), numbers="--count" if count else "")
    options = _Options(
        method=method,
        all_solutions=all_solutions,
        count=count,
        count_options=count_options,
        limit=limit,
        time_limit=time_limit,
        as_json=as_json,
        out=out,
        quiet=quiet,
    )
    return outputs.answer_files(files, options, _load, _solve, _save)


def _load(file: str) -> engine.ExactCover:
    if file == "-":
        data = read_stdin(formats.EXPECTED, formats.MAX_BYTES)
        return engine.ExactCover.from_bytes(data, source="<stdin>")
    return engine.ExactCover.from_file(file)


def _solve(file: str, problem: engine.ExactCover, options: _Options) -> _Answer:
    answer = _Answer(
        file=file, cover=problem, method=options.method, all_solutions=options.all_solutions
    )
    search = {"method": options.method, "time_limit": options.time_limit}
    if options.count:
        count = partial(problem.count, limit=options.limit, **options.count_options, **search)
        count_into(answer, count, quiet=options.quiet)
    else:

        def show(solution: list[int]) -> None:
            click.echo(escape_control(_text(problem, solution), lines=True))

        answer.solutions = find_into(answer, problem.solutions(**search), options, show)
    return answer


def _text(problem: engine.ExactCover, solution: list[int]) -> str:
    return "\n".join(" ".join(map(str, option)) for option in problem.selected(solution))


def _save(answer: _Answer, path: Path) -> None:
    def text(found: Any) -> str:
        return "\n\n".join(_text(answer.cover, x) for x in found) + "\n"

    outputs.save(answer, path, answer.solutions, {".txt": text})
