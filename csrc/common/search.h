/* search.h - the contract of every search of fastqueens.
 *
 * A search is a machine that can be stopped between two steps. Every machine has these functions:
 *
 *     fq_X      *fq_X_new(const problem *, const options *, fq_error *);
 *     fq_status  fq_X_step(fq_X *, uint64_t budget);
 *     uint64_t   fq_X_spent(const fq_X *);               budget spent so far
 *     fq_X_counters fq_X_counts(const fq_X *);           the deterministic counters
 *     void       fq_X_peek(const fq_X *, ...);           the placement so far
 *     void       fq_X_free(fq_X *);
 *
 * `step` does at most `budget` units of deterministic work (nodes, unless the machine's header
 * names another unit). It then returns; the struct holds all that the next step needs to continue.
 * Two steps with budgets a and b leave the machine in the same state as one step with budget a + b.
 * This holds for every instruction set. The C code makes no callbacks, handles no signals, starts
 * no threads and has no global variables that change. */
#ifndef FQ_SEARCH_H
#define FQ_SEARCH_H

#include <stdint.h>

typedef enum fq_status {
    FQ_RUNNING = 0, /* the budget is spent; step again to continue */
    FQ_FOUND = 1,   /* a solution was found: peek returns it; step again for the next one */
    FQ_DONE = 2,    /* the search space is exhausted; further steps change nothing */
    FQ_FULL = 3     /* the search needs more memory than it may use; the counters stay valid */
} fq_status;

typedef enum fq_error {
    FQ_OK = 0,
    FQ_NO_MEMORY = 1,  /* an allocation failed */
    FQ_BAD_SIZE = 2,   /* a size outside the documented range */
    FQ_BAD_REGIONS = 3 /* the number of regions differs from the number of rows */
} fq_error;

/* Instruction sets; each includes those before it. FQ_AVX512 means the extensions that Ice Lake and
 * Zen 4 share: F, BW, DQ, VL, VBMI, VBMI2, BITALG and VPOPCNTDQ. */
typedef enum fq_isa { FQ_SCALAR = 0, FQ_AVX2 = 1, FQ_AVX512 = 2 } fq_isa;

/* The best set that the CPU, the operating system and this build support. */
fq_isa fq_isa_best(void);
/* The requested set, or the best set that this machine supports if it lacks the requested one.
 * Every choice of a kernel goes through this function, so a kernel never runs on a machine that
 * cannot execute it. */
fq_isa fq_isa_usable(fq_isa isa);

/* The address of name_avx512, name_avx2 or name_scalar, for the requested set, or for the best set
 * of this machine if it lacks the requested one. */
#if defined(__x86_64__) && !defined(FQ_PORTABLE_ONLY)
#define FQ_X86_KERNELS
#define FQ_FOR_ISA(isa, name)                                                                      \
    (fq_isa_usable(isa) == FQ_AVX512 ? &name##_avx512                                              \
     : fq_isa_usable(isa) == FQ_AVX2 ? &name##_avx2                                                \
                                     : &name##_scalar)
#else
#define FQ_FOR_ISA(isa, name) ((void)(isa), &name##_scalar)
#endif

#endif
