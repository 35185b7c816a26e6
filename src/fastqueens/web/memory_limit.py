"""How much memory the tables of a search may have when the page asks for it."""

from __future__ import annotations

__all__ = ["limit_memory", "table_bytes"]

_MIB = 1 << 20
_NATIVE = 512 * _MIB
_BROWSER = 128 * _MIB  # a browser ends a page that takes too much, and says little about it
_PHONE = 48 * _MIB
_PHONE_MEMORY = 4  # a device with at most this many GiB is treated as a phone

_limit = _NATIVE


def table_bytes() -> int:
    """Return the most bytes that the tables of all searches of a request may have together."""
    return _limit


def limit_memory(device_memory: float) -> None:
    """Set the limit for a browser on a device with this many GiB; 0 if the browser hides it."""
    global _limit
    _limit = _PHONE if 0 < device_memory <= _PHONE_MEMORY else _BROWSER
