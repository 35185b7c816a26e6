/* ways_scalar.c - the search over ways for one instruction set. */
#define FQ_KERNELS fq_ways_scalar
#include "ways_kernels.h"
