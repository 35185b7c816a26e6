"""N-Queens as a constraint problem, compiled without a `csp.Model`."""

from __future__ import annotations

from typing import SupportsIndex

from fastqueens._kernels.csp import search as _kernels
from fastqueens._kernels.nqueens.csp_model import compile_nqueens
from fastqueens.csp.options import MAX_BYTES, MAX_N, Order, TreeMethod, Values, make
from fastqueens.validation import check_whole

__all__ = ["nqueens_kernel", "nqueens_model"]


def nqueens_model(n: SupportsIndex) -> _kernels.Model:
    """Compile N-Queens: the variables are the rows, their values the columns.

    Examples
    --------
    >>> nqueens_model(4).sizes()
    [4, 4, 4, 4]
    """
    return compile_nqueens(check_whole(n, "n", least=1, most=MAX_N))


def nqueens_kernel(
    n: int,
    *,
    method: TreeMethod,
    seed: int = 0,
    order: Order = "static",
    values: Values = "static",
    restarts: bool = False,
    max_bytes: int = MAX_BYTES,
) -> _kernels.Search:
    """Make a constraint search of N-Queens, to be run by `search.Search`.

    Parameters
    ----------
    n : int
        1 to 64.
    method, seed, order, values, restarts, max_bytes
        See `Model.solve`.

    Returns
    -------
    kernel
        A search that stops at each solution.

    Raises
    ------
    InputError
        If n or an option is invalid.

    Examples
    --------
    >>> from fastqueens.search import FOUND, Search
    >>> kernel = nqueens_kernel(4, method="mac")
    >>> Search(kernel).run() == FOUND, kernel.cells()
    (True, [1, 7, 8, 14])
    """
    return make(nqueens_model(n), method, order, values, restarts, seed, max_bytes)
