/* lines.c - boards as JSON, an object a line. */
#include "queens/lines.h"

#include <string.h>

#include "queens/logic.h"

enum {
    FQ_ROWS = 64,  /* at most */
    FQ_KEYS = 16,  /* of an object of the plain form, at most */
    FQ_DIGITS = 15 /* of a number of the plain form, at most */
};

/* What is left of a line. */
typedef struct fq_rest {
    const uint8_t *at, *end;
} fq_rest;

/* A string without its quotes. */
typedef struct fq_word {
    const uint8_t *at;
    size_t size;
} fq_word;

static int fq_blank(uint8_t c) { return c == ' ' || c == '\t' || c == '\r'; }

static int fq_digit(uint8_t c) { return c >= '0' && c <= '9'; }

static void fq_skip(fq_rest *rest)
{
    while (rest->at < rest->end && fq_blank(*rest->at)) rest->at++;
}

/* Takes a character if it is the next one that is not blank. */
static int fq_take(fq_rest *rest, uint8_t c)
{
    fq_skip(rest);
    if (rest->at == rest->end || *rest->at != c) return 0;
    rest->at++;
    return 1;
}

/* Takes a string of ASCII without escapes; blanks may stand in it. */
static int fq_take_word(fq_rest *rest, fq_word *word)
{
    if (!fq_take(rest, '"')) return 0;
    const uint8_t *at = rest->at;
    while (at < rest->end && *at != '"') {
        if (*at < 32 || *at > 126 || *at == '\\') return 0;
        at++;
    }
    if (at == rest->end) return 0;
    *word = (fq_word){rest->at, (size_t)(at - rest->at)};
    rest->at = at + 1;
    return 1;
}

/* Takes digits, at most FQ_DIGITS; returns how many. */
static int fq_take_digits(fq_rest *rest, int64_t *value)
{
    int digits = 0;
    for (*value = 0; rest->at < rest->end && fq_digit(*rest->at); rest->at++) {
        if (++digits > FQ_DIGITS) return 0;
        *value = *value * 10 + (*rest->at - '0');
    }
    return digits;
}

/* Takes a number as JSON has it. */
static int fq_take_number(fq_rest *rest)
{
    int64_t value;
    if (*rest->at == '-') rest->at++;
    const int zero = rest->at < rest->end && *rest->at == '0';
    const int digits = fq_take_digits(rest, &value);
    if (!digits || (zero && digits > 1)) return 0;
    if (rest->at < rest->end && *rest->at == '.') {
        rest->at++;
        if (!fq_take_digits(rest, &value)) return 0;
    }
    if (rest->at < rest->end && (*rest->at == 'e' || *rest->at == 'E')) {
        rest->at++;
        if (rest->at < rest->end && (*rest->at == '+' || *rest->at == '-')) rest->at++;
        if (!fq_take_digits(rest, &value)) return 0;
    }
    return 1;
}

static int fq_take_literal(fq_rest *rest, const char *literal)
{
    const size_t size = strlen(literal);
    if ((size_t)(rest->end - rest->at) < size || memcmp(rest->at, literal, size)) return 0;
    rest->at += size;
    return 1;
}

/* Takes a value that is no list and no object. */
static int fq_take_single(fq_rest *rest)
{
    fq_word word;
    fq_skip(rest);
    if (rest->at == rest->end) return 0;
    switch (*rest->at) {
    case '"': return fq_take_word(rest, &word);
    case 't': return fq_take_literal(rest, "true");
    case 'f': return fq_take_literal(rest, "false");
    case 'n': return fq_take_literal(rest, "null");
    default: return fq_take_number(rest);
    }
}

/* Takes any value but an object, or a list within a list. */
static int fq_take_value(fq_rest *rest)
{
    if (!fq_take(rest, '[')) return fq_take_single(rest);
    if (fq_take(rest, ']')) return 1;
    do {
        if (!fq_take_single(rest)) return 0;
    } while (fq_take(rest, ','));
    return fq_take(rest, ']');
}

/* Takes the rows of a board. */
static int fq_take_regions(fq_rest *rest, uint8_t *labels, int64_t *n)
{
    fq_word row;
    size_t rows = 0, width = 0;
    if (!fq_take(rest, '[')) return 0;
    do {
        if (!fq_take_word(rest, &row)) return 0;
        if (!rows) width = row.size;
        if (row.size != width || rows == width || width > FQ_ROWS) return 0;
        uint8_t *const own = labels + rows++ * width;
        int blank = 0;
        for (size_t k = 0; k < width; k++) {
            own[k] = row.at[k];
            blank |= row.at[k] == ' ';
        }
        if (blank) return 0;
    } while (fq_take(rest, ','));
    *n = (int64_t)rows;
    return rows == width && fq_take(rest, ']');
}

static int fq_is(fq_word word, const char *name)
{
    return word.size == strlen(name) && !memcmp(word.at, name, word.size);
}

/* Whether a key has a meaning that the plain form does not know, or is one of an answer. */
static int fq_special(fq_word key)
{
    static const char *const names[] = {"at_most_one", "labels", "board",  "queens",  "solutions",
                                        "crossed",     "line",   "status", "count",   "exact",
                                        "unique",      "tier",   "score",  "colorRegions"};
    for (size_t k = 0; k < sizeof names / sizeof *names; k++)
        if (fq_is(key, names[k])) return 1;
    return 0;
}

/* Whether each region has as many cells as stars. */
static int fq_fits(const uint8_t *labels, int64_t n, int64_t stars)
{
    uint32_t sizes[256] = {0};
    if (n < 4 * stars) return 0;
    for (int64_t k = 0; k < n * n; k++) sizes[labels[k]]++;
    for (int label = 0; label < 256; label++)
        if (sizes[label] && sizes[label] < (uint32_t)stars) return 0;
    return 1;
}

/* Reads a line of the plain form, or returns 0. */
static int fq_line_read(fq_rest rest, fq_line *line, uint8_t *labels)
{
    fq_word keys[FQ_KEYS];
    int known = 0, found = 0;
    line->stars = 1;
    if (!fq_take(&rest, '{')) return 0;
    do {
        fq_word key;
        if (known == FQ_KEYS || !fq_take_word(&rest, &key) || fq_special(key)) return 0;
        for (int k = 0; k < known; k++)
            if (keys[k].size == key.size && !memcmp(keys[k].at, key.at, key.size)) return 0;
        keys[known++] = key;
        if (!fq_take(&rest, ':')) return 0;
        if (fq_is(key, "regions")) {
            if (!fq_take_regions(&rest, labels, &line->n)) return 0;
            found = 1;
        } else if (fq_is(key, "stars")) {
            fq_skip(&rest);
            if (rest.at == rest.end || *rest.at == '0') return 0;
            const int digits = fq_take_digits(&rest, &line->stars);
            if (digits < 1 || digits > 2 || line->stars > 16) return 0;
        } else if (!fq_take_value(&rest)) {
            return 0;
        }
    } while (fq_take(&rest, ','));
    return fq_take(&rest, '}') && rest.at == rest.end && found &&
           (line->stars == 1 || fq_fits(labels, line->n, line->stars));
}

size_t fq_lines_read(const uint8_t *text, size_t length, int64_t first, fq_line *lines,
                     uint8_t *labels)
{
    size_t count = 0, used = 0;
    int64_t number = first;
    for (size_t at = 0; at < length; number++) {
        const uint8_t *newline = memchr(text + at, '\n', length - at);
        const size_t after = newline ? (size_t)(newline - text) : length;
        size_t start = at, end = after;
        while (start < end && fq_blank(text[start])) start++;
        while (start < end && fq_blank(text[end - 1])) end--;
        at = after + 1;
        if (start == end) continue;
        fq_line *line = &lines[count++];
        *line = (fq_line){(int64_t)start, (int64_t)end, number, (int64_t)used, 0, 1};
        /* A line has more characters than cells: so labels never overtake the text. */
        if (fq_line_read((fq_rest){text + start, text + end}, line, labels + used))
            used += (size_t)(line->n * line->n);
        else
            line->n = 0;
    }
    return count;
}

/* ---- Writing ---------------------------------------------------------------------------------*/

typedef struct fq_pen {
    uint8_t *at;
} fq_pen;

static void fq_put(fq_pen *pen, const void *text, size_t size)
{
    memcpy(pen->at, text, size);
    pen->at += size;
}

#define FQ_PUT(pen, literal) fq_put(pen, literal, sizeof(literal) - 1)

static void fq_put_number(fq_pen *pen, uint64_t value)
{
    uint8_t digits[20];
    size_t k = sizeof digits;
    do {
        digits[--k] = (uint8_t)('0' + value % 10);
        value /= 10;
    } while (value);
    fq_put(pen, digits + k, sizeof digits - k);
}

/* Columns and rows are below 64, and -1 is for none. */
static void fq_put_small(fq_pen *pen, int value)
{
    if (value < 0) {
        FQ_PUT(pen, "-1");
        return;
    }
    if (value >= 10) *pen->at++ = (uint8_t)('0' + value / 10);
    *pen->at++ = (uint8_t)('0' + value % 10);
}

/* The object of a board without its last brace. */
static void fq_put_board(fq_pen *pen, const uint8_t *labels, const fq_line *line)
{
    static const char letters[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789@%&*+=?!$<>/|~^";
    const uint8_t *own = labels + line->cells;
    const int n = (int)line->n;
    uint8_t number[256] = {0}; /* from 1, in order of first appearance; boards have n regions */
    int regions = 0;
    uint32_t sizes[256] = {0};
    FQ_PUT(pen, "{\"n\": ");
    fq_put_small(pen, n);
    FQ_PUT(pen, ", \"stars\": ");
    fq_put_small(pen, (int)line->stars);
    FQ_PUT(pen, ", \"regions\": [");
    for (int r = 0; r < n; r++) {
        FQ_PUT(pen, "\"");
        for (int c = 0; c < n; c++) {
            const uint8_t label = own[r * n + c];
            if (!number[label]) number[label] = (uint8_t)(regions < n ? ++regions : n);
            sizes[number[label] - 1]++;
            *pen->at++ = (uint8_t)letters[(size_t)(number[label] - 1) % (sizeof letters - 1)];
        }
        FQ_PUT(pen, "\"");
        if (r < n - 1) FQ_PUT(pen, ", ");
    }
    FQ_PUT(pen, "], \"sizes\": [");
    for (int k = 1; k < regions; k++) /* few, and nearly sorted often */
        for (int i = k; i > 0 && sizes[i] < sizes[i - 1]; i--) {
            const uint32_t size = sizes[i];
            sizes[i] = sizes[i - 1];
            sizes[i - 1] = size;
        }
    for (int k = 0; k < regions; k++) {
        if (k) FQ_PUT(pen, ", ");
        fq_put_number(pen, sizes[k]);
    }
    FQ_PUT(pen, "]");
}

/* What was read, and the number of its line. */
static void fq_put_head(fq_pen *pen, const uint8_t *text, const uint8_t *labels,
                        const fq_line *line)
{
    if (line->start == line->end)
        fq_put_board(pen, labels, line);
    else
        fq_put(pen, text + line->start, (size_t)(line->end - line->start) - 1);
    FQ_PUT(pen, ", \"line\": ");
    fq_put_number(pen, (uint64_t)line->number);
}

size_t fq_lines_room(const fq_line *lines, size_t count)
{
    /* The words of an answer; a solution of n * stars pairs; a board of n * n letters and sizes. */
    size_t room = 0;
    for (size_t i = 0; i < count; i++) {
        const size_t n = (size_t)lines[i].n;
        room += (size_t)(lines[i].end - lines[i].start) + 256;
        room += n * (size_t)lines[i].stars * 10;
        if (lines[i].start == lines[i].end) room += n * (n + 4) + 6 * n + 64;
    }
    return room;
}

size_t fq_lines_solved(const uint8_t *text, const uint8_t *labels, const fq_line *lines,
                       size_t count, const int64_t *counts, const int16_t *first, size_t width,
                       uint32_t facts, uint64_t limit, uint8_t *out)
{
    fq_pen pen = {out};
    for (size_t i = 0; i < count; i++) {
        const fq_line *line = &lines[i];
        const uint64_t found = counts[i] < 0 ? 0 : (uint64_t)counts[i];
        fq_put_head(&pen, text, labels, line);
        if (found)
            FQ_PUT(&pen, ", \"status\": \"solved\"");
        else
            FQ_PUT(&pen, ", \"status\": \"unsolvable\"");
        if (facts & FQ_LINE_COUNT) {
            FQ_PUT(&pen, ", \"count\": ");
            fq_put_number(&pen, found);
            if (found < limit)
                FQ_PUT(&pen, ", \"exact\": true");
            else
                FQ_PUT(&pen, ", \"exact\": false");
        }
        if (facts & FQ_LINE_UNIQUE) {
            if (found == 1)
                FQ_PUT(&pen, ", \"unique\": true");
            else
                FQ_PUT(&pen, ", \"unique\": false");
        }
        if (found) {
            const int16_t *queens = first + i * width;
            const int64_t queen_count = line->n * line->stars;
            FQ_PUT(&pen, ", \"queens\": [");
            for (int64_t k = 0; k < queen_count; k++) {
                if (k) FQ_PUT(&pen, ", ");
                if (line->stars == 1) {
                    fq_put_small(&pen, queens[k]);
                    continue;
                }
                FQ_PUT(&pen, "[");
                fq_put_small(&pen, queens[2 * k]);
                FQ_PUT(&pen, ", ");
                fq_put_small(&pen, queens[2 * k + 1]);
                FQ_PUT(&pen, "]");
            }
            FQ_PUT(&pen, "]");
        }
        FQ_PUT(&pen, "}\n");
    }
    return (size_t)(pen.at - out);
}

size_t fq_lines_rated(const uint8_t *text, const uint8_t *labels, const fq_line *lines,
                      size_t count, const uint8_t *tiers, const uint32_t *scores, uint8_t *out)
{
    static const char *const names[] = {
        [FQ_LOGIC_EASY] = "easy",     [FQ_LOGIC_MEDIUM] = "medium", [FQ_LOGIC_HARD] = "hard",
        [FQ_LOGIC_EXPERT] = "expert", [FQ_LOGIC_GUESS] = "guess",
    };
    fq_pen pen = {out};
    for (size_t i = 0; i < count; i++) {
        const char *name = names[tiers[i] > FQ_LOGIC_GUESS ? FQ_LOGIC_GUESS : tiers[i]];
        fq_put_head(&pen, text, labels, &lines[i]);
        FQ_PUT(&pen, ", \"tier\": \"");
        fq_put(&pen, name, strlen(name));
        FQ_PUT(&pen, "\", \"score\": ");
        fq_put_number(&pen, scores[i]);
        FQ_PUT(&pen, "}\n");
    }
    return (size_t)(pen.at - out);
}

size_t fq_lines_boards(const uint8_t *labels, const fq_line *lines, size_t count, uint8_t *out)
{
    fq_pen pen = {out};
    for (size_t i = 0; i < count; i++) {
        fq_put_board(&pen, labels, &lines[i]);
        FQ_PUT(&pen, "}\n");
    }
    return (size_t)(pen.at - out);
}
