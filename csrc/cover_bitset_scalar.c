#define SUSPECT 1
/* cover_bitset_scalar.c - the bitset search for one instruction set. */
#define FQ_PICK fq_cover_pick_scalar
#define LANES   2
#include "cover_bitset_scalar.h"
