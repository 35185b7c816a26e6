/* search_kernels.h - the searches of one board, for the instruction set of the including file.
 *
 * The including file defines two names: FQ_KERNELS for the table of its kernels, and FQ_WIDE for
 * the search of wide boards. The including file also defines FQ_WIDE_ELSEWHERE if another file
 * compiles the search of wide boards. */
#include "state.h"

#if defined(__AVX512VPOPCNTDQ__)
#include <immintrin.h>
#endif

#define FQ_NARROW_SEARCH "queens/regions/narrow.h"
#include "queens/board/narrow_kinds.h"

#undef NAME
#undef W
#undef V
#define NAME(x) FQ_PASTE(fq_small, W, _##x)
#define W 1
#include "small.h"
#undef W
#define W 2
#include "small.h"
#undef W
#define W 3
#include "small.h"
#undef W
#undef NAME

#ifndef FQ_WIDE_ELSEWHERE
/* Only the wide search is compiled with aligned loops. Without aligned loops it takes 1.03 times as
 * long (30 x 30 boards). The narrow search takes 1.05 times as long with aligned loops (8 x 8
 * boards). */
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC push_options
#pragma GCC optimize("align-loops=32")
#endif
#include "wide.h"
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC pop_options
#endif
#endif

const fq_regions_kernels FQ_KERNELS = {
#define FQ_LOAD(kind, n, words, vectors) fq_narrow##kind##_load,
#define FQ_RUN(kind, n, words, vectors) fq_narrow##kind##_run,
    {FQ_NARROW_TABLE(FQ_LOAD)},
    {FQ_NARROW_TABLE(FQ_RUN)},
    {fq_small1_run, fq_small2_run, fq_small3_run},
    FQ_WIDE,
};
