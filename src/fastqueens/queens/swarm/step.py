"""The fitness of the particle swarm, and single iterations of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from fastqueens.equality import EqualByValue
from fastqueens.queens.board.board import Board, as_board
from fastqueens.queens.board.broken_rules import touching
from fastqueens.queens.grid.placements import read_cells
from fastqueens.queens.grid.rules import ANY_REGIONS
from fastqueens.results import InputError
from fastqueens.search import FOUND
from fastqueens.validation import array_of, quote, shown_array

if TYPE_CHECKING:
    from fastqueens._kernels.queens.swarm import Swarm as SwarmKernel
    from fastqueens.queens.swarm.options import SwarmOptions

__all__ = ["Swarm", "fitness"]


def fitness(
    board: Board | ArrayLike, placed: ArrayLike, *, w1: float = 2.0, w2: float = 1.0
) -> float:
    r"""Return the fitness of a placement with one queen in each region, as the swarm computes it.

    Parameters
    ----------
    board : Board or array of labels
        The board.
    placed : array_like
        The queens, in any form that `violations` accepts: one in each region.
    w1, w2 : float
        The weights of a pair of queens that touch, and of a pair that shares a row or a column. A
        pair counts in both orders. A pair that touches in a row or column counts for both weights.

    Returns
    -------
    float
        0 for a solution. A larger number is worse.

    Raises
    ------
    InputError
        If `violations` does not accept the form of `placed`, or if a region does not have exactly
        one queen.

    Examples
    --------
    >>> board = Board.from_text("RBBB\nRRBY\nGYYY\nGGGY")
    >>> fitness(board, [2, 0, 3, 1])
    0.0
    >>> fitness(board, [(1, 0), (0, 1), (3, 1), (2, 3)])  # one pair touches, one shares a column
    6.0
    """
    from fastqueens.queens.swarm.options import SwarmOptions

    weights = SwarmOptions(w1=w1, w2=w2)
    board = as_board(board, ANY_REGIONS)
    cells = read_cells(board.n, placed)
    rows, columns = cells[:, 0], cells[:, 1]
    counts = np.bincount(board.regions[rows, columns], minlength=len(board.labels))
    if (counts != 1).any():
        region = int(np.flatnonzero(counts != 1)[0])
        raise InputError(
            f"found {counts[region]} queens in region {board.labels[region]}, expected one in each"
        )
    near = np.triu(touching(rows[:, None], columns[:, None], rows, columns), 1)
    lines = np.triu((rows[:, None] == rows) | (columns[:, None] == columns), 1)
    return float(2 * (weights.w1 * near.sum() + weights.w2 * lines.sum()))


@dataclass(frozen=True, slots=True, eq=False)
class Swarm(EqualByValue):
    """The state of a swarm between two iterations. It is immutable.

    Attributes
    ----------
    board : Board
        The board.
    options : SwarmOptions
        The options of the swarm.
    iteration : int
        The number of iterations so far.
    positions, bests, neighbours_bests : ndarray of int16, shape (swarm_size, n, 2)
        The (row, column) of each queen, for each particle and region: in the current placement of
        the particle, in its best placement so far, and in the best of its neighbourhood.
    velocities : ndarray of float64, shape (swarm_size, n)
        The velocity for each particle and region.
    fitness : ndarray of float64, shape (swarm_size,)
        The fitness of the current placement of each particle.
    best : float
        The fitness of the best placement of any particle so far.
    solution : ndarray of int16, shape (n,), or None
        The column of the queen in each row, if a particle has reached a solution. The
        particles after that particle have not moved in this iteration.
    """

    board: Board
    options: SwarmOptions
    iteration: int
    positions: NDArray[np.int16]
    velocities: NDArray[np.float64]
    bests: NDArray[np.int16]
    neighbours_bests: NDArray[np.int16]
    fitness: NDArray[np.float64]
    best: float
    solution: NDArray[np.int16] | None
    # `positions` and `bests` as indices into the cells of the regions.
    _indices: tuple[NDArray[np.uint16], NDArray[np.uint16]]
    # The state of the random number generator.
    _stream: int
    # The number of iterations since the best placement last improved.
    _idle: int

    @classmethod
    def start(
        cls,
        board: Board | ArrayLike,
        seed: int = 0,
        options: SwarmOptions | None = None,
        *,
        positions: ArrayLike | None = None,
        velocities: ArrayLike | None = None,
        bests: ArrayLike | None = None,
    ) -> Swarm:
        r"""Return a swarm before its first iteration, by default with random particles.

        Parameters
        ----------
        board : Board or array of labels
            The board. It must have as many regions as rows.
        seed : int
            0 to 2**64 - 1. ``solve(board, method="pso", seed=seed)`` uses the same swarm.
        options : SwarmOptions, optional
            The options, from `fastqueens.queens.swarm.options`. The defaults are the values of the
            coloured Queens thesis. ``iterations`` has no effect here.
        positions, bests : array_like of int, shape (swarm_size, n, 2), optional
            The (row, column) of each queen, for each particle and region in the order of
            ``board.labels``: the placement of the particle, and its best placement so far. By
            default positions are random, and the best placement of a particle is its position.
        velocities : array_like of float, shape (swarm_size, n), optional
            The velocity for each particle and region, 0 or more. By default random, below 1.

        Returns
        -------
        Swarm

        Raises
        ------
        InputError
            If the board or the seed cannot be used, or if a queen is outside its region.

        Examples
        --------
        >>> board = Board.from_text("RBBB\nRRBY\nGYYY\nGGGY")
        >>> swarm = Swarm.start(board, seed=3)
        >>> swarm.iteration, swarm.positions.shape, swarm.velocities.shape
        (0, (50, 4, 2), (50, 4))
        >>> from fastqueens.queens.swarm.options import SwarmOptions
        >>> one = SwarmOptions(swarm_size=1)
        >>> cells = [(0, 0), (0, 1), (1, 3), (2, 0)]  # of the regions R, B, Y and G
        >>> Swarm.start(board, options=one, positions=[cells]).fitness.tolist()
        [8.0]
        """
        from fastqueens.queens.swarm.options import SwarmOptions, kernel

        board = as_board(board)
        if board.stars > 1:
            raise InputError(
                f"a swarm places one queen per unit, found a board with {board.stars} stars"
            )
        options = SwarmOptions() if options is None else options
        if not isinstance(options, SwarmOptions):
            raise InputError(f"options is {quote(options)}, expected swarm.SwarmOptions")
        size = options.swarm_size
        swarm = kernel(
            board.regions,
            seed,
            options,
            positions=_indices(board, positions, "positions", size),
            velocities=_velocities(board, velocities, size),
            bests=_indices(board, bests, "bests", size),
        )
        found = swarm.step(size) == FOUND
        return _state(board, options, swarm, 0, 0, found)

    def step(self) -> Swarm:
        r"""Return the swarm after one iteration, in which every particle moves once.

        For each region k of a particle, its velocity becomes ``w v[k] + c1 r1 (x[k] != best[k]) +
        c2 r2 (x[k] != neighbours_best[k])``, where a condition counts 1 if it is true and 0 if not.
        The factors ``w``, ``c1`` and ``c2`` are options; ``r1`` and ``r2`` are random numbers from
        0 to 1, or options. The velocity is the probability that the queen of region k moves to its
        cell in the neighbourhood's best placement. Then the best placements are updated.

        Returns
        -------
        Swarm
            The next state, or this swarm if it has a solution. This swarm does not change;
            every call returns an equal state.

        Examples
        --------
        >>> board = Board.from_text("RBBB\nRRBY\nGYYY\nGGGY")
        >>> from fastqueens.queens.swarm.options import SwarmOptions
        >>> swarm = Swarm.start(board, seed=1, options=SwarmOptions(swarm_size=5))
        >>> after = swarm.step()
        >>> (swarm.iteration, swarm.best), (after.iteration, after.best)
        ((0, 6.0), (1, 4.0))
        """
        from fastqueens.queens.swarm.options import kernel

        if self.solution is not None:
            return self
        options, size = self.options, self.options.swarm_size
        if options.stagnation is not None and self._idle >= options.stagnation:
            swarm = kernel(self.board.regions, self._stream, options)  # restart all particles
            found = swarm.step(size) == FOUND
            return _state(self.board, options, swarm, self.iteration + 1, 0, found)
        positions, bests = self._indices
        swarm = kernel(
            self.board.regions,
            self._stream,
            options,
            positions=positions,
            velocities=self.velocities,
            bests=bests,
        )
        swarm.step(size)  # this first iteration evaluates the current placements; no particle moves
        found = swarm.step(size) == FOUND
        idle = 0 if swarm.history()[-1] < self.best else self._idle + 1
        return _state(self.board, options, swarm, self.iteration + 1, idle, found)


def _state(
    board: Board, options: Any, swarm: SwarmKernel, iteration: int, idle: int, found: bool
) -> Swarm:
    """Return the state of a kernel."""
    indices, velocities, bests, neighbours = swarm.state()
    solution = None
    if found:
        solution = np.empty(board.n, np.int16)
        swarm.peek(solution)
    return Swarm(
        board=board,
        options=options,
        iteration=iteration,
        positions=_cells(board, indices),
        velocities=velocities,
        bests=_cells(board, bests),
        neighbours_bests=_cells(board, neighbours),
        fitness=swarm.scores(),
        best=float(swarm.history()[-1]),
        solution=solution,
        _indices=(indices, bests),
        _stream=swarm.stream,
        _idle=idle,
    )


def _cell_order(board: Board) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Return the cells in the order of their regions, and the place of each region's first cell."""
    regions = board.regions.ravel()
    order = np.argsort(regions, kind="stable")
    return order, np.searchsorted(regions[order], np.arange(board.n))


def _cells(board: Board, indices: NDArray[np.uint16]) -> NDArray[np.int16]:
    """Return the (row, column) of cells, from their indices into the cells of their region."""
    order, first = _cell_order(board)
    return np.stack(np.divmod(order[first + indices], board.n), axis=-1).astype(np.int16)


def _indices(
    board: Board, cells: ArrayLike | None, name: str, size: int
) -> NDArray[np.uint16] | None:
    """Return the indices of cells into the cells of their region; the reverse of `_cells`."""
    if cells is None:
        return None
    array, shape = array_of(cells), (size, board.n, 2)
    if array.dtype.kind not in "iu" or array.shape != shape:
        found = shown_array(cells, array)
        raise InputError(f"{name} is {found}, expected (row, column) pairs of shape {shape}")
    outside = ((array < 0) | (array >= board.n)).any(axis=-1)
    flat = np.where(outside, 0, array[..., 0] * board.n + array[..., 1]).astype(np.intp)
    wrong = outside | (board.regions.ravel()[flat] != np.arange(board.n))
    if wrong.any():
        p, k = np.argwhere(wrong)[0].tolist()
        row, column = array[p, k].tolist()
        raise InputError(
            f"{name}[{p}][{k}] is row {row}, column {column}, expected a cell of region "
            f"{board.labels[k]} (counted from 0)"
        )
    order, first = _cell_order(board)
    return (np.argsort(order)[flat] - first).astype(np.uint16)


def _velocities(
    board: Board, velocities: ArrayLike | None, size: int
) -> NDArray[np.float64] | None:
    """Check the velocities of a start."""
    from fastqueens.queens.swarm.options import MAX_WEIGHT

    if velocities is None:
        return None
    array, shape = array_of(velocities), (size, board.n)
    if array.dtype.kind not in "iuf" or array.shape != shape:
        found = shown_array(velocities, array)
        raise InputError(f"velocities is {found}, expected numbers of shape {shape}")
    array = array.astype(np.float64)
    if not ((array >= 0) & (array <= MAX_WEIGHT)).all():  # false for NaN as well
        raise InputError(f"found a velocity outside the range from 0 to {MAX_WEIGHT:g}")
    return np.ascontiguousarray(array)
