/* labels.h - the numbers of regions. */
#ifndef FQ_QUEENS_BOARD_LABELS_H
#define FQ_QUEENS_BOARD_LABELS_H

#include <stdint.h>

/* Copies n * n labels as numbers from 0 in order of first appearance, so that no answer depends on
 * what the labels were, and returns how many there are. */
uint32_t fq_number_labels(uint32_t n, const uint8_t *labels, uint8_t *numbers);

#endif
