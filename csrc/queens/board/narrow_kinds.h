/* narrow_kinds.h - compiles FQ_NARROW_SEARCH, a file, once for each kind of narrow board (geometry.h),
 * with W words and V registers as constants, and NAME(x) for the names of its functions. */
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
