"""The code of widgets as models of their own: a notebook stores the code once, not per widget."""

from __future__ import annotations

import sys

import ipywidgets
import traitlets

__all__ = ["SharedCode", "in_kernel", "shared_code"]


class SharedCode(ipywidgets.Widget):
    """A model without a view that holds the JavaScript module of one kind of widget."""

    text = traitlets.Unicode().tag(sync=True)


_codes: dict[str, SharedCode] = {}


def shared_code(text: str) -> SharedCode:
    """Return the model that holds a module; all widgets of the kernel share it."""
    code = _codes.get(text)
    if code is None or code.comm is None:  # `Widget.close_all` closes it
        code = _codes[text] = SharedCode(text=text)
    return code


def in_kernel() -> bool:
    """Return whether this process is the kernel of a Jupyter notebook.

    Elsewhere a widget carries its own code: marimo closes the models of a cell that runs again, and
    a server of several readers has separate models for each of them.
    """
    if "IPython" not in sys.modules or "marimo" in sys.modules:
        return False
    from IPython import get_ipython

    return getattr(get_ipython(), "kernel", None) is not None
