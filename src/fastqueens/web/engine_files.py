"""The files of the engine of a page without a server: Pyodide, and the wheels that it loads.

They come from the distribution of Pyodide, or from a folder that has the same files. What they are
and where they are is written in ``pyodide.json`` beside this module.
"""

from __future__ import annotations

import json
import re
import zipfile
from collections.abc import Callable, Iterable
from hashlib import sha256
from importlib.resources import files
from io import BytesIO
from pathlib import Path
from typing import Any
from zipfile import ZipFile

from fastqueens._version import __version__
from fastqueens.results import InputError

__all__ = ["LOCK", "engine_files", "find_wheel"]

LOCK = "pyodide-lock.json"
_PINS = json.loads((files("fastqueens.web") / "pyodide.json").read_text())
_NEEDED, _OPTIONAL = ("numpy", "msgspec"), ("pillow",)
_TIMEOUT = 60  # seconds without an answer of the distribution
# Parts of the wheels that the page never imports.
_UNUSED = re.compile(
    r"fastqueens/(cli|reference|widgets|web/static)/|fastqueens/web/(app|server|http_files)\.py"
    r"|numpy/(f2py|random|distutils|_pyinstaller|doc)/|(.*/)?(tests|include)/|numpy/.*test[^/]*\.so"
    r"|.*\.(pyi|pyx|pxd|h|a|in|ini|c)$|.*/py\.typed$|numpy/conftest\.py|.*/licenses/LICENSES_bundled"
)
_TIME = (2020, 1, 1, 0, 0, 0)  # so that equal wheels have equal bytes


def find_wheel(given: Path | None, folders: Iterable[Path]) -> Path:
    """Return the wheel of this package for Pyodide: the given one, or the one in a folder.

    Raises
    ------
    InputError
        If there is none, or if it has another version.
    """
    if given is None:
        name = f"fastqueens-{__version__}-*wasm32.whl"
        found = sorted(path for folder in folders for path in folder.glob(name))
        if not found:
            raise InputError(
                f"found no wheel of fastqueens {__version__} for browsers; name one with --wheel. "
                "In a checkout, python tools/wasm.py dist makes it"
            )
        return found[-1]
    parts = given.name.split("-")
    if parts[0] != "fastqueens" or not given.name.endswith("wasm32.whl"):
        what = f"fastqueens-{__version__}-...-wasm32.whl"
        raise InputError(f"expected a wheel of fastqueens for browsers: {what}", source=str(given))
    if parts[1] != __version__:
        raise InputError(
            f"found version {parts[1]}, expected {__version__}, the version of this command",
            source=str(given),
        )
    return given


def engine_files(
    wheel: Path, folder: Path | None, report: Callable[[str], object]
) -> dict[str, bytes]:
    """Return the contents of all files of the engine by their names.

    Parameters
    ----------
    wheel : Path
        The wheel of this package.
    folder : Path, optional
        A folder with the wheels and the files of Pyodide, here or in ``pyodide``; None for the
        distribution of Pyodide.
    report : callable
        Takes a line about each file that is downloaded.
    """
    read = _from_distribution(report) if folder is None else _from_folder(folder)
    found = {name: read(name, digest) for name, digest in _PINS["files"].items()}
    lock = json.loads(found[LOCK])
    wheels = {"fastqueens": (wheel.name, _read(wheel))}
    for name in (*_NEEDED, *_OPTIONAL):
        entry = lock["packages"][name]
        if folder is None:
            file = entry["file_name"]
            wheels[name] = file, read(file, entry["sha256"])
        elif (path := _wheel_in(folder, name)) is not None:
            wheels[name] = path.name, _read(path)
        elif name in _NEEDED:
            raise InputError(
                f"found no wheel of {name}, expected one such as {entry['file_name']}",
                source=str(folder),
            )
    packages = {}
    for name, (file, data) in wheels.items():
        found[file] = _without_unused(data, file)
        packages[name] = _lock_entry(name, file, found[file])
    packages["fastqueens"]["depends"] = list(_NEEDED)
    found[LOCK] = json.dumps({"info": lock["info"], "packages": packages}, indent=1).encode()
    return found


def _lock_entry(name: str, file: str, data: bytes) -> dict[str, Any]:
    """Return what the lock file of Pyodide says about a wheel."""
    return {
        "name": name,
        "version": file.split("-")[1],
        "file_name": file,
        "install_dir": "site",
        "sha256": sha256(data).hexdigest(),
        "package_type": "package",
        "imports": ["PIL" if name == "pillow" else name],
        "depends": [],
        "unvendored_tests": False,
    }


def _wheel_in(folder: Path, name: str) -> Path | None:
    """Return the newest wheel of a package for Pyodide in a folder."""
    return max(folder.glob(f"{name}-*wasm32.whl"), default=None)


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror}", source=str(path)) from None


def _check(data: bytes, digest: str, source: str) -> bytes:
    """Return the content of a file if it has the expected hash."""
    found = sha256(data).hexdigest()
    if found != digest:
        raise InputError(
            f"found a file with the SHA-256 {found}, expected {digest}, that of Pyodide "
            f"{_PINS['version']}",
            source=source,
        )
    return data


def _from_folder(folder: Path) -> Callable[[str, str], bytes]:
    inner = folder / "pyodide"  # tools/wasm.py puts the wheels beside it
    if inner.is_dir():
        folder = inner
    return lambda name, digest: _check(_read(folder / name), digest, str(folder / name))


def _from_distribution(report: Callable[[str], object]) -> Callable[[str, str], bytes]:
    from urllib.error import URLError
    from urllib.request import urlopen

    def download(name: str, digest: str) -> bytes:
        address = _PINS["core" if name in _PINS["files"] else "packages"] + name
        report(f"loading {address}")
        try:
            with urlopen(address, timeout=_TIMEOUT) as reply:
                return _check(reply.read(), digest, address)
        except (URLError, TimeoutError, ConnectionError) as error:
            reason = getattr(error, "reason", error)
            raise InputError(
                f"cannot be loaded: {reason}; without a network, name a folder with --pyodide",
                source=address,
            ) from None

    return download


def _without_unused(wheel: bytes, source: str) -> bytes:
    """Return a wheel without the parts that the page never imports, compressed well."""
    made = BytesIO()
    try:
        with ZipFile(BytesIO(wheel)) as old, ZipFile(made, "w") as new:
            for name in sorted(old.namelist()):
                if name.endswith("/") or _UNUSED.match(name):
                    continue
                entry = zipfile.ZipInfo(name, _TIME)
                entry.compress_type = zipfile.ZIP_DEFLATED
                entry.external_attr = 0o644 << 16
                new.writestr(entry, old.read(name), compresslevel=9)
    except (zipfile.BadZipFile, NotImplementedError, RuntimeError, EOFError) as error:
        raise InputError(f"found a file that is not a wheel ({error})", source=source) from None
    return made.getvalue()
