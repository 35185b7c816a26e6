/* json_lines.c - boards as JSON, an object a line. */
#include "json_lines.h"

#include <string.h>

#include "queens/board/labels.h"
#include "queens/logic/logic.h"

enum {
    FQ_ROWS = 64,  /* at most */
    FQ_KEYS = 16,  /* of an object of the plain form, at most */
    FQ_DIGITS = 15 /* of a number of the plain form, at most */
};

/* What is left of a text, or of a line; a value never goes beyond a newline. */
typedef struct fq_rest {
    const uint8_t *at, *end;
} fq_rest;

/* A string without its quotes. */
typedef struct fq_word {
    const uint8_t *at;
    size_t size;
} fq_word;

/* The line that was read last, up to its rows, and the key behind them. Most lines of a file are
 * alike there, and what was found once need not be found again. */
typedef struct fq_start {
    fq_word before; /* of no size: there was no such line */
    fq_word behind; /* with what stands around it; of no size: that was another key, or none */
    int64_t stars;
    int known; /* keys among the first of `keys`, the one of the rows included */
    fq_word keys[FQ_KEYS];
} fq_start;

static int fq_blank(uint8_t c) { return c == ' ' || c == '\t' || c == '\r'; }

static int fq_digit(uint8_t c) { return c >= '0' && c <= '9'; }

static size_t fq_left(const fq_rest *rest) { return (size_t)(rest->end - rest->at); }

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

/* Takes what is known already. */
static int fq_take_again(fq_rest *rest, fq_word word)
{
    if (!word.size || fq_left(rest) < word.size || memcmp(rest->at, word.at, word.size)) return 0;
    rest->at += word.size;
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
    if (fq_left(rest) < size || memcmp(rest->at, literal, size)) return 0;
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

/* Takes the rest of a list as the package writes it: whole numbers from 1 to 999, ", " between. */
static int fq_take_sizes(fq_rest *rest)
{
    const uint8_t *at = rest->at, *const end = rest->end;
    while (end - at >= 5) {
        if (*at < '1' || *at > '9') return 0;
        at++;
        if (fq_digit(*at)) at++;
        if (fq_digit(*at)) at++;
        if (*at == ']') {
            rest->at = at + 1;
            return 1;
        }
        if (at[0] != ',' || at[1] != ' ') return 0;
        at += 2;
    }
    return 0;
}

/* Takes any value but an object, or a list within a list. */
static int fq_take_value(fq_rest *rest)
{
    if (!fq_take(rest, '[')) return fq_take_single(rest);
    if (fq_take_sizes(rest) || fq_take(rest, ']')) return 1;
    do {
        if (!fq_take_single(rest)) return 0;
    } while (fq_take(rest, ','));
    return fq_take(rest, ']');
}

/* Copies eight characters of a row as labels, from 'A' = 0 on, as then the labels of most boards
 * are numbers already. Returns 0 if all are visible ASCII without quotes and backslashes, else has
 * a bit 7 set. A byte of `word ^ c` is 0 where the character is c, and
 *
 *     (byte - 1) & ~byte & 0x80     is set for 0, and above it perhaps for 1;
 *     (byte | byte + 1) & 0x80      is set from 127 on.
 */
static inline uint64_t fq_copy_labels(uint8_t *labels, const uint8_t *row)
{
    const uint64_t each = UINT64_C(0x0101010101010101), top = each << 7;
    uint64_t word;
    memcpy(&word, row, 8);
    const uint64_t quote = word ^ each * '"', slash = word ^ each * '\\';
    uint64_t bad = (word - each * '!') & ~word;
    bad |= (quote - each) & ~quote;
    bad |= (slash - each) & ~slash;
    bad |= word | (word + each);
    word = ((word | top) - each * 'A') ^ top; /* no byte borrows */
    memcpy(labels, &word, 8);
    return bad & top;
}

/* Copies a row whose characters must be such; returns whether they are. */
static inline int fq_copy_row(uint8_t *labels, const uint8_t *row, size_t width)
{
    uint64_t bad = 0;
    if (width < 8) {
        for (size_t k = 0; k < width; k++) {
            const uint8_t c = row[k];
            bad |= c < 33 || c > 126 || c == '"' || c == '\\';
            labels[k] = (uint8_t)(c - 'A');
        }
        return !bad;
    }
    for (size_t k = 0; k + 8 < width; k += 8) bad |= fq_copy_labels(labels + k, row + k);
    bad |= fq_copy_labels(labels + width - 8, row + width - 8);
    return !bad;
}

/* Takes the rows of a board. */
static int fq_take_regions(fq_rest *rest, uint8_t *labels, int64_t *n)
{
    fq_word row;
    if (!fq_take(rest, '[') || !fq_take_word(rest, &row)) return 0;
    const size_t width = row.size;
    if (!width || width > FQ_ROWS || !fq_copy_row(labels, row.at, width)) return 0;
    for (size_t r = 1; r < width; r++) {
        const uint8_t *const at = rest->at;
        labels += width;
        if (fq_left(rest) >= width + 4 && !memcmp(at, ", \"", 3) && at[width + 3] == '"') {
            row = (fq_word){at + 3, width};
            rest->at += width + 4;
        } else if (!fq_take(rest, ',') || !fq_take_word(rest, &row) || row.size != width) {
            return 0;
        }
        if (!fq_copy_row(labels, row.at, width)) return 0;
    }
    *n = (int64_t)width;
    return fq_take(rest, ']');
}

#define FQ_IS(word, name) \
    ((word).size == sizeof(name) - 1 && !memcmp((word).at, name, sizeof(name) - 1))

/* Whether a key has a meaning that the plain form does not know, or is one of an answer. */
static int fq_special(fq_word key)
{
    return FQ_IS(key, "allow_empty_regions") || FQ_IS(key, "labels") || FQ_IS(key, "board") ||
           FQ_IS(key, "queens") || FQ_IS(key, "solutions") || FQ_IS(key, "crossed") ||
           FQ_IS(key, "line") || FQ_IS(key, "status") || FQ_IS(key, "count") ||
           FQ_IS(key, "exact") || FQ_IS(key, "unique") || FQ_IS(key, "tier") ||
           FQ_IS(key, "score") || FQ_IS(key, "colorRegions");
}

int fq_lines_fit(const uint8_t *labels, int64_t n, int64_t stars)
{
    uint32_t sizes[256] = {0};
    if (n < 4 * stars) return 0;
    for (int64_t k = 0; k < n * n; k++) sizes[labels[k]]++;
    for (int label = 0; label < 256; label++)
        if (sizes[label] && sizes[label] < (uint32_t)stars) return 0;
    return 1;
}

/* Takes a key that is not among the `known` ones. */
static int fq_take_key(fq_rest *rest, fq_word *keys, int known)
{
    fq_word key;
    if (known == FQ_KEYS || !fq_take_word(rest, &key) || fq_special(key)) return 0;
    for (int k = 0; k < known; k++)
        if (keys[k].size == key.size && !memcmp(keys[k].at, key.at, key.size)) return 0;
    keys[known] = key;
    return fq_take(rest, ':');
}

/* Takes a line of the plain form, or returns 0. */
static int fq_take_line(fq_rest *rest, fq_line *line, uint8_t *labels, fq_start *start)
{
    const uint8_t *const from = rest->at;
    const uint8_t *behind = NULL; /* the rows, if what is there is not known */
    int known = 0, found = fq_take_again(rest, start->before), more;
    line->stars = 1;
    if (found) {
        line->stars = start->stars;
        known = start->known;
        if (!fq_take_regions(rest, labels, &line->n)) return 0;
        if (fq_take_again(rest, start->behind)) {
            known++;
            if (!fq_take_value(rest)) return 0;
        } else {
            start->behind.size = 0;
            behind = rest->at;
        }
        more = fq_take(rest, ',');
    } else {
        start->before.size = start->behind.size = 0;
        more = fq_take(rest, '{');
    }
    while (more) {
        if (!fq_take_key(rest, start->keys, known)) return 0;
        const fq_word key = start->keys[known++];
        if (FQ_IS(key, "regions")) {
            start->before = (fq_word){from, (size_t)(rest->at - from)};
            start->stars = line->stars;
            start->known = known;
            found = 1;
            if (!fq_take_regions(rest, labels, &line->n)) return 0;
            behind = rest->at;
        } else if (FQ_IS(key, "stars")) {
            fq_skip(rest);
            if (rest->at == rest->end || *rest->at == '0') return 0;
            const int digits = fq_take_digits(rest, &line->stars);
            if (digits < 1 || digits > 2 || line->stars > 16) return 0;
        } else {
            if (behind && known == start->known + 1)
                start->behind = (fq_word){behind, (size_t)(rest->at - behind)};
            if (!fq_take_value(rest)) return 0;
        }
        more = fq_take(rest, ',');
    }
    return fq_take(rest, '}') && found &&
           (line->stars == 1 || fq_lines_fit(labels, line->n, line->stars));
}

size_t fq_lines_count(const uint8_t *text, size_t length)
{
    size_t count = 0;
    for (size_t at = 0; at < length; count++) {
        const uint8_t *newline = memchr(text + at, '\n', length - at);
        at = newline ? (size_t)(newline - text) + 1 : length;
    }
    return count;
}

size_t fq_lines_read(const uint8_t *text, size_t length, int64_t first, fq_line *lines, size_t room,
                     uint8_t *labels)
{
    size_t count = 0, used = 0;
    int64_t number = first;
    fq_start last = {.known = 0};
    fq_rest rest = {text, text + length};
    for (; rest.at < rest.end; number++) {
        fq_skip(&rest);
        if (rest.at < rest.end && *rest.at != '\n') {
            if (count == room) break;
            fq_line *line = &lines[count++];
            const uint8_t *const start = rest.at;
            /* A line has more characters than cells: so labels never overtake the text. */
            int plain = fq_take_line(&rest, line, labels + used, &last);
            const uint8_t *end = rest.at;
            fq_skip(&rest);
            plain = plain && (rest.at == rest.end || *rest.at == '\n');
            if (!plain) {
                const uint8_t *newline = memchr(start, '\n', (size_t)(rest.end - start));
                rest.at = end = newline ? newline : rest.end;
                while (fq_blank(end[-1])) end--;
                line->n = 0;
                line->stars = 1;
            }
            line->start = start - text;
            line->end = end - text;
            line->number = number;
            line->cells = (int64_t)used;
            used += (size_t)(line->n * line->n);
        }
        if (rest.at < rest.end) rest.at++; /* the newline */
    }
    return count;
}

int64_t fq_lines_alike(const fq_line *lines, size_t count)
{
    if (!count) return 0;
    const int64_t n = lines[0].n, stars = lines[0].stars;
    for (size_t i = 1; i < count; i++)
        if (lines[i].n != n || lines[i].stars != stars ||
            lines[i].cells != lines[i - 1].cells + n * n)
            return 0;
    return n;
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
    static const char pairs[] =
        "00010203040506070809101112131415161718192021222324"
        "25262728293031323334353637383940414243444546474849"
        "50515253545556575859606162636465666768697071727374"
        "75767778798081828384858687888990919293949596979899";
    int size = 1;
    for (uint64_t power = 10; size < 20 && value >= power; power *= 10) size++;
    pen->at += size;
    uint8_t *at = pen->at;
    for (; value >= 100; value /= 100) memcpy(at -= 2, pairs + value % 100 * 2, 2);
    if (value >= 10)
        memcpy(at - 2, pairs + value * 2, 2);
    else
        at[-1] = (uint8_t)('0' + value);
}

/* Writes a number below 100, or -1, and ", ", always four bytes, of which one may be too many. */
static void fq_put_small(fq_pen *pen, int value)
{
#define FQ_FIVE(t, a, b, c, d, e) t a ", ", t b ", ", t c ", ", t d ", ", t e ", "
#define FQ_TEN(t) FQ_FIVE(t, "0", "1", "2", "3", "4"), FQ_FIVE(t, "5", "6", "7", "8", "9")
    static const char texts[][8] = {"-1, ",      FQ_TEN(""),  FQ_TEN("1"), FQ_TEN("2"),
                                    FQ_TEN("3"), FQ_TEN("4"), FQ_TEN("5"), FQ_TEN("6"),
                                    FQ_TEN("7"), FQ_TEN("8"), FQ_TEN("9")};
#undef FQ_TEN
#undef FQ_FIVE
    memcpy(pen->at, texts[value + 1], 4);
    pen->at += value < 0 || value >= 10 ? 4 : 3;
}

/* The object of a board without its last brace. */
static fq_pen fq_put_board(fq_pen pen, const uint8_t *labels, const fq_line *line)
{
    static const char letters[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789@%&*+=?!$<>/|~^";
    const int n = (int)line->n;
    uint8_t numbers[FQ_ROWS * FQ_ROWS];
    const uint8_t *own = numbers;
    int regions = (int)fq_number_labels((uint32_t)n, labels + line->cells, numbers);
    /* Neighbours are of one region often: four counts each, as a sum waits for the one before. */
    uint16_t counts[4][FQ_ROWS] = {{0}};
    if (regions > n) { /* no board: whoever asks has not looked at the answers */
        for (int k = 0; k < n * n; k++) numbers[k] = numbers[k] < n ? numbers[k] : (uint8_t)(n - 1);
        regions = n;
    }
    FQ_PUT(&pen, "{\"n\": ");
    fq_put_small(&pen, n);
    FQ_PUT(&pen, "\"stars\": ");
    fq_put_small(&pen, (int)line->stars);
    FQ_PUT(&pen, "\"regions\": [");
    for (int r = 0; r < n; r++) {
        *pen.at++ = '"';
        for (int c = 0; c < n; c++) {
            counts[c % 4][own[c]]++;
            pen.at[c] = (uint8_t)letters[own[c]];
        }
        own += n;
        pen.at += n;
        FQ_PUT(&pen, "\", ");
    }
    pen.at -= 2;
    FQ_PUT(&pen, "], \"sizes\": [");
    int sizes[FQ_ROWS];
    for (int k = 0; k < regions; k++) { /* few, and nearly sorted often */
        const int size = counts[0][k] + counts[1][k] + counts[2][k] + counts[3][k];
        int i = k;
        for (; i > 0 && sizes[i - 1] > size; i--) sizes[i] = sizes[i - 1];
        sizes[i] = size;
    }
    for (int k = 0; k < regions; k++) {
        if (sizes[k] < 100) {
            fq_put_small(&pen, sizes[k]);
        } else {
            fq_put_number(&pen, (uint64_t)sizes[k]);
            FQ_PUT(&pen, ", ");
        }
    }
    pen.at -= 2;
    *pen.at++ = ']';
    return pen;
}

/* What was read, and the number of its line. */
static fq_pen fq_put_head(fq_pen pen, const uint8_t *text, const uint8_t *labels,
                          const fq_line *line)
{
    if (line->start == line->end)
        pen = fq_put_board(pen, labels, line);
    else
        fq_put(&pen, text + line->start, (size_t)(line->end - line->start) - 1);
    FQ_PUT(&pen, ", \"line\": ");
    fq_put_number(&pen, (uint64_t)line->number);
    return pen;
}

size_t fq_lines_room(const fq_line *lines, size_t count)
{
    /* The words of an answer, with its numbers; a solution of n columns or n * stars pairs; a board
     * of n * n letters and sizes. */
    size_t room = 8;
    for (size_t i = 0; i < count; i++) {
        const size_t n = (size_t)lines[i].n, stars = (size_t)lines[i].stars;
        room += (size_t)(lines[i].end - lines[i].start) + 160;
        room += stars == 1 ? n * 4 : n * stars * 10;
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
        pen = fq_put_head(pen, text, labels, line);
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
                if (line->stars == 1) {
                    fq_put_small(&pen, queens[k]);
                    continue;
                }
                *pen.at++ = '[';
                fq_put_small(&pen, queens[2 * k]);
                fq_put_small(&pen, queens[2 * k + 1]);
                pen.at -= 2;
                FQ_PUT(&pen, "], ");
            }
            pen.at -= 2;
            *pen.at++ = ']';
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
        pen = fq_put_head(pen, text, labels, &lines[i]);
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
        pen = fq_put_board(pen, labels, &lines[i]);
        FQ_PUT(&pen, "}\n");
    }
    return (size_t)(pen.at - out);
}
