import numpy as np
from numpy.typing import NDArray

from fastqueens._kernels.csp.min_conflicts import Search

class MinConflicts(Search):
    def __init__(self, regions: NDArray[np.uint8], seed: int) -> None: ...
