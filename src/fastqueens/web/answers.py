"""How answers and errors are written, over HTTP and inside a browser."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from fastqueens.results import InputError
from fastqueens.web.callback_stream import StreamEvent

__all__ = ["NOT_FOUND", "WRONG_METHOD", "FileAnswer", "UnknownLevel", "describe_error",
           "encode_json", "stream_error"]  # fmt: skip

NOT_FOUND = "There is nothing at this address."
WRONG_METHOD = "This address takes another method."


@dataclass(frozen=True)
class FileAnswer:
    """A file as an answer.

    Attributes
    ----------
    content : bytes
        The content of the file.
    media_type, name : str
        Its type and its name, for the headers of the answer.
    """

    content: bytes
    media_type: str
    name: str

    @property
    def disposition(self) -> str:
        """The header that makes a browser save the file under its name."""
        return f'attachment; filename="{self.name}"'


class UnknownLevel(Exception):
    """Raised for a level that does not exist.

    Parameters
    ----------
    name, nearest : str
        The requested name, and the name of the most similar level.
    """

    def __init__(self, name: str, nearest: str) -> None:
        super().__init__(name)
        self.name = name
        self.nearest = nearest


def encode_json(answer: Any) -> bytes:
    """Write an answer as JSON."""
    return json.dumps(answer, separators=(",", ":"), allow_nan=False).encode()


def describe_error(error: Exception) -> tuple[int, dict[str, Any]] | None:
    """Return the status and the JSON of an error; None for an error that is a bug."""
    match error:
        case InputError():
            place = {"line": error.line, "column": error.column}
            return 422, {"error": _sentence(error), **place}
        case UnknownLevel():
            sentence = f"There is no level {error.name}; the nearest is {error.nearest}."
            return 404, {"error": sentence, "nearest": error.nearest}
        case MemoryError():
            return 507, {"error": "This needs more memory than there is: make the input smaller."}
    return None


def _sentence(error: InputError) -> str:
    """Return the message of an error as a sentence."""
    text = str(error)
    return f"{text[0].upper()}{text[1:]}" + ("" if text.endswith((".", "?", "!")) else ".")


def stream_error(error: Exception, bug: str) -> StreamEvent:
    """Return the event that ends a stream with an error; `bug` is the sentence about a bug."""
    described = describe_error(error)
    return "error", {"error": bug if described is None else described[1]["error"]}
