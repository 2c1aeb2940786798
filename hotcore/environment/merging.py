"""The merging of several environments, as in Heat."""

from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import replace
from typing import Any

from hotcore.catalogue import EMPTY, Entry
from hotcore.diagnostics import Diagnostic, Phase, Related, Report, Severity
from hotcore.environment.declaration import (
    DEEP_MERGE,
    DEFAULT_STRATEGY,
    DEFAULTS,
    ENCRYPTED,
    MERGE,
    PARAMETERS,
    REGISTRY,
    SINKS,
    STRATEGIES,
    Environment,
)
from hotcore.environment.strategies import Unmergeable, merged_value
from hotcore.source import Location


def combined(environments: Sequence[Environment], types: Mapping[str, str] | None = None) -> Environment:
    """All environments merged into one; later values override earlier ones, unless a strategy merges them.

    `types` are the types of all parameters, of the template and of nested ones.  Heat ignores values in later
    environments that are for none of them, and needs the types for merging; without `types`, later values override.
    """
    if not environments:
        return Environment()
    merging = _Merging(types)
    for environment in environments:
        merging.take(environment)
    return merging.result(environments)


class _Merging:
    """The state of a merge: the values so far, their locations, and the strategy of each parameter."""

    def __init__(self, types: Mapping[str, str] | None) -> None:
        self.types = types
        self.report = Report()
        self.values: dict[str, dict[str, Any]] = {PARAMETERS: {}, DEFAULTS: {}}
        self.places: dict[str, dict[str, Location]] = {PARAMETERS: {}, DEFAULTS: {}}
        self.chosen: dict[str, Any] = {}
        self.choices: dict[str, Environment] = {}
        self.lists: dict[str, Environment] = {}
        self.registry = EMPTY

    def take(self, environment: Environment) -> None:
        """Merges the next environment."""
        for section, values in ((PARAMETERS, environment.parameters), (DEFAULTS, environment.parameter_defaults)):
            if self.types is not None:
                self.choose(environment, section, [name for name in values if self.is_taken(name, values[name])])
            if self.values[section]:
                self.merge(environment, section, values)
            else:
                self.values[section] = dict(values)
                self.places[section] = dict(environment.places.get(section, {}))
        for section, items in ((SINKS, environment.event_sinks), (ENCRYPTED, environment.encrypted_names)):
            self.take_list(environment, section, items)
        self.registry = self.registry.overridden_by(environment.registry)

    def is_taken(self, name: str, value: Any) -> bool:
        """Whether Heat accepts a value of a later environment."""
        return value is not None and (self.types is None or name in self.types)

    def choose(self, environment: Environment, section: str, names: list[str]) -> None:
        """Selects the strategies of parameters, which must be the same in all environments.

        Strategies that are not a map are an error only when Heat looks one up.
        """
        strategies = environment.place("", STRATEGIES)
        if names and strategies:
            wrong = [d for d in environment.diagnostics if d.code == "bad-section" and d.span == strategies.span]
            self.report.extend(replace(found, severity=Severity.ERROR) for found in wrong)
        for name in names:
            strategy = environment.strategy(name, self.chosen)
            if self.chosen.setdefault(name, strategy) != strategy:
                self.report_conflict(environment, section, name, strategy)
            self.choices.setdefault(name, environment)

    def merge(self, environment: Environment, section: str, values: Mapping[str, Any]) -> None:
        """Merges the values of a section into those of earlier environments."""
        for name, value in values.items():
            place = environment.place(section, name)
            if not self.is_taken(name, value):
                if section == PARAMETERS and value is not None:
                    self.report_unknown(name, place)
                continue
            strategy = self.chosen.get(name)
            if self.types is not None and strategy in (MERGE, DEEP_MERGE):
                try:
                    value = merged_value(
                        self.types[name], self.values[section], name, value, deep=strategy == DEEP_MERGE
                    )
                except Unmergeable as error:
                    self.report_unmergeable(section, name, place, strategy, error)
                    continue
            self.values[section][name] = value
            if place:
                self.places[section][name] = place

    def take_list(self, environment: Environment, section: str, items: tuple[Any, ...]) -> None:
        """Takes a section that is a list; Heat fails when a second environment has the section."""
        if not items:
            return
        if section in self.lists:
            first = self.lists[section].place("", section)
            related = (Related("the earlier section", first.key_span, first.file),) if first else ()
            message = f"Heat cannot merge `{section}`, which an earlier environment also has."
            self.complain("section-twice", message, environment.place("", section), None, related=related, key=True)
        self.lists.setdefault(section, environment)

    def result(self, environments: Sequence[Environment]) -> Environment:
        """The merged environment, with its diagnostics."""
        for found in reversed(list(self.found_from_the_last(environments))):
            self.report.extend(found)
        sinks, encrypted = self.lists.get(SINKS), self.lists.get(ENCRYPTED)
        return Environment(
            self.values[PARAMETERS],
            self.values[DEFAULTS],
            self.report.sorted,
            self.registry,
            encrypted_names=encrypted.encrypted_names if encrypted else (),
            event_sinks=sinks.event_sinks if sinks else (),
            places=self.places,
        )

    def found_from_the_last(self, environments: Sequence[Environment]) -> Iterator[tuple[Diagnostic, ...]]:
        """The diagnostics of each environment, the last one first."""
        replaced: set[str] = set()
        for environment in reversed(environments):
            yield self.found(environment, replaced)
            replaced.update(key for key in environment.registry.written if not _removes(environment, key))

    def found(self, environment: Environment, replaced: Set[str]) -> tuple[Diagnostic, ...]:
        """The diagnostics of an environment; those for replaced entries of the registry become warnings."""
        if not environment.diagnostics or self.registry == environment.registry:
            return environment.diagnostics
        places = [place for key, place in environment.places.get(REGISTRY, {}).items() if key in replaced]
        return tuple(_softened(found, places) for found in environment.diagnostics)

    def complain(
        self,
        code: str,
        message: str,
        place: Location | None,
        parameter: str | None,
        *,
        severity: Severity = Severity.ERROR,
        hint: str | None = None,
        related: tuple[Related, ...] = (),
        key: bool = False,
    ) -> None:
        span = (place.key_span if key else place.span) if place else None
        file = place.file if place else None
        self.report.add(
            Diagnostic(code, message, span, severity, hint, file, parameter, related, phase=Phase.ENVIRONMENT)
        )

    def report_unmergeable(
        self, section: str, name: str, place: Location | None, strategy: str, why: Unmergeable
    ) -> None:
        before = self.places[section].get(name)
        related = (Related("the earlier value", before.key_span, before.file),) if before else ()
        message = f"`{name}` cannot be merged with its value in an earlier environment: {why}"
        hint = f"Its merge strategy is `{strategy}`; with `overwrite`, the later value is used."
        self.complain("bad-merge", message, place, name, hint=hint, related=related)

    def report_unknown(self, name: str, place: Location | None) -> None:
        hint = self.report.did_you_mean(name, self.types or ())
        message = f"The template has no parameter `{name}`; Heat ignores it in any environment but the first."
        self.complain("unknown-value", message, place, name, severity=Severity.WARNING, hint=hint, key=True)

    def report_conflict(self, environment: Environment, section: str, name: str, strategy: Any) -> None:
        at = environment.place(STRATEGIES, name) or environment.place(STRATEGIES, DEFAULT_STRATEGY)
        first = self.choices[name]
        before = (
            first.place(STRATEGIES, name) or first.place(STRATEGIES, DEFAULT_STRATEGY) or first.place(section, name)
        )
        related = (Related("the earlier strategy", before.key_span, before.file),) if before else ()
        message = (
            f"The merge strategy of `{name}` is `{strategy}` here, but `{self.chosen[name]}` in an earlier environment."
        )
        hint = "Use the same strategy for a parameter in all environments, or set it only in the first."
        self.complain(
            "merge-conflict", message, at or environment.place(section, name), name, hint=hint, related=related
        )


def _removes(environment: Environment, key: str) -> bool:
    item = environment.registry.written[key]
    return isinstance(item, Entry) and item.value is None


def _softened(found: Diagnostic, replaced: list[Location]) -> Diagnostic:
    """The diagnostic, as a warning when it is about something that is replaced."""
    if found.span and found.severity is Severity.ERROR:
        for place in replaced:
            if place.key_span.start <= found.span.start and found.span.end <= place.span.end:
                return replace(found, severity=Severity.WARNING)
    return found
