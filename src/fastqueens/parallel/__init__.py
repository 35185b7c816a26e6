"""Running independent pieces of work at the same time."""
