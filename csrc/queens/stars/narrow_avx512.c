/* narrow_avx512.c - the narrow Star Battle searches for AVX-512. */
#define FQ_KERNELS fq_stars_avx512
#include "narrow_kernels.h"
