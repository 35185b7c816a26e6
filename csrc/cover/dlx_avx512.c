/* dlx_avx512.c - dancing links compiled for AVX-512. */
#define FQ_KERNELS fq_dlx_avx512
#include "dlx_kernels.h"
