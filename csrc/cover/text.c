/* text.c - reads the options of an exact cover from text. */
#include "text.h"

#include <stdlib.h>
#include <string.h>

/* A table of names: a hash table with linear probing. `slot` has the number of a name plus 1, or 0.
 * The bytes of all names are in one array. */
typedef struct fq_name {
    uint64_t hash;
    size_t start;
    size_t size;
} fq_name;

typedef struct fq_names {
    fq_name *name;
    uint32_t *slot;
    uint8_t *bytes;
    uint32_t count, room, slots; /* slots: a power of two, at least 2 * room */
    size_t used, capacity;       /* of `bytes` */
} fq_names;

struct fq_cover_text {
    fq_names table[2];
    uint32_t *last; /* [items]: the `turn` of the last option with the item */
    uint32_t items; /* the size of `last` */
    uint32_t turn;  /* the number of options that the reader has begun */
    uint32_t primary;
};

#define FIRST_HASH UINT64_C(0x9e3779b97f4a7c15)

static inline uint64_t fq_hash_byte(uint64_t hash, uint8_t byte)
{
    return (hash ^ byte) * UINT64_C(0xd6e8feb86659fd93);
}

static inline uint32_t fq_first_slot(const fq_names *t, uint64_t hash)
{
    return (uint32_t)(hash >> 32) & (t->slots - 1);
}

/* Returns the number of a name, or -1 if the table does not have it. */
static inline int64_t fq_find(const fq_names *t, uint64_t hash, const uint8_t *text, size_t size)
{
    if (!t->slots) return -1;
    for (uint32_t s = fq_first_slot(t, hash); t->slot[s]; s = (s + 1) & (t->slots - 1)) {
        const fq_name *name = &t->name[t->slot[s] - 1];
        if (name->hash == hash && name->size == size &&
            !memcmp(t->bytes + name->start, text, size))
            return t->slot[s] - 1;
    }
    return -1;
}

static void fq_insert(fq_names *t, uint32_t number)
{
    uint32_t s = fq_first_slot(t, t->name[number].hash);
    while (t->slot[s]) s = (s + 1) & (t->slots - 1);
    t->slot[s] = number + 1;
}

/* Makes room for one more name of `size` bytes. Returns 0 if no memory is left. */
static int fq_make_room(fq_names *t, size_t size)
{
    if (t->capacity - t->used < size) {
        if (t->used > SIZE_MAX / 2 - size - 64) return 0;
        size_t capacity = 2 * (t->used + size) + 64;
        uint8_t *bytes = realloc(t->bytes, capacity);
        if (!bytes) return 0;
        t->bytes = bytes;
        t->capacity = capacity;
    }
    if (t->count < t->room) return 1;
    if (t->room > UINT32_MAX / 8) return 0;
    uint32_t room = t->room ? 2 * t->room : 64;
    uint32_t *slot = calloc(2 * (size_t)room, sizeof *slot);
    fq_name *name = slot ? realloc(t->name, room * sizeof *name) : NULL;
    if (!name) {
        free(slot);
        return 0;
    }
    free(t->slot);
    t->name = name;
    t->slot = slot;
    t->room = room;
    t->slots = 2 * room;
    for (uint32_t k = 0; k < t->count; k++) fq_insert(t, k);
    return 1;
}

static int64_t fq_add(fq_names *t, uint64_t hash, const uint8_t *text, size_t size)
{
    if (!fq_make_room(t, size)) return -1;
    t->name[t->count] = (fq_name){hash, t->used, size};
    if (size) memcpy(t->bytes + t->used, text, size);
    t->used += size;
    fq_insert(t, t->count);
    return t->count++;
}

fq_cover_text *fq_cover_text_new(uint32_t primary)
{
    fq_cover_text *t = calloc(1, sizeof *t);
    if (t) t->primary = primary;
    return t;
}

void fq_cover_text_free(fq_cover_text *t)
{
    if (!t) return;
    for (int k = 0; k < 2; k++) {
        free(t->table[k].name);
        free(t->table[k].slot);
        free(t->table[k].bytes);
    }
    free(t->last);
    free(t);
}

int64_t fq_cover_text_add(fq_cover_text *t, fq_cover_names table, const uint8_t *name, size_t size)
{
    uint64_t hash = FIRST_HASH;
    for (size_t k = 0; k < size; k++) hash = fq_hash_byte(hash, name[k]);
    return fq_add(&t->table[table], hash, name, size);
}

uint32_t fq_cover_text_count(const fq_cover_text *t, fq_cover_names table)
{
    return t->table[table].count;
}

const uint8_t *fq_cover_text_name(const fq_cover_text *t, fq_cover_names table, uint32_t number,
                                  size_t *size)
{
    const fq_name *name = &t->table[table].name[number];
    *size = name->size;
    return t->table[table].bytes + name->start;
}

/* Whether a word ends at p: at a space, a tab or a newline. */
static inline int fq_is_end(const uint8_t *p) { return *p == ' ' || *p == '\n' || *p == '\t'; }

/* Whether p is at a blank that Python splits words at, and that is not a space or tab. Each text
 * ends in a newline, so p[1] exists unless p is at a newline, and so on. */
static inline int fq_is_rare_blank(const uint8_t *p)
{
    if (*p < ' ') return (*p >= 0x0b && *p <= 0x0d) || *p >= 0x1c;
    if (*p < 0xc2) return 0;
    switch (*p) {
    case 0xc2:
        return p[1] == 0x85 || p[1] == 0xa0;
    case 0xe1:
        return p[1] == 0x9a && p[2] == 0x80;
    case 0xe2:
        return (p[1] == 0x80 && (p[2] <= 0x8a || p[2] == 0xa8 || p[2] == 0xa9 || p[2] == 0xaf)) ||
               (p[1] == 0x81 && p[2] == 0x9f);
    case 0xe3:
        return p[1] == 0x80 && p[2] == 0x80;
    default:
        return 0;
    }
}

/* Reads a cost: `|3`, `$3` or `|$3`, with at most 15 digits. Returns -1 for anything else. */
static int64_t fq_read_cost(const uint8_t *p, const uint8_t *end)
{
    if (*p != '|' && *p != '$') return -1;
    if (++p < end && *p == '$') p++;
    if (p == end || end - p > 15) return -1;
    int64_t cost = 0;
    for (; p < end; p++) {
        if (*p < '0' || *p > '9') return -1;
        cost = 10 * cost + (*p - '0');
    }
    return cost;
}

/* Reads the colour between p and `end`. Returns its number plus 1; 0 for an unusual colour; -1 if
 * no memory is left. */
static int64_t fq_read_colour(fq_names *colours, const uint8_t *p, const uint8_t *end)
{
    const uint8_t *text = p;
    uint64_t hash = FIRST_HASH;
    if (p == end) return 0;
    for (; p < end; p++) {
        if (*p == ':' || *p == '|' || fq_is_rare_blank(p)) return 0;
        hash = fq_hash_byte(hash, *p);
    }
    int64_t number = fq_find(colours, hash, text, (size_t)(end - text));
    if (number < 0) {
        number = fq_add(colours, hash, text, (size_t)(end - text));
        if (number < 0) return -1;
    }
    return number + 1;
}

/* Reads the option at p. Returns the end of its line; NULL if the caller must read the line, or,
 * with *full set to 1, if no memory is left. */
static const uint8_t *fq_read_option(fq_cover_text *t, const uint8_t *p,
                                     fq_cover_text_options *out, int *full)
{
    const fq_names *items = &t->table[FQ_COVER_ITEMS];
    uint32_t entries = out->entries;
    const uint32_t first = entries;
    int64_t cost = -1;
    if (!++t->turn) {
        memset(t->last, 0, t->items * sizeof *t->last);
        t->turn = 1;
    }
    for (;;) {
        while (*p == ' ' || *p == '\t') p++;
        if (*p == '\n') break;
        if (cost >= 0) return NULL; /* a word after a cost */
        const uint8_t *text = p;
        uint64_t hash = FIRST_HASH;
        for (; !fq_is_end(p) && *p != ':'; p++) {
            if (fq_is_rare_blank(p)) return NULL;
            hash = fq_hash_byte(hash, *p);
        }
        int64_t item = fq_find(items, hash, text, (size_t)(p - text));
        if (item < 0) {
            if (*p == ':') return NULL;
            cost = fq_read_cost(text, p);
            if (cost < 0) return NULL;
            continue;
        }
        int64_t colour = 0;
        if (*p == ':') {
            const uint8_t *end = p + 1;
            while (!fq_is_end(end)) end++;
            if (!out->colour || (uint64_t)item < t->primary) return NULL;
            colour = fq_read_colour(&t->table[FQ_COVER_COLOURS], p + 1, end);
            *full = colour < 0;
            if (colour <= 0) return NULL;
            p = end;
        }
        if (t->last[item] == t->turn) return NULL; /* the item is twice in the option */
        t->last[item] = t->turn;
        if (out->colour) out->colour[entries] = (int32_t)colour;
        out->item[entries++] = (int32_t)item;
    }
    if (entries == first || (cost >= 0 && !out->cost)) return NULL;
    if (out->cost) out->cost[out->options] = cost < 0 ? 0 : cost;
    out->entries = entries;
    out->start[++out->options] = (int32_t)entries;
    return p;
}

/* Returns the end of a line without an option: a blank line, or one that begins with `mark`. NULL
 * if the line is another one. */
static const uint8_t *fq_skip_line(const uint8_t *p, const uint8_t *end, uint8_t mark)
{
    if (*p == mark) return memchr(p, '\n', (size_t)(end - p));
    while (*p == ' ' || *p == '\t') p++;
    return *p == '\n' ? p : NULL;
}

size_t fq_cover_text_read(fq_cover_text *t, const uint8_t *text, size_t size,
                          fq_cover_text_options *out)
{
    const uint8_t *p = text, *end = text + size;
    const uint32_t items = t->table[FQ_COVER_ITEMS].count;
    if (t->items < items || !t->last) {
        uint32_t *last = calloc(items ? items : 1, sizeof *last);
        if (!last) return SIZE_MAX;
        free(t->last);
        t->last = last;
        t->items = items;
    }
    while (p < end) {
        int full = 0;
        const uint8_t *next = fq_skip_line(p, end, '|');
        if (!next) next = fq_read_option(t, p, out, &full);
        if (full) return SIZE_MAX;
        if (!next) break;
        p = next + 1;
    }
    return (size_t)(p - text);
}

/* Reads a row of 0 and 1 at p. Returns the end of its line, or NULL if the caller must read it. */
static const uint8_t *fq_read_row(const uint8_t *p, uint8_t separator, uint32_t columns,
                                  uint32_t skipped, fq_cover_text_options *out)
{
    uint32_t entries = out->entries;
    for (uint32_t k = 0; k < columns; k++) {
        if (k < skipped) {
            while (*p != separator && *p != '\n' && *p != '"') p++;
        } else {
            if (*p != '0' && *p != '1') return NULL;
            out->item[entries] = (int32_t)(k - skipped);
            entries += *p++ == '1';
        }
        if (k + 1 < columns && *p++ != separator) return NULL;
    }
    if (*p != '\n' || entries == out->entries) return NULL;
    out->entries = entries;
    out->start[++out->options] = (int32_t)entries;
    return p;
}

size_t fq_cover_text_read_rows(const uint8_t *text, size_t size, uint8_t separator,
                               uint32_t columns, uint32_t skipped, fq_cover_text_options *out)
{
    const uint8_t *p = text, *end = text + size;
    while (p < end) {
        const uint8_t *next = fq_skip_line(p, end, '#');
        if (!next) next = fq_read_row(p, separator, columns, skipped, out);
        if (!next) break;
        p = next + 1;
    }
    return (size_t)(p - text);
}
