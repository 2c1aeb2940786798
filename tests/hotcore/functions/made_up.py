"""Functions that no version has, one decorated definition each, for tests that they work everywhere."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated

from hotcore.evaluation import CONDITIONS, VALUES, ArgumentSpec, Call, Lazy, Step, function
from hotcore.function_registry import unregister
from hotcore.syntax import Scalar
from hotcore.values import Unknown, Value

SINCE = "2018-08-31"


@contextmanager
def made_up_functions() -> Iterator[None]:
    """Registers `text_pad`, `text_times` with the older name `Fn::Times`, and `name_of`, then removes them."""

    @function("text_pad", since=SINCE, literal=Step.SYNTAX, gives="string")
    def text_pad(
        *,
        text: str,
        width: Annotated[Value, ArgumentSpec("integer", gap="${8}", begins=8)],
        side: Annotated[str, ArgumentSpec("string", choices=("left", "right"))] = "left",
    ) -> Value:
        """The text padded with spaces at one side to a width."""
        return text.rjust(width) if side == "left" else text.ljust(width)

    @function("text_times", since=SINCE, gives="string")
    def text_times(text: Annotated[str, ArgumentSpec("string", gap="${word}")], count: Value = 2) -> Value:
        """The text, repeated."""
        return text * count

    @function("Fn::Times", since="2013-05-23", until="2014-10-16", same_as="text_times", gives="string")
    def times(text: str, count: Value = 1) -> Value:
        """The text, repeated."""
        return text * count

    @function("name_of", since=SINCE, gives="string", rank=0)
    def name_of(call: Call, parameter: Annotated[Lazy, ArgumentSpec("string", "parameter")], /) -> Value:
        """The name of a parameter, in capital letters."""
        assert isinstance(parameter, Scalar)
        return str(parameter.value).upper()

    try:
        yield
    finally:
        for name in ("text_pad", "text_times", "Fn::Times", "name_of"):
            unregister(name)


@contextmanager
def made_up_reading_function() -> Iterator[None]:
    """Registers `first_letter_of`, which reads a parameter, in values and in conditions, then removes it."""

    @function("first_letter_of", since=SINCE, context=VALUES + CONDITIONS, gives="string")
    def first_letter_of(call: Call, parameter: Annotated[Value, ArgumentSpec("string", "parameter")], /) -> Value:
        """The first letter of the value of a parameter."""
        value = call.scope.parameter(parameter)
        return value if isinstance(value, Unknown) else str(value)[:1]

    try:
        yield
    finally:
        unregister("first_letter_of")
