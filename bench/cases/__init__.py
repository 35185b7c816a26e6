"""What the benchmarks work on: boards, boards of several stars, covers, and cases over them all."""
