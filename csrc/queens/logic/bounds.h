/* bounds.h - lists the placements of the missing stars of a region. */
#ifndef FQ_QUEENS_LOGIC_BOUNDS_H
#define FQ_QUEENS_LOGIC_BOUNDS_H

#include "star_rules_state.h"

/* Writes the placements of region g to star_rules->placement and returns how many there are.
 * Returns MAX_PLACEMENTS + 1 if there are more than MAX_PLACEMENTS. */
uint32_t fq_list_placements(fq_star_rules *v, const fq_position *p, uint32_t n, uint32_t g);

#endif
