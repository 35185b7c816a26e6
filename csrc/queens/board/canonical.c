/* canonical.c - finds the smallest of the eight symmetric images of a board. The comparison with
 * the smallest image so far stops at the first cell with a larger number, for most images after a
 * few cells. */
#include "canonical.h"

uint32_t fq_canonical(uint32_t n, const uint8_t *labels, uint8_t *canonical)
{
    uint32_t best = 0;
    for (uint32_t image = 0; image < 8; image++) {
        uint16_t number[256] = {0}; /* new number of each label, plus 1; 0: not seen yet */
        uint16_t count = 0;
        const int32_t across = image & 4 ? (int32_t)n : 1, down = image & 4 ? 1 : (int32_t)n;
        const int32_t step = image & 1 ? -across : across;
        int32_t row =
            (image & 1 ? ((int32_t)n - 1) * across : 0) + (image & 2 ? ((int32_t)n - 1) * down : 0);
        uint8_t *to = canonical;
        int smaller = image == 0; /* whether this image is smaller than the best image so far */
        for (uint32_t r = 0; r < n; r++, row += image & 2 ? -down : down)
            for (int32_t c = 0, from = row; c < (int32_t)n; c++, from += step, to++) {
                const uint8_t label = labels[from];
                if (!number[label]) number[label] = ++count;
                const uint8_t own = (uint8_t)(number[label] - 1);
                if (!smaller && own > *to) goto next;
                /* From this cell on, this image overwrites `canonical`. */
                if (!smaller && own < *to) smaller = 1;
                *to = own;
            }
        if (smaller) best = image;
    next:;
    }
    return best;
}
