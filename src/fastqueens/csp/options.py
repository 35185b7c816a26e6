"""The methods of constraint search, and the options that they share."""

from __future__ import annotations

from functools import partial
from typing import Any, Literal

from fastqueens._kernels.csp import search as _kernels
from fastqueens._kernels.csp.model_min_conflicts import ModelMinConflicts
from fastqueens.method import Choice, Flag, Whole, choose
from fastqueens.method import Method as Record
from fastqueens.results import InputError
from fastqueens.validation import check_seed

__all__ = [
    "MAX_BYTES",
    "MAX_ENTRIES",
    "MAX_N",
    "MAX_SUPPORT_WORDS",
    "MAX_VALUES",
    "METHODS",
    "MIN_CONFLICTS_SUMMARY",
    "ORDERS",
    "TREE_METHODS",
    "VALUES",
    "Method",
    "Order",
    "TreeMethod",
    "Values",
    "make",
    "make_model_search",
]


# The methods that build a tree of choices, and all methods of a model.
TreeMethod = Literal["backtracking", "backtracking-memo", "forward-checking", "mac"]
Method = Literal["backtracking", "backtracking-memo", "forward-checking", "mac", "min-conflicts"]
Order = Literal["static", "mrv", "dom/deg"]
Values = Literal["static", "lcv", "random"]
# In the order of the C enums fq_csp_order and fq_csp_values.
ORDERS: tuple[Order, ...] = ("static", "mrv", "dom/deg")
VALUES: tuple[Values, ...] = ("static", "lcv", "random")
MAX_VALUES = 1 << 17  # FQ_CSP_MAX_VALUES in C
# The most variables and values of all-different, table and count constraints, and the most words
# of the supports of tables; see csrc/csp/csp.h.
MAX_ENTRIES = 1 << 24
MAX_SUPPORT_WORDS = 1 << 26
MAX_N = 64  # FQ_CSP_MAX_N in C
MAX_BYTES = 1 << 28  # the default memory limit of backtracking-memo


_ORDER = Choice(
    "order",
    "The next variable: the first in the model, the one with the fewest values left, or the one "
    "with the smallest quotient of values left and constraints with other variables.",
    "static",
    ORDERS,
)
_VALUES = Choice(
    "values",
    "The order of the values: as in the model, least constraining values first, or random.",
    "static",
    VALUES,
)
_RESTARTS = Flag(
    "restarts", "Restart a long search with the values in another order and a larger limit.", False
)
_MAX_BYTES = Whole(
    "max_bytes", "The memory for dead ends, in bytes.", MAX_BYTES, least=0, most=2**63
)


def _search(
    number: int,
    model: _kernels.Model,
    order: str,
    values: str,
    restarts: bool,
    seed: int,
    max_bytes: int,
    keep_domains: bool = False,
) -> _kernels.Search:
    """Make the search of a method, by its number in the C enum fq_csp_method."""
    try:
        return _kernels.Search(
            model,
            number,
            ORDERS.index(_ORDER.check(order)),
            VALUES.index(_VALUES.check(values)),
            _RESTARTS.check(restarts),
            check_seed(seed),
            _MAX_BYTES.check(max_bytes),
            keep_domains,
        )
    except InputError:
        raise
    except ValueError:  # the only possible cause here is too many arcs
        raise InputError(
            "found more than 16,777,216 ordered pairs of variables in conflict, expected fewer"
        ) from None


_SETTINGS = (_ORDER, _VALUES, _RESTARTS)
# In the order of the C enum fq_csp_method.
TREE_METHODS: dict[Any, Record] = {
    name: Record(summary, partial(_search, number), settings, unit=unit)
    for number, (name, summary, settings, unit) in enumerate(
        (
            (
                "backtracking",
                "gives one variable after another a value that fits the values chosen before",
                _SETTINGS,
                "step",
            ),
            (
                "backtracking-memo",
                "backtracking that stores dead ends and does not search them again",
                (*_SETTINGS, _MAX_BYTES),
                "node",
            ),
            (
                "forward-checking",
                "backtracking that removes conflicting values from the open variables",
                _SETTINGS,
                "step",
            ),
            ("mac", "backtracking that keeps every arc consistent (AC-3)", _SETTINGS, "revision"),
        )
    )
}


def _min_conflicts(model: _kernels.Model, seed: int) -> ModelMinConflicts:
    return ModelMinConflicts(model, check_seed(seed))


METHODS: dict[Any, Record] = {
    **TREE_METHODS,
    "min-conflicts": Record(
        "local search: give a variable the value with the fewest conflicts",
        _min_conflicts,
        complete=False,
        unit="step",
    ),
}

# For the methods of boards.
MIN_CONFLICTS_SUMMARY = "local search: move a queen to the cell with the fewest conflicts"


def make(
    model: _kernels.Model,
    method: str,
    order: str,
    values: str,
    restarts: bool,
    seed: int,
    max_bytes: int,
    *,
    keep_domains: bool = False,
) -> _kernels.Search:
    """Make the search of a compiled model; the options are those of `csp.Model.solve`.

    With `keep_domains`, backtracking in static order also stores the remaining and the tried
    values, which makes it slower.
    """
    made: _kernels.Search = choose(TREE_METHODS, method).make(
        model, order, values, restarts, seed, max_bytes, keep_domains
    )
    return made


def make_model_search(
    model: _kernels.Model,
    method: str,
    order: str,
    values: str,
    restarts: bool,
    seed: int,
    max_bytes: int,
    *,
    all_solutions: bool = False,
) -> _kernels.Search | ModelMinConflicts:
    """Make the search of any method of `csp.Model.solve`.

    "min-conflicts" refuses the options of the other methods unless they have their defaults.
    """
    chosen = choose(METHODS, method, all_solutions=all_solutions)
    if chosen.complete:
        return make(model, method, order, values, restarts, seed, max_bytes)
    defaults = {"order": "mrv", "values": "static", "restarts": False, "max_bytes": MAX_BYTES}
    given = {"order": order, "values": values, "restarts": restarts, "max_bytes": max_bytes}
    choose(
        METHODS,
        method,
        {
            name: value
            for name, value in given.items()
            if value is not defaults[name] and value != defaults[name]
        },
    )
    local: ModelMinConflicts = chosen.make(model, seed)
    return local
