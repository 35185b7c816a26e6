"""The grid of a board: one region number for each cell, and placements on it."""
