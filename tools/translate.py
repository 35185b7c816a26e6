"""Translate Cython modules to C in a single process. CMakeLists.txt runs this script.

    python tools/translate.py src/fastqueens/_kernels OUT SHARED queens/stars sliding/ida ...

It translates `queens/stars.pyx` in the first folder to `queens/stars.c` in OUT. The module SHARED
holds the code that all modules share. Files newer than their sources are not translated again. One
process per module took four times as long, mostly to start Cython and to read its own files.

Every module declares that it needs no global interpreter lock: a Python without this lock
(free-threaded) would otherwise turn it on when it imports the module.
"""

from __future__ import annotations

import sys
from pathlib import Path

# The function behind the command `cython`.
from Cython.Compiler.Main import setuptools_main as cython


def main() -> None:
    """Translate the outdated modules; exit with code 1 at the first error."""
    room, out, shared = Path(sys.argv[1]).resolve(), Path(sys.argv[2]), sys.argv[3]
    package = room.parents[1]
    common = max(path.stat().st_mtime for path in [*room.rglob("*.pxd"), Path(__file__)])
    for path in sys.argv[4:]:
        source, made = room / f"{path}.pyx", out / f"{path}.c"
        if made.exists() and made.stat().st_mtime > max(common, source.stat().st_mtime):
            continue
        made.parent.mkdir(parents=True, exist_ok=True)
        module = ".".join([*room.relative_to(package).parts, *path.split("/")])
        sys.argv[1:] = ["-3", "-Werror", "-I", str(package), f"--shared={shared}"]
        sys.argv[1:] += ["-X", "freethreading_compatible=True"]
        sys.argv[1:] += ["--module-name", module, str(source), "--output-file", str(made)]
        cython()


if __name__ == "__main__":
    main()
