"""Facts about resource types in the format of a catalogue, completed from the shipped one."""

from collections.abc import Iterator, Mapping
from typing import Any

from hotcore.catalogue.packaged import packaged
from hotcore.catalogue.plugin_relations import with_groups
from hotcore.catalogue.schema import STATUSES
from hotcore.runtime import dataclass, regex

FORMAT = 1
"""The version of the catalogue format."""

SHIPPED = "heat-27.json"

Facts = dict[str, Any]

_TYPE_NAME = regex(r"\b(?:OS|AWS)::\w+(?:::\w+)*")
_NEVER_REPORTED = ("references", "replaced_by")
_PROPERTY_FACTS_NOT_IN_API = ("support_status", "implemented", "allow_conversion")
_TYPE_FACTS_NOT_IN_API = (
    "admin",
    "client",
    "extension",
    "entity",
    "update_policy",
    "nested_stack",
    "signal",
    "implicit_dependencies",
)


def shipped_facts() -> Facts:
    """A fresh copy of the data of the shipped catalogue."""
    data: Facts = packaged(SHIPPED)
    return data


def nonempty(**facts: Any) -> Facts:
    """The facts without absent, false and empty ones."""
    return {key: value for key, value in facts.items() if value}


def support_status(reported: Mapping[str, Any], *, always: bool = False) -> Facts:
    """The facts of a support status as Heat reports it: `status`, `version`, `message`, `previous_status`.

    Only the types that the message mentions are kept.  The status `SUPPORTED` is omitted unless `always` is set.
    """
    status = reported.get("status") if reported.get("status") in STATUSES else "SUPPORTED"
    mentioned = _TYPE_NAME.findall(reported.get("message") or "")
    return ({"status": status} if always or status != "SUPPORTED" else {}) | nonempty(
        version=reported.get("version"), previous=list(_previous(reported)), see=sorted(set(mentioned))
    )


def _previous(reported: Mapping[str, Any]) -> Iterator[Facts]:
    """The previous statuses, newest first."""
    while reported := reported.get("previous_status") or {}:
        yield support_status({"status": reported.get("status"), "version": reported.get("version")}, always=True)


def filled(types: Mapping[str, Facts], *, from_api: bool = False) -> Facts:
    """The `types`, their `aliases`, and the kinds of things that their properties reference (`references`).

    Facts that Heat does not report come from the shipped catalogue, as far as it has the type and the property: what
    values name, replacements of old properties, relations between properties.  With `from_api`, so do those that the
    API omits: hidden properties, policies, support statuses of properties.
    """
    shipped = shipped_facts()
    kinds = frozenset(name for name, kind in shipped["references"].items() if kind["kind"] != "format")
    filling = _Filling(kinds, _NEVER_REPORTED + (_PROPERTY_FACTS_NOT_IN_API if from_api else ()))
    for name, facts in types.items():
        known = shipped["types"].get(name, {})
        if from_api:
            _fill(facts, known, _TYPE_FACTS_NOT_IN_API)
            _add_hidden(facts["properties"], known.get("properties", {}))
            _fill_attributes(facts["attributes"], known.get("attributes", {}))
        elif known.get("admin"):
            facts["admin"] = True
        filling.properties(facts["properties"], known.get("properties", {}))
    aliases = {name: target for name, target in shipped["aliases"].items() if _target_exists(target, types)}
    return {"types": with_groups(types), "aliases": aliases, "references": shipped["references"]}


def _target_exists(target: Any, types: Mapping[str, Facts]) -> bool:
    """Whether the target of an alias is a known type, or a template that comes with Heat."""
    if not isinstance(target, str):
        return True
    return target in types or (target.endswith("*") and any(name.startswith(target[:-1]) for name in types))


def _fill(facts: Facts, known: Mapping[str, Any], keys: tuple[str, ...]) -> None:
    facts.update({key: known[key] for key in keys if key in known and key not in facts})


def _add_hidden(properties: Facts, known: Mapping[str, Any]) -> None:
    for name, facts in known.items():
        if name not in properties and (_is_hidden(facts) or facts.get("implemented") is False):
            properties[name] = facts


def _is_hidden(facts: Mapping[str, Any]) -> bool:
    return bool(facts.get("support_status", {}).get("status") == "HIDDEN")


def _fill_attributes(attributes: Facts, known: Mapping[str, Any]) -> None:
    for name, facts in known.items():
        if name in attributes:
            _fill(attributes[name], facts, ("cached", "support_status"))
        elif _is_hidden(facts):
            attributes[name] = facts


@dataclass(frozen=True, slots=True)
class _Filling:
    """Completes properties with missing facts; a custom constraint implies the kind of reference that it checks."""

    kinds: frozenset[str]
    missing: tuple[str, ...]

    def properties(self, properties: Facts, known: Mapping[str, Any]) -> None:
        """Completes properties recursively; `known` has the facts of the properties with the same names."""
        for name, facts in properties.items():
            self.property(facts, known.get(name, {}))

    def property(self, facts: Facts, known: Mapping[str, Any]) -> None:
        """Completes one property."""
        if known.get("type") == facts["type"]:
            _fill(facts, known, self.missing)
        named = sorted({each.get("custom_constraint") for each in facts.get("constraints", ())} & self.kinds)
        if named and "references" not in facts:
            facts["references"] = named
        if "items" in facts:
            self.property(facts["items"], known.get("items", {}))
        self.properties(facts.get("keys", {}), known.get("keys", {}))
