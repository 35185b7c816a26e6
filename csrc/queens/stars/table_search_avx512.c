/* ways_avx512.c - the search over ways for one instruction set. */
#define FQ_KERNELS fq_tables_avx512
#include "table_search_kernels.h"
