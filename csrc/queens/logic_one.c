/* logic_one.c - the rules for one queen a unit, for boards of all sizes. */
#include <string.h>

#include "logic_impl.h"

/* n <= 8, 11, 16, 21 and 64 */
#define NAME(x) fq_logic1_##x
#define N_MAX   8
#define W       1
#define W_MAX   1
#define S       1
#include "logic_board.h"
#include "logic_rules.h"
#undef NAME
#undef N_MAX
#undef W
#undef W_MAX
#define NAME(x) fq_logic2_##x
#define N_MAX   11
#define W       2
#define W_MAX   2
#include "logic_board.h"
#include "logic_rules.h"
#undef NAME
#undef N_MAX
#undef W
#undef W_MAX
#define NAME(x) fq_logic4_##x
#define N_MAX   16
#define W       4
#define W_MAX   4
#include "logic_board.h"
#include "logic_rules.h"
#undef NAME
#undef N_MAX
#undef W
#undef W_MAX
#define NAME(x) fq_logic7_##x
#define N_MAX   FQ_LOGIC_NARROW_N
#define W       7
#define W_MAX   7
#include "logic_board.h"
#include "logic_rules.h"
#undef NAME
#undef N_MAX
#undef W
#undef W_MAX
#undef S
#define NAME(x) fq_logic_wide_##x
#define N_MAX   FQ_LOGIC_MAX_N
#define W       (l->words)
#define W_MAX   FQ_LOGIC_MAX_N
#define S       3
#include "logic_board.h"
#include "logic_rules.h"

const fq_logic_size *const fq_logic_one[FQ_LOGIC_SIZES] = {
    &fq_logic1_size, &fq_logic2_size, &fq_logic4_size, &fq_logic7_size, &fq_logic_wide_size};
