/* dlx.c - exact cover by dancing links (Knuth's Algorithms X and C), without recursion.
 *
 * Links have 16 bits if all node numbers fit, so that the problem fits into a smaller and faster
 * cache. For problems without colours, a separate copy of the code is compiled, which never tests
 * colours. Tried: nodes of 6 instead of 8 bytes, with the colours in a separate array, took 1.1
 * times as long (the offset of a node is then no longer a shift). */
#include <stdlib.h>

#include "state.h"

#define FQ_INLINE static inline __attribute__((always_inline))

#define NAME(x) x##_16
#define LINK    uint16_t
#define SETTLED UINT16_MAX
#include "dlx_links.h"
#undef NAME
#undef LINK
#undef SETTLED
#define NAME(x) x##_32
#define LINK    uint32_t
#define SETTLED UINT32_MAX
#include "dlx_links.h"

static uint64_t fq_dlx_nodes(uint32_t options, uint32_t items, uint64_t entries)
{
    return (uint64_t)items + 1 + entries + options + 1;
}

uint64_t fq_cover_dlx_bytes(uint32_t options, uint32_t items, uint64_t entries)
{
    return bytes_32(fq_dlx_nodes(options, items, entries), items);
}

fq_error fq_cover_dlx_new(fq_cover *m)
{
    const fq_cover_set *set = &m->set;
    uint64_t nodes = fq_dlx_nodes(set->options, set->items, set->entries);
    if (nodes > UINT32_MAX) return FQ_BAD_SIZE;
    int narrow = nodes <= UINT16_MAX;
    for (uint64_t e = 0; e < set->entries; e++) narrow &= set->colour[e] < UINT16_MAX;
    m->kernel = calloc(1, narrow ? bytes_16(nodes, set->items) : bytes_32(nodes, set->items));
    if (!m->kernel) return FQ_NO_MEMORY;
    if (narrow) {
        fill_16(set, nodes, m->kernel);
        m->run = set->coloured ? run_coloured_16 : run_16;
    } else {
        fill_32(set, nodes, m->kernel);
        m->run = set->coloured ? run_coloured_32 : run_32;
    }
    return FQ_OK;
}

/* Entry e of option o is node items + 1 + (o + 1) + e, so a binary search finds the option. */
uint32_t fq_cover_dlx_option(const fq_cover *m, uint32_t node)
{
    uint32_t low = 0, high = m->set.options;
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        if (m->set.items + 2 + middle + m->set.start[middle] <= node)
            low = middle;
        else
            high = middle;
    }
    return low;
}

void fq_cover_dlx_free(fq_cover *m)
{
    free(m->kernel);
    m->kernel = NULL;
}
