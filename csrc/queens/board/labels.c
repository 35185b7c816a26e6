/* labels.c - numbers regions in order of first appearance.
 *
 * The labels of a batch are in an array of the caller, and another thread may change it during the
 * search. Each label is therefore read at most once per pass. After such a change the result may be
 * wrong, but the numbers of the regions are always consecutive. */
#include "labels.h"

static uint8_t fq_read_label(const uint8_t *labels, uint32_t i)
{
    return ((const volatile uint8_t *)labels)[i];
}

uint32_t fq_number_labels(uint32_t n, const uint8_t *labels, uint8_t *numbers)
{
    /* On most boards the labels already are these numbers. Then the set of the labels seen so far is
     * always 0 to m, so that adding 1 to it clears all its bits. */
    uint32_t count = 0, i = 0;
    uint64_t seen = 0, gaps = 0, large = 0;
    for (; i < n * n; i++) {
        const uint8_t label = fq_read_label(labels, i);
        numbers[i] = label;
        large |= label;
        seen |= UINT64_C(1) << (label & 63);
        gaps |= seen & (seen + 1);
    }
    if (!gaps && large < 64) {
        for (; seen; seen >>= 1) count++;
        return count;
    }

    uint16_t number[256] = {0}; /* new number of each label, plus 1; 0: not seen yet */
    for (i = 0; i < n * n; i++) {
        const uint8_t label = fq_read_label(labels, i);
        if (!number[label]) number[label] = (uint16_t)++count;
        numbers[i] = (uint8_t)(number[label] - 1);
    }
    return count;
}
