/* regions_lanes_neon.c - see regions_lanes.h. aarch64 has NEON always. */
#if defined(__aarch64__) && defined(__ARM_NEON)
#define FQ_LANES_KERNELS fq_lanes_neon
#define FQ_GROUPS        2
#include "regions_lanes.h"
#else
typedef int fq_no_neon;
#endif
