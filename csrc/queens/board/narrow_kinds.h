/* narrow_kinds.h - includes the file FQ_NARROW_SEARCH once for each kind of narrow board
 * (geometry.h). W is the number of words that hold the cells of a board. V is the number of vector
 * registers that hold the candidate counts of its units. NAME(x) makes a name that contains the
 * kind. */
#include "common/token_paste.h"

#define NAME(x) FQ_PASTE(fq_narrow, KIND, _##x)
#define W FQ_PASTE(FQ_WORDS_, KIND, )
#define V FQ_PASTE(FQ_VECTORS_, KIND, )

#define KIND 1
#include FQ_NARROW_SEARCH
#undef KIND
#define KIND 2
#include FQ_NARROW_SEARCH
#undef KIND
#define KIND 3
#include FQ_NARROW_SEARCH
#undef KIND
#define KIND 4
#include FQ_NARROW_SEARCH
#undef KIND
#define KIND 5
#include FQ_NARROW_SEARCH
#undef KIND
#define KIND 6
#include FQ_NARROW_SEARCH
#undef KIND
#define KIND 7
#include FQ_NARROW_SEARCH
#undef KIND
