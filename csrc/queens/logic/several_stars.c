/* several_stars.c - the rules for several stars a unit, for boards of all sizes. */
#include "state.h"
#include "ways.h"

#define FQ_LOGIC_RULES_OF "several_stars.h"
#include "board_sizes.h"

const fq_logic_size *const fq_logic_many[FQ_LOGIC_SIZES] = FQ_LOGIC_LIST;
