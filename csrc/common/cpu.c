/* cpu.c - finds the best instruction set that this machine can run. */
#include "search.h"

fq_isa fq_isa_best(void)
{
#if defined(__x86_64__) && !defined(FQ_PORTABLE_ONLY)
    /* The compiler's run-time library checks both the CPU and the operating system (XGETBV). */
    __builtin_cpu_init();
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
        __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("popcnt")) {
        if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
            __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl") &&
            __builtin_cpu_supports("avx512vbmi") && __builtin_cpu_supports("avx512vbmi2") &&
            __builtin_cpu_supports("avx512bitalg") && __builtin_cpu_supports("avx512vpopcntdq"))
            return FQ_AVX512;
        return FQ_AVX2;
    }
#endif
    return FQ_SCALAR;
}

fq_isa fq_isa_usable(fq_isa isa)
{
    const fq_isa best = fq_isa_best();
    return isa < best ? isa : best;
}
