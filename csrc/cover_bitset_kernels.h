/* cover_bitset_kernels.h - the bitset search for every size of row, compiled for the instruction
 * set of the including file, which names its table in FQ_KERNELS. */
#include <string.h>

#include "bits.h"
#include "cover_bitset.h"

typedef uint64_t fq_row2 __attribute__((vector_size(16)));
typedef uint64_t fq_row4 __attribute__((vector_size(32)));
typedef uint64_t fq_row8 __attribute__((vector_size(64)));

#define NAME(x) fq_cover1_##x
#define ROW     uint64_t
#define LANES   1
#define BLOCKS  1
#include "cover_bitset_run.h"
#undef NAME
#undef ROW
#undef LANES
#define NAME(x) fq_cover2_##x
#define ROW     fq_row2
#define LANES   2
#include "cover_bitset_run.h"
#undef NAME
#undef ROW
#undef LANES
#define NAME(x) fq_cover4_##x
#define ROW     fq_row4
#define LANES   4
#include "cover_bitset_run.h"
#undef NAME
#undef ROW
#undef LANES
#undef BLOCKS
#define NAME(x) fq_cover8_##x
#define ROW     fq_row8
#define LANES   8
#define BLOCKS  (b->row / 8)
#include "cover_bitset_run.h"

fq_cover_run *const FQ_KERNELS[4] = {fq_cover1_run, fq_cover2_run, fq_cover4_run, fq_cover8_run};
