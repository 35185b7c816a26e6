/* ways_avx512.c - the search over ways for one instruction set. */
#define FQ_KERNELS fq_ways_avx512
#include "ways_kernels.h"
