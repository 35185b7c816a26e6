/* canonical.c - the eight ways to look at a board, side by side; most are out after a few cells. */
#include "canonical.h"

uint32_t fq_canonical(uint32_t n, const uint8_t *labels, uint8_t *canonical)
{
    uint32_t best = 0;
    for (uint32_t way = 0; way < 8; way++) {
        uint16_t number[256] = {0}; /* plus one */
        uint16_t count = 0;
        const int32_t across = way & 4 ? (int32_t)n : 1, down = way & 4 ? 1 : (int32_t)n;
        const int32_t step = way & 1 ? -across : across;
        int32_t row =
            (way & 1 ? ((int32_t)n - 1) * across : 0) + (way & 2 ? ((int32_t)n - 1) * down : 0);
        uint8_t *to = canonical;
        int smaller = way == 0; /* than the best so far */
        for (uint32_t r = 0; r < n; r++, row += way & 2 ? -down : down)
            for (int32_t c = 0, from = row; c < (int32_t)n; c++, from += step, to++) {
                const uint8_t label = labels[from];
                if (!number[label]) number[label] = ++count;
                const uint8_t mine = (uint8_t)(number[label] - 1);
                if (!smaller && mine > *to) goto next;
                if (!smaller && mine < *to) smaller = 1; /* overwrite it from here on */
                *to = mine;
            }
        if (smaller) best = way;
    next:;
    }
    return best;
}
