"""Hover texts and declarations of the names at a position of a template."""

from collections.abc import Iterator
from collections.abc import Mapping as TextMapping
from typing import Any

from hotcore.assist.completion import key_help
from hotcore.assist.completion.incomplete_declarations import Known, known_in
from hotcore.assist.completion.properties import about as about_property
from hotcore.assist.completion.properties import schemas_of, written
from hotcore.assist.completion.tolerant_parser import read_as_typed
from hotcore.catalogue import Catalogue, PropertySchema, ResourceType, SupportStatus
from hotcore.evaluation import CONDITIONS, VALUES, Function, arrival, functions_of
from hotcore.resources import Expected, expected_at
from hotcore.runtime import dataclass
from hotcore.syntax import Mapping, Node, Scalar, Sequence, at_path, to_plain
from hotcore.template import Kind, occurrences
from hotcore.versions import VERSIONS, find_version


@dataclass(frozen=True, slots=True)
class Explanation:
    """The explanation of a part of a text."""

    start: int
    """The offset of the part, in code points."""
    end: int
    """The offset of its end, exclusive, in code points."""
    title: str
    """What it is."""
    lines: tuple[str, ...] = ()
    """What is said about it, a paragraph each."""
    type: str = ""
    """A related resource type of the catalogue; empty without one."""

    @property
    def text(self) -> str:
        """Title and lines as one text."""
        return "\n".join((self.title, *self.lines))


@dataclass(frozen=True, slots=True)
class Declaration:
    """The declaration of a name."""

    kind: Kind
    """The section that declares it, or that it is a file of the bundle."""
    name: str
    """The name."""
    start: int | None
    """The offset of the declaration, in code points; None for a file."""
    uses: tuple[tuple[int, int], ...]
    """The start and end of each use of the name, in code points."""


def explain(
    text: str, offset: int, catalogue: Catalogue, files: TextMapping[str, object] | None = None
) -> Explanation | None:
    """The explanation of what is at an offset; None if there is none, or the text cannot be read at all."""
    root = read_as_typed(text)
    if root is None:
        return None
    for path, node in _around(root, offset):
        words = _words(path, node, root, catalogue, known_in(text, files))
        if words:
            return Explanation(node.start, node.end, words.title, words.lines, words.type)
    return None


def declaration(text: str, offset: int) -> Declaration | None:
    """The declaration of the name at an offset, with every place that uses it."""
    root = read_as_typed(text)
    if root is None:
        return None
    found = list(occurrences(root))
    here = next((use for use in found if use.node.start <= offset <= use.node.end), None)
    kind, name = (here.kind, here.name) if here else _declared_at(root, offset)
    if kind is None:
        return None
    section = root.members.get(kind)
    key = section.key_nodes.get(name) if isinstance(section, Mapping) else None
    uses = {(use.node.start, use.node.end): None for use in found if use.kind == kind and use.name == name}
    return Declaration(kind, name, key.start if key else None, tuple(uses))


def _declared_at(root: Mapping, offset: int) -> tuple[Kind | None, str]:
    """The kind and name of the declaration whose own name is at an offset."""
    kinds: tuple[Kind, ...] = ("parameters", "conditions", "resources")
    for kind in kinds:
        section = root.members.get(kind)
        for name, key in section.key_nodes.items() if isinstance(section, Mapping) else ():
            if key.start <= offset <= key.end and isinstance(name, str):
                return kind, name
    return None, ""


def _around(root: Mapping, offset: int) -> Iterator[tuple[tuple[object, ...], Node]]:
    """The scalar or key at an offset with its path; the path of a key ends with its own name."""
    node: Node = root
    path: tuple[object, ...] = ()
    while True:
        step: tuple[object, Node] | None = None
        if isinstance(node, Mapping):
            for key, child in node.members.items():
                key_node = node.key_nodes[key]
                if key_node.start <= offset <= key_node.end:
                    yield (*path, key), key_node
                    return
                if child.start <= offset <= child.end:
                    step = key, child
        elif isinstance(node, Sequence):
            step = next(((i, item) for i, item in enumerate(node.items) if item.start <= offset <= item.end), None)
        if step is None:
            return
        path, node = (*path, step[0]), step[1]
        if isinstance(node, Scalar):
            yield (*path, None), node
            return


@dataclass(frozen=True, slots=True)
class _Words:
    title: str
    lines: tuple[str, ...] = ()
    type: str = ""


def _words(path: tuple[object, ...], node: Node, root: Mapping, catalogue: Catalogue, known: Known) -> _Words | None:
    """The explanation of a key (its name is the last step) or a value (the last step is None)."""
    use = next((use for use in occurrences(root) if use.node is node), None)
    if use is not None:
        return _named(use.kind, use.name, root)
    name = path[-1]
    if name is None:
        return _value_words(path[:-1], str(to_plain(node)), root, catalogue, known)
    if len(path) == 2 and path[0] in ("parameters", "conditions", "resources", "outputs"):
        return _named(str(path[0]), str(name), root)
    about = key_help.words_about(path)
    if about:
        return _Words(f"{name}", (about,))
    if path[0] != "parameters" and len(path) > 2:
        called = _function_words(str(name), path, known)
        if called:
            return called
    schema = _schema(path, root, catalogue, known)
    return _Words(_titled(str(name), schema), tuple(about_property(schema).splitlines())) if schema else None


def _function_words(name: str, path: tuple[object, ...], known: Known) -> _Words | None:
    places = (CONDITIONS, VALUES) if path[0] == "conditions" or path[-2] == "condition" else (VALUES, CONDITIONS)
    for context in places:
        function = functions_of(known.version, context).get(name)
        if isinstance(function, Function):
            since = arrival(name, context)
            words = (f"since {since}",) if since and since > VERSIONS[0].date else ()
            return _Words(function.usage, (*" ".join(function.help.split("\n")).split("  "), *words))
    return None


def _value_words(
    path: tuple[object, ...], value: str, root: Mapping, catalogue: Catalogue, known: Known
) -> _Words | None:
    if path == ("heat_template_version",):
        version = find_version(value)
        return _Words(value, (f"release {version.release or version.date}",)) if version and version.release else None
    if path[-1:] == ("type",) and path[0] == "resources":
        kind = catalogue.find(value)
        nested = known.nested(value)
        if nested is not None:
            return _Words(value, (f"a template of this bundle with {len(nested.parameters)} parameters",))
        return _type_words(kind) if kind else None
    if len(path) > 2 and path[-2] == "get_attr" and path[-1] == 1:
        return _attribute_words(path, value, root, catalogue, known)
    if value in key_help.PSEUDO_PARAMETERS:
        return _Words(value, (key_help.PSEUDO_PARAMETERS[value],))
    if path[-1:] == ("deletion_policy",) and value in key_help.DELETION_POLICIES:
        return _Words(value, (key_help.DELETION_POLICIES[value],))
    return None


def _attribute_words(
    path: tuple[object, ...], name: str, root: Mapping, catalogue: Catalogue, known: Known
) -> _Words | None:
    call = at_path(root, path[:-1])
    first = call.items[0] if isinstance(call, Sequence) and call.items else None
    declared = known.resources.get(str(to_plain(first)), "") if isinstance(first, Scalar) else ""
    kind = catalogue.find(declared)
    attribute = kind.attributes.get(name) if kind else None
    if attribute is None:
        return None
    lines = (attribute.description,) if attribute.description else ()
    lines = (*lines, f"an attribute of {declared}", *_status_lines(attribute.support))
    return _Words(f"{name}: {attribute.type or 'attribute'}", lines, declared)


def _named(kind: str, name: str, root: Mapping) -> _Words | None:
    section = root.members.get(kind)
    body = section.members.get(name) if isinstance(section, Mapping) else None
    title = f"{kind.removesuffix('s')} {name}"
    if not isinstance(body, Mapping):
        if body is None and name in key_help.PSEUDO_PARAMETERS:
            return _Words(name, (key_help.PSEUDO_PARAMETERS[name],))
        if body is None:
            return _Words(title) if kind == "files" else None
        return _Words(title, (_excerpt(body),))
    declared = to_plain(body)
    kind_of = str(declared.get("type", "")) if kind in ("parameters", "resources") else ""
    lines = [str(declared[key]) for key in ("label", "description") if isinstance(declared.get(key), str)]
    if kind == "parameters":
        lines += _parameter_lines(declared)
    elif kind == "conditions":
        lines.append(_excerpt(body))
    return _Words(f"{title}: {kind_of}" if kind_of else title, tuple(lines), kind_of if kind == "resources" else "")


def _parameter_lines(declared: dict[str, Any]) -> Iterator[str]:
    if declared.get("hidden"):
        yield "hidden: its value is never shown"
    elif "default" in declared:
        yield f"default: {written(declared['default'])}"[:_LONGEST]
    for constraint in declared.get("constraints") or ():
        if isinstance(constraint, dict):
            yield from (f"{key}: {value}"[:_LONGEST] for key, value in constraint.items() if key != "description")


def _excerpt(node: Node) -> str:
    """The beginning of the text of a node."""
    text = " ".join(node.source.text[node.start : min(node.end, node.start + 2 * _LONGEST)].split())
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"


_LONGEST = 300
"""The maximum length of a default, a constraint or a condition in an explanation."""


def _type_words(kind: ResourceType) -> _Words:
    needed = [name for name, schema in kind.properties.items() if schema.required]
    lines = [kind.description] if kind.description else []
    lines.append(f"{len(kind.properties)} properties, {len(kind.attributes)} attributes")
    if needed:
        lines.append(f"required: {', '.join(sorted(needed))}")
    return _Words(kind.name, (*lines, *_status_lines(kind.support)), kind.name)


def _status_lines(support: SupportStatus) -> Iterator[str]:
    if support.status != "SUPPORTED":
        yield f"{support.status.lower()} since {support.version}" if support.version else support.status.lower()


def _schema(path: tuple[object, ...], root: Mapping, catalogue: Catalogue, known: Known) -> PropertySchema | None:
    """The schema of the property at a path, or None."""
    if path[:1] != ("resources",) or path[2:3] != ("properties",) or len(path) < 4:
        return None
    declared = at_path(root, (*path[:2], "type"))
    level = schemas_of(str(to_plain(declared)), known, catalogue) if isinstance(declared, Scalar) else {}
    here = expected_at(path[3:], Expected(PropertySchema("map", keys=level)), known.version)
    return here.schema if not here.call else None


def _titled(name: str, schema: PropertySchema) -> str:
    return f"{name}: {schema.type}" + (", required" if schema.required else "")
