"""Books of puzzles: boards made to a plan of tiers, with the facts that a maker needs."""
