"""The orders of growth, from log n to n!, to compare with the search spaces of N-Queens."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import SupportsIndex

from fastqueens.nqueens.growth_table import GrowthTable, Quantity, check_sizes

__all__ = ["OrdersOfGrowth", "OrdersTable", "orders_of_growth"]


@dataclass(frozen=True, slots=True)
class OrdersOfGrowth:
    """The values of the common orders of growth for one n.

    Attributes
    ----------
    n : int
        The size; it is also the value of linear growth.
    logarithm, n_logarithm : float
        log2 n and n log2 n.
    square, exponential, factorial : int
        n^2, 2^n and n!.
    """

    n: int
    logarithm: float
    n_logarithm: float
    square: int
    exponential: int
    factorial: int


class OrdersTable(GrowthTable[OrdersOfGrowth]):
    """The result of `orders_of_growth`: a tuple with one `OrdersOfGrowth` for each size.

    A notebook displays it as a chart.
    """

    __slots__ = ()

    _title = "Orders of growth"
    _across = "n"
    _quantities = (
        Quantity("logarithm", "log2 n", 8, "l", "log2 n"),
        Quantity("n", "n", 0, "n", "n"),
        Quantity("n_logarithm", "n log2 n", 10, "m", "n log2 n"),
        Quantity("square", "n^2", 8, "s", "n^2"),
        Quantity("exponential", "2^n", 16, "e", "2^n"),
        Quantity("factorial", "n!", 16, "f", "n!"),
    )


def orders_of_growth(sizes: Iterable[SupportsIndex] = range(1, 13)) -> OrdersTable:
    """Calculate the common orders of growth for several sizes.

    Parameters
    ----------
    sizes : iterable of int
        The sizes, 1 to 64.

    Returns
    -------
    OrdersTable
        A tuple of `OrdersOfGrowth`, in the order of the sizes, with ``to_text``, ``to_chart``,
        ``to_svg`` and ``to_png``.

    Raises
    ------
    InputError
        If a size is invalid, or if `sizes` is empty.

    Examples
    --------
    >>> print(orders_of_growth([4, 8, 16]).to_text())
     n   log2 n   n log2 n      n^2              2^n               n!
     4      2.0        8.0       16               16               24
     8      3.0       24.0       64              256           40,320
    16      4.0       64.0      256           65,536         2.092e13
    """
    return OrdersTable(
        OrdersOfGrowth(n, math.log2(n), n * math.log2(n), n * n, 2**n, math.factorial(n))
        for n in check_sizes(sizes, "the orders of growth")
    )
