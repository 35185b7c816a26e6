/* narrow_avx2.c - the narrow Star Battle searches for one instruction set. */
#define FQ_KERNELS fq_stars_avx2
#include "narrow_kernels.h"
