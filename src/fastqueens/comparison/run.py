"""The runs of a comparison: each method with each of its settings on the same problems."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Mapping, Sequence
from time import perf_counter
from typing import Any, Literal, NamedTuple, TypeAlias, TypeVar

from fastqueens.comparison.record import Comparison
from fastqueens.comparison.table import ComparisonTable
from fastqueens.method import Method, choose
from fastqueens.results import InputError, Interrupted, Reason, SearchStopped, Stats, Status
from fastqueens.search import CancelEvent, Clock
from fastqueens.validation import (
    check_items,
    check_progress,
    check_seconds,
    check_seed,
    check_whole,
    check_words,
    did_you_mean,
    quote,
)

__all__ = [
    "MEASURE",
    "TIME_LIMIT",
    "ComparisonProgress",
    "Plan",
    "Run",
    "expect",
    "make_plan",
    "make_run",
    "name_problems",
    "run_all",
]

T = TypeVar("T")
MEASURE = 0.2  # seconds for which the runs of a method on a problem are repeated
TIME_LIMIT = 10.0  # default seconds of a run
Plan = list[tuple[str, dict[str, Any]]]  # methods with the values of their options


class Run(NamedTuple):
    """The end of one run."""

    status: Status
    reason: Reason | None
    solutions: int
    stats: Stats
    objective: float | None = None
    bound: float | None = None


ComparisonProgress: TypeAlias = Callable[[Comparison, int, int], object] | Literal["bar"]


def make_run(
    solve: Callable[..., Any],
    solutions: Callable[..., Any],
    *,
    all_solutions: bool,
    random: bool = True,
) -> Callable[[Any, str, dict[str, Any]], Run]:
    """Return the function that `run_all` calls: it finds one solution, or lists all of them.

    Without `random`, the functions `solve` and `solutions` of the family have no option ``seed``.
    """

    def run(problem: Any, method: str, options: dict[str, Any]) -> Run:
        if not random:
            del options["seed"]
        if all_solutions:
            found = solutions(problem, method=method, **options)
            number = sum(1 for _ in found)
            return Run(found.status, found.reason, number, found.stats)
        end = solve(problem, method=method, **options)
        fitness = getattr(end, "fitness", None)  # local searches of coloured boards have one
        return Run(end.status, end.reason, int(end.solved), end.stats, fitness)

    return run


def expect(kind: type[T], name: str) -> Callable[[object], T]:
    """Return a function that checks the type of a problem; `name` is the type in the message.

    Examples
    --------
    >>> expect(int, "an int")("3")
    Traceback (most recent call last):
    ...
    fastqueens.results.InputError: found '3', expected an int
    """

    def check(problem: object) -> T:
        if not isinstance(problem, kind):
            raise InputError(f"found {quote(problem)}, expected {name}")
        return problem

    return check


def name_problems(
    problems: object, what: str, convert: Callable[[Any], T], single: tuple[type, ...]
) -> dict[str, T]:
    """Return the problems by name; those of a sequence are named by their numbers, from 1.

    `what` is their noun in the plural; an object of one of the types `single` is one problem.

    Examples
    --------
    >>> name_problems([3, 4], "numbers", float, (int,))
    {'1': 3.0, '2': 4.0}
    """
    if isinstance(problems, single):
        problems = [problems]
    if not isinstance(problems, Mapping):
        listed: list[Any] = check_items(problems, what, what)  # type: ignore[arg-type]
        problems = {str(i): problem for i, problem in enumerate(listed, 1)}
    found = {}
    for name, problem in problems.items():
        try:
            found[str(name)] = convert(problem)
        except InputError as error:
            raise InputError(f"{what.removesuffix('s')} {name}: {error.message}") from None
    return found


def make_plan(
    table: Mapping[Any, Method],
    methods: Sequence[str] | None,
    settings: Mapping[str, Sequence[object]] | None = None,
    *,
    all_solutions: bool = False,
) -> Plan:
    """Return each method with each combination of its settings, after checking all of them.

    If `methods` is None, the plan has every method of the table except ``"auto"``. With
    `all_solutions`, it has only the methods that can list all solutions.

    Examples
    --------
    >>> from fastqueens import csp
    >>> make_plan(csp.METHODS, ["mac"], {"mac.order": ["static", "mrv"]})
    [('mac', {'order': 'static'}), ('mac', {'order': 'mrv'})]
    """
    if methods is None:
        methods = [
            name
            for name, method in table.items()
            if name != "auto" and (method.complete or not all_solutions)
        ]
    methods = check_words(methods, "methods")
    for method in methods:
        choose(table, method)
    if settings is not None and not isinstance(settings, Mapping):
        raise InputError(f"settings is {quote(settings)}, expected {{'method.option': [values]}}")
    swept: dict[str, dict[str, Sequence[Any]]] = {}
    for key, values in (settings or {}).items():
        check_items(values, f"setting {key}", "values")
        method, _, option = str(key).partition(".")
        if method not in methods or not option:
            raise InputError(
                f"found the setting {key!r}, expected METHOD.OPTION with one of the methods "
                f"{', '.join(methods)}{did_you_mean(method, methods)}"
            )
        swept.setdefault(method, {})[option] = values
    plan: Plan = []
    for method in dict.fromkeys(methods):
        options = swept.get(method, {})
        for values in itertools.product(*options.values()):
            plan.append((method, dict(zip(options, values, strict=True))))
    for method, chosen in plan:
        choose(table, method, chosen, all_solutions=all_solutions)
    return plan


def run_all(
    family: str,
    problems: Mapping[str, T],
    plan: Callable[[T], Iterable[tuple[str, dict[str, Any]]]],
    run: Callable[[T, str, dict[str, Any]], Run],
    size: Callable[[T], int],
    *,
    repeat: int,
    measure: float,
    time_limit: float | None,
    node_limit: int | None,
    seed: int,
    cancel: CancelEvent | None = None,
    progress: ComparisonProgress | None,
    skip_refused: bool = False,
) -> ComparisonTable:
    """Run the plan of each problem.

    `run` gets a problem, a method and its options with seed and limits. With `skip_refused`, a
    method that refuses a problem is left out, unless all methods refuse it.

    Examples
    --------
    >>> table = run_all("csp", {"a": 3}, lambda _: [("plain", {})],
    ...                 lambda *_: Run("solved", None, 1, Stats({"nodes": 5})), int,
    ...                 repeat=1, measure=0, time_limit=None, node_limit=None, seed=0,
    ...                 progress=None)
    >>> table[0].problem, table[0].work
    ('a', '5 nodes')
    """
    seed = check_seed(seed)
    repeat = check_whole(repeat, "repeat", least=1)
    if measure is None:
        raise InputError("measure is None, expected 0 or more seconds")
    least_seconds = check_seconds(measure, "measure") or 0.0
    progress = check_progress(progress)
    limits = {"time_limit": time_limit, "cancel": cancel, "node_limit": node_limit}
    clock = Clock(None, cancel)
    jobs = [
        (name, problem, method, options)
        for name, problem in problems.items()
        for method, options in plan(problem)
    ]
    results = ComparisonTable()
    refused: dict[str, InputError] = {}
    answered: set[str] = set()
    try:
        for done, (name, problem, method, options) in enumerate(jobs, 1):
            start = perf_counter()
            seeds = range(seed, seed + repeat)
            try:
                runs = [run(problem, method, limits | options | {"seed": x}) for x in seeds]
            except InputError as error:
                if not skip_refused:
                    raise
                refused[name] = error
                continue
            answered.add(name)
            times = [[end.stats.seconds] for end in runs]
            while perf_counter() - start < least_seconds and not clock.cancelled:
                for x, taken in zip(seeds, times, strict=True):
                    again = run(problem, method, limits | options | {"seed": x})
                    taken.append(again.stats.seconds)
            if clock.cancelled:
                raise SearchStopped(
                    f"the comparison was cancelled after {len(results)} of {len(jobs)} lines",
                    partial=results,
                    reason="cancelled",
                )
            results.append(_combine(family, name, size(problem), method, options, runs, times))
            results[-1].seed = seed
            results[-1].time_limit, results[-1].node_limit = time_limit, node_limit
            if progress is not None:
                progress(results[-1], done, len(jobs))
    except KeyboardInterrupt:
        raise Interrupted(results) from None
    for name, refusal in refused.items():
        if name not in answered:
            raise refusal
    return results


def _combine(
    family: str,
    name: str,
    size: int,
    method: str,
    options: dict[str, Any],
    runs: list[Run],
    times: list[list[float]],
) -> Comparison:
    """Make the record of the runs of one method on one problem."""
    from statistics import median, median_low  # a program that compares nothing does not need it

    statuses = [end.status for end in runs]
    status: Status = "stopped"
    if "solved" in statuses:
        status = "solved"
    elif "unsolvable" in statuses:
        status = "unsolvable"
    reasons = [end.reason for end in runs if end.reason is not None]
    taken = [seconds for run in times for seconds in run]
    objectives = [end.objective for end in runs if end.objective is not None]
    bounds = [end.bound for end in runs if end.bound is not None]
    return Comparison(
        family=family,
        problem=name,
        size=size,
        method=method,
        settings=options,
        status=status,
        reason=reasons[0] if reasons and status == "stopped" else None,
        runs=len(runs),
        solved=sum(end.solutions > 0 for end in runs),
        solutions=max(end.solutions for end in runs),
        counters={
            key: median_low([end.stats.counters[key] for end in runs])
            for key in runs[0].stats.counters
        },
        seconds=median(taken),
        times=list(map(median, times)),
        objective=median(objectives) if objectives else None,
        bound=max(bounds) if bounds else None,
        best=min(taken),
        timings=len(taken),
    )
