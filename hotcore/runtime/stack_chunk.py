"""Room for deep calls on the interpreter's stack."""

from collections.abc import Callable
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")

_SLOTS = 1 << 16
"""The size of the frame in pointers: the chunk that holds it has as much again for the frames above it."""


def in_one_stack_chunk(function: Callable[P, T], /, *arguments: P.args, **named: P.kwargs) -> T:
    """The result of a function whose calls find room in one chunk of the stack, some hundreds of them in one another.

    CPython keeps frames in chunks of 16 KiB.  Versions 3.11 and 3.12, and later ones without the mend of its issue
    gh-142183, give a chunk back to the system as soon as its last frame ends.  Where deep calls cross the end of
    a chunk back and forth, each crossing maps and unmaps memory, which can double the time of a page.  The frame of
    this function claims so much that the chunk for it is a large one; only what is used of it takes memory.
    """
    return function(*arguments, **named)


in_one_stack_chunk.__code__ = in_one_stack_chunk.__code__.replace(co_stacksize=_SLOTS)
