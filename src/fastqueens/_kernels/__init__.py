"""The compiled kernels, one module each. They convert arguments, release the GIL and step."""

from __future__ import annotations

# The instruction sets that each kernel is compiled for (see CMakeLists.txt). A set is listed if a
# measurement in bench/ showed a gain. The portable version always exists. The names are those of
# csrc/.
_ALL = ("scalar", "avx2", "avx512")
_PORTABLE = ("scalar",)
VARIANTS: dict[str, tuple[str, ...]] = {
    "cover/bitset": _ALL,
    "cover/dlx": _ALL,
    "cover/memo": _ALL,
    "csp/model_min_conflicts": _PORTABLE,
    "csp/search": _PORTABLE,
    "nqueens/count": _ALL,
    "nqueens/join": _ALL,
    "nqueens/list": _PORTABLE,
    "nqueens/minus_k": _PORTABLE,
    "nqueens/plus_k": _PORTABLE,
    "nqueens/local_search": _PORTABLE,
    "nqueens/min_conflicts": _PORTABLE,
    "nqueens/symmetric": _PORTABLE,
    "nqueens/variants": _PORTABLE,
    "packing/brute": _PORTABLE,
    "packing/count": _PORTABLE,
    "permutation/placements": _PORTABLE,
    "permutation/generate_and_test": _PORTABLE,
    "queens/generate": _PORTABLE,
    "queens/logic": _PORTABLE,
    "queens/min_conflicts": _PORTABLE,
    "queens/regions (n <= 21)": _ALL,
    "queens/regions (n >= 22)": ("scalar", "avx2"),
    "queens/regions_count": _PORTABLE,
    "queens/stars (n <= 21)": _ALL,
    "queens/stars (n >= 22)": _PORTABLE,
    "queens/swarm": _PORTABLE,
    "sliding/beam": _PORTABLE,
    "sliding/best_first": _PORTABLE,
    "sliding/ida": _PORTABLE,
}
