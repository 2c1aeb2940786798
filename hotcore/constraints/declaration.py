"""What a constraint is, and the register of their kinds (HOT specification, "Parameter Constraints").

A kind of constraint is one class with `@constraint`: it reads its options, checks values and says its rule in words.
Everything else, which types it is for, since when it exists, follows from the decorator.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeVar

from hotcore.constraints.parameter_types import ParameterType, Refused
from hotcore.source import Span
from hotcore.values import Value


class BadOptions(Exception):
    """Options that a constraint cannot be made of; `at` names the option whose value, or with `at_key` whose name, is
    wrong, if it is one."""

    def __init__(
        self, message: str, at: str | int | None = None, *, hint: str | None = None, at_key: bool = False
    ) -> None:
        super().__init__(message)
        self.at, self.hint, self.at_key = at, hint, at_key


def breaks(kinds: Iterable[str]) -> str:
    """What a value does that breaks constraints of some kinds; those by name say themselves what they want."""
    told = [f"`{kind}`" for kind in kinds if kind != "custom_constraint"]
    return f"breaks its {', '.join(told)}" if told else "does not fit"


class Rule(Protocol):
    """One constraint with its options."""

    def rule(self, kind: ParameterType, /) -> str:
        """The rule in a few words, as a form shows it: "3 to 24 characters"."""

    @property
    def options(self) -> Mapping[str, Any]:
        """The options by name."""

    def failure(self, value: Value, kind: ParameterType, /) -> str | None:
        """Why the value breaks the rule, in a sentence that does not repeat it; None when it fits.

        Raises `Refused` for a value that the constraint was not made for.
        """


RuleType = TypeVar("RuleType")


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of constraint: its name, the parameter types it is for, and the version that brought it."""

    name: str
    types: frozenset[str]
    since: str
    read: Callable[[Any], Rule]


KINDS: dict[str, Kind] = {}
"""The kinds by name.  When one item has several, the first of this order counts for Heat."""

ORDER = ("modulo", "range", "length", "allowed_values", "allowed_pattern", "custom_constraint")


def constraint(name: str, *, types: set[str], since: str = "2013-05-23") -> Callable[[type[RuleType]], type[RuleType]]:
    """Registers a class as a kind of constraint; its `read` makes one from the plain options."""

    def register(rule: type[RuleType]) -> type[RuleType]:
        KINDS[name] = Kind(name, frozenset(types), since, rule.read)  # type: ignore[attr-defined]
        return rule

    return register


@dataclass(frozen=True, slots=True)
class Constraint:
    """A constraint of a parameter as declared.

    `kind` is its name in the template, `type` that of its parameter,
    `options` its options by name (`min`, `max`; `step`, `offset`; `values`;
    `pattern`; `name`), `description` the author's words for a value that breaks it, `rule` ours for the form,
    `span` its place, which one of a resource type does not have.
    """

    kind: str
    type: ParameterType
    checks: Rule
    description: str | None
    span: Span | None = field(default=None, compare=False)

    @property
    def options(self) -> Mapping[str, Any]:
        """The options by name."""
        return self.checks.options

    @property
    def rule(self) -> str:
        """The rule in a few words: "3 to 24 characters"."""
        return self.checks.rule(self.type)

    @property
    def asks_cloud(self) -> bool:
        """Whether only a cloud can tell whether a value fits, so that it is checked when deployed."""
        return bool(getattr(self.checks, "asks_cloud", False))

    def failure(self, value: Value) -> str | None:
        """Why the value breaks the constraint, in a sentence that does not repeat it; None when it fits."""
        try:
            return self.checks.failure(value, self.type)
        except Refused as refused:
            return str(refused)
