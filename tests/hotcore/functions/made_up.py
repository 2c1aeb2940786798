"""Functions that no version has, each by one decorated definition, for tests that they work everywhere at once."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated

from hotcore.evaluation import Call, Lazy, Step, Wanted, function
from hotcore.function_registry import unregister
from hotcore.syntax import Scalar
from hotcore.values import Value

SINCE = "2018-08-31"


@contextmanager
def made_up_functions() -> Iterator[None]:
    """Registers `text_pad`, `text_times` with the older name `Fn::Times`, and `name_of`, and takes them back."""

    @function("text_pad", since=SINCE, literal=Step.SYNTAX, gives="string")
    def text_pad(
        *,
        text: str,
        width: Annotated[Value, Wanted("integer", gap="${8}", begins=8)],
        side: Annotated[str, Wanted("string", choices=("left", "right"))] = "left",
    ) -> Value:
        """The text with blanks at one side, as wide as it is told."""
        return text.rjust(width) if side == "left" else text.ljust(width)

    @function("text_times", since=SINCE, gives="string")
    def text_times(text: Annotated[str, Wanted("string", gap="${word}")], count: Value = 2) -> Value:
        """The text so many times."""
        return text * count

    @function("Fn::Times", since="2013-05-23", until="2014-10-16", same_as="text_times", gives="string")
    def times(text: str, count: Value = 1) -> Value:
        """The text so many times."""
        return text * count

    @function("name_of", since=SINCE, gives="string", rank=0)
    def name_of(call: Call, parameter: Annotated[Lazy, Wanted("string", "parameter")], /) -> Value:
        """The name of a parameter, in capital letters."""
        assert isinstance(parameter, Scalar)
        return str(parameter.value).upper()

    try:
        yield
    finally:
        for name in ("text_pad", "text_times", "Fn::Times", "name_of"):
            unregister(name)
