/* join_avx2.c - the joining of half boards with vectors of 256 bits. */
#include "common/search.h"
#ifdef FQ_X86_KERNELS
#define FQ_JOIN_KERNEL fq_join_avx2
#define FQ_JOIN_LANES  4
#include "join_lanes.h"
#else
typedef int fq_join_no_avx2;
#endif
