/* lockstep_neon.c - the lockstep search for NEON. Every aarch64 CPU has NEON. */
#if defined(__aarch64__) && defined(__ARM_NEON)
#define FQ_LOCKSTEP_KERNELS fq_lockstep_neon
#define FQ_GROUPS        2
#include "lockstep.h"
#else
typedef int fq_no_neon;
#endif
