/* table.c - table constraints: the filter of compact-table (Demeulenaere, Hartert, Lecoutre, Perez,
 * Perron, Regin and Schaus 2016).
 *
 * The rows that fit the domains are kept as a set of bits. For each value there is the set of the
 * rows that contain it, its support:
 *
 *     row        0 1 2 3 4          rows that fit      1 1 0 1 0
 *     x          a a b b c          support of x = a   1 1 0 0 0
 *     y          1 2 1 2 1          support of x = b   0 0 1 1 0
 *
 * When values of a variable are lost, the rows with these values are cleared. Then each value whose
 * support has no row in common with the rows that fit is pruned. Both need only the words that are
 * not 0 (a sparse set of words, `live`), and a value usually keeps a row in the word in which one
 * was found before (`residue`). Each word that changes is stored on a trail, so that backtracking
 * restores it. A change clears at least one bit, which bounds the length of the trail. */
#include <stdlib.h>
#include <string.h>

#include "domains.h"

#define MAX_ENTRIES (1u << 24)
#define MAX_WORDS   (1u << 26)

/* --------------------------------------------------------------------------------- in a model */

static void free_table(fq_csp_table *c)
{
    free(c->variable);
    free(c->entry);
    free(c->start);
    free(c->support);
}

void fq_csp_tables_free(fq_csp_model *m)
{
    for (uint32_t t = 0; t < m->tables; t++) free_table(&m->table[t]);
    free(m->table);
}

fq_error fq_csp_model_table(fq_csp_model *m, uint32_t count, const uint32_t *variables,
                            uint32_t rows, const uint32_t *entries)
{
    if (count < 1 || count > m->variables || rows > MAX_ENTRIES) return FQ_BAD_SIZE;
    fq_csp_table c = {.count = count, .rows = rows, .words = (rows + 63) / 64};
    fq_csp_table *grown = NULL;
    fq_error error = FQ_NO_MEMORY;
    uint8_t *seen = calloc(m->variables, 1);
    c.variable = malloc(count * sizeof *c.variable);
    c.start = malloc(((size_t)count + 1) * sizeof *c.start);
    if (!seen || !c.variable || !c.start) goto end;
    error = FQ_BAD_SIZE;
    if (!fq_csp_are_distinct(m, count, variables, seen)) goto end;
    c.start[0] = 0;
    for (uint32_t i = 0; i < count; i++) {
        c.variable[i] = variables[i];
        c.start[i + 1] = c.start[i] + m->variable[variables[i]].size; /* at most m->values */
    }
    const uint64_t cells = (uint64_t)rows * count, used = cells + count + c.start[count];
    const uint64_t words = (uint64_t)c.start[count] * c.words;
    if (used > MAX_ENTRIES - m->table_entries || words > MAX_WORDS - m->support_words) goto end;
    for (uint64_t e = 0; e < cells; e++)
        if (entries[e] >= m->variable[variables[e % count]].size) goto end;
    error = FQ_NO_MEMORY;
    c.entry = malloc((cells ? cells : 1) * sizeof *c.entry);
    c.support = calloc(words ? words : 1, sizeof *c.support);
    if (!c.entry || !c.support) goto end;
    grown = realloc(m->table, ((size_t)m->tables + 1) * sizeof *grown);
    if (!grown) goto end;
    m->table = grown;
    for (uint32_t r = 0; r < rows; r++)
        for (uint32_t i = 0; i < count; i++) {
            const uint32_t a = c.entry[(size_t)r * count + i] = entries[(size_t)r * count + i];
            c.support[(size_t)(c.start[i] + a) * c.words + r / 64] |= UINT64_C(1) << r % 64;
        }
    m->table[m->tables++] = c;
    m->table_entries += (uint32_t)used;
    m->support_words += (uint32_t)words;
    error = FQ_OK;
end:
    if (error) free_table(&c);
    free(seen);
    return error;
}

/* -------------------------------------------------------------------------------- in a search */

static const uint64_t *support_of(const fq_csp_table *c, uint32_t i, uint32_t a)
{
    return c->support + (size_t)(c->start[i] + a) * c->words;
}

fq_error fq_csp_tables_new(fq_csp *s)
{
    const fq_csp_model *m = s->model;
    fq_csp_tables *t = &s->tables;
    uint32_t most = 1, cells = 0, live = 0, residues = 0, changes = 0;
    for (uint32_t k = 0; k < m->tables; k++)
        if (m->table[k].words > most) most = m->table[k].words;
    t->rows = malloc(most * sizeof *t->rows);
    if (!t->rows) return FQ_NO_MEMORY;
    if (s->options.method != FQ_CSP_MAC) return FQ_OK;
    t->state = malloc(m->tables * sizeof *t->state);
    if (!t->state) return FQ_NO_MEMORY;
    for (uint32_t k = 0; k < m->tables; k++) {
        const fq_csp_table *c = &m->table[k];
        t->state[k] = (fq_csp_table_state){cells, cells + c->words, live, residues, c->words};
        cells += c->words;
        for (uint32_t i = 0; i < c->count; i++) cells += m->variable[c->variable[i]].words;
        live += c->words;
        residues += c->start[c->count];
        changes += c->rows + c->start[c->count];
    }
    t->set = calloc((size_t)cells + 1, sizeof *t->set);
    t->live = malloc(((size_t)live + 1) * sizeof *t->live);
    t->residue = calloc((size_t)residues + 1, sizeof *t->residue);
    t->trail = malloc(((size_t)changes + 1) * sizeof *t->trail);
    if (!t->set || !t->live || !t->residue || !t->trail) return FQ_NO_MEMORY;
    for (uint32_t k = 0; k < m->tables; k++) {
        const fq_csp_table *c = &m->table[k];
        uint64_t *seen = t->set + t->state[k].seen;
        for (uint32_t w = 0; w < c->words; w++) {
            t->set[t->state[k].rows + w] = fq_ones(c->rows - 64 * w);
            t->live[t->state[k].live + w] = w;
        }
        for (uint32_t i = 0; i < c->count; i++) {
            const fq_csp_variable *v = &m->variable[c->variable[i]];
            for (uint32_t w = 0; w < v->words; w++) *seen++ = s->domain[v->word + w] & v->mask;
        }
    }
    return FQ_OK;
}

void fq_csp_tables_end(fq_csp_tables *t)
{
    free(t->state);
    free(t->set);
    free(t->live);
    free(t->residue);
    free(t->trail);
    free(t->rows);
}

static inline void change(fq_csp_tables *t, uint32_t table, uint32_t cell, uint64_t bits)
{
    t->trail[t->trail_length++] = (fq_csp_table_change){t->set[cell], cell, table};
    t->set[cell] = bits;
}

void fq_csp_undo_tables(fq_csp *s, uint32_t length)
{
    fq_csp_tables *t = &s->tables;
    while (t->trail_length > length) {
        const fq_csp_table_change *last = &t->trail[--t->trail_length];
        fq_csp_table_state *state = &t->state[last->table];
        /* The words that became 0 stand behind the others in `live`, the last one first. */
        if (last->cell < state->seen && !t->set[last->cell]) state->limit++;
        t->set[last->cell] = last->bits;
    }
}

/* Adds the supports of the values `bits` of one word of variable number i to the scratch set. */
static void add_supports(fq_csp_tables *t, const fq_csp_table *c, const fq_csp_table_state *state,
                         uint32_t i, uint32_t first, uint64_t bits)
{
    const uint32_t *live = t->live + state->live;
    for (; bits; bits &= bits - 1) {
        const uint64_t *support = support_of(c, i, first + fq_lowest(bits));
        for (uint32_t k = 0; k < state->limit; k++) t->rows[live[k]] |= support[live[k]];
    }
}

/* Clears the rows with values that variable number i has lost since the last filter; `seen` is the
 * place of its domain at that time. */
static void clear_rows(fq_csp *s, uint32_t table, uint32_t i, uint32_t seen)
{
    fq_csp_tables *t = &s->tables;
    const fq_csp_table *c = &s->model->table[table];
    fq_csp_table_state *state = &t->state[table];
    const fq_csp_variable *v = &s->model->variable[c->variable[i]];
    uint32_t *live = t->live + state->live, lost = 0;
    for (uint32_t w = 0; w < v->words; w++)
        lost += fq_popcount(t->set[seen + w] & ~s->domain[v->word + w]);
    if (!lost) return;
    /* The supports of fewer values are added: those of the lost values or those of the others. */
    const int by_lost = lost < s->size[c->variable[i]];
    for (uint32_t k = 0; k < state->limit; k++) t->rows[live[k]] = 0;
    for (uint32_t w = 0; w < v->words; w++) {
        const uint64_t left = s->domain[v->word + w] & v->mask, before = t->set[seen + w];
        /* The value in bit 0 of this word; it may wrap around, but the sum with a bit does not. */
        add_supports(t, c, state, i, 64 * w - v->bit, by_lost ? before & ~left : left);
        if (left != before) change(t, table, seen + w, left);
    }
    for (uint32_t k = state->limit; k-- > 0;) {
        const uint32_t word = live[k], cell = state->rows + word;
        const uint64_t before = t->set[cell];
        const uint64_t after = by_lost ? before & ~t->rows[word] : before & t->rows[word];
        if (after == before) continue;
        change(t, table, cell, after);
        if (after) continue;
        live[k] = live[--state->limit];
        live[state->limit] = word;
    }
}

/* Whether some row that fits has value a of variable number i. */
static int is_supported(fq_csp_tables *t, const fq_csp_table *c, const fq_csp_table_state *state,
                        uint32_t i, uint32_t a)
{
    const uint64_t *support = support_of(c, i, a), *rows = t->set + state->rows;
    uint32_t *residue = t->residue + state->residue + c->start[i] + a;
    if (rows[*residue] & support[*residue]) return 1;
    for (uint32_t k = 0; k < state->limit; k++) {
        const uint32_t word = t->live[state->live + k];
        if (!(rows[word] & support[word])) continue;
        *residue = word;
        return 1;
    }
    return 0;
}

int fq_csp_filter_table(fq_csp *s, uint32_t table)
{
    fq_csp_tables *t = &s->tables;
    const fq_csp_table *c = &s->model->table[table];
    fq_csp_table_state *state = &t->state[table];
    uint32_t seen = state->seen;
    for (uint32_t i = 0; i < c->count && state->limit; i++) {
        clear_rows(s, table, i, seen);
        seen += s->model->variable[c->variable[i]].words;
    }
    if (!state->limit) return 0;
    seen = state->seen;
    for (uint32_t i = 0; i < c->count; i++) {
        const uint32_t x = c->variable[i];
        const fq_csp_variable *v = &s->model->variable[x];
        int changed = 0;
        /* All rows that fit have the only value of a variable that has one value left. */
        for (uint32_t w = 0; w < v->words && s->size[x] > 1; w++) {
            uint64_t lost = 0;
            for (uint64_t left = s->domain[v->word + w] & v->mask; left; left &= left - 1)
                if (!is_supported(t, c, state, i, 64 * w + fq_lowest(left) - v->bit))
                    lost |= left & -left;
            if (!lost) continue;
            fq_csp_prune_values(s, x, v->word + w, lost);
            s->counts.prunes += fq_popcount(lost);
            change(t, table, seen + w, s->domain[v->word + w] & v->mask);
            changed = 1;
        }
        if (changed) fq_csp_queue_dependents(s, x);
        seen += v->words;
    }
    return 1;
}

void fq_csp_filter_last_of_table(fq_csp *s, uint32_t table, uint32_t last)
{
    const fq_csp_table *c = &s->model->table[table];
    const uint32_t z = c->variable[last];
    const fq_csp_variable *v = &s->model->variable[z];
    uint64_t *rows = s->tables.rows;
    for (uint32_t k = 0; k < c->words; k++) rows[k] = fq_ones(c->rows - 64 * k);
    for (uint32_t i = 0; i < c->count; i++) {
        if (i == last) continue;
        const uint64_t *support = support_of(c, i, (uint32_t)s->value[c->variable[i]]);
        for (uint32_t k = 0; k < c->words; k++) rows[k] &= support[k];
    }
    for (uint32_t w = 0; w < v->words; w++) {
        uint64_t lost = 0;
        for (uint64_t left = s->domain[v->word + w] & v->mask; left; left &= left - 1) {
            const uint64_t *support = support_of(c, last, 64 * w + fq_lowest(left) - v->bit);
            uint64_t any = 0;
            for (uint32_t k = 0; k < c->words && !any; k++) any = rows[k] & support[k];
            if (!any) lost |= left & -left;
        }
        if (!lost) continue;
        fq_csp_prune_values(s, z, v->word + w, lost);
        s->counts.prunes += fq_popcount(lost);
    }
}
