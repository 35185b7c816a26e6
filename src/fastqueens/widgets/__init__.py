"""Notebook widgets: boards to play with and solutions to replay.

`BoardWidget` shows Coloured Queens and Star Battle with undo, explained hints and checks.
`SlidingWidget` shows the 15-puzzle and similar puzzles. `PackingWidget` shows how pieces fill a
board, one by one. `FilmWidget` shows the frames of a search and the steps of an explanation. The
widgets need anywidget (``pip install 'fastqueens[notebook]'``). They run in Jupyter and in every
other front end of anywidget. They start no server, because the kernel of the notebook answers their
requests.
"""

from typing import TYPE_CHECKING, Any

from fastqueens.extras import extra

if TYPE_CHECKING:
    from fastqueens.widgets.board import BoardWidget
    from fastqueens.widgets.film import FilmWidget
    from fastqueens.widgets.packing import PackingWidget
    from fastqueens.widgets.sliding import SlidingWidget

__all__ = ["BoardWidget", "FilmWidget", "PackingWidget", "SlidingWidget"]

_MODULES = {
    "BoardWidget": "board",
    "FilmWidget": "film",
    "PackingWidget": "packing",
    "SlidingWidget": "sliding",
}


def __getattr__(name: str) -> Any:
    # Import on first use: fastqueens must work without anywidget.
    from importlib import import_module

    if name in _MODULES:
        with extra("notebook", "widgets need anywidget"):
            import_module("anywidget")
        return getattr(import_module(f"fastqueens.widgets.{_MODULES[name]}"), name)
    raise AttributeError(f"module 'fastqueens.widgets' has no attribute {name!r}")


def __dir__() -> list[str]:
    return __all__
