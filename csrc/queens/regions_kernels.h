/* regions_kernels.h - both searches, compiled for the instruction set of the including file,
 * which names its table in FQ_KERNELS and its search for large boards in FQ_WIDE. */
#include "regions_impl.h"

#if defined(__AVX512VPOPCNTDQ__)
#include <immintrin.h>
#endif

/* n <= 8, n <= 10, n = 11, n <= 13, n <= 16, n = 17, n <= 21: words of n * n cells, registers of
 * 3 * n counts */
#define NAME(x) fq_narrow1_##x
#define W 1
#define V 3
#include "regions_narrow.h"
#undef NAME
#undef W
#undef V
#define NAME(x) fq_narrow2_##x
#define W 2
#define V 4
#include "regions_narrow.h"
#undef NAME
#undef W
#undef V
#define NAME(x) fq_narrow3_##x
#define W 2
#define V 5
#include "regions_narrow.h"
#undef NAME
#undef W
#undef V
#define NAME(x) fq_narrow4_##x
#define W 3
#define V 5
#include "regions_narrow.h"
#undef NAME
#undef W
#undef V
#define NAME(x) fq_narrow5_##x
#define W 4
#define V 6
#include "regions_narrow.h"
#undef NAME
#undef W
#undef V
#define NAME(x) fq_narrow6_##x
#define W 5
#define V 7
#include "regions_narrow.h"
#undef NAME
#undef W
#undef V
#define NAME(x) fq_narrow7_##x
#define W 7
#define V 8
#include "regions_narrow.h"
#undef NAME
#undef W
#undef V

#ifndef __AVX512F__
#include "regions_wide.h"
#endif

const fq_regions_kernels FQ_KERNELS = {
    {fq_narrow1_load, fq_narrow2_load, fq_narrow3_load, fq_narrow4_load,
     fq_narrow5_load, fq_narrow6_load, fq_narrow7_load},
    {fq_narrow1_run, fq_narrow2_run, fq_narrow3_run, fq_narrow4_run,
     fq_narrow5_run, fq_narrow6_run, fq_narrow7_run},
    FQ_WIDE,
};
