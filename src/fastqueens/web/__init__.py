"""The web page: a small server on this computer, its routes and its static files.

Only the command ``fastqueens web`` imports this package, and only this package imports starlette,
uvicorn and msgspec, which come with ``pip install 'fastqueens[web]'``.
"""

from fastqueens.web.server import PORT, serve

__all__ = ["PORT", "serve"]
