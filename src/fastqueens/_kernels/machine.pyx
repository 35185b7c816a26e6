# cython: language_level=3
"""The base class of all wrappers of machines: see common/search.h."""

import os

from cpython.ref cimport Py_INCREF

# The machines that threads have locked or wait for, one entry per thread. If a thread takes or
# releases a lock without holding the GIL, its machine is on this list before and after.
cdef list _in_use = []


cdef int begin_step(Machine machine) except -1:
    """Begin to step. Raises if another thread is stepping the same machine, which is a mistake."""
    if not fq_guard_try_begin_stepping(&machine._guard):
        if machine._left_behind:
            _refuse()
        raise RuntimeError("this search is being stepped by another thread")
    try:
        wait_to_begin_step(machine)
    except BaseException:
        fq_guard_end_stepping(&machine._guard)
        raise
    return 0


cdef int wait_to_begin_step(Machine machine) except -1:
    """Begin to step a machine that several threads may step: a thread waits for its turn."""
    if machine._left_behind:
        _refuse()
    _in_use.append(machine)
    if fq_guard_has_waiting_readers(&machine._guard) or not fq_guard_try_lock(&machine._guard):
        with nogil:
            fq_guard_lock_to_step(&machine._guard)
    return 0


cdef void end_step(Machine machine) noexcept:
    fq_guard_unlock(&machine._guard)
    fq_guard_end_stepping(&machine._guard)
    _in_use.remove(machine)


cdef int wait_to_read(Machine machine) except -1:
    if machine._left_behind:
        _refuse()
    _in_use.append(machine)
    with nogil:
        fq_guard_lock_to_read(&machine._guard)
    _in_use.remove(machine)
    return 0


cdef int _refuse() except -1:
    raise RuntimeError("this search was running in another thread when this process was forked")


def _forked() -> None:
    # In the child of a fork, no thread ends the steps that were in progress. Those machines may be
    # in any state, so they are neither read nor freed.
    for machine in _in_use:
        (<Machine>machine)._left_behind = True
        Py_INCREF(machine)
    _in_use.clear()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forked)


cdef class NotCopied:
    """The base class of objects that cannot be copied, because they own C structs of a search."""

    def __reduce_ex__(self, protocol):  # both copy and pickle call this method
        raise TypeError(
            f"{type(self).__name__!r} objects cannot be copied or pickled, because they belong "
            "to a search of this process; copy or pickle its results"
        )


cdef class Machine(NotCopied):
    """A search that can be stopped between two steps.

    A kernel's class wraps two functions of its C machine in `_step` and `_spent`, and inherits the
    Python methods. Any thread may call any method at any time: only one thread steps, and methods
    that read the machine do so between `begin_read` and `end_read`.
    """

    cdef fq_status _step(self, uint64_t budget) noexcept nogil:
        return FQ_DONE

    cdef uint64_t _spent(self) noexcept:
        return 0

    def step(self, uint64_t budget) -> int:
        cdef fq_status status
        begin_step(self)
        with nogil:
            status = self._step(budget)
        # Python handles no signal before this method returns. If a handler then raises, the caller
        # does not receive the status, but it can still see in `found` that there is a solution.
        self.found += status == FQ_FOUND
        end_step(self)
        return status

    @property
    def spent(self) -> int:
        begin_read(self)
        cdef uint64_t spent = self._spent()
        end_read(self)
        return spent
