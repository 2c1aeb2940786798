"""What the sources of catalogues have in common: facts in the form of a catalogue, filled up from the shipped one."""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib import resources
from typing import Any

from hotcore.catalogue.schema import STATUSES
from hotcore.catalogue.stated import with_groups

FORMAT = 1
"""The form of the data of a catalogue."""

SHIPPED = "heat-27.json"

Facts = dict[str, Any]

_TYPE_NAME = re.compile(r"\b(?:OS|AWS)::\w+(?:::\w+)*")
_TOLD_BY_NOBODY = ("references", "replaced_by")
_NOT_TOLD_OF_PROPERTIES = ("support_status", "implemented", "allow_conversion")
_NOT_TOLD_OF_TYPES = (
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
    """The data of the catalogue that comes with hotcore, to be changed at will."""
    text = resources.files("hotcore.catalogue").joinpath(SHIPPED).read_text(encoding="utf-8")
    data: Facts = json.loads(text)
    return data


def without_nothing(**facts: Any) -> Facts:
    """The facts without those that say nothing: absent, false and empty ones."""
    return {key: value for key, value in facts.items() if value}


def support_status(told: Mapping[str, Any], *, always: bool = False) -> Facts:
    """A support status as Heat tells it: `status`, `version`, `message`, `previous_status`.

    Of the message only the types that it mentions are kept.  That something is supported is said only if `always`.
    """
    status = told.get("status") if told.get("status") in STATUSES else "SUPPORTED"
    mentioned = _TYPE_NAME.findall(told.get("message") or "")
    return ({"status": status} if always or status != "SUPPORTED" else {}) | without_nothing(
        version=told.get("version"), previous=list(_previous(told)), see=sorted(set(mentioned))
    )


def _previous(told: Mapping[str, Any]) -> Iterator[Facts]:
    """The statuses before, newest first."""
    while told := told.get("previous_status") or {}:
        yield support_status({"status": told.get("status"), "version": told.get("version")}, always=True)


def filled(types: Mapping[str, Facts], *, from_api: bool = False) -> Facts:
    """The `types`, other names for them (`aliases`), and the kinds of things that their properties name (`references`).

    Facts that Heat does not tell of itself come from the shipped catalogue, as far as it knows the type and the
    property: what values name, what replaces old properties, relations between properties.  With `from_api`, so
    does what the API leaves out: hidden properties, policies, how far a property is supported.
    """
    shipped = shipped_facts()
    kinds = frozenset(name for name, kind in shipped["references"].items() if kind["kind"] != "format")
    filling = _Filling(kinds, _TOLD_BY_NOBODY + (_NOT_TOLD_OF_PROPERTIES if from_api else ()))
    for name, facts in types.items():
        known = shipped["types"].get(name, {})
        if from_api:
            _fill(facts, known, _NOT_TOLD_OF_TYPES)
            _add_hidden(facts["properties"], known.get("properties", {}))
            _fill_attributes(facts["attributes"], known.get("attributes", {}))
        elif known.get("admin"):
            facts["admin"] = True
        filling.properties(facts["properties"], known.get("properties", {}))
    aliases = {name: target for name, target in shipped["aliases"].items() if _leads_to(target, types)}
    return {"types": with_groups(types), "aliases": aliases, "references": shipped["references"]}


def _leads_to(target: Any, types: Mapping[str, Facts]) -> bool:
    """Whether an alias stands for a type that is there, or for a template that comes with Heat."""
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
    """Fills properties up with the facts that nobody told; a custom constraint tells the kind that it checks."""

    kinds: frozenset[str]
    untold: tuple[str, ...]

    def properties(self, properties: Facts, known: Mapping[str, Any]) -> None:
        """Fills properties and all that is below them; `known` has the facts of those of the same names."""
        for name, facts in properties.items():
            self.property(facts, known.get(name, {}))

    def property(self, facts: Facts, known: Mapping[str, Any]) -> None:
        """Fills one property."""
        if known.get("type") == facts["type"]:
            _fill(facts, known, self.untold)
        named = sorted({each.get("custom_constraint") for each in facts.get("constraints", ())} & self.kinds)
        if named and "references" not in facts:
            facts["references"] = named
        if "items" in facts:
            self.property(facts["items"], known.get("items", {}))
        self.properties(facts.get("keys", {}), known.get("keys", {}))
