"""How a constraint problem is searched: the methods, and the options that they share."""

from __future__ import annotations

from functools import partial
from typing import Any, Literal

from fastqueens._kernels.csp import search as _kernels
from fastqueens.method import Choice, Flag, Whole, choose
from fastqueens.method import Method as Record
from fastqueens.results import InputError
from fastqueens.validation import check_seed

__all__ = [
    "MAX_BYTES",
    "MAX_ENTRIES",
    "MAX_N",
    "MAX_VALUES",
    "METHODS",
    "MIN_CONFLICTS_SUMMARY",
    "ORDERS",
    "VALUES",
    "Method",
    "Order",
    "Values",
    "make",
]


Method = Literal["backtracking", "backtracking-memo", "forward-checking", "mac"]
Order = Literal["static", "mrv", "dom/deg"]
Values = Literal["static", "lcv", "random"]
# In the order of fq_csp_order and fq_csp_values.
ORDERS: tuple[Order, ...] = ("static", "mrv", "dom/deg")
VALUES: tuple[Values, ...] = ("static", "lcv", "random")
MAX_VALUES = 32768  # FQ_CSP_MAX_VALUES
MAX_ENTRIES = 1 << 24  # of constraints of different values, as csrc/csp/all_different.c has it
MAX_N = 64  # FQ_CSP_MAX_N
MAX_BYTES = 1 << 28  # what backtracking-memo may use, by default


_ORDER = Choice(
    "order",
    "Which variable comes next: the first one given, the one with the fewest values left, or with "
    "the smallest quotient of its values and the number of its conflicts with variables to come.",
    "static",
    ORDERS,
)
_VALUES = Choice(
    "values",
    "Its values in what order: as given, those first that take the fewest from the others, or at "
    "random.",
    "static",
    VALUES,
)
_RESTARTS = Flag(
    "restarts", "Begin anew, with values shuffled and more patience, when a run grows long.", False
)
_MAX_BYTES = Whole("max_bytes", "Memory for what failed before.", MAX_BYTES, least=0, most=2**63)


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
    """Make the search by the method of a number of fq_csp_method."""
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
    except ValueError:  # the only one left: more arcs than the kernel takes
        raise InputError(
            "found more than 16,777,216 ordered pairs of variables in conflict, expected fewer"
        ) from None


_SETTINGS = (_ORDER, _VALUES, _RESTARTS)
# In the order of fq_csp_method.
METHODS: dict[Any, Record] = {
    name: Record(summary, partial(_search, number), settings, unit=unit)
    for number, (name, summary, settings, unit) in enumerate(
        (
            (
                "backtracking",
                "variable by variable, checked against the values chosen",
                _SETTINGS,
                "step",
            ),
            (
                "backtracking-memo",
                "backtracking that looks up what failed before, with the same steps",
                (*_SETTINGS, _MAX_BYTES),
                "node",
            ),
            ("forward-checking", "backtracking that prunes conflicting values", _SETTINGS, "step"),
            ("mac", "backtracking that keeps every arc consistent (AC-3)", _SETTINGS, "revision"),
        )
    )
}


MIN_CONFLICTS_SUMMARY = "local search: move a queen in conflict to where it has least"


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

    With `keep_domains` also backtracking in static order knows what is left and what was tried,
    and is slower.
    """
    made: _kernels.Search = choose(METHODS, method).make(
        model, order, values, restarts, seed, max_bytes, keep_domains
    )
    return made
