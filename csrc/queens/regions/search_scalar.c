/* search_scalar.c - the coloured-Queens searches for one instruction set. */
#define FQ_KERNELS fq_regions_scalar
#define FQ_WIDE fq_wide_run_scalar
#include "search_kernels.h"
