/* bitset.c - set-up of the bitset kernel and choice of the instruction set. */
#include <stdlib.h>
#include <string.h>

#include "bitset.h"
#include "common/memory.h"

static uint32_t fq_set_words(uint32_t options, fq_isa isa)
{
    uint32_t lanes = UINT32_C(2) << isa; /* number of 64-bit words per vector */
    return (options + 64 * lanes - 1) / (64 * lanes) * lanes;
}

static uint32_t fq_row_words(uint32_t primary)
{
    return primary <= 64 ? 1 : primary <= 128 ? 2 : primary <= 256 ? 4 : (primary + 511) / 512 * 8;
}

/* Rounds the number of items up to whole vectors of 16 items. The AVX-512 kernel can handle 1 to 6
 * vectors or a multiple of 8 vectors. */
static uint32_t fq_pitch(uint32_t primary)
{
    uint32_t vectors = primary ? (primary + 15) / 16 : 1;
    return vectors <= 6 ? 16 * vectors : (vectors + 7) / 8 * 128;
}

static uint64_t fq_bitset_bytes(uint32_t options, uint32_t primary, uint32_t columns,
                                uint32_t depth, uint64_t entries)
{
    if (options > FQ_COVER_BITSET_MAX) return UINT64_MAX / 2;
    uint64_t words = fq_set_words(options, FQ_AVX512), row = fq_row_words(primary);
    uint64_t levels = (uint64_t)(options < depth ? options : depth) + 1;
    return 8 * words * (options + columns + levels) + 8 * row * (options + 1 + levels) +
           (8 * words + options) * fq_pitch(primary) + levels * sizeof(fq_cover_branch) +
           2 * (2 * (uint64_t)options + 32) + 4 * entries;
}

uint64_t fq_cover_bitset_bytes(uint32_t options, uint32_t primary, uint64_t entries)
{
    return fq_bitset_bytes(options, primary, primary, primary, entries);
}

uint64_t fq_cover_multi_bitset_bytes(const fq_cover_set *set)
{
    return fq_bitset_bytes(set->options, set->primary, set->columns, set->depth, set->entries) +
           4 * (set->entries + set->options + set->depth);
}

static void *fq_zeroed_words(uint64_t words)
{
    uint64_t bytes = (words * 8 + 63) / 64 * 64 + 64;
    void *memory = fq_aligned_alloc(bytes);
    if (memory) memset(memory, 0, bytes);
    return memory;
}

static void fq_set_bit(uint64_t *set, uint32_t bit) { set[bit >> 6] |= UINT64_C(1) << (bit & 63); }

static void fq_clear_bit(uint64_t *set, uint32_t bit)
{
    set[bit >> 6] &= ~(UINT64_C(1) << (bit & 63));
}

/* Fills compatible[o] with all options that share no item with o. A shared secondary item is
 * allowed if both options give it the same colour. The entries of an item are of[first[item]] to
 * of[first[item + 1] - 1], and option_of gives their options. */
static void fq_fill_compatible(const fq_cover_set *set, fq_cover_bits *b, const uint32_t *first,
                               const uint32_t *of, const uint32_t *option_of)
{
    for (uint32_t o = 0; o < set->options; o++) {
        uint64_t *row = b->compatible + (uint64_t)o * b->words;
        memcpy(row, b->live, (uint64_t)b->words * 8);
        for (uint32_t e = set->start[o]; e < set->start[o + 1]; e++) {
            uint32_t item = set->item[e];
            if (set->multi && set->room[item] != 1) continue; /* several options may have it */
            if (item < b->columns) {
                const uint64_t *column = b->column + (uint64_t)item * b->words;
                for (uint32_t w = 0; w < b->words; w++) row[w] &= ~column[w];
            } else {
                for (uint32_t k = first[item]; k < first[item + 1]; k++)
                    if (!set->colour[e] || set->colour[of[k]] != set->colour[e])
                        fq_clear_bit(row, option_of[k]);
            }
        }
        fq_clear_bit(row, o);
    }
}

/* Whether the search counts the options of an item. An item with one option at most needs no
 * counter, and an item without an upper bound needs none if it needs at most one option. */
static int fq_is_counted(const fq_cover_set *set, uint32_t item)
{
    int32_t room = set->room[item];
    return item < set->columns && (set->need[item] > 1 || (room != 1 && room != FQ_UNLIMITED));
}

/* Makes the arrays for multiplicities and costs. */
static int fq_fill_multi(const fq_cover_set *set, fq_cover_bits *b)
{
    b->counted_start = calloc((uint64_t)set->options + 1, sizeof *b->counted_start);
    b->counted = calloc(set->entries + 1, sizeof *b->counted);
    b->branch_item = calloc((uint64_t)set->depth + 1, sizeof *b->branch_item);
    b->left = calloc(b->row, sizeof *b->left);
    if (!b->counted_start || !b->counted || !b->branch_item || !b->left) return 0;
    uint32_t count = 0;
    for (uint32_t o = 0; o < set->options; o++) {
        for (uint32_t e = set->start[o]; e < set->start[o + 1]; e++)
            if (fq_is_counted(set, set->item[e])) b->counted[count++] = set->item[e];
        b->counted_start[o + 1] = count;
    }
    return 1;
}

fq_error fq_cover_bitset_new(fq_cover *m, fq_isa isa)
{
    const fq_cover_set *set = &m->set;
    if (set->options > FQ_COVER_BITSET_MAX) return FQ_NO_MEMORY;
    fq_cover_bits *b = calloc(1, sizeof *b);
    if (!b) return FQ_NO_MEMORY;
    m->kernel = b;
    b->options = set->options;
    b->primary = set->primary;
    b->columns = set->multi ? set->columns : set->primary;
    isa = fq_isa_usable(isa);
    b->words = fq_set_words(set->options, isa);
    b->row = fq_row_words(set->primary);
    uint64_t levels = (uint64_t)(set->options < set->depth ? set->options : set->depth) + 1;
    b->compatible = fq_zeroed_words((uint64_t)b->options * b->words);
    b->column = fq_zeroed_words((uint64_t)b->columns * b->words);
    b->mask = fq_zeroed_words(((uint64_t)b->options + 1) * b->row);
    b->live = fq_zeroed_words(levels * b->words);
    b->active = fq_zeroed_words(levels * b->row);
    b->branch = fq_zeroed_words((levels * sizeof *b->branch + 7) / 8);
    b->todo = fq_zeroed_words(((uint64_t)b->options + 16 + 3) / 4);
    b->list = fq_zeroed_words(((uint64_t)b->options + 16 + 3) / 4);
    b->pitch = isa == FQ_AVX512 ? fq_pitch(set->primary)
               : isa == FQ_AVX2 ? (set->primary + 31) / 32 * 32
                                : (set->primary + 15) / 16 * 16;
    if (isa != FQ_SCALAR) b->slice = fq_zeroed_words((uint64_t)b->words * b->pitch);
    if (isa != FQ_AVX512) b->bytes = fq_zeroed_words((uint64_t)b->options * b->pitch / 8);
    uint32_t *first = calloc((uint64_t)set->items + 2, sizeof *first);
    uint32_t *of = calloc(set->entries + 1, 2 * sizeof *of);
    fq_error error = FQ_NO_MEMORY;
    if (b->compatible && b->column && b->mask && b->live && b->active && b->branch && b->todo &&
        b->list && (b->slice || isa == FQ_SCALAR) && (b->bytes || isa == FQ_AVX512) && first &&
        of && (!set->multi || fq_fill_multi(set, b))) {
        uint32_t *option_of = of + set->entries;
        for (uint64_t e = 0; e < set->entries; e++) first[set->item[e] + 2]++;
        for (uint32_t i = 1; i <= set->items; i++) first[i + 1] += first[i];
        for (uint32_t o = 0; o < set->options; o++) {
            fq_set_bit(b->live, o);
            for (uint32_t e = set->start[o]; e < set->start[o + 1]; e++) {
                uint32_t item = set->item[e];
                of[first[item + 1]] = e;
                option_of[first[item + 1]++] = o;
                if (item < b->columns) fq_set_bit(b->column + (uint64_t)item * b->words, o);
                if (item >= set->primary) continue;
                fq_set_bit(b->mask + (uint64_t)o * b->row, item);
                if (b->bytes) b->bytes[(uint64_t)o * b->pitch + item] = 1;
                if (b->slice)
                    b->slice[(uint64_t)(o / 32) * b->pitch + item] |= UINT32_C(1) << (o & 31);
            }
        }
        for (uint32_t i = 0; i < set->primary; i++) fq_set_bit(b->active, i);
        fq_fill_compatible(set, b, first, of, option_of);

        m->run = fq_cover_pick_scalar(b, set->multi);
#if defined(__x86_64__) && !defined(FQ_PORTABLE_ONLY)
        if (isa == FQ_AVX2) m->run = fq_cover_pick_avx2(b, set->multi);
        if (isa == FQ_AVX512) m->run = fq_cover_pick_avx512(b, set->multi);
#endif
        error = FQ_OK;
    }
    free(first);
    free(of);
    return error;
}

void fq_cover_bitset_free(fq_cover *m)
{
    fq_cover_bits *b = m->kernel;
    if (!b) return;
    fq_aligned_free(b->compatible);
    fq_aligned_free(b->column);
    fq_aligned_free(b->mask);
    fq_aligned_free(b->live);
    fq_aligned_free(b->active);
    fq_aligned_free(b->branch);
    fq_aligned_free(b->todo);
    fq_aligned_free(b->list);
    fq_aligned_free(b->bytes);
    fq_aligned_free(b->slice);
    free(b->counted_start);
    free(b->counted);
    free(b->branch_item);
    free(b->left);
    free(b);
    m->kernel = NULL;
}
