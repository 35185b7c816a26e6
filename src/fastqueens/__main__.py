"""``python -m fastqueens``: the command line."""

from fastqueens.cli import main

main()
