/* dlx_avx2.c - dancing links compiled for AVX2. */
#define FQ_KERNELS fq_dlx_avx2
#include "dlx_kernels.h"
