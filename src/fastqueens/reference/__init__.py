"""Slow, obvious versions of every rule: what the tests compare the fast functions with.

One module a puzzle. Nothing here is imported by the rest of the package.
"""

from fastqueens.reference import (
    cover,
    csp,
    logic,
    nqueens,
    packing,
    permutation,
    queens,
    sliding,
    swarm,
)

__all__ = [
    "cover",
    "csp",
    "logic",
    "nqueens",
    "packing",
    "permutation",
    "queens",
    "sliding",
    "swarm",
]
