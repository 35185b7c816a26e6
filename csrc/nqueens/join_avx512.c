/* join_avx512.c - the joining of half boards with vectors of 512 bits. */
#include "common/search.h"
#ifdef FQ_X86_KERNELS
#define FQ_JOIN_KERNEL fq_join_avx512
#define FQ_JOIN_LANES  8
#include "join_lanes.h"
#else
typedef int fq_join_no_avx512;
#endif
