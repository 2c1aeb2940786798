"""The check of properties and update policies against the schema of their type, with the result of Heat 27.

Heat checks a property in two steps.  The type of a value, and that nothing required is missing, are always checked,
with the values that functions have before anything is created.  Constraints, and unknown keys of maps, are left until
the resource is created when the property refers to another resource; what Heat would refuse only then is a warning.
"""

from collections.abc import Collection, Hashable, Mapping
from dataclasses import field

from hotcore.catalogue import PropertySchema, ResourceType, Schemas, deprecation
from hotcore.constraints import Constraint, Refused, breaks
from hotcore.diagnostics import Diagnostic, Fix, Phase, Refusal, Related, Report, Severity, Unreported
from hotcore.evaluation import Evaluator, Provenance, Slip, Trail, slip_at
from hotcore.parameters import nearest_allowed, repair_of_property
from hotcore.resources.plugin_checks import broken_rules
from hotcore.resources.property_messages import parameter_type_hint, unknown_key_hint, wrong_type_hint
from hotcore.resources.property_types import null_of, to_property, type_in_words
from hotcore.resources.reference_kinds import referred_resource, wrong_kind
from hotcore.resources.refusal_causes import refused_property
from hotcore.resources.renaming import renaming
from hotcore.resources.trail_words import last_name, subject
from hotcore.runtime import dataclass
from hotcore.source import Span
from hotcore.spelling import listed
from hotcore.syntax import Mapping as MappingNode
from hotcore.template import Parameter, Resource, handed_parameter
from hotcore.values import Unknown, Value, is_known, kind_of

_EMPTY = {"": "an empty string", "[]": "an empty list", "{}": "an empty map"}
_PLURALS = {"property": "properties", "key": "keys"}

_MOST_REPAIRED = 50
"""Diagnostics in a report after which no more legal values are searched for."""


@dataclass(slots=True)
class FieldCheck:
    """The check of one field of a resource: of its `properties`, or its `update_policy`."""

    resource: Resource
    """The resource."""
    kind: ResourceType
    """Its type."""
    node: MappingNode | None
    """The node of the field; None where it is left out."""
    evaluator: Evaluator
    """Evaluates the values of the field."""
    report: Report
    """Takes the diagnostics."""
    schemas: Mapping[str, PropertySchema]
    """The schemas of the field's members."""
    early: Phase = Phase.RESOURCE_FUNCTIONS
    """The phase in which Heat finds unknown names."""
    late: Phase = Phase.RESOURCE_VALUES
    """The phase in which Heat finds all other errors."""
    what: str = "property"
    """What messages call a member."""
    misplaced: bool = False
    """Whether unknown keys of the resource were reported, so that missing properties may be below them."""
    provenance: Provenance = field(init=False)
    """Where the values come from."""
    _waiting: dict[Hashable, bool] = field(init=False, default_factory=dict)
    _conflicting: set[Trail] = field(init=False, default_factory=set)
    refused: set[Trail] = field(init=False, default_factory=set)
    """Afterwards, the trails of wrong values."""
    astray: set[str | None] = field(init=False, default_factory=set)
    """Afterwards, the properties that unknown ones were probably meant to be, None where that is not known."""

    def __post_init__(self) -> None:
        self.provenance = Provenance(self.node or self.resource.node, self.evaluator)

    def check(self, values: Mapping[Hashable, Value]) -> None:
        """Reports what is wrong with the values of the field."""
        for one, other in self.kind.exclusive if self.what == "property" else ():
            if values.get(one) and values.get(other):
                message = f"`{one}` and `{other}` cannot be used together."
                self._conflict(message, "Remove one of them.", (one,), (other,), values)
        self._members(self.schemas, values, self.node.members if self.node else (), ())
        if self.what == "property":
            self._rules_of_plug_in(values)

    def _rules_of_plug_in(self, values: Mapping[Hashable, Value]) -> None:
        for broken in broken_rules(self.kind.name, values, self.schemas):
            trail = (broken.name,)
            span, severity = self.provenance.key_span(trail), self._computed(trail)
            places = self.provenance.places(self.resource, self._field, [(name,) for name in broken.missing])
            refusals = self._refusals(trail, broken.message) if broken.name in values else ()
            what = self.late, severity, broken.hint
            self._report("plug-in-rule", broken.message, span, *what, missing=places, refusals=refusals)

    def _members(
        self,
        schemas: Mapping[str, PropertySchema],
        values: Mapping[Hashable, Value],
        keys: Collection[Hashable],
        trail: Trail,
    ) -> None:
        """Checks a map with named keys; `keys` are the present ones, even if their value is omitted."""
        known = Schemas.of(schemas)
        replaced = self._replaced(known, values, trail)
        for name, value in values.items():
            schema = known.get(name)  # type: ignore[call-overload]  # no schema for a key that is not a string
            if schema is not None and type(value) not in schema.valid_classes and name not in replaced:
                self._member(schema, value, (*trail, name), known)
        missing = [name for name in known.needed if name not in values and name not in replaced]
        unknown = [key for key in keys if key not in schemas]
        if unknown:
            missing = self._unknown_keys(unknown, missing, schemas, values, trail)
        for key in keys:
            if key in schemas and not schemas[key].implemented and key not in values:  # type: ignore[index]
                self._unimplemented((*trail, key))
        if missing and (trail or not self.misplaced):
            self._missing(missing, trail)

    def _unknown_keys(
        self,
        unknown: list[Hashable],
        missing: list[str],
        schemas: Mapping[str, PropertySchema],
        values: Mapping[Hashable, Value],
        trail: Trail,
    ) -> list[str]:
        """Reports unknown keys; returns the names that are still missing, unless one of the keys was meant to be it."""
        slip = self._slip(trail)
        alone = missing[0] if len(unknown) == len(missing) == 1 and (trail or not self.misplaced) else None
        for key in unknown:
            if self.report.is_full("unknown-property"):
                break
            name, hint = unknown_key_hint(key, schemas, values, self.kind, top=not trail, alone=alone)
            meant = [name] if name in missing else []
            reason = ""
            if slip is not None and slip.key == key:
                name, hint, reason = None, slip.hint, f": it {slip.reason}"
                meant = missing if len(values) == 1 or len(missing) == 1 else []
            self.astray |= set() if trail else {name}
            self._unknown_key((*trail, key), reason, hint, needed=bool(meant))
            missing = [each for each in missing if each not in meant]
        return missing

    def _unknown_key(self, trail: Trail, reason: str, hint: str | None, *, needed: bool) -> None:
        """Reports an unknown key; `needed` if it was probably meant to be a missing one."""
        shown = f"`{trail[-1]}`" if self.provenance.is_written(trail[:-1]) else "with the name that this evaluates to"
        message = f"{self._owner(trail[:-1])} has no {self.what if len(trail) == 1 else 'key'} {shown}{reason}."
        later = self._computed(trail) if needed else self._later(trail)
        phase, severity = (self.early, Severity.ERROR) if len(trail) == 1 else (self.late, later)
        self._report("unknown-property", message, self.provenance.key_span(trail), phase, severity, hint)

    def _slip(self, trail: Trail, *, in_need: bool = False) -> Slip | None:
        """Why a literal map was probably meant as a call."""
        if not self.provenance.is_written(trail):
            return None
        return slip_at(self.provenance.node(trail), self.evaluator.scope.template.version, in_need=in_need)

    def _replaced(self, schemas: Schemas, values: Mapping[Hashable, Value], trail: Trail) -> Collection[str]:
        """The names whose older form is given, and whose value Heat takes from it; using both is reported."""
        if schemas.renamed.keys().isdisjoint(values):
            return ()
        found = set()
        for key, value in values.items():
            if not isinstance(key, str) or key not in schemas.renamed:
                continue
            name = schemas.renamed[key]
            if value is not None or not trail:
                found.add(name)
            is_false_text = value is False and schemas[key].type == "string" and not trail  # a string to Heat
            if values.get(name) and (value or is_false_text):
                message = f"`{key}` is the old name of `{name}`; they cannot be used together."
                self._conflict(message, f"Remove `{key}`.", (*trail, key), (*trail, name), values)
        return found

    def _conflict(self, message: str, hint: str, trail: Trail, other: Trail, values: Mapping[Hashable, Value]) -> None:
        """Reports two properties that cannot be used together."""
        self._conflicting |= {trail, other}
        sure = is_known([values[trail[-1]], values[other[-1]]])
        severity = Severity.ERROR if sure else Severity.WARNING
        related = (Related(f"`{other[-1]}` is given here", self.provenance.key_span(other)),)
        self._report(
            "conflicting-properties", message, self.provenance.key_span(trail), self.late, severity, hint, related
        )

    def _missing(self, names: list[str], trail: Trail) -> None:
        what, span = ("key", self.provenance.key_span(trail)) if trail else (self.what, self._section_span())
        if len(names) > 1:
            what = _PLURALS[what]
        message = f"{self._owner(trail)} needs the {what} {listed(f'`{name}`' for name in names)}."
        places = self.provenance.places(self.resource, self._field, [(*trail, name) for name in names])
        self._report("missing-property", message, span, self.late, self._computed(trail), missing=places)

    def _section_span(self) -> Span:
        """The key of the field, or the name of a resource without it."""
        for key in ("properties", "update_policy"):
            if self.node is not None and self.resource.field(key) is self.node:
                return self.resource.node.key_span(key)
        return self.resource.span

    def _member(self, schema: PropertySchema, value: Value, trail: Trail, siblings: Schemas | None = None) -> None:
        """Checks a value; `siblings` are the schemas of the map that it is in."""
        if not schema.implemented and self._unimplemented(trail):
            return
        if schema.support.status != "SUPPORTED" and trail not in self._conflicting:
            self._deprecated(schema, trail, siblings)
        self._value(schema, value, trail)

    def _deprecated(self, schema: PropertySchema, trail: Trail, siblings: Schemas | None) -> None:
        found = deprecation(f"`{last_name(trail)}`", schema.support, schema.replaced_by)
        if found is not None:
            span, places = self.provenance.key_span(trail), self.provenance.places(self.resource, self._field, [trail])
            fix = renaming(self.evaluator.scope.template.root, places[0], siblings) if places and siblings else None
            self._report("deprecated-property", found.message, span, self.late, found.severity, found.hint, fix=fix)

    def _unimplemented(self, trail: Trail) -> bool:
        """Reports a property that Heat does not implement; whether Heat certainly refuses it."""
        message = f"Heat declares `{last_name(trail)}` of `{self.kind.name}`, but does not implement it."
        top = len(trail) == 1
        phase, severity = (self.early, Severity.ERROR) if top else (self.late, self._later(trail))
        self._report("unimplemented-property", message, self.provenance.key_span(trail), phase, severity, "Remove it.")
        return severity is Severity.ERROR

    def _value(self, schema: PropertySchema, value: Value, trail: Trail) -> None:
        if isinstance(value, Unknown):
            self._unknown_value(schema, value, trail)
            return
        given = value
        try:
            value = to_property(schema, null_of(schema) if value is None else value)
        except Refused:
            self._wrong_type(schema, given, trail)
            return
        if isinstance(value, dict):
            self._map(schema, value, trail)
        elif isinstance(value, list):
            for position, item in enumerate(value):
                self._item(schema, item, (*trail, position))
        if schema.checks and is_known(value):
            self._constraints(schema, value, trail, null=given is None)

    def _map(self, schema: PropertySchema, value: dict[Hashable, Value], trail: Trail) -> None:
        if schema.keys is not None:
            self._members(schema.keys, value, value, trail)
            return
        for key, item in value.items():
            self._item(schema, item, (*trail, key))

    def _item(self, schema: PropertySchema, item: Value, trail: Trail) -> None:
        """Checks an item of a list, or a value of a map with free keys."""
        if schema.items is not None:
            if type(item) not in schema.items.valid_classes:
                self._member(schema.items, item, trail)
        elif schema.references and isinstance(item, Unknown):
            self._reference(schema, trail)

    def _unknown_value(self, schema: PropertySchema, value: Unknown, trail: Trail) -> None:
        """Checks a value that is not known yet: the resource that it refers to."""
        if not value.sources:
            return  # its error was reported
        node = self.provenance.node(trail)
        called = node.sole_key if isinstance(node, MappingNode) else None
        if called in ("get_attr", "Fn::GetAtt"):
            if schema.type == "map":  # before anything is created, Heat takes it for null
                self._map(schema, null_of(schema), trail)
        elif called in ("get_resource", "Ref") and not self._reference(schema, trail):
            self._reference_id(schema, trail)

    def _reference_id(self, schema: PropertySchema, trail: Trail) -> None:
        """Checks the id of a resource where another type than a string is expected."""
        target = referred_resource(self.provenance.node(trail), self.evaluator.scope)
        if target is None:
            return
        try:
            to_property(schema, target.name)
        except Refused:
            none = target.kind is not None and target.kind.no_reference
            severity = Severity.WARNING if none else Severity.ERROR
            message = f"{subject(trail)} must be {type_in_words(schema)}, but `get_resource` returns a string."
            hint = f"Write it as a list: `[{{get_resource: {target.name}}}]`." if schema.type == "list" else None
            self._report("wrong-type", message, self.provenance.span(trail), self.late, severity, hint)

    def _reference(self, schema: PropertySchema, trail: Trail) -> bool:
        """Reports a reference to a resource of the wrong kind."""
        if not schema.references:
            return False
        target = referred_resource(self.provenance.node(trail), self.evaluator.scope)
        wrong = wrong_kind(schema.references, target, self.evaluator.scope) if target else None
        if wrong is None or target is None or target.name == self.resource.name:
            return False  # a dependency on itself is reported elsewhere
        message = f"{subject(trail)} {wrong.expected}; `{target.name}` has the type `{target.type}`."
        span = self.provenance.span(trail)
        self._report("wrong-reference", message, span, self.late, Severity.WARNING, wrong.hint)
        return True

    def _wrong_type(self, schema: PropertySchema, value: Value, trail: Trail) -> None:
        self.refused.add(trail)
        written = self.provenance.is_written(trail)
        found = kind_of(value) if written else "what this evaluates to"
        message = f"{subject(trail)} must be {type_in_words(schema)}, not {found}"
        hint, span = wrong_type_hint(schema, value, written=written), self.provenance.span(trail)
        if (parameter := self._parameter(trail)) and not isinstance(trail[-1], int):
            hint = parameter_type_hint(schema, parameter)
        if slip := self._slip(trail, in_need=True):
            node = self.provenance.node(trail)
            assert isinstance(node, MappingNode)
            message, hint, span = f"{message}: `{slip.key}` {slip.reason}", slip.hint, node.key_span(slip.key)
        details = self._origin(trail), None, (), self._refusals(trail, f"{message}.")
        self._report("wrong-type", f"{message}.", span, self.late, self._computed(trail), hint, *details)

    def _constraints(self, schema: PropertySchema, value: Value, trail: Trail, *, null: bool) -> None:
        broken = next(((c, failure) for c in schema.checks if (failure := c.failure(value))), None)
        if broken is None:
            return
        self.refused.add(trail)
        constraint, failure = broken
        if self.report.is_full(code := constraint.definition.code):
            return
        written = self.provenance.is_written(trail)
        if not written:
            failure = f"Its value must be {constraint.rule}." if constraint.kind == "length" else failure
        converted = f" Heat takes null as {_EMPTY.get(str(value), str(value))}." if null and not value else ""
        words = constraint.description or failure
        end = "" if words.endswith((".", "!", "?")) else "."
        message = f"{subject(trail)} {breaks([constraint.kind])}. {words}{end}{converted}"
        hint, fix = self._repair(schema, value, trail, constraint) if written else (None, None)
        details = self._origin(trail), fix, (), self._refusals(trail, words)
        self._report(code, message, self.provenance.span(trail), self.late, self._later(trail), hint, *details)

    def _repair(
        self, schema: PropertySchema, value: Value, trail: Trail, broken: Constraint
    ) -> tuple[str | None, Fix | None]:
        """What to write in place of a value, and the quick fix for it where there is one."""
        if (hint := nearest_allowed(broken, value)) or len(self.report) > _MOST_REPAIRED:
            return hint, None
        place = ("resources", self.resource.name, self._field, *trail)
        return repair_of_property(schema, value, self.evaluator.scope.template.root, place, self.provenance.node(trail))

    @property
    def _field(self) -> str:
        """The name of the field."""
        return "properties" if self.what == "property" else "update_policy"

    def _owner(self, trail: Trail) -> str:
        """The owner of the keys at the end of a trail, for a message."""
        if not trail:
            return f"`{self.kind.name}`" if self.what == "property" else f"The update policy of `{self.kind.name}`"
        return subject(trail)

    def _origin(self, trail: Trail) -> tuple[Related, ...]:
        """The parameter whose value this is, unchanged, if there is one."""
        parameter = self._parameter(trail)
        return (Related("The value comes from this parameter", parameter.span),) if parameter else ()

    def _parameter(self, trail: Trail) -> Parameter | None:
        """The parameter whose value this is, unchanged, if there is one."""
        return handed_parameter(self.provenance.node(trail), self.evaluator.scope.template)

    def _refusals(self, trail: Trail, message: str) -> tuple[Refusal, ...]:
        """The parameters that a refused value comes from, if any."""
        return refused_property(self.resource, self.kind, self._field, self.provenance, trail, message)

    def _later(self, trail: Trail) -> Severity:
        """The severity of what Heat checks only when it creates the resource, if the property waits for another one."""
        return Severity.WARNING if self._waits(trail[0]) else Severity.ERROR

    def _computed(self, trail: Trail) -> Severity:
        """The severity of an error in a value that may come from a live stack's attributes."""
        scope = self.evaluator.scope
        stand_ins = (bool(scope.surroundings.attributes) or bool(scope.nested)) and not scope.surroundings.created
        return Severity.WARNING if stand_ins and trail and self._waits(trail[0]) else Severity.ERROR

    def _waits(self, key: Hashable) -> bool:
        """Whether a property refers to a resource that does not exist yet."""
        known = self._waiting.get(key)
        if known is None:
            own, around = self.evaluator, self.evaluator.scope.surroundings
            evaluator = Evaluator(own.scope, own.conditions, own.phases, Unreported(), own.known)
            if self.node is not None:
                evaluator.result(self.node.members[key])
            there = around.attributes if around.created else ()
            known = self._waiting[key] = any(name not in there for name in evaluator.references)
        return known

    def _report(
        self,
        code: str,
        message: str,
        span: Span,
        phase: Phase,
        severity: Severity,
        hint: str | None = None,
        related: tuple[Related, ...] = (),
        fix: Fix | None = None,
        missing: tuple[Trail, ...] = (),
        refusals: tuple[Refusal, ...] = (),
    ) -> None:
        source = self.resource.node.source
        file = None if source.name == "template" else source.name
        fix = fix if file is None else None
        found = Diagnostic(code, message, span, severity, hint, file, None, related, phase, fix, missing, refusals)
        self.report.add(found)
