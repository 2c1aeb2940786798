"""A constraint and a parameter type that Heat does not have, each added by one definition and removed afterwards."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from designer.help.problems import problem_page
from hotcore.constraints import (
    KINDS,
    TYPES,
    Option,
    ParameterType,
    Refused,
    constraint,
    parameter_type,
    to_number,
)
from hotcore.linter.code_titles import codes
from hotcore.linter.help_pages import code_pages
from hotcore.values import Value, kind_of


@contextmanager
def constraint_near_to() -> Iterator[None]:
    """Temporarily adds the constraint `near_to: {center: 10, within: 2}` for numbers and percentages."""

    @constraint(
        "near_to",
        Option("center", "NearTo", "number", "close to", "what it is near to"),
        Option("within", "NearWithin", "number", "give or take", "how far away it may be", required=False),
        types={"number", "percentage"},
        about="a number near to `center`",
        since="2016-10-14",
    )
    @dataclass(frozen=True, slots=True)
    class NearTo:
        """A number that is not far from another."""

        center: Any
        within: Any

        def rule(self, _kind: ParameterType, /) -> str:
            return f"{self.center}, give or take {self.within or 0}"

        def failure(self, value: Value, kind: ParameterType, /) -> str | None:
            is_near = abs(to_number(kind.convert(value)) - self.center) <= (self.within or 0)
            return None if is_near else f"It has to be {self.rule(kind)}."

    with _only_here(KINDS, "near_to"):
        yield


@contextmanager
def type_percentage() -> Iterator[None]:
    """Temporarily adds the parameter type `percentage`: `50%` and 50 become the number 50."""

    @parameter_type("percentage", "Percentage", words="a percentage", classes=(int,), empty="0%")
    def to_percentage(value: Value) -> int:
        number = to_number(value.removesuffix("%") if isinstance(value, str) else value)
        if not isinstance(number, int) or not 0 <= number <= 100:
            raise Refused(f"A percentage from 0% to 100% was expected, not {kind_of(value)}.")
        return number

    with _only_here(TYPES, "percentage"):
        yield


@contextmanager
def _only_here(registry: dict[str, Any], name: str) -> Iterator[None]:
    """Removes a definition afterwards, and clears the caches of the registries before and after."""
    _forget()
    try:
        yield
    finally:
        del registry[name]
        _forget()


def _forget() -> None:
    for remembered in (codes, code_pages, problem_page):
        remembered.cache_clear()
