/* sbn.c - reads and writes boards in Star Battle Notation. */
#include "sbn.h"

#include <string.h>
#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#include "queens/board/labels.h"

enum {
    FQ_SBN_MIN_N = 5,
    FQ_SBN_MAX_N = 25,
    FQ_SBN_CELLS = FQ_SBN_MAX_N * FQ_SBN_MAX_N,
    FQ_SBN_BITS = 2 * FQ_SBN_MAX_N * (FQ_SBN_MAX_N - 1) + 5,
    FQ_SBN_LANES = 8,        /* boards whose regions are found together */
    FQ_SBN_CLOSED = 1 << 14, /* a border; larger than the index of any cell */
    FQ_SBN_STARS = 9
};

/* One number for each board of a group. */
typedef int16_t fq_lanes __attribute__((vector_size(2 * FQ_SBN_LANES)));

/* Boards with the same number of rows. Lane l of each array belongs to board l. The arrays have a
 * margin of n cells, so that each cell has four neighbours. */
typedef struct fq_group {
    uint32_t n, count;
    fq_line *lines[FQ_SBN_LANES];
    fq_lanes left[FQ_SBN_CELLS + FQ_SBN_MAX_N];  /* border on the left side of a cell */
    fq_lanes above[FQ_SBN_CELLS + FQ_SBN_MAX_N]; /* border on its upper side */
    fq_lanes first[FQ_SBN_CELLS + 2 * FQ_SBN_MAX_N]; /* see fq_find_regions */
} fq_group;

static const char FQ_DIGITS_64[] =
    "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_";

static uint32_t fq_border_digits(uint32_t n) { return (2 * n * (n - 1) + 5) / 6; }

static uint32_t fq_cell_digits(uint32_t n) { return (n * n + 2) / 3; }

/* The value of each digit, plus 1. The digits of a board are random, so that comparing them with
 * the ends of the three ranges would mispredict a branch for most of them. */
static const uint8_t FQ_DIGIT_VALUES[256] = {
    ['0'] = 1,  ['1'] = 2,  ['2'] = 3,  ['3'] = 4,  ['4'] = 5,  ['5'] = 6,  ['6'] = 7,  ['7'] = 8,
    ['8'] = 9,  ['9'] = 10, ['A'] = 11, ['B'] = 12, ['C'] = 13, ['D'] = 14, ['E'] = 15, ['F'] = 16,
    ['G'] = 17, ['H'] = 18, ['I'] = 19, ['J'] = 20, ['K'] = 21, ['L'] = 22, ['M'] = 23, ['N'] = 24,
    ['O'] = 25, ['P'] = 26, ['Q'] = 27, ['R'] = 28, ['S'] = 29, ['T'] = 30, ['U'] = 31, ['V'] = 32,
    ['W'] = 33, ['X'] = 34, ['Y'] = 35, ['Z'] = 36, ['a'] = 37, ['b'] = 38, ['c'] = 39, ['d'] = 40,
    ['e'] = 41, ['f'] = 42, ['g'] = 43, ['h'] = 44, ['i'] = 45, ['j'] = 46, ['k'] = 47, ['l'] = 48,
    ['m'] = 49, ['n'] = 50, ['o'] = 51, ['p'] = 52, ['q'] = 53, ['r'] = 54, ['s'] = 55, ['t'] = 56,
    ['u'] = 57, ['v'] = 58, ['w'] = 59, ['x'] = 60, ['y'] = 61, ['z'] = 62, ['-'] = 63, ['_'] = 64,
};

/* Returns the value of a digit. Returns a value of at least 64 for any other character. */
static uint32_t fq_digit_value(uint8_t c) { return FQ_DIGIT_VALUES[c] - 1u; }

static inline fq_lanes fq_min(fq_lanes a, fq_lanes b)
{
#if defined(__SSE2__)
    return (fq_lanes)_mm_min_epi16((__m128i)a, (__m128i)b);
#else
    const fq_lanes less = a < b;
    return (a & less) | (b & ~less);
#endif
}

/* Whether a number is not 0. */
static inline int fq_any_lane(fq_lanes lanes)
{
    uint64_t words[sizeof(fq_lanes) / 8], any = 0;
    memcpy(words, &lanes, sizeof words);
    for (size_t i = 0; i < sizeof words / 8; i++) any |= words[i];
    return any != 0;
}

/* Starts a group of boards of n rows without borders. */
static void fq_start_group(fq_group *group, uint32_t n)
{
    group->n = n;
    group->count = 0;
    memset(group->left, 0, (n * n + n) * sizeof *group->left);
    memset(group->above, 0, (n * n + n) * sizeof *group->above);
}

/* Finds the first cell of the region of each cell: it is first[n + k] for cell k. The index of the
 * first cell spreads forward and backward through the board, to all neighbours that are not behind
 * a border, until nothing changes. There is no branch on the borders, because most of these
 * branches would be mispredicted. */
static void fq_find_regions(fq_group *group)
{
    const uint32_t n = group->n, cells = n * n;
    const fq_lanes *const left = group->left, *const above = group->above;
    fq_lanes *const first = group->first + n, own, changes;
    for (uint32_t k = 0; k < n; k++)
        group->first[k] = first[cells + k] = (fq_lanes){0} + FQ_SBN_CLOSED;
    for (uint32_t k = 0; k < cells; k++) first[k] = (fq_lanes){0} + (int16_t)k;
    do {
        own = group->first[0];
        for (uint32_t k = 0; k < cells; k++) {
            const fq_lanes least = fq_min(first[k], first[(int32_t)k - (int32_t)n] | above[k]);
            first[k] = own = fq_min(own | left[k], least);
        }
        own = group->first[0];
        changes = (fq_lanes){0};
        for (uint32_t k = cells; k-- > 0;) {
            const fq_lanes least = fq_min(first[k], first[k + n] | above[k + n]);
            own = fq_min(own | left[k + 1], least);
            changes |= own ^ first[k];
            first[k] = own;
        }
    } while (fq_any_lane(changes));
}

/* Finds the boards with a border between two cells of one region; their lanes are not 0. */
static fq_lanes fq_find_needless_borders(const fq_group *group)
{
    const uint32_t n = group->n;
    const fq_lanes *const first = group->first + n;
    fq_lanes bad = {0};
    for (uint32_t r = 0, k = 0; r < n; r++, k++) {
        bad |= (first[k] == group->first[k]) & group->above[k];
        for (uint32_t c = 1; c < n; c++) {
            k++;
            bad |= (first[k] == first[k - 1]) & group->left[k];
            bad |= (first[k] == group->first[k]) & group->above[k];
        }
    }
    return bad;
}

/* Labels the regions of board `lane` in order of first appearance. Returns the number of regions;
 * if it exceeds 256, the labels are not usable. */
static uint32_t fq_label_regions(const fq_group *group, uint32_t lane, uint8_t *labels)
{
    uint8_t numbers[FQ_SBN_CELLS];
    uint32_t count = 0;
    for (uint32_t k = 0; k < group->n * group->n; k++) {
        const uint32_t first = (uint32_t)group->first[group->n + k][lane];
        numbers[k] = (uint8_t)count;
        count += first == k;
        labels[k] = numbers[first];
    }
    return count;
}

/* Labels the boards of a group, and makes the group empty. A board gets n = 0 if its borders do not
 * enclose n regions. Returns the number of labels written. */
static size_t fq_finish_group(fq_group *group, uint8_t *labels, size_t used)
{
    const size_t cells = (size_t)group->n * group->n, before = used;
    if (!group->count) return 0;
    fq_find_regions(group);
    const fq_lanes bad = fq_find_needless_borders(group);
    for (uint32_t l = 0; l < group->count; l++) {
        fq_line *line = group->lines[l];
        uint8_t *const own = labels + used;
        line->cells = (int64_t)used;
        if (fq_label_regions(group, l, own) == group->n && !bad[l] &&
            (line->stars == 1 || fq_lines_stars_fit(own, line->n, line->stars))) {
            used += cells;
        } else {
            line->n = 0;
            line->stars = 1;
        }
    }
    group->count = 0;
    return used - before;
}

#define FQ_BITS(v) \
    {(v) >> 5 & 1, (v) >> 4 & 1, (v) >> 3 & 1, (v) >> 2 & 1, (v) >> 1 & 1, (v) & 1, 0, 0}
#define FQ_FOUR_BITS(v) FQ_BITS(v), FQ_BITS((v) + 1), FQ_BITS((v) + 2), FQ_BITS((v) + 3)
#define FQ_SIXTEEN_BITS(v) \
    FQ_FOUR_BITS(v), FQ_FOUR_BITS((v) + 4), FQ_FOUR_BITS((v) + 8), FQ_FOUR_BITS((v) + 12)
/* The six bits of each digit, one in a byte. */
static const uint8_t FQ_DIGIT_BITS[64][8] = {FQ_SIXTEEN_BITS(0), FQ_SIXTEEN_BITS(16),
                                             FQ_SIXTEEN_BITS(32), FQ_SIXTEEN_BITS(48)};
#undef FQ_SIXTEEN_BITS
#undef FQ_FOUR_BITS
#undef FQ_BITS

/* Whether each digit holds three cells with values 0 to 2, and the last digit holds 0 for the
 * places after the last cell. */
static int fq_cells_valid(const uint8_t *text, size_t size, uint32_t n)
{
    for (size_t i = 0; i < size; i++) {
        const uint32_t value = fq_digit_value(text[i]);
        if (value >= 48 || (value >> 2 & 3) > 2 || (value & 3) > 2) return 0;
        for (uint32_t k = 0; k < 3; k++)
            if (i * 3 + k >= (size_t)n * n && (value >> (4 - 2 * k) & 3)) return 0;
    }
    return 1;
}

/* Reads the size and the stars of a word, and its borders into `bits`, one in a byte. Returns the
 * first bit, or NULL if the word does not follow the form of sbn.h exactly. */
static const uint8_t *fq_read_sbn_word(const uint8_t *text, size_t size, fq_line *line,
                                       uint8_t *bits)
{
    if (size < 4 || text[0] != text[1]) return NULL;
    const uint32_t n = fq_digit_value(text[0]);
    if (n < FQ_SBN_MIN_N || n > FQ_SBN_MAX_N || text[2] < '1' || text[2] > '9') return NULL;
    const uint32_t digits = fq_border_digits(n), spare = digits * 6 - 2 * n * (n - 1);
    if (size < 4 + (size_t)digits) return NULL;
    const size_t rest = size - 4 - digits;
    if (text[3] == 'W' ? rest > 0 : text[3] != 'e' || rest > fq_cell_digits(n)) return NULL;
    uint32_t largest = 0;
    for (uint32_t i = 0; i < digits; i++) {
        const uint32_t value = fq_digit_value(text[4 + i]);
        largest = largest > value ? largest : value;
        memcpy(bits + 6 * i, FQ_DIGIT_BITS[value & 63], 8); /* the last two bytes do not count */
    }
    if (largest >= 64 || !fq_cells_valid(text + 4 + digits, rest, n)) return NULL;
    for (uint32_t i = 0; i < spare; i++)
        if (bits[i]) return NULL;
    line->n = n;
    line->stars = text[2] - '0';
    return bits + spare;
}

/* Adds a board to a group that is not full. */
static void fq_add_board(fq_group *group, fq_line *line, const uint8_t *bit)
{
    const uint32_t n = group->n, lane = group->count++;
    group->lines[lane] = line;
    for (uint32_t r = 0; r < n; r++) {
        group->left[r * n][lane] = FQ_SBN_CLOSED;
        for (uint32_t c = 1; c < n; c++) group->left[r * n + c][lane] = (int16_t)(*bit++ << 14);
    }
    for (uint32_t c = 0; c < n; c++)
        for (uint32_t r = 1; r < n; r++) group->above[r * n + c][lane] = (int16_t)(*bit++ << 14);
}

static int fq_is_blank(uint8_t c) { return c == ' ' || c == '\t' || c == '\r'; }

size_t fq_sbn_read(const uint8_t *text, size_t length, int64_t first, fq_line *lines, size_t room,
                   uint8_t *labels)
{
    size_t count = 0, used = 0, after;
    int64_t number = first;
    uint8_t bits[FQ_SBN_BITS + 8];
    fq_group group;
    group.n = group.count = 0;
    for (size_t at = 0; at < length; at = after + 1, number++) {
        const uint8_t *newline = memchr(text + at, '\n', length - at);
        size_t start = at, end = after = newline ? (size_t)(newline - text) : length;
        while (start < end && fq_is_blank(text[start])) start++;
        while (start < end && fq_is_blank(text[end - 1])) end--;
        if (start == end || text[start] == '#') continue;
        if (count == room) break;
        fq_line *line = &lines[count++];
        *line = (fq_line){(int64_t)start, (int64_t)end, number, (int64_t)used, 0, 1};
        const uint8_t *borders = fq_read_sbn_word(text + start, end - start, line, bits);
        if (group.count == FQ_SBN_LANES || !borders || group.n != (uint32_t)line->n)
            used += fq_finish_group(&group, labels, used);
        line->cells = (int64_t)used;
        if (!borders) continue;
        if (group.n != (uint32_t)line->n) fq_start_group(&group, (uint32_t)line->n);
        fq_add_board(&group, line, borders);
    }
    fq_finish_group(&group, labels, used);
    return count;
}

static uint32_t fq_find_root(const uint16_t *parent, uint32_t cell)
{
    while (parent[cell] != cell) cell = parent[cell];
    return cell;
}

int fq_sbn_can_hold(const uint8_t *labels, const fq_line *line)
{
    uint16_t parent[FQ_SBN_CELLS];
    uint8_t numbers[FQ_SBN_CELLS];
    if (line->n < FQ_SBN_MIN_N || line->n > FQ_SBN_MAX_N || line->stars > FQ_SBN_STARS) return 0;
    const uint32_t n = (uint32_t)line->n;
    const uint32_t regions = fq_number_labels(n, labels + line->cells, numbers);
    uint32_t pieces = 0;
    for (uint32_t k = 0; k < n * n; k++) {
        const int left = k % n && numbers[k - 1] == numbers[k];
        const int above = k >= n && numbers[k - n] == numbers[k];
        parent[k] = (uint16_t)k;
        pieces++;
        if (left) {
            parent[k] = (uint16_t)fq_find_root(parent, k - 1);
            pieces--;
        }
        if (above) {
            const uint32_t a = fq_find_root(parent, k), b = fq_find_root(parent, k - n);
            parent[a > b ? a : b] = (uint16_t)(a > b ? b : a);
            pieces -= a != b;
        }
    }
    return pieces == regions;
}

#define FQ_NO_BOARD "# no board\n"

size_t fq_sbn_max_size(const fq_line *lines, size_t count, int64_t from, int64_t end)
{
    size_t room = (size_t)(end - from + 1) * sizeof(FQ_NO_BOARD);
    for (size_t i = 0; i < count; i++) room += 16 + (size_t)(lines[i].n * lines[i].n);
    return room;
}

/* Writes a board, with queens unless `queens` is NULL. */
static uint8_t *fq_write_sbn_word(uint8_t *at, const uint8_t *labels, const fq_line *line,
                           const int16_t *queens)
{
    const uint32_t n = (uint32_t)line->n, digits = fq_border_digits(n);
    const uint32_t spare = digits * 6 - 2 * n * (n - 1);
    const uint8_t *own = labels + line->cells;
    uint8_t bits[FQ_SBN_BITS] = {0}, states[FQ_SBN_CELLS + 2] = {0}, *bit = bits + spare;
    for (uint32_t r = 0; r < n; r++)
        for (uint32_t c = 0; c < n - 1; c++) *bit++ = own[r * n + c] != own[r * n + c + 1];
    for (uint32_t c = 0; c < n; c++)
        for (uint32_t r = 0; r < n - 1; r++) *bit++ = own[r * n + c] != own[r * n + c + n];
    bit = bits;
    *at++ = (uint8_t)FQ_DIGITS_64[n];
    *at++ = (uint8_t)FQ_DIGITS_64[n];
    *at++ = (uint8_t)('0' + line->stars);
    *at++ = queens ? 'e' : 'W';
    for (uint32_t i = 0; i < digits; i++) {
        uint32_t value = 0;
        for (uint32_t b = 0; b < 6; b++) value = value << 1 | *bit++;
        *at++ = (uint8_t)FQ_DIGITS_64[value];
    }
    if (!queens) return at;
    for (int64_t k = 0; k < line->n * line->stars; k++) {
        const int64_t row = line->stars == 1 ? k : queens[2 * k];
        const int64_t column = line->stars == 1 ? queens[k] : queens[2 * k + 1];
        if (row >= 0 && row < line->n && column >= 0 && column < line->n)
            states[row * line->n + column] = 2;
    }
    for (uint32_t k = 0; k < n * n; k += 3)
        *at++ = (uint8_t)FQ_DIGITS_64[16 * states[k] + 4 * states[k + 1] + states[k + 2]];
    return at;
}

size_t fq_sbn_write_solved(const uint8_t *labels, const fq_line *lines, size_t count,
                     const int64_t *counts, const int16_t *first, size_t width, int64_t from,
                     int64_t end, uint8_t *out)
{
    uint8_t *at = out;
    size_t i = 0;
    for (int64_t number = from; number <= end; number++) {
        if (i == count || lines[i].number != number) {
            memcpy(at, FQ_NO_BOARD, sizeof(FQ_NO_BOARD) - 1);
            at += sizeof(FQ_NO_BOARD) - 1;
            continue;
        }
        at = fq_write_sbn_word(at, labels, &lines[i], counts[i] > 0 ? first + i * width : NULL);
        *at++ = '\n';
        i++;
    }
    return (size_t)(at - out);
}
