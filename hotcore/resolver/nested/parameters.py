"""The conversion of a resource's properties to parameters of its nested template."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from hotcore.constraints import ParameterType, Refused, to_number
from hotcore.template import Template
from hotcore.values import MASK, Unknown, Value, is_known, kind_of, merged

Complain = Callable[[str, int, str], None]
"""Called with the parameter, the position of the item in its list, and the error."""


def given_values(template: Template, properties: Value, complain: Complain) -> dict[str, Value]:
    """The values that the parameters of a nested template get from the properties of the resource.

    A value of the wrong type, which the check of the properties reports, counts as null, as in Heat.
    """
    if isinstance(properties, Unknown):
        return dict.fromkeys(template.parameters, properties)
    if not isinstance(properties, dict):
        return {}
    return {
        name: _given(parameter.kind, properties[name], parameter.kind.empty, partial(complain, name))
        for name, parameter in template.parameters.items()
        if name in properties
    }


def shown_values(template: Template, true: Mapping[str, Value], masked: Value) -> dict[str, Value]:
    """The masked values of those parameters that a hidden value has flowed into."""
    if isinstance(masked, Unknown):
        return {}
    if not isinstance(masked, dict):
        return dict.fromkeys(true, MASK)  # the properties as a whole are hidden
    found = {
        name: _given(parameter.kind, masked[name], MASK, lambda _at, _message: None)
        for name, parameter in template.parameters.items()
        if name in masked
    }
    hidden = dict.fromkeys((name for name in true if name not in found), MASK)
    return hidden | {name: _shown(template, name, value) for name, value in found.items() if value != true.get(name)}


def _shown(template: Template, name: str, value: Value) -> Value:
    if not is_known(value):
        return value
    try:
        return template.parameters[name].kind.convert(value)
    except (Refused, ValueError):
        return MASK


def _given(kind: ParameterType, value: Value, otherwise: Value, complain: Callable[[int, str], None]) -> Value:
    if isinstance(value, Unknown):
        return value
    if value is None:
        return kind.empty
    try:
        return _list(value, complain) if kind.property_type == "list" else _GIVEN[kind.property_type](value)
    except Refused:
        return otherwise


def _string(value: Value) -> Value:
    if isinstance(value, str):
        return value
    if isinstance(value, bool | int):
        return str(value)
    raise Refused


def _boolean(value: Value) -> Value:
    if isinstance(value, bool):
        return value
    word = value.lower() if isinstance(value, str) else ""
    if word not in ("true", "false"):
        raise Refused
    return word == "true"


def _data(value: Value) -> Value:
    if isinstance(value, str | dict | list):
        return value
    raise Refused


_GIVEN: dict[str, Callable[[Value], Value]] = {
    "string": _string,
    "number": to_number,
    "boolean": _boolean,
    "map": _data,
}


def _list(value: Value, complain: Callable[[int, str], None]) -> Value:
    """The comma-separated string that Heat makes of a list; one of maps becomes `.member.0.key=value` and so on."""
    if isinstance(value, str):
        return value
    if not isinstance(value, list):
        raise Refused
    if not is_known(value):
        return merged([value])
    maps = bool(value) and isinstance(value[0], dict)
    for position, item in enumerate(value):
        if isinstance(item, dict) if maps else item is None or isinstance(item, str):
            continue
        expected = "only maps, as its first item is one" if maps else "only strings"
        complain(position, f"can contain {expected}; this item is {kind_of(item)}.")
        return Unknown()
    if maps:
        return ",".join(f".member.{at}.{key}={item}" for at, pairs in enumerate(value) for key, item in pairs.items())
    return ",".join(item or "" for item in value)


def with_defaults(template: Template, defaults: Mapping[str, Any]) -> Template:
    """A nested template with the defaults of the environment in place of its own, as Heat modifies it."""
    given = {name: defaults[name] for name in template.parameters if defaults.get(name) is not None}
    if not given:
        return template
    changed = {
        name: replace(template.parameters[name], default=value, has_default=True) for name, value in given.items()
    }
    return replace(template, parameters=template.parameters | changed)
