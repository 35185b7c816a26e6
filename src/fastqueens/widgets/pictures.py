"""The picture of a widget in a notebook, for readers without a kernel.

The picture is an output of its own, after the output of the widget. JupyterLab shows an error in
place of a widget whose kernel is gone, even if the same output has a picture; and it would draw the
widget anew, and take its focus, with each new picture. The front end of the widget hides the
picture while the widget is shown (`hidePicture` in widget_shell.js).
"""

from __future__ import annotations

import asyncio
from base64 import b64encode
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from time import monotonic
from typing import Any, TypeAlias
from weakref import WeakSet

from fastqueens.canvas.picture_html import picture_html
from fastqueens.extras import MissingExtra
from fastqueens.render import png, svg
from fastqueens.results import InputError

__all__ = ["CELL", "Draw", "Pictures", "picture_bundle"]

CELL = 48  # the side of a cell in pixels
_SECONDS = 1.0  # at most one new picture in this time, so that play stays fast
_SOON = 0.1  # seconds until the first new picture, so that the kernel answers the player first
_MAX_OUTPUTS = 8  # older outputs of a widget that is shown again and again keep their pictures

# Hides the bare text "Error displaying widget" of JupyterLab in the output above the picture.
_HIDE_ERROR = (
    ".jp-OutputArea-child:has(+ .jp-OutputArea-child .{0}) > .jp-OutputArea-output:not(:has(*))"
    " {{ display: none; }}"
)

Draw: TypeAlias = Callable[[Callable[..., Any]], Any]  # calls `render.svg` or `render.png`


def picture_bundle(draw: Draw, text: str, name: str) -> dict[str, Any]:
    """Return a picture in all forms that programs show: HTML, SVG, PNG and text.

    The front end finds the HTML by the name of its class. Without a picture there is only text.
    """
    bundle = {"text/plain": text}
    with suppress(InputError, MissingExtra):  # nothing to draw, or no Pillow for PNG
        document = draw(svg)
        following = document._repr_svg_()  # has the colours of the page's theme
        bundle["text/html"] = (
            f'<style>{_HIDE_ERROR.format(name)}</style><div class="{name}">'
            f"{picture_html(following)}</div>"
        )
        bundle["image/svg+xml"] = following
        bundle["image/png"] = b64encode(draw(png)).decode()
    return bundle


class Pictures:
    """The outputs of a notebook with the picture of a widget. They follow the widget's state.

    Parameters
    ----------
    bundle : callable
        Returns the picture of the present state.
    """

    def __init__(self, bundle: Callable[[], dict[str, Any]]) -> None:
        self._bundle = bundle
        self._outputs: deque[Any] = deque(maxlen=_MAX_OUTPUTS)
        self._drawn_at = -_SECONDS  # on the clock `monotonic`

    def show(self) -> None:
        """Add an output with the picture."""
        from IPython.display import display

        self._outputs.append(display(self._forms(), raw=True, display_id=True))

    def _forms(self) -> dict[str, Any]:
        """Return the forms of an output; its SVG is in the HTML (see `canvas.displayed`)."""
        return {kind: data for kind, data in self._bundle().items() if kind != "image/svg+xml"}

    def update_later(self) -> None:
        """Replace the picture in all outputs, soon and only once for several changes."""
        if not self._outputs:
            return
        scheduled = self in _waiting
        _waiting.add(self)
        _update_after_cells()
        delay = self._drawn_at + _SECONDS - monotonic()
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:  # a thread without a loop: nothing happens later
            if delay <= 0:
                self.update()
        else:
            if not scheduled:
                loop.call_later(max(delay, _SOON), self.update)

    def update(self) -> None:
        """Replace the picture in all outputs if it is out of date."""
        if self in _waiting:
            _waiting.discard(self)
            self._drawn_at = monotonic()
            forms = self._forms()
            for output in self._outputs:
                output.update(forms, raw=True)


_waiting: WeakSet[Pictures] = WeakSet()  # the pictures that are out of date


def _update_after_cells() -> None:
    """Update pictures also when a cell has run: a notebook may be saved at once."""
    from IPython import get_ipython

    shell = get_ipython()
    if shell is not None and _update_all not in shell.events.callbacks["post_run_cell"]:
        shell.events.register("post_run_cell", _update_all)


def _update_all(_result: object = None) -> None:
    for pictures in list(_waiting):
        pictures.update()
