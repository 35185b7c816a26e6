/* dlx.h - what the files of dancing links share. Each kernel file compiles the search for one
 * instruction set. */
#ifndef FQ_COVER_DLX_H
#define FQ_COVER_DLX_H

#include "state.h"

/* Primary items get this many heads of columns or a multiple, so that vectors of sizes have no
 * secondary items. */
#define FQ_DLX_BLOCK 32

/* A walk along the list of active items stops early at an item without options, and needs no count
 * of active items. Problems with at most FQ_DLX_WALK primary items always walk: by vectors,
 * colourings of 25 items took 1.15 times and dominoes of 48 items 1.07 times as long. Larger
 * problems walk while at most FQ_DLX_FEW items are active. Tried: 4 to 36. Sudoku and Latin squares
 * took 1.04 to 1.2 times as long with 4 as with 16, and up to 1.5 times with 36.
 *
 * With vectors of 16 bytes (SSE2, NEON), a scan takes longer, so these problems walk while at most
 * two items for each vector are active. Problems with at most FQ_DLX_WALK_16 primary items always
 * walk, and so do those with more than FQ_DLX_SCAN_16: by vectors, Latin squares of 75 items and
 * sudoku of 2,072 items took 1.1 times as long. A quasigroup of 498 items took half as long. */
#define FQ_DLX_WALK    64
#define FQ_DLX_WALK_16 128
#define FQ_DLX_SCAN_16 1024
#define FQ_DLX_FEW     16

/* Searches for links of 16 and of 32 bits; the second of each pair is for problems with colours. */
typedef struct fq_dlx_kernels {
    fq_status (*run_16[2])(fq_cover *, uint64_t stop);
    fq_status (*run_32[2])(fq_cover *, uint64_t stop);
} fq_dlx_kernels;

extern const fq_dlx_kernels fq_dlx_scalar;
#if defined(__x86_64__) && !defined(FQ_PORTABLE_ONLY)
extern const fq_dlx_kernels fq_dlx_avx2, fq_dlx_avx512;
#endif

#endif
