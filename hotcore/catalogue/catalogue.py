"""The catalogue: the resource types of one release of Heat, read from JSON."""

import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from typing import Any

from hotcore.catalogue.packaged import packaged
from hotcore.catalogue.plugin_relations import stated_groups, with_groups
from hotcore.catalogue.property_groups import BadGroup
from hotcore.catalogue.reading import reference_kind, resource_type
from hotcore.catalogue.schema import PropertySchema, ReferenceKind, ResourceType
from hotcore.catalogue.type_descriptions import with_descriptions
from hotcore.constraints import BadOptions
from hotcore.runtime import cached_property
from hotcore.values import kind_of

FORMAT = 1
"""The supported version of the catalogue format."""

_SHIPPED = "heat-27.json"
_BEHAVIOUR = "heat-27-behaviour.json"
"""What is not in the schemas of that release's plug-ins, by type: the last fields of `ResourceType`, which say how the
plug-ins behave, and `replaced_attributes`, what supersedes retired attributes."""

_MAPS = ("types", "aliases", "references", "template_versions")


class BadCatalogue(Exception):
    """A text that is not a valid catalogue; the message says what is wrong."""


class Catalogue:
    """The resource types of a release of Heat; each is created on first use.

    `name` is its name in messages, `heat` the release, `cloud` the cloud whose Heat has these types and, apart from
    those that an environment maps, no others.
    """

    def __init__(self, data: Mapping[str, Any], name: str) -> None:
        self.name = name
        self.heat: str = data.get("heat", "")
        self.cloud: str = data.get("cloud", "")
        self._versions: Mapping[str, Any] = data.get("template_versions", {})
        self._types: Mapping[str, Any] = data["types"]
        self._aliases: Mapping[str, Any] = data.get("aliases", {})
        self._references: Mapping[str, Any] = data.get("references", {})
        self._loaded: dict[str, ResourceType] = {}

    @property
    def owner(self) -> str:
        """Who has these types, in messages: a cloud, or a release of Heat."""
        return self.cloud or f"Heat {self.heat}".strip()

    @cached_property
    def template_versions(self) -> Mapping[str, frozenset[str]]:
        """The names of the functions of each template version, by its date; empty if the catalogue does not say."""
        return {date: frozenset(map(str, functions)) for date, functions in self._versions.items()}

    def has_function(self, version: str, name: str) -> bool:
        """Whether templates of a version, given by its date, can call a function, as far as the catalogue says."""
        known = self.template_versions.get(version)
        return known is None or name in known

    @cached_property
    def type_names(self) -> tuple[str, ...]:
        """The names of all types without aliases, in alphabetical order."""
        return tuple(sorted(self._types))

    @cached_property
    def offered_types(self) -> tuple[str, ...]:
        """The names of the types that Heat neither hides nor retires, in alphabetical order."""
        named = ((name, self._types[name].get("support_status") or {}) for name in self.type_names)
        return tuple(name for name, support in named if support.get("status", "SUPPORTED") == "SUPPORTED")

    @cached_property
    def references(self) -> Mapping[str, ReferenceKind]:
        """The kinds of things that values can reference."""
        return {name: reference_kind(name, data) for name, data in self._references.items()}

    def find(self, name: str) -> ResourceType | None:
        """The type with this name or alias, or None."""
        found = self._loaded.get(name)
        if found is None:
            name = self.own_name(name)
            found = self._loaded.get(name)
        if found is None and name in self._types:
            facts = with_descriptions(name, {**_behaviour().get(name, {}), **self._types[name]})
            found = self._loaded[name] = resource_type(name, facts, stated_groups().get(name, ()))
        return found

    def makers(self, schema: PropertySchema) -> tuple[str, ...]:
        """The resource types that a property, or each item of its list, can reference."""
        inner = schema
        while inner.items is not None and inner.items.keys is None:
            inner = inner.items
        kinds = (self.references.get(name) for name in (*schema.references, *inner.references))
        return tuple(dict.fromkeys(name for kind in kinds if kind is not None for name in kind.types))

    def has(self, name: str) -> bool:
        """Whether Heat has a type or alias with this name; `find` does not return templates that come with Heat."""
        return self.own_name(name) in self._types or name in self._aliases

    def own_name(self, name: str) -> str:
        """The type's own name, for its name or an alias."""
        if name in self._types:
            return name
        target = self._aliases.get(name)
        if target is None:
            target = next(self._targets(name), name)
        return target if isinstance(target, str) else name

    def _targets(self, name: str) -> Any:
        """The targets of a name under aliases with a `*`."""
        for alias, target in self._aliases.items():
            if alias.endswith("*") and isinstance(target, str) and name.startswith(alias[:-1]):
                yield target.removesuffix("*") + name[len(alias) - 1 :]


@cache
def shipped_catalogue() -> Catalogue:
    """The catalogue that comes with hotcore."""
    data = packaged(_SHIPPED)
    for name, body in data["types"].items():
        body.update({"any_properties": False, "snapshot": False, **_behaviour().get(name, {})})
    return Catalogue({**data, "types": with_groups(data["types"])}, _SHIPPED)


_IN_USE: ContextVar[Callable[[], Catalogue]] = ContextVar("catalogue in use", default=shipped_catalogue)


def catalogue_in_use() -> Catalogue:
    """The catalogue where none is given: the shipped one, or the one that `using_catalogue` sets."""
    return _IN_USE.get()()


@contextmanager
def using_catalogue(find: Callable[[], Catalogue]) -> Iterator[None]:
    """Sets the catalogue for everything that runs inside; it is looked for when it is needed."""
    token = _IN_USE.set(find)
    try:
        yield
    finally:
        _IN_USE.reset(token)


@cache
def _behaviour() -> Mapping[str, Mapping[str, Any]]:
    """Behaviour of types that is not in their schemas, by name; a catalogue overrides it."""
    behaviour: Mapping[str, Mapping[str, Any]] = packaged(_BEHAVIOUR)["types"]
    return behaviour


def read_catalogue(text: str, name: str) -> Catalogue:
    """A catalogue from its JSON text; raises `BadCatalogue` for anything else."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadCatalogue(f"{name} is not JSON: {error}") from None
    if not isinstance(data, dict):
        raise BadCatalogue(f"{name} is not a catalogue: expected a map, not {kind_of(data)}.")
    if data.get("format") != FORMAT:
        raise BadCatalogue(f"{name} is not a catalogue of format {FORMAT}.")
    for key in _MAPS:
        if not isinstance(data.get(key, {}), dict) or (key == "types" and key not in data):
            raise BadCatalogue(f"{name} is not a catalogue: `{key}` must be a map.")
    catalogue = Catalogue(data, name)
    for key in data["types"]:
        try:
            catalogue.find(key)
        except BadGroup as error:
            raise BadCatalogue(f"{name}: invalid properties group of `{key}`: {error}") from None
        except (BadOptions, KeyError, TypeError, ValueError, AttributeError, RecursionError) as error:
            raise BadCatalogue(f"{name}: invalid resource type `{key}` ({error}).") from None
    try:
        catalogue.references  # noqa: B018  evaluated here, so that errors are reported now
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise BadCatalogue(f"{name}: invalid references ({error}).") from None
    try:
        catalogue.template_versions  # noqa: B018  likewise
    except TypeError as error:
        raise BadCatalogue(f"{name}: invalid template versions ({error}).") from None
    return catalogue
