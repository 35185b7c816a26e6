/* board_sizes.h - compiles board.h and the file FQ_LOGIC_RULES_OF once for each board size. Boards
 * of one size have up to N_MAX rows, a set of cells has W words (at most W_MAX), and a set of units
 * has S words (see state.h). NAME(x) is the name of function x for the size that is being compiled;
 * FQ_LOGIC_LIST lists the sizes. */
#include <string.h>

#include "common/token_paste.h"

#define NAME(x) FQ_PASTE(fq_logic_, SIZE, _##x)
#define FQ_LOGIC_FUNCTION(id, name, tiers, cost, text) NAME(id),
#define FQ_LOGIC_SIZE                                                                              \
    static const fq_logic_size NAME(size) = {N_MAX,       W_MAX,       NAME(load),                 \
                                             NAME(survey_units), NAME(place), NAME(find_conflict), \
                                             {FQ_LOGIC_TABLE(FQ_LOGIC_FUNCTION)}}

/* Small boards: a set of cells has 1, 2, 4 or 7 words, a set of units has one word. */
enum { FQ_ROWS_1 = 8, FQ_ROWS_2 = 11, FQ_ROWS_4 = 16, FQ_ROWS_7 = FQ_LOGIC_NARROW_N };
#define N_MAX FQ_PASTE(FQ_ROWS_, SIZE, )
#define W SIZE
#define W_MAX SIZE
#define S 1

#define SIZE 1
#include "board.h"
#include FQ_LOGIC_RULES_OF
FQ_LOGIC_SIZE;
#undef SIZE
#define SIZE 2
#include "board.h"
#include FQ_LOGIC_RULES_OF
FQ_LOGIC_SIZE;
#undef SIZE
#define SIZE 4
#include "board.h"
#include FQ_LOGIC_RULES_OF
FQ_LOGIC_SIZE;
#undef SIZE
#define SIZE 7
#include "board.h"
#include FQ_LOGIC_RULES_OF
FQ_LOGIC_SIZE;
#undef SIZE
#undef N_MAX
#undef W
#undef W_MAX
#undef S

/* Large boards: a set of cells has any number of words, a set of units has one word for each kind
 * of unit. */
#define SIZE wide
#define N_MAX FQ_LOGIC_MAX_N
#define W (l->words)
#define W_MAX FQ_LOGIC_MAX_N
#define S 3
#include "board.h"
#include FQ_LOGIC_RULES_OF
FQ_LOGIC_SIZE;

#define FQ_LOGIC_LIST                                                                              \
    {&fq_logic_1_size, &fq_logic_2_size, &fq_logic_4_size, &fq_logic_7_size, &fq_logic_wide_size}
