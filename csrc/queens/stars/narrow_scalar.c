/* narrow_scalar.c - the narrow Star Battle searches in portable C. */
#define FQ_KERNELS fq_stars_scalar
#include "narrow_kernels.h"
