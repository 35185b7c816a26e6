"""`FilmWidget`: a search or an explanation in a notebook cell, shown frame by frame."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from itertools import islice
from typing import Any

import traitlets

from fastqueens.canvas.drawable import Drawn
from fastqueens.canvas.style import THEMES
from fastqueens.results import InputError
from fastqueens.search_frames import Frames
from fastqueens.validation import check_choice, check_whole, quote
from fastqueens.widgets.base import ThemeName, Widget
from fastqueens.widgets.bundler import bundle
from fastqueens.widgets.pictures import CELL

__all__ = ["FilmWidget"]

_MAX_FRAMES = 10_000
_CHUNK = 50  # frames in one answer to the front end, at most
_CHUNK_CHARS = 500_000  # an answer ends after a frame that exceeds this number of characters


class FilmWidget(Widget):
    r"""A film in a notebook cell, with play, pause, steps in both directions and a slider.

    A film shows the frames of a search, the steps of an explanation, or any other objects with a
    picture. Each frame has its picture and its sentence. The pictures are drawn when the front end
    asks for them. The attributes are traits: Python and the front end can set them. An invalid
    value raises an error and changes nothing.

    Parameters
    ----------
    frames : iterable of Frame, Step or other objects with a picture
        The film, such as the results of `queens.frames`, `nqueens.frames`, `packing.frames`,
        `sliding.frames`, `cover.steps`, `csp.Model.frames` and `queens.explain`.
    at : int
        The number of the frame shown at first, from 0.
    max_frames : int
        The largest number of frames that the widget reads. If there are more, the widget shows a
        note. The widget keeps all frames that it has read.
    axes, letters, patterns : bool
        Whether rows and columns have names, and whether regions have letters or patterns. The
        picture of a step or a lesson has letters if its sentence names a region.
    theme : {"auto", "light", "dark"}
        The colours; by default the colours of the notebook.
    layout : ipywidgets.Layout or dict, optional
        The size and the place of the widget, as for all widgets of Jupyter.

    Attributes
    ----------
    frames : tuple
        The frames.
    at : int
        The number of the frame shown.
    count : int
        The number of frames; read only.
    complete : bool
        Whether `frames` has all frames of the film; read only.

    Raises
    ------
    InputError
        If the frames cannot be drawn, or if there is no frame.

    Examples
    --------
    >>> from fastqueens import queens
    >>> board = queens.Board.from_text("RBBB\nRRBY\nGYYY\nGGGY")
    >>> film = FilmWidget(queens.frames(board, method="backtracking", lesson=True), at=7)
    >>> film, film.frames[1].sentence
    (FilmWidget(frame 8 of 8), 'Region R takes a1: no queen attacks it.')
    >>> FilmWidget(queens.explain(board), letters=True).count
    14
    """

    _esm = bundle("film")

    at = traitlets.Int(0).tag(sync=True)
    count = traitlets.Int(0, read_only=True).tag(sync=True)
    complete = traitlets.Bool(True, read_only=True).tag(sync=True)
    pseudocode = traitlets.List(traitlets.Unicode(), read_only=True).tag(sync=True)
    _shown = traitlets.Dict().tag(sync=True)  # the frame shown, for saved notebooks
    axes = traitlets.Bool(True).tag(sync=True)
    letters = traitlets.Bool(False).tag(sync=True)
    patterns = traitlets.Bool(False).tag(sync=True)

    def __init__(
        self,
        frames: Iterable[Any],
        *,
        at: int = 0,
        max_frames: int = _MAX_FRAMES,
        axes: bool = True,
        letters: bool = False,
        patterns: bool = False,
        theme: ThemeName = "auto",
        layout: Any = None,
    ) -> None:
        most = check_whole(max_frames, "max_frames", least=1)
        self.frames, complete = _read_frames(frames, most)
        narrator = frames.narrator if isinstance(frames, Frames) else None
        self.set_trait("count", len(self.frames))
        self.set_trait("complete", complete)
        self.set_trait("pseudocode", list(narrator.pseudocode) if narrator else [])
        super().__init__(
            at=at, axes=axes, letters=letters, patterns=patterns, theme=theme, layout=layout
        )
        self._shown = {**self._describe_frame(self.at, "light"), "at": self.at}

    @traitlets.validate("at")
    def _check_at(self, proposal: Any) -> int:
        return check_whole(proposal["value"], "at", most=len(self.frames) - 1)

    def _send_pictures(self, content: Mapping[str, Any]) -> dict[str, Any]:
        """Return frames from `start` on, as many as one answer may hold."""
        start = check_whole(content.get("start", 0), "start", most=len(self.frames) - 1)
        theme: Any = content.get("theme", "light")
        check_choice(theme, "theme", THEMES)
        answer: list[dict[str, Any]] = []
        chars = 0
        for number in range(start, min(start + _CHUNK, len(self.frames))):
            answer.append(self._describe_frame(number, theme))
            chars += len(answer[-1]["picture"])
            if chars > _CHUNK_CHARS:
                break
        return {"start": start, "frames": answer}

    def _describe_frame(self, number: int, theme: str) -> dict[str, Any]:
        """Return a frame in the form that the front end reads."""
        frame = self.frames[number]
        event = getattr(frame, "event", None)
        return {
            "picture": _picture_of(frame, theme=theme, **self._look()),
            "sentence": getattr(frame, "sentence", ""),
            "lines": list(event.lines) if event else [],
        }

    def _look(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in ("axes", "letters", "patterns")}

    def _draw(self, draw: Callable[..., Any]) -> Any:
        return draw(self.frames[self.at], cell=CELL, **self._look())

    def _text(self) -> str:
        return f"{self!r}\n{getattr(self.frames[self.at], 'sentence', '')}".rstrip()

    _handlers = {"pictures": _send_pictures}  # noqa: RUF012

    def __repr__(self) -> str:
        more = "" if self.complete else " or more"
        return f"FilmWidget(frame {self.at + 1:,} of {self.count:,}{more})"


def _read_frames(frames: Any, most: int) -> tuple[tuple[Drawn, ...], bool]:
    """Return the first frames, and whether these are all frames."""
    if not isinstance(frames, Iterable) or isinstance(frames, str | bytes | Mapping):
        raise InputError(f"frames is {quote(frames)}, expected frames, steps or other pictures")
    remaining = iter(frames)
    read = tuple(islice(remaining, most))
    for number, frame in enumerate(read):
        if not isinstance(frame, Drawn):
            expected = "expected a frame, a step or another object with a picture"
            raise InputError(f"frame {number} is {quote(frame)}, {expected}")
    if not read:
        raise InputError("found no frames, expected 1 or more")
    return read, len(read) < most or next(remaining, None) is None


def _picture_of(frame: Drawn, **look: Any) -> str:
    """Return the picture of a frame as SVG, or an empty text if there is nothing to draw."""
    try:
        # A plain text: marimo would send a document that draws itself as HTML.
        return str(frame.to_svg(**look))
    except InputError:
        return ""
