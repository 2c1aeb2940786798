"""Resource types as their help pages show them: found by name, and one in all its parts."""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from designer.presentation.relation_diagram import Picture, picture
from hotcore import (
    PropertySchema,
    ResourceType,
    ShownRelation,
    SupportStatus,
    describe_constraint,
    shipped_catalogue,
    shown_relations,
)

TYPE_NAMES = {
    "string": gettext_lazy("text"),
    "integer": gettext_lazy("whole number"),
    "number": gettext_lazy("number"),
    "boolean": gettext_lazy("true or false"),
    "list": gettext_lazy("list"),
    "map": gettext_lazy("map"),
    "any": gettext_lazy("anything"),
}
LISTED_NAMES = {
    "string": gettext_lazy("list of texts"),
    "integer": gettext_lazy("list of whole numbers"),
    "number": gettext_lazy("list of numbers"),
    "boolean": gettext_lazy("list of true and false"),
    "list": gettext_lazy("list of lists"),
    "map": gettext_lazy("list of maps"),
    "any": gettext_lazy("list"),
}


@dataclass(frozen=True)
class Status:
    """How far something is supported: a word, its tone, and the releases in which that began."""

    word: str
    tone: str
    since: str


@dataclass(frozen=True)
class Service:
    """The types of one service, each with its status, which is None where all is well."""

    name: str
    types: tuple[tuple[str, Status | None], ...]


@dataclass(frozen=True)
class Reference:
    """A kind of thing that a value names, and the types that make such a thing."""

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
    """A relation between properties, with its picture."""

    shown: ShownRelation
    picture: Picture


def status_of(support: SupportStatus) -> Status | None:
    """Return what to say about how far something is supported; None when it simply is."""
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
    """Find a resource type by its name, or by another name of it."""
    return shipped_catalogue().find(name)


def services(search: str) -> tuple[list[Service], list[str]]:
    """Return the types whose names have every word of a search, by service, and the names of hidden ones apart."""
    words = search.casefold().split()
    found, hidden = [], []
    for name in shipped_catalogue().type_names:
        kind = shipped_catalogue().find(name)
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


def rows(schemas: Mapping[str, PropertySchema], *, hidden: bool, path: str = "") -> tuple[Row, ...]:
    """Return the properties, those that are needed first; hidden ones or the others."""
    chosen = [
        (name, schema) for name, schema in schemas.items() if path or hidden == (schema.support.status == "HIDDEN")
    ]
    chosen.sort(key=lambda each: (each[1].support.status == "HIDDEN", not each[1].required, each[0]))
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
    """Return a kind of thing in words, with the types that make it and are offered."""
    catalogue = shipped_catalogue()
    kind = catalogue.references.get(name)
    types = sorted(kind.types if kind else (), key=lambda each: (each.startswith("AWS"), each))
    offered = tuple(each for each in types if (found := catalogue.find(each)) and found.support.status != "HIDDEN")
    if kind is not None and kind.constraint:
        return Reference(describe_constraint(name), offered)
    thing = name.rpartition(".")[2].replace("_", " ")
    return Reference(_("the id of a %(thing)s") % {"thing": thing}, offered)


def relations(kind: ResourceType, *, old: bool) -> list[Relation]:
    """Return the relations between properties: those that say something only of old names, or the others."""
    return [Relation(shown, picture(shown.outline)) for shown in shown_relations(kind) if shown.is_old == old]


def facts(kind: ResourceType) -> Iterator[str]:
    """Yield what else there is to know about a type, a sentence each."""
    if kind.admin:
        yield _("By default only administrators may use it.")
    if kind.extension:
        yield _("Its service needs the extension %(name)s.") % {"name": kind.extension}
    if kind.nested_stack:
        yield _("It is a stack itself.")
    if kind.signal:
        yield _("It can be signalled.")
    if kind.implicit_dependencies:
        yield _("Heat adds dependencies that the template does not show.")
    needed = sum(schema.required for schema in kind.properties.values())
    if needed:
        yield ngettext("%(count)d property is needed.", "%(count)d properties are needed.", needed) % {"count": needed}
