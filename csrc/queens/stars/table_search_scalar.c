/* table_search_scalar.c - the table search in portable C. */
#define FQ_KERNELS fq_tables_scalar
#include "table_search_kernels.h"
