/* search_avx2.c - the coloured-Queens searches for AVX2. */
#define FQ_KERNELS fq_regions_avx2
#define FQ_WIDE fq_run_wide_avx2
#include "search_kernels.h"
