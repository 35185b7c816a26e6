"""``python -m fastqueens``: the command line."""

from fastqueens.cli import main

if __name__ == "__main__":  # workers of MPI import it
    main()
