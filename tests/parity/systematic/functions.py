"""Every function in its good forms, with every odd value in every place, and with every other function in it."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from tests.parity.strategies import vocabulary as words
from tests.parity.strategies.mutations import paths_of
from tests.parity.systematic.frames import (
    CALLS,
    LATEST,
    OLDEST,
    PLAIN,
    Case,
    computed,
    in_output,
    in_property,
    put,
    spoilt,
)

FORMS: dict[str, tuple[Any, ...]] = {
    "get_param": ("word", ["obj", "deep", "a"], ["csv", 1], ["word", 0]),
    "get_attr": (["box", "ip"], ["box", "info", "ids", 0], ["box"], ["late", "any", "x"]),
    "get_resource": ("box",),
    "get_file": ("boot.sh",),
    "resource_facade": ("metadata", "deletion_policy", "update_policy"),
    "list_join": ([",", ["a", "b"]], ["-", ["a", None], ["b", {"k": 1}], {"get_param": "csv"}]),
    "str_replace": (
        {"template": "a bb b", "params": {"a": "x", "b": 1, "bb": {"get_param": "flag"}}},
        {"template": {"get_param": "word"}, "params": {"get_param": "obj"}},
    ),
    "str_replace_strict": ({"template": "a bb b", "params": {"a": "x", "b": 1}},),
    "str_replace_vstrict": ({"template": "a bb b", "params": {"a": "x", "b": 1}},),
    "str_split": ([",", "a,b,c"], [",", "a,b,c", 1], [" ", {"get_param": "word"}, "0"]),
    "repeat": (
        {"template": "n-%a%", "for_each": {"%a%": ["x", "y"]}},
        {"template": {"%a%": ["%b%", 1]}, "for_each": {"%a%": ["x", "y"], "%b%": ["1", "2"]}, "permutations": False},
        {"template": ["%a%"], "for_each": {"%a%": {"get_param": "obj"}}, "permutations": True},
    ),
    "digest": (["md5", "a"], ["sha512", {"get_param": "word"}]),
    "map_merge": ([{"a": 1}, {"b": 2}], [{"get_param": "obj"}, {"a": None}]),
    "map_replace": (
        [{"a": "b", "c": 1, "d": [1]}, {"keys": {"a": "x"}, "values": {"b": "y", 1: "z"}}],
        [{"get_param": "obj"}, {"values": {"n1": "n2"}}],
    ),
    "list_concat": ([["a"], ["b", "a"]], [{"get_param": "csv"}, [1]]),
    "list_concat_unique": ([["a", 1], ["a", True]], [{"get_param": "csv"}, ["red"]]),
    "filter": ([["a"], ["a", "b", "a"]], [{"get_param": "csv"}, ["red", 1, None]]),
    "contains": (["a", ["a", "b"]], ["a", "banana"], ["red", {"get_param": "csv"}]),
    "make_url": (
        {"scheme": "http", "host": "h.example", "port": 80, "path": "/a b", "query": {"k": "v"}, "fragment": "f"},
        {"username": "u", "password": "p", "host": "::1", "port": {"get_param": "size"}, "path": "x"},
    ),
    "yaql": (
        {"expression": "$.data.a", "data": {"a": [1]}},
        {"expression": "len($.data)", "data": {"get_param": "csv"}},
    ),
    "if": (["on", "a", "b"], ["off", "a"], [{"equals": [{"get_param": "word"}, "north"]}, {"get_param": "csv"}, 1]),
}
LEGACY: dict[str, tuple[Any, ...]] = {
    "Ref": ("box", "word"),
    "Fn::GetAZs": ("", "east"),
    "Fn::Select": ([1, ["a", "b"]], ["a", {"a": 1}], ["0", '["x"]'], ["name", {"get_param": "obj"}]),
    "Fn::Join": ([",", ["a", "b"]],),
    "Fn::Split": ([",", "a,b"],),
    "Fn::Replace": ([{"a": "x", "b": 1}, "a b"],),
    "Fn::Base64": ("a",),
    "Fn::MemberListToMap": (["Name", "Value", [".member.0.Name=a", ".member.0.Value=b", ".member.1.Name=c"]],),
    "Fn::ResourceFacade": ("Metadata", "DeletionPolicy", "UpdatePolicy"),
}
_AGAINST: tuple[Any, ...] = (*PLAIN[:18], *PLAIN[28:36], *CALLS[:8], *CALLS[19:22])
"""Fewer odd values, for versions that change little."""


def alone(name: str, forms: tuple[Any, ...], version: str) -> Iterator[Case]:
    """A function in an output and in a property, spoilt in every way."""
    for number, form in enumerate(forms):
        yield f"{number}/good", in_output({name: form}, version)
        odd = (*PLAIN, *CALLS, *computed()) if version in (LATEST, OLDEST) else _AGAINST
        for what, argument in spoilt(form, odd):
            yield f"{number}/output/{what}", in_output({name: argument}, version)
        for what, argument in spoilt(form, (*PLAIN, *CALLS) if version == LATEST else _AGAINST[:12]):
            yield f"{number}/property/{what}", in_property({name: argument}, version)


def in_old_versions() -> Iterator[Case]:
    """Functions of all versions with fewer odd values in every other version."""
    for version in words.VERSIONS[1:]:
        for name, forms in {**FORMS, **LEGACY}.items():
            for number, form in enumerate(forms):
                yield f"{version}/{name}/{number}/good", in_output({name: form}, version)
                for what, argument in spoilt(form, _AGAINST):
                    yield f"{version}/{name}/{number}/{what}", in_output({name: argument}, version)


def nested(version: str, table: dict[str, tuple[Any, ...]]) -> Iterator[Case]:
    """Every function in every place of every other."""
    for name, forms in table.items():
        for number, form in enumerate(forms):
            for path in ((), *paths_of(form)):
                for inner, inner_forms in table.items():
                    for count, inner_form in enumerate(inner_forms):
                        value = {name: put(form, path, {inner: inner_form})}
                        where = ".".join(map(str, path))
                        yield f"{name}/{number}/{where}/{inner}/{count}", in_output(value, version)


def _spellings(table: dict[str, tuple[Any, ...]], version: str) -> dict[str, Callable[[], Iterator[Case]]]:
    return {f"functions/{name}": partial(alone, name, forms, version) for name, forms in table.items()}


AREAS: dict[str, Callable[[], Iterator[Case]]] = {
    **_spellings(FORMS, LATEST),
    **_spellings(LEGACY, OLDEST),
    "nested": partial(nested, LATEST, FORMS),
    "nested-oldest": partial(
        nested,
        OLDEST,
        {**LEGACY, **{name: FORMS[name] for name in ("get_param", "get_attr", "list_join", "str_replace")}},
    ),
    "old-functions": in_old_versions,
}
