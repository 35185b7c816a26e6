"""Writes the page as a folder of files, for a host that only sends files.

The engine runs in the browser. Answers that never change are files, too, so that a game begins
before the engine is loaded. All addresses are relative, so the folder can have any address.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from hashlib import blake2b
from pathlib import Path

from fastqueens._kernels import VARIANTS
from fastqueens._version import __version__
from fastqueens.atomic_file import AtomicFile, write_errors
from fastqueens.results import InputError
from fastqueens.web import static_files
from fastqueens.web.answers import encode_json
from fastqueens.web.engine_files import LOCK, engine_files, find_wheel
from fastqueens.web.policy import SITE_POLICY
from fastqueens.web.questions import QUESTIONS

__all__ = ["Site", "write_site"]

_LIST = "fastqueens-site.json"  # the names of all files that were written
_PAST_DAYS = 31  # the daily boards of these days before today are files, too


@dataclass(frozen=True)
class Site:
    """A folder that was written.

    Attributes
    ----------
    files : int
        The number of its files.
    size : int
        Their bytes.
    """

    files: int
    size: int


def write_site(
    out: str | os.PathLike[str],
    *,
    wheel: str | os.PathLike[str] | None = None,
    pyodide: str | os.PathLike[str] | None = None,
    days: int = 366,
    today: date | None = None,
    report: Callable[[str], object] = print,
) -> Site:
    """Write the page as a folder of files, with the engine inside.

    A folder that this function has written is updated; other files in it stay.

    Parameters
    ----------
    out : path-like
        The folder: a new one, an empty one, or one that this function has written.
    wheel : path-like, optional
        The wheel of this package for Pyodide; by default the one in the folder `pyodide`, or in the
        current folder or ``dist``.
    pyodide : path-like, optional
        A folder with Pyodide and the wheels of NumPy and msgspec, as ``tools/wasm.py --set`` makes
        it; by default, they are downloaded from the distribution of Pyodide.
    days : int
        How many daily boards from `today` on are files; the engine makes the others.
    today : date, optional
        The first of these days.
    report : callable
        Takes lines about the progress.

    Raises
    ------
    InputError
        If a file cannot be read or written, or if the folder has files of others.
    """
    folder = Path(out)
    old = _check_folder(folder)
    given = None if pyodide is None else Path(pyodide)
    folders = [Path(), Path("dist")] if given is None else [given]
    engine = engine_files(
        find_wheel(None if wheel is None else Path(wheel), folders),
        given,
        report,
    )
    digest = blake2b(digest_size=6)
    for name in sorted(engine):
        digest.update(name.encode() + engine[name])
    home = f"engine-{digest.hexdigest()}"
    contents = {f"{home}/{name}": data for name, data in engine.items()}
    size = sum(len(data) for name, data in engine.items() if not name.startswith("pillow-"))
    first = today or date.today()
    report(f"making the boards of {_PAST_DAYS + days} days")
    contents |= dict(_answers(engine, first, days))
    names = static_files.visited_files(with_engine=True)
    contents |= {f"static/{name}": _static_file(name) for name in names}
    needed = [name for name in contents if name.startswith(home) and "/pillow-" not in name]
    contents[static_files.SERVICE_WORKER] = static_files.service_worker(needed)[0]
    contents["index.html"] = _index(f"{home}/", size)
    _write(folder, contents, old)
    return Site(len(contents) + 1, sum(map(len, contents.values())))


def _check_folder(folder: Path) -> set[str]:
    """Return the files that an earlier call has written; raise `InputError` for other files."""
    with write_errors(folder):
        if not folder.exists():
            return set()
        if not folder.is_dir():
            raise InputError("found a file, expected a folder", source=str(folder))
        # A folder that a version control system publishes has hidden files.
        others = sorted(x.name for x in folder.iterdir() if not x.name.startswith("."))
        try:
            found = json.loads((folder / _LIST).read_bytes())
            return {str(name) for name in found["files"]}
        except (OSError, ValueError, KeyError, TypeError):
            if not others:
                return set()
    raise InputError(
        f"found {others[0]}, expected an empty folder or one that fastqueens site has written",
        source=str(folder),
    )


def _static_file(name: str) -> bytes:
    return static_files.sent_file(name)[0]


def _index(home: str, size: int) -> bytes:
    """Return the page, with its policy and the place and size of its engine."""
    links = "".join(
        f'\n<link rel="modulepreload" href="static/{name}">' for name in static_files.FIRST_MODULES
    )
    head = (
        '<meta charset="utf-8">'
        f'\n<meta http-equiv="Content-Security-Policy" content="{SITE_POLICY}">'
        f'\n<meta name="engine" content="{home}" data-bytes="{size}">{links}'
    )
    page = _static_file("index.html").decode()
    return page.replace('<meta charset="utf-8">', head, 1).encode()


def _answers(engine: Mapping[str, bytes], today: date, days: int) -> Iterator[tuple[str, bytes]]:
    """Yield the files with the answers that never change."""
    addresses = ["pack", "levels"]
    sizes = QUESTIONS["/api/levels"].handler({})["sizes"]
    addresses += [f"levels?n={size['n']}&stars={size['stars']}" for size in sizes]
    some = range(-_PAST_DAYS, days)
    addresses += [f"daily?date={(today + timedelta(day)).isoformat()}" for day in some]
    for address in addresses:
        path, _, query = address.partition("?")
        words = dict(part.split("=") for part in query.split("&")) if query else {}
        yield _file_of(address), encode_json(QUESTIONS[f"/api/{path}"].handler(words))
    info = QUESTIONS["/api/info"].handler({}) | _engine_facts(json.loads(engine[LOCK]))
    yield _file_of("info"), encode_json(info)


def _file_of(address: str) -> str:
    """Return the file with the answer to a question; base/addresses.js has the same rule."""
    return f"data/{address.translate(str.maketrans('?&=', '---'))}.json"


def _engine_facts(lock: dict[str, dict[str, dict[str, str]]]) -> dict[str, object]:
    """Return the facts about the engine that differ from the facts about this computer."""
    return {
        "python": f"{lock['info']['python']} (WebAssembly)",
        "numpy": lock["packages"]["numpy"]["version"],
        "compiler": None,
        "cpu": ["scalar"],
        "forced": None,
        "kernels": dict.fromkeys(VARIANTS, "scalar"),
    }


def _write(folder: Path, contents: Mapping[str, bytes], old: set[str]) -> None:
    """Write the files, the page last; then remove the files of an earlier version."""
    foreign = next((x for x in contents if x not in old and (folder / x).exists()), None)
    if foreign is not None:
        raise InputError("found a file of another program here", source=str(folder / foreign))
    # First, the list: an interrupted call can be repeated.
    listed = {"version": __version__, "files": sorted({*contents, *old})}
    _write_file(folder / _LIST, json.dumps(listed, indent=1).encode())
    for name, data in contents.items():
        _write_file(folder / name, data)
    for name in old - set(contents):
        path = folder / name
        with write_errors(path):
            path.unlink(missing_ok=True)
            if path.parent != folder and not any(path.parent.iterdir()):
                path.parent.rmdir()
    listed["files"] = sorted(contents)
    _write_file(folder / _LIST, json.dumps(listed, indent=1).encode())


def _write_file(path: Path, data: bytes) -> None:
    with write_errors(path):
        path.parent.mkdir(parents=True, exist_ok=True)
    with AtomicFile(path) as file:
        file.write(data)
