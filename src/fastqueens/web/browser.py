"""Answers the questions of the page inside a browser, where Python runs as WebAssembly.

The script ``engine/worker.js`` of the page calls these functions in a worker. A browser gives this
Python no threads. So a stream is advanced event by event, and the page asks for the next event when
it has shown the last one; a function that reports to a callback runs to its end.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from traceback import format_exception
from urllib.parse import parse_qsl, urlsplit

from fastqueens.extras import MissingExtra
from fastqueens.web import memory_limit
from fastqueens.web.answers import (
    NOT_FOUND,
    WRONG_METHOD,
    FileAnswer,
    describe_error,
    encode_json,
    stream_error,
)
from fastqueens.web.callback_stream import CallbackEvents, StreamEvent
from fastqueens.web.questions import QUESTIONS, Run
from fastqueens.web.request import too_large

__all__ = ["EventStream", "Reply", "ask", "start"]

_BUG_MESSAGE = "This is a bug of fastqueens; see the console of the browser for details."
_JSON = "application/json"


@dataclass(frozen=True)
class Reply:
    """The answer to a question, in the words of HTTP.

    Attributes
    ----------
    status : int
        The status.
    media_type, disposition : str
        Two headers; `disposition` is empty except for a file to save.
    body : bytes
        The content; empty for a stream.
    events : EventStream, optional
        The events of a stream.
    missing : str
        The package that this answer would need and that is not loaded, such as ``"PIL"``.
    """

    status: int
    media_type: str
    body: bytes = b""
    disposition: str = ""
    events: EventStream | None = None
    missing: str = ""


class EventStream:
    """The events of an answer, sent one after the other."""

    def __init__(self, events: Iterable[StreamEvent]) -> None:
        self._events = events
        self._iterator = None if isinstance(events, CallbackEvents) else iter(events)

    def advance(self, send: Callable[[str, str], object]) -> bool:
        """Send the next event; return False if it was the last one.

        A function that reports to a callback sends all of its events.

        Parameters
        ----------
        send : callable
            Takes the name of an event and its data as JSON.
        """

        def send_event(event: StreamEvent) -> None:
            send(event[0], encode_json(event[1]).decode())

        try:
            if isinstance(self._events, CallbackEvents):
                self._events.send_all(send_event)
                return False
            assert self._iterator is not None
            event = next(self._iterator, None)
            if event is not None:
                send_event(event)
            return event is not None
        except Exception as error:
            _report_bug(error)
            send_event(stream_error(error, _BUG_MESSAGE))
            return False


def start(device_memory: float = 0) -> None:
    """Prepare the engine for a browser.

    Parameters
    ----------
    device_memory : float
        The memory of the device in GiB; 0 if the browser does not say it.
    """
    memory_limit.limit_memory(device_memory)


def ask(address: str, body: str | None = None) -> Reply:
    """Answer a question as the server answers it.

    Parameters
    ----------
    address : str
        The path of the question with its query, such as ``/api/levels?n=8``.
    body : str, optional
        The JSON of a question with a body.

    Examples
    --------
    >>> ask("/api/nqueens/list", '{"n": 4}').status
    200
    >>> ask("/api/levels?name=8-999").body
    b'{"error":"There is no level 8-999; the nearest is 8-001.","nearest":"8-001"}'
    """
    parts = urlsplit(address)
    question = QUESTIONS.get(parts.path)
    if question is None:
        return _error(404, NOT_FOUND)
    if (body is None) != (question.request_name is None):
        return _error(405, WRONG_METHOD)
    data = (body or "").encode("utf-8", "surrogatepass")
    if len(data) > question.max_body:
        return _error(413, too_large(question.max_body))
    try:
        answer = question.reader(data, dict(parse_qsl(parts.query, keep_blank_values=True)))()
        if question.run is Run.STREAM:
            return Reply(200, "text/event-stream", events=EventStream(answer))
        if isinstance(answer, FileAnswer):
            return Reply(200, answer.media_type, answer.content, answer.disposition)
        return Reply(200, _JSON, encode_json(answer))
    except Exception as error:
        _report_bug(error)
        if isinstance(error, MissingExtra) and isinstance(error.__cause__, ImportError):
            missing = (error.__cause__.name or "").partition(".")[0]
            sentence = f"This page was published without {missing}, which this action needs."
            return Reply(422, _JSON, encode_json({"error": sentence}), missing=missing)
        status, described = describe_error(error) or (500, {"error": _BUG_MESSAGE})
        return Reply(status, _JSON, encode_json(described))


def _error(status: int, sentence: str) -> Reply:
    return Reply(status, _JSON, encode_json({"error": sentence}))


def _report_bug(error: Exception) -> None:
    """Print the traceback of an error that is a bug."""
    if describe_error(error) is None:
        print("".join(format_exception(error)), end="", file=sys.stderr)
