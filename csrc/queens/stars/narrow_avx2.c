/* narrow_avx2.c - the narrow Star Battle searches for AVX2. */
#define FQ_KERNELS fq_stars_avx2
#include "narrow_kernels.h"
