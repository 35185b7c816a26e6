/* bitset_scalar.c - the bitset search for any machine; with SSE2, which every x86-64 has. */
#define FQ_PICK fq_cover_pick_scalar
#define LANES   2
#define SLICED  0
#define SUSPECT 1
#include "bitset_scalar.h"
