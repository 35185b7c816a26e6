"""The web page: the questions that it asks, its static files, and the two ways to answer it.

`server` and `app` answer it on this computer, for the command ``fastqueens web``; `browser` answers
it inside the page, for the folder that ``fastqueens site`` writes. Only this package imports
starlette, uvicorn and msgspec, which come with ``pip install 'fastqueens[web]'``; a page without a
server needs msgspec alone.
"""

from typing import TYPE_CHECKING

from fastqueens.public_names import import_on_use

if TYPE_CHECKING:
    from fastqueens.web.server import PORT, serve

__all__ = ["PORT", "serve"]

if not TYPE_CHECKING:  # a type checker reports names that do not exist
    # The page without a server must not import one.
    __getattr__ = import_on_use(__name__, {"server": "PORT serve"})
