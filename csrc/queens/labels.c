/* labels.c - regions numbered in order of first appearance. */
#include "labels.h"

uint32_t fq_number_labels(uint32_t n, const uint8_t *labels, uint8_t *numbers)
{
    uint32_t count = 0, i = 0;
    for (; i < n * n && labels[i] <= count; i++) { /* most boards come numbered */
        numbers[i] = labels[i];
        count += labels[i] == count;
    }
    if (i == n * n) return count;

    uint16_t number[256] = {0}; /* plus one */
    count = 0;
    for (i = 0; i < n * n; i++) {
        uint8_t label = labels[i];
        if (!number[label]) number[label] = (uint16_t)++count;
        numbers[i] = (uint8_t)(number[label] - 1);
    }
    return count;
}
