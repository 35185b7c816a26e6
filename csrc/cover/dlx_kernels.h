/* dlx_kernels.h - dancing links for the instruction set of the including file, which defines
 * FQ_KERNELS, the name of its table of functions. */
#define BY_VECTORS 1
#include "dlx_widths.h"

const fq_dlx_kernels FQ_KERNELS = {{run_16, run_coloured_16}, {run_32, run_coloured_32}};
