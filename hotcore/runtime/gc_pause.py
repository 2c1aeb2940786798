"""Pausing Python's cyclic garbage collector."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager

LARGE = 20_000
"""Characters of a template from which on the collector is paused."""


@contextmanager
def paused_collector(characters: int) -> Iterator[None]:
    """Pauses the collector while a text of so many characters is read or evaluated.

    Hundreds of thousands of nodes and values are allocated and hardly any freed, and each time their number grows by a
    quarter the collector would traverse them all: for a large text, half of the time.  Nothing happens for small texts,
    for which it makes no difference, and when the collector is disabled already, by the program or by an enclosing
    block.  It is always enabled again afterwards.
    """
    if characters < LARGE or not gc.isenabled():
        yield
        return
    gc.disable()
    try:
        yield
    finally:
        gc.enable()
