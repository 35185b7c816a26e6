# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
"""Python wrappers of csrc/sliding/beam.h, which finds short solutions of sliding tiles."""

from libc.stdint cimport uint8_t, uint32_t, uint64_t

from fastqueens._kernels.machine cimport (
    FQ_DONE,
    FQ_OK,
    Machine,
    begin_read,
    end_read,
    end_step,
    fail,
    fq_error,
    fq_load_number,
    fq_status,
    fq_store_number,
    wait_to_begin_step,
)
from fastqueens._kernels.sliding.pdb cimport check_board

import os
from threading import Lock

cdef extern from "sliding/additive.h" nogil:
    ctypedef struct fq_additive_side:
        uint8_t image[25]
        uint8_t pattern[25]
    ctypedef struct fq_additive:
        fq_additive_side side[2]
    ctypedef struct fq_additive_counters:
        uint64_t entries
    fq_additive *fq_additive_new(uint32_t, uint32_t, uint32_t, uint32_t, fq_error *)
    fq_status fq_additive_step(fq_additive *, uint64_t)
    uint64_t fq_additive_spent(const fq_additive *)
    fq_additive_counters fq_additive_counts(const fq_additive *)
    uint32_t fq_additive_value(const fq_additive *, const uint8_t *)
    void fq_additive_free(fq_additive *)

cdef extern from "sliding/beam.h" nogil:
    int FQ_BEAM_MAX_WIDTH
    ctypedef struct fq_beam_options:
        const fq_additive *additive
        uint32_t width
        uint32_t below
        uint64_t max_bytes
    ctypedef struct fq_beam_counters:
        uint64_t nodes
        uint64_t expanded
    ctypedef struct fq_beam
    fq_beam *fq_beam_new(uint32_t, uint32_t, const uint8_t *, const uint8_t *,
                         const fq_beam_options *, fq_error *)
    fq_status fq_beam_step(fq_beam *, uint64_t)
    uint64_t fq_beam_spent(const fq_beam *)
    fq_beam_counters fq_beam_counts(const fq_beam *)
    uint32_t fq_beam_bound(const fq_beam *)
    uint64_t fq_beam_bytes(const fq_beam *)
    uint32_t fq_beam_peek(const fq_beam *, uint8_t *)
    void fq_beam_free(fq_beam *)

MAX_WIDTH = FQ_BEAM_MAX_WIDTH


cdef class Additive(Machine):
    """Additive pattern databases of a rectangle; the budget of a step is a number of entries."""

    cdef fq_additive *_additive
    cdef readonly uint32_t rows, columns, blank, tiles
    cdef uint64_t _ready  # 1 when the databases are built; they never change afterwards

    def __cinit__(self, uint32_t rows, uint32_t columns, uint32_t blank, uint32_t tiles):
        cdef fq_error error = FQ_OK
        self.rows, self.columns, self.blank, self.tiles = rows, columns, blank, tiles
        self._additive = fq_additive_new(rows, columns, blank, tiles, &error)
        if self._additive == NULL:
            fail(error)

    def __dealloc__(self):
        fq_additive_free(self._additive)

    def step(self, uint64_t budget) -> int:
        # Several threads may build the same databases for their searches. Here each thread waits
        # until it may step, whereas Machine.step would raise an exception.
        cdef fq_status status
        wait_to_begin_step(self)
        with nogil:
            status = fq_additive_step(self._additive, budget)
        if status == FQ_DONE:
            fq_store_number(&self._ready, 1)
        end_step(self)
        return status

    @property
    def ready(self) -> bool:
        return fq_load_number(&self._ready) != 0

    cdef uint64_t _spent(self) noexcept:
        return fq_additive_spent(self._additive)

    def sides(self) -> list[list[list[int]]]:
        """The patterns of both sides, each as a list of the homes of its tiles."""
        sides = []
        for side in range(2):
            patterns = {}
            for home in range(self.rows * self.columns):
                if home != self.blank:
                    number = self._additive.side[side].pattern[home]
                    patterns.setdefault(number, []).append(home)
            sides.append(list(patterns.values()))
        return sides

    def value(self, const uint8_t[::1] tiles, const uint8_t[::1] goal) -> int:
        """Return a lower bound on the moves from a board to a goal with its blank on `blank`."""
        cdef uint8_t home[25]
        cdef uint8_t at[25]
        cdef uint32_t cell, cells = self.rows * self.columns
        check_board(tiles, goal, <int>self.rows, <int>self.columns)
        numbers = list(range(cells))
        if sorted(tiles) != numbers or sorted(goal) != numbers:
            raise ValueError("tiles and goal must be arrangements of the same tiles")
        if not self.ready or goal[self.blank]:
            raise ValueError("needs built databases and a goal with its blank on their cell")
        for cell in range(cells):
            home[goal[cell]] = <uint8_t>cell
        for cell in range(cells):
            at[home[tiles[cell]]] = <uint8_t>cell
        return fq_additive_value(self._additive, at)

    def counters(self) -> dict[str, int]:
        begin_read(self)
        cdef uint64_t entries = fq_additive_counts(self._additive).entries
        end_read(self)
        return {"entries": entries}


cdef class Beam(Machine):
    """Beam search. The budget of a step is a number of boards generated."""

    cdef fq_beam *_beam
    cdef Additive _databases
    cdef readonly uint32_t rows, columns, width

    def __cinit__(self, const uint8_t[::1] tiles, const uint8_t[::1] goal, uint32_t rows,
                  uint32_t columns, Additive databases not None, uint32_t width, *,
                  uint32_t below=0, uint64_t max_bytes=1 << 30):
        cdef fq_error error = FQ_OK
        cdef fq_beam_options options
        check_board(tiles, goal, <int>rows, <int>columns)
        if not databases.ready:
            raise ValueError("the databases are not built")
        self.rows, self.columns, self.width = rows, columns, width
        self._databases = databases
        options.additive = databases._additive
        options.width, options.below, options.max_bytes = width, below, max_bytes
        self._beam = fq_beam_new(rows, columns, &tiles[0], &goal[0], &options, &error)
        if self._beam == NULL:
            fail(error)

    def __dealloc__(self):
        fq_beam_free(self._beam)

    cdef fq_status _step(self, uint64_t budget) noexcept nogil:
        return fq_beam_step(self._beam, budget)

    cdef uint64_t _spent(self) noexcept:
        return fq_beam_spent(self._beam)

    @property
    def bound(self) -> int:
        """A lower bound: no solution has fewer moves."""
        begin_read(self)
        value = fq_beam_bound(self._beam)
        end_read(self)
        return value

    @property
    def bytes(self) -> int:
        begin_read(self)
        value = fq_beam_bytes(self._beam)
        end_read(self)
        return value

    def counters(self) -> dict[str, int]:
        begin_read(self)
        cdef fq_beam_counters counts = fq_beam_counts(self._beam)
        end_read(self)
        return {"nodes": counts.nodes, "expanded": counts.expanded}

    def peek_moves(self) -> list[int]:
        """The moves to the board expanded last, as numbers of DIRECTIONS.

        At the end of the search these moves are the solution.
        """
        cdef uint8_t moves[512]
        cdef uint32_t i
        begin_read(self)
        cdef uint32_t length = fq_beam_peek(self._beam, moves)
        end_read(self)
        return [moves[i] for i in range(length)]


cdef dict _shared = {}
cdef object _lock = Lock()


def shared_additive(uint32_t rows, uint32_t columns, uint32_t blank, uint32_t tiles) -> Additive:
    """The databases that this process shares, which may not be built yet."""
    key = (rows, columns, blank, tiles)
    with _lock:
        made = _shared.get(key)
        if made is None:
            made = _shared[key] = Additive(rows, columns, blank, tiles)
        return made


def clear_shared() -> None:
    """Drop the shared databases; a search that uses some of them keeps those."""
    with _lock:
        _shared.clear()


def _forked() -> None:
    # In the child of a fork, no other thread exists that would release a lock or finish a table.
    # The dict is new, too: without the GIL it has a lock of its own.
    global _lock, _shared
    _lock, _shared = Lock(), {}


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forked)
