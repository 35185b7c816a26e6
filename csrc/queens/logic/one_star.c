/* one_star.c - the rules for one queen a unit, for boards of all sizes. */
#include "state.h"
#include "ways.h"

#define FQ_LOGIC_RULES_OF "one_star.h"
#include "board_sizes.h"

const fq_logic_size *const fq_logic_one[FQ_LOGIC_SIZES] = FQ_LOGIC_LIST;
