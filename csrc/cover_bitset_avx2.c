/* cover_bitset_avx2.c - the bitset search for one instruction set. */
#define FQ_KERNELS fq_cover_bitset_avx2
#include "cover_bitset_kernels.h"
