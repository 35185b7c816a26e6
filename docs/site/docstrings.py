"""Examples in the docstrings of modules are code, though no heading says so."""

from __future__ import annotations

import re

import griffe

_EXAMPLE = re.compile(r"^>>> .*(?:\n.*\S.*)*", re.M)


class Examples(griffe.Extension):
    """Fence the examples of modules; sections named Examples are known to mkdocstrings."""

    def on_module(self, *, mod, **_):
        """Change the docstring of a module that has been read."""
        if mod.docstring:
            mod.docstring.value = _EXAMPLE.sub(r"```pycon\n\g<0>\n```", mod.docstring.value)
