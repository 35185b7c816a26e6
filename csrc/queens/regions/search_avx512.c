/* search_avx512.c - the coloured-Queens searches for one instruction set. */
#define FQ_KERNELS fq_regions_avx512
#define FQ_WIDE fq_wide_run_avx2
#define FQ_WIDE_ELSEWHERE
#include "search_kernels.h"
