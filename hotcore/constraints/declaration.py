"""Constraints, and the registry of their kinds (HOT specification, "Parameter Constraints").

A kind of constraint is one class with `@constraint`: it checks values and describes its rule.  The decorator declares
everything else: its options, the types that it applies to, its first version, the texts for help.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import field
from typing import Any, Protocol, TypeVar

from hotcore.constraints.options import Option, read_options
from hotcore.constraints.parameter_types import ParameterType, Refused
from hotcore.runtime import dataclass
from hotcore.source import Span
from hotcore.values import Value
from hotcore.versions import VERSIONS


class Rule(Protocol):
    """One constraint; each of its options is an attribute of the same name, None when it is omitted.

    The constructor raises `BadOptions` for options that do not fit together.
    """

    def rule(self, kind: ParameterType, /) -> str:
        """The rule as a form shows it: "3 to 24 characters"."""

    def failure(self, value: Value, kind: ParameterType, /) -> str | None:
        """The error message when the value breaks the rule, which does not repeat the value; None when it fits.

        Raises `Refused` for a value of an unsupported type.
        """


RuleType = TypeVar("RuleType")


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of constraint."""

    name: str
    """Its name in templates."""
    factory: Callable[..., Rule]
    """The class of its rules, which takes the options by name."""
    options: tuple[Option, ...]
    """Its options, in the order in which forms show them."""
    about: str
    """A phrase that describes it, for completion and hover."""
    types: frozenset[str]
    """The parameter types that it applies to."""
    since: str
    """The date of the version that introduced it."""
    demand: str
    """A format for what a value must be, with `{rule}` and the options by name."""
    is_certain: bool
    """Whether its result depends neither on a cloud nor on a time limit."""
    is_named: bool
    """Whether a plug-in of Heat checks it: it does not apply to defaults, and its name alone describes the rule."""

    @property
    def code(self) -> str:
        """The code of the diagnostics about values that break it."""
        return self.name.replace("_", "-")

    @property
    def is_map(self) -> bool:
        """Whether a template writes its options as a map, not as the value of its only option."""
        return len(self.options) > 1

    def read(self, written: Any) -> Rule:
        """The rule with these options, as written in a template.  Raises `BadOptions`."""
        return self.factory(**read_options(self.name, self.options, written))


KINDS: dict[str, Kind] = {}
"""The kinds by name.  When one item has several, Heat uses the first in this order."""


def constraint(
    name: str,
    *options: Option,
    types: set[str],
    about: str,
    since: str = VERSIONS[0].date,
    demand: str = "must be {rule}",
    is_certain: bool = False,
    is_named: bool = False,
) -> Callable[[type[RuleType]], type[RuleType]]:
    """Registers a class as a kind of constraint; `Kind` documents the arguments."""

    def register(rule: type[RuleType]) -> type[RuleType]:
        factory: Any = rule
        KINDS[name] = Kind(name, factory, options, about, frozenset(types), since, demand, is_certain, is_named)
        return rule

    return register


def kinds_for(type_name: str) -> tuple[str, ...]:
    """The names of the constraints that parameters of a type can have, in order."""
    return tuple(name for name, kind in KINDS.items() if type_name in kind.types)


def breaks(kinds: Iterable[str]) -> str:
    """The predicate of a sentence about a value that breaks constraints; named ones are left to their own message."""
    shown = [f"`{kind}`" for kind in kinds if not KINDS[kind].is_named]
    return f"breaks its {', '.join(shown)}" if shown else "is invalid"


@dataclass(frozen=True, slots=True)
class Constraint:
    """A constraint of a parameter as declared."""

    kind: str
    """Its name in the template."""
    type: ParameterType
    """The type of its parameter."""
    checks: Rule
    """The rule that checks values."""
    description: str | None
    """The author's message for a value that breaks it."""
    span: Span | None = field(default=None, compare=False)
    """Its place in the text; None for a constraint of a resource type."""

    @property
    def definition(self) -> Kind:
        """The kind of the constraint."""
        return KINDS[self.kind]

    @property
    def options(self) -> Mapping[str, Any]:
        """Its options by name, such as `min` and `max`."""
        values = ((option.name, getattr(self.checks, option.name)) for option in self.definition.options)
        if not self.definition.is_map:
            return dict(values)
        return {name: value for name, value in values if value is not None}

    @property
    def written(self) -> Any:
        """The options as written in a template: a map, or the value of the only one."""
        options = {name: list(one) if isinstance(one, tuple) else one for name, one in self.options.items()}
        return options if self.definition.is_map else next(iter(options.values()))

    @property
    def rule(self) -> str:
        """The rule as a form shows it: "3 to 24 characters"."""
        return self.checks.rule(self.type)

    @property
    def demand(self) -> str:
        """The rule as a predicate that follows the parameter's name: "must have 3 to 24 characters"."""
        return self.definition.demand.format(rule=self.rule, **self.options)

    @property
    def asks_cloud(self) -> bool:
        """Whether only a cloud can check a value, so that it is checked on deployment."""
        return bool(getattr(self.checks, "asks_cloud", False))

    def failure(self, value: Value) -> str | None:
        """The error message when the value breaks the constraint, without the value; None when it fits."""
        try:
            return self.checks.failure(value, self.type)
        except Refused as refused:
            return str(refused)
