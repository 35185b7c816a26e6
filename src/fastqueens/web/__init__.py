"""The page: a small server on this computer, and what it serves.

Nothing else in the package imports this one, and only this one imports starlette and uvicorn: they
come with ``pip install 'fastqueens[web]'``.
"""

from fastqueens.web.server import PORT, serve

__all__ = ["PORT", "serve"]
