/* logic_many.c - the rules for several stars a unit, for boards of all sizes. */
#include "logic_impl.h"
#include "logic_ways.h"

#define FQ_LOGIC_RULES_OF "logic_stars.h"
#include "logic_sizes.h"

const fq_logic_size *const fq_logic_many[FQ_LOGIC_SIZES] = FQ_LOGIC_LIST;
