/* join_scalar.c - the joining of half boards in portable code, with vectors of 128 bits: SSE2 on
 * x86-64, NEON on aarch64. */
#define FQ_JOIN_KERNEL fq_join_scalar
#define FQ_JOIN_LANES  2
#include "join_lanes.h"
