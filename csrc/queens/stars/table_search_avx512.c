/* table_search_avx512.c - the table search for AVX-512. */
#define FQ_KERNELS fq_tables_avx512
#include "table_search_kernels.h"
