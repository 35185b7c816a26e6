/* bounds.h - the ways of a region: the placements of its missing stars. */
#ifndef FQ_QUEENS_LOGIC_BOUNDS_H
#define FQ_QUEENS_LOGIC_BOUNDS_H

#include "ways_state.h"

/* Writes the ways of region g to ways->way and returns how many there are. Returns MAX_WAYS + 1 if
 * there are more than MAX_WAYS. */
uint32_t fq_list_ways(fq_logic_ways *v, const fq_position *p, uint32_t n, uint32_t g);

#endif
