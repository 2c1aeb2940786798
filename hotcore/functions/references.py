"""Reference functions: parameters, resources, attributes, files, the parent's facade."""

from collections.abc import Iterable
from contextlib import suppress
from typing import Annotated, Any

from hotcore.catalogue import ResourceType, deprecation
from hotcore.diagnostics import Severity
from hotcore.evaluation import (
    CONDITIONS,
    ELIDED,
    GAP,
    VALUES,
    WHOLE,
    ArgumentSpec,
    Call,
    CallError,
    Lazy,
    NoAttribute,
    NotKnown,
    Step,
    function,
    resolve_type,
)
from hotcore.spelling import names_of
from hotcore.syntax import Mapping, Node, Scalar, Sequence
from hotcore.values import Unknown, Unordered, Value, is_known, kind_of, merged, value_at

OLDEST = "2013-05-23"
NEWEST_ATTRIBUTES = "2015-10-15"

_Attribute = Annotated[Lazy, ArgumentSpec("string", "resource", gap=GAP), ArgumentSpec("string", "attribute", gap=GAP)]


@function(
    "get_param",
    since="2013-05-23",
    context=VALUES + CONDITIONS,
    path=True,
    verbatim=True,
    unmistakable=True,
    rank=1,
)
def get_param(call: Call, argument: Annotated[Value, ArgumentSpec("string", "parameter")], /) -> Value:
    """The value of a parameter, or the member of it at a path of keys and indexes.

    A path without a member returns the empty string (HOT specification, "get_param").
    """
    if not argument:
        raise CallError("`get_param` needs the name of a parameter.", 0, hint="Write it as `get_param: name`.")
    name, path = (argument[0], argument[1:]) if isinstance(argument, list) else (argument, [])
    if not isinstance(name, str):
        message = f"`get_param` takes a name, or a list of a name and a path, not {kind_of(name)}."
        hint = "Write the path in the same list as the name: `[name, key]`." if isinstance(name, list) else None
        raise CallError(message, 0, hint=hint)
    try:
        value = call.scope.parameter(name)
    except KeyError:
        at = 0 if isinstance(argument, list) or isinstance(call.argument, Scalar) else None
        raise unknown_parameter(call, name, at) from None
    if not path or isinstance(value, Unknown) or call.scope.masks(name):
        return value
    return value_at(value, path)


def unknown_parameter(call: Call, name: str, at: int | None) -> CallError:
    """The error for a parameter that is not declared."""
    known = (known for known in call.scope.parameters if known != name)
    if _written(call, name):
        hint = call.did_you_mean(name, known) or names_of("parameters", call.scope.template.parameters)
        if name in call.scope.enabled:
            hint = f"`{name}` is a resource; use `get_resource` or `get_attr`."
        first, _, path = name.partition(".")
        if path and first in call.scope.parameters:
            hint = f"Write a path as a list: `[{', '.join(name.split('.'))}]`."
        reported = call.scope.template.writes("parameters", name)
        return CallError(
            f"There is no parameter `{name}`.", at, code="unknown-parameter", hint=hint, already_reported=reported
        )
    return CallError("There is no parameter with the name that this evaluates to.", at, code="unknown-parameter")


def _written(call: Call, name: str) -> bool:
    """Whether the name is written in the template, so that a message may repeat it: a computed one may be a secret."""
    node = call.argument
    if isinstance(node, Sequence) and node.items:
        node = node.items[0]
    return isinstance(node, Scalar) and node.value == name


@function("get_resource", since="2013-05-23", gives="scalar", unmistakable=True, rank=2)
def get_resource(call: Call, resource: Annotated[Lazy, ArgumentSpec("string", "resource")], /) -> Value:
    """The id of a resource, once it exists (HOT specification, "get_resource")."""
    name = call.named(resource)
    if isinstance(name, Unknown):
        return name
    return call.scope.surroundings.reference_id(existing_resource(call, name))


def existing_resource(call: Call, name: Value, step: Step = Step.REFERENCE) -> str:
    """The name of a resource that will exist, recorded as a dependency of this place."""
    enabled = call.scope.enabled.get(name, None) if isinstance(name, str) else None
    if not isinstance(name, str):
        step = Step.NAMING if isinstance(name, dict | list) else step
        message = f"`{call.name}` takes the name of a resource, not {kind_of(name)}."
        at, hint = (WHOLE, call.without_list()) if call.name == "get_resource" else (0, None)
        raise CallError(message, at, step=step, code="unknown-resource", hint=hint)
    if enabled is None:
        if not _written(call, name):
            raise CallError(
                "There is no resource with the name that this evaluates to.", 0, step=step, code="unknown-resource"
            )
        hint = call.did_you_mean(name, call.nameable()) or names_of("resources", call.scope.enabled)
        if name in call.scope.parameters:
            hint = f"`{name}` is a parameter; use `get_param`."
        reported = call.scope.template.writes("resources", name)
        message = f"There is no resource `{name}`."
        raise CallError(message, 0, step=step, code="unknown-resource", hint=hint, already_reported=reported)
    if enabled is False:
        hint = "Refer to it only where the same condition applies, for instance in a branch of `if`."
        raise CallError(
            f"The resource `{name}` is disabled: its condition is false.",
            0,
            step=step,
            code="disabled-resource",
            hint=hint,
        )
    call.refer(name)
    return name


@function("get_attr", since="2013-05-23", path=True, verbatim=True, unmistakable=True, rank=3)
def get_attr_then_select(call: Call, arguments: _Attribute, /) -> Value:
    """An attribute of a resource, or the member of it at a path of keys and indexes (HOT specification, "get_attr").

    A path without a member, and an attribute that does not exist yet, return null.
    """
    return _attribute(call, _attribute_arguments(call, arguments, least=2))


@function(
    "get_attr",
    since=NEWEST_ATTRIBUTES,
    path=True,
    verbatim=True,
    unmistakable=True,
    rank=3,
    change="`get_attr` without an attribute returns all of them.",
)
def get_attr(call: Call, arguments: _Attribute, /) -> Value:
    """An attribute of a resource, or the member of it at a path of keys and indexes; all attributes but `show` when
    none is named (HOT specification, "get_attr").

    A path without a member, and an attribute that does not exist yet, return null.
    """
    return _attribute(call, _attribute_arguments(call, arguments, least=1))


def _attribute_arguments(call: Call, node: Lazy, least: int) -> list[Node]:
    expected = "`get_attr` takes a list of a resource, an attribute and optionally a path"
    if least == 1 and isinstance(node, Scalar) and isinstance(node.value, str) and len(node.value) == 1:
        return [node]
    if not isinstance(node, Sequence):
        is_call = call.evaluator.is_call(node)
        found = (
            "the value of a function"
            if is_call
            else "a map"
            if isinstance(node, Mapping)
            else kind_of(getattr(node, "value", None))
        )
        call.evaluator.value(node)
        hint = None
        if isinstance(node, Scalar) and isinstance(node.value, str):
            hint = f"Write it as `[{', '.join(node.value.split('.'))}]`."
        elif isinstance(node, Mapping) and isinstance(attribute := node.members.get(node.sole_key), Scalar):
            hint = None if is_call else f"Write it as `[{node.sole_key}, {attribute.value}]`."
        raise CallError(f"{expected}, not {found}.", 0, step=Step.SYNTAX, hint=hint)
    if len(node.items) < least:
        raise CallError(f"{expected}.", step=Step.SYNTAX, hint="Write it as `get_attr: [resource, attribute]`.")
    return list(node.items)


def _attribute(call: Call, arguments: list[Node]) -> Value:
    resource = call.named(arguments[0])
    attribute = call.evaluator.result(arguments[1]) if len(arguments) > 1 else None
    oldest = call.scope.template.version.date == OLDEST
    path = [] if oldest else _path(call, arguments)
    if isinstance(resource, Unknown):
        return resource
    name = existing_resource(call, resource, _reference_step(call))
    _check_retired(call, name, attribute)
    surroundings = call.scope.surroundings
    if not call.resolving or not is_known([attribute, path]):
        _check_unresolved(call, name, arguments)
        return merged([attribute, path])
    names_nothing = _names_nothing(arguments) and call.scope.template.version.date >= NEWEST_ATTRIBUTES
    if name in call.scope.nested and (names_nothing or isinstance(attribute, str)):
        with suppress(NotKnown):
            inner = [] if names_nothing else path or _path(call, arguments)
            return call.scope.nested_attribute(name, None if names_nothing else attribute, inner)
    if names_nothing:
        return surroundings.all_attributes(name)
    _check_path(call, attribute, path)
    _check_offered(call, name, attribute)
    try:
        value = surroundings.attribute(name, attribute)
    except (NoAttribute, TypeError):
        raise _no_attribute(call, name, attribute, surroundings.attributes.get(name, ())) from None
    if oldest and value is None:
        for node in arguments[2:]:
            call.look_at(node)
    elif oldest:
        path = _path(call, arguments)
    if isinstance(value, Unknown) or not is_known(path):
        return merged([value, path])
    try:
        for key in path:
            value = _attribute_step(value, key)
    except (KeyError, IndexError, TypeError):
        return None
    return value


def _check_unresolved(call: Call, resource: str, arguments: list[Node]) -> None:
    """Refuses an attribute that the resource lacks, where its value is validated but never resolved."""
    written = arguments[1] if len(arguments) > 1 else None
    if call.resolving or call.evaluator.phases.validation is None or not isinstance(written, Scalar):
        return
    surroundings = call.scope.surroundings
    try:
        surroundings.attribute(resource, written.value)
    except (NoAttribute, TypeError):
        raise _no_attribute(call, resource, written.value, surroundings.attributes.get(resource, ())) from None


def _path(call: Call, arguments: list[Node]) -> list[Value]:
    """The path after the attribute."""
    return [key for key in map(call.evaluator.value, arguments[2:]) if key is not ELIDED]


def _names_nothing(arguments: list[Node]) -> bool:
    """Whether no attribute is named, so that all are returned; a name that evaluates to null does not count."""
    return len(arguments) == 1 or (isinstance(arguments[1], Scalar) and arguments[1].value is None)


def _check_path(call: Call, attribute: Value, path: list[Value]) -> None:
    """Refuses what Heat cannot look up.  Where Heat collects attributes, it takes the whole path for one."""
    collected = call.evaluator.phases.collection is not None
    for position, part in enumerate([attribute, *path], 1):
        if isinstance(part, dict | list | Unordered) and (position == 1 or collected):
            message = f"An attribute and its path must be names and numbers, not {kind_of(part)}."
            raise CallError(message, position, step=Step.VALIDATION)
    if collected and not path and not isinstance(attribute, str):
        message = f"The name of an attribute must be a string, not {kind_of(attribute)}."
        raise CallError(message, 1, step=Step.COLLECTION, code="unknown-attribute")


def _reference_step(call: Call) -> Step:
    """Outputs may refer to a missing resource until they are validated."""
    return Step.VALIDATION if call.evaluator.phases.reference is None else Step.REFERENCE


def _check_offered(call: Call, name: str, attribute: Value) -> None:
    """Refuses an attribute that the resource's type does not have."""
    resource = call.scope.template.resources[name]
    resolved_type = resolve_type(name, resource.type, call.scope.surroundings)
    kind = resolved_type.schema
    if kind is None or kind.any_attributes:
        return
    if resolved_type.file is not None:
        _check_output(call, name, attribute, kind)
        return
    schema = kind.attributes.get(attribute) if isinstance(attribute, str) else None
    if schema is None:
        raise _no_attribute(call, name, attribute, kind.offered_attributes, kind)


def _check_retired(call: Call, name: str, attribute: Value) -> None:
    """Warns of an attribute that is deprecated or not supported."""
    kind = resolve_type(name, call.scope.template.resources[name].type, call.scope.surroundings).schema
    schema = kind.attributes.get(attribute) if kind is not None and isinstance(attribute, str) else None
    if schema is None:
        return
    written = call.is_written(1)
    what = f"`{attribute}`" if written else "The attribute with the name that this evaluates to"
    found = deprecation(what, schema.support, schema.replaced_by)
    if found is not None:
        hint = found.hint if written else None
        error = CallError(found.message, 1, step=Step.VALIDATION, code="deprecated-attribute", hint=hint)
        call.report(error, found.severity)


def _check_output(call: Call, name: str, attribute: Value, kind: ResourceType) -> None:
    """Warns of an output that a nested template lacks; Heat notices only when it needs the value."""
    if not isinstance(attribute, str) or attribute in kind.attributes or attribute.startswith("resource."):
        return
    if call.evaluator.phases.validation is None or not call.is_written(1):
        return
    outputs = [known for known in kind.attributes if known != "show"]
    hint = call.did_you_mean(attribute, outputs) or names_of("outputs", outputs)
    message = f"The template `{kind.name}` of `{name}` has no output `{attribute}`."
    error = CallError(message, 1, step=Step.VALIDATION, code="unknown-attribute", hint=hint)
    call.report(error, Severity.WARNING)


def _no_attribute(
    call: Call, name: str, attribute: Value, known: Iterable[str], kind: ResourceType | None = None
) -> CallError:
    code, step = "unknown-attribute", Step.VALIDATION
    if not isinstance(attribute, str):
        return CallError(
            f"The name of an attribute must be a string, not {kind_of(attribute)}.", 1, step=step, code=code
        )
    written = call.is_written(1)
    hint = call.did_you_mean(attribute, known)
    if kind is None:
        return CallError(f"The resource `{name}` has no such attribute.", 1, step=step, code=code, hint=hint)
    if written and attribute in kind.properties:
        hint = f"`{attribute}` is a property; only attributes can be read."
    shown = f"attribute `{attribute}`" if written else "attribute with the name that this evaluates to"
    message = f"The resource `{name}` has the type `{kind.name}`, which has no {shown}."
    return CallError(message, 1, step=step, code=code, hint=hint if written else None)


def _attribute_step(value: Value, key: Any) -> Value:
    if not isinstance(value, dict | list | str) or not isinstance(key, str | int):
        raise TypeError
    member: Value = value[key]  # type: ignore[index]  # a key that does not fit raises TypeError
    return member


@function("get_file", since="2013-05-23", gives="scalar", unmistakable=True, rank=6)
def get_file(call: Call, name: Annotated[str, ArgumentSpec("string", "file")], /) -> Value:
    """The content of a file of the template's bundle (HOT specification, "get_file")."""
    content = _content(call, name)
    if content is None:
        shown = f"`{name}`" if isinstance(call.argument, Scalar) else "with the name that this evaluates to"
        hint = call.did_you_mean(name, call.scope.surroundings.files) or "Add the file to the template's files."
        raise CallError(f"There is no file {shown}.", 0, code="missing-file", hint=hint)
    return content


def _content(call: Call, name: str) -> str | None:
    """The content of a file by the name that the template has for it, which is relative to a nested template."""
    surroundings = call.scope.surroundings
    if surroundings.nesting is None:
        return surroundings.files.get(name)
    key = surroundings.nesting.tree.bundle.key(name, surroundings.nesting.file)
    return None if key is None else surroundings.files.get(key)


_PARTS = {
    "metadata": "the metadata of the resource that uses this template",
    "deletion_policy": "its deletion policy",
    "update_policy": "its update policy",
}
_Part = Annotated[Lazy, ArgumentSpec("string", choices=tuple(_PARTS), meanings=tuple(_PARTS.values()))]


@function("resource_facade", since="2013-05-23")
def resource_facade(call: Call, part: _Part, /) -> Value:
    """A part of the resource that uses this template in its parent: `metadata`, `deletion_policy` or
    `update_policy` (HOT specification, "resource_facade")."""
    return facade(call, part, {name: name for name in _PARTS})


def facade(call: Call, part: Lazy, parts: dict[str, str]) -> Value:
    """A part of the parent resource, under its name in this function."""
    wanted = part.value if isinstance(part, Scalar) else None
    if not isinstance(wanted, str) or wanted not in parts:
        message = f"`{call.name}` takes one of {', '.join(f'`{name}`' for name in parts)}."
        raise CallError(message, WHOLE, step=Step.SYNTAX, hint=call.without_list())
    if not call.resolving:
        return Unknown()
    parent = call.scope.surroundings.parent
    if parent is None:
        hint = "It works only in a template that another one uses as a resource type."
        raise CallError("The template has no parent resource.", code="no-parent", hint=hint)
    if parts[wanted] == "deletion_policy":
        return parent.get("deletion_policy") or "Delete"
    return parent.get(parts[wanted]) or {}
