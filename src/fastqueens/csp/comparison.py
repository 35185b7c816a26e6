"""Compares methods on constraint problems."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from fastqueens.comparison.run import (
    MEASURE,
    TIME_LIMIT,
    ComparisonProgress,
    expect,
    make_plan,
    make_run,
    name_problems,
    run_all,
)
from fastqueens.comparison.table import ComparisonTable
from fastqueens.csp.model import Model
from fastqueens.csp.options import METHODS
from fastqueens.search import CancelEvent
from fastqueens.validation import check_flag

__all__ = ["compare"]


def compare(
    models: Model | Sequence[Model] | Mapping[str, Model],
    methods: Sequence[str] | None = None,
    *,
    settings: Mapping[str, Sequence[object]] | None = None,
    repeat: int = 1,
    measure: float = MEASURE,
    all_solutions: bool = False,
    time_limit: float | None = TIME_LIMIT,
    cancel: CancelEvent | None = None,
    node_limit: int | None = None,
    seed: int = 0,
    progress: ComparisonProgress | None = None,
) -> ComparisonTable:
    r"""Run each method on each model.

    Parameters
    ----------
    models : Model, sequence of models, or mapping of names to models
        The models. The models of a sequence are named by their numbers, from 1.
    methods : sequence of str, optional
        Names from `csp.METHODS`. By default all methods run. The option ``order`` is ``"mrv"``
        unless it is set.
    settings : mapping, optional
        The values of options to try, under the key ``"method.option"``: ``{"mac.order": ["static",
        "mrv"]}``. If several options of a method are given, the method runs with every combination
        of their values.
    repeat : int
        The number of runs, with the seeds ``seed``, ``seed + 1``, ...
    measure : float
        A time in seconds. The runs of a method on a model are repeated with the same seeds for at
        least this time, because the first run is slower than later runs (cold caches). Solutions
        and counters come from the first runs.
    all_solutions : bool
        Find all solutions instead of one. ``"min-conflicts"`` cannot do this.
    time_limit, node_limit : optional
        The limits of each run, in seconds and in units of work. If the time limit stops a run, its
        counters depend on the machine.
    cancel : threading.Event, optional
        If another thread sets this event, the comparison ends soon.
    seed : int
        The seed of the first run.
    progress : callable or "bar", optional
        Called after each comparison with three arguments: the comparison, its number, counted from
        1, and the number of all comparisons.

    Returns
    -------
    ComparisonTable
        A list of `Comparison`, model by model in the order of the methods. It can also be written
        as a data frame, CSV, JSON, Markdown or a chart.

    Raises
    ------
    InputError
        If a method or an option is unknown. This is checked before the first run.
    SearchStopped
        If `cancel` was set; its ``partial`` is the table so far.
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
    plan = make_plan(METHODS, methods, settings, all_solutions=all_solutions)
    return run_all(
        "csp",
        name_problems(models, "models", expect(Model, "a csp.Model"), (Model,)),
        lambda _: plan,
        make_run(Model.solve, Model.solutions, all_solutions=all_solutions),
        lambda model: sum(model.sizes),
        repeat=repeat,
        measure=measure,
        time_limit=time_limit,
        cancel=cancel,
        node_limit=node_limit,
        seed=seed,
        progress=progress,
    )
