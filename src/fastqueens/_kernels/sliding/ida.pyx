# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
"""Python wrappers of csrc/sliding/sliding.h, which solves sliding tiles by IDA*."""

from libc.stdint cimport int32_t, uint8_t, uint32_t, uint64_t

from fastqueens._kernels.machine cimport (
    FQ_DONE,
    FQ_FULL,
    FQ_OK,
    FQ_RUNNING,
    Machine,
    begin_read,
    begin_step,
    end_read,
    end_step,
    fail,
    fq_error,
    fq_status,
)
from fastqueens._kernels.sliding.pdb cimport (
    FQ_HEURISTIC_KINDS,
    FQ_PATTERN_DATABASE,
    Pdb,
    Prune,
    check_board,
    fq_heuristic_kind,
    fq_pdb,
    fq_prune,
)

from fastqueens._kernels.sliding.pdb import PDB_555, home_of, shared_pdb, shared_prune

cdef extern from "sliding/sliding.h" nogil:
    int FQ_IDA_PACKED
    ctypedef struct fq_ida_options:
        fq_heuristic_kind heuristic
        int every
        const fq_prune *prune
        const fq_pdb *pdb
        int fixed
        uint64_t patience
    ctypedef struct fq_ida_counters:
        uint64_t nodes
        uint64_t expanded
        uint64_t iterations
        uint64_t solutions
    ctypedef struct fq_ida
    fq_ida *fq_ida_new(uint32_t, uint32_t, const uint8_t *, const uint8_t *,
                       const fq_ida_options *, fq_error *)
    fq_status fq_ida_step(fq_ida *, uint64_t)
    int fq_ida_requested_pdb(const fq_ida *)
    void fq_ida_set_pdb(fq_ida *, const fq_pdb *)
    uint32_t fq_ida_bound(const fq_ida *)
    uint64_t fq_ida_spent(const fq_ida *)
    fq_ida_counters fq_ida_counts(const fq_ida *)
    size_t fq_ida_peek(const fq_ida *, uint8_t *)
    void fq_ida_free(fq_ida *)
    ctypedef struct fq_ida_batch
    fq_ida_batch *fq_ida_batch_new(size_t, const uint8_t *, const uint8_t *, int32_t *, uint8_t *,
                                   const fq_prune *, const fq_pdb *, fq_error *)
    fq_status fq_ida_batch_step(fq_ida_batch *, uint64_t)
    uint64_t fq_ida_batch_spent(const fq_ida_batch *)
    fq_ida_counters fq_ida_batch_counts(const fq_ida_batch *)
    size_t fq_ida_batch_done(const fq_ida_batch *)
    void fq_ida_batch_free(fq_ida_batch *)

PACKED = FQ_IDA_PACKED  # bytes for the moves of one board of a batch

cdef enum:
    _MIN_ENTRIES = 100000  # a step builds at least so many database entries, at any budget


cdef dict _counters(fq_ida_counters counts):
    return {
        "nodes": counts.nodes, "expanded": counts.expanded, "iterations": counts.iterations,
        "solutions": counts.solutions}


cdef int _blank(const uint8_t[::1] tiles) noexcept:
    cdef Py_ssize_t cell
    for cell in range(tiles.shape[0]):
        if tiles[cell] == 0:
            return <int>cell
    return -1


cdef class Ida(Machine):
    """IDA* from one board to another; see fq_ida in sliding/sliding.h."""

    cdef fq_ida *_ida
    cdef Prune _prune
    cdef Pdb _pdb, _larger
    cdef readonly uint32_t rows, columns

    def __cinit__(self, const uint8_t[::1] tiles, const uint8_t[::1] goal, uint32_t rows,
                  uint32_t columns, int heuristic, bint every, *, int kind=PDB_555,
                  bint fixed=False, uint64_t patience=0):
        cdef fq_error error = FQ_OK
        cdef fq_ida_options options
        check_board(tiles, goal, <int>rows, <int>columns)
        if not 0 <= heuristic < FQ_HEURISTIC_KINDS:
            raise ValueError("no such heuristic")
        self.rows, self.columns = rows, columns
        self._prune = shared_prune(rows, columns, every)
        options.heuristic = <fq_heuristic_kind>heuristic
        options.every = every
        options.fixed, options.patience = fixed, patience
        options.prune = self._prune._prune
        options.pdb = NULL
        cdef int blank = _blank(goal)
        if heuristic == FQ_PATTERN_DATABASE and rows == 4 and columns == 4 and blank >= 0:
            self._pdb = shared_pdb(kind, home_of(blank))
            self._pdb.build()
            options.pdb = self._pdb._pdb
        self._ida = fq_ida_new(rows, columns, &tiles[0], &goal[0], &options, &error)
        if self._ida == NULL:
            fail(error)

    def __dealloc__(self):
        fq_ida_free(self._ida)

    def step(self, uint64_t budget) -> int:
        # A search that requests larger databases waits while they are built, also in steps. The
        # databases are shared by this process, so building them needs the GIL, which Machine.step
        # releases.
        begin_read(self)
        requested = fq_ida_requested_pdb(self._ida)
        end_read(self)
        if not budget or requested < 0:
            return Machine.step(self, budget)
        begin_step(self)
        try:
            self._enlarge(budget)
        finally:
            end_step(self)
        return FQ_RUNNING

    cdef int _enlarge(self, uint64_t budget) except -1:
        # If larger databases do not fit in memory, the search continues with its current ones.
        if self._larger is None:
            self._larger = shared_pdb(fq_ida_requested_pdb(self._ida), self._pdb.home)
        status = FQ_DONE if self._larger.ready else self._larger.step(max(budget, _MIN_ENTRIES))
        if status == FQ_DONE:
            fq_ida_set_pdb(self._ida, self._larger._pdb)
            self._pdb, self._larger = self._larger, None
        elif status == FQ_FULL:
            fq_ida_set_pdb(self._ida, NULL)
            self._larger = None
        return 0

    cdef fq_status _step(self, uint64_t budget) noexcept nogil:
        return fq_ida_step(self._ida, budget)

    cdef uint64_t _spent(self) noexcept:
        return fq_ida_spent(self._ida)

    @property
    def bound(self) -> int:
        """A lower bound: no solution has fewer moves."""
        begin_read(self)
        value = fq_ida_bound(self._ida)
        end_read(self)
        return value

    @property
    def kind(self) -> int:
        """The kind of the databases in use, -1 for none."""
        begin_read(self)  # a step of another thread may replace the databases
        cdef Pdb databases = self._pdb
        end_read(self)
        return -1 if databases is None else databases.kind

    def counters(self) -> dict[str, int]:
        begin_read(self)
        counts, bound = fq_ida_counts(self._ida), fq_ida_bound(self._ida)
        end_read(self)
        return _counters(counts) | {"bound": bound}

    def peek_moves(self) -> bytes:
        """The moves to the board being searched, as numbers of DIRECTIONS."""
        cdef uint8_t moves[254]
        begin_read(self)
        cdef size_t count = fq_ida_peek(self._ida, moves)
        end_read(self)
        return moves[:count]


cdef class Batch(Machine):
    """One shortest solution of many 4x4 boards; see fq_ida_batch in sliding/sliding.h."""

    cdef fq_ida_batch *_batch
    cdef Prune _prune
    cdef Pdb _pdb
    cdef object _keep

    def __cinit__(self, const uint8_t[:, ::1] boards, int32_t[::1] lengths, uint8_t[:, ::1] moves,
                  const uint8_t[::1] goal, int kind=PDB_555):
        cdef fq_error error = FQ_OK
        cdef size_t count = <size_t>boards.shape[0]
        if boards.shape[1] != 16 or goal.shape[0] != 16 or moves.shape[1] != FQ_IDA_PACKED:
            raise ValueError("boards and goal must have 16 cells, moves 20 bytes per board")
        if <size_t>lengths.shape[0] != count or <size_t>moves.shape[0] != count:
            raise ValueError("lengths and moves must have one row per board")
        if count == 0:
            raise ValueError("no boards")
        cdef int blank = _blank(goal)
        if blank < 0:
            raise ValueError("the goal has no blank")
        self._keep = (boards, lengths, moves)
        self._prune = shared_prune(4, 4, False)
        self._pdb = shared_pdb(kind, home_of(blank))
        self._pdb.build()
        self._batch = fq_ida_batch_new(
            count, &boards[0, 0], &goal[0], &lengths[0], &moves[0, 0], self._prune._prune,
            self._pdb._pdb, &error)
        if self._batch == NULL:
            fail(error)

    def __dealloc__(self):
        fq_ida_batch_free(self._batch)

    cdef fq_status _step(self, uint64_t budget) noexcept nogil:
        return fq_ida_batch_step(self._batch, budget)

    cdef uint64_t _spent(self) noexcept:
        return fq_ida_batch_spent(self._batch)

    @property
    def done(self) -> int:
        begin_read(self)
        value = fq_ida_batch_done(self._batch)
        end_read(self)
        return value

    def counters(self) -> dict[str, int]:
        begin_read(self)
        counts = fq_ida_batch_counts(self._batch)
        end_read(self)
        return _counters(counts)
