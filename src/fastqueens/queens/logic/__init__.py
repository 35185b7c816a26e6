"""Solving without guessing: named steps, ratings and hints."""
