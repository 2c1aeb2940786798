"""The template of all systematic cases, and insertion into it."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.parity.strategies import vocabulary as words
from tests.parity.strategies.mutations import paths_of
from tests.parity.strategies.texts import yaml_of
from tests.parity.strategies.writer import copied

Body = dict[str, Any]
Case = tuple[str, Body]
"""An identity and a case."""

LATEST = words.VERSIONS[0]
OLDEST = words.VERSIONS[-1]

PLAIN: tuple[Any, ...] = (
    *(None, True, False, 0, 1, -1, 2, 1.0, 1.5, -0.0, 10**20, 1e22, float("nan"), float("inf")),
    *("", "a", "1", " 1 ", "-1", "1.0", "true", "north", "box", "on", "a,b", "é中\U0001f600", "a\nb", "nowhere"),
    *([], ["a"], ["a", "b", "c"], [None], [1, 2], [True], [["a", "b"]], [{"a": 1}], ["on", "off"]),
    *({}, {"a": "b"}, {"a": None}, {"a": {"b": 1}}, {"k": [1]}, {1: "x"}, {True: "x"}, {None: "x"}, {1: "x", "a": 2}),
)
"""Odd values, written out."""

CALLS: tuple[Any, ...] = (
    {"get_param": "word"},
    {"get_param": "size"},
    {"get_param": "flag"},
    {"get_param": "csv"},
    {"get_param": "obj"},
    {"get_param": "nowhere"},
    {"get_param": ["obj", "none"]},
    {"get_param": ["obj", "missing"]},
    {"get_param": []},
    {"get_attr": ["box", "names"]},
    {"get_attr": ["box", "info"]},
    {"get_attr": ["box", "ip"]},
    {"get_attr": ["box"]},
    {"get_attr": ["late", "any"]},
    {"get_attr": ["box", "missing"]},
    {"get_attr": ["nowhere", "a"]},
    {"get_resource": "box"},
    {"get_resource": "nowhere"},
    {"get_file": "boot.sh"},
    {"get_file": "missing"},
    {"if": ["on", "a"]},
    {"if": ["off", "a"]},
    {"if": ["off", "a", ["b"]]},
    {"if": ["nowhere", "a", "b"]},
    {"if": ["on"]},
    {"resource_facade": "metadata"},
    {"Ref": "box"},
    {"equals": [1, 1]},
    {"not": "on"},
    {"unknown": "a"},
)
"""Odd values that functions give, or fail to."""

ODD = (*PLAIN, *CALLS)

COMPUTED = {
    str(index): value for index, value in enumerate(PLAIN) if value not in (float("inf"), 1e22) and value == value
}
"""Odd values for a json parameter, so that only resolving shows them."""


def computed() -> Iterator[Any]:
    """Calls that evaluate to odd values."""
    for key, value in COMPUTED.items():
        if not isinstance(value, dict) or all(isinstance(name, str) for name in value):
            yield {"get_param": ["odd", key]}
            yield {"get_attr": ["box", "odd", key]}


ATTRIBUTES = {**words.ATTRIBUTES, "odd": {key: value for key, value in COMPUTED.items() if not isinstance(value, dict)}}


def frame(version: str = LATEST) -> Body:
    """A good template of a version: parameters of all types, conditions, two resources of which one is created."""
    template: Body = {
        "heat_template_version": version,
        "parameters": {
            "word": {"type": "string", "default": "north"},
            "size": {"type": "number", "default": 7},
            "flag": {"type": "boolean", "default": True},
            "csv": {"type": "comma_delimited_list", "default": "red,k1"},
            "obj": {"type": "json", "default": copied(words.OBJECT)},
            "odd": {"type": "json", "default": {}},
        },
        "conditions": {"on": {"equals": [1, 1]}, "off": False},
        "resources": {"box": {"type": "Demo::Box"}, "late": {"type": "Demo::Box"}},
        "outputs": {},
    }
    if words.RELEASES.get(version, version) < words.CONDITIONS_SINCE:
        del template["conditions"]
    return template


def case(template: Body, **around: Any) -> Body:
    """A case with a template and the usual surroundings."""
    values = {key: value for key, value in COMPUTED.items() if not isinstance(value, dict) or _named(value)}
    environment = {"parameters": {"odd": values}} if _named_in(template.get("parameters")) else {}
    return {
        "template": yaml_of(template),
        "files": {"boot.sh": "#!/bin/sh\necho a $name\n"},
        "environment": environment,
        "attributes": {"box": copied(ATTRIBUTES)},
        "resource_ids": {"box": "box-1"},
        "parent_resource": {"metadata": {"a": 1}},
        "availability_zones": ["east", "west"],
        **around,
    }


def _named_in(parameters: Any) -> bool:
    return isinstance(parameters, dict) and "odd" in parameters


def _named(value: Body) -> bool:
    return all(isinstance(key, str) for key in value)


def in_output(value: Any, version: str = LATEST) -> Body:
    """A case with a value in an output."""
    template = frame(version)
    template["outputs"] = {"o": {"value": copied(value)}}
    return case(template)


def in_property(value: Any, version: str = LATEST) -> Body:
    """A case with a value in a resource's property."""
    template = frame(version)
    template["resources"]["last"] = {"type": "Demo::Box", "properties": {"p": copied(value)}}
    return case(template)


def spoilt(value: Any, odd: tuple[Any, ...] = ODD) -> Iterator[tuple[str, Any]]:
    """The value with every place in turn, itself included, taken by every odd value, or left out, or renamed."""
    for path in ((), *paths_of(value)):
        for index, other in enumerate(odd):
            yield f"{_named_path(path)}={index}:{short(other)}", put(value, path, copied(other))
        if path:
            yield f"{_named_path(path)}-gone", without(value, path)
            yield from _next_to(value, path)


def _next_to(value: Any, path: tuple[Any, ...]) -> Iterator[tuple[str, Any]]:
    holder = at(value, path[:-1])
    others = ("a", None, *CALLS[13:18], *CALLS[20:23], {"Fn::Join": ["", []]}, {"str_split": "a"})
    if isinstance(holder, list):
        for other in others:
            changed = copied(value)
            at(changed, path[:-1]).insert(path[-1], copied(other))
            yield f"{_named_path(path)}+{short(other)}", changed
        return
    for key in ("zz", "", 1, True, None):
        changed = copied(value)
        members = at(changed, path[:-1])
        renamed = {(key if name == path[-1] else name): member for name, member in members.items()}
        yield f"{_named_path(path)}~{key!r}", put(value, path[:-1], renamed)
        members[key] = "a"
        yield f"{_named_path(path)}&{key!r}", changed
    for other in others:
        yield f"{_named_path(path)}&zz={short(other)}", put(value, path[:-1], {**copied(holder), "zz": copied(other)})


def at(value: Any, path: tuple[Any, ...]) -> Any:
    """The value at a path."""
    for key in path:
        value = value[key]
    return value


def put(value: Any, path: tuple[Any, ...], other: Any) -> Any:
    """The value with something else at a path."""
    if not path:
        return other
    changed = copied(value)
    at(changed, path[:-1])[path[-1]] = other
    return changed


def without(value: Any, path: tuple[Any, ...]) -> Any:
    """The value without the part at a path."""
    changed = copied(value)
    at(changed, path[:-1]).pop(path[-1])
    return changed


def read_values(name: str) -> Any:
    """Odd values that are kept as data."""
    return json.loads(Path(__file__).with_name("values").joinpath(f"{name}.json").read_text(encoding="utf-8"))


def short(value: Any) -> str:
    """A value in an identity."""
    return repr(value).replace("'", "")[:40]


def _named_path(path: tuple[Any, ...]) -> str:
    return ".".join(map(str, path)) or "whole"
