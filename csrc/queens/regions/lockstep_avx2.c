/* lockstep_avx2.c - the lockstep search for AVX2. */
#define FQ_LOCKSTEP_KERNELS fq_lockstep_avx2
#define FQ_GROUPS        2
#include "lockstep.h"
