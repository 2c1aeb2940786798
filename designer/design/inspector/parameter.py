"""Parameters as forms, constraint by constraint, and the groups of parameters in the form of a template."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from hotcore.assist import value_text
from hotcore.constraints import KINDS, TYPES, Constraint, Kind, Option, kinds_for
from hotcore.diagnostics import Diagnostic
from hotcore.syntax import Mapping, Node, Scalar, Sequence
from hotcore.template import NOT_IN_FORMS, Template


@dataclass(frozen=True, slots=True)
class Written:
    """The written value of a key of a parameter."""

    key: str
    """The key."""
    text: str
    """The value of a string; anything else as it is written."""
    is_set: bool
    """Whether the parameter has the key."""
    diagnostics: tuple[Diagnostic, ...] = ()
    """The diagnostics about it."""

    @property
    def is_on(self) -> bool:
        """Whether it is true, in any of the spellings."""
        return self.text.lower() in ("true", "yes", "on", "1", "t", "y")


@dataclass(frozen=True, slots=True)
class WrittenConstraint:
    """A constraint as it is written."""

    index: int
    """Its position in the list."""
    kind: str
    """Its kind; empty if no form can show it."""
    options: dict[str, str]
    """Its options as text, by name."""
    description: str
    """The author's description; empty without one."""
    rule: str
    """A short wording of its rule."""
    text: str
    """Its YAML text."""
    diagnostics: tuple[Diagnostic, ...]
    """The diagnostics about it."""

    @property
    def fields(self) -> tuple[tuple[Option, str], ...]:
        """The options of its kind, each with its text."""
        return tuple((option, self.options[option.name]) for option in KINDS[self.kind].options) if self.kind else ()


@dataclass(frozen=True, slots=True)
class InspectedParameter:
    """A parameter for its form."""

    name: str
    """Its name."""
    type: str
    """Its type, as written."""
    fields: dict[str, Written]
    """Its fields by key."""
    constraints: tuple[WrittenConstraint, ...]
    """Its constraints."""
    kinds: tuple[str, ...]
    """The kinds of constraints that it can have."""
    groups: tuple[tuple[int, str], ...]
    """The positions and labels of the template's groups."""
    group: int | None
    """The position of its group; None without one."""
    tags: str
    """The tags separated by commas, or whatever is written instead."""

    @property
    def is_long(self) -> bool:
        """Whether the default needs several lines."""
        return "\n" in self.fields["default"].text or (self.type in TYPES and TYPES[self.type].entry == "yaml")


FIELDS = ("type", "label", "description", "default", "hidden", "immutable", "tags", "constraints")


def inspect_parameter(
    template: Template, name: str, diagnostics: Iterable[Diagnostic] = ()
) -> InspectedParameter | None:
    """A parameter for its form, each diagnostic at its field; None if there is none of that name."""
    section = template.root.get("parameters")
    body = section.get(name) if isinstance(section, Mapping) else None
    if body is None:
        return None
    own = [found for found in diagnostics if found.file is None and found.span and _within(found, body)]
    members = body if isinstance(body, Mapping) else None
    fields = {key: _field(members, key, own) for key in FIELDS}
    known = template.parameters.get(name)
    kind = fields["type"].text
    groups = list(_written_groups(template))
    places = (number for number, _, _, names in groups if name in [other for _, other in names])
    return InspectedParameter(
        name,
        kind,
        fields,
        _constraints(members.get("constraints") if members else None, known.constraints if known else (), own),
        kinds_for(kind) if kind in TYPES else tuple(KINDS),
        tuple((number, label) for number, label, _, _ in groups),
        next(places, None),
        _tags(members.get("tags") if members else None),
    )


def _tags(node: Node | None) -> str:
    if isinstance(node, Sequence) and all(isinstance(item, Scalar) for item in node.items):
        return ", ".join(_shown(item) for item in node.items)
    return "" if node is None else _shown(node)


def _within(found: Diagnostic, node: Node) -> bool:
    return found.span is not None and node.start <= found.span.start <= max(node.start, node.end - 1)


def _field(body: Mapping | None, key: str, diagnostics: list[Diagnostic]) -> Written:
    node = body.get(key) if body else None
    if body is None or node is None:
        return Written(key, "", is_set=False)
    at = body.key_nodes[key].start
    about = tuple(
        found for found in diagnostics if found.span and at <= found.span.start <= max(node.start, node.end - 1, at)
    )
    return Written(key, _shown(node), is_set=True, diagnostics=about)


def _shown(node: Node) -> str:
    """The value of a string, or anything else as it is written."""
    if isinstance(node, Scalar):
        value = node.value
        return value if isinstance(value, str) else str(value).lower() if isinstance(value, bool) else value_text(node)
    return value_text(node)


def _constraints(
    node: Node | None, known: tuple[Constraint, ...], diagnostics: list[Diagnostic]
) -> tuple[WrittenConstraint, ...]:
    if not isinstance(node, Sequence):
        return ()
    rules = {one.span.line: one.rule for one in known if one.span}
    return tuple(_constraint(index, item, rules, diagnostics) for index, item in enumerate(node.items))


def _constraint(index: int, item: Node, rules: dict[int, str], diagnostics: list[Diagnostic]) -> WrittenConstraint:
    members = item.members if isinstance(item, Mapping) else {}
    kinds = [key for key in members if key in KINDS]
    options = _options(KINDS[kinds[0]], members[kinds[0]]) if len(kinds) == 1 else None
    words = members.get("description")
    lines = range(item.span.line, item.span.end_line + 1)
    return WrittenConstraint(
        index,
        kinds[0] if options is not None else "",
        options or {},
        str(words.value) if isinstance(words, Scalar) and words.value is not None else "",
        next((rules[line] for line in lines if line in rules), ""),
        value_text(item),
        tuple(found for found in diagnostics if _within(found, item)),
    )


def _options(kind: Kind, node: Node) -> dict[str, str] | None:
    """The options of a constraint as strings; None if its form cannot show them."""
    if not kind.is_map:
        text = _option_text(kind.options[0], node)
        return None if text is None else {kind.options[0].name: text}
    members: dict[Any, Node] | None = node.members if isinstance(node, Mapping) else None
    if members is None or not set(members) <= {option.name for option in kind.options}:
        return None
    texts = {
        option.name: _option_text(option, members[option.name]) if option.name in members else ""
        for option in kind.options
    }
    return {name: text for name, text in texts.items() if text is not None} if None not in texts.values() else None


def _option_text(option: Option, node: Node) -> str | None:
    """The value of an option, for a list one item per line; None if it cannot be shown that way."""
    if option.kind != "list":
        return _shown(node) if isinstance(node, Scalar) else None
    items = node.items if isinstance(node, Sequence) else None
    if items is None or not all(isinstance(item, Scalar) and "\n" not in str(item.value) for item in items):
        return None
    return "\n".join(_shown(item) for item in items)


# -- groups --------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class AskedParameter:
    """A parameter in a group."""

    name: str
    """Its name."""
    index: int
    """Its position in the group."""
    label: str
    """Its label, or its name."""
    type: str
    """Its type; empty for a name that is not declared."""
    required: bool
    """Whether it has no default."""
    problems: int
    """The number of errors and warnings about it."""


@dataclass(frozen=True, slots=True)
class AskedGroup:
    """A group of parameters as it is written."""

    index: int | None
    """Its position; None for the parameters without a group."""
    label: str
    """Its label; empty without one."""
    description: str
    """Its description; empty without one."""
    parameters: tuple[AskedParameter, ...]
    """Its parameters."""


def asked_groups(template: Template, diagnostics: Iterable[Diagnostic] = ()) -> tuple[AskedGroup, ...]:
    """The groups of a template with their parameters as they are written; last, the parameters without a group."""
    section = template.root.get("parameters")
    declared = section.members if isinstance(section, Mapping) else {}
    problems = _counted(declared, diagnostics)
    left = {str(name): None for name in declared if name not in NOT_IN_FORMS}
    groups = []
    for number, label, description, names in _written_groups(template):
        members = tuple(_asked(template, declared, name, index, problems) for index, name in names)
        for _, name in names:
            left.pop(name, None)
        groups.append(AskedGroup(number, label, description, members))
    rest = tuple(_asked(template, declared, name, index, problems) for index, name in enumerate(left))
    return (*groups, AskedGroup(None, "", "", rest))


def _written_groups(template: Template) -> Iterator[tuple[int, str, str, list[tuple[int, str]]]]:
    """Position, label and description of each group, and its names with their positions; other items are skipped."""
    section = template.root.get("parameter_groups")
    for number, group in enumerate(section.items if isinstance(section, Sequence) else ()):
        if not isinstance(group, Mapping):
            continue
        label, description, names = (group.get(key) for key in ("label", "description", "parameters"))
        items = enumerate(names.items if isinstance(names, Sequence) else ())
        yield (
            number,
            _shown(label) if isinstance(label, Scalar) else "",
            _shown(description) if isinstance(description, Scalar) else "",
            [(index, item.value) for index, item in items if isinstance(item, Scalar) and isinstance(item.value, str)],
        )


def _asked(
    template: Template, declared: dict[Any, Node], name: str, index: int, problems: dict[str, int]
) -> AskedParameter:
    known = template.parameters.get(name)
    if known is not None:
        return AskedParameter(name, index, known.label, known.type, known.required, problems.get(name, 0))
    node = declared.get(name)
    kind = node.get("type") if isinstance(node, Mapping) else None
    written = str(kind.value) if isinstance(kind, Scalar) else "?" if node is not None else ""
    return AskedParameter(name, index, name, written, required=False, problems=max(problems.get(name, 0), 1))


def _counted(declared: dict[Any, Node], diagnostics: Iterable[Diagnostic]) -> dict[str, int]:
    """The number of errors and warnings in each parameter's declaration."""
    bodies = sorted((node.start, node.end, str(name)) for name, node in declared.items())
    counts: dict[str, int] = {}
    at = 0
    spans = sorted(one.span.start for one in diagnostics if one.file is None and one.span and one.severity != "hint")
    for start in spans:
        while at < len(bodies) and bodies[at][1] <= start:
            at += 1
        if at < len(bodies) and bodies[at][0] <= start:
            counts[bodies[at][2]] = counts.get(bodies[at][2], 0) + 1
    return counts
