"""Version requirements of a template: the functions, keys and constraints that a version added, with their places.

Versions also extended what functions take; if only the values decide whether that is used, it is needed `perhaps`.
"""

from collections.abc import Callable, Iterator

from hotcore.constraints import KINDS
from hotcore.evaluation import CONDITIONS, VALUES, Function, arrival, functions_of, registrations
from hotcore.linter import CallAt, Path, Subject
from hotcore.runtime import dataclass
from hotcore.source import Span
from hotcore.syntax import Mapping, Node, Scalar, Sequence, walk
from hotcore.template import TAGS_SINCE, handed_parameter
from hotcore.upgrade.value_kinds import LIST, MAP, NESTED, Kinds, items_of, kinds_of
from hotcore.versions import CONDITIONS_SINCE, VERSIONS, Version, find_version

OLDEST = VERSIONS[0].date


@dataclass(frozen=True, slots=True)
class Need:
    """A feature of a version that a template uses."""

    since: str
    """The date of the version that introduced it."""
    message: str
    """What introduced it, in a sentence."""
    span: Span
    """Where the template uses it."""
    perhaps: bool = False
    """Whether it depends on values if the template uses it."""


def version_needs(subject: Subject) -> tuple[Need, ...]:
    """All needs that the oldest version does not meet, in the order of the text."""
    found = [*_of_declarations(subject), *_of_calls(subject)]
    unique = {(need.span, need.message): need for need in found if need.since > OLDEST}
    return tuple(sorted(unique.values(), key=lambda need: need.span.start))


def lowest_version(needs: tuple[Need, ...]) -> Version:
    """The oldest version that meets all needs."""
    found = find_version(max((need.since for need in needs), default=OLDEST))
    assert found is not None
    return found


# -- declarations ---------------------------------------------------------------


def _of_declarations(subject: Subject) -> Iterator[Need]:
    root = subject.template.root
    if "conditions" in root.members:
        yield _key(root, "conditions", CONDITIONS_SINCE, "The section `conditions`")
    for body in _bodies(root, "resources"):
        for key in ("condition", "external_id"):
            if key in body.members:
                yield _key(body, key, CONDITIONS_SINCE, f"The key `{key}` of a resource")
        yield from _of_policy(subject, body)
    for body in _bodies(root, "outputs"):
        if "condition" in body.members:
            yield _key(body, "condition", CONDITIONS_SINCE, "The key `condition` of an output")
    for body in _bodies(root, "parameters"):
        yield from _of_parameter(body)


def _key(node: Mapping, key: str, since: str, what: str) -> Need:
    return Need(since, f"{what} was added in {since}.", node.key_span(key))


def _bodies(root: Mapping, section: str) -> list[Mapping]:
    declared = root.members.get(section)
    members = declared.members.values() if isinstance(declared, Mapping) else ()
    return [body for body in members if isinstance(body, Mapping)]


def _of_parameter(body: Mapping) -> Iterator[Need]:
    if "tags" in body.members:
        yield _key(body, "tags", TAGS_SINCE, "The key `tags` of a parameter")
    listed = body.members.get("constraints")
    for item in listed.items if isinstance(listed, Sequence) else ():
        if not isinstance(item, Mapping):
            continue
        for name in item.members:
            if name in KINDS and KINDS[name].since > OLDEST:
                yield _key(item, name, KINDS[name].since, f"The constraint `{name}`")


def _of_policy(subject: Subject, body: Mapping) -> Iterator[Need]:
    """Policies in lowercase."""
    node = body.members.get("deletion_policy")
    message = f"Deletion policies can be lowercase since {CONDITIONS_SINCE}."
    if isinstance(node, Scalar):
        if isinstance(node.value, str) and node.value.islower():
            yield Need(CONDITIONS_SINCE, message, node.span)
    elif node is not None and not _is_capital(subject, node):
        yield Need(CONDITIONS_SINCE, message, node.span, perhaps=True)


def _is_capital(subject: Subject, node: Node) -> bool:
    """Whether a call never gives a lowercase policy: it reads a parameter with allowed values."""
    parameter = handed_parameter(node, subject.template)
    listed = [each for each in parameter.constraints if each.kind == "allowed_values"] if parameter else []
    values = [value for each in listed for value in each.options["values"]]
    return bool(values) and not any(str(value).islower() for value in values)


# -- calls ----------------------------------------------------------------------


def where_functions_count(subject: Subject) -> Iterator[tuple[Path, Node, bool]]:
    """Every node that may contain functions, once even if several aliases refer to it, including the conditions of
    outputs: its path, the node, and whether it is in a condition."""
    yield from subject.distinct_values
    for output in subject.template.outputs.values():
        for node in walk(output.condition) if output.condition is not None else ():
            yield ("outputs", output.name, "condition"), node, True


def _of_calls(subject: Subject) -> Iterator[Need]:
    version = subject.template.version
    for path, node, logical in where_functions_count(subject):
        name = node.sole_key if isinstance(node, Mapping) else None
        context = CONDITIONS if logical else VALUES
        if name is None or not isinstance(node, Mapping):
            continue
        if not isinstance(functions_of(version, context).get(name), Function):
            continue
        since = arrival(name, context)
        if since is not None and since > OLDEST:
            where = " in conditions" if logical and arrival(name) is not None else ""
            yield Need(since, f"`{name}`{where} was added in {since}.", node.key_span(name))
        call = CallAt(name, node, node.members[name], path)
        for extended, test in zip(registrations(name)[1:], _EXTENSIONS.get(name, ()), strict=False):
            if extended.since <= version.date and (found := test(subject, call)) is not None:
                yield Need(extended.since, found[0].format(since=extended.since), found[1].span, found[2])


Extension = tuple[str, Node, bool]
"""The extension that a call uses: a message, the place, and whether it only perhaps uses it."""

Test = Callable[[Subject, CallAt], Extension | None]


def _kinds(subject: Subject, node: Node) -> Kinds:
    return kinds_of(node, subject.template, subject.catalogue)


def _nested(message: str, node: Node, kinds: Kinds) -> Extension | None:
    """The use of a value that is a list or a map, or may be one."""
    return (message, node, not kinds <= NESTED) if kinds & NESTED else None


def _replaces_nested(subject: Subject, call: CallAt) -> Extension | None:
    params = call.member("params")
    written = subject.written_map(params)
    message = "`" + call.name + "` can insert a list or a map into a string since {since}."
    if written is None:
        return (message, params, True) if params is not None else None
    found = [_nested(message, node, _kinds(subject, node)) for node in written.members.values()]
    return min((each for each in found if each), key=lambda each: each[2], default=None)


def _joins_more(subject: Subject, call: CallAt) -> Extension | None:
    if len(call.items) > 2:
        return "`list_join` takes several lists since {since}.", call.items[2], False
    strings = call.items[1] if len(call.items) == 2 else call.argument
    message = "`list_join` can join lists and maps since {since}."
    if isinstance(strings, Scalar) and strings.value is not None:
        return "`list_join` treats this as an empty list since {since}.", strings, False
    if isinstance(strings, Scalar):
        return None
    if isinstance(strings, Sequence):
        found = [_nested(message, node, _kinds(subject, node)) for node in strings.items]
        return min((each for each in found if each), key=lambda each: each[2], default=None)
    kinds = items_of(strings, subject.template)
    return _nested(message, strings, kinds) or _joins_nothing(subject, strings)


def _joins_nothing(subject: Subject, strings: Node) -> Extension | None:
    """The use of a value that may be falsy, such as an empty string, which counts as an empty list."""
    if _kinds(subject, strings) <= {LIST}:
        return None
    return "`list_join` treats every empty value as an empty list since {since}.", strings, True


def _names_no_attribute(_subject: Subject, call: CallAt) -> Extension | None:
    items = call.items or [call.argument]
    attribute = items[1] if len(items) > 1 else None
    if attribute is None or (isinstance(attribute, Scalar) and attribute.value is None):
        return "`get_attr` without an attribute returns all of them since {since}.", call.argument, False
    return None


def _repeats_maps(subject: Subject, call: CallAt) -> Extension | None:
    loops = call.member("for_each")
    written = subject.written_map(loops)
    message = "`repeat` iterates over the keys of maps since {since}."
    if written is None:
        return (message, loops, True) if loops is not None else None
    kinds = [(node, _kinds(subject, node)) for node in written.members.values()]
    found = [(message, node, not each <= {MAP}) for node, each in kinds if MAP in each]
    return min(found, key=lambda each: each[2], default=None)


def pairs_items(_subject: Subject, call: CallAt) -> Extension | None:
    """The use of `permutations` in a `repeat`, unless it has its default value."""
    node = call.member("permutations")
    if node is None or (isinstance(node, Scalar) and node.value is True):
        return None
    return "`repeat` supports `permutations` since {since}.", node, not isinstance(node, Scalar)


def _leaves_out(_subject: Subject, call: CallAt) -> Extension | None:
    if len(call.items) != 2:
        return None
    return "`if` does not require its third argument since {since}.", call.argument, False


_EXTENSIONS: dict[str, tuple[Test, ...]] = {
    "str_replace": (_replaces_nested,),
    "list_join": (_joins_more,),
    "get_attr": (_names_no_attribute,),
    "repeat": (_repeats_maps, pairs_items),
    "if": (_leaves_out,),
}
"""The tests for the extensions of functions, in the order of their later registrations."""
