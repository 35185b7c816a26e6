/* dlx_scalar.c - dancing links for any machine. On x86-64 it uses SSE2, which all x86-64
 * processors have, and on aarch64 NEON. */
#define FQ_KERNELS fq_dlx_scalar
#include "dlx_kernels.h"
