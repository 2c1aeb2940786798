"""Python's collector of cyclic garbage, and when it rests."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager

LARGE = 20_000
"""Characters of a template from which on the collector rests."""


@contextmanager
def collector_at_rest(characters: int) -> Iterator[None]:
    """Lets the collector rest while a text of so many characters is read or worked out.

    Hundreds of thousands of nodes and values come and hardly any goes, and each time that there are a quarter more of
    them the collector would look through all: for a large text half of the time.  It is left alone for small texts, for
    which it makes no difference, and where it is off already: the program has switched it off, or it rests for what
    this is a part of.  Whatever happens, it is on again afterwards.
    """
    if characters < LARGE or not gc.isenabled():
        yield
        return
    gc.disable()
    try:
        yield
    finally:
        gc.enable()
