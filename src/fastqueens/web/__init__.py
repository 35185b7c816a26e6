"""The web page: the questions that it asks, its static files, and the two ways to answer it.

`server` and `app` answer it on this computer, for the command ``fastqueens web``; `browser` answers
it inside the page, for the folder that ``fastqueens site`` writes. Only this package imports
starlette, uvicorn and msgspec, which come with ``pip install 'fastqueens[web]'``; a page without a
server needs msgspec alone.
"""
