"""What is expected at a place within a value: which property it is for, or which argument of which function."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from hotcore.catalogue import PropertySchema
from hotcore.evaluation import CONDITIONS, VALUES, functions_of
from hotcore.versions import Version

ITEM = "-"
_SAME = ("if", "map_merge", "list_concat", "list_concat_unique")
"""Functions that give one of their arguments, or all of them as one."""
_TESTS = ("and", "or", "not")


@dataclass(frozen=True, slots=True)
class Expected:
    """What is expected: a value for a `schema`, None for any; within the `call` of a function its `argument`, a key or
    a position, None for all of them.  With `is_test`, a condition is expected; `in_test` is all that is within one.
    """

    schema: PropertySchema | None = None
    call: str = ""
    argument: Any = None
    is_test: bool = False
    in_test: bool = False

    @property
    def is_whole_call(self) -> bool:
        """Whether all arguments of a function are expected."""
        return bool(self.call) and self.argument is None


def expected_at(path: Iterable[Any], start: Expected, version: Version) -> Expected:
    """What is expected at the end of a path that begins where `start` is expected."""
    here = start
    for part in path:
        here = _below(here, part, version)
    return here


def _below(here: Expected, part: Any, version: Version) -> Expected:
    if here.is_whole_call:
        return _argument(here, part)
    if isinstance(part, str) and part != ITEM and not _has_key(here, part) and _is_function(part, here, version):
        return replace(here, call=part, argument=None)
    if here.call in ("get_attr", "get_param") and part == ITEM:
        return here
    return Expected(_inner(here.schema, part), in_test=here.in_test)


def _has_key(here: Expected, part: str) -> bool:
    schema = here.schema
    return schema is not None and schema.keys is not None and part in schema.keys


def _is_function(name: str, here: Expected, version: Version) -> bool:
    place = CONDITIONS if here.in_test else VALUES
    return name in functions_of(version, place)


def _argument(here: Expected, part: Any) -> Expected:
    """What an argument of a function is expected to be: what the call itself has to give, where it gives that on."""
    name = here.call
    if name == "if":
        is_first = part == 0
        schema = None if is_first else here.schema
        return Expected(schema, name, part, is_test=is_first, in_test=is_first or here.in_test)
    if name in _TESTS:
        return Expected(None, name, part, is_test=True, in_test=True)
    schema = here.schema if name in _SAME else None
    if name == "repeat" and part == "template" and here.schema is not None:
        schema = here.schema.items
    return replace(here, schema=schema, argument=part, is_test=False)


def _inner(schema: PropertySchema | None, part: Any) -> PropertySchema | None:
    if schema is None:
        return None
    if part == ITEM or isinstance(part, int):
        is_free = schema.type == "list" and schema.items is None
        return PropertySchema("any", references=schema.references) if is_free else schema.items
    while schema.keys is None and schema.items is not None:
        schema = schema.items
    return (schema.keys or {}).get(part)
