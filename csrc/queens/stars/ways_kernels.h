/* ways_kernels.h - the search over ways, compiled for the instruction set of the including
 * file, which names its table in FQ_KERNELS. */
#include "common/token_paste.h"
#include "lanes.h"
#include "ways.h"

enum { FQ_WAYS_GONE = 1, FQ_WAYS_STAR = 2 }; /* what a look found: cells that go, stars */

typedef struct fq_lines { /* the rows of a board, or its columns */
    const uint8_t *missing; /* stars */
    uint32_t cand[32];
    uint32_t keep[32], must[32]; /* what the bands leave, and what they force */
} fq_lines;

#define LANES   16
#define STRIDE  4
#define FQ_EDGE UINT64_C(0x1111)
#include "bands.h"
#undef LANES
#undef STRIDE
#undef FQ_EDGE
#define LANES   32
#define STRIDE  5
#define FQ_EDGE UINT64_C(0x2108421)
#include "bands.h"
#undef LANES
#undef STRIDE
#undef FQ_EDGE
#define LANES   64
#define STRIDE  8
#define FQ_EDGE UINT64_C(0x0101010101010101)
#include "bands.h"
#undef LANES
#undef STRIDE
#undef FQ_EDGE

#define ROWS    16
#define LINE    uint16_t
#define NAME(x) fq_ways16_##x
#include "ways_search.h"
#undef ROWS
#undef LINE
#undef NAME

#define ROWS    32
#define LINE    uint32_t
#define NAME(x) fq_ways32_##x
#include "ways_search.h"

const fq_ways_kernel FQ_KERNELS[2] = {
    {sizeof(fq_ways16_state), fq_ways16_begin, fq_ways16_run, fq_ways16_cells, fq_ways16_left,
     fq_ways16_hand, fq_ways16_settle, fq_ways16_suppose, fq_ways16_follow, fq_ways16_show},
    {sizeof(fq_ways32_state), fq_ways32_begin, fq_ways32_run, fq_ways32_cells, fq_ways32_left,
     fq_ways32_hand, fq_ways32_settle, fq_ways32_suppose, fq_ways32_follow, fq_ways32_show},
};
