"""Bundles the JavaScript modules of a widget into the single module that anywidget accepts.

A widget's module is loaded from a string, so it cannot import other files. The bundle is the text
of all modules without their imports and exports; therefore no two modules may share a top-level
name. `storage_stub.js` replaces the page's storage. Icons and palette are written into the bundle.
"""

from __future__ import annotations

import json
import re
from functools import cache
from importlib.resources import files

__all__ = ["MODULES", "bundle", "loader"]

_FILM_MODULES = (
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
    "sliding": (
        *_FILM_MODULES, "web/static/sliding/sliding_model.js", "widgets/static/sliding.js",
    ),
    "packing": (*_FILM_MODULES, "widgets/static/packing.js"),
    "film": (*_FILM_MODULES, "widgets/static/film.js"),
}  # fmt: skip
_ICONS = ("undo", "redo", "clear", "check", "hint", "auto", "close", "next", "back", "first",
          "last", "play", "pause", "solve", "explain", "stop", "trophy")  # fmt: skip

_IMPORT = re.compile(r"^import\b[^;]*;\n", re.M)
_TYPEDEF = re.compile(r"^/\*\* @typedef \{import\(\"[^\"]+\"\)\.(\w+)\} \1 \*/\n", re.M)
_TYPE_IMPORT = re.compile(r"import\(\"[^\"]+\"\)\.(\w+)")
_ICON = re.compile(r'^<\w+ id="(\w+)".*>$', re.M)
_FILE_URL = re.compile(r"new URL\([\"`][^\"`]+[\"`], import\.meta\.url\)\.pathname")
_DEFINE = re.compile(r'^customElements\.define\(("[\w-]+")', re.M)
_EXPORT = re.compile(r"^export (?=const|let|class|function|async function)", re.M)


@cache
def _read(path: str) -> str:
    return files("fastqueens").joinpath(*path.split("/")).read_text(encoding="utf-8")


def _icons() -> str:
    """Return the icons that widgets use, as one SVG document."""
    icons = {match[1]: match[0] for match in _ICON.finditer(_read("web/static/icons.svg"))}
    used = "".join(icons[name] for name in _ICONS)
    return f'<svg xmlns="http://www.w3.org/2000/svg"><defs>{used}</defs></svg>'


@cache
def bundle(name: str) -> str:
    """Return the JavaScript module of a widget.

    Examples
    --------
    >>> bundle("board").count("export default")
    1
    """
    palette = json.dumps(json.loads(_read("canvas/palette.json")), separators=(",", ":"))
    parts = [f"const PICTURES = {json.dumps(_icons())};\nconst PALETTE = {palette};\n"]
    for path in MODULES[name]:
        text = _EXPORT.sub("", _TYPEDEF.sub("", _IMPORT.sub("", _read(path))))
        text = _TYPE_IMPORT.sub(r"\1", text).strip()
        # The icons are in the same document, so their file has no address.
        text = _FILE_URL.sub('""', text)
        # A page may load several copies of the module, but it defines an element only once.
        text = _DEFINE.sub(r"customElements.get(\1) ?? customElements.define(\1", text)
        parts.append(f"// ---- {path.rpartition('/')[2]}\n\n{text}\n")
    return "\n".join(parts)


@cache
def loader() -> str:
    """Return the module that loads the code which all widgets of a kind share.

    Examples
    --------
    >>> len(loader()) < 2_500 < len(bundle("board"))
    True
    """
    return _TYPEDEF.sub("", _read("widgets/static/loader.js"))
