"""The route that repairs a drawn board."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta

from fastqueens import queens
from fastqueens.web.request import BoardRequest
from fastqueens.web.url_codec import encode

__all__ = ["TIME_LIMIT", "RepairRequest", "repair"]

TIME_LIMIT = 10  # seconds
_MAX_CHANGES = 16


class RepairRequest(BoardRequest):
    """The request of ``/api/repair``."""

    max_changes: Annotated[int, Meta(ge=0, le=_MAX_CHANGES)] = 6


def repair(request: RepairRequest) -> dict[str, Any]:
    """Answer ``/api/repair``."""
    found = queens.repair(
        request.playable_board(), max_changes=request.max_changes, time_limit=TIME_LIMIT
    )
    code = None if found.board is None else encode(found.board.regions, found.board.stars)
    return {
        "status": found.status,
        "reason": found.reason,
        "code": code,
        **found.as_dict(),
        "counters": dict(found.stats.counters),
        "ms": found.stats.seconds * 1e3,
    }
