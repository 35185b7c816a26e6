# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
"""Python wrappers of the searches and counts in csrc/queens/stars."""

from libc.stdint cimport int16_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t

from fastqueens._kernels.machine cimport (
    FQ_OK, Machine, begin_read, begin_step, end_read, end_step, fail, fq_error, fq_isa, fq_status)
from fastqueens._kernels.queens.regions cimport (
    BoardBatch, board_counters, check_count, check_shape, fq_batch, fq_batch_boards,
    fq_board_counters, fq_regions_count_counters, row_counters)
from fastqueens._kernels.queens.rules cimport fq_rules, read_rules

from fastqueens._kernels.cpu import chosen

cdef extern from "queens/stars/stars.h" nogil:
    ctypedef struct fq_stars_options:
        fq_isa isa
        fq_rules rules
        uint64_t seed
        uint64_t opening
    enum:
        FQ_STARS_OPENING
    ctypedef struct fq_stars
    fq_stars *fq_stars_new(uint32_t, const uint8_t *, const fq_stars_options *, fq_error *)
    int fq_stars_place(fq_stars *, uint32_t)
    void fq_stars_eliminate(fq_stars *, uint32_t)
    fq_status fq_stars_step(fq_stars *, uint64_t)
    void fq_stars_peek(const fq_stars *, int16_t *)
    uint32_t fq_stars_cells(const fq_stars *, uint16_t *)
    void fq_stars_possible_cells(const fq_stars *, uint8_t *)
    int fq_stars_last_star(const fq_stars *)
    uint64_t fq_stars_spent(const fq_stars *)
    fq_board_counters fq_stars_counts(const fq_stars *)
    void fq_stars_free(fq_stars *)
    fq_batch *fq_stars_batch_new(
        uint32_t, const fq_batch_boards *, const fq_stars_options *, fq_error *)

cdef extern from "queens/stars/count.h" nogil:
    ctypedef struct fq_stars_count
    fq_stars_count *fq_stars_count_new(
        uint32_t, const uint8_t *, const fq_rules *, uint64_t, fq_error *)
    fq_status fq_stars_count_step(fq_stars_count *, uint64_t)
    void fq_stars_count_peek(const fq_stars_count *, uint64_t *, uint64_t *)
    uint64_t fq_stars_count_spent(const fq_stars_count *)
    fq_regions_count_counters fq_stars_count_counts(const fq_stars_count *)
    void fq_stars_count_free(fq_stars_count *)


OPENING = FQ_STARS_OPENING


cdef fq_stars_options _options(object rules, uint64_t seed, uint64_t opening) except *:
    cdef fq_stars_options options
    options.isa = <fq_isa><int>chosen()
    options.rules = read_rules(rules)
    options.seed = seed
    options.opening = opening
    return options


cdef class Search(Machine):
    """Depth-first search of one board; see fq_stars in queens/stars/stars.h."""

    cdef fq_stars *_search
    cdef readonly uint32_t n, stars

    def __cinit__(self, const uint8_t[:, ::1] regions, object rules, uint64_t seed=0,
                  uint64_t opening=FQ_STARS_OPENING):
        cdef fq_error error = FQ_OK
        cdef fq_stars_options options = _options(rules, seed, opening)
        check_shape(regions.shape[0], regions.shape[1], options.rules.stars)
        self.n = <uint32_t>regions.shape[0]
        self.stars = options.rules.stars
        self._search = fq_stars_new(self.n, &regions[0, 0], &options, &error)
        if self._search == NULL:
            fail(error)

    def __dealloc__(self):
        fq_stars_free(self._search)

    cdef bint _set(self, uint32_t cell, bint star) except *:
        begin_step(self)
        cdef bint good = cell < self.n * self.n and not fq_stars_counts(self._search).nodes
        cdef bint done = False
        if good and star:
            done = fq_stars_place(self._search, cell) != 0
        elif good:
            fq_stars_eliminate(self._search, cell)
        end_step(self)
        if not good:
            raise ValueError("set cells before the first step; they are numbered from 0 to n * n - 1")
        return done

    def place(self, uint32_t cell) -> bool:
        """Put a star on a cell before the first step; return False if it is not a candidate."""
        return self._set(cell, True)

    def eliminate(self, uint32_t cell) -> None:
        """Forbid stars on a cell."""
        self._set(cell, False)

    cdef fq_status _step(self, uint64_t budget) noexcept nogil:
        return fq_stars_step(self._search, budget)

    cdef uint64_t _spent(self) noexcept:
        return fq_stars_spent(self._search)

    def counters(self) -> dict[str, int]:
        begin_read(self)
        cdef fq_board_counters work = fq_stars_counts(self._search)
        end_read(self)
        return board_counters(work)

    def peek(self, int16_t[:, ::1] pairs) -> None:
        if pairs.shape[0] != self.n * self.stars or pairs.shape[1] != 2:
            raise ValueError("expected n * stars pairs")
        begin_read(self)
        fq_stars_peek(self._search, &pairs[0, 0])
        end_read(self)

    def cells(self) -> list[int]:
        cdef uint16_t cells[64 * 16]
        cdef uint32_t i
        begin_read(self)
        cdef uint32_t count = fq_stars_cells(self._search, cells)
        end_read(self)
        return [cells[i] for i in range(count)]

    def hand(self) -> int:
        """Return the cell of the last star tried, or -1."""
        begin_read(self)
        cdef int cell = fq_stars_last_star(self._search)
        end_read(self)
        return cell

    def peek_left(self, uint8_t[:, ::1] left) -> None:
        """Write 1 for each cell that has a star or is a candidate, and 0 for other cells."""
        if left.shape[0] != self.n or left.shape[1] != self.n:
            raise ValueError("left must have n rows of n")
        begin_read(self)
        fq_stars_possible_cells(self._search, &left[0, 0])
        end_read(self)


cdef class Count(Machine):
    """Dynamic program over the cells; see queens/stars/count.h."""

    cdef fq_stars_count *_count

    def __cinit__(self, const uint8_t[:, ::1] regions, object rules, uint64_t max_bytes):
        cdef fq_error error = FQ_OK
        cdef fq_rules board_rules = read_rules(rules)
        check_shape(regions.shape[0], regions.shape[1], board_rules.stars)
        self._count = fq_stars_count_new(
            <uint32_t>regions.shape[0], &regions[0, 0], &board_rules, max_bytes, &error)
        if self._count == NULL:
            fail(error)

    def __dealloc__(self):
        fq_stars_count_free(self._count)

    cdef fq_status _step(self, uint64_t budget) noexcept nogil:
        return fq_stars_count_step(self._count, budget)

    cdef uint64_t _spent(self) noexcept:
        return fq_stars_count_spent(self._count)

    cdef fq_regions_count_counters _counts(self):
        begin_read(self)
        cdef fq_regions_count_counters counts = fq_stars_count_counts(self._count)
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
        fq_stars_count_peek(self._count, &high, &low)
        end_read(self)
        return (<object>high << 64) | <object>low

    def counters(self) -> dict[str, int]:
        return row_counters(self._counts())


cdef class Batch(BoardBatch):
    """The search of `Search` for many boards; `first` has n * stars pairs per board."""

    def __cinit__(self, const uint8_t[:, :, ::1] boards, int64_t[::1] counts,
                  int16_t[:, :, ::1] first, uint64_t limit, object rules, uint64_t seed=0,
                  uint64_t opening=FQ_STARS_OPENING):
        cdef fq_error error = FQ_OK
        cdef fq_stars_options options = _options(rules, seed, opening)
        cdef fq_batch_boards batch
        check_shape(boards.shape[1], boards.shape[2], options.rules.stars)
        check_count(boards.shape[0], counts.shape[0], first.shape[0])
        if first.shape[1] != boards.shape[1] * options.rules.stars or first.shape[2] != 2:
            raise ValueError("first must have n * stars pairs per board")
        self._keep = (boards, counts, first)
        batch.count, batch.labels = <size_t>boards.shape[0], &boards[0, 0, 0]
        batch.counts, batch.first, batch.limit = &counts[0], &first[0, 0, 0], limit
        self._batch = fq_stars_batch_new(<uint32_t>boards.shape[1], &batch, &options, &error)
        if self._batch == NULL:
            fail(error)
