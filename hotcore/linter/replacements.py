"""Replacements of the CloudFormation functions that only the oldest template version has."""

from typing import TYPE_CHECKING, Any

from hotcore.diagnostics import Fix
from hotcore.evaluation import Removed, arrival, functions_of, newest_functions
from hotcore.functions import FACADE_PARTS
from hotcore.linter.subject import CallAt, text_of
from hotcore.runtime import LazyModule
from hotcore.syntax import Scalar
from hotcore.template import Template, handed_parameter
from hotcore.versions import LATEST, Version

if TYPE_CHECKING:
    from hotcore import edits
else:
    edits = LazyModule("hotcore.edits")


def instead(name: str, version: Version) -> str | None:
    """What to write instead of a function that later versions do not have; None if there is nothing."""
    found = functions_of(LATEST).get(name)
    if not isinstance(found, Removed) or not found.instead:
        return None
    same = newest_functions()[name].same_as
    return f"{found.instead} of a later version" if same and same not in functions_of(version) else found.instead


def successor(call: CallAt, template: Template, version: str) -> Fix | None:
    """The gesture that replaces a call by an equivalent in a version; None if there is none that is always
    equivalent."""
    argument, path = call.argument, list(call.path)
    if call.name == "Ref":
        return _named(call, template)
    same = newest_functions()[call.name].same_as
    if same and (arrival(same) or version) <= version:
        return _fix(f"Write `{same}`", "respell", path=[*path, call.name], key=same)
    if call.name == "Fn::Base64":
        return _fix("Use the string itself", "unwrap", path=path, inner=[call.name])
    if call.name == "Fn::Replace" and len(call.items) == 2:
        parts = {"template": edits.part(call.name, 1), "params": edits.part(call.name, 0)}
        return _fix("Write `str_replace`", "wrap", path=path, around={"str_replace": parts})
    if call.name == "Fn::ResourceFacade" and text_of(argument) in FACADE_PARTS:
        value = {"resource_facade": FACADE_PARTS[text_of(argument) or ""]}
        return _fix("Write `resource_facade`", "set", path=path, value=value)
    return _selected(call, template) if call.name == "Fn::Select" else None


def is_exact(call: CallAt, template: Template) -> bool:
    """Whether the successor fails where the call fails: a path finds nothing where `Fn::Select` fails."""
    argument = call.items[1] if call.name == "Fn::Select" and len(call.items) == 2 else call.argument
    parameter = handed_parameter(argument, template)
    if call.name == "Fn::Select":
        return parameter is not None and parameter.type == "comma_delimited_list"
    is_text = text_of(argument) is not None or (parameter is not None and parameter.type == "string")
    return call.name != "Fn::Base64" or is_text


def why_not(name: str) -> str:
    """What to do about a call that has no successor in another version."""
    same = newest_functions()[name].same_as
    if same:
        return f"The equivalent `{same}` was added in version {arrival(same)}."
    if name == "Fn::Select":
        return "A path in `get_param` or `get_attr` may do, but is not equivalent for all values."
    return "There is no equivalent function; pass the value as a parameter."


def _fix(title: str, gesture: str, **arguments: Any) -> Fix:
    return Fix(title, gesture, arguments)


def _named(call: CallAt, template: Template) -> Fix | None:
    named = text_of(call.argument)
    if named is None:
        return None
    key = "get_resource" if named in template.resources else "get_param"
    return _fix(f"Write `{key}`", "respell", path=[*call.path, call.name], key=key)


def _selected(call: CallAt, template: Template) -> Fix | None:
    """A path to an item of a list or json parameter; `Fn::Select` parses other strings as JSON, which no path does."""
    if len(call.items) != 2:
        return None
    index = call.items[0].value if isinstance(call.items[0], Scalar) else None
    parameter = handed_parameter(call.items[1], template)
    is_position = type(index) is int or (isinstance(index, str) and index.isdecimal())
    is_key = isinstance(index, str) and parameter is not None and parameter.type == "json"
    if parameter is None or parameter.type not in ("json", "comma_delimited_list") or not (is_position or is_key):
        return None
    path = {"get_param": [parameter.name, edits.part(call.name, 0)]}
    return _fix("Write a path in `get_param`", "wrap", path=list(call.path), around=path)
