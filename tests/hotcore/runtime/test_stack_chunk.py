"""Deep calls find room at once, at whatever depth they begin."""

from resource import RUSAGE_THREAD, getrusage

import pytest

from hotcore.runtime import in_one_stack_chunk

CALLS = 1000


def faults_of_calls_at(depth: int) -> int:
    """The pages of memory that the system maps for many short calls at a depth of the stack."""
    if depth:
        return faults_of_calls_at(depth - 1)
    before = getrusage(RUSAGE_THREAD).ru_minflt
    for number in range(CALLS):
        deeper(number)
    return getrusage(RUSAGE_THREAD).ru_minflt - before


def deeper(number: int) -> int:
    return abs(sum(int(str(each)) for each in (number, number)))


def test_no_depth_maps_memory_again_for_each_call():
    assert in_one_stack_chunk(lambda: max(map(faults_of_calls_at, range(300)))) < CALLS / 10


def test_it_is_a_call_like_any_other():
    assert in_one_stack_chunk(divmod, 7, 2) == (3, 1)
    assert in_one_stack_chunk(sorted, [1, 2], reverse=True) == [2, 1]
    with pytest.raises(ZeroDivisionError):
        in_one_stack_chunk(divmod, 7, 0)
