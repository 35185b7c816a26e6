/* search_avx2.c - the coloured-Queens searches for one instruction set. */
#define FQ_KERNELS fq_regions_avx2
#define FQ_WIDE fq_wide_run_avx2
#include "search_kernels.h"
