# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
"""Python wrappers of the searches and counts in csrc/queens/regions."""

from libc.stdint cimport int16_t, int64_t, uint8_t, uint32_t, uint64_t

from fastqueens._kernels.machine cimport (
    FQ_OK, Machine, begin_read, begin_step, end_read, end_step, fail, fq_error, fq_isa, fq_status)
from fastqueens._kernels.queens.regions cimport (
    BoardBatch, board_counters, check_count, check_shape, fq_batch, fq_batch_boards,
    fq_batch_counts, fq_batch_done, fq_batch_free, fq_batch_unfinished, fq_batch_spent, fq_batch_step,
    fq_board_counters, fq_regions_count_counters, row_counters)
from fastqueens._kernels.queens.rules cimport fq_rules, read_rules

from fastqueens._kernels.cpu import chosen

cdef extern from "queens/regions/regions.h" nogil:
    ctypedef struct fq_regions_options:
        fq_isa isa
        fq_rules rules
        uint64_t seed
    ctypedef struct fq_regions
    fq_regions *fq_regions_new(uint32_t, const uint8_t *, const fq_regions_options *, fq_error *)
    int fq_regions_eliminate(fq_regions *, uint32_t)
    fq_status fq_regions_step(fq_regions *, uint64_t)
    void fq_regions_peek(const fq_regions *, int16_t *)
    uint32_t fq_regions_last_queen(const fq_regions *)
    void fq_regions_possible_cells(const fq_regions *, uint8_t *)
    uint64_t fq_regions_spent(const fq_regions *)
    fq_board_counters fq_regions_counts(const fq_regions *)
    void fq_regions_free(fq_regions *)
    fq_batch *fq_regions_batch_new(
        uint32_t, const fq_batch_boards *, const fq_regions_options *, fq_error *)
    ctypedef struct fq_regions_count
    fq_regions_count *fq_regions_count_new(
        uint32_t, const uint8_t *, const fq_rules *, uint64_t, fq_error *)
    fq_status fq_regions_count_step(fq_regions_count *, uint64_t)
    void fq_regions_count_peek(const fq_regions_count *, uint64_t *, uint64_t *)
    uint64_t fq_regions_count_spent(const fq_regions_count *)
    fq_regions_count_counters fq_regions_count_counts(const fq_regions_count *)
    void fq_regions_count_free(fq_regions_count *)


cdef fq_regions_options _options(object rules, uint64_t seed) except *:
    cdef fq_regions_options options
    options.isa = <fq_isa><int>chosen()
    options.rules = read_rules(rules)
    options.seed = seed
    return options


cdef class Search(Machine):
    """Depth-first search of one board; see fq_regions in queens/regions/regions.h."""

    cdef fq_regions *_search
    cdef readonly uint32_t n

    def __cinit__(self, const uint8_t[:, ::1] regions, object rules, uint64_t seed):
        cdef fq_error error = FQ_OK
        cdef fq_regions_options options = _options(rules, seed)
        check_shape(regions.shape[0], regions.shape[1])
        self.n = <uint32_t>regions.shape[0]
        self._search = fq_regions_new(self.n, &regions[0, 0], &options, &error)
        if self._search == NULL:
            fail(error)

    def __dealloc__(self):
        fq_regions_free(self._search)

    def eliminate(self, uint32_t cell) -> None:
        begin_step(self)
        cdef bint eliminated = fq_regions_eliminate(self._search, cell)
        end_step(self)
        if not eliminated:
            raise ValueError("eliminate cells before the first step; they are numbered from 0 to n * n - 1")

    cdef fq_status _step(self, uint64_t budget) noexcept nogil:
        return fq_regions_step(self._search, budget)

    cdef uint64_t _spent(self) noexcept:
        return fq_regions_spent(self._search)

    def counters(self) -> dict[str, int]:
        begin_read(self)
        cdef fq_board_counters work = fq_regions_counts(self._search)
        end_read(self)
        return board_counters(work)

    def peek(self, int16_t[::1] queens) -> None:
        if queens.shape[0] != self.n:
            raise ValueError("queens must have n entries")
        begin_read(self)
        fq_regions_peek(self._search, &queens[0])
        end_read(self)

    def cells(self) -> list[int]:
        cdef int16_t queens[64]
        cdef uint32_t row
        begin_read(self)
        fq_regions_peek(self._search, queens)
        end_read(self)
        return [row * self.n + queens[row] for row in range(self.n) if queens[row] >= 0]

    def hand(self) -> int:
        """Return the cell of the last queen placed, or -1."""
        begin_read(self)
        cdef uint32_t cell = fq_regions_last_queen(self._search)
        end_read(self)
        return cell if cell < self.n * self.n else -1

    def peek_left(self, uint8_t[:, ::1] left) -> None:
        """Write 1 for each cell that has a queen or is a candidate, and 0 for other cells."""
        if left.shape[0] != self.n or left.shape[1] != self.n:
            raise ValueError("left must have n rows of n")
        begin_read(self)
        fq_regions_possible_cells(self._search, &left[0, 0])
        end_read(self)


cdef class BoardBatch(Machine):
    """Search of many boards of one size; see queens/board/batch.h."""

    def __dealloc__(self):
        fq_batch_free(self._batch)

    cdef fq_status _step(self, uint64_t budget) noexcept nogil:
        return fq_batch_step(self._batch, budget)

    cdef uint64_t _spent(self) noexcept:
        return fq_batch_spent(self._batch)

    @property
    def done(self) -> int:
        begin_read(self)
        cdef size_t done = fq_batch_done(self._batch)
        end_read(self)
        return done

    @property
    def unfinished(self) -> int:
        """Index of the board with incomplete results, or the number of boards if there is none."""
        begin_read(self)
        cdef size_t unfinished = fq_batch_unfinished(self._batch)
        end_read(self)
        return unfinished

    def counters(self) -> dict[str, int]:
        begin_read(self)
        cdef fq_board_counters work = fq_batch_counts(self._batch)
        end_read(self)
        return board_counters(work)


cdef class Batch(BoardBatch):
    """The search of `Search` for many boards; `first` has n columns per board."""

    def __cinit__(self, const uint8_t[:, :, ::1] boards, int64_t[::1] counts,
                  int16_t[:, ::1] first, uint64_t limit, object rules, uint64_t seed):
        cdef fq_error error = FQ_OK
        cdef fq_regions_options options = _options(rules, seed)
        cdef fq_batch_boards batch
        check_shape(boards.shape[1], boards.shape[2])
        check_count(boards.shape[0], counts.shape[0], first.shape[0])
        if first.shape[1] != boards.shape[1]:
            raise ValueError("first must have n columns per board")
        self._keep = (boards, counts, first)
        batch.count, batch.labels = <size_t>boards.shape[0], &boards[0, 0, 0]
        batch.counts, batch.first, batch.limit = &counts[0], &first[0, 0], limit
        self._batch = fq_regions_batch_new(<uint32_t>boards.shape[1], &batch, &options, &error)
        if self._batch == NULL:
            fail(error)


cdef class Count(Machine):
    """Dynamic program over the rows; see fq_regions_count in queens/regions/regions.h."""

    cdef fq_regions_count *_count

    def __cinit__(self, const uint8_t[:, ::1] regions, object rules, uint64_t max_bytes):
        cdef fq_error error = FQ_OK
        cdef fq_rules board_rules = read_rules(rules)
        check_shape(regions.shape[0], regions.shape[1])
        self._count = fq_regions_count_new(
            <uint32_t>regions.shape[0], &regions[0, 0], &board_rules, max_bytes, &error)
        if self._count == NULL:
            fail(error)

    def __dealloc__(self):
        fq_regions_count_free(self._count)

    cdef fq_status _step(self, uint64_t budget) noexcept nogil:
        return fq_regions_count_step(self._count, budget)

    cdef uint64_t _spent(self) noexcept:
        return fq_regions_count_spent(self._count)

    cdef fq_regions_count_counters _counts(self):
        begin_read(self)
        cdef fq_regions_count_counters counts = fq_regions_count_counts(self._count)
        end_read(self)
        return counts

    @property
    def rows(self) -> int:
        return self._counts().rows

    @property
    def bytes(self) -> int:
        return self._counts().bytes

    @property
    def total(self) -> int:
        cdef uint64_t high = 0, low = 0
        begin_read(self)
        fq_regions_count_peek(self._count, &high, &low)
        end_read(self)
        return (<object>high << 64) | <object>low

    def counters(self) -> dict[str, int]:
        return row_counters(self._counts())
