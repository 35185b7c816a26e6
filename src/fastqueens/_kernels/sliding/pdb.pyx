# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
"""The code that all searches of sliding tiles share: move pruning, pattern databases, numberings.

See csrc/sliding/sliding.h.
"""

from cpython.exc cimport PyErr_CheckSignals
from libc.stdint cimport uint8_t, uint32_t, uint64_t

from fastqueens._kernels.machine cimport (
    FQ_DONE,
    FQ_FULL,
    FQ_OK,
    Machine,
    NotCopied,
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

import os
from threading import Lock

cdef extern from "sliding/sliding.h" nogil:
    fq_prune *fq_prune_new(uint32_t, uint32_t, uint32_t, fq_error *)
    uint32_t fq_prune_states(const fq_prune *)
    void fq_prune_free(fq_prune *)
    ctypedef enum fq_pdb_kind:
        FQ_PDB_555
        FQ_PDB_663
        FQ_PDB_771
        FQ_PDB_78
    uint32_t fq_pdb_home(uint32_t)
    ctypedef struct fq_pdb_counters:
        uint64_t entries
    fq_pdb *fq_pdb_new(fq_pdb_kind, uint32_t, fq_error *)
    fq_status fq_pdb_step(fq_pdb *, uint64_t)
    uint64_t fq_pdb_spent(const fq_pdb *)
    fq_pdb_counters fq_pdb_counts(const fq_pdb *)
    uint32_t fq_pdb_heuristic(const fq_pdb *, const uint8_t *, const uint8_t *)
    uint64_t fq_pdb_image_bytes(const fq_pdb *)
    void fq_pdb_save(const fq_pdb *, uint8_t *)
    int fq_pdb_load(fq_pdb *, const uint8_t *, uint64_t, fq_error *)
    void fq_pdb_free(fq_pdb *)

# The numbers of the kernels, by their public names.
DIRECTIONS = {"UP": FQ_UP, "DOWN": FQ_DOWN, "LEFT": FQ_LEFT, "RIGHT": FQ_RIGHT}
HEURISTICS = {
    "misplaced": FQ_MISPLACED,
    "manhattan": FQ_MANHATTAN,
    "linear-conflict": FQ_LINEAR_CONFLICT,
    "walking-distance": FQ_WALKING_DISTANCE,
    "pdb": FQ_PATTERN_DATABASE,
}
PDB_555, PDB_663, PDB_771, PDB_78 = FQ_PDB_555, FQ_PDB_663, FQ_PDB_771, FQ_PDB_78


cdef int check_board(const uint8_t[::1] tiles, const uint8_t[::1] goal, int rows,
                     int columns) except -1:
    if not (2 <= rows <= 5 and 2 <= columns <= 5):
        raise ValueError("rows and columns must be from 2 to 5, a size the kernels take")
    if tiles.shape[0] != rows * columns or goal.shape[0] != rows * columns:
        raise ValueError("tiles and goal must have rows * columns entries")
    return 0


cdef class Prune(NotCopied):
    """A move-pruning automaton."""

    def __cinit__(self, uint32_t rows, uint32_t columns, uint32_t length):
        cdef fq_error error = FQ_OK
        self.rows, self.columns, self.length = rows, columns, length
        with nogil:
            self._prune = fq_prune_new(rows, columns, length, &error)
        if self._prune == NULL:
            fail(error)

    def __dealloc__(self):
        fq_prune_free(self._prune)

    @property
    def states(self) -> int:
        return fq_prune_states(self._prune)


cdef class Pdb(Machine):
    """Additive pattern databases."""

    def __cinit__(self, int kind, uint32_t home):
        cdef fq_error error = FQ_OK
        self.kind, self.home = kind, home
        self._pdb = fq_pdb_new(<fq_pdb_kind>kind, home, &error)
        if self._pdb == NULL:
            fail(error)

    def __dealloc__(self):
        fq_pdb_free(self._pdb)

    def step(self, uint64_t budget) -> int:
        # Several threads may build the same databases for their searches. Here each thread waits
        # until it may step, whereas Machine.step would raise an exception.
        cdef fq_status status
        wait_to_begin_step(self)
        with nogil:
            status = fq_pdb_step(self._pdb, budget)
        if status == FQ_DONE:
            fq_store_number(&self._ready, 1)
        end_step(self)
        return status

    @property
    def ready(self) -> bool:
        return fq_load_number(&self._ready) != 0

    cdef uint64_t _spent(self) noexcept:
        return fq_pdb_spent(self._pdb)

    def counters(self) -> dict[str, int]:
        begin_read(self)
        cdef uint64_t entries = fq_pdb_counts(self._pdb).entries
        end_read(self)
        return {"entries": entries}

    def build(self) -> None:
        """Build to the end, in steps, so that Ctrl-C works."""
        while not self.ready:
            if self.step(1000000) == FQ_FULL:
                raise MemoryError("not enough memory for the pattern databases")
            PyErr_CheckSignals()  # Python checks between two lines, compiled code does not

    def heuristic(self, const uint8_t[::1] tiles, const uint8_t[::1] goal) -> int:
        """Return a lower bound on the moves from one 4x4 board to another."""
        if not self.ready or tiles.shape[0] != 16 or goal.shape[0] != 16:
            raise ValueError("needs built databases and boards of 16 cells")
        cdef uint32_t value = fq_pdb_heuristic(self._pdb, &tiles[0], &goal[0])
        if value == 0xffffffff:
            raise ValueError("these databases are for another home of the blank")
        return value

    def image(self) -> bytearray:
        """Return the bytes of the databases, to be saved; no bytes for kinds 5-5-5 and 6-6-3."""
        if not self.ready:
            raise ValueError("the databases are not built")
        cdef uint64_t size = fq_pdb_image_bytes(self._pdb)
        out = bytearray(size)
        cdef uint8_t[::1] view
        if size:
            view = out
            with nogil:
                fq_pdb_save(self._pdb, &view[0])
        return out

    def load(self, const uint8_t[::1] image) -> bool:
        """Load the bytes that `image` returned, instead of building the databases.

        Return False if the number of bytes does not fit these databases.
        """
        cdef fq_error error = FQ_OK
        cdef int loaded = 0
        if image.shape[0] == 0:
            return False
        wait_to_begin_step(self)
        with nogil:
            loaded = fq_pdb_load(self._pdb, &image[0], <uint64_t>image.shape[0], &error)
        if loaded:
            fq_store_number(&self._ready, 1)
        end_step(self)
        if not loaded and error != FQ_OK:
            try:
                fail(error)
            except ValueError:
                return False
        return True


cdef dict _prunes = {}
cdef dict _pdbs = {}
cdef object _lock = Lock()


def shared_prune(uint32_t rows, uint32_t columns, bint every=False) -> Prune:
    """The automaton that this process shares for boards of this size."""
    key = (rows, columns, every)
    with _lock:
        made = _prunes.get(key)
        if made is None:
            length = 2 if every else 10 if rows * columns <= 16 else 8
            made = _prunes[key] = Prune(rows, columns, length)
        return made


def shared_pdb(int kind, uint32_t home) -> Pdb:
    """The databases that this process shares, which may not be built yet.

    `home_of` returns the value for `home`.
    """
    with _lock:
        made = _pdbs.get((kind, home))
        if made is None:
            made = _pdbs[kind, home] = Pdb(kind, home)
        return made


def _forked() -> None:
    # In the child of a fork, no other thread exists that would release a lock or finish a table.
    # The dicts are new, too: without the GIL each has a lock of its own.
    global _lock, _pdbs, _prunes
    _lock, _pdbs, _prunes = Lock(), {}, {}


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forked)


def home_of(uint32_t cell) -> int:
    """The home of a 4x4 goal whose blank is on `cell`: 0, 1 or 2 for corner, edge and middle.

    Goals with the same home use the same databases.
    """
    return fq_pdb_home(cell)


def clear_shared() -> None:
    """Drop the shared databases; a search that uses some of them keeps those."""
    with _lock:
        _pdbs.clear()
