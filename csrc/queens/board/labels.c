/* labels.c - regions numbered in order of first appearance.
 *
 * The labels of a batch lie in an array of the caller's, who may change it meanwhile. So each is
 * read once and only what was read is used: the answer may be nonsense, its numbers count up. */
#include "labels.h"

static uint8_t fq_label(const uint8_t *labels, uint32_t i)
{
    return ((const volatile uint8_t *)labels)[i];
}

uint32_t fq_number_labels(uint32_t n, const uint8_t *labels, uint8_t *numbers)
{
    uint32_t count = 0, i = 0;
    for (; i < n * n; i++) { /* most boards come numbered */
        const uint8_t label = fq_label(labels, i);
        if (label > count) break;
        numbers[i] = label;
        count += label == count;
    }
    if (i == n * n) return count;

    uint16_t number[256] = {0}; /* plus one */
    count = 0;
    for (i = 0; i < n * n; i++) {
        const uint8_t label = fq_label(labels, i);
        if (!number[label]) number[label] = (uint16_t)++count;
        numbers[i] = (uint8_t)(number[label] - 1);
    }
    return count;
}
