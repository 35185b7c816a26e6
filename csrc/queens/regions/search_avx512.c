/* search_avx512.c - the coloured-Queens searches for AVX-512. Wide boards use the AVX2 search. */
#define FQ_KERNELS fq_regions_avx512
#define FQ_WIDE fq_run_wide_avx2
#define FQ_WIDE_ELSEWHERE
#include "search_kernels.h"
