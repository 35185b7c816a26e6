"""Build the wheel for Linux on 64-bit ARM by cross compiling, and run it by emulation.

    apt-get install qemu-user gcc-aarch64-linux-gnu libc6-dev-arm64-cross
    pip install 'scikit-build-core>=0.10' 'cython>=3.2' cmake ninja
    python tools/arm_wheel.py

The Python for ARM comes from Debian's packages, NumPy from its wheel. Both are unpacked into a
temporary folder; nothing is installed. The emulated Python counts the solutions of 150 boards, and
the numbers must equal those in ../shared/oracles. The exit code is 1 if anything fails, and 77 if a
piece is missing here.
"""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
BOARDS = ROOT.parent / "shared" / "oracles" / "queens_sample.txt"
COMPILER = "aarch64-linux-gnu-gcc"
EMULATOR = "qemu-aarch64"
PYTHON = f"python{sys.version_info.major}.{sys.version_info.minor}"
MISSING = 77

# Builds the wheel in a folder; sysconfig describes the Python for ARM meanwhile.
BUILD = """
import sys
from scikit_build_core.build import build_wheel
build_wheel(sys.argv[1], {
    "build-dir": sys.argv[2],
    "cmake.define.CMAKE_SYSTEM_NAME": "Linux",
    "cmake.define.CMAKE_SYSTEM_PROCESSOR": "aarch64",
    "cmake.define.CMAKE_C_COMPILER": sys.argv[3],
    "cmake.define.CMAKE_C_FLAGS_RELEASE": "-O1 -DNDEBUG",
})
"""

# Each line of the file: n, the number of solutions up to 1000, and the labels of all cells.
COUNT = """
import platform, sys
import numpy as np
from fastqueens import queens
wrong = boards = 0
for line in open(sys.argv[1]):
    if line.startswith("#") or boards == 150:
        continue
    n, solutions, labels = line.split()
    rows = [labels[i:i + int(n)] for i in range(0, len(labels), int(n))]
    wrong += int(queens.count(rows, limit=1000)) != int(solutions)
    boards += 1
print(platform.machine(), boards, wrong)
"""


class Missing(Exception):
    """A piece that this check needs is not available here."""


def run(command: list[str | Path], **settings: str) -> str:
    """Run a command and return its output."""
    environment = {**os.environ, **settings}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(f"{command[0]}: {done.stderr.strip() or done.stdout.strip()}")
    return done.stdout


def unpack_python(folder: Path) -> Path:
    """Download Debian's Python for ARM with all libraries; return the folder of its files."""
    for name in ("state/lists/partial", "cache/archives/partial"):
        (folder / name).mkdir(parents=True)
    (folder / "status").touch()
    (folder / "apt.conf").write_text(
        f'Dir::State "{folder}/state";\nDir::State::status "{folder}/status";\n'
        f'Dir::Cache "{folder}/cache";\nAPT::Architecture "arm64";\n'
        'APT::Architectures { "arm64"; };\nAPT::Sandbox::User "root";\n'
    )
    config = {"APT_CONFIG": str(folder / "apt.conf")}
    packages = [f"{PYTHON}-minimal", f"lib{PYTHON}-stdlib", "libstdc++6"]
    install = ["apt-get", "install", "-qq", "-y", "--download-only", "--no-install-recommends"]
    try:
        run(["apt-get", "update", "-qq"], **config)
        run([*install, *packages], **config)
    except RuntimeError as error:
        raise Missing(f"{PYTHON} for ARM: {str(error).splitlines()[-1]}") from None
    root = folder / "root"
    for archive in sorted((folder / "cache" / "archives").glob("*.deb")):
        run(["dpkg-deb", "-x", archive, root])
    if not (root / "lib").exists():
        (root / "lib").symlink_to("usr/lib")
    return root


def build_wheel(root: Path, folder: Path) -> Path:
    """Cross compile the wheel for the Python in `root`; return its path."""
    library = root / "usr" / "lib" / PYTHON
    # Debian has the same file under two names.
    described = min(library.glob("_sysconfigdata_*aarch64*.py"), key=lambda path: len(path.name))
    (folder / "sysconfig").mkdir()
    shutil.copy(described, folder / "sysconfig")
    run(
        [sys.executable, "-c", BUILD, folder, folder / "build", shutil.which(COMPILER) or COMPILER],
        PYTHONPATH=str(folder / "sysconfig"),
        _PYTHON_HOST_PLATFORM="linux-aarch64",
        _PYTHON_SYSCONFIGDATA_NAME=described.stem,
        CC=COMPILER,
    )
    [wheel] = folder.glob("*.whl")
    return wheel


def download_numpy(folder: Path) -> Path:
    """Download the wheel of NumPy for ARM; return its path."""
    platforms = [f"manylinux_2_{minor}_aarch64" for minor in (28, 27, 17)]
    pip = [sys.executable, "-m", "pip", "download", "-q", "--no-deps", "--only-binary", ":all:"]
    for platform in [*platforms, "manylinux2014_aarch64"]:
        pip += ["--platform", platform]
    try:
        run([*pip, "-d", folder / "numpy", "numpy"])
    except RuntimeError as error:
        raise Missing(f"NumPy for ARM: {str(error).splitlines()[-1]}") from None
    [wheel] = (folder / "numpy").glob("*.whl")
    return wheel


def check() -> str:
    """Build and run the wheel; return one line that says what was done."""
    for program in (COMPILER, EMULATOR, "apt-get", "dpkg-deb"):
        if shutil.which(program) is None:
            raise Missing(f"{program} is not installed")
    for package in ("scikit_build_core", "Cython"):
        if importlib.util.find_spec(package) is None:
            raise Missing(f"the package {package} is not installed")
    if not BOARDS.is_file():
        raise Missing(f"{BOARDS} does not exist")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        root = unpack_python(folder)
        numpy, wheel = download_numpy(folder), build_wheel(root, folder)
        if not wheel.name.endswith("-linux_aarch64.whl"):
            raise RuntimeError(f"expected a wheel for ARM, found {wheel.name}")
        for archive in (wheel, numpy):
            with zipfile.ZipFile(archive) as files:
                files.extractall(folder / "site")
        emulated = [EMULATOR, "-L", root, root / "usr" / "bin" / PYTHON]
        printed = run(
            [*emulated, "-c", COUNT, BOARDS],
            PYTHONHOME=str(root / "usr"), PYTHONPATH=str(folder / "site"),
        )  # fmt: skip
        if printed.split() != ["aarch64", "150", "0"]:
            raise RuntimeError(f"expected aarch64, 150 boards, 0 wrong; found {printed.strip()}")
        return f"{wheel.name}: 150 boards counted by {EMULATOR}, all as in {BOARDS.name}"


def main() -> int:
    """Run the check; print its line or the reason why it was skipped."""
    try:
        print(check())
    except Missing as missing:
        print(f"arm_wheel: skipped, because {missing}")
        return MISSING
    except RuntimeError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
