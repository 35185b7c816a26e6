"""Compare the tag of a release with the version that the files state.

    python tools/release_version.py v1.0.0

The exit code is 1 if the tag is not `v` and the version of src/fastqueens/_version.py, or if
CITATION.cff or CHANGELOG.md state another version. The workflow of the wheels runs it before it
publishes.
"""

from __future__ import annotations

import argparse
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
# Where each file states the version of the newest release.
PLACES = {
    "src/fastqueens/_version.py": r'^__version__ = "(.+)"$',
    "CITATION.cff": r"^version: (.+)$",
    "CHANGELOG.md": r"^## (?!Unreleased)\[?([^\s\]]+)",
}


def versions(root: Path) -> dict[str, str]:
    """Return the version that each file states, or "no version"."""
    found = {}
    for name, pattern in PLACES.items():
        match = re.search(pattern, (root / name).read_text(encoding="utf-8"), re.MULTILINE)
        found[name] = match[1] if match else "no version"
    return found


def main() -> int:
    """Compare a tag with all files; say what differs."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("tag")
    parser.add_argument("--root", type=Path, default=ROOT, help="the folder of the files")
    options = parser.parse_args()
    wrong = {
        name: version
        for name, version in versions(options.root).items()
        if options.tag != f"v{version}"
    }
    for name, version in wrong.items():
        print(f"{name}: found {version}, expected {options.tag.removeprefix('v')}, because the "
              f"tag is {options.tag}", file=sys.stderr)  # fmt: skip
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
