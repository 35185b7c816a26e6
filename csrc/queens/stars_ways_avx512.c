/* stars_ways_avx512.c - the search over ways for one instruction set. */
#define FQ_KERNELS fq_ways_avx512
#include "stars_ways_kernels.h"
