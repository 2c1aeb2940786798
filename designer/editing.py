"""What the design page asks of a text while it is edited: a picture, a gesture, help at a place, a resource's form.

All of it works on the text that the page sends, with the files that are saved beside it; nothing is kept.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

import hotcore
from designer import analysis
from designer.content import Content
from hotcore import assist, drawing, edits
from hotcore import picture as pictures
from hotcore.assist.inspector import Inspected
from hotcore.catalogue import shipped_catalogue
from hotcore.edits.gestures import check_depth, perform

FIRST = ("Nova", "Neutron", "Cinder", "Heat", "Octavia", "Swift")
"""The services whose types stand first in the palette."""


@dataclass(frozen=True)
class Offered:
    """A resource type in the palette; what is `aside` shows only when it is searched for."""

    name: str
    thing: str
    is_deprecated: bool
    aside: bool


def picture(content: Content, values: Mapping[str, Any] | None = None) -> dict[str, Any] | None:
    """Return the picture of a template under some values as JSON-ready data; None while its text cannot be read."""
    document = analysis.document(content)
    if document.template is None:
        return None
    declared = document.template.parameters
    given = {name: value for name, value in (values or {}).items() if name in declared}
    preview = hotcore.preview(document, given)
    drawn = pictures.picture_as_data(pictures.draw(document.template, preview))
    template = document.template
    return {
        **drawn,
        "parameters": {name: parameter.type for name, parameter in template.parameters.items()},
        "conditions": {name: word(state.value) for name, state in preview.conditions.items()},
        "outputs": {name: word(state.enabled) for name, state in preview.outputs.items()},
    }


def word(value: object) -> str:
    """Say a condition's value in a word: true, false or unknown."""
    return str(value).lower() if isinstance(value, bool) else "unknown"


def drawn(content: Content, form: str) -> str | None:
    """Return the picture of a template as a file; None while its text cannot be read."""
    document = analysis.document(content)
    if document.template is None:
        return None
    return drawing.write_picture(pictures.draw(document.template, hotcore.preview(document)), form)


def gesture(text: str, name: str, arguments: Mapping[str, Any], *, everywhere: bool = False) -> edits.Change:
    """Make a gesture on a text. Raises `CannotEdit` and `Shared` in words for the author.

    A value may be given as typed: as YAML under `yaml`, or under `typed` with the type of the property it is for. For
    a new declaration, `yaml` is its body, or a map of the fields that are typed as YAML.
    """
    arguments = dict(arguments)
    check_depth(arguments)
    yaml = arguments.pop("yaml", None)
    if isinstance(yaml, dict) and isinstance(arguments.get("body"), dict):
        arguments["body"] |= {key: assist.read_value(str(value)) for key, value in yaml.items()}
    elif yaml is not None:
        arguments["body" if name == "add" else "value"] = assist.read_value(str(yaml))
    elif "typed" in arguments:
        arguments["value"] = assist.typed_value(str(arguments.pop("typed")), arguments.pop("type", None))
    return perform(text, name, arguments, everywhere=everywhere)


def inspected(content: Content, name: str, extra: str = "") -> Inspected | None:
    """Return a resource for the inspector; None when the text has none of that name, or cannot be read."""
    template = analysis.document(content).template
    return assist.inspect_resource(template, name, shipped_catalogue(), extra) if template else None


@dataclass(frozen=True)
class Service:
    """The resource types of one service, as the palette lists them."""

    name: str
    types: list[Offered]
    is_open: bool

    @property
    def offered(self) -> int:
        """Return how many of them are not set aside."""
        return sum(not one.aside for one in self.types)


@cache
def palette() -> list[Service]:
    """Return the types of the catalogue by service, those that people use most first."""
    services: dict[str, list[Offered]] = {}
    for name in shipped_catalogue().type_names:
        known = shipped_catalogue().find(name)
        if known is None or known.name != name:
            continue
        family, _, rest = name.partition("::")
        service, _, thing = rest.rpartition("::")
        status = known.support.status
        offered = Offered(name, thing, status == "DEPRECATED", status == "HIDDEN" or family != "OS")
        services.setdefault(service if family == "OS" else name.rpartition("::")[0], []).append(offered)
    names = sorted(services, key=lambda one: (one not in FIRST, FIRST.index(one) if one in FIRST else 0, one))
    return [Service(name, services[name], name in FIRST[:2]) for name in names]


def part(content: Content, kind: str, name: str) -> assist.Part | None:
    """Return a parameter, condition or output for the inspector; None when there is none of that name."""
    template = analysis.document(content).template
    return assist.inspect_part(template, kind, name) if template else None


def connections(content: Content, source: str, target: str) -> list[list[str]]:
    """Return the paths of the properties of one resource that take another."""
    template = analysis.document(content).template
    return (
        [list(path) for path in assist.connections(template, source, target, shipped_catalogue())] if template else []
    )
