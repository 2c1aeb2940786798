"""The two sides of a comparison: templates with their values, evaluated to stacks."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field
from typing import Any

from hotcore.analysis import Document, resolved
from hotcore.catalogue import Catalogue
from hotcore.diff.partial_evaluation import Residuals
from hotcore.environment import Environment
from hotcore.evaluation import STACK, ResolvedType, resolve_type
from hotcore.resolver import Preview, Resolution
from hotcore.runtime import dataclass
from hotcore.template import Template
from hotcore.values import Unknown, Value

_UNKNOWN = {name: Unknown(f"get_param {name}") for name in STACK}
"""The pseudo parameters: which stack is updated is not known, and a made-up id would be told as a new value."""


@dataclass(frozen=True)
class Side:
    """One side of a comparison."""

    document: Document
    """The template with its files."""
    values: Mapping[str, Any] = field(default_factory=dict)
    """The values of its parameters by name."""
    environments: Sequence[Environment] = ()
    """Its environments, the last of which wins."""
    catalogue: Catalogue | None = None
    """Its resource types; None for those in use."""

    def stack(self, unknown: Iterable[str] = ()) -> "Stack | None":
        """The stack that Heat would create, with the parameters in `unknown` unknown; None if the text is not a
        template."""
        template = self.document.template
        if template is None:
            return None
        values = {name: value for name, value in self.values.items() if name in template.parameters}
        values |= {name: Unknown(f"get_param {name}") for name in unknown}
        around: dict[str, Any] = {"environments": self.environments, "catalogue": self.catalogue, "stack": _UNKNOWN}
        true = resolved(self.document, values, mask=False, **around)
        hides = bool(self.document.files) or any(parameter.hidden for parameter in template.parameters.values())
        seen = resolved(self.document, values, **around) if hides else true
        assert true.shown is not None
        assert seen.shown is not None
        return Stack((true.shown, true.preview), (seen.shown, seen.preview))


class Stack:
    """One stack; `preview` has its true values, `seen` those that may be shown."""

    def __init__(self, true: tuple[Resolution, Preview], seen: tuple[Resolution, Preview]) -> None:
        self.resolution, self.preview = true
        self.seen = seen[1]
        self.residuals = Residuals(self.resolution)
        self.shown_residuals = self.residuals if seen[0] is self.resolution else Residuals(seen[0])
        self._fields: dict[tuple[str, str], Value] = {}
        self._outputs: dict[str, Value] = {}

    @property
    def template(self) -> Template:
        """The template of the stack."""
        return self.resolution.template

    def resolve_type(self, name: str, kind: str) -> ResolvedType:
        """The type that a resource of that name resolves to."""
        return resolve_type(name, kind, self.resolution.scope.surroundings)

    def field(self, name: str, key: str) -> Value:
        """The residual of a field of a resource."""
        if (name, key) not in self._fields:
            self._fields[name, key] = self.residuals.of_field(name, key)
        return self._fields[name, key]

    def shown_field(self, name: str, key: str) -> Value:
        """The residual of a field of a resource, with hidden values masked."""
        if self.shown_residuals is self.residuals:
            return self.field(name, key)
        return self.shown_residuals.of_field(name, key)

    def output(self, name: str) -> Value:
        """The residual of the value of an output."""
        if name not in self._outputs:
            self._outputs[name] = self.residuals.of_output(name)
        return self._outputs[name]

    def shown_output(self, name: str) -> Value:
        """The residual of the value of an output, with hidden values masked."""
        return self.output(name) if self.shown_residuals is self.residuals else self.shown_residuals.of_output(name)

    def below(self, name: str) -> "Stack | None":
        """The nested stack of a resource, if it has a template."""
        return nested(self.preview.resources[name].nested, self.seen.resources[name].nested)


def nested(true: Any, seen: Any) -> Stack | None:
    """A nested stack from its true and its shown state, if it has a template."""
    if true is None or seen is None or true.inside is None or seen.inside is None:
        return None
    if true.preview is None or seen.preview is None:
        return None
    return Stack((true.inside, true.preview), (seen.inside, seen.preview))
