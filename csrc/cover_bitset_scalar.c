/* cover_bitset_scalar.c - the bitset search for one instruction set. */
#define FQ_KERNELS fq_cover_bitset_scalar
#include "cover_bitset_kernels.h"
