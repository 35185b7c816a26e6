"""The installed version, and the instruction sets of this machine."""

from __future__ import annotations

import os
import sys
from typing import Any

__all__ = ["facts"]


def facts() -> dict[str, Any]:
    """Return the version, the compiler and the instruction sets in use.

    Examples
    --------
    >>> facts()["cpu"][0]
    'scalar'
    """
    import numpy as np

    from fastqueens._kernels import VARIANTS, cpu
    from fastqueens._version import __version__

    usable = cpu.NAMES[: cpu.chosen() + 1]
    return {
        "version": __version__,
        "python": sys.version.split()[0],
        "numpy": np.__version__,
        "compiler": cpu.compiler,
        "cpu": list(cpu.NAMES[: cpu.best + 1]),
        "forced": os.environ.get("FASTQUEENS_ISA") or None,
        "kernels": {
            name: [isa for isa in variants if isa in usable][-1]
            for name, variants in VARIANTS.items()
        },
    }
