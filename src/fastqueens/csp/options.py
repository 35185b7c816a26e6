"""How a constraint problem is searched: the options that all models share, checked."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Literal

from fastqueens._kernels.csp import search as _kernels
from fastqueens.checks import check_seed, check_whole
from fastqueens.results import InputError

__all__ = [
    "MAX_BYTES",
    "MAX_N",
    "MAX_VALUES",
    "METHODS",
    "ORDERS",
    "VALUES",
    "Method",
    "Order",
    "Values",
    "make",
    "some",
]


Method = Literal["backtracking", "backtracking-memo", "forward-checking", "mac"]
Order = Literal["static", "mrv", "dom/deg"]
Values = Literal["static", "lcv", "random"]
# In the order of fq_csp_method, fq_csp_order and fq_csp_values.
METHODS: tuple[Method, ...] = ("backtracking", "backtracking-memo", "forward-checking", "mac")
ORDERS: tuple[Order, ...] = ("static", "mrv", "dom/deg")
VALUES: tuple[Values, ...] = ("static", "lcv", "random")
MAX_VALUES = 32768  # FQ_CSP_MAX_VALUES
MAX_N = 64  # FQ_CSP_MAX_N
MAX_BYTES = 1 << 28  # what backtracking-memo may use, unless told otherwise


def _choice(value: str, name: str, choices: Sequence[str]) -> int:
    if value not in choices:
        raise InputError(f"unknown {name} {value!r}, expected one of {', '.join(choices)}")
    return choices.index(value)


def make(
    model: _kernels.Model,
    method: str,
    order: str,
    values: str,
    restarts: bool,
    seed: int,
    max_bytes: int,
) -> _kernels.Search:
    """Make the search of a compiled model; the options are those of `csp.Model.solve`."""
    try:
        return _kernels.Search(
            model,
            _choice(method, "method", METHODS),
            _choice(order, "order", ORDERS),
            _choice(values, "values", VALUES),
            bool(restarts),
            check_seed(seed),
            min(check_whole(max_bytes, "max_bytes"), 2**63),
        )
    except InputError:
        raise
    except ValueError:  # the only one left: more arcs than the kernel takes
        raise InputError(
            "found more than 16,777,216 ordered pairs of variables in conflict, expected fewer"
        ) from None


def some(items: Sequence[Hashable]) -> str:
    """Return the first few of the items as errors list them."""
    if not items:
        return "none"
    return ", ".join(map(repr, items[:6])) + (", ..." if len(items) > 6 else "")
