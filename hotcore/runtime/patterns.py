"""Regular expressions that are compiled when they are first used.

Compiling one takes longer than importing a module.  Most of the expressions of hotcore are about rare texts: a command
needs none of them, or a few.
"""

import re
from typing import TYPE_CHECKING, Any

__all__ = ["regex"]

if TYPE_CHECKING:
    from re import compile as regex
else:

    class regex:  # noqa: N801 - called as the function that it takes the place of
        """Stands for a compiled regular expression; what was used of it once costs what it costs there."""

        def __init__(self, expression: str, flags: int = 0) -> None:
            self._expression = expression
            self._flags = flags

        def __getattr__(self, name: str) -> Any:
            """A method of the expression, which is compiled now if it was not."""
            found = self.__dict__[name] = getattr(re.compile(self._expression, self._flags), name)
            return found
