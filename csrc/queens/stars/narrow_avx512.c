/* narrow_avx512.c - the narrow Star Battle searches for one instruction set. */
#define FQ_KERNELS fq_stars_avx512
#include "narrow_kernels.h"
