#define SUSPECT 1
/* cover_bitset_avx2.c - the bitset search for one instruction set. */
#define FQ_PICK fq_cover_pick_avx2
#define LANES   4
#include "cover_bitset_scalar.h"
