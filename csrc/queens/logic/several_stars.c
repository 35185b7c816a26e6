/* several_stars.c - compiles the rules for several stars in each unit for all board sizes. */
#include "state.h"
#include "star_rules.h"

#define FQ_LOGIC_RULES_OF "several_stars.h"
#include "board_sizes.h"

const fq_logic_size *const fq_logic_several_stars[FQ_LOGIC_SIZES] = FQ_LOGIC_LIST;
