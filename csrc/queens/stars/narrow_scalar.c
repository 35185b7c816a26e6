/* narrow_scalar.c - the narrow Star Battle searches for one instruction set. */
#define FQ_KERNELS fq_stars_scalar
#include "narrow_kernels.h"
