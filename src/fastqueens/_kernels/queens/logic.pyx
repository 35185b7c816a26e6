# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
"""Python wrapper of csrc/queens/logic/engine.c, which solves and rates boards by named rules."""

from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t

from fastqueens._kernels.machine cimport (
    FQ_OK, Machine, begin_read, begin_step, end_read, end_step, fail, fq_error, fq_status)
from fastqueens._kernels.queens.rules cimport fq_rules, read_rules

cdef extern from "queens/logic/logic.h" nogil:
    enum:
        FQ_LOGIC_RULES
        FQ_LOGIC_MAX_STARS
    ctypedef struct fq_logic_about:
        const char *name
        const char *text
        uint32_t cost
    const fq_logic_about fq_logic_rules[FQ_LOGIC_RULES]
    int fq_logic_tier_of(uint32_t, uint32_t, uint32_t)
    ctypedef struct fq_logic_note:
        int rule
        int from_kind
        int to_kind
        uint64_t from_ "from"
        uint64_t to
        uint32_t rounds
        uint32_t placed_count
        uint16_t placed[32]
        uint32_t chain_count
        uint16_t chain[1024]
        uint8_t full[3]
        uint64_t cells[64]
        uint64_t eliminated[64]
    ctypedef struct fq_logic_rating:
        int tier
        int outcome
        uint32_t score
        uint32_t steps[FQ_LOGIC_RULES]
        uint64_t work
    ctypedef struct fq_logic
    fq_logic *fq_logic_new(uint32_t, const fq_rules *, fq_error *)
    void fq_logic_free(fq_logic *)
    uint32_t fq_logic_words(const fq_logic *)
    fq_error fq_logic_load(fq_logic *, const uint8_t *, uint32_t)
    int fq_logic_place(fq_logic *, uint32_t)
    void fq_logic_eliminate(fq_logic *, uint32_t)
    fq_status fq_logic_step(fq_logic *, uint64_t)
    fq_status fq_logic_run(fq_logic *, uint64_t)
    void fq_logic_last(const fq_logic *, fq_logic_note *)
    uint64_t fq_logic_spent(const fq_logic *)
    fq_logic_rating fq_logic_counts(const fq_logic *)
    uint32_t fq_logic_cells(const fq_logic *, uint16_t *)
    ctypedef struct fq_logic_batch
    fq_logic_batch *fq_logic_batch_new(
        uint32_t, uint32_t, size_t, const uint8_t *, uint32_t, uint8_t *, uint32_t *, fq_error *)
    fq_status fq_logic_batch_step(fq_logic_batch *, uint64_t)
    size_t fq_logic_batch_done(const fq_logic_batch *)
    uint64_t fq_logic_batch_spent(const fq_logic_batch *)
    fq_logic_rating fq_logic_batch_counts(const fq_logic_batch *)
    void fq_logic_batch_free(fq_logic_batch *)

cdef extern from "queens/stars/table_search.h" nogil:
    enum:
        FQ_TABLES_MAX_N
        FQ_TABLES_MAX_STARS

cdef extern from *:
    """
    #define fq_bit(x) ((uint32_t)__builtin_ctzll(x))
    """
    uint32_t fq_bit(uint64_t) nogil

# (name, tier with one star, cost, description) of each rule, in the order in which they are tried.
RULES = tuple(
    (fq_logic_rules[r].name.decode(), fq_logic_tier_of(r, 1, 1), fq_logic_rules[r].cost,
     fq_logic_rules[r].text.decode())
    for r in range(FQ_LOGIC_RULES))


def tier_of(uint32_t rule, uint32_t n, uint32_t stars) -> int:
    """Return the tier of rule number `rule` on boards of n rows."""
    if rule >= FQ_LOGIC_RULES:
        raise ValueError(f"rule must be below {FQ_LOGIC_RULES}")
    return fq_logic_tier_of(rule, n, stars)


cdef dict _steps_by_rule(fq_logic_rating work):
    return {RULES[r][0]: work.steps[r] for r in range(FQ_LOGIC_RULES)}


MAX_STARS = FQ_LOGIC_MAX_STARS
# The largest boards on which the rules line-pair, bounds and long-chain to cases-all apply.
STAR_RULES_MAX_N = FQ_TABLES_MAX_N
STAR_RULES_MAX_STARS = FQ_TABLES_MAX_STARS


cdef int _check_shape(Py_ssize_t rows, Py_ssize_t columns, uint32_t stars) except -1:
    if rows != columns or rows < 1 or rows > 64:
        raise ValueError("n must be from 1 to 64, regions n x n")
    if stars < 1 or stars > FQ_LOGIC_MAX_STARS:
        raise ValueError(f"the number of stars must be from 1 to {FQ_LOGIC_MAX_STARS}")
    return 0


cdef tuple _members(const uint64_t *set, uint32_t words, list names, Py_ssize_t base):
    # Return names[base + i] for each member i of a set, in order.
    cdef uint32_t w
    cdef uint64_t left
    cdef list found = []
    for w in range(words):
        left = set[w]
        while left:
            found.append(names[base + 64 * w + fq_bit(left)])
            left &= left - 1
    return tuple(found)


cdef class Engine(Machine):
    """Applies the rules to one board; see fq_logic in queens/logic/logic.h.

    `last` names each cell by its object in the list `cells`, which has n * n objects, and each unit
    by its object in the list `units`, which has objects for 64 regions, 64 rows and 64 columns.
    """

    cdef fq_logic *_logic
    cdef uint32_t _words
    cdef list _cells
    cdef list _units
    cdef readonly uint32_t n

    def __cinit__(self, const uint8_t[:, ::1] regions, object rules, uint32_t rule_count,
                  list cells not None, list units not None):
        cdef fq_error error = FQ_OK
        cdef fq_rules board_rules = read_rules(rules)
        _check_shape(regions.shape[0], regions.shape[1], board_rules.stars)
        self.n = <uint32_t>regions.shape[0]
        if <uint32_t>len(cells) != self.n * self.n or len(units) != 192:
            raise ValueError("expected n * n cells and 192 units")
        self._cells = cells
        self._units = units
        self._logic = fq_logic_new(self.n, &board_rules, &error)
        if self._logic == NULL:
            fail(error)
        error = fq_logic_load(self._logic, &regions[0, 0], rule_count)
        if error != FQ_OK:
            fail(error)
        self._words = fq_logic_words(self._logic)

    def __dealloc__(self):
        fq_logic_free(self._logic)

    def place(self, uint32_t cell) -> bool:
        begin_step(self)
        cdef bint placed = fq_logic_place(self._logic, cell) != 0
        end_step(self)
        return placed

    def eliminate(self, uint32_t cell) -> None:
        begin_step(self)
        fq_logic_eliminate(self._logic, cell)
        end_step(self)

    cdef fq_status _step(self, uint64_t budget) noexcept nogil:
        return fq_logic_step(self._logic, budget)

    cdef uint64_t _spent(self) noexcept:
        return fq_logic_spent(self._logic)

    def run(self, uint64_t budget) -> int:
        cdef fq_status status
        begin_step(self)
        with nogil:
            status = fq_logic_run(self._logic, budget)
        end_step(self)
        return status

    def last(self) -> tuple:
        begin_read(self)
        cdef fq_logic_note note
        fq_logic_last(self._logic, &note)
        end_read(self)
        cdef tuple units = _members(&note.from_, 1, self._units, 64 * note.from_kind)
        cdef uint32_t kind
        if note.to:
            units += _members(&note.to, 1, self._units, 64 * note.to_kind)
        for kind in range(3):
            if note.full[kind]:
                units += (self._units[64 * kind + note.full[kind] - 1],)
        cdef tuple cells
        if note.chain_count:
            cells = tuple([self._cells[note.chain[i]] for i in range(note.chain_count)])
        else:
            cells = _members(note.cells, self._words, self._cells, 0)
        return (
            note.rule,
            units,
            cells,
            tuple([self._cells[note.placed[i]] for i in range(note.placed_count)]),
            _members(note.eliminated, self._words, self._cells, 0),
            note.rounds)

    def cells(self) -> list[int]:
        cdef uint16_t cells[64 * 16]
        cdef uint32_t i
        begin_read(self)
        cdef uint32_t count = fq_logic_cells(self._logic, cells)
        end_read(self)
        return [cells[i] for i in range(count)]

    cdef fq_logic_rating _counts(self):
        begin_read(self)
        cdef fq_logic_rating counts = fq_logic_counts(self._logic)
        end_read(self)
        return counts

    @property
    def tier(self) -> int:
        return self._counts().tier

    @property
    def outcome(self) -> int:
        return self._counts().outcome

    @property
    def score(self) -> int:
        return self._counts().score

    def counters(self) -> dict[str, int]:
        return _steps_by_rule(self._counts())


cdef class Batch(Machine):
    """Rates many boards of one size; see fq_logic_batch in queens/logic/logic.h."""

    cdef fq_logic_batch *_batch
    cdef object _keep

    def __cinit__(self, const uint8_t[:, :, ::1] boards, object rules, uint32_t rule_count,
                  uint8_t[::1] tiers, uint32_t[::1] scores):
        cdef fq_error error = FQ_OK
        cdef uint32_t stars = rules.stars
        _check_shape(boards.shape[1], boards.shape[2], stars)
        cdef size_t count = <size_t>boards.shape[0]
        if <size_t>tiers.shape[0] != count or <size_t>scores.shape[0] != count:
            raise ValueError("tiers and scores must have one entry for each board")
        if count == 0:
            raise ValueError("no boards")
        self._keep = (boards, tiers, scores)
        self._batch = fq_logic_batch_new(
            <uint32_t>boards.shape[1], stars, count, &boards[0, 0, 0], rule_count, &tiers[0],
            &scores[0], &error)
        if self._batch == NULL:
            fail(error)

    def __dealloc__(self):
        fq_logic_batch_free(self._batch)

    cdef fq_status _step(self, uint64_t budget) noexcept nogil:
        return fq_logic_batch_step(self._batch, budget)

    cdef uint64_t _spent(self) noexcept:
        return fq_logic_batch_spent(self._batch)

    @property
    def done(self) -> int:
        begin_read(self)
        cdef size_t done = fq_logic_batch_done(self._batch)
        end_read(self)
        return done

    @property
    def unfinished(self) -> int:
        """The number of the board whose rating is not finished; boards are rated in order."""
        return self.done

    def counters(self) -> dict[str, int]:
        begin_read(self)
        cdef fq_logic_rating work = fq_logic_batch_counts(self._batch)
        end_read(self)
        return _steps_by_rule(work)
