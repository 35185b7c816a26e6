/* logic_one.c - the rules for one queen a unit, for boards of all sizes. */
#include "logic_impl.h"
#include "logic_ways.h"

#define FQ_LOGIC_RULES_OF "logic_rules.h"
#include "logic_sizes.h"

const fq_logic_size *const fq_logic_one[FQ_LOGIC_SIZES] = FQ_LOGIC_LIST;
