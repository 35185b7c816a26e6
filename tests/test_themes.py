"""Themes: neighbouring colours differ for all kinds of vision, and a board keeps its colours."""

from __future__ import annotations

import numpy as np
import pytest
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


@pytest.mark.parametrize("name", THEMES)
@pytest.mark.parametrize("n", [7, 8, 9, 10, 11, 20, 30])
def test_neighbours_on_levels(name, n):
    theme = theme_of(name)
    for level in queens.levels(n)[:10]:
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
