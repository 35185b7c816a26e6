"""Slow, simple versions of every rule; the tests compare the fast functions with them.

There is one module for each puzzle. The rest of the package does not import these modules.
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
