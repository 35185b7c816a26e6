"""The particle swarm in pieces: its fitness, and one iteration at a time."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from fastqueens.queens.board.board import Board, as_board
from fastqueens.queens.board.broken_rules import touching
from fastqueens.queens.grid.placements import read_cells
from fastqueens.queens.grid.rules import ANY_REGIONS
from fastqueens.results import InputError
from fastqueens.search import FOUND

if TYPE_CHECKING:
    from fastqueens._kernels.queens.swarm import Swarm as SwarmKernel
    from fastqueens.queens.swarm.options import SwarmOptions

__all__ = ["Swarm", "fitness"]


def fitness(
    board: Board | ArrayLike, placed: ArrayLike, *, w1: float = 2.0, w2: float = 1.0
) -> float:
    r"""Weigh what is wrong with a placement of one queen in each region, as the swarm does.

    Parameters
    ----------
    board : Board or array of labels
        The board.
    placed : array_like
        The queens, in any form that `violations` takes: one in each region.
    w1, w2 : float
        The weights of a pair of queens that touch, and of one that shares a row or a column. A
        pair counts in both orders, and a pair of both kinds for both weights.

    Returns
    -------
    float
        0 for a solution, larger the worse.

    Raises
    ------
    InputError
        For queens in none of these forms, or not one in each region.

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
    held = np.bincount(board.regions[rows, columns], minlength=len(board.labels))
    if (held != 1).any():
        region = int(np.flatnonzero(held != 1)[0])
        raise InputError(
            f"found {held[region]} queens in region {board.labels[region]}, expected one in each"
        )
    near = np.triu(touching(rows[:, None], columns[:, None], rows, columns), 1)
    lines = np.triu((rows[:, None] == rows) | (columns[:, None] == columns), 1)
    return float(2 * (weights.w1 * near.sum() + weights.w2 * lines.sum()))


@dataclass(frozen=True, slots=True, eq=False)
class Swarm:
    """A swarm between two iterations; it does not change.

    Attributes
    ----------
    board : Board
        The board.
    options : SwarmOptions
        How it moves.
    iteration : int
        Iterations so far.
    positions, bests, neighbours_bests : ndarray of int16, shape (swarm_size, n, 2)
        Of each particle, for each region the (row, column) of its queen: where it is, the best
        placement that it has had, and the best that its neighbourhood has had.
    velocities : ndarray of float64, shape (swarm_size, n)
        For each particle and region.
    fitness : ndarray of float64, shape (swarm_size,)
        Of the positions.
    best : float
        The fitness of the best placement that any particle has had.
    solution : ndarray of int16, shape (n,), or None
        The column of the queen in each row, once a particle stands on a solution; the particles
        after it have not moved then.
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
    # Where a swarm goes on: cells by their index in their region, the random numbers, and how long
    # the best has stood.
    _indices: tuple[NDArray[np.uint16], NDArray[np.uint16]]
    _stream: int
    _idle: int

    @classmethod
    def start(
        cls, board: Board | ArrayLike, seed: int = 0, options: SwarmOptions | None = None
    ) -> Swarm:
        r"""Put down the particles of a swarm at random.

        Parameters
        ----------
        board : Board or array of labels
            The board; as many regions as rows.
        seed : int
            0 to 2**64 - 1. The swarm is that of ``solve(board, method="pso", seed=seed)``.
        options : swarm.SwarmOptions, optional
            How it moves; the thesis' by default. Its ``iterations`` do not matter here.

        Returns
        -------
        Swarm

        Raises
        ------
        InputError
            For a board or a seed that cannot be used.

        Examples
        --------
        >>> board = Board.from_text("RBBB\nRRBY\nGYYY\nGGGY")
        >>> swarm = Swarm.start(board, seed=3)
        >>> swarm.iteration, swarm.positions.shape, swarm.velocities.shape
        (0, (50, 4, 2), (50, 4))
        """
        from fastqueens.queens.swarm.options import SwarmOptions, kernel

        board = as_board(board)
        if board.stars > 1:
            raise InputError(f"a swarm has one queen a unit, found a board of {board.stars} stars")
        options = SwarmOptions() if options is None else options
        if not isinstance(options, SwarmOptions):
            raise InputError(f"options is {options!r}, expected swarm.SwarmOptions")
        swarm = kernel(board.regions, seed, options)
        found = swarm.step(options.swarm_size) == FOUND
        return _state(board, options, swarm, 0, 0, found)

    def step(self) -> Swarm:
        r"""Return the swarm after one iteration, in which every particle moves once.

        For each region k of a particle, its velocity becomes ``w v[k] + c1 r1 (x[k] != best[k]) +
        c2 r2 (x[k] != neighbours_best[k])``; that is the probability with which its queen goes to
        the cell it has in the neighbourhood's best. Then bests are brought up to date.

        Returns
        -------
        Swarm
            The same swarm if it has a solution. This swarm does not change, and returns the same
            next swarm each time.

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
            swarm = kernel(self.board.regions, self._stream, options)  # all begin anew
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
        swarm.step(size)  # where the particles are: nothing new
        found = swarm.step(size) == FOUND
        idle = 0 if swarm.history()[-1] < self.best else self._idle + 1
        return _state(self.board, options, swarm, self.iteration + 1, idle, found)


def _state(
    board: Board, options: Any, swarm: SwarmKernel, iteration: int, idle: int, found: bool
) -> Swarm:
    x, velocities, bests, neighbours = swarm.state()
    solution = None
    if found:
        solution = np.empty(board.n, np.int16)
        swarm.peek(solution)
    return Swarm(
        board=board,
        options=options,
        iteration=iteration,
        positions=_cells(board, x),
        velocities=velocities,
        bests=_cells(board, bests),
        neighbours_bests=_cells(board, neighbours),
        fitness=swarm.scores(),
        best=float(swarm.history()[-1]),
        solution=solution,
        _indices=(x, bests),
        _stream=swarm.stream,
        _idle=idle,
    )


def _cells(board: Board, indices: NDArray[np.uint16]) -> NDArray[np.int16]:
    """Return the (row, column) of cells given by their index among those of their region."""
    regions = board.regions.ravel()
    order = np.argsort(regions, kind="stable")
    first = np.searchsorted(regions[order], np.arange(board.n))
    return np.stack(np.divmod(order[first + indices], board.n), axis=-1).astype(np.int16)
