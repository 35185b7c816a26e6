# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
"""Sliding tiles: csrc/sliding/sliding.h as stepping machines, and the tables of this process."""

from libc.stdint cimport int32_t, uint8_t, uint32_t, uint64_t

from fastqueens._kernels.machine cimport FQ_OK, enter, fail, fq_error, fq_status

from threading import Lock

cdef extern from "sliding/sliding.h" nogil:
    ctypedef struct fq_strings
    fq_strings *fq_strings_new(uint32_t, uint32_t, uint32_t, fq_error *)
    uint32_t fq_strings_states(const fq_strings *)
    void fq_strings_free(fq_strings *)
    ctypedef enum fq_tables_kind:
        pass
    uint32_t fq_tables_home(uint32_t)
    fq_tables *fq_tables_new(fq_tables_kind, uint32_t, fq_error *)
    fq_status fq_tables_step(fq_tables *, uint64_t)
    uint64_t fq_tables_work(const fq_tables *)
    uint32_t fq_tables_bound(const fq_tables *, const uint8_t *, const uint8_t *)
    uint64_t fq_tables_image_bytes(const fq_tables *)
    void fq_tables_save(const fq_tables *, uint8_t *)
    int fq_tables_adopt(fq_tables *, const uint8_t *, uint64_t, fq_error *)
    void fq_tables_free(fq_tables *)
    ctypedef enum fq_ida_heuristic:
        pass
    ctypedef struct fq_ida_options:
        fq_ida_heuristic heuristic
        int every
        const fq_strings *strings
        const fq_tables *tables
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
    int fq_ida_wants(const fq_ida *)
    void fq_ida_use(fq_ida *, const fq_tables *)
    uint32_t fq_ida_bound(const fq_ida *)
    size_t fq_ida_moves(const fq_ida *, uint8_t *)
    fq_ida_counters fq_ida_stats(const fq_ida *)
    uint64_t fq_ida_work(const fq_ida *)
    void fq_ida_free(fq_ida *)
    ctypedef struct fq_ida_batch
    fq_ida_batch *fq_ida_batch_new(size_t, const uint8_t *, const uint8_t *, int32_t *, uint8_t *,
                                   const fq_strings *, const fq_tables *, fq_error *)
    fq_status fq_ida_batch_step(fq_ida_batch *, uint64_t)
    fq_ida_counters fq_ida_batch_stats(const fq_ida_batch *)
    uint64_t fq_ida_batch_work(const fq_ida_batch *)
    size_t fq_ida_batch_done(const fq_ida_batch *)
    void fq_ida_batch_free(fq_ida_batch *)

MISPLACED, MANHATTAN, LINEAR_CONFLICT, WALKING_DISTANCE, PDB = range(5)  # fq_ida_heuristic
TABLES_555, TABLES_663, TABLES_771, TABLES_78 = range(4)  # fq_tables_kind
PACKED = 20  # bytes of moves a board of a batch

cdef enum:
    _RUNNING = 0
    _DONE = 2
    _FULL = 3
    _LEAST = 100000  # entries of a table a step, however few nodes it may do


cdef class Strings:
    """Strings of moves that need not be tried; see fq_strings in sliding/sliding.h."""

    cdef fq_strings *_strings
    cdef readonly uint32_t rows, columns, length

    def __cinit__(self, uint32_t rows, uint32_t columns, uint32_t length):
        cdef fq_error error = FQ_OK
        self.rows, self.columns, self.length = rows, columns, length
        with nogil:
            self._strings = fq_strings_new(rows, columns, length, &error)
        if self._strings == NULL:
            fail(error)

    def __dealloc__(self):
        fq_strings_free(self._strings)

    @property
    def states(self) -> int:
        return fq_strings_states(self._strings)


cdef class Tables:
    """Additive pattern databases; see fq_tables in sliding/sliding.h. Any number of threads may build."""

    def __cinit__(self, int kind, uint32_t home):
        cdef fq_error error = FQ_OK
        self._lock = Lock()
        self.kind, self.home = kind, home
        self._tables = fq_tables_new(<fq_tables_kind>kind, home, &error)
        if self._tables == NULL:
            fail(error)

    def __dealloc__(self):
        fq_tables_free(self._tables)

    def step(self, uint64_t budget) -> int:
        cdef fq_status status
        with self._lock:
            with nogil:
                status = fq_tables_step(self._tables, budget)
            self.ready = status == _DONE
        return status

    @property
    def spent(self) -> int:
        return fq_tables_work(self._tables)

    def counters(self) -> dict[str, int]:
        return {"entries": fq_tables_work(self._tables)}

    def build(self) -> None:
        """Build to the end, in steps, so that Ctrl-C is heard."""
        while not self.ready:
            if self.step(4000000) == _FULL:
                raise MemoryError("not enough memory for the pattern databases")

    def bound(self, const uint8_t[::1] tiles, const uint8_t[::1] goal) -> int:
        """The least number of moves the tables see from one 4x4 board to another."""
        if not self.ready or tiles.shape[0] != 16 or goal.shape[0] != 16:
            raise ValueError("built tables and boards of 16 cells are needed")
        cdef uint32_t bound = fq_tables_bound(self._tables, &tiles[0], &goal[0])
        if bound == 0xffffffff:
            raise ValueError("no boards of these tables' home of the blank")
        return bound

    def image(self) -> bytearray:
        """What was built, to be kept; empty for the smallest tables."""
        if not self.ready:
            raise ValueError("the tables are not built")
        cdef uint64_t size = fq_tables_image_bytes(self._tables)
        out = bytearray(size)
        cdef uint8_t[::1] view
        if size:
            view = out
            with nogil:
                fq_tables_save(self._tables, &view[0])
        return out

    def adopt(self, const uint8_t[::1] image) -> bool:
        """Take what `image` gave instead of building; False where it cannot be that."""
        cdef fq_error error = FQ_OK
        cdef int taken = 0
        if image.shape[0] == 0:
            return False
        with self._lock:
            with nogil:
                taken = fq_tables_adopt(
                    self._tables, &image[0], <uint64_t>image.shape[0], &error)
            if taken:
                self.ready = True
        if not taken and error != FQ_OK:
            try:
                fail(error)
            except ValueError:
                return False
        return True


cdef dict _strings_made = {}
cdef dict _tables_made = {}
cdef object _making = Lock()


def strings(uint32_t rows, uint32_t columns, bint every=False) -> Strings:
    """The strings of this process for boards of this size."""
    key = (rows, columns, every)
    with _making:
        made = _strings_made.get(key)
        if made is None:
            length = 2 if every else 10 if rows * columns <= 16 else 8
            made = _strings_made[key] = Strings(rows, columns, length)
        return made


def tables(int kind, uint32_t home) -> Tables:
    """The tables of this process, built or not; `home` is that of the blank (see `home_of`)."""
    with _making:
        made = _tables_made.get((kind, home))
        if made is None:
            made = _tables_made[kind, home] = Tables(kind, home)
        return made


def home_of(uint32_t cell) -> int:
    """Which tables serve a 4x4 goal with its blank on a cell: 0 corner, 1 edge, 2 middle."""
    return fq_tables_home(cell)


def forget() -> None:
    """Let go of the tables; searches that use them keep them."""
    with _making:
        _tables_made.clear()


cdef int _blank(const uint8_t[::1] tiles) noexcept:
    cdef Py_ssize_t cell
    for cell in range(tiles.shape[0]):
        if tiles[cell] == 0:
            return <int>cell
    return -1


cdef class Ida:
    """IDA* from one board to another; see fq_ida in sliding/sliding.h."""

    cdef bint _stepping
    cdef fq_ida *_ida
    cdef Strings _strings
    cdef Tables _tables, _larger
    cdef readonly uint32_t rows, columns

    def __cinit__(self, const uint8_t[::1] tiles, const uint8_t[::1] goal, uint32_t rows,
                  uint32_t columns, int heuristic, bint every, *, int kind=TABLES_555,
                  bint fixed=False, uint64_t patience=0):
        cdef fq_error error = FQ_OK
        cdef fq_ida_options options
        if not (2 <= rows <= 5 and 2 <= columns <= 5):
            raise ValueError("rows and columns must be from 2 to 5")
        if tiles.shape[0] != rows * columns or goal.shape[0] != rows * columns:
            raise ValueError("tiles and goal must have rows * columns entries")
        if not 0 <= heuristic <= 4:
            raise ValueError("no such heuristic")
        self.rows, self.columns = rows, columns
        self._strings = strings(rows, columns, every)
        options.heuristic = <fq_ida_heuristic>heuristic
        options.every = every
        options.fixed, options.patience = fixed, patience
        options.strings = self._strings._strings
        options.tables = NULL
        cdef int blank = _blank(goal)
        if heuristic == 4 and rows == 4 and columns == 4 and blank >= 0:
            self._tables = tables(kind, home_of(blank))
            self._tables.build()
            options.tables = self._tables._tables
        self._ida = fq_ida_new(rows, columns, &tiles[0], &goal[0], &options, &error)
        if self._ida == NULL:
            fail(error)

    def __dealloc__(self):
        fq_ida_free(self._ida)

    def step(self, uint64_t budget) -> int:
        cdef fq_status status
        enter(&self._stepping)
        try:
            if budget and fq_ida_wants(self._ida) >= 0:
                self._enlarge(budget)
                return _RUNNING
            with nogil:
                status = fq_ida_step(self._ida, budget)
            return status
        finally:
            self._stepping = False

    cdef int _enlarge(self, uint64_t budget) except -1:
        # Larger tables are built step by step, too; where they do not fit the search goes on.
        if self._larger is None:
            self._larger = tables(fq_ida_wants(self._ida), self._tables.home)
        status = _DONE if self._larger.ready else self._larger.step(max(budget, _LEAST))
        if status == _DONE:
            fq_ida_use(self._ida, self._larger._tables)
            self._tables, self._larger = self._larger, None
        elif status == _FULL:
            fq_ida_use(self._ida, NULL)
            self._larger = None
        return 0

    @property
    def spent(self) -> int:
        return fq_ida_work(self._ida)

    @property
    def bound(self) -> int:
        """No solution has fewer moves."""
        return fq_ida_bound(self._ida)

    @property
    def kind(self) -> int:
        """Which tables are in use, -1 for none."""
        return -1 if self._tables is None else self._tables.kind

    def counters(self) -> dict[str, int]:
        cdef fq_ida_counters work = fq_ida_stats(self._ida)
        return {
            "nodes": work.nodes, "expanded": work.expanded, "iterations": work.iterations,
            "solutions": work.solutions, "bound": fq_ida_bound(self._ida)}

    def peek_moves(self) -> bytes:
        """Moves of the blank (0 up, 1 down, 2 left, 3 right) to the board being looked at."""
        cdef uint8_t moves[254]
        cdef size_t count = fq_ida_moves(self._ida, moves)
        return moves[:count]


cdef class Batch:
    """One shortest solution of many 4x4 boards; see fq_ida_batch in sliding/sliding.h."""

    cdef bint _stepping
    cdef fq_ida_batch *_batch
    cdef Strings _strings
    cdef Tables _tables
    cdef object _keep

    def __cinit__(self, const uint8_t[:, ::1] boards, int32_t[::1] lengths, uint8_t[:, ::1] moves,
                  const uint8_t[::1] goal, int kind=TABLES_555):
        cdef fq_error error = FQ_OK
        cdef size_t count = <size_t>boards.shape[0]
        if boards.shape[1] != 16 or goal.shape[0] != 16 or moves.shape[1] != 20:
            raise ValueError("boards and goal must have 16 cells, moves 20 bytes a board")
        if <size_t>lengths.shape[0] != count or <size_t>moves.shape[0] != count:
            raise ValueError("lengths and moves must have one row a board")
        if count == 0:
            raise ValueError("no boards")
        cdef int blank = _blank(goal)
        if blank < 0:
            raise ValueError("the goal has no blank")
        self._keep = (boards, lengths, moves)
        self._strings = strings(4, 4, False)
        self._tables = tables(kind, home_of(blank))
        self._tables.build()
        self._batch = fq_ida_batch_new(
            count, &boards[0, 0], &goal[0], &lengths[0], &moves[0, 0], self._strings._strings,
            self._tables._tables, &error)
        if self._batch == NULL:
            fail(error)

    def __dealloc__(self):
        fq_ida_batch_free(self._batch)

    def step(self, uint64_t budget) -> int:
        cdef fq_status status
        enter(&self._stepping)
        with nogil:
            status = fq_ida_batch_step(self._batch, budget)
        self._stepping = False
        return status

    @property
    def spent(self) -> int:
        return fq_ida_batch_work(self._batch)

    @property
    def done(self) -> int:
        return fq_ida_batch_done(self._batch)

    def counters(self) -> dict[str, int]:
        cdef fq_ida_counters work = fq_ida_batch_stats(self._batch)
        return {
            "nodes": work.nodes, "expanded": work.expanded, "iterations": work.iterations,
            "solutions": work.solutions}
