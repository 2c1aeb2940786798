"""A property that is computed once for each instance, and for several instances at the same time."""

import functools
import sys
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING or sys.version_info >= (3, 12):
    cached_property = functools.cached_property
else:

    class cached_property(functools.cached_property):  # noqa: N801 - named as what it takes the place of
        """`functools.cached_property` without the lock that it has before Python 3.12.

        All instances share that lock: while one document is evaluated, threads that ask for another one would wait.
        """

        def __get__(self, instance: Any, owner: type | None = None) -> Any:
            """The value of the instance; two threads may both compute it, and get equal values."""
            if instance is None:
                return self
            values = instance.__dict__
            if self.attrname not in values:
                values[self.attrname] = self.func(instance)
            return values[self.attrname]
