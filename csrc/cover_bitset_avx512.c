/* cover_bitset_avx512.c - the bitset search for one instruction set. */
#define FQ_KERNELS fq_cover_bitset_avx512
#include "cover_bitset_kernels.h"
