"""Stand-in attributes: values typed for attributes that only a live stack knows, to preview outputs."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from designer.fill.values.texts import read_collection

PREFIX = "attribute-"


@dataclass(frozen=True, slots=True)
class StandIn:
    """An attribute of a resource, and the text typed for it."""

    resource: str
    attribute: str
    number: int
    text: str

    @property
    def field_name(self) -> str:
        """The name of its field in the form."""
        return f"{PREFIX}{self.resource}.{self.attribute}"


def stand_ins(wanted: Iterable[tuple[str, str]], texts: Mapping[str, str]) -> list[StandIn]:
    """Return a field for every attribute that the template reads, with the typed text."""
    return [
        StandIn(resource, attribute, number, texts.get(f"{resource}.{attribute}", ""))
        for number, (resource, attribute) in enumerate(wanted)
    ]


def attributes_of(fields: Iterable[StandIn]) -> dict[str, dict[str, object]]:
    """Return the typed values by resource and attribute; empty fields are left out."""
    found: dict[str, dict[str, object]] = {}
    for field in fields:
        if field.text:
            found.setdefault(field.resource, {})[field.attribute] = typed(field.text)
    return found


def typed(text: str) -> object:
    """Return a text parsed as JSON, or as a list or map in YAML; any other text as it is."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        pass
    collection = read_collection(text) if text.lstrip()[:1] in ("[", "{") else None
    return text if collection is None else collection
