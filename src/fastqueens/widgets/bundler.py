"""The modules of the page, joined to the one module that a widget may have.

A widget's module is loaded from a text, so it can import nothing that lies beside it. The modules
that it needs follow each other here without their imports and exports, and so must not have a
top-level name in common; what the page keeps in its storage is left out for `storage_stub.js`, and
what files hold, pictures and palette, is written into the text.
"""

from __future__ import annotations

import json
import re
from functools import cache
from importlib.resources import files

__all__ = ["MODULES", "joined"]

_PLAYED = (
    "web/static/base/dom.js", "widgets/static/storage_stub.js",
    "widgets/static/reduced_motion_stub.js", "web/static/base/shortcuts.js",
    "web/static/board/player_texts.js", "web/static/board/player.js", "widgets/static/strings.js",
    "widgets/static/widget_shell.js", "widgets/static/film_player.js",
)  # fmt: skip
MODULES: dict[str, tuple[str, ...]] = {
    "board": (
        "web/static/base/dom.js", "web/static/board/rules.js", "web/static/board/game.js",
        "web/static/board/palette.js",
        "widgets/static/storage_stub.js", "web/static/board/board_style.js",
        "web/static/base/strings.js", "web/static/base/shortcuts.js",
        "web/static/board/board_gestures.js", "web/static/board/board_layers.js",
        "web/static/board/board_element.js", "web/static/board/hint_card.js",
        "widgets/static/strings.js",
        "widgets/static/widget_shell.js", "widgets/static/board.js",
    ),
    "sliding": (*_PLAYED, "widgets/static/sliding.js"),
    "packing": (*_PLAYED, "widgets/static/packing.js"),
}  # fmt: skip
_PICTURES = ("undo", "redo", "clear", "check", "hint", "auto", "close", "next", "back", "first",
             "last", "play", "pause", "solve", "explain", "stop", "trophy")  # fmt: skip

_IMPORT = re.compile(r"^import\b[^;]*;\n", re.M)
_TYPE = re.compile(r"^/\*\* @typedef \{import\(\"[^\"]+\"\)\.(\w+)\} \1 \*/\n", re.M)
_NAMED = re.compile(r"import\(\"[^\"]+\"\)\.(\w+)")
_PICTURE = re.compile(r'^<\w+ id="(\w+)".*>$', re.M)
_BESIDE = re.compile(r"new URL\([\"`][^\"`]+[\"`], import\.meta\.url\)\.pathname")
_DEFINE = re.compile(r'^customElements\.define\(("[\w-]+")', re.M)
_EXPORT = re.compile(r"^export (?=const|let|class|function|async function)", re.M)


@cache
def _text(path: str) -> str:
    place = files("fastqueens")
    for part in path.split("/"):
        place = place / part
    return place.read_text(encoding="utf-8")


def _pictures() -> str:
    """Return the pictures that widgets use, as one SVG document."""
    sheet = _text("web/static/icons.svg")
    found = {picture[1]: picture[0] for picture in _PICTURE.finditer(sheet)}
    kept = "".join(found[name] for name in _PICTURES)
    return f'<svg xmlns="http://www.w3.org/2000/svg"><defs>{kept}</defs></svg>'


@cache
def joined(name: str) -> str:
    """Return the module of a widget.

    Parameters
    ----------
    name : str
        A key of `MODULES`.

    Returns
    -------
    str

    Examples
    --------
    >>> joined("board").count("export default")
    1
    """
    palette = json.dumps(json.loads(_text("canvas/palette.json")), separators=(",", ":"))
    parts = [f"const PICTURES = {json.dumps(_pictures())};\nconst PALETTE = {palette};\n"]
    for path in MODULES[name]:
        text = _EXPORT.sub("", _TYPE.sub("", _IMPORT.sub("", _text(path))))
        text = _NAMED.sub(r"\1", text).strip()
        # Pictures are in the same tree. And a page takes an element's name once, while each
        # widget on it loads the module anew: the first one defines it.
        text = _BESIDE.sub('""', text)
        text = _DEFINE.sub(r"customElements.get(\1) ?? customElements.define(\1", text)
        parts.append(f"// ---- {path.rpartition('/')[2]}\n\n{text}\n")
    return "\n".join(parts)
