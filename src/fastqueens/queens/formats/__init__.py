"""Readers and writers of every format of a board; `registry` guesses the format."""
