from fastqueens._kernels.csp.min_conflicts import Search

class MinConflicts(Search):
    def __init__(self, n: int, seed: int) -> None: ...
