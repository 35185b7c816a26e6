/* search.h - what every search of fastqueens shares.
 *
 * A search is a machine that can be stopped between two steps. Every machine has these verbs:
 *
 *     fq_X      *fq_X_new(const problem *, const options *, fq_error *);
 *     fq_status  fq_X_step(fq_X *, uint64_t budget);
 *     uint64_t   fq_X_spent(const fq_X *);               budget spent so far
 *     fq_X_counters fq_X_counts(const fq_X *);           the deterministic counters
 *     void       fq_X_peek(const fq_X *, ...);           the placement so far
 *     void       fq_X_free(fq_X *);
 *
 * `step` does at most `budget` units of deterministic work (nodes, unless the machine says
 * otherwise), then returns with everything it needs to go on in the struct. Two steps of budget
 * a and b leave the machine in the same state as one of a + b, whatever the instruction set.
 * Nothing below this line calls back, handles signals, starts threads or touches globals.
 */
#ifndef FQ_SEARCH_H
#define FQ_SEARCH_H

#include <stdint.h>

typedef enum fq_status {
    FQ_RUNNING = 0, /* the budget is spent; step again */
    FQ_FOUND = 1,   /* a solution: peek shows it; step again for the next one */
    FQ_DONE = 2,    /* the search space is exhausted; stepping again changes nothing */
    FQ_FULL = 3     /* the search cannot go on in the memory it may use; counters stay valid */
} fq_status;

typedef enum fq_error {
    FQ_OK = 0,
    FQ_NO_MEMORY = 1,  /* an allocation failed */
    FQ_BAD_SIZE = 2,   /* a size outside the documented range */
    FQ_BAD_REGIONS = 3 /* the number of regions is not the number of rows */
} fq_error;

/* Instruction sets, each one including those before it. FQ_AVX512 stands for what Ice Lake and
 * Zen 4 have in common: F, BW, DQ, VL, VBMI, VBMI2, BITALG and VPOPCNTDQ. */
typedef enum fq_isa { FQ_SCALAR = 0, FQ_AVX2 = 1, FQ_AVX512 = 2 } fq_isa;

/* The best set that the CPU and the operating system support (and this build contains). */
fq_isa fq_isa_best(void);
/* The set that was asked for, or the best one where this machine lacks it. Whoever chooses a kernel
 * asks here, so that none is ever run that the machine cannot. */
fq_isa fq_isa_usable(fq_isa isa);

/* The address of name_avx512, name_avx2 or name_scalar, one for each set: that of the set asked
 * for, or of the best one that this machine has. */
#if defined(__x86_64__) && !defined(FQ_PORTABLE_ONLY)
#define FQ_X86_KERNELS
#define FQ_FOR_ISA(isa, name)                              \
    (fq_isa_usable(isa) == FQ_AVX512 ? &name##_avx512      \
     : fq_isa_usable(isa) == FQ_AVX2 ? &name##_avx2        \
                                     : &name##_scalar)
#else
#define FQ_FOR_ISA(isa, name) ((void)(isa), &name##_scalar)
#endif

#endif
