"""The rules of a board: how many queens each unit takes, and whether regions may stay empty."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from fastqueens import input_limits as limits
from fastqueens.results import InputError
from fastqueens.validation import check_flag, check_whole, describe, join_short, plural, quote

__all__ = [
    "ANY_REGIONS",
    "DEFAULT_RULES",
    "MAX_STARS",
    "RuleOverrides",
    "Rules",
    "check_rules",
    "check_stars",
    "override_rules",
]

MAX_STARS = limits.STARS


def check_stars(stars: int) -> int:
    """Return the number of queens in a unit, or raise `InputError` if it is out of range."""
    return check_whole(stars, "stars", least=1, most=MAX_STARS)


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules of a board.

    In every variant no two queens touch, not even diagonally.

    Attributes
    ----------
    stars : int
        Queens in each row, column and region, 1 to 16: 1 in Queens, 2 or more in Star Battle.
    allow_empty_regions : bool
        Whether the number of regions may differ from the number of rows. If True, each region takes
        at most one queen. With several stars the two numbers must always be equal.

    Raises
    ------
    InputError
        If a value is out of range.

    Examples
    --------
    >>> Rules(stars=2)
    Rules(stars=2, allow_empty_regions=False)
    """

    stars: int = 1
    allow_empty_regions: bool = False

    def __post_init__(self) -> None:
        object.__setattr__(self, "stars", check_stars(self.stars))
        allowed = check_flag(self.allow_empty_regions, "allow_empty_regions")
        object.__setattr__(self, "allow_empty_regions", allowed)

    def check_region_count(
        self,
        regions: NDArray[np.uint8],
        labels: Sequence[str],
        *,
        advise: bool = True,
        source: str | None = None,
    ) -> None:
        """Refuse a board whose number of regions these rules do not allow.

        Parameters
        ----------
        regions : ndarray of uint8, shape (n, n)
            The number of each cell's region.
        labels : sequence of str
            The label of each region.
        advise : bool
            Whether the error suggests ``allow_empty_regions``.
        source : str, optional
            The name that the error gives to the input.

        Raises
        ------
        InputError
            If the numbers of regions and rows differ. The error lists the regions, the smallest
            first, because a mistyped cell makes a region of its own.

        Examples
        --------
        >>> regions = np.array([[0, 1], [1, 2]], np.uint8)
        >>> Rules(allow_empty_regions=True).check_region_count(regions, "ABC")
        >>> Rules().check_region_count(regions, "ABC")  # doctest: +ELLIPSIS
        Traceback (most recent call last):
        ...
        fastqueens.results.InputError: found 3 regions on a board of 2 rows, expected 2: 'A' (1 ...
        """
        n, found = len(regions), len(labels)
        if found == n or (self.allow_empty_regions and self.stars == 1):
            return
        sizes = np.bincount(regions.ravel(), minlength=found)
        sizes_by_region = join_short(
            [
                f"{describe(labels[region])} ({plural(int(sizes[region]), 'cell')})"
                for region in np.argsort(sizes, kind="stable")
            ]
        )
        advice = ""
        if advise and self.stars == 1:
            advice = ". allow_empty_regions=True (--allow-empty-regions) " + (
                "solves it with at most one queen in each region"
                if found > n
                else f"accepts it, but {n} queens do not fit in {plural(found, 'region')}"
            )
        raise InputError(
            f"found {plural(found, 'region')} on a board of {plural(n, 'row')}, expected {n}: "
            f"{sizes_by_region}{advice}",
            source=source,
        )

    def checked(
        self, regions: NDArray[np.uint8], labels: Sequence[str], *, source: str | None = None
    ) -> Rules:
        """Return the rules of a board, or raise `InputError` if its number of regions is wrong.

        Parameters
        ----------
        regions, labels, source
            See `check_region_count`.

        Returns
        -------
        Rules
            The rules allow empty regions exactly if the numbers of regions and rows differ.

        Raises
        ------
        InputError
            See `check_region_count`.

        Examples
        --------
        >>> ANY_REGIONS.checked(np.zeros((1, 1), np.uint8), "A")
        Rules(stars=1, allow_empty_regions=False)
        """
        self.check_region_count(regions, labels, source=source)
        differs = len(labels) != len(regions)
        return self if differs is self.allow_empty_regions else Rules(self.stars, differs)

    def merged(self, other: Rules) -> Rules:
        """Return these rules, with empty regions allowed if these or the other rules allow them.

        Parameters
        ----------
        other : Rules
            Other rules, with the same number of stars.

        Returns
        -------
        Rules

        Examples
        --------
        >>> Rules().merged(ANY_REGIONS)
        Rules(stars=1, allow_empty_regions=True)
        """
        return other if other.allow_empty_regions else self

    def check_room(
        self,
        n: int,
        labels: Sequence[str] = (),
        sizes: Sequence[int] = (),
        *,
        source: str | None = None,
    ) -> None:
        """Refuse a board whose units have no room for the number of stars.

        Two neighbouring rows hold 2k stars, and each 2x2 block of cells holds one star at most.
        So k stars need at least 4k - 1 columns. If there were exactly 4k - 1 columns, the stars of
        any two neighbouring rows would be in columns 1, 3, 5, ... (divide the two rows into blocks,
        first from the left and then from the right). Columns 2, 4, 6, ... would have no star. So
        several stars need at least 4k columns.

        Parameters
        ----------
        n : int
            Rows of the board.
        labels : sequence of str
            The labels of the regions.
        sizes : sequence of int
            The number of cells of each region.
        source : str, optional
            The name that the error gives to the input.

        Raises
        ------
        InputError
            If the rows are too short, or a region has fewer cells than stars.

        Examples
        --------
        >>> Rules(stars=2).check_room(8, "ABCDEFGH", [8] * 8)
        >>> Rules(stars=2).check_room(7)  # doctest: +ELLIPSIS
        Traceback (most recent call last):
        ...
        fastqueens.results.InputError: found a board of 7 rows, expected 8 or more for 2 stars: ...
        """
        stars = self.stars
        if stars > 1 and n < 4 * stars:
            raise InputError(
                f"found a board of {plural(n, 'row')}, expected {4 * stars} or more for {stars} "
                f"stars: two rows hold {2 * stars} of them, and each 2x2 block one at most",
                source=source,
            )
        small = [
            f"{describe(label)} ({plural(size, 'cell')})"
            for label, size in zip(labels, sizes, strict=True)
            if size < stars
        ]
        if small:
            raise InputError(
                f"found regions of fewer cells than stars: {join_short(small)}, "
                f"expected {stars} cells or more in each",
                source=source,
            )


DEFAULT_RULES = Rules()
ANY_REGIONS = Rules(allow_empty_regions=True)  # one queen a unit, any number of regions


def check_rules(rules: Rules | None) -> Rules:
    """Return the rules, or the default rules for None; raise `InputError` for other values."""
    if rules is None:
        return DEFAULT_RULES
    if not isinstance(rules, Rules):
        raise InputError(f"rules is {quote(rules)}, expected queens.Rules")
    return rules


@dataclass(frozen=True, slots=True)
class RuleOverrides:
    """The rules that a caller states for a board that is read from a file or an array.

    Attributes
    ----------
    stars : int or None
        Queens in each unit; None for the number in the input, which is 1 by default.
    allow_empty_regions : bool
        True allows empty regions; False keeps the rule of the input.

    Examples
    --------
    >>> RuleOverrides(allow_empty_regions=True).apply(Rules(stars=2))
    Rules(stars=2, allow_empty_regions=True)
    """

    stars: int | None = None
    allow_empty_regions: bool = False

    def __post_init__(self) -> None:
        if self.stars is not None:
            check_stars(self.stars)
        check_flag(self.allow_empty_regions, "allow_empty_regions")

    def apply(self, rules: Rules) -> Rules:
        """Return the rules of the input, except for the values that the caller gave.

        Parameters
        ----------
        rules : Rules
            The rules of the input.

        Returns
        -------
        Rules

        Examples
        --------
        >>> RuleOverrides(stars=3).apply(Rules(stars=2))
        Rules(stars=3, allow_empty_regions=False)
        """
        if self.stars is None and not self.allow_empty_regions:
            return rules
        return Rules(
            rules.stars if self.stars is None else self.stars,
            self.allow_empty_regions or rules.allow_empty_regions,
        )


_NO_OVERRIDES = RuleOverrides()


def override_rules(stars: int | None, allow_empty_regions: bool) -> RuleOverrides:
    """Return the rules that a caller states; without a statement, the same object every time.

    Examples
    --------
    >>> override_rules(None, False) is override_rules(None, False), override_rules(2, False).stars
    (True, 2)
    """
    if stars is None and allow_empty_regions is False:
        return _NO_OVERRIDES
    return RuleOverrides(stars, allow_empty_regions)
