"""The functions that the oldest version inherited from CloudFormation and later ones removed (HOT specification,
"2013-05-23")."""

from itertools import chain
from typing import Annotated

from hotcore.constraints import Refused, to_data
from hotcore.evaluation import ANY, WHOLE, ArgumentSpec, Call, CallError, Lazy, Step, function
from hotcore.functions.references import existing_resource, facade
from hotcore.functions.strings import list_join_texts, plain_text, replace
from hotcore.runtime import regex
from hotcore.syntax import Scalar, Sequence
from hotcore.values import Unknown, Value, kind_of

_OLDEST = "2013-05-23"
_GONE = "2014-10-16"
_SELECT_GONE = "2015-10-15"
_MEMBER = regex(r"\.member\.([0-9]{1,9})\.(.*)")


@function("Ref", since=_OLDEST, until=_GONE, instead="`get_param` or `get_resource`", verbatim=True, unmistakable=True)
def ref(call: Call, name: Annotated[Lazy, ArgumentSpec("string", "parameter", also="resource")], /) -> Value:
    """The id of a resource or, when no resource has that name, the value of a parameter."""
    wanted = name.value if isinstance(name, Scalar) else None
    if not isinstance(wanted, str):
        call.evaluator.value(name)
        raise CallError("`Ref` takes a literal name.", WHOLE, step=Step.SYNTAX, hint=call.without_list())
    if wanted in call.scope.enabled:
        resource = existing_resource(call, wanted)
        return call.scope.surroundings.reference_id(resource) if call.resolving else Unknown()
    if not call.resolving:
        return Unknown()
    try:
        return call.scope.parameter(wanted)
    except (KeyError, TypeError):
        hint = call.did_you_mean(wanted, chain(call.nameable(), call.scope.parameters))
        message = f"There is no resource or parameter `{wanted}`."
        raise CallError(message, 0, code="unknown-reference", hint=hint) from None


@function("Fn::GetAZs", since=_OLDEST, until=_GONE, gives="list")
def get_availability_zones(call: Call, region: Annotated[Lazy, ArgumentSpec("string", keeps="nothing")], /) -> Value:
    """The names of the availability zones; the region makes no difference."""
    call.look_at(region)
    zones = call.scope.surroundings.availability_zones
    return Unknown("Fn::GetAZs") if zones is None else list(zones)


@function("Fn::Select", since=_OLDEST, until=_SELECT_GONE, instead="a path in `get_param` or `get_attr`")
def select(call: Call, arguments: Annotated[Lazy, ANY, ArgumentSpec(keeps="item")], /) -> Value:
    """The item of a list or map at an index; the empty string when there is none."""
    values = _two(call, arguments)
    if unknown := call.waits(values):
        return unknown
    if not call.resolving:
        return Unknown()
    return _selected(call, *values)


def _two(call: Call, arguments: Lazy) -> list[Value]:
    """The index and the collection.  Heat accepts anything with two members as a pair, even a string."""
    if isinstance(arguments, Sequence) and len(arguments.items) == 2:
        return [call.evaluator.result(item) for item in arguments.items]
    pair = None if call.evaluator.is_call(arguments) else call.evaluator.result(arguments)
    if isinstance(pair, str | dict) and len(pair) == 2:
        return list(pair)
    hint = "Write it as `Fn::Select: [index, collection]`."
    raise CallError("`Fn::Select` takes a list of an index and a collection.", WHOLE, step=Step.SYNTAX, hint=hint)


def _selected(call: Call, index: Value, collection: Value) -> Value:
    if isinstance(collection, str) and collection:
        call.scope.budget.spend(len(collection) // 4)
        try:
            collection = to_data(collection)
        except Refused:
            raise CallError("`Fn::Select` selects from a list or a map; this string is not JSON.", 1) from None
    if collection is None or collection == "":
        return ""
    if isinstance(collection, dict):
        if not isinstance(index, str):
            raise CallError(f"The index into a map must be a string, not {kind_of(index)}.", 0)
        return collection.get(index, "")
    if not isinstance(collection, list):
        raise CallError(f"`Fn::Select` selects from a list or a map, not {kind_of(collection)}.", 1)
    try:
        position = int(index)
    except (ValueError, TypeError, OverflowError):
        raise CallError(f"The index into a list must be an integer, not {kind_of(index)}.", 0) from None
    try:
        return collection[position]
    except IndexError:
        return ""


@function(
    "Fn::Join",
    since=_OLDEST,
    until=_GONE,
    same_as="list_join",
    literal=Step.SYNTAX,
    textual=True,
    gives="string",
    unmistakable=True,
)
def join(
    call: Call, delimiter: str, strings: Annotated[Value, ArgumentSpec("list", items="string", keeps="item")]
) -> Value:
    """The strings of a list, joined with the delimiter."""
    return list_join_texts(call, delimiter, strings)


@function(
    "Fn::Split", since=_OLDEST, until=_GONE, same_as="str_split", literal=Step.SYNTAX, gives="list", items="string"
)
def split(
    call: Call,
    delimiter: Annotated[Lazy, ArgumentSpec("string", begins=",")],
    string: Annotated[Value, ArgumentSpec("string", keeps="value")],
) -> Value:
    """The parts of a string between the delimiters."""
    separator = delimiter.value if isinstance(delimiter, Scalar) else None
    if isinstance(string, Unknown):
        return string
    if not isinstance(separator, str) or not separator:
        raise CallError("The delimiter of `Fn::Split` must be a literal string.", 0)
    if not isinstance(string, str):
        raise CallError(f"`Fn::Split` splits a string, not {kind_of(string)}.", 1)
    parts = string.split(separator)
    call.scope.budget.spend(len(parts))
    return parts


@function(
    "Fn::Replace",
    since=_OLDEST,
    until=_GONE,
    instead="`str_replace`",
    literal=Step.SYNTAX,
    textual=True,
    gives="string",
)
def fn_replace(
    call: Call,
    params: Annotated[Value, ArgumentSpec("map", word="$value")],
    template: Annotated[str, ArgumentSpec("string", is_long=True, keeps="value")],
) -> Value:
    """The template with every key of the map replaced by its value."""
    if not isinstance(params, dict):
        raise CallError(f"`Fn::Replace` takes a map of replacements, not {kind_of(params)}.", 0)
    return replace(call, template, params, plain_text)[0]


@function("Fn::Base64", since=_OLDEST, until=_GONE, instead="the string itself", textual=True)
def base64(text: str, /) -> Value:
    """The string as it is: Heat takes user data in plain text."""
    return text


@function("Fn::MemberListToMap", since=_OLDEST, until=_GONE, literal=Step.SYNTAX, gives="map")
def member_list_to_map(
    call: Call,
    key_name: Lazy,
    value_name: Lazy,
    members: Annotated[Value, ArgumentSpec("list", keeps="item")],
) -> Value:
    """A map from a list of strings such as `.member.0.Name=key` and `.member.0.Value=value`, in the order of their
    numbers; members that lack one of the two are left out."""
    names = [node.value if isinstance(node, Scalar) else None for node in (key_name, value_name)]
    for position, name in enumerate(names):
        if not isinstance(name, str):
            raise CallError("`Fn::MemberListToMap` takes two literal names and a list.", position, step=Step.SYNTAX)
    if isinstance(members, Unknown) or not call.resolving:
        return members if isinstance(members, Unknown) else Unknown()
    if not isinstance(members, list | dict | str) or any(
        not isinstance(item, str) or "=" not in item for item in members
    ):
        raise CallError("The members must be a list of strings of the form `name=value`.", 2)
    given = dict(item.split("=", 1) for item in members)
    return _pairs(given, str(names[0]), str(names[1]))


def _pairs(given: dict[str, str], key_name: str, value_name: str) -> dict[str, str]:
    numbered: dict[int, dict[str, str]] = {}
    for path, value in given.items():
        if match := _MEMBER.match(path):
            numbered.setdefault(int(match[1]), {})[match[2]] = value
    return {
        member[key_name]: member[value_name]
        for _, member in sorted(numbered.items())
        if key_name in member and value_name in member
    }


FACADE_PARTS = {"Metadata": "metadata", "DeletionPolicy": "deletion_policy", "UpdatePolicy": "update_policy"}
"""The parts under their names in `resource_facade`."""


@function("Fn::ResourceFacade", since=_OLDEST, until=_GONE, instead="`resource_facade`")
def resource_facade(call: Call, part: Annotated[Lazy, ArgumentSpec("string", choices=tuple(FACADE_PARTS))], /) -> Value:
    """A part of the resource that uses this template in its parent: `Metadata`, `DeletionPolicy` or `UpdatePolicy`."""
    return facade(call, part, FACADE_PARTS)
