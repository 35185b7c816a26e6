"""The command ``cover``: solves exact covers in Knuth's text format."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, cast

import click

from fastqueens import cover as engine
from fastqueens.cli import output_files as outputs
from fastqueens.cli.comparison_report import (
    check_table_file,
    compare_option,
    read_problems,
    report_comparison,
)
from fastqueens.cli.options import (
    Command,
    Options,
    all_option,
    check_count_options,
    count_option,
    exclude,
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
from fastqueens.cli.reports import REASONS, Answer
from fastqueens.cli.run_search import count_into, find_into
from fastqueens.cli.stdio import progress_line, read_stdin
from fastqueens.cover import formats
from fastqueens.results import Interrupted, SearchStopped, escape_control

__all__ = ["cover"]


@dataclass(kw_only=True)
class _Answer(Answer):
    cover: engine.ExactCover
    solutions: list[list[int]] = field(default_factory=list)
    costs: list[int] | None = None  # of the cheapest solutions

    def about(self) -> dict[str, Any]:
        return _sizes(self.cover)

    estimate: engine.Estimate | None = None

    def verdict(self) -> str:
        if self.estimate is None:
            return super().verdict()
        stopped = f"{REASONS[self.reason]}: " if self.reason else ""
        return f"{stopped}about {self.estimate}"

    def found(self) -> dict[str, Any]:
        found = [
            [{"option": k, "items": list(map(str, self.cover.option(k)))} for k in solution]
            for solution in self.solutions
        ]
        if self.all_solutions:
            return {"solutions": found} | ({} if self.costs is None else {"costs": self.costs})
        cost = {} if not self.costs else {"cost": self.costs[0]}
        return {"solution": found[0]} | cost if found else {}


@dataclass(kw_only=True)
class _Options(Options):
    method: Any
    count: bool
    estimate: bool
    count_options: dict[str, Any]
    time_limit: float | None
    minimum: bool
    cheapest: int | None
    max_cost: int | None


@click.command(
    cls=Command,
    help="""Choose options so that every item is covered exactly once.

    FILE has the format of Knuth's DLX programs, or is a matrix of 0 and 1 in CSV with a line for
    each option. Give - as FILE to read standard input. In the format of the programs, the first
    line has the items, with the secondary items after a |. Each further line has an option: its
    items, with item:colour for a secondary item with a colour. In the first line, 2:3|item is an
    item that must be covered by 2 or 3 options. At the end of an option, |5 is the cost of the
    option. Lines that begin with | are comments. A solution is printed as its options.
    """,
)
@files_argument
@click.option(
    "--method",
    type=click.Choice(list(engine.COUNT_METHODS)),
    default="auto",
    show_default=True,
    help="Dancing links or bitsets; auto chooses by the size. memo works with --count only.",
)
@all_option
@count_option
@click.option(
    "--estimate",
    is_flag=True,
    help="Estimate the number of solutions and of nodes by random paths in the search tree, with "
    "standard errors.",
)
@limit_option
@click.option(
    "--minimum",
    is_flag=True,
    help="Find a cheapest solution, and prove that no solution is cheaper.",
)
@click.option(
    "--cheapest",
    type=click.IntRange(1, 1 << 20),
    metavar="K",
    help="Find the K cheapest solutions.",
)
@click.option(
    "--max-cost",
    type=click.IntRange(0),
    metavar="C",
    help="Only solutions that cost at most C; without costs, every option costs 1.",
)
@compare_option
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
    estimate: bool,
    limit: int | None,
    minimum: bool,
    cheapest: int | None,
    max_cost: int | None,
    compare: bool,
    executor: str | None,
    ledger: str | None,
    time_limit: float | None,
    as_json: bool,
    out: str | None,
    quiet: bool,
) -> int:
    refuse_together(
        {
            "--all": all_solutions, "--count": count, "--estimate": estimate,
            "--minimum": minimum, "--cheapest": cheapest,
        }
    )  # fmt: skip
    need({"--limit": limit}, {"--all": all_solutions, "--count": count})
    if estimate:
        exclude("--estimate", True, {"--method": method != "auto", "--max-cost": max_cost})
    if compare:
        others = {"--count": count, "--estimate": estimate, "--limit": limit, "--minimum": minimum}
        given = {"--cheapest": cheapest, "--max-cost": max_cost, "--executor": executor}
        exclude("--compare", compare, others)
        exclude("--compare", compare, given | {"--ledger": ledger})
        exclude("--compare", compare, {"--method": method != "auto"})
        check_table_file(out)
        return report_comparison(
            read_problems(files, _load),
            engine.compare,
            _sizes,
            out=out,
            as_json=as_json,
            quiet=quiet,
            all_solutions=all_solutions,
            time_limit=time_limit,
        )
    if method == "memo" and (not count or limit is not None):
        raise click.UsageError("--method memo needs --count and does not support --limit")
    count_options = {"executor": executor, "ledger": ledger}
    check_count_options(count_options, {"--count": count}, files, limit)
    outputs.check_out(out, files, (".txt", ".json"), numbers=_numbers(count, estimate))
    options = _Options(
        method=method,
        all_solutions=all_solutions or cheapest is not None,
        count=count,
        estimate=estimate,
        minimum=minimum,
        cheapest=cheapest,
        max_cost=max_cost,
        count_options=count_options,
        limit=limit,
        time_limit=time_limit,
        as_json=as_json,
        out=out,
        quiet=quiet,
    )
    return outputs.answer_files(files, options, _load, _solve, _save)


def _sizes(problem: engine.ExactCover) -> dict[str, Any]:
    """Return the sizes of a problem for JSON."""
    sizes = {"options": len(problem), "primary": problem.primary}
    return sizes | {"items": len(problem.items)}


def _numbers(count: bool, estimate: bool) -> str:
    """Return the option whose answer is a number, or ""."""
    return "--count" if count else "--estimate" if estimate else ""


def _load(file: str) -> engine.ExactCover:
    if file == "-":
        data = read_stdin(formats.EXPECTED, formats.MAX_BYTES)
        return engine.ExactCover.from_bytes(data, source="<stdin>")
    return engine.ExactCover.from_file(file)


def _solve(file: str, problem: engine.ExactCover, options: _Options) -> _Answer:
    answer = _Answer(
        file=file, cover=problem, method=options.method, all_solutions=options.all_solutions
    )
    search: dict[str, Any] = {
        "method": options.method,
        "time_limit": options.time_limit,
        "max_cost": options.max_cost,
    }
    if options.estimate:
        _estimate_into(answer, problem, options)
    elif options.count:
        count = partial(problem.count, limit=options.limit, **options.count_options, **search)
        count_into(answer, count, quiet=options.quiet)
    elif options.minimum or options.cheapest is not None:
        _solve_cheapest(answer, problem, options, search)
    else:

        def show(solution: list[int]) -> None:
            click.echo(escape_control(_text(problem, solution), lines=True))

        answer.solutions = find_into(answer, problem.solutions(**search), options, show)
    return answer


def _solve_cheapest(
    answer: _Answer, problem: engine.ExactCover, options: _Options, search: dict[str, Any]
) -> None:
    """Find the cheapest solutions and print each with its cost."""
    found: list[engine.Priced] = []
    with progress_line(quiet=options.quiet) as line:
        try:
            if options.cheapest is None:
                best = problem.minimum(progress=line.tick, **search)
                answer.status = best.status
                if best.reason is not None:
                    answer.stop(best.reason)
                found = _take(answer, best)
            else:
                found = problem.cheapest(options.cheapest, progress=line.tick, **search)
                answer.status = "solved" if found else "unsolvable"
        except SearchStopped as stop:
            found = cast("list[engine.Priced]", stop.partial)
            answer.stop(stop.reason)
        except Interrupted as stop:
            partial = stop.partial
            found = _take(answer, partial) if options.cheapest is None else partial
            answer.stop("interrupt")
    answer.solutions = [solution for _, solution in found]
    answer.costs = [cost for cost, _ in found]
    if options.as_json or options.out is not None or not options.verbose:
        return
    for k, (cost, solution) in enumerate(found):
        if k:
            click.echo()
        proven = "" if answer.status == "solved" else " (not proven to be the least)"
        click.echo(f"| cost {cost}{proven}")
        click.echo(escape_control(_text(problem, solution), lines=True))


def _take(answer: _Answer, best: engine.Minimum) -> list[engine.Priced]:
    """Take the method and counters of a result into the answer; return its solution, if any."""
    answer.method, answer.stats = best.method, best.stats
    if best.options is None or best.cost is None:
        return []
    return [engine.Priced(best.cost, best.options)]


def _estimate_into(answer: _Answer, problem: engine.ExactCover, options: _Options) -> None:
    answer.method, answer.status = None, "solved"
    try:
        answer.estimate = problem.estimate(time_limit=options.time_limit)
    except SearchStopped as stop:
        answer.stop(stop.reason)
        if isinstance(stop.partial, engine.Estimate):
            answer.estimate = stop.partial
    if answer.estimate is not None:
        answer.facts = {"estimate": asdict(answer.estimate)}


def _text(problem: engine.ExactCover, solution: list[int]) -> str:
    return "\n".join(" ".join(map(str, option)) for option in problem.selected(solution))


def _save(answer: _Answer, path: Path) -> None:
    def text(found: Any) -> str:
        return "\n\n".join(_text(answer.cover, x) for x in found) + "\n"

    outputs.save(answer, path, answer.solutions, {".txt": text})
