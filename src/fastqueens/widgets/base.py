"""The base class of the widgets: their theme, and the messages that the kernel answers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

import anywidget
import traitlets

from fastqueens.results import InputError, SearchStopped
from fastqueens.validation import describe, did_you_mean

__all__ = ["TIME_LIMIT", "Widget"]

TIME_LIMIT = 10  # seconds for one message


class Widget(anywidget.AnyWidget):
    """A widget with a theme that answers messages of its front end.

    Attributes
    ----------
    theme : {"auto", "light", "dark"}
        The colours; ``"auto"`` follows the notebook.
    """

    theme = traitlets.Enum(("auto", "light", "dark"), "auto").tag(sync=True)

    # The methods that answer messages, by the name in the message.
    _handlers: ClassVar[Mapping[str, Callable[[Any, Mapping[str, Any]], Any]]] = {}

    def __init__(self, **traits: Any) -> None:
        for name in traits:
            if not self.has_trait(name):
                raise TypeError(
                    f"{type(self).__name__}() got an unexpected keyword argument {name!r}"
                    + did_you_mean(name, self.trait_names())
                )
        super().__init__(**traits)
        self.on_msg(self._on_message)

    def _on_message(self, _widget: Any, content: Any, _buffers: Any) -> None:
        """Answer a message of the front end, or reply with an error message."""
        if not isinstance(content, dict) or "ask" not in content:
            return
        reply: dict[str, Any] = {"id": content.get("id")}
        name = content["ask"]
        try:
            if not isinstance(name, str) or name not in self._handlers:
                expected = ", ".join(self._handlers)
                raise InputError(f"found the question {describe(name)}, expected {expected}")
            reply["answer"] = self._handlers[name](self, content)
        except InputError as error:
            reply["error"] = error.message
        except SearchStopped:
            reply["error"] = f"The engine found no answer in {TIME_LIMIT} seconds."
        self.send(reply)
