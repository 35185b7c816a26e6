"""Mark the examples in docstrings of modules as code."""

from __future__ import annotations

import re

import griffe

_EXAMPLE = re.compile(r"^>>> .*(?:\n.*\S.*)*", re.M)


class Examples(griffe.Extension):
    """Put examples of modules into code fences; mkdocstrings does so for other examples."""

    def on_module(self, *, mod, **_):
        """Change the docstring of a module after it was read."""
        if mod.docstring:
            mod.docstring.value = _EXAMPLE.sub(r"```pycon\n\g<0>\n```", mod.docstring.value)
