"""Asks the engine of the page; the same file runs here and in Pyodide."""

from __future__ import annotations

import base64
import json


def main(text: str) -> str:
    """Answer a JSON list of questions, each an address and a body or null."""
    return json.dumps([ask(address, body) for address, body in json.loads(text)])


def ask(address: str, body: str | None) -> dict[str, object]:
    """Return the parts of an answer."""
    from fastqueens.web import browser

    reply = browser.ask(address, body)
    events: list[tuple[str, object]] = []
    if reply.events is not None:
        while reply.events.advance(lambda name, data: events.append((name, json.loads(data)))):
            pass
    return {
        "status": reply.status,
        "media_type": reply.media_type,
        "disposition": reply.disposition,
        "missing": reply.missing,
        "events": events,
        "body": json.loads(reply.body)
        if reply.media_type == "application/json"
        else base64.b64encode(reply.body).decode(),
    }
