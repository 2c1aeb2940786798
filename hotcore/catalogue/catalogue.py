"""A catalogue: the resource types of one release of Heat, read from the JSON that describes them."""

import json
from collections.abc import Mapping
from functools import cache, cached_property
from importlib import resources
from typing import Any

from hotcore.catalogue.property_groups import BadGroup
from hotcore.catalogue.reading import reference_kind, resource_type
from hotcore.catalogue.schema import PropertySchema, ReferenceKind, ResourceType
from hotcore.catalogue.stated import stated_groups, with_groups
from hotcore.constraints import BadOptions
from hotcore.values import kind_of

FORMAT = 1
"""The form of the data that is understood here."""

_SHIPPED = "heat-27.json"
_BEHAVIOUR = "heat-27-behaviour.json"
"""What the plug-ins of that release do beyond their schemas, by type: the last fields of `ResourceType`."""

_MAPS = ("types", "aliases", "references")


class BadCatalogue(Exception):
    """A text that is no catalogue; the message says what is wrong with it."""


class Catalogue:
    """The resource types of a release of Heat; each is made when it is first asked for.

    `name` is what it is called in messages, `heat` the release, `type_names` has the types' own names in alphabetical
    order, without aliases.
    """

    def __init__(self, data: Mapping[str, Any], name: str) -> None:
        self.name = name
        self.heat: str = data.get("heat", "")
        self._types: Mapping[str, Any] = data["types"]
        self._aliases: Mapping[str, Any] = data.get("aliases", {})
        self._references: Mapping[str, Any] = data.get("references", {})
        self._made: dict[str, ResourceType] = {}

    @cached_property
    def type_names(self) -> tuple[str, ...]:
        """The names of all types, in alphabetical order."""
        return tuple(sorted(self._types))

    @cached_property
    def references(self) -> Mapping[str, ReferenceKind]:
        """The kinds of things that values name."""
        return {name: reference_kind(name, data) for name, data in self._references.items()}

    def find(self, name: str) -> ResourceType | None:
        """The type of a name or of what the name is an alias for, or None."""
        found = self._made.get(name)
        if found is None:
            name = self.own_name(name)
            found = self._made.get(name)
        if found is None and name in self._types:
            facts = {**_behaviour().get(name, {}), **self._types[name]}
            found = self._made[name] = resource_type(name, facts, stated_groups().get(name, ()))
        return found

    def makers(self, schema: PropertySchema) -> tuple[str, ...]:
        """The types of resources that a property, or each item of its lists, refers to."""
        inner = schema
        while inner.items is not None and inner.items.keys is None:
            inner = inner.items
        kinds = (self.references.get(name) for name in (*schema.references, *inner.references))
        return tuple(dict.fromkeys(name for kind in kinds if kind is not None for name in kind.types))

    def has(self, name: str) -> bool:
        """Whether Heat knows the name; it may stand for a template that comes with Heat, which `find` does not have."""
        return self.own_name(name) in self._types or name in self._aliases

    def own_name(self, name: str) -> str:
        """The name that a type has itself: another one for an alias."""
        if name in self._types:
            return name
        target = self._aliases.get(name)
        if target is None:
            target = next(self._targets(name), name)
        return target if isinstance(target, str) else name

    def _targets(self, name: str) -> Any:
        """What the aliases with a `*` make of a name."""
        for alias, target in self._aliases.items():
            if alias.endswith("*") and isinstance(target, str) and name.startswith(alias[:-1]):
                yield target.removesuffix("*") + name[len(alias) - 1 :]


@cache
def shipped_catalogue() -> Catalogue:
    """The catalogue that comes with hotcore."""
    data = _packaged(_SHIPPED)
    for name, body in data["types"].items():
        body.update({"any_properties": False, "snapshot": False, **_behaviour().get(name, {})})
    return Catalogue({**data, "types": with_groups(data["types"])}, _SHIPPED)


@cache
def _behaviour() -> Mapping[str, Mapping[str, Any]]:
    """How types of Heat behave beyond their schemas, by name; a catalogue that says something else is believed."""
    behaviour: Mapping[str, Mapping[str, Any]] = _packaged(_BEHAVIOUR)["types"]
    return behaviour


def _packaged(name: str) -> Any:
    return json.loads(resources.files("hotcore.catalogue").joinpath(name).read_text(encoding="utf-8"))


def read_catalogue(text: str, name: str) -> Catalogue:
    """A catalogue from its JSON text; raises `BadCatalogue` for anything else."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadCatalogue(f"{name} is not JSON: {error}") from None
    if not isinstance(data, dict):
        raise BadCatalogue(f"{name} is no catalogue: a map was expected, not {kind_of(data)}.")
    if data.get("format") != FORMAT:
        raise BadCatalogue(f"{name} is no catalogue of format {FORMAT}.")
    for key in _MAPS:
        if not isinstance(data.get(key, {}), dict) or (key == "types" and key not in data):
            raise BadCatalogue(f"{name} is no catalogue: `{key}` has to be a map.")
    catalogue = Catalogue(data, name)
    for key in data["types"]:
        try:
            catalogue.find(key)
        except BadGroup as error:
            raise BadCatalogue(f"{name}: a properties group of `{key}` is wrong: {error}") from None
        except (BadOptions, KeyError, TypeError, ValueError, AttributeError, RecursionError) as error:
            raise BadCatalogue(f"{name}: the resource type `{key}` is not understood ({error}).") from None
    try:
        catalogue.references  # noqa: B018  made here, so that what is wrong with it is told now
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise BadCatalogue(f"{name}: the references are not understood ({error}).") from None
    return catalogue
