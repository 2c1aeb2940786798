"""What a constraint is, and the register of their kinds (HOT specification, "Parameter Constraints").

A kind of constraint is one class with `@constraint`: it checks values and says its rule in words.  Everything else
follows from the decorator: its options, the types that it is for, since when it exists, the words for help.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeVar

from hotcore.constraints.options import Option, read_options
from hotcore.constraints.parameter_types import ParameterType, Refused
from hotcore.source import Span
from hotcore.values import Value
from hotcore.versions import VERSIONS


class Rule(Protocol):
    """One constraint; each of its options is an attribute of the same name, None where it is left out.

    What makes options unfit that are fine one by one is a `BadOptions` while it is made.
    """

    def rule(self, kind: ParameterType, /) -> str:
        """The rule in a few words, as a form shows it: "3 to 24 characters"."""

    def failure(self, value: Value, kind: ParameterType, /) -> str | None:
        """Why the value breaks the rule, in a sentence that does not repeat it; None when it fits.

        Raises `Refused` for a value that the constraint was not made for.
        """


RuleType = TypeVar("RuleType")


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of constraint: its name, the class of its rules, and all that is known of it.

    `types` are the parameter types that it is for, `since` is the version that brought it, `about` says what it is for.
    `demand` is what a value has to be, where `{rule}` and the options by name are filled in.  It `is_certain` when a
    value that it refuses is refused for sure, whatever a cloud or the time that is left say.  Heat leaves one that
    `is_named` to a plug-in: it does not check defaults with it, and its name alone says what it asks for.
    """

    name: str
    made: Callable[..., Rule]
    options: tuple[Option, ...]
    about: str
    types: frozenset[str]
    since: str
    demand: str
    is_certain: bool
    is_named: bool

    @property
    def code(self) -> str:
        """The code of the diagnostics about values that break one."""
        return self.name.replace("_", "-")

    @property
    def is_map(self) -> bool:
        """Whether a template has its options as a map, not the value of the only one."""
        return len(self.options) > 1

    def read(self, written: Any) -> Rule:
        """The rule that options make, given as a template has them.  Raises `BadOptions`."""
        return self.made(**read_options(self.name, self.options, written))


KINDS: dict[str, Kind] = {}
"""The kinds by name.  When one item has several, the first of this order counts for Heat."""


def constraint(
    name: str,
    *options: Option,
    types: set[str],
    about: str,
    since: str = VERSIONS[0].date,
    demand: str = "has to be {rule}",
    is_certain: bool = False,
    is_named: bool = False,
) -> Callable[[type[RuleType]], type[RuleType]]:
    """Registers a class as a kind of constraint with such options; `Kind` tells what the words are for."""

    def register(rule: type[RuleType]) -> type[RuleType]:
        made: Any = rule
        KINDS[name] = Kind(name, made, options, about, frozenset(types), since, demand, is_certain, is_named)
        return rule

    return register


def kinds_for(type_name: str) -> tuple[str, ...]:
    """The names of the constraints that parameters of a type can have, in order."""
    return tuple(name for name, kind in KINDS.items() if type_name in kind.types)


def breaks(kinds: Iterable[str]) -> str:
    """What a value does that breaks constraints of some kinds; those by name say themselves what they want."""
    told = [f"`{kind}`" for kind in kinds if not KINDS[kind].is_named]
    return f"breaks its {', '.join(told)}" if told else "does not fit"


@dataclass(frozen=True, slots=True)
class Constraint:
    """A constraint of a parameter as declared.

    `kind` is its name in the template, `type` that of its parameter, `description` the author's words for a value that
    breaks it, `span` its place, which one of a resource type does not have.
    """

    kind: str
    type: ParameterType
    checks: Rule
    description: str | None
    span: Span | None = field(default=None, compare=False)

    @property
    def definition(self) -> Kind:
        """What is known of all constraints of its kind."""
        return KINDS[self.kind]

    @property
    def options(self) -> Mapping[str, Any]:
        """The options that it has by name, such as `min` and `max`."""
        values = ((option.name, getattr(self.checks, option.name)) for option in self.definition.options)
        if not self.definition.is_map:
            return dict(values)
        return {name: value for name, value in values if value is not None}

    @property
    def written(self) -> Any:
        """The options as a template has them: a map, or the value of the only one."""
        options = {name: list(one) if isinstance(one, tuple) else one for name, one in self.options.items()}
        return options if self.definition.is_map else next(iter(options.values()))

    @property
    def rule(self) -> str:
        """The rule in a few words: "3 to 24 characters"."""
        return self.checks.rule(self.type)

    @property
    def demand(self) -> str:
        """What a value has to be, in words that follow the parameter's name: "has to have 3 to 24 characters"."""
        return self.definition.demand.format(rule=self.rule, **self.options)

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
