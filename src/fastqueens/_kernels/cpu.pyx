# cython: language_level=3
"""Which instruction set the kernels use."""

from libc.stdlib cimport getenv

from fastqueens._kernels.machine cimport fq_isa_best

cdef extern from *:
    """
    #if defined(__clang__)
    #define FQ_COMPILER "clang " __clang_version__
    #elif defined(__GNUC__)
    #define FQ_COMPILER "gcc " __VERSION__
    #else
    #define FQ_COMPILER "unknown"
    #endif
    """
    const char *FQ_COMPILER

NAMES = ("scalar", "avx2", "avx512")
compiler = FQ_COMPILER.decode()
best = fq_isa_best()


def chosen() -> int:
    """The instruction set in use: the one that FASTQUEENS_ISA names, else the best one.

    The environment variable is read at every call.
    """
    cdef const char *forced = getenv("FASTQUEENS_ISA")
    if forced == NULL or forced[0] == 0:
        return best
    name = (<bytes>forced).decode("utf-8", "replace")
    if name not in NAMES:
        from fastqueens.results import InputError
        raise InputError(f"FASTQUEENS_ISA is {name!r}, expected one of {', '.join(NAMES)}")
    if NAMES.index(name) > best:
        from fastqueens.results import InputError
        raise InputError(
            f"FASTQUEENS_ISA is {name!r}, but this machine has {', '.join(NAMES[:best + 1])} only")
    return NAMES.index(name)
