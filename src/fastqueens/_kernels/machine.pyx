# cython: language_level=3
"""The base class of all wrappers of machines: see common/search.h."""

from libc.stdint cimport uint32_t, uint64_t

import os

from cpython.ref cimport Py_DECREF, Py_INCREF

# The number of forks between the first process and this one. No Python object keeps track of the
# machines in use: without the GIL every list and dict has a lock of its own, which a thread that
# does not exist in the child of a fork may hold there for ever.
cdef uint32_t _process = 0


cdef int _add_user(Machine machine) except -1:
    """Register this thread as a user, before it locks the machine or waits for the lock.

    Each user holds a reference. In the child of a fork nobody releases the references of the other
    threads, so the machines that they used are never freed there, which would be unsafe.
    """
    if not fq_guard_add_user(&machine._guard, _process):
        _refuse()
    Py_INCREF(machine)
    return 0


cdef void _remove_user(Machine machine) noexcept:
    fq_guard_remove_user(&machine._guard)
    Py_DECREF(machine)


cdef int begin_step(Machine machine) except -1:
    """Begin to step. Raises if another thread is stepping the same machine, which is a mistake."""
    if not fq_guard_try_begin_stepping(&machine._guard):
        if fq_guard_is_left_behind(&machine._guard, _process):
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
    _add_user(machine)
    if fq_guard_has_waiting_readers(&machine._guard) or not fq_guard_try_lock(&machine._guard):
        with nogil:
            fq_guard_lock_to_step(&machine._guard)
    return 0


cdef void end_step(Machine machine) noexcept:
    fq_guard_unlock(&machine._guard)
    fq_guard_end_stepping(&machine._guard)
    _remove_user(machine)


cdef int wait_to_read(Machine machine) except -1:
    _add_user(machine)
    if not fq_guard_try_lock(&machine._guard):
        with nogil:
            fq_guard_lock_to_read(&machine._guard)
    _remove_user(machine)
    return 0


cdef int _refuse() except -1:
    raise RuntimeError("this search was running in another thread when this process was forked")


def _forked() -> None:
    # In the child of a fork, no thread ends the steps that were in progress. Those machines have
    # users of another process, so that they are neither read nor freed.
    global _process
    _process += 1


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
        fq_store_number(&self._found, self._found + (status == FQ_FOUND))
        end_step(self)
        return status

    @property
    def found(self) -> int:
        """Solutions found so far. The last one can be read until the next step."""
        return fq_load_number(&self._found)

    @property
    def spent(self) -> int:
        begin_read(self)
        cdef uint64_t spent = self._spent()
        end_read(self)
        return spent
