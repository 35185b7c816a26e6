/* ways_scalar.c - the search over ways for one instruction set. */
#define FQ_KERNELS fq_tables_scalar
#include "table_search_kernels.h"
