"""The inputs of the benchmarks: boards, boards of several stars, covers, and fixed work."""
