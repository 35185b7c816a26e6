"""Themes: neighbouring colours differ for all kinds of vision, and a board keeps its colours."""

from __future__ import annotations

import numpy as np
import pytest
from conftest import some
from hypothesis import given
from hypothesis import strategies as st

from fastqueens import queens
from fastqueens.canvas.themes import THEMES, fills_of, patterns, theme_of


def touching(regions):
    """Return the pairs of regions with cells that share a side or a corner."""
    n = len(regions)
    pairs = set()
    for r, c in np.ndindex(n, n):
        for y, x in ((r, c + 1), (r + 1, c - 1), (r + 1, c), (r + 1, c + 1)):
            if 0 <= x < n and y < n and regions[r, c] != regions[y, x]:
                pairs.add((int(regions[r, c]), int(regions[y, x])))
    return pairs


@pytest.mark.parametrize("name", THEMES)
def test_a_theme(name):
    theme = theme_of(name)
    assert len(set(theme.fills)) == len(theme.fills) == len(theme.apart) == 12
    assert (theme.apart == theme.apart.T).all()
    assert (theme.apart[~np.eye(12, dtype=bool)] >= 11).all()
    assert len(set(patterns())) == 12


def luminance(colour):
    """Return the relative luminance of WCAG 2."""
    shares = np.array(list(bytes.fromhex(colour[1:]))) / 255
    linear = np.where(shares <= 0.04045, shares / 12.92, ((shares + 0.055) / 1.055) ** 2.4)
    return linear @ [0.2126, 0.7152, 0.0722]


def contrast(one, other):
    low, high = sorted(map(luminance, (one, other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("name", THEMES)
@pytest.mark.parametrize("colour", ["ink", "conflict", "solved", "target"])
def test_pieces_and_signs_have_contrast_on_every_fill_and_on_the_page(name, colour):
    theme = theme_of(name)
    for ground in (*theme.fills, theme.page):
        assert contrast(getattr(theme, colour), ground) >= 3


@pytest.mark.parametrize("name", THEMES)
def test_the_colour_of_solutions_is_green(name):
    red, green, blue = bytes.fromhex(theme_of(name).solved[1:])
    assert green > 1.5 * max(red, blue)


@pytest.mark.parametrize("name", THEMES)
@pytest.mark.parametrize("n", [7, 8, 9, 10, 11, 20, 30])
def test_neighbours_on_levels(name, n):
    theme = theme_of(name)
    for level in some(queens.levels(n)[:10], 4):
        regions = level.board.regions
        fills = fills_of(regions, theme)
        assert all(theme.apart[fills[a], fills[b]] >= 11 for a, b in touching(regions))
        assert n > 12 or len(set(fills)) == n
        assert fills == fills_of(regions.copy(), theme)


@given(st.data())
def test_any_regions(data):
    n = data.draw(st.integers(1, 8))
    cells = data.draw(st.lists(st.integers(0, 20), min_size=n * n, max_size=n * n))
    regions = np.unique(cells, return_inverse=True)[1].reshape(n, n)
    fills = fills_of(regions, theme_of("dark"))
    assert len(fills) == regions.max() + 1
    assert set(fills) <= set(range(12))
    assert len(fills) > 12 or len(set(fills)) == len(fills)
