/* sbn.c - reads and writes boards in Star Battle Notation. */
#include "sbn.h"

#include <string.h>

#include "queens/board/labels.h"

enum {
    FQ_SBN_MIN_N = 5,
    FQ_SBN_MAX_N = 25,
    FQ_SBN_CELLS = FQ_SBN_MAX_N * FQ_SBN_MAX_N,
    FQ_SBN_BITS = 2 * FQ_SBN_MAX_N * (FQ_SBN_MAX_N - 1) + 5,
    FQ_SBN_STARS = 9
};

/* The borders of a cell: bit 0 is set for a border on its right side, bit 1 on its lower side. */
enum { FQ_BORDER_RIGHT = 1, FQ_BORDER_BELOW = 2 };

static const char FQ_DIGITS_64[] =
    "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_";

static uint32_t fq_border_digits(uint32_t n) { return (2 * n * (n - 1) + 5) / 6; }

static uint32_t fq_cell_digits(uint32_t n) { return (n * n + 2) / 3; }

/* Returns the value of a digit. Returns a value of at least 64 for any other character. */
static uint32_t fq_digit_value(uint8_t c)
{
    if (c >= '0' && c <= '9') return (uint32_t)(c - '0');
    if (c >= 'A' && c <= 'Z') return (uint32_t)(c - 'A') + 10;
    if (c >= 'a' && c <= 'z') return (uint32_t)(c - 'a') + 36;
    return c == '-' ? 62 : c == '_' ? 63 : 64;
}

static uint32_t fq_find_root(const uint16_t *parent, uint32_t number)
{
    while (parent[number] != number) number = parent[number];
    return number;
}

/* Labels the regions that the borders enclose, in order of first appearance, by union-find in one
 * pass. Returns the number of regions; if it exceeds 256, the labels are not usable. */
static uint32_t fq_label_regions(uint32_t n, const uint8_t *borders, uint8_t *labels)
{
    uint16_t parent[FQ_SBN_CELLS], numbers[FQ_SBN_CELLS], final[FQ_SBN_CELLS];
    uint32_t count = 0, regions = 0;
    for (uint32_t k = 0, column = 0; k < n * n; k++, column = column + 1 < n ? column + 1 : 0) {
        const int left = column && !(borders[k - 1] & FQ_BORDER_RIGHT);
        const int up = k >= n && !(borders[k - n] & FQ_BORDER_BELOW);
        if (left) {
            numbers[k] = numbers[k - 1];
            if (up && numbers[k - n] != numbers[k]) {
                const uint32_t a = fq_find_root(parent, numbers[k]);
                const uint32_t b = fq_find_root(parent, numbers[k - n]);
                parent[a > b ? a : b] = (uint16_t)(a > b ? b : a);
            }
        } else if (up) {
            numbers[k] = numbers[k - n];
        } else {
            parent[count] = (uint16_t)count;
            numbers[k] = (uint16_t)count++;
        }
    }
    for (uint32_t k = 0; k < count; k++)
        final[k] = parent[k] < k ? final[parent[k]] : (uint16_t)regions++;
    for (uint32_t k = 0; k < n * n; k++) labels[k] = (uint8_t)final[numbers[k]];
    return regions;
}

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

/* Reads a word. Returns 0 if the word does not follow the form of sbn.h exactly. */
static int fq_read_sbn_word(const uint8_t *text, size_t size, fq_line *line, uint8_t *labels)
{
    uint8_t borders[FQ_SBN_CELLS], bits[FQ_SBN_BITS], *bit = bits;
    if (size < 4 || text[0] != text[1]) return 0;
    const uint32_t n = fq_digit_value(text[0]);
    if (n < FQ_SBN_MIN_N || n > FQ_SBN_MAX_N || text[2] < '1' || text[2] > '9') return 0;
    const uint32_t digits = fq_border_digits(n), spare = digits * 6 - 2 * n * (n - 1);
    if (size < 4 + (size_t)digits) return 0;
    const size_t rest = size - 4 - digits;
    if (text[3] == 'W' ? rest > 0 : text[3] != 'e' || rest > fq_cell_digits(n)) return 0;
    for (uint32_t i = 0; i < digits; i++) {
        const uint32_t value = fq_digit_value(text[4 + i]);
        if (value >= 64) return 0;
        for (uint32_t b = 6; b-- > 0;) *bit++ = value >> b & 1;
    }
    for (bit = bits; bit < bits + spare; bit++)
        if (*bit) return 0;
    memset(borders, 0, sizeof borders);
    for (uint32_t r = 0; r < n; r++)
        for (uint32_t c = 0; c < n - 1; c++) borders[r * n + c] = *bit++;
    for (uint32_t c = 0; c < n; c++)
        for (uint32_t r = 0; r < n - 1; r++) borders[r * n + c] |= (uint8_t)(*bit++ * FQ_BORDER_BELOW);
    if (!fq_cells_valid(text + 4 + digits, rest, n)) return 0;
    if (fq_label_regions(n, borders, labels) != n) return 0;
    for (uint32_t k = 0; k < n * n; k++) {
        if ((borders[k] & FQ_BORDER_RIGHT) && labels[k] == labels[k + 1]) return 0;
        if ((borders[k] & FQ_BORDER_BELOW) && labels[k] == labels[k + n]) return 0;
    }
    line->n = n;
    line->stars = text[2] - '0';
    return line->stars == 1 || fq_lines_stars_fit(labels, line->n, line->stars);
}

static int fq_is_blank(uint8_t c) { return c == ' ' || c == '\t' || c == '\r'; }

size_t fq_sbn_read(const uint8_t *text, size_t length, int64_t first, fq_line *lines, size_t room,
                   uint8_t *labels)
{
    size_t count = 0, used = 0, after;
    int64_t number = first;
    for (size_t at = 0; at < length; at = after + 1, number++) {
        const uint8_t *newline = memchr(text + at, '\n', length - at);
        size_t start = at, end = after = newline ? (size_t)(newline - text) : length;
        while (start < end && fq_is_blank(text[start])) start++;
        while (start < end && fq_is_blank(text[end - 1])) end--;
        if (start == end || text[start] == '#') continue;
        if (count == room) break;
        fq_line *line = &lines[count++];
        *line = (fq_line){(int64_t)start, (int64_t)end, number, (int64_t)used, 0, 1};
        if (fq_read_sbn_word(text + start, end - start, line, labels + used)) {
            used += (size_t)(line->n * line->n);
        } else {
            line->n = 0;
            line->stars = 1;
        }
    }
    return count;
}

/* Finds the borders of a board. */
static void fq_find_borders(uint32_t n, const uint8_t *labels, uint8_t *borders)
{
    for (uint32_t r = 0, k = 0; r < n; r++)
        for (uint32_t c = 0; c < n; c++, k++) {
            borders[k] = 0;
            if (c < n - 1 && labels[k] != labels[k + 1]) borders[k] |= FQ_BORDER_RIGHT;
            if (r < n - 1 && labels[k] != labels[k + n]) borders[k] |= FQ_BORDER_BELOW;
        }
}

int fq_sbn_can_hold(const uint8_t *labels, const fq_line *line)
{
    uint8_t borders[FQ_SBN_CELLS], numbers[FQ_SBN_CELLS], pieces[FQ_SBN_CELLS];
    if (line->n < FQ_SBN_MIN_N || line->n > FQ_SBN_MAX_N || line->stars > FQ_SBN_STARS) return 0;
    const uint32_t n = (uint32_t)line->n;
    fq_find_borders(n, labels + line->cells, borders);
    return fq_label_regions(n, borders, pieces) == fq_number_labels(n, labels + line->cells, numbers);
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
