/* bitset_scalar.c - the bitset search for any machine. On x86-64 it uses SSE2, which all x86-64
 * processors have. */
#define FQ_PICK fq_cover_pick_scalar
#define LANES   2
#define SLICED  0
#define SUSPECT 1
#include "bitset_scalar.h"
