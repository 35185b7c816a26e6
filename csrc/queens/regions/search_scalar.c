/* search_scalar.c - the coloured-Queens searches in portable C. */
#define FQ_KERNELS fq_regions_scalar
#define FQ_WIDE fq_run_wide_scalar
#include "search_kernels.h"
