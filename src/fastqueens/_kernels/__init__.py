"""The compiled kernels, one module each. They convert, release the GIL and step; nothing more."""

from __future__ import annotations

# The instruction sets each kernel is compiled for (see CMakeLists.txt): those that a measurement
# in bench/ showed to gain. The portable one always exists.
VARIANTS: dict[str, tuple[str, ...]] = {
    "csp": ("scalar",),
    "generate": ("scalar",),
    "logic": ("scalar",),
    "min_conflicts": ("scalar",),
    "cover (bitset)": ("scalar", "avx2", "avx512"),
    "cover (dlx)": ("scalar",),
    "nqueens": ("scalar", "avx2", "avx512"),
    "nqueens_list": ("scalar",),
    "nqueens_plusk": ("scalar",),
    "nqueens_random": ("scalar",),
    "nqueens_variants": ("scalar",),
    "packing_brute": ("scalar",),
    "packing_count": ("scalar",),
    "permutation": ("scalar",),
    "placements": ("scalar",),
    "regions (n <= 21)": ("scalar", "avx2", "avx512"),
    "regions (n >= 22)": ("scalar", "avx2"),
    "regions_count": ("scalar",),
    "sliding (ida)": ("scalar",),
    "sliding (best-first)": ("scalar",),
    "stars (n <= 21)": ("scalar", "avx2", "avx512"),
    "stars (n >= 22)": ("scalar",),
    "swarm": ("scalar",),
}
