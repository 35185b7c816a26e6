"""Joins the modules of the page into a few scripts.

The browser would otherwise request 27 modules for the first screen, and a slow link spends most of
the time of a visit on waiting for answers. One script also compresses better than many modules.
Each joined module becomes a function that returns its exports, in the order of the imports. Every
module, joined or not, imports a joined module from its script, so that each module runs only once.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from posixpath import dirname, join, normpath, relpath

__all__ = ["JOINED", "JoinedScripts"]

# The first modules of each script; their imports follow them, unless an earlier script has them.
# These are all joined modules that may be requested by their own names: the modules of screens, and
# the modules that are loaded when they are used. The first script has the frame of the page and
# draws the board of a level; the second one has the rest of Home and Play.
JOINED = {
    "frame.js": ("router.js", "board/codec.js"),
    "first.js": (
        "board/board_element.js",
        "home/home.js",
        "home/tutorial_board.js",
        "queens/play_controller.js",
        "queens/play.js",
    ),
    "help.js": ("base/how_to_play_content.js", "base/shortcuts_dialog.js"),
    "shared.js": (
        "board/player.js",
        "board/frame_buffer.js",
        "base/chart.js",
        "base/search_button.js",
        "base/tree_picture.js",
        "base/present.js",
        "board/settings_dialog.js",
        "board/colour_distance.js",
    ),
    "boards.js": (
        "queens/levels.js",
        "queens/draw.js",
        "queens/draw_tools.js",
        "queens/make.js",
        "queens/import_board.js",
        "queens/play_menu.js",
        "queens/print_boards.js",
    ),
    "watch.js": ("queens/watch.js", "queens/race.js", "queens/lesson_panel.js"),
    "nqueens.js": ("nqueens/nqueens_screen.js",),
    "packing.js": (
        "packing/packing_screen.js",
        "packing/pyramid.js",
        "packing/puzzle_editor.js",
    ),
    "sliding.js": ("sliding/sliding_screen.js",),
    "cover.js": ("cover/cover_screen.js", "cover/steps_panel.js"),
}
_IMPORT = re.compile(r'^import (?:\{([^}]*)\} from )?"(\.[\w./-]+\.js)";', re.M)
_LATE_IMPORT = re.compile(r'\bimport\(\s*"(\.[\w./-]+\.js)"\s*\)')
_EXPORT = re.compile(r"^export (?=(?:(?:async )?function\*?|const|class) (\w+))", re.M)


def _relative(name: str, base: str) -> str:
    """Return the path of a file as an import in the file `base`."""
    path = relpath(name, dirname(base) or ".")
    return path if path.startswith(".") else f"./{path}"


class JoinedScripts:
    """The scripts, and the modules as they are sent beside them.

    Parameters
    ----------
    read : callable
        Returns the code of a module, without comments and indentation.
    """

    def __init__(self, read: Callable[[str], str]) -> None:
        self._read = cache(read)
        found: list[str] = []
        # The script of each joined module, and its name there.
        self._places: dict[str, tuple[str, str]] = {}
        for script, names in JOINED.items():
            for name in names:
                for module in self._add_imports(name, found):
                    self._places.setdefault(module, (script, f"$${len(self._places)}"))
        self.module = cache(self._module)
        self.script = cache(self._script)

    def is_requested(self, module: str) -> bool:
        """Return whether a page may request a module by its own name."""
        return module not in self._places or any(module in names for names in JOINED.values())

    def _add_imports(self, module: str, found: list[str]) -> list[str]:
        """Add a module to a list, behind all modules that it imports."""
        if module not in found:
            for target in self._targets(module):
                self._add_imports(target, found)
            found.append(module)
        return found

    def _targets(self, module: str) -> list[str]:
        """Return the modules that a module imports."""
        names = [name for _, name in _IMPORT.findall(self._read(module))]
        return [normpath(join(dirname(module), name)) for name in names]

    def _module(self, name: str) -> str:
        """Return the code of a module; a joined module only names its exports."""
        if name not in self._places:
            return self._link(name, self._read(name), name)
        script, place = self._places[name]
        exports = ", ".join(_EXPORT.findall(self._read(name)))
        head = f'import {{ {place} }} from "{_relative(script, name)}";\n'
        return f"{head}export const {{ {exports} }} = {place};\n"

    def _script(self, script: str) -> str:
        """Return a joined script."""
        parts = []
        needed: dict[str, str] = {}  # the names from other scripts
        for module, (where, place) in self._places.items():
            if where != script:
                continue
            code = self._read(module)
            for target in self._targets(module):
                other, name = self._places[target]
                if other != script:
                    needed[name] = other
            exports = ", ".join(_EXPORT.findall(code))
            body = self._link(module, _EXPORT.sub("", code), script)
            body = body.replace("import.meta.url", f'new URL("./{module}", import.meta.url)')
            start = f"export const {place} = (() => {{\n"
            parts.append(f"{start}{body}return {{ {exports} }};\n}})();\n")
        head = [f'import {{ {name} }} from "./{other}";\n' for name, other in needed.items()]
        return "".join(head + parts)

    def _link(self, module: str, code: str, into: str) -> str:
        """Return the code of a module with the imports that it has as a part of the file `into`."""

        def replace_import(found: re.Match[str]) -> str:
            target = normpath(join(dirname(module), found[2]))
            if target not in self._places:
                return found[0]
            script, place = self._places[target]
            names = (found[1] or "").replace(" as ", ": ")
            wanted = {name.split(":")[0].strip() for name in names.split(",")} - {""}
            missing = wanted.difference(_EXPORT.findall(self._read(target)))
            if missing:  # Here a wrong name would be undefined; a browser refuses it.
                raise ValueError(f"{module}: {target} does not export {', '.join(sorted(missing))}")
            pattern = f"const {{{names}}} = {place};"
            if into in JOINED:
                return pattern
            return f'import {{ {place} }} from "{_relative(script, into)}"; {pattern}'

        def replace_late_import(found: re.Match[str]) -> str:
            target = normpath(join(dirname(module), found[1]))
            if target not in self._places:
                return f'import("{_relative(target, into)}")'
            script, place = self._places[target]
            return f'import("{_relative(script, into)}").then((x) => x.{place})'

        return _LATE_IMPORT.sub(replace_late_import, _IMPORT.sub(replace_import, code))
