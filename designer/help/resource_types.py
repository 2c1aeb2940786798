"""Help pages of resource types: the list, and one type with all its parts."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from designer.help.relation_diagram import RelationDiagram, relation_diagram
from hotcore.catalogue import (
    PropertySchema,
    ResourceType,
    ShownRelation,
    SupportStatus,
    catalogue_in_use,
    shown_relations,
)
from hotcore.constraints import describe as describe_constraint

TYPE_NAMES = {
    "string": gettext_lazy("string"),
    "integer": gettext_lazy("integer"),
    "number": gettext_lazy("number"),
    "boolean": gettext_lazy("boolean"),
    "list": gettext_lazy("list"),
    "map": gettext_lazy("map"),
    "any": gettext_lazy("any type"),
}
LISTED_NAMES = {
    "string": gettext_lazy("list of strings"),
    "integer": gettext_lazy("list of integers"),
    "number": gettext_lazy("list of numbers"),
    "boolean": gettext_lazy("list of booleans"),
    "list": gettext_lazy("list of lists"),
    "map": gettext_lazy("list of maps"),
    "any": gettext_lazy("list"),
}


@dataclass(frozen=True)
class Status:
    """A support status: a word, its tone, and the releases since which it applies."""

    word: str
    tone: str
    since: str


@dataclass(frozen=True)
class Service:
    """The types of one service, each with its status, which is None for fully supported ones."""

    name: str
    types: tuple[tuple[str, Status | None], ...]


@dataclass(frozen=True)
class Reference:
    """A kind of object that a value refers to, and the resource types that create it."""

    words: str
    types: tuple[str, ...]


@dataclass(frozen=True)
class Row:
    """A property, or a key below one."""

    path: str
    name: str
    schema: PropertySchema
    type: str
    default: str
    rules: tuple[str, ...]
    references: tuple[Reference, ...]
    status: Status | None
    rows: tuple["Row", ...]


@dataclass(frozen=True)
class Relation:
    """A relation between properties, with its diagram."""

    shown: ShownRelation
    diagram: RelationDiagram


def status_of(support: SupportStatus) -> Status | None:
    """Return the status to show; None if it is fully supported."""
    since = (support.version or "").strip()
    if support.status == "DEPRECATED":
        return Status(_("deprecated"), "warn", since)
    if support.status == "HIDDEN":
        earlier = (each.version for each in support.previous if each.status == "DEPRECATED")
        return Status(_("only for old templates"), "warn", (next(earlier, None) or since).strip())
    if support.status == "UNSUPPORTED":
        return Status(_("not supported"), "", since)
    return None


def find_type(name: str) -> ResourceType | None:
    """Return a resource type by its name or an alias; None if there is none."""
    return catalogue_in_use().find(name)


def services(search: str) -> tuple[list[Service], list[str]]:
    """Return the types whose names contain every word of a search by service, and the names of hidden types."""
    words = search.casefold().split()
    found, hidden = [], []
    for name in catalogue_in_use().type_names:
        kind = catalogue_in_use().find(name)
        if kind is None or not all(word in name.casefold() for word in words):
            continue
        if kind.support.status == "HIDDEN":
            hidden.append(name)
        else:
            found.append(kind)
    return list(_by_service(found)), hidden


def _by_service(kinds: Iterable[ResourceType]) -> Iterator[Service]:
    by_name: dict[str, list[tuple[str, Status | None]]] = {}
    for kind in kinds:
        by_name.setdefault(service_of(kind.name), []).append((kind.name, status_of(kind.support)))
    for name in sorted(by_name, key=lambda name: (name.startswith("AWS"), name)):
        yield Service(name, tuple(by_name[name]))


def service_of(name: str) -> str:
    """Return the service that a type belongs to: "Nova", "AWS EC2"."""
    family, _colons, rest = name.partition("::")
    service = rest.partition("::")[0]
    return service if family == "OS" else f"{family} {service}"


def rows(
    schemas: Mapping[str, PropertySchema], *, hidden: bool, path: str = "", main: Sequence[str] = ()
) -> tuple[Row, ...]:
    """Return the properties, required ones first and then the `main` ones; either the hidden ones or the others."""
    places = {name: place for place, name in enumerate(main)}
    chosen = [
        (name, schema) for name, schema in schemas.items() if path or hidden == (schema.support.status == "HIDDEN")
    ]
    chosen.sort(
        key=lambda each: (
            each[1].support.status == "HIDDEN",
            not each[1].required,
            places.get(each[0], len(places)),
            each[0],
        )
    )
    return tuple(_row(name, schema, path) for name, schema in chosen)


def _row(name: str, schema: PropertySchema, path: str) -> Row:
    path = f"{path}.{name}" if path else name
    inner = schema
    while inner.items is not None:
        inner = inner.items
    rules = [each.rule for each in schema.constraints if not (each.definition.is_named and schema.references)]
    return Row(
        path=path,
        name=name,
        schema=schema,
        type=str(LISTED_NAMES[schema.items.type] if schema.items is not None else TYPE_NAMES[schema.type]),
        default=json.dumps(schema.default, ensure_ascii=False) if schema.has_default else "",
        rules=tuple(rules + ([each.rule for each in inner.constraints] if inner is not schema else [])),
        references=tuple(map(_reference, dict.fromkeys((*schema.references, *inner.references)))),
        status=status_of(schema.support),
        rows=rows(inner.keys, hidden=False, path=path) if inner.keys else (),
    )


def _reference(name: str) -> Reference:
    """Return a description of a kind of object, with the types that create it, hidden ones excepted."""
    catalogue = catalogue_in_use()
    kind = catalogue.references.get(name)
    types = sorted(kind.types if kind else (), key=lambda each: (each.startswith("AWS"), each))
    offered = tuple(each for each in types if (found := catalogue.find(each)) and found.support.status != "HIDDEN")
    if kind is not None and kind.constraint:
        return Reference(describe_constraint(name), offered)
    thing = name.rpartition(".")[2].replace("_", " ")
    return Reference(_("ID of a %(thing)s") % {"thing": thing}, offered)


def relations(kind: ResourceType, *, old: bool) -> list[Relation]:
    """Return the relations between properties: either those that concern only old names, or the others."""
    return [Relation(shown, relation_diagram(shown.outline)) for shown in shown_relations(kind) if shown.is_old == old]


def facts(kind: ResourceType) -> Iterator[str]:
    """Yield further facts about a type, one sentence each."""
    if kind.admin:
        yield _("By default, only administrators may use it.")
    if kind.extension:
        yield _("Its service needs the extension %(name)s.") % {"name": kind.extension}
    if kind.nested_stack:
        yield _("It creates a nested stack.")
    if kind.signal:
        yield _("It can receive signals.")
    if kind.implicit_dependencies:
        yield _("Heat adds dependencies that the template does not show.")
    needed = sum(schema.required for schema in kind.properties.values())
    if needed:
        yield ngettext("%(count)d property is required.", "%(count)d properties are required.", needed) % {
            "count": needed
        }
