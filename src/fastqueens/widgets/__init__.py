"""Boards to play with, and solutions to replay, in a notebook's cell.

`BoardWidget` is coloured Queens and Star Battle with undo, explained hints and checks;
`SlidingWidget` the 15-puzzle and its kin, by click and arrows; `PackingWidget` shows how a box is
filled, piece by piece. They are widgets of anywidget, for Jupyter and everything that shows such:
``pip install 'fastqueens[notebook]'``. No server of ours runs: the kernel answers.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from fastqueens.widgets.board import BoardWidget
    from fastqueens.widgets.packing import PackingWidget
    from fastqueens.widgets.sliding import SlidingWidget

__all__ = ["BoardWidget", "PackingWidget", "SlidingWidget"]

_HOMES = {"BoardWidget": "board", "PackingWidget": "packing", "SlidingWidget": "sliding"}


def __getattr__(name: str) -> Any:
    # Imported where first used, so that who has no anywidget can still import all of fastqueens.
    from importlib import import_module

    if name in _HOMES:
        try:
            import_module("anywidget")
        except ImportError as error:
            message = "widgets need anywidget: pip install 'fastqueens[notebook]'"
            raise ImportError(message) from error
        return getattr(import_module(f"fastqueens.widgets.{_HOMES[name]}"), name)
    raise AttributeError(f"module 'fastqueens.widgets' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(set(globals()) | set(__all__))
