/* lockstep_neon.c - see lockstep.h. aarch64 has NEON always. */
#if defined(__aarch64__) && defined(__ARM_NEON)
#define FQ_LANES_KERNELS fq_lanes_neon
#define FQ_GROUPS        2
#include "lockstep.h"
#else
typedef int fq_no_neon;
#endif
