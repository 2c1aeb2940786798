"""What stands at a place of a template, in words, and where it is declared."""

from collections.abc import Iterator
from dataclasses import dataclass

from hotcore.catalogue import Catalogue, PropertySchema, ResourceType
from hotcore.diagnostics import Report
from hotcore.edits.occurrences import Kind, Occurrence, occurrences
from hotcore.nodes import Mapping, Node, Scalar, Sequence, to_plain
from hotcore.reader import read
from hotcore.registry import CONDITIONS, VALUES, Function, functions_of
from hotcore.source import Source
from hotcore.versions import LATEST, Version, find_version


@dataclass(frozen=True, slots=True)
class Explanation:
    """What the text from `start` to `end`, offsets in code points, is."""

    start: int
    end: int
    text: str


@dataclass(frozen=True, slots=True)
class Declaration:
    """Where a name is declared: a section of the template and an offset there, or a file of the bundle."""

    kind: Kind
    name: str
    start: int | None
    uses: tuple[tuple[int, int], ...]


def explain(text: str, offset: int, catalogue: Catalogue) -> Explanation | None:
    """What stands at an offset; None where there is nothing to say, or the text cannot be read."""
    root = read(Source(text), Report())
    if not isinstance(root, Mapping):
        return None
    for path, node in _around(root, offset):
        words = _words(path, node, root, catalogue)
        if words:
            return Explanation(node.start, node.end, words)
    return None


def declaration(text: str, offset: int) -> Declaration | None:
    """What the name at an offset stands for: where it is declared, and every place that uses it."""
    root = read(Source(text), Report())
    if not isinstance(root, Mapping):
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
    """The declaration whose own name stands at an offset."""
    kinds: tuple[Kind, ...] = ("parameters", "conditions", "resources")
    for kind in kinds:
        section = root.members.get(kind)
        for name, key in section.key_nodes.items() if isinstance(section, Mapping) else ():
            if key.start <= offset <= key.end and isinstance(name, str):
                return kind, name
    return None, ""


def _around(root: Mapping, offset: int) -> Iterator[tuple[tuple[object, ...], Node]]:
    """The scalar or key at an offset with its path; a key has its own name as the last step."""
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


def _words(path: tuple[object, ...], node: Node, root: Mapping, catalogue: Catalogue) -> str:
    """What a key (its name is the last step) or a value (the last step is None) is."""
    use = next((use for use in occurrences(root) if use.node is node), None)
    if use is not None:
        return _named(use, root)
    name = path[-1]
    if name is None:
        kind = catalogue.find(str(to_plain(node))) if path[:1] == ("resources",) and path[2:3] == ("type",) else None
        return _type_words(kind) if kind else ""
    version = _version(root)
    for place in (VALUES, CONDITIONS):
        function = functions_of(version, place).get(str(name))
        if isinstance(function, Function) and len(path) > 2 and path[0] != "parameters":
            return f"{name}: {function.help}"
    schema = _schema(path, root, catalogue)
    return _property_words(str(name), schema) if schema else ""


def _version(root: Mapping) -> Version:
    node = root.members.get("heat_template_version")
    return find_version(str(to_plain(node))) or LATEST if node else LATEST


def _named(use: Occurrence, root: Mapping) -> str:
    section = root.members.get(use.kind)
    body = section.members.get(use.name) if isinstance(section, Mapping) else None
    if not isinstance(body, Mapping):
        return f"{use.kind.removesuffix('s')} {use.name}" if body is not None or use.kind == "files" else ""
    declared = to_plain(body)
    lines = [f"{use.kind.removesuffix('s')} {use.name}: {declared.get('type', '')}".rstrip(": ")]
    if use.kind == "parameters":
        lines += [str(declared[key]) for key in ("label", "description") if declared.get(key)]
        if "default" in declared and not declared.get("hidden"):
            lines.append(f"default: {declared['default']}")
    return "\n".join(lines)


def _type_words(kind: ResourceType) -> str:
    needed = [name for name, schema in kind.properties.items() if schema.required]
    lines = [f"{kind.name}: {len(kind.properties)} properties, {len(kind.attributes)} attributes"]
    if kind.description:
        lines.append(kind.description)
    if needed:
        lines.append(f"required: {', '.join(sorted(needed))}")
    if kind.support.status != "SUPPORTED":
        lines.append(f"{kind.support.status.lower()} since {kind.support.version or 'long ago'}")
    return "\n".join(lines)


def _schema(path: tuple[object, ...], root: Mapping, catalogue: Catalogue) -> PropertySchema | None:
    """The schema of the property at a path, or None."""
    if path[:1] != ("resources",) or path[2:3] != ("properties",) or len(path) < 4:
        return None
    resources = root.members["resources"]
    body = resources.members.get(path[1]) if isinstance(resources, Mapping) else None
    declared = body.members.get("type") if isinstance(body, Mapping) else None
    kind = catalogue.find(str(to_plain(declared))) if declared else None
    level = kind.properties if kind else {}
    schema: PropertySchema | None = None
    for name in path[3:]:
        if isinstance(name, int):
            continue
        schema = (level or {}).get(str(name))
        while schema is not None and schema.items is not None:
            schema = schema.items
        level = schema.keys if schema and schema.keys else {}
    return schema


def _property_words(name: str, schema: PropertySchema) -> str:
    lines = [f"{name}: {schema.type}" + (", required" if schema.required else "")]
    if schema.description:
        lines.append(schema.description)
    if schema.has_default:
        lines.append(f"default: {schema.default}")
    lines += [constraint.rule for constraint in schema.constraints]
    lines.append("a change updates in place" if schema.update_allowed else "a change replaces the resource")
    return "\n".join(lines)
