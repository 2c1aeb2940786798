"""Current values of single nodes of a template, under given parameter values."""

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Literal

from hotcore.analysis import Document
from hotcore.catalogue import ResourceType, catalogue_in_use
from hotcore.diagnostics import Phase, Unreported
from hotcore.evaluation import (
    CONDITIONS,
    ELIDED,
    IN_OUTPUT,
    IN_RESOURCE,
    STACK,
    VALUES,
    Conditions,
    Evaluator,
    Nesting,
    Scope,
    Surroundings,
    Tree,
    functions_of,
    resolve_type,
    single_phase,
)
from hotcore.parameters import take_values
from hotcore.resolver import has_nested, resolve_values
from hotcore.runtime import dataclass
from hotcore.syntax import Mapping as MappingNode
from hotcore.syntax import Node, Scalar
from hotcore.template import Resource, Template
from hotcore.values import MASK, Unknown, Value, is_known, to_json

LONGEST = 600
"""The maximum length of a current value that is shown."""

State = Literal["known", "unknown", "hidden", "left-out"]


@dataclass(frozen=True, slots=True)
class Present:
    """The current value of a node."""

    state: State
    """Whether it is known, unknown or partly known, hidden as values of hidden parameters are in it, or left out."""
    text: str = ""
    """Its JSON, with a mask in place of hidden values; what an unknown value depends on; empty if it is left out."""

    @property
    def waits(self) -> bool:
        """Whether it is known only after deployment."""
        return self.state == "unknown" and ("get_attr " in self.text or "get_resource " in self.text)


class PresentValues:
    """The values of the nodes of a document's template under given parameter values; each is evaluated once."""

    def __init__(self, document: Document, given: Mapping[str, Any] | None = None) -> None:
        assert document.template is not None
        self._template = document.template
        self.files = tuple(document.files)
        """The names of the files next to the template."""
        around = Surroundings(
            files=document.files, catalogue=catalogue_in_use(), nesting=Nesting(Tree(document.bundle, {}))
        )
        self._around = around
        known = {name: value for name, value in (given or {}).items() if name in self._template.parameters}
        if has_nested(self._template, around):
            resolution = resolve_values(self._template, around, known)
            self._scope, self.conditions = resolution.scope, resolution.conditions
        else:
            self._scope, self.conditions = scope_of(self._template, around, known)
        self._recorders: dict[tuple[str, str], _Recorder] = {}

    def type_of(self, resource: Resource) -> ResourceType | None:
        """The type of a resource, or the interface of the nested template that it names."""
        return resolve_type(resource.name, resource.type, self._around).schema

    def type_named(self, name: str) -> ResourceType | None:
        """The type of a name, or the interface of the nested template that it names."""
        return resolve_type(None, name, self._around).schema

    def of(self, node: Node, section: str = "resources", context: str = VALUES) -> Present:
        """The current value of a node in a section, in the context of values or of conditions."""
        return presented(self.value(node, section, context))

    def value(self, node: Node, section: str = "resources", context: str = VALUES) -> Value:
        """The evaluated value of a node."""
        recorder = self._recorders.get((section, context))
        if recorder is None:
            recorder = self._recorders[section, context] = self._recorder(section, context)
        if id(node) not in recorder.seen:
            recorder.value(node)
        return recorder.seen[id(node)]

    def condition(self, name: str) -> Present:
        """The current value of a condition of the template."""
        outcome = self.conditions.outcomes.get(name)
        return presented(Unknown() if outcome is None or outcome.value is None else outcome.value)

    def _recorder(self, section: str, context: str) -> "_Recorder":
        if context == CONDITIONS:
            known = functions_of(self._template.version, CONDITIONS)
            return _Recorder(self._scope, self.conditions, single_phase(Phase.RESOURCES), Unreported(), known)
        return _Recorder(self._scope, self.conditions, IN_OUTPUT if section == "outputs" else IN_RESOURCE, Unreported())


class _Recorder(Evaluator):
    """An evaluator that records the value of each node."""

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self.seen: dict[int, Value] = {}

    def value(self, node: Node) -> Value:
        found = super().value(node)
        self.seen[id(node)] = found
        return found


def scope_of(template: Template, around: Surroundings, given: Mapping[str, Any]) -> tuple[Scope, Conditions]:
    """The scope of a template under given values, with hidden ones masked, and its conditions, which see the values."""
    states = take_values(template, given, {}, Unreported())
    hidden = frozenset(name for name, parameter in template.parameters.items() if parameter.hidden)
    scope = Scope(template, around, {**STACK, **{name: state.value for name, state in states.items()}}, hidden)
    conditions = Conditions(scope, Unreported())
    enabled = {name: _enabled(resource.field("condition"), conditions) for name, resource in template.resources.items()}
    return replace(scope, enabled=enabled, masked=bool(hidden)), conditions


def _enabled(node: Node | None, conditions: Conditions) -> bool | Unknown:
    if node is None:
        return True
    if isinstance(node, MappingNode) or (isinstance(node, Scalar) and isinstance(node.value, str | bool)):
        return conditions.test(node, Phase.RESOURCES, Unreported())
    return Unknown()


def presented(value: Value) -> Present:
    """A value for display."""
    if value is ELIDED:
        return Present("left-out")
    if isinstance(value, Unknown):
        return Present("unknown", ", ".join(value.sources))
    text = json.dumps(to_json(value), ensure_ascii=False)
    state: State = "hidden" if MASK in text else "known" if is_known(value) else "unknown"
    return Present(state, text if len(text) <= LONGEST else text[: LONGEST - 1] + "…")
