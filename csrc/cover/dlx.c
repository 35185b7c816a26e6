/* dlx.c - exact cover by dancing links (Knuth's Algorithms X and C), without recursion: set-up and
 * choice of the instruction set.
 *
 * Links have 16 bits if all node numbers fit, so that the problem fits into a smaller and faster
 * cache. For problems without colours, a separate copy of the code is compiled, which never tests
 * colours. Tried: nodes of 6 instead of 8 bytes, with the colours in a separate array, took 1.1
 * times as long (the offset of a node is then no longer a shift).
 *
 * The search branches on the first active item with the fewest options. This choice compares the
 * sizes of all items by vectors. With hundreds of items (sudoku, quasigroups), a walk along the
 * list of active items took more time than the links. Tried: a bitmap of the items with at most one
 * option, which made packings slower. */
#include <stdint.h>
#include <string.h>

#define BY_VECTORS 0
#include "dlx_widths.h"

/* For problems with few items: never by vectors. */
static const fq_dlx_kernels fq_dlx_walk = {{run_16, run_coloured_16}, {run_32, run_coloured_32}};

/* The number of heads of columns, including the root. */
static uint64_t fq_dlx_heads(uint32_t items, uint32_t primary)
{
    uint64_t blocks = (uint64_t)primary / FQ_DLX_BLOCK + 1;
    return blocks * FQ_DLX_BLOCK + (items - primary);
}

static uint64_t fq_dlx_nodes(uint64_t heads, uint32_t options, uint64_t entries)
{
    return heads + entries + options + 1;
}

uint64_t fq_cover_dlx_bytes(uint32_t options, uint32_t items, uint64_t entries)
{
    const uint64_t heads = (uint64_t)items + FQ_DLX_BLOCK;
    return bytes_32(fq_dlx_nodes(heads, options, entries), heads);
}

fq_error fq_cover_dlx_new(fq_cover *m, fq_isa isa)
{
    const fq_cover_set *set = &m->set;
    const uint64_t heads = fq_dlx_heads(set->items, set->primary);
    const uint64_t nodes = fq_dlx_nodes(heads, set->options, set->entries);
    if (nodes > UINT32_MAX) return FQ_BAD_SIZE;
    int narrow = nodes <= UINT16_MAX;
    for (uint64_t e = 0; e < set->entries; e++) narrow &= set->colour[e] < UINT16_MAX;
    const uint64_t bytes = narrow ? bytes_16(nodes, heads) : bytes_32(nodes, heads);
    if (bytes > SIZE_MAX) return FQ_NO_MEMORY;
    m->kernel = fq_aligned_alloc((size_t)bytes);
    if (!m->kernel) return FQ_NO_MEMORY;
    memset(m->kernel, 0, (size_t)bytes);
    const fq_dlx_kernels *kernels = FQ_FOR_ISA(isa, fq_dlx);
    const int narrow_vectors = kernels == &fq_dlx_scalar;
    if (set->primary <= (narrow_vectors ? FQ_DLX_WALK_16 : FQ_DLX_WALK) ||
        (narrow_vectors && set->primary > FQ_DLX_SCAN_16))
        kernels = &fq_dlx_walk;
    if (narrow) {
        fill_16(set, (uint32_t)heads, m->kernel);
        m->run = kernels->run_16[set->coloured];
    } else {
        fill_32(set, (uint32_t)heads, m->kernel);
        m->run = kernels->run_32[set->coloured];
    }
    return FQ_OK;
}

/* Entry e of option o is node heads + (o + 1) + e, so a binary search finds the option. */
uint32_t fq_cover_dlx_option(const fq_cover *m, uint32_t node)
{
    const uint32_t heads = (uint32_t)fq_dlx_heads(m->set.items, m->set.primary);
    uint32_t low = 0, high = m->set.options;
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        if (heads + 1 + middle + m->set.start[middle] <= node)
            low = middle;
        else
            high = middle;
    }
    return low;
}

void fq_cover_dlx_free(fq_cover *m)
{
    fq_aligned_free(m->kernel);
    m->kernel = NULL;
}
