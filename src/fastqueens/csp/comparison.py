"""Compares methods on constraint problems."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from fastqueens.comparison.record import Comparison
from fastqueens.comparison.run import MEASURE, TIME_LIMIT, Run, make_plan, name_problems, run_all
from fastqueens.comparison.table import ComparisonTable
from fastqueens.csp.model import Model
from fastqueens.csp.options import METHODS
from fastqueens.results import InputError
from fastqueens.validation import check_flag, quote

__all__ = ["compare"]


def compare(
    models: Model | Sequence[Model] | Mapping[str, Model],
    methods: Sequence[str] | None = None,
    *,
    settings: Mapping[str, Sequence[Any]] | None = None,
    repeat: int = 1,
    measure: float = MEASURE,
    all_solutions: bool = False,
    time_limit: float | None = TIME_LIMIT,
    node_limit: int | None = None,
    seed: int = 0,
    progress: Callable[[Comparison, int, int], object] | None = None,
) -> ComparisonTable:
    r"""Run each method on each model.

    Parameters
    ----------
    models : Model, sequence of models, or mapping of names to models
        The models. The models of a sequence are named by their numbers, from 1.
    methods : sequence of str, optional
        Names from `csp.METHODS`. By default all of them; ``order`` is ``"mrv"`` unless it is set.
    settings : mapping, optional
        The values to try, by ``"method.option"``: ``{"mac.order": ["static", "mrv"]}``. If several
        options of a method are set, it runs with every combination of their values.
    repeat : int
        The number of runs, with the seeds ``seed``, ``seed + 1``, ...
    measure : float
        Seconds. The runs of a method on a model are repeated with the same seeds for at least this
        time, because the first run is slower than later runs (cold caches). Solutions and counters
        are those of the first runs.
    all_solutions : bool
        Find all solutions instead of one. ``"min-conflicts"`` cannot do this.
    time_limit, node_limit : optional
        The limits of each run: seconds, and units of work. The counters of a run that the time
        limit stopped depend on the machine.
    seed : int
        The seed of the first run.
    progress : callable, optional
        Called after each comparison with the comparison, its number from 1, and the number of all
        comparisons.

    Returns
    -------
    ComparisonTable
        A list of `Comparison`, model by model in the order of the methods. It can also be written
        as a data frame, CSV, JSON, Markdown or a chart.

    Raises
    ------
    InputError
        If a method or an option is unknown. This is checked before the first run.
    Interrupted
        After Ctrl-C: a `KeyboardInterrupt` whose ``partial`` is the table so far.

    Examples
    --------
    >>> model = Model([3, 3, 3])
    >>> model.add_all_different(0, 1, 2)
    >>> for line in compare(model, ["backtracking", "mac"], all_solutions=True):
    ...     print(line.method, line.solutions, line.work)
    backtracking 6 10 steps
    mac 6 10 steps
    """
    check_flag(all_solutions, "all_solutions")
    known = [name for name, method in METHODS.items() if method.complete or not all_solutions]
    plan = make_plan(
        METHODS, known if methods is None else methods, settings, all_solutions=all_solutions
    )
    return run_all(
        "csp",
        name_problems(models, "models", _check, (Model,)),
        lambda _: plan,
        partial(_run, all_solutions),
        lambda model: sum(model.sizes),
        repeat=repeat,
        measure=measure,
        time_limit=time_limit,
        node_limit=node_limit,
        seed=seed,
        progress=progress,
    )


def _run(all_solutions: bool, model: Model, method: Any, options: dict[str, Any]) -> Run:
    if not all_solutions:
        end = model.solve(method, **options)
        return Run(end.status, end.reason, int(end.solved), end.stats)
    found = model.solutions(method, **options)
    number = sum(1 for _ in found)
    return Run(found.status, found.reason, number, found.stats)  # type: ignore[arg-type]


def _check(model: Any) -> Model:
    if not isinstance(model, Model):
        raise InputError(f"found {quote(model)}, expected a csp.Model")
    return model
