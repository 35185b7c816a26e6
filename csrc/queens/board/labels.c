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
    uint32_t count = 0, i = 0;
    for (; i < n * n; i++) { /* on most boards the labels already are these numbers */
        const uint8_t label = fq_read_label(labels, i);
        if (label > count) break;
        numbers[i] = label;
        count += label == count;
    }
    if (i == n * n) return count;

    uint16_t number[256] = {0}; /* new number of each label, plus 1; 0: not seen yet */
    count = 0;
    for (i = 0; i < n * n; i++) {
        const uint8_t label = fq_read_label(labels, i);
        if (!number[label]) number[label] = (uint16_t)++count;
        numbers[i] = (uint8_t)(number[label] - 1);
    }
    return count;
}
