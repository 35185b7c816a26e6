# cython: language_level=3
"""What all wrappers of machines share: see common/search.h."""


cdef class Machine:
    """A search that can be stopped between two steps.

    A kernel's class names two functions of its C machine, `_step` and `_spent`, and inherits what
    Python sees of them. Any thread may call any method at any time: one thread steps, and whatever
    reads the machine does so between `look` and `looked`.
    """

    cdef fq_status _step(self, uint64_t budget) noexcept nogil:
        return FQ_DONE

    cdef uint64_t _spent(self) noexcept:
        return 0

    def step(self, uint64_t budget) -> int:
        cdef fq_status status
        enter(self)
        with nogil:
            status = self._step(budget)
        leave(self)
        return status

    @property
    def spent(self) -> int:
        look(self)
        cdef uint64_t spent = self._spent()
        looked(self)
        return spent
