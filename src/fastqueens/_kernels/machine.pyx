# cython: language_level=3
"""What all wrappers of machines share: see common/search.h."""


cdef class Machine:
    """A search that can be stopped between two steps.

    A kernel's class names two functions of its C machine, `_step` and `_spent`, and inherits what
    Python sees of them.
    """

    cdef fq_status _step(self, uint64_t budget) noexcept nogil:
        return FQ_DONE

    cdef uint64_t _spent(self) noexcept:
        return 0

    def step(self, uint64_t budget) -> int:
        cdef fq_status status
        enter(&self._stepping)
        with nogil:
            status = self._step(budget)
        self._stepping = False
        return status

    @property
    def spent(self) -> int:
        return self._spent()
