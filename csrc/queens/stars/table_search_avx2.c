/* table_search_avx2.c - the table search for AVX2. */
#define FQ_KERNELS fq_tables_avx2
#include "table_search_kernels.h"
