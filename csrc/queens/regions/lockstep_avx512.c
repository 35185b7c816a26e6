/* lockstep_avx512.c - see lockstep.h. */
#define FQ_LOCKSTEP_KERNELS fq_lockstep_avx512
#define FQ_GROUPS        2
#include "lockstep.h"
