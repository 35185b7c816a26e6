"""The base class of the widgets: their theme, and the messages that the kernel answers."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from inspect import Parameter, signature
from typing import Any, ClassVar, Literal, TypeAlias
from uuid import uuid4

import anywidget
import ipywidgets
import traitlets

from fastqueens.results import InputError, SearchStopped
from fastqueens.validation import describe, did_you_mean
from fastqueens.widgets.bundler import loader
from fastqueens.widgets.pictures import Pictures, picture_bundle
from fastqueens.widgets.shared_code import SharedCode, in_kernel, shared_code

__all__ = ["TIME_LIMIT", "ThemeName", "Widget"]

TIME_LIMIT = 10  # seconds for one message

ThemeName: TypeAlias = Literal["auto", "light", "dark"]

# Names that users know from elsewhere, with ours.
_OTHER_NAMES = {"queens": "placed", "stars": "placed", "marks": "eliminated", "position": "at"}


@contextmanager
def _input_errors() -> Iterator[None]:
    """Turn the errors of traitlets into `InputError`, the error of the whole package."""
    try:
        yield
    except traitlets.TraitError as error:
        raise InputError(str(error)) from None


class Widget(anywidget.AnyWidget):
    """A widget with a theme that answers messages of its front end.

    Attributes
    ----------
    theme : {"auto", "light", "dark"}
        The colours; ``"auto"`` follows the notebook.
    """

    theme = traitlets.Enum(("auto", "light", "dark"), "auto").tag(sync=True)
    _code = traitlets.Instance(SharedCode, allow_none=True).tag(
        sync=True, **ipywidgets.widget_serialization
    )
    _esm: str  # the JavaScript module; each widget has its own
    _picture_name = traitlets.Unicode().tag(sync=True)

    # The methods that answer messages, by the name in the message.
    _handlers: ClassVar[Mapping[str, Callable[[Any, Mapping[str, Any]], Any]]] = {}

    def __new__(cls, *args: Any, **keywords: Any) -> Any:
        """Make a widget; the keywords are those of the constructor."""
        _check_keywords(cls, keywords)
        return super().__new__(cls, *args, **keywords)

    def __init__(self, *, theme: ThemeName = "auto", layout: Any = None, **traits: Any) -> None:
        if layout is not None:
            traits["layout"] = layout
        if in_kernel():
            traits["_code"] = shared_code(self._esm)
            self._esm = loader()
        name = f"fastqueens-{uuid4().hex}"
        with _input_errors():
            super().__init__(theme=theme, _picture_name=name, **traits)
        self.on_msg(self._on_message)
        self._pictures = Pictures(self._picture_bundle)
        self.observe(self._on_any_change)

    # ---- in a notebook

    def _draw(self, draw: Callable[..., Any]) -> Any:
        """Draw the present state with `render.svg` or `render.png`."""
        raise NotImplementedError

    def _text(self) -> str:
        """Return the present state as text, for a console and for screen readers."""
        return repr(self)

    def _picture_bundle(self) -> dict[str, Any]:
        look = {} if self.theme == "auto" else {"theme": self.theme}
        return picture_bundle(
            lambda draw: self._draw(partial(draw, **look)), self._text(), self._picture_name
        )

    def _repr_mimebundle_(self, **_options: Any) -> tuple[dict[str, Any], dict[str, Any]] | None:
        """Return the view of the widget, and its picture for programs that show no widgets."""
        view = super()._repr_mimebundle_()
        return view and ({**self._picture_bundle(), **view[0]}, view[1])

    def _ipython_display_(self) -> None:
        """Show the widget, and then its picture as an output of its own."""
        from IPython.display import display

        view = None if self.comm is None else super()._repr_mimebundle_()
        if view is None:  # closed
            display({"text/plain": repr(self)}, raw=True)
        else:
            # The picture has the state in words, and follows it.
            display({**view[0], "text/plain": type(self).__name__}, raw=True, metadata=view[1])
            self._pictures.show()

    def _on_any_change(self, change: Any) -> None:
        if change.name in self.keys and not change.name.startswith("_"):
            self._pictures.update_later()

    # ---- values

    # Rejected values: traitlets restores the earlier values only for its own error, so the error
    # is translated here, where the value comes in.

    def __setattr__(self, name: str, value: Any) -> None:
        with _input_errors():
            super().__setattr__(name, value)

    def set_trait(self, name: str, value: Any) -> None:
        """Set a trait, also a trait that is read only for users."""
        with _input_errors():
            super().set_trait(name, value)

    def set_state(self, sync_data: Any) -> None:
        """Set the traits that the front end has changed."""
        with _input_errors():
            super().set_state(sync_data)

    # ---- messages

    def _on_message(self, _widget: Any, content: Any, _buffers: Any) -> None:
        """Answer a message of the front end, or reply with an error message."""
        if not isinstance(content, dict) or "ask" not in content:
            return
        reply: dict[str, Any] = {"id": content.get("id")}
        name = content["ask"]
        try:
            if name == "code" and self._code is not None:
                self.send({**reply, "answer": self._code.text})
                return
            if not isinstance(name, str) or name not in self._handlers:
                expected = ", ".join(self._handlers)
                raise InputError(f"found the question {describe(name)}, expected {expected}")
            reply["answer"] = self._handlers[name](self, content)
        except InputError as error:
            reply["error"] = error.message
        except SearchStopped:
            reply["error"] = f"The engine found no answer in {TIME_LIMIT} seconds."
        self.send(reply)


def _check_keywords(widget: type[Widget], keywords: Mapping[str, Any]) -> None:
    """Raise `InputError` for a keyword that the constructor of a widget lacks."""
    known = [
        name
        for name, parameter in signature(widget.__init__).parameters.items()
        if name != "self" and parameter.kind is not Parameter.VAR_KEYWORD
    ]
    for name in keywords:
        if name in known:
            continue
        others = {other: ours for other, ours in _OTHER_NAMES.items() if ours in known}
        near = did_you_mean(name, [*known, *others])
        for other, ours in others.items():
            near = near.replace(repr(other), repr(ours))
        raise InputError(
            f"{widget.__name__}() has no keyword {name!r}"
            + (near or f", expected {', '.join(known[1:])}")
        )
