/* labels.h - numbers of regions. */
#ifndef FQ_QUEENS_BOARD_LABELS_H
#define FQ_QUEENS_BOARD_LABELS_H

#include <stdint.h>

/* Replaces each of the n * n labels by a number. The regions are numbered from 0 in the order in
 * which they first appear, so that the results of a search do not depend on the labels. Returns the
 * number of regions. */
uint32_t fq_number_labels(uint32_t n, const uint8_t *labels, uint8_t *numbers);

#endif
