"""Pausing Python's cyclic garbage collector."""

import gc

LARGE = 20_000
"""Characters of a template from which on the collector is paused."""


class paused_collector:  # noqa: N801 - used as a function; a class costs less to enter than a generator
    """Pauses the collector while a text of so many characters is read or evaluated.

    Hundreds of thousands of nodes and values are allocated and hardly any freed, and each time their number grows by a
    quarter the collector would traverse them all: for a large text, half of the time.  Nothing happens for small texts,
    for which it makes no difference, and when the collector is disabled already, by the program or by an enclosing
    block.  It is always enabled again afterwards.
    """

    def __init__(self, characters: int) -> None:
        self._characters = characters
        self._pauses = False

    def __enter__(self) -> None:
        self._pauses = self._characters >= LARGE and gc.isenabled()
        if self._pauses:
            gc.disable()

    def __exit__(self, *_: object) -> None:
        if self._pauses:
            gc.enable()
