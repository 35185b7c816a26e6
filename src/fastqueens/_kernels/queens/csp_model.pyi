import numpy as np
from numpy.typing import NDArray

from fastqueens._kernels.csp.search import Model

def compile_board(
    regions: NDArray[np.uint8], count: int, order: NDArray[np.uint8] | None
) -> Model: ...
