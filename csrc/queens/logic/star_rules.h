/* star_rules.h - the rules that only Star Battle has, for boards of up to 32 rows and 7 stars.
 *
 * A placement of a region puts the stars that the region needs on some of its candidates. The
 * rules look at the placements of single regions, at pairs of lines, and at the other
 * stars that a star on one cell forces. */
#ifndef FQ_QUEENS_LOGIC_STAR_RULES_H
#define FQ_QUEENS_LOGIC_STAR_RULES_H

#include "state.h"

typedef struct fq_star_rules fq_star_rules;

/* Allocates the state of these rules. Returns NULL if there is not enough memory. */
fq_star_rules *fq_star_rules_new(uint32_t n, uint32_t stars);
void fq_star_rules_free(fq_star_rules *star_rules);
/* Prepares the state for the board that was just loaded into `l`. */
void fq_star_rules_load(fq_logic *l);

/* The rules. They pause when l->rating.work reaches `end`. */
fq_logic_fired fq_logic_line_pair(fq_logic *l, uint64_t end);
fq_logic_fired fq_logic_bounds(fq_logic *l, uint64_t end);
fq_logic_fired fq_logic_forcing_chain(fq_logic *l, uint64_t end);
fq_logic_fired fq_logic_long_chain(fq_logic *l, uint64_t end);
fq_logic_fired fq_logic_forcing_net(fq_logic *l, uint64_t end);
fq_logic_fired fq_logic_cases_256(fq_logic *l, uint64_t end);
fq_logic_fired fq_logic_cases_4096(fq_logic *l, uint64_t end);
fq_logic_fired fq_logic_cases_all(fq_logic *l, uint64_t end);

#endif
