/* stars_kernels.h - the narrow searches, compiled for the instruction set of the including file,
 * which names its table in FQ_KERNELS. */
#include "stars_impl.h"

#if defined(__AVX512VPOPCNTDQ__)
#include <immintrin.h>
#endif

/* n <= 8, n <= 10, n = 11, n <= 13, n <= 16, n <= 21: words of n * n cells, registers of 3 * n
 * counts */
#define NAME(x) fq_stars1_##x
#define W       1
#define V       3
#include "stars_narrow.h"
#undef NAME
#undef W
#undef V
#define NAME(x) fq_stars2_##x
#define W       2
#define V       4
#include "stars_narrow.h"
#undef NAME
#undef W
#undef V
#define NAME(x) fq_stars3_##x
#define W       2
#define V       5
#include "stars_narrow.h"
#undef NAME
#undef W
#undef V
#define NAME(x) fq_stars4_##x
#define W       3
#define V       5
#include "stars_narrow.h"
#undef NAME
#undef W
#undef V
#define NAME(x) fq_stars5_##x
#define W       4
#define V       6
#include "stars_narrow.h"
#undef NAME
#undef W
#undef V
#define NAME(x) fq_stars6_##x
#define W       7
#define V       8
#include "stars_narrow.h"
#undef NAME
#undef W
#undef V

#define FQ_RUNS(k) {fq_stars##k##_run1, fq_stars##k##_run2, fq_stars##k##_run3}

const fq_stars_kernels FQ_KERNELS = {
    {fq_stars1_load, fq_stars2_load, fq_stars3_load, fq_stars4_load, fq_stars5_load,
     fq_stars6_load},
    {FQ_RUNS(1), FQ_RUNS(2), FQ_RUNS(3), FQ_RUNS(4), FQ_RUNS(5), FQ_RUNS(6)},
};
