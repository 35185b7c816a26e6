"""What the widgets share: anywidget, how they look, and questions that the kernel answers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

import anywidget
import traitlets

from fastqueens.results import InputError, SearchStopped
from fastqueens.validation import describe

__all__ = ["SECONDS", "Framed"]

SECONDS = 10  # that a question may take


class Framed(anywidget.AnyWidget):
    """A widget in a frame of ours.

    Attributes
    ----------
    theme : {"auto", "light", "dark"}
        The colours; ``"auto"`` takes those of the notebook around it.
    """

    theme = traitlets.Enum(("auto", "light", "dark"), "auto").tag(sync=True)

    # What the front end may ask, by name: methods that take the message and return an answer.
    _answers: ClassVar[Mapping[str, Callable[[Any, Mapping[str, Any]], Any]]] = {}

    def __init__(self, **traits: Any) -> None:
        super().__init__(**traits)
        self.on_msg(self._asked)

    def _asked(self, _widget: Any, content: Any, _buffers: Any) -> None:
        """Answer a message of the front end; what cannot be answered is said in a sentence."""
        if not isinstance(content, dict) or "ask" not in content:
            return
        reply: dict[str, Any] = {"id": content.get("id")}
        ask = content["ask"]
        try:
            if not isinstance(ask, str) or ask not in self._answers:
                known = ", ".join(self._answers)
                raise InputError(f"found the question {describe(ask)}, expected {known}")
            reply["answer"] = self._answers[ask](self, content)
        except InputError as error:
            reply["error"] = error.message
        except SearchStopped:
            reply["error"] = f"The engine found no answer in {SECONDS} seconds."
        self.send(reply)
