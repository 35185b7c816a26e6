/* regions_lanes_avx512.c - see regions_lanes.h. */
#define FQ_LANES_KERNELS fq_lanes_avx512
#define FQ_GROUPS        2
#include "regions_lanes.h"
