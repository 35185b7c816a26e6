# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
"""Python wrapper of csrc/queens/generate/ and canonical.c: boards with exactly one solution."""

from libc.stdint cimport int16_t, int32_t, uint8_t, uint32_t, uint64_t

from fastqueens._kernels.machine cimport (
    FQ_OK, Machine, begin_read, end_read, fail, fq_error, fq_isa, fq_status)

from fastqueens._kernels.cpu import chosen

cdef extern from "queens/generate/generate.h" nogil:
    ctypedef enum fq_generate_style:
        pass
    ctypedef enum fq_generate_symmetry:
        pass
    ctypedef struct fq_generate_options:
        fq_isa isa
        uint64_t seed
        fq_generate_style style
        fq_generate_symmetry symmetry
        uint32_t pieces
        uint32_t stars
        uint32_t moves
        const uint8_t *given
        size_t given_count
        int complete
        const int16_t *placed
        uint32_t least
        uint32_t largest
        uint32_t single_cells
        int tier
        uint32_t use
        uint32_t avoid
        uint32_t score[2]
        uint32_t steps[2]
        uint64_t patience
        uint64_t opening
        const int16_t *look_weights
    ctypedef struct fq_look_counts:
        uint32_t symmetry
        int32_t borders
        int32_t kept
        int32_t symmetric
        int32_t repeated
        int32_t dead_ends
        int32_t frame
    enum:
        FQ_LOOK_WEIGHTS
    ctypedef struct fq_generate_counters:
        uint64_t moves
        uint64_t nodes
        uint64_t accepted
        uint64_t rivals
        uint64_t given_up
        uint64_t rated
        uint64_t logic
        uint64_t boards
        uint64_t starts
    ctypedef struct fq_generate
    fq_generate *fq_generate_new(uint32_t, uint64_t, size_t, uint8_t *, int16_t *,
                                 const fq_generate_options *, fq_error *)
    void fq_generate_free(fq_generate *)
    fq_status fq_generate_step(fq_generate *, uint64_t)
    int fq_generate_gave_up(const fq_generate *)
    size_t fq_generate_done(const fq_generate *)
    void fq_generate_peek(const fq_generate *, uint8_t *, int16_t *)
    fq_look_counts fq_generate_look(const fq_generate *)
    uint64_t fq_generate_spent(const fq_generate *)
    fq_generate_counters fq_generate_counts(const fq_generate *)

cdef extern from "queens/generate/star_placements.h" nogil:
    enum:
        FQ_GENERATE_STARS

cdef extern from "queens/board/canonical.h" nogil:
    uint32_t fq_canonical(uint32_t, const uint8_t *, uint8_t *, uint32_t *)

MAX_STARS = FQ_GENERATE_STARS


cdef class Generate(Machine):
    """Makes one board for each entry of `labels`; the first board has the number `first`.

    See generate.h.
    """

    cdef fq_generate *_generate
    cdef readonly uint32_t n, stars
    cdef object _keep

    def __cinit__(self, uint8_t[:, :, ::1] labels, int16_t[:, ::1] queens, *, uint64_t seed,
                  uint64_t first, int style, uint32_t pieces=1, int tier=-1,
                  uint32_t stars=1, int symmetry=0, const uint8_t[:, :, ::1] given=None,
                  bint complete=False, const int16_t[::1] placed=None, uint32_t least=0,
                  uint32_t largest=0, uint32_t single_cells=0, uint32_t use=0,
                  uint32_t avoid=0, tuple score=(0, 0), tuple steps=(0, 0), uint32_t moves=0,
                  uint64_t patience=0, uint64_t opening=0,
                  const int16_t[::1] look_weights=None):
        cdef fq_error error = FQ_OK
        cdef fq_generate_options options
        cdef Py_ssize_t count = labels.shape[0], n = labels.shape[1]
        if labels.shape[2] != n or n < 4 or n > 64:
            raise ValueError("n must be from 4 to 64, labels count x n x n")
        if stars < 1 or stars > MAX_STARS:
            raise ValueError(f"stars must be from 1 to {MAX_STARS}")
        if queens.shape[0] != count or queens.shape[1] != n * stars or count == 0:
            raise ValueError("queens must have a row of n * stars for each board, at least one")
        options.isa = <fq_isa><int>chosen()
        options.seed, options.style, options.pieces = seed, <fq_generate_style>style, pieces
        options.moves, options.patience, options.tier = moves, patience, tier
        options.stars, options.opening = stars, opening
        options.use, options.avoid = use, avoid
        options.score[0], options.score[1] = score
        options.steps[0], options.steps[1] = steps
        options.symmetry = <fq_generate_symmetry>symmetry
        options.look_weights = NULL
        if look_weights is not None:
            if look_weights.shape[0] != FQ_LOOK_WEIGHTS:
                raise ValueError(f"look_weights must have {FQ_LOOK_WEIGHTS} numbers")
            options.look_weights = &look_weights[0]
        options.given, options.given_count, options.placed = NULL, 0, NULL
        if given is not None:
            if given.shape[0] == 0 or given.shape[1] != n or given.shape[2] != n:
                raise ValueError("given must be masks of n x n, at least one")
            options.given, options.given_count = &given[0, 0, 0], <size_t>given.shape[0]
        if placed is not None:
            if placed.shape[0] != n:
                raise ValueError("placed must have a column for each row")
            options.placed = &placed[0]
        options.complete, options.single_cells = complete, single_cells
        options.least, options.largest = least, largest
        self.n, self.stars = <uint32_t>n, stars
        self._keep = (labels, queens, given, placed)
        self._generate = fq_generate_new(
            self.n, first, <size_t>count, &labels[0, 0, 0], &queens[0, 0], &options, &error)
        if self._generate == NULL:
            fail(error)

    def __dealloc__(self):
        fq_generate_free(self._generate)

    cdef fq_status _step(self, uint64_t budget) noexcept nogil:
        return fq_generate_step(self._generate, budget)

    cdef uint64_t _spent(self) noexcept:
        return fq_generate_spent(self._generate)

    @property
    def gave_up(self) -> bool:
        begin_read(self)
        value = fq_generate_gave_up(self._generate) != 0
        end_read(self)
        return value

    @property
    def done(self) -> int:
        begin_read(self)
        cdef size_t done = fq_generate_done(self._generate)
        end_read(self)
        return done

    def counters(self) -> dict[str, int]:
        begin_read(self)
        cdef fq_generate_counters work = fq_generate_counts(self._generate)
        end_read(self)
        return work

    def look(self) -> dict[str, int]:
        begin_read(self)
        cdef fq_look_counts look = fq_generate_look(self._generate)
        end_read(self)
        return look

    def peek(self, uint8_t[:, ::1] labels, int16_t[::1] queens) -> None:
        if labels.shape[0] != self.n or labels.shape[1] != self.n \
                or queens.shape[0] != self.n * self.stars:
            raise ValueError("labels must be n x n, queens must have n * stars entries")
        begin_read(self)
        fq_generate_peek(self._generate, &labels[0, 0], &queens[0])
        end_read(self)


def canonical(const uint8_t[:, :, ::1] labels, uint8_t[:, :, ::1] out) -> None:
    """Write the canonical form of each board to `out`."""
    cdef Py_ssize_t count = labels.shape[0], n = labels.shape[1], i
    cdef uint32_t regions
    if labels.shape[2] != n or n < 1 or n > 64:
        raise ValueError("n must be from 1 to 64, labels count x n x n")
    if out.shape[0] != count or out.shape[1] != n or out.shape[2] != n:
        raise ValueError("out must have the shape of labels")
    with nogil:
        for i in range(count):
            fq_canonical(<uint32_t>n, &labels[i, 0, 0], &out[i, 0, 0], &regions)
