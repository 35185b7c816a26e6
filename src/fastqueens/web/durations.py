"""Writes durations for the sentences of the answers."""

from __future__ import annotations

__all__ = ["format_duration"]


def format_duration(ms: float) -> str:
    """Write a time with three digits, as the page does.

    Examples
    --------
    >>> format_duration(0.01234), format_duration(1234.5), format_duration(60_000)
    ('12.3 µs', '1.23 s', '60 s')
    """
    units = ((9.995e-4, 1e6, "ns"), (0.9995, 1e3, "µs"), (999.5, 1.0, "ms"))
    factor, unit = next(((f, u) for end, f, u in units if ms < end), (1e-3, "s"))
    number = float(f"{ms * factor:.3g}")
    return f"{number:,.10g} {unit if ms else 'ms'}"
