/* lockstep_avx512.c - the lockstep search for AVX-512. */
#define FQ_LOCKSTEP_KERNELS fq_lockstep_avx512
#define FQ_GROUPS        2
#include "lockstep.h"
