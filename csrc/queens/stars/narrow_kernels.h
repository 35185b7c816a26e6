/* narrow_kernels.h - the narrow searches for the instruction set of the including file. The
 * including file defines FQ_KERNELS, the name of its table of functions. */
#include "state.h"

#if defined(__AVX512VPOPCNTDQ__)
#include <immintrin.h>
#endif

#define FQ_NARROW_SEARCH "queens/stars/narrow.h"
#include "queens/board/narrow_kinds.h"

const fq_stars_kernels FQ_KERNELS = {
#define FQ_LOAD(kind, n, words, vectors) fq_narrow##kind##_load,
#define FQ_RUNS(kind, n, words, vectors)                                                           \
    {fq_narrow##kind##_run1, fq_narrow##kind##_run2, fq_narrow##kind##_run3},
    {FQ_NARROW_TABLE(FQ_LOAD)},
    {FQ_NARROW_TABLE(FQ_RUNS)},
};
