/* ways.h - the rules for several stars that look at the ways of lines and regions: band, counting,
 * the forcing chains suppose, chain and net, and cases, tree and search. Up to 32 rows and 7 stars. */
#ifndef FQ_QUEENS_LOGIC_WAYS_H
#define FQ_QUEENS_LOGIC_WAYS_H

#include "state.h"

typedef struct fq_logic_ways fq_logic_ways;

/* NULL without memory. */
fq_logic_ways *fq_logic_ways_new(uint32_t n, uint32_t stars);
void fq_logic_ways_free(fq_logic_ways *ways);
/* Another board. */
void fq_logic_ways_load(fq_logic *l);

fq_logic_fired fq_logic_band(fq_logic *l);
fq_logic_fired fq_logic_counting(fq_logic *l);
fq_logic_fired fq_logic_suppose(fq_logic *l, uint64_t end);
fq_logic_fired fq_logic_chain(fq_logic *l, uint64_t end);
fq_logic_fired fq_logic_net(fq_logic *l, uint64_t end);
/* Up to 256 cases, 4096, and any number. */
fq_logic_fired fq_logic_cases(fq_logic *l, uint64_t end);
fq_logic_fired fq_logic_tree(fq_logic *l, uint64_t end);
fq_logic_fired fq_logic_search(fq_logic *l, uint64_t end);

#endif
