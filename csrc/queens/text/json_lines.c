/* json_lines.c - reads and writes boards as JSON, one object on each line. */
#include "json_lines.h"

#include <string.h>

#include "queens/board/labels.h"
#include "queens/logic/logic.h"

enum {
    FQ_MAX_ROWS = 64,  /* maximum number of rows of a board */
    FQ_MAX_KEYS = 16,  /* maximum number of keys of a plain object */
    FQ_MAX_DIGITS = 15 /* maximum number of digits of a plain number */
};

/* The part of the text that has not been read yet. No value goes beyond the end of its line. */
typedef struct fq_input {
    const uint8_t *at, *end;
} fq_input;

/* A string without its quotes. */
typedef struct fq_string {
    const uint8_t *at;
    size_t size;
} fq_string;

/* The beginning of the last line that was read. Most lines of a file begin with the same bytes; the
 * keys in these bytes need not be read again in each line. */
typedef struct fq_line_start {
    fq_string prefix;   /* bytes before the rows; size 0 if unknown */
    fq_string next_key; /* bytes between the rows and the next value; size 0 if unknown */
    int64_t stars;
    int key_count; /* number of keys up to "regions" */
    fq_string keys[FQ_MAX_KEYS];
} fq_line_start;

static int fq_is_blank(uint8_t c) { return c == ' ' || c == '\t' || c == '\r'; }

static int fq_is_digit(uint8_t c) { return c >= '0' && c <= '9'; }

static size_t fq_bytes_left(const fq_input *in) { return (size_t)(in->end - in->at); }

static void fq_skip_blanks(fq_input *in)
{
    while (in->at < in->end && fq_is_blank(*in->at)) in->at++;
}

/* Skips blanks and reads the character `c`. Returns 0 if the next character is not `c`. */
static int fq_accept(fq_input *in, uint8_t c)
{
    fq_skip_blanks(in);
    if (in->at == in->end || *in->at != c) return 0;
    in->at++;
    return 1;
}

/* Reads the bytes of `word`. Returns 0 if the next bytes are not those of `word`. */
static int fq_accept_string(fq_input *in, fq_string word)
{
    if (!word.size || fq_bytes_left(in) < word.size || memcmp(in->at, word.at, word.size)) return 0;
    in->at += word.size;
    return 1;
}

/* Reads a string of ASCII characters without escapes. */
static int fq_read_string(fq_input *in, fq_string *word)
{
    if (!fq_accept(in, '"')) return 0;
    const uint8_t *at = in->at;
    while (at < in->end && *at != '"') {
        if (*at < 32 || *at > 126 || *at == '\\') return 0;
        at++;
    }
    if (at == in->end) return 0;
    *word = (fq_string){in->at, (size_t)(at - in->at)};
    in->at = at + 1;
    return 1;
}

/* Reads at most FQ_MAX_DIGITS digits and returns the number of digits. Returns 0 if more digits
 * follow. */
static int fq_read_digits(fq_input *in, int64_t *value)
{
    int digits = 0;
    for (*value = 0; in->at < in->end && fq_is_digit(*in->at); in->at++) {
        if (++digits > FQ_MAX_DIGITS) return 0;
        *value = *value * 10 + (*in->at - '0');
    }
    return digits;
}

/* Reads a JSON number. */
static int fq_read_number(fq_input *in)
{
    int64_t value;
    if (*in->at == '-') in->at++;
    const int zero = in->at < in->end && *in->at == '0';
    const int digits = fq_read_digits(in, &value);
    if (!digits || (zero && digits > 1)) return 0;
    if (in->at < in->end && *in->at == '.') {
        in->at++;
        if (!fq_read_digits(in, &value)) return 0;
    }
    if (in->at < in->end && (*in->at == 'e' || *in->at == 'E')) {
        in->at++;
        if (in->at < in->end && (*in->at == '+' || *in->at == '-')) in->at++;
        if (!fq_read_digits(in, &value)) return 0;
    }
    return 1;
}

static int fq_read_literal(fq_input *in, const char *literal)
{
    const size_t size = strlen(literal);
    if (fq_bytes_left(in) < size || memcmp(in->at, literal, size)) return 0;
    in->at += size;
    return 1;
}

/* Reads a value that is neither a list nor an object. */
static int fq_read_scalar(fq_input *in)
{
    fq_string word;
    fq_skip_blanks(in);
    if (in->at == in->end) return 0;
    switch (*in->at) {
    case '"': return fq_read_string(in, &word);
    case 't': return fq_read_literal(in, "true");
    case 'f': return fq_read_literal(in, "false");
    case 'n': return fq_read_literal(in, "null");
    default: return fq_read_number(in);
    }
}

/* Reads the rest of a list, after its opening bracket, in the form in which the package writes
 * lists of sizes: whole numbers from 1 to 999, separated by ", ". */
static int fq_read_sizes(fq_input *in)
{
    const uint8_t *at = in->at, *const end = in->end;
    while (end - at >= 5) {
        if (*at < '1' || *at > '9') return 0;
        at++;
        if (fq_is_digit(*at)) at++;
        if (fq_is_digit(*at)) at++;
        if (*at == ']') {
            in->at = at + 1;
            return 1;
        }
        if (at[0] != ',' || at[1] != ' ') return 0;
        at += 2;
    }
    return 0;
}

/* Reads any JSON value except an object, or a list that contains a list or an object. */
static int fq_read_value(fq_input *in)
{
    if (!fq_accept(in, '[')) return fq_read_scalar(in);
    if (fq_read_sizes(in) || fq_accept(in, ']')) return 1;
    do {
        if (!fq_read_scalar(in)) return 0;
    } while (fq_accept(in, ','));
    return fq_accept(in, ']');
}

/* Converts eight characters of a row to labels: 'A' becomes 0, because most boards use the letters
 * from 'A' on, so that their labels are then the region numbers. Returns 0 if all characters are
 * visible ASCII and neither quotes nor backslashes; otherwise some byte of the result has bit 7
 * set. A byte of `word ^ c` is 0 where the character is c, and bit 7 of
 *
 *     (byte - 1) & ~byte        is set for 0, and perhaps for a 1 that follows it
 *     byte | (byte + 1)         is set from 127 on
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
    /* bit 7 is set first, so that no byte borrows from the next byte */
    word = ((word | top) - each * 'A') ^ top;
    memcpy(labels, &word, 8);
    return bad & top;
}

/* Converts a row to labels. Returns 0 if a character is not allowed. */
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

/* Reads the rows of a board. */
static int fq_read_regions(fq_input *in, uint8_t *labels, int64_t *n)
{
    fq_string row;
    if (!fq_accept(in, '[') || !fq_read_string(in, &row)) return 0;
    const size_t width = row.size;
    if (!width || width > FQ_MAX_ROWS || !fq_copy_row(labels, row.at, width)) return 0;
    for (size_t r = 1; r < width; r++) {
        const uint8_t *const at = in->at;
        labels += width;
        if (fq_bytes_left(in) >= width + 4 && !memcmp(at, ", \"", 3) && at[width + 3] == '"') {
            row = (fq_string){at + 3, width};
            in->at += width + 4;
        } else if (!fq_accept(in, ',') || !fq_read_string(in, &row) || row.size != width) {
            return 0;
        }
        if (!fq_copy_row(labels, row.at, width)) return 0;
    }
    *n = (int64_t)width;
    return fq_accept(in, ']');
}

#define FQ_EQUALS(word, name) \
    ((word).size == sizeof(name) - 1 && !memcmp((word).at, name, sizeof(name) - 1))

/* Whether a key is not allowed in the plain form, because the key changes the kind of board or
 * belongs to an answer. */
static int fq_is_special_key(fq_string key)
{
    return FQ_EQUALS(key, "allow_empty_regions") || FQ_EQUALS(key, "labels") ||
           FQ_EQUALS(key, "board") || FQ_EQUALS(key, "queens") || FQ_EQUALS(key, "solutions") ||
           FQ_EQUALS(key, "eliminated") || FQ_EQUALS(key, "line") || FQ_EQUALS(key, "status") ||
           FQ_EQUALS(key, "count") || FQ_EQUALS(key, "exact") || FQ_EQUALS(key, "unique") ||
           FQ_EQUALS(key, "tier") || FQ_EQUALS(key, "score") || FQ_EQUALS(key, "colorRegions");
}

int fq_lines_stars_fit(const uint8_t *labels, int64_t n, int64_t stars)
{
    uint32_t sizes[256] = {0};
    if (n < 4 * stars) return 0;
    for (int64_t k = 0; k < n * n; k++) sizes[labels[k]]++;
    for (int label = 0; label < 256; label++)
        if (sizes[label] && sizes[label] < (uint32_t)stars) return 0;
    return 1;
}

/* Reads a key that is not among the first `known` keys, and the colon after it. */
static int fq_read_key(fq_input *in, fq_string *keys, int known)
{
    fq_string key;
    if (known == FQ_MAX_KEYS || !fq_read_string(in, &key) || fq_is_special_key(key)) return 0;
    for (int k = 0; k < known; k++)
        if (keys[k].size == key.size && !memcmp(keys[k].at, key.at, key.size)) return 0;
    keys[known] = key;
    return fq_accept(in, ':');
}

/* Reads a line of the plain form. Returns 0 if the line has another form. */
static int fq_read_line(fq_input *in, fq_line *line, uint8_t *labels, fq_line_start *start)
{
    const uint8_t *const from = in->at;
    const uint8_t *after_rows = NULL; /* end of the rows, if the bytes after them are unknown */
    int known = 0, found = fq_accept_string(in, start->prefix), more;
    line->stars = 1;
    if (found) {
        line->stars = start->stars;
        known = start->key_count;
        if (!fq_read_regions(in, labels, &line->n)) return 0;
        if (fq_accept_string(in, start->next_key)) {
            known++;
            if (!fq_read_value(in)) return 0;
        } else {
            start->next_key.size = 0;
            after_rows = in->at;
        }
        more = fq_accept(in, ',');
    } else {
        start->prefix.size = start->next_key.size = 0;
        more = fq_accept(in, '{');
    }
    while (more) {
        if (!fq_read_key(in, start->keys, known)) return 0;
        const fq_string key = start->keys[known++];
        if (FQ_EQUALS(key, "regions")) {
            start->prefix = (fq_string){from, (size_t)(in->at - from)};
            start->stars = line->stars;
            start->key_count = known;
            found = 1;
            if (!fq_read_regions(in, labels, &line->n)) return 0;
            after_rows = in->at;
        } else if (FQ_EQUALS(key, "stars")) {
            fq_skip_blanks(in);
            if (in->at == in->end || *in->at == '0') return 0;
            const int digits = fq_read_digits(in, &line->stars);
            if (digits < 1 || digits > 2 || line->stars > 16) return 0;
        } else {
            if (after_rows && known == start->key_count + 1)
                start->next_key = (fq_string){after_rows, (size_t)(in->at - after_rows)};
            if (!fq_read_value(in)) return 0;
        }
        more = fq_accept(in, ',');
    }
    return fq_accept(in, '}') && found &&
           (line->stars == 1 || fq_lines_stars_fit(labels, line->n, line->stars));
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
    fq_line_start last = {.key_count = 0};
    fq_input in = {text, text + length};
    for (; in.at < in.end; number++) {
        fq_skip_blanks(&in);
        if (in.at < in.end && *in.at != '\n') {
            if (count == room) break;
            fq_line *line = &lines[count++];
            const uint8_t *const start = in.at;
            /* A line has more characters than its board has cells, so there is room for its
             * labels. */
            int plain = fq_read_line(&in, line, labels + used, &last);
            const uint8_t *end = in.at;
            fq_skip_blanks(&in);
            plain = plain && (in.at == in.end || *in.at == '\n');
            if (!plain) {
                const uint8_t *newline = memchr(start, '\n', (size_t)(in.end - start));
                in.at = end = newline ? newline : in.end;
                while (fq_is_blank(end[-1])) end--;
                line->n = 0;
                line->stars = 1;
            }
            line->start = start - text;
            line->end = end - text;
            line->number = number;
            line->cells = (int64_t)used;
            used += (size_t)(line->n * line->n);
        }
        if (in.at < in.end) in.at++; /* skips the newline */
    }
    return count;
}

int64_t fq_lines_common_rows(const fq_line *lines, size_t count)
{
    if (!count) return 0;
    const int64_t n = lines[0].n, stars = lines[0].stars;
    for (size_t i = 1; i < count; i++)
        if (lines[i].n != n || lines[i].stars != stars ||
            lines[i].cells != lines[i - 1].cells + n * n)
            return 0;
    return n;
}

/* ------------------------------------------------------------------------------------ writing */

typedef struct fq_output {
    uint8_t *at;
} fq_output;

static void fq_write(fq_output *to, const void *text, size_t size)
{
    memcpy(to->at, text, size);
    to->at += size;
}

#define FQ_WRITE(to, literal) fq_write(to, literal, sizeof(literal) - 1)

static void fq_write_number(fq_output *to, uint64_t value)
{
    static const char pairs[] =
        "00010203040506070809101112131415161718192021222324"
        "25262728293031323334353637383940414243444546474849"
        "50515253545556575859606162636465666768697071727374"
        "75767778798081828384858687888990919293949596979899";
    int size = 1;
    for (uint64_t power = 10; size < 20 && value >= power; power *= 10) size++;
    to->at += size;
    uint8_t *at = to->at;
    for (; value >= 100; value /= 100) memcpy(at -= 2, pairs + value % 100 * 2, 2);
    if (value >= 10)
        memcpy(at - 2, pairs + value * 2, 2);
    else
        at[-1] = (uint8_t)('0' + value);
}

/* Writes a number from -1 to 99, a comma and a blank. Always stores four bytes; if the number
 * is shorter, the next output overwrites the unused bytes. */
static void fq_write_small(fq_output *to, int value)
{
#define FQ_FIVE(t, a, b, c, d, e) t a ", ", t b ", ", t c ", ", t d ", ", t e ", "
#define FQ_TEN(t) FQ_FIVE(t, "0", "1", "2", "3", "4"), FQ_FIVE(t, "5", "6", "7", "8", "9")
    static const char texts[][8] = {"-1, ",      FQ_TEN(""),  FQ_TEN("1"), FQ_TEN("2"),
                                    FQ_TEN("3"), FQ_TEN("4"), FQ_TEN("5"), FQ_TEN("6"),
                                    FQ_TEN("7"), FQ_TEN("8"), FQ_TEN("9")};
#undef FQ_TEN
#undef FQ_FIVE
    memcpy(to->at, texts[value + 1], 4);
    to->at += value < 0 || value >= 10 ? 4 : 3;
}

/* Writes the object of a board without its closing brace. */
static fq_output fq_write_board(fq_output to, const uint8_t *labels, const fq_line *line)
{
    static const char letters[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789@%&*+=?!$<>/|~^";
    const int n = (int)line->n;
    uint8_t numbers[FQ_MAX_ROWS * FQ_MAX_ROWS];
    const uint8_t *own = numbers;
    int regions = (int)fq_number_labels((uint32_t)n, labels + line->cells, numbers);
    /* Neighbouring cells often belong to the same region. With four separate counts, an addition
     * need not wait for the result of the addition before. */
    uint16_t counts[FQ_MAX_ROWS][4];
    memset(counts, 0, (size_t)n * sizeof *counts);
    if (regions > n) { /* not a valid board: the text will not be used */
        for (int k = 0; k < n * n; k++) numbers[k] = numbers[k] < n ? numbers[k] : (uint8_t)(n - 1);
        regions = n;
    }
    FQ_WRITE(&to, "{\"n\": ");
    fq_write_small(&to, n);
    FQ_WRITE(&to, "\"stars\": ");
    fq_write_small(&to, (int)line->stars);
    FQ_WRITE(&to, "\"regions\": [");
    for (int r = 0; r < n; r++) {
        *to.at++ = '"';
        for (int c = 0; c < n; c++) {
            counts[own[c]][c % 4]++;
            to.at[c] = (uint8_t)letters[own[c]];
        }
        own += n;
        to.at += n;
        FQ_WRITE(&to, "\", ");
    }
    to.at -= 2;
    FQ_WRITE(&to, "], \"sizes\": [");
    int sizes[FQ_MAX_ROWS];
    /* insertion sort, because there are few sizes, which are often nearly sorted */
    for (int k = 0; k < regions; k++) {
        const int size = counts[k][0] + counts[k][1] + counts[k][2] + counts[k][3];
        int i = k;
        for (; i > 0 && sizes[i - 1] > size; i--) sizes[i] = sizes[i - 1];
        sizes[i] = size;
    }
    for (int k = 0; k < regions; k++) {
        if (sizes[k] < 100) {
            fq_write_small(&to, sizes[k]);
        } else {
            fq_write_number(&to, (uint64_t)sizes[k]);
            FQ_WRITE(&to, ", ");
        }
    }
    to.at -= 2;
    *to.at++ = ']';
    return to;
}

/* Writes the object that was read, or the board if the line has no text; then the line number. */
static fq_output fq_write_head(fq_output to, const uint8_t *text, const uint8_t *labels,
                          const fq_line *line)
{
    if (line->start == line->end)
        to = fq_write_board(to, labels, line);
    else
        fq_write(&to, text + line->start, (size_t)(line->end - line->start) - 1);
    FQ_WRITE(&to, ", \"line\": ");
    fq_write_number(&to, (uint64_t)line->number);
    return to;
}

size_t fq_lines_max_size(const fq_line *lines, size_t count)
{
    /* Each line needs room for its text, for the keys and numbers of an answer, and for a solution
     * of n columns or of n * stars pairs. A board without text also needs room for n * n letters
     * and for the region sizes. */
    size_t room = 8;
    for (size_t i = 0; i < count; i++) {
        const size_t n = (size_t)lines[i].n, stars = (size_t)lines[i].stars;
        room += (size_t)(lines[i].end - lines[i].start) + 160;
        room += stars == 1 ? n * 4 : n * stars * 10;
        if (lines[i].start == lines[i].end) room += n * (n + 4) + 6 * n + 64;
    }
    return room;
}

size_t fq_lines_write_solved(const uint8_t *text, const uint8_t *labels, const fq_line *lines,
                       size_t count, const int64_t *counts, const int16_t *first, size_t width,
                       uint32_t facts, uint64_t limit, uint8_t *out)
{
    fq_output to = {out};
    for (size_t i = 0; i < count; i++) {
        const fq_line *line = &lines[i];
        const uint64_t found = counts[i] < 0 ? 0 : (uint64_t)counts[i];
        to = fq_write_head(to, text, labels, line);
        if (found)
            FQ_WRITE(&to, ", \"status\": \"solved\"");
        else
            FQ_WRITE(&to, ", \"status\": \"unsolvable\"");
        if (facts & FQ_LINE_COUNT) {
            FQ_WRITE(&to, ", \"count\": ");
            fq_write_number(&to, found);
            if (found < limit)
                FQ_WRITE(&to, ", \"exact\": true");
            else
                FQ_WRITE(&to, ", \"exact\": false");
        }
        if (facts & FQ_LINE_UNIQUE) {
            if (found == 1)
                FQ_WRITE(&to, ", \"unique\": true");
            else
                FQ_WRITE(&to, ", \"unique\": false");
        }
        if (found) {
            const int16_t *queens = first + i * width;
            const int64_t queen_count = line->n * line->stars;
            FQ_WRITE(&to, ", \"queens\": [");
            for (int64_t k = 0; k < queen_count; k++) {
                if (line->stars == 1) {
                    fq_write_small(&to, queens[k]);
                    continue;
                }
                *to.at++ = '[';
                fq_write_small(&to, queens[2 * k]);
                fq_write_small(&to, queens[2 * k + 1]);
                to.at -= 2;
                FQ_WRITE(&to, "], ");
            }
            to.at -= 2;
            *to.at++ = ']';
        }
        FQ_WRITE(&to, "}\n");
    }
    return (size_t)(to.at - out);
}

size_t fq_lines_write_rated(const uint8_t *text, const uint8_t *labels, const fq_line *lines,
                      size_t count, const uint8_t *tiers, const uint32_t *scores, uint8_t *out)
{
    static const char *const names[] = {
        [FQ_LOGIC_EASY] = "easy",     [FQ_LOGIC_MEDIUM] = "medium", [FQ_LOGIC_HARD] = "hard",
        [FQ_LOGIC_EXPERT] = "expert", [FQ_LOGIC_GUESS] = "guess",
    };
    fq_output to = {out};
    for (size_t i = 0; i < count; i++) {
        const char *name = names[tiers[i] > FQ_LOGIC_GUESS ? FQ_LOGIC_GUESS : tiers[i]];
        to = fq_write_head(to, text, labels, &lines[i]);
        FQ_WRITE(&to, ", \"tier\": \"");
        fq_write(&to, name, strlen(name));
        FQ_WRITE(&to, "\", \"score\": ");
        fq_write_number(&to, scores[i]);
        FQ_WRITE(&to, "}\n");
    }
    return (size_t)(to.at - out);
}

size_t fq_lines_write_boards(const uint8_t *labels, const fq_line *lines, size_t count,
                             uint8_t *out)
{
    fq_output to = {out};
    for (size_t i = 0; i < count; i++) {
        to = fq_write_board(to, labels, &lines[i]);
        FQ_WRITE(&to, "}\n");
    }
    return (size_t)(to.at - out);
}
