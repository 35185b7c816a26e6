/* table_search_kernels.h - the table search for the instruction set of the including file. The
 * including file defines FQ_KERNELS, the name of its table of functions. */
#include "common/token_paste.h"
#include "lanes.h"
#include "table_search.h"

/* What a check did: it eliminated candidates, or it found stars. Both bits can be set. */
enum { FQ_ELIMINATED = 1, FQ_STARS_FOUND = 2 };

/* The rows or the columns of a board. */
typedef struct fq_lines {
    const uint8_t *missing; /* missing stars of each line */
    uint32_t cand[32];
    uint32_t keep[32];   /* candidates after the bands are solved */
    uint32_t forced[32]; /* candidates that must be stars */
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
#define NAME(x) fq_tables16_##x
#include "table_search_sized.h"
#undef ROWS
#undef LINE
#undef NAME

#define ROWS    32
#define LINE    uint32_t
#define NAME(x) fq_tables32_##x
#include "table_search_sized.h"

const fq_tables_kernel FQ_KERNELS[2] = {
    {sizeof(fq_tables16_state), fq_tables16_load_root, fq_tables16_run, fq_tables16_list_stars,
     fq_tables16_possible_cells, fq_tables16_last_star, fq_tables16_refine_root, fq_tables16_assume,
     fq_tables16_follow_chain, fq_tables16_read_state},
    {sizeof(fq_tables32_state), fq_tables32_load_root, fq_tables32_run, fq_tables32_list_stars,
     fq_tables32_possible_cells, fq_tables32_last_star, fq_tables32_refine_root, fq_tables32_assume,
     fq_tables32_follow_chain, fq_tables32_read_state},
};
