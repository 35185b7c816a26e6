/* arcs.c - finds which variables are in conflict with each other, once for a search. */
#include <stdlib.h>
#include <string.h>

#include "state.h"

#define MAX_ARCS (1u << 24)

/* The values that conflict with one variable, as sets of all values. Only the words of the blocks
 * in `blocks` may differ from 0. */
typedef struct conflicts {
    uint64_t blocks;
    uint64_t *all;  /* every conflict */
    uint64_t *rest; /* without those that an all-different constraint makes; `all` if none does */
    uint64_t *equal;
} conflicts;

/* The first word of a block, and the word after its last one. */
static uint32_t block_begin(const fq_csp_model *m, uint32_t block)
{
    const uint64_t word = (uint64_t)block * m->block_words;
    return word < m->words ? (uint32_t)word : m->words;
}

static void collect(const fq_csp *s, uint32_t x, conflicts *c)
{
    const fq_csp_model *m = s->model;
    c->blocks = m->blocks[x];
    for (uint32_t a = 0; a < m->variable[x].size; a++) {
        const uint64_t *row = fq_csp_row(m, m->variable[x].first + a);
        const int filtered = c->rest != c->all;
        if (filtered) fq_csp_mark_equal(s, x, a, c->equal);
        for (uint64_t left = c->blocks; left; left &= left - 1) {
            const uint32_t block = fq_lowest(left), end = block_begin(m, block + 1);
            for (uint32_t w = block_begin(m, block); w < end; w++) {
                c->all[w] |= row[w];
                if (filtered) {
                    c->rest[w] |= row[w] & ~c->equal[w];
                    c->equal[w] = 0;
                }
            }
        }
        /* The value itself has its number too, and may lie outside the blocks. */
        if (filtered) memset(c->equal + m->variable[x].word, 0, m->variable[x].words * sizeof *row);
    }
}

/* Writes the variables that have values in `set` to `other`, unless `other` is NULL, and returns
 * their number. `first_of` has the first variable of each block. */
static uint32_t list_variables(const fq_csp_model *m, uint64_t blocks, const uint64_t *set,
                               const uint32_t *first_of, uint32_t *other)
{
    uint32_t count = 0, y = 0;
    for (; blocks; blocks &= blocks - 1) {
        const uint32_t block = fq_lowest(blocks), end = block_begin(m, block + 1);
        /* The first variable of a block may begin in the block before, which has listed it. */
        if (y < first_of[block]) y = first_of[block];
        for (; y < m->variables && m->variable[y].word < end; y++) {
            const fq_csp_variable *v = &m->variable[y];
            uint64_t any = 0;
            for (uint32_t k = 0; k < v->words; k++) any |= set[v->word + k] & v->mask;
            if (!any) continue;
            if (other) other[count] = y;
            count++;
        }
    }
    return count;
}

static void clear(const fq_csp_model *m, const conflicts *c)
{
    for (uint64_t left = c->blocks; left; left &= left - 1) {
        const uint32_t begin = block_begin(m, fq_lowest(left));
        const size_t bytes = (block_begin(m, fq_lowest(left) + 1) - begin) * sizeof *c->all;
        memset(c->all + begin, 0, bytes);
        memset(c->rest + begin, 0, bytes);
    }
}

/* Makes room for the neighbours of one more variable. */
static int grow(fq_csp_arcs *arcs, uint32_t *room, uint32_t needed)
{
    if (needed <= *room) return 1;
    const uint32_t larger = needed > 2 * *room ? needed : 2 * *room; /* below 2 * MAX_ARCS */
    uint32_t *other = realloc(arcs->other, ((size_t)larger + 1) * sizeof *other);
    if (!other) return 0;
    arcs->other = other;
    *room = larger;
    return 1;
}

/* Numbers the first variable of each block: the first one whose last word is not before it. */
static void find_first_variables(const fq_csp_model *m, uint32_t first_of[64])
{
    uint32_t y = 0;
    for (uint32_t block = 0; block < 64; block++) {
        const uint32_t begin = block_begin(m, block);
        while (y < m->variables && m->variable[y].word + m->variable[y].words <= begin) y++;
        first_of[block] = y;
    }
}

fq_error fq_csp_find_arcs(fq_csp *s)
{
    const fq_csp_model *m = s->model;
    fq_csp_arcs *arcs = &s->arcs;
    const size_t words = m->words ? m->words : 1;
    uint32_t first_of[64], room = 0, total = 0;
    uint64_t *sets = calloc(3 * words, sizeof *sets);
    uint32_t *next = calloc(m->variables, sizeof *next);
    arcs->arc = calloc((size_t)m->variables + 1, sizeof *arcs->arc);
    arcs->degree = malloc(m->variables * sizeof *arcs->degree);
    fq_error error = FQ_NO_MEMORY;
    if (!sets || !next || !arcs->arc || !arcs->degree || !grow(arcs, &room, m->variables)) goto end;
    const int filtered = s->options.method == FQ_CSP_MAC && m->all_differents;
    conflicts c = {0, sets, filtered ? sets + words : sets, sets + 2 * words};
    find_first_variables(m, first_of);
    for (uint32_t x = 0; x < m->variables; x++) {
        collect(s, x, &c);
        arcs->degree[x] = list_variables(m, c.blocks, c.all, first_of, NULL);
        if (!grow(arcs, &room, total + arcs->degree[x])) goto end;
        total += list_variables(m, c.blocks, c.rest, first_of, arcs->other + total);
        clear(m, &c);
        if (total > MAX_ARCS) {
            error = FQ_BAD_SIZE;
            goto end;
        }
        arcs->arc[x + 1] = total;
    }
    arcs->count = total;
    arcs->back = malloc(((size_t)total + 1) * sizeof *arcs->back);
    arcs->own = malloc(((size_t)total + 1) * sizeof *arcs->own);
    if (!arcs->back || !arcs->own) goto end;
    for (uint32_t x = 0; x < m->variables; x++)
        for (uint32_t i = arcs->arc[x]; i < arcs->arc[x + 1]; i++) {
            arcs->own[i] = x;
            /* The outer loop visits x in static order, and the arcs of y are in the same order. So
             * the arc (y, x) is the next arc of y. */
            uint32_t y = arcs->other[i];
            arcs->back[i] = arcs->arc[y] + next[y]++;
        }
    error = FQ_OK;
end:
    free(sets);
    free(next);
    return error;
}
