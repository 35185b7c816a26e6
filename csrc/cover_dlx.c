/* cover_dlx.c - exact cover by dancing links (Knuth's Algorithms X and C), without recursion.
 *
 * Links take 16 bits where they fit, for a problem then fits in a nearer cache: 1.3 times as fast
 * on packings. Colours are compiled apart: looking for them at every entry costs a tenth.
 */
#include <stdlib.h>

#include "cover_impl.h"

#define NAME(x)  x##_16
#define LINK     uint16_t
#define COLOURED 0
#include "cover_dlx_links.h"
#undef NAME
#undef LINK
#undef COLOURED
#define NAME(x)  x##_32
#define LINK     uint32_t
#define COLOURED 0
#include "cover_dlx_links.h"
#undef NAME
#undef LINK
#undef COLOURED
#define NAME(x)  x##_16c
#define LINK     uint16_t
#define COLOURED 1
#include "cover_dlx_links.h"
#undef NAME
#undef LINK
#undef COLOURED
#define NAME(x)  x##_32c
#define LINK     uint32_t
#define COLOURED 1
#include "cover_dlx_links.h"

static uint64_t fq_dlx_nodes(uint32_t options, uint32_t items, uint64_t entries)
{
    return (uint64_t)items + 1 + entries + options + 1;
}

uint64_t fq_cover_dlx_bytes(uint32_t options, uint32_t items, uint64_t entries)
{
    uint64_t nodes = fq_dlx_nodes(options, items, entries);
    return nodes <= UINT16_MAX ? bytes_16c(nodes, items, 1) : bytes_32c(nodes, items, 1);
}

fq_error fq_cover_dlx_set(fq_cover *m)
{
    const fq_cover_set *set = &m->set;
    uint64_t nodes = fq_dlx_nodes(set->options, set->items, set->entries);
    if (nodes > UINT32_MAX) return FQ_BAD_SIZE;
    int narrow = nodes <= UINT16_MAX, coloured = set->coloured;
    uint64_t bytes =
        narrow ? bytes_16(nodes, set->items, coloured) : bytes_32(nodes, set->items, coloured);
    m->kernel = calloc(1, bytes);
    if (!m->kernel) return FQ_NO_MEMORY;
    if (narrow) {
        if (coloured)
            fill_16c(set, nodes, m->kernel);
        else
            fill_16(set, nodes, m->kernel);
        m->run = coloured ? run_16c : run_16;
    } else {
        if (coloured)
            fill_32c(set, nodes, m->kernel);
        else
            fill_32(set, nodes, m->kernel);
        m->run = coloured ? run_32c : run_32;
    }
    return FQ_OK;
}

/* Entry e of option o is node items + 1 + (o + 1) + e: found by halving. */
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
