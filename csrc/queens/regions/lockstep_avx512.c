/* lockstep_avx512.c - see lockstep.h. */
#define FQ_LANES_KERNELS fq_lanes_avx512
#define FQ_GROUPS        2
#include "lockstep.h"
