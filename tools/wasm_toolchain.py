"""The pinned pieces that build fastqueens for WebAssembly, and where to get them.

Everything comes from package registries by its name and version:

- zig (clang, the linker wasm-ld and ar) is the PyPI package `ziglang`, installed by `pip`;
- Pyodide, the CPython that runs the modules, is a package of npm;
- the headers of Emscripten's C library and the headers of CPython are Debian packages. The packages
  are unpacked into the cache and not installed; no program in them runs.

    pip install $(python tools/wasm_toolchain.py)    # what the tools need from PyPI

Change a version below on purpose only, and then run tests/test_wasm.py. The headers are older than
the Emscripten of Pyodide, so `wasm_modules.check` compares the type of each import with Pyodide.
"""

from __future__ import annotations

import hashlib
import importlib.metadata
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
NOT_AVAILABLE = 77

# The one place of the versions, except that of Pyodide, which `fastqueens site` needs too.
PYODIDE = json.loads((ROOT / "src/fastqueens/web/pyodide.json").read_text())["version"]
PYTHON = "3.14"  # the Python of this Pyodide
ZIG = "0.17.1"
REQUIREMENTS = ("cython>=3.2", "scikit-build-core>=0.10", "ninja")
NUMPY = "2.4.6"  # the NumPy of this Pyodide
MSGSPEC = "0.22.0"
# (package, release of Debian, version). Any CPython 3.14 has the same binary interface, so the last
# release before a stable one is good enough.
EMSCRIPTEN_HEADERS = ("emscripten", "bookworm", "3.1.6~dfsg-5")
PYTHON_HEADERS = (f"libpython{PYTHON}-dev", "forky", f"{PYTHON}.*")


class Missing(Exception):
    """A piece of the toolchain is not available here; the message says how to get it."""


def exit_code(work: Callable[[], None]) -> int:
    """Run a tool; return its exit code, which is 77 if a piece is missing."""
    try:
        work()
    except Missing as missing:
        print(f"{Path(sys.argv[0]).stem}: not available: {missing}", file=sys.stderr)
        return NOT_AVAILABLE
    return 0


def run(command: list[str], where: Path | None = None, **variables: str) -> str:
    """Run a program; return its output. An error ends the tool with the program's messages."""
    variables = os.environ | {"PATH": search_path()} | variables
    done = subprocess.run(
        command, cwd=where, env=variables, capture_output=True, text=True, check=False
    )
    if done.returncode:
        sys.exit(f"{' '.join(command)[:200]}\n{(done.stdout + done.stderr).strip()[-4000:]}")
    return done.stdout


def cache_folder() -> Path:
    """Return the folder that keeps downloaded packages and the built NumPy for later runs."""
    home = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    folder = Path(home) / "fastqueens" / "wasm"
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def cached(name: str, make: Callable[[Path], None]) -> Path:
    """Return a file or folder of the cache; `make` writes it at the path that it gets.

    It is renamed at the end, so that an interrupted download or build leaves nothing half done.
    """
    folder = cache_folder()
    path = folder / name
    if not path.exists():
        with tempfile.TemporaryDirectory(prefix=".new-", dir=folder) as new:
            made = Path(new) / name
            make(made)
            try:
                made.rename(path)
            except OSError:  # another process was faster
                if not path.exists():
                    raise
    return path


def search_path() -> str:
    """Return PATH with the programs that pip installed beside this Python first."""
    return f"{Path(sys.executable).parent}{os.pathsep}{os.environ.get('PATH', os.defpath)}"


def program(name: str, purpose: str) -> str:
    """Return the path of an installed program."""
    found = shutil.which(name, path=search_path())
    if found is None:
        raise Missing(f"`{name}` is not installed; it is needed {purpose}")
    return found


@cache
def zig() -> str:
    """Return the path of the pinned zig."""
    try:
        version = importlib.metadata.version("ziglang")
    except importlib.metadata.PackageNotFoundError:
        version = None
    if version != ZIG:
        found = f"ziglang {version} is installed" if version else "ziglang is not installed"
        raise Missing(f"{found}; run `pip install ziglang=={ZIG}`")
    import ziglang  # type: ignore[import-not-found]

    return str(Path(ziglang.__file__).parent / "zig")


# Pyodide, from npm.


def pyodide() -> Path:
    """Return the unpacked npm package of Pyodide."""
    return cached(f"pyodide-{PYODIDE}", _unpack_pyodide)


def _unpack_pyodide(to: Path) -> None:
    npm = program("npm", "to get Pyodide")
    command = [npm, "pack", "--silent", f"pyodide@{PYODIDE}"]
    done = subprocess.run(command, cwd=to.parent, capture_output=True, text=True, check=False)
    if done.returncode:
        raise Missing(f"npm has no pyodide@{PYODIDE} for us: {done.stderr.strip()[-500:]}")
    with tarfile.open(to.parent / f"pyodide-{PYODIDE}.tgz") as archive:
        archive.extractall(to.parent, filter="data")
    (to.parent / "package").rename(to)


@cache
def sysconfig() -> dict[str, Any]:
    """Return the build variables of Pyodide's Python."""
    with zipfile.ZipFile(pyodide() / "python_stdlib.zip") as library:
        name = next(x for x in library.namelist() if x.startswith("_sysconfigdata_"))
        text = library.read(name)
    words: dict[str, Any] = {}
    exec(text, words)  # a dictionary with format strings, so that ast.literal_eval cannot read it
    variables: dict[str, Any] = words["build_time_vars"]
    if variables["VERSION"] != PYTHON:
        sys.exit(f"Pyodide {PYODIDE} has Python {variables['VERSION']}, expected {PYTHON}")
    return variables


def wheel_tag() -> str:
    """Return the tag of wheels with modules for this Pyodide, as PEP 783 defines it."""
    python = "cp" + PYTHON.replace(".", "")
    return f"{python}-{python}-pyemscripten_{sysconfig()['PYODIDE_ABI_VERSION']}_wasm32"


# Headers, from Debian packages.


def headers() -> tuple[Path, Path]:
    """Return the folders of the headers: of Emscripten's C library and of CPython."""
    pins = "-".join([*EMSCRIPTEN_HEADERS, *PYTHON_HEADERS, PYODIDE])
    name = f"headers-{hashlib.sha256(pins.encode()).hexdigest()[:12]}"
    folder = cached(name, _unpack_headers)
    return folder / "emscripten", folder / "python"


def _unpack_headers(to: Path) -> None:
    program("dpkg-deb", "to unpack headers")
    packages = [EMSCRIPTEN_HEADERS, PYTHON_HEADERS]
    to.mkdir()
    for archive in _download(to.parent, packages):
        tree = to.parent / archive.stem
        run(["dpkg-deb", "-x", str(archive), str(tree)])
    root = next(to.parent.glob("emscripten_*/usr/share/emscripten/cache/sysroot/include"))
    root.rename(to / "emscripten")
    # In Emscripten 3.1.6 these types have 32 bits; in that of Pyodide they have 64.
    types = to / "emscripten" / "bits" / "alltypes.h"
    wide = r"typedef _Int64 \1;"
    types.write_text(
        re.sub(r"^typedef long (time_t|suseconds_t);", wide, types.read_text(), flags=re.M)
    )
    usr = next(to.parent.glob("libpython*/usr/include"))
    native = next(usr.glob(f"*/python{PYTHON}/pyconfig.h")).read_text()
    (usr / f"python{PYTHON}").rename(to / "python")
    (to / "python" / "pyconfig.h").write_text(_pyconfig(native))


def _download(folder: Path, packages: list[tuple[str, str, str]]) -> list[Path]:
    """Download Debian packages, of releases other than this machine's too, and install nothing."""
    apt = program("apt-get", "to get headers from Debian packages")
    text = run(
        [apt, "indextargets", "--format", "$(REPO_URI)|$(SIGNED_BY)", "Created-By: Packages"]
    )
    mirrors = dict(line.split("|", 1) for line in text.splitlines())
    mirror = next((x for x in mirrors if x.rstrip("/").endswith("/debian")), None)
    if mirror is None:
        raise Missing("the package sources of this machine name no mirror of Debian")
    keys = mirrors[mirror]
    if keys.startswith("$"):  # old versions of apt-get do not know this word
        keys = "/usr/share/keyrings/debian-archive-keyring.gpg"
    sources = folder / "sources.list"
    sources.write_text(
        "".join(f"deb [signed-by={keys}] {mirror} {x} main\n" for _, x, _ in packages)
    )
    (folder / "lists" / "partial").mkdir(parents=True)
    (folder / "archives" / "partial").mkdir(parents=True)
    options = [
        f"-oDir::Etc::sourcelist={sources}",
        "-oDir::Etc::sourceparts=-",
        f"-oDir::State::lists={folder}/lists",
        f"-oDir::Cache={folder}",
        "-oAPT::Sandbox::User=root",
        "-qq",
    ]
    names = [f"{name}={version}" for name, _, version in packages]
    for command in (["update"], ["download", *names]):
        done = subprocess.run(
            [apt, *options, *command], cwd=folder, capture_output=True, text=True, check=False
        )
        if done.returncode:
            raise Missing(f"apt-get {' '.join(command)}: {done.stderr.strip()[-500:]}")
    found = sorted(folder.glob("*.deb"))
    if len(found) != len(packages):
        raise Missing(f"apt-get downloaded {len(found)} of {len(packages)} packages of headers")
    return found


def _pyconfig(native: str) -> str:
    """Return a pyconfig.h with the names of another one and the values of Pyodide's Python."""
    values = sysconfig()
    lines = ["#ifndef Py_PYCONFIG_H", "#define Py_PYCONFIG_H"]
    for line in native.splitlines():
        match = re.match(r"#\s*define (\w+)|/\* #undef (\w+)", line)
        if match is None:
            continue
        name = match[1] or match[2]
        if values.get(name) not in (None, 0, ""):
            lines.append(f"#define {name} {values[name]}")
        elif match[1] and name.startswith("_") and name not in values:
            # sysconfig has no value of names such as _GNU_SOURCE.
            lines += [f"#ifndef {name}", line.strip(), "#endif"]
    return "\n".join([*lines, "#endif", ""])


# The compiler and the linker.

# Without `generic` clang writes instructions that Node.js 20 does not know.
CPU = "generic"


def compiler(language: str = "cc", features: str = "") -> list[str]:
    """Return the command that compiles C (`cc`) or C++ (`c++`) for Pyodide."""
    clang = zig()
    library, python = headers()
    return [
        *(clang, language, "-target", "wasm32-emscripten", f"-mcpu={CPU}{features}", "-fPIC"),
        *("-isystem", f"{library}/compat", "-isystem", str(library), "-I", str(python)),
        # Emscripten's own driver defines this name; the headers of CPython ask for it.
        "-D__EMSCRIPTEN_major__=4",
    ]


def linker(name: str) -> list[str]:
    """Return the command that links the extension module `name`, a side module of Pyodide."""
    return [
        *(zig(), "wasm-ld", "--experimental-pic", "-shared", "-Bsymbolic", "--strip-debug"),
        *("--unresolved-symbols=import-dynamic", f"--export=PyInit_{name}"),
    ]


if __name__ == "__main__":
    print(f"ziglang=={ZIG}", *REQUIREMENTS)
