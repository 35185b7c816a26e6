"""Have Cython write the C of extension modules, all in one process. CMakeLists.txt runs it.

    python tools/translate.py src/fastqueens/_kernels OUT SHARED queens/stars sliding/ida ...

The first folder's `queens/stars.pyx` becomes `queens/stars.c` in OUT, and imports from the module
SHARED what all of them share. What is newer than its sources is left alone. A process for each
module took four times as long: most of it to start Cython and to read Cython's own files.
"""

from __future__ import annotations

import sys
from pathlib import Path

from Cython.Compiler.Main import setuptools_main as cython  # the command `cython`


def main() -> None:
    """Translate what is older than its sources; ends with exit code 1 at the first error."""
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
        sys.argv[1:] += ["--module-name", module, str(source), "--output-file", str(made)]
        cython()


if __name__ == "__main__":
    main()
