"""Making boards: the generator, a database of unique boards and the shipped levels."""
