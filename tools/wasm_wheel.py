"""Writes wheels whose bytes depend on their contents only."""

from __future__ import annotations

import base64
import hashlib
import zipfile
from pathlib import Path

_TIME = (2020, 1, 1, 0, 0, 0)


def write_wheel(path: Path, files: dict[str, bytes], info: dict[str, bytes], tag: str) -> None:
    """Write a wheel with its WHEEL and its RECORD.

    Parameters
    ----------
    path : Path
        The wheel; its name begins with name and version of the distribution.
    files : dict
        The contents of the package by their paths.
    info : dict
        The contents of the folder ``.dist-info``: METADATA and others.
    tag : str
        The Python, the binary interface and the platform.
    """
    folder = "-".join(path.name.split("-")[:2]) + ".dist-info"
    about = "Wheel-Version: 1.0\nGenerator: fastqueens tools/wasm_wheel.py\n"
    about += f"Root-Is-Purelib: false\nTag: {tag}\n"
    info = info | {"WHEEL": about.encode()}
    # The wheel format recommends the folder .dist-info at the end.
    entries = [(name, files[name]) for name in sorted(files)]
    entries += [(f"{folder}/{name}", info[name]) for name in sorted(info)]
    rows = []
    for name, data in entries:
        digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
        rows.append(f"{name},sha256={digest},{len(data)}\n")
    record = f"{folder}/RECORD"
    entries.append((record, ("".join(rows) + f"{record},,\n").encode()))
    path.parent.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(path, "w") as archive:
        for name, data in entries:
            entry = zipfile.ZipInfo(name, _TIME)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = 0o100644 << 16
            archive.writestr(entry, data, compresslevel=9)
