"""The page as files, with stand-ins for Pyodide and the wheels: the engine does not start."""

from __future__ import annotations

import json
import zipfile
from datetime import date
from hashlib import sha256

from fastqueens import __version__
from fastqueens.web import engine_files
from fastqueens.web.site import write_site

WHEEL = f"fastqueens-{__version__}-cp314-cp314-pyemscripten_2026_0_wasm32.whl"
CORE = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip")
DAY = date(2026, 11, 27)


def make_wheel(path, files=None):
    with zipfile.ZipFile(path, "w") as archive:
        for name, text in (files or {"x/__init__.py": "", "x/tests/test_x.py": "1"}).items():
            archive.writestr(name, text)
    return path


def make_pieces(folder, monkeypatch):
    """Fill a folder with stand-ins for Pyodide and the wheels."""
    folder.mkdir()
    contents = {name: name.encode() * 3 for name in CORE}
    make_wheel(folder / WHEEL)
    packages = {}
    for name in ("numpy", "msgspec", "pillow"):
        file = f"{name}-1.2-cp314-cp314-pyemscripten_2026_0_wasm32.whl"
        made = make_wheel(folder / file).read_bytes()
        packages[name] = {"file_name": file, "sha256": sha256(made).hexdigest(), "name": name}
    lock = {"info": {"python": "3.14.2"}, "packages": packages}
    contents["pyodide-lock.json"] = json.dumps(lock).encode()
    for name, data in contents.items():
        (folder / name).write_bytes(data)
    digests = {name: sha256(data).hexdigest() for name, data in contents.items()}
    monkeypatch.setitem(engine_files._PINS, "files", digests)
    return folder


def publish(out, pieces, **words):
    given = {"wheel": pieces / WHEEL, "pyodide": pieces, "days": 1, "today": DAY}
    return write_site(out, report=lambda _: None, **given | words)
