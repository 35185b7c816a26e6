/* logic_many.c - the rules for two and three stars a unit, for boards of all sizes. */
#include <string.h>

#include "logic_impl.h"

/* n <= 11, 16, 21 and 64 */
#define NAME(x) fq_stars2_##x
#define N_MAX   11
#define W       2
#define W_MAX   2
#define S       1
#include "logic_board.h"
#include "logic_stars.h"
#undef NAME
#undef N_MAX
#undef W
#undef W_MAX
#define NAME(x) fq_stars4_##x
#define N_MAX   16
#define W       4
#define W_MAX   4
#include "logic_board.h"
#include "logic_stars.h"
#undef NAME
#undef N_MAX
#undef W
#undef W_MAX
#define NAME(x) fq_stars7_##x
#define N_MAX   FQ_LOGIC_NARROW_N
#define W       7
#define W_MAX   7
#include "logic_board.h"
#include "logic_stars.h"
#undef NAME
#undef N_MAX
#undef W
#undef W_MAX
#undef S
#define NAME(x) fq_stars_wide_logic_##x
#define N_MAX   FQ_LOGIC_MAX_N
#define W       (l->words)
#define W_MAX   FQ_LOGIC_MAX_N
#define S       3
#include "logic_board.h"
#include "logic_stars.h"

const fq_logic_size *const fq_logic_many[FQ_LOGIC_MANY] = {
    &fq_stars2_size, &fq_stars4_size, &fq_stars7_size, &fq_stars_wide_logic_size};
