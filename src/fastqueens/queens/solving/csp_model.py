"""Coloured Queens as a constraint problem, compiled directly instead of by `csp.Model`."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from fastqueens._kernels.csp import search as _kernels
from fastqueens._kernels.queens.csp_model import compile_board
from fastqueens.csp.options import MAX_BYTES, MAX_N, Order, TreeMethod, Values, make
from fastqueens.results import InputError
from fastqueens.validation import (
    array_of,
    check_items,
    did_you_mean,
    is_choice,
    join_short,
    quote,
)

__all__ = ["board_kernel", "queens_model"]


def queens_model(
    regions: NDArray[np.uint8],
    *,
    variables: Literal["regions", "rows"] | None = None,
    region_order: Literal["first-seen", "label"] | Sequence[Hashable] = "first-seen",
    labels: Sequence[str] | None = None,
) -> _kernels.Model:
    """Compile a board of coloured Queens.

    Examples
    --------
    >>> board = np.array([[0, 1, 1, 1], [0, 0, 1, 2], [3, 2, 2, 2], [3, 3, 3, 2]], np.uint8)
    >>> queens_model(board).sizes()
    [3, 4, 5, 4]
    >>> queens_model(board, region_order=[3, 2, 1, 0]).sizes()
    [4, 5, 4, 3]
    >>> queens_model(board, variables="rows").sizes()
    [4, 4, 4, 4]
    """
    regions = array_of(regions)
    if regions.ndim != 2 or regions.shape[0] != regions.shape[1] or not 1 <= len(regions) <= MAX_N:
        raise InputError(f"found regions of shape {regions.shape}, expected (n, n), n from 1 to 64")
    names: Sequence[Hashable]
    if labels is None:
        names, regions = _by_appearance(regions)
    else:
        names = check_items(labels, "labels", "labels", letters=True)
        if int(regions.min()) < 0 or int(regions.max()) >= len(names):
            raise InputError(f"found region {int(regions.max())}, but {len(names)} labels")
    n, count = len(regions), len(names)
    if count > 256:
        raise InputError(f"found {count} regions, expected 256 at most")
    if variables is not None and not is_choice(variables, ("regions", "rows")):
        raise InputError(f"unknown variables {quote(variables)}, expected regions or rows")
    order = _region_order(region_order, names)
    if variables == "regions" and count > n:
        raise InputError(
            f"found {count} regions on {n} rows, so that some stay empty: expected variables='rows'"
        )
    by_rows = variables == "rows" or count > n
    try:
        return compile_board(
            np.ascontiguousarray(regions, np.uint8), count, None if by_rows else order
        )
    except ValueError:
        raise InputError(f"found {len(np.unique(regions))} regions, but {count} labels") from None


def _by_appearance(regions: NDArray[np.uint8]) -> tuple[list[Hashable], NDArray[np.uint8]]:
    found, first, numbers = np.unique(regions, return_index=True, return_inverse=True)
    order = np.argsort(first)
    place = np.empty_like(order)
    place[order] = np.arange(len(order))
    return found[order].tolist(), place[numbers].reshape(regions.shape).astype(np.uint8)


def _region_order(order: str | Sequence[Hashable], names: Sequence[Hashable]) -> NDArray[np.uint8]:
    numbers: Iterable[int]
    if isinstance(order, str) and order in ("first-seen", "label"):
        numbers = range(len(names))
        if order == "label":
            numbers = sorted(numbers, key=names.__getitem__)  # type: ignore[arg-type]
    else:
        try:
            if isinstance(order, str):
                raise TypeError
            wanted, texts = [str(name) for name in order], [str(name) for name in names]
            if sorted(wanted) != sorted(texts):
                raise TypeError
            numbers = [texts.index(text) for text in wanted]
        except (TypeError, ValueError, NotImplementedError):
            raise InputError(
                f"region_order is {quote(order)}, expected 'first-seen', 'label' or each of "
                f"{join_short(map(repr, names))} once"
                + did_you_mean(order, ("first-seen", "label"))
            ) from None
    return np.fromiter(numbers, np.uint8, len(names))


def board_kernel(
    regions: NDArray[np.uint8],
    labels: Sequence[str] | None = None,
    *,
    method: TreeMethod,
    seed: int = 0,
    variables: Literal["regions", "rows"] | None = None,
    region_order: Literal["first-seen", "label"] | Sequence[Hashable] = "first-seen",
    order: Order = "static",
    values: Values = "static",
    restarts: bool = False,
    max_bytes: int = MAX_BYTES,
) -> _kernels.Search:
    """Make the kernel of a constraint search of a board, for `search.Search`.

    Parameters
    ----------
    regions, labels, variables, region_order
        See `queens_model`.
    method, seed, order, values, restarts, max_bytes
        See `Model.solve`.

    Returns
    -------
    kernel
        The kernel; it stops at each solution.

    Raises
    ------
    InputError
        If the board or an option is invalid.

    Examples
    --------
    >>> from fastqueens.search import FOUND, Search
    >>> board = np.array([[0, 1, 1, 1], [0, 0, 1, 2], [3, 2, 2, 2], [3, 3, 3, 2]], np.uint8)
    >>> kernel = board_kernel(board, method="backtracking")
    >>> Search(kernel).run() == FOUND, kernel.counters(), kernel.cells()
    (True, {'steps': 7, 'backtracks': 3}, [4, 2, 11, 13])
    """
    model = queens_model(regions, variables=variables, region_order=region_order, labels=labels)
    return make(model, method, order, values, restarts, seed, max_bytes)
