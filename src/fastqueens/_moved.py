"""Where pickles made by version 0.1.0 look for what has another place now."""

from __future__ import annotations

import sys
from importlib import import_module
from types import ModuleType
from typing import Any

__all__ = ["serve_old_pickles"]

_MOVED = {
    "board": {"_board": "queens.board:restore"},
    "comparison": {
        "Comparison": "queens.comparison:Comparison",
        "Summary": "queens.comparison:Summary",
    },
    "formats": {"Grid": "queens.grid:Grid"},
    "generate": {"Level": "queens.shipped:Level"},
    "hints": {"Hint": "queens.hints:Hint"},
    "logic": {"BatchRating": "queens.logic:BatchRating", "Rating": "queens.logic:Rating"},
    "nqueens_count": {"CountProgress": "nqueens.counting:CountProgress"},
    "packing_format": {"Raw": "packing.formats:Raw"},
    "steps": {"Rule": "queens.steps:Rule", "Step": "queens.steps:Step"},
    "swarm": {"SwarmOptions": "queens.swarm:SwarmOptions"},
}


class _Moved(ModuleType):
    """A module of version 0.1.0, as far as pickles name it."""

    def __getattr__(self, name: str) -> Any:
        place = _MOVED[self.__name__.removeprefix("fastqueens.")].get(name)
        if place is None:
            raise AttributeError(f"module {self.__name__!r} has no attribute {name!r}")
        module, _, renamed = place.partition(":")
        return getattr(import_module(f"fastqueens.{module}"), renamed)


def serve_old_pickles() -> None:
    """Let the old modules be imported; nothing is loaded before a pickle asks for it."""
    for name in _MOVED:
        full = f"fastqueens.{name}"
        sys.modules.setdefault(full, _Moved(full))
