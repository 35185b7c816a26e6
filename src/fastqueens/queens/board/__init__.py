"""`Board`: a grid with its rules, read, drawn and compared up to symmetry."""
