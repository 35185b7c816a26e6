# cython: language_level=3
"""What all wrappers of machines share: see common/search.h."""

import os

from cpython.ref cimport Py_INCREF

# The machines that threads are inside of, or wait for, one entry a thread: those who take or open a
# gate without Python's lock are on the list before and after.
cdef list _inside = []


cdef int enter(Machine machine) except -1:
    """Begin to step. Another thread that steps the same machine is refused: it is a mistake."""
    if not fq_gate_claim(&machine._gate):
        if machine._left_behind:
            _refuse()
        raise RuntimeError("this search is being stepped by another thread")
    try:
        enter_in_turn(machine)
    except BaseException:
        fq_gate_give_up(&machine._gate)
        raise
    return 0


cdef int enter_in_turn(Machine machine) except -1:
    """Begin to step, where several threads may want to and one waits for the other."""
    if machine._left_behind:
        _refuse()
    _inside.append(machine)
    if fq_gate_waited_for(&machine._gate) or not fq_gate_try(&machine._gate):
        with nogil:
            fq_gate_enter(&machine._gate)
    return 0


cdef void leave(Machine machine) noexcept:
    fq_gate_leave(&machine._gate)
    fq_gate_give_up(&machine._gate)
    _inside.remove(machine)


cdef int wait_to_look(Machine machine) except -1:
    if machine._left_behind:
        _refuse()
    _inside.append(machine)
    with nogil:
        fq_gate_wait(&machine._gate)
    _inside.remove(machine)
    return 0


cdef int _refuse() except -1:
    raise RuntimeError("this search was running in another thread when this process was forked")


def _forked() -> None:
    # In the child of a fork no thread ends the steps that were under way. Those machines may be in
    # any state, so that they are neither read nor freed.
    for machine in _inside:
        (<Machine>machine)._left_behind = True
        Py_INCREF(machine)
    _inside.clear()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forked)


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
