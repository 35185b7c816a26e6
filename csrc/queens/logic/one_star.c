/* one_star.c - compiles the rules for one star in each unit for all board sizes. */
#include "state.h"
#include "star_rules.h"

#define FQ_LOGIC_RULES_OF "one_star.h"
#include "board_sizes.h"

const fq_logic_size *const fq_logic_one_star[FQ_LOGIC_SIZES] = FQ_LOGIC_LIST;
