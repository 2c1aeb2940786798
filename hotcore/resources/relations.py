"""The check of relations between the properties of a resource, as its type declares them.

Groups are checked in sequence, each by itself.  A diagnostic is an error when Heat certainly refuses too, whatever the
values that are not known yet, or that are given but empty, which some plug-ins ignore; otherwise it is a warning.  A
property that an undecided `if` may omit is no reason to complain.
"""

from collections.abc import Collection, Hashable, Iterator, Mapping
from dataclasses import field

from hotcore.catalogue import (
    Group,
    Path,
    PropertySchema,
    ResourceType,
    StatedGroup,
    VersionRule,
    Versions,
    demand,
    is_hidden,
    lacking,
    outcomes,
    property_at,
    without,
)
from hotcore.diagnostics import Diagnostic, Phase, Related, Report, Severity
from hotcore.evaluation import Provenance, Trail
from hotcore.runtime import dataclass
from hotcore.source import Span
from hotcore.spelling import listed
from hotcore.syntax import Mapping as MappingNode
from hotcore.template import Resource
from hotcore.values import Unknown, Value

Outcomes = frozenset[bool]

_YES, _NO, _OPEN = frozenset({True}), frozenset({False}), frozenset({True, False})
_KNOWN_TO_BE_GIVEN = ("get_param ", "get_resource ")


@dataclass(frozen=True, slots=True)
class Given:
    """Whether a property is given: by the rule of properties groups, and by anything that Heat may do."""

    rule: Outcomes
    heat: Outcomes
    trail: Trail = ()


_ABSENT = Given(_NO, _NO)


@dataclass(slots=True)
class RelationCheck:
    """The check of the relations between the properties of one resource.

    `values` are the resolved properties, `provenance` maps them back to the template, `versions` are the configured
    API versions.  The values at the trails in `refused` were reported to be wrong.  Unknown properties that were
    reported may have been meant to be those in `astray`; None stands for any.
    """

    resource: Resource
    kind: ResourceType
    values: Mapping[Hashable, Value]
    provenance: Provenance
    versions: Versions
    report: Report
    refused: Collection[Trail] = ()
    astray: Collection[str | None] = ()
    _found: dict[Path, Given] = field(init=False, default_factory=dict)

    def check(self) -> None:
        """Reports the broken relations, in order."""
        for stated in self.kind.relations.broken(self.values, self.versions):
            if True not in outcomes(stated.group, lambda path: self._given(path).rule, self.versions):
                self._broken(stated)

    def _given(self, path: Path) -> Given:
        found = self._found.get(path)
        if found is None:
            found = self._found[path] = self._below(self.values, path.names, ())
        return found

    def _below(self, value: Value, names: tuple[str, ...], trail: Trail) -> Given:
        """Whether a path of names below a value is given."""
        if not names:
            return Given(*self._outcomes(value, trail), trail)
        if isinstance(value, Unknown):
            return Given(_OPEN, _OPEN, trail)
        if isinstance(value, list):
            return _any(self._below(item, names, (*trail, position)) for position, item in enumerate(value))
        if isinstance(value, dict) and names[0] in value:
            return self._below(value[names[0]], names[1:], (*trail, names[0]))
        return _ABSENT

    def _outcomes(self, value: Value, trail: Trail) -> tuple[Outcomes, Outcomes]:
        if value is None:
            return _NO, _OPEN
        if not isinstance(value, Unknown):
            return _YES, _YES if value and not self._is_stand_in(trail) else _OPEN
        node = self.provenance.node(trail)
        undecided = isinstance(node, MappingNode) and node.sole_key == "if"
        if not value.sources or undecided:
            return _OPEN, _OPEN
        return _YES, _YES if all(source.startswith(_KNOWN_TO_BE_GIVEN) for source in value.sources) else _OPEN

    def _is_stand_in(self, trail: Trail) -> bool:
        """Whether a value may come from attributes that stand in for those of a live stack."""
        surroundings = self.provenance.evaluator.scope.surroundings
        return bool(surroundings.attributes) and not surroundings.created and not self.provenance.is_written(trail)

    def _broken(self, stated: StatedGroup) -> None:
        """Reports a broken relation, unless that follows from a reported error."""
        given = [path for path in dict.fromkeys(stated.group.paths()) if True in self._given(path).rule]
        if self._is_covered(stated.group, given):
            return
        sure = True not in outcomes(stated.group, lambda path: self._given(path).heat, self.versions)
        places = sorted(((self.provenance.key_span(self._given(path).trail), path) for path in given), key=_start)
        span = places[-1][0] if places else self._section_span()
        source = self.resource.node.source
        self.report.add(
            Diagnostic(
                "properties-group",
                f"{self._demand(stated.group, given)}: {self._found_words(stated.group, given)}.",
                span,
                Severity.ERROR if sure else Severity.WARNING,
                None,
                None if source.name == "template" else source.name,
                related=tuple(Related(f"{path} is given here", place) for place, path in places[:-1]),
                phase=Phase.RESOURCE_VALUES,
                missing=self.provenance.places(self.resource, "properties", self._lacking(stated.group)),
            )
        )

    def _lacking(self, group: Group) -> Iterator[Trail]:
        """The trails of properties that could be added, without old names."""
        for path in lacking(group, lambda path: self._given(path).rule, self.versions):
            trail = self._first_gap(path.names)
            if trail and not is_hidden(self.kind.properties, path):
                yield trail

    def _first_gap(self, names: tuple[str, ...]) -> Trail:
        """The trail along the names up to the first missing one; into a list only when it has a single item."""
        value: Value = self.values
        trail: Trail = ()
        for name in names:
            if isinstance(value, list) and len(value) == 1:
                value, trail = value[0], (*trail, 0)
            if not isinstance(value, Mapping):
                return () if value or isinstance(value, Unknown) else trail
            trail = (*trail, name)
            if name not in value:
                break
            value = value[name]
        return trail

    def _is_covered(self, group: Group, given: list[Path]) -> bool:
        """Whether another diagnostic covers it: a required property is missing or has an unknown name, an expected
        value is null, or an old and a new name are both given."""
        if not given:
            unknown = None in self.astray or any(path.names[0] in self.astray for path in group.paths())
            required = any((schema := self._schema(path)) and schema.required for path in group.paths())
            empty = any(path.names in self.refused for path in group.paths())
            return unknown or required or empty
        names = {".".join(path.names) for path in given}
        return any((schema := self._schema(path)) and names & set(schema.replaced_by) for path in given)

    def _demand(self, group: Group, given: list[Path]) -> str:
        """What the relation demands, without "not both" when nothing is given."""
        said = demand(self._shown(group, given))
        return said if given else said.removesuffix(", not both")

    def _shown(self, group: Group, given: list[Path]) -> Group:
        """The relation without old names that are not given."""
        return without(group, lambda path: path not in given and is_hidden(self.kind.properties, path)) or group

    def _found_words(self, group: Group, given: list[Path]) -> str:
        if isinstance(group, VersionRule):
            return f"version {self.versions[group.client_plugin]} is configured"
        shown = [str(path) for path in given]
        if len(shown) > 1:
            return f"{listed(shown)} are given"
        none = "neither is given" if len(list(self._shown(group, given).paths())) == 2 else "none of them is given"
        return f"only {shown[0]} is given" if shown else none

    def _schema(self, path: Path) -> PropertySchema | None:
        return property_at(self.kind.properties, path)

    def _section_span(self) -> Span:
        """The key of the properties, or the name of a resource without them."""
        if self.resource.field("properties") is not None:
            return self.resource.node.key_span("properties")
        return self.resource.span


def _any(found: Iterator[Given]) -> Given:
    """Whether any of several is given, and the first that is or may be."""
    items = list(found)
    first = next((each for each in items if True in each.rule), _ABSENT)
    return Given(_any_outcome([each.rule for each in items]), _any_outcome([each.heat for each in items]), first.trail)


def _any_outcome(of: list[Outcomes]) -> Outcomes:
    if _YES in of:
        return _YES
    return _OPEN if _OPEN in of else _NO


def _start(place: tuple[Span, Path]) -> int:
    return place[0].start
