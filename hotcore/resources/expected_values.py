"""Expectation at a path within a value: the property schema, or the argument of a function."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from hotcore.catalogue import PropertySchema
from hotcore.evaluation import ANY, CONDITIONS, VALUES, ArgumentSpec, Form, Signature, functions_of, newest_functions
from hotcore.runtime import dataclass
from hotcore.versions import Version

ITEM = "-"


@dataclass(frozen=True, slots=True)
class Expected:
    """What is expected at a place."""

    schema: PropertySchema | None = None
    """The schema that the value there has to match; None for any value."""
    call: str = ""
    """The function whose argument is expected there; empty outside of calls."""
    argument: Any = None
    """The key or position of the argument; None for all arguments."""
    is_test: bool = False
    """Whether a condition is expected."""
    in_test: bool = False
    """Whether the place is anywhere in a condition."""

    @property
    def kind(self) -> str:
        """The kind of value: the type of the property, or what the argument takes."""
        if self.is_test:
            return "condition"
        if self.schema is not None and self.schema.type != "any":
            return self.schema.type
        return _wanted(newest_functions()[self.call].signature, self.argument).kind if self.call else "any"

    @property
    def is_certain(self) -> bool:
        """Whether it is known what kind of value is expected."""
        return self.kind != "any"

    @property
    def is_whole_call(self) -> bool:
        """Whether all arguments of a function are expected."""
        return bool(self.call) and self.argument is None


def expected_at(path: Iterable[Any], start: Expected, version: Version) -> Expected:
    """The expectation at the end of a path that begins where `start` is expected."""
    here = start
    for part in path:
        here = _below(here, part, version)
    return here


def _below(here: Expected, part: Any, version: Version) -> Expected:
    if here.is_whole_call:
        return _argument(here, part)
    if isinstance(part, str) and part != ITEM and not _has_key(here, part) and _is_function(part, here, version):
        return replace(here, call=part, argument=None)
    if part == ITEM and here.call and newest_functions()[here.call].path:
        return here
    return Expected(_inner(here.schema, part), in_test=here.in_test)


def _has_key(here: Expected, part: str) -> bool:
    schema = here.schema
    return schema is not None and schema.keys is not None and part in schema.keys


def _is_function(name: str, here: Expected, version: Version) -> bool:
    context = CONDITIONS if here.in_test else VALUES
    return name in functions_of(version, context)


def _argument(here: Expected, part: Any) -> Expected:
    """The expectation for an argument: that of the call itself if the function passes the argument through."""
    wants = _wanted(newest_functions()[here.call].signature, part)
    if wants.kind == "condition":
        return Expected(None, here.call, part, is_test=True, in_test=True)
    schema = here.schema if wants.passes == "whole" else None
    if wants.passes == "item" and here.schema is not None:
        schema = here.schema.items
    return replace(here, schema=schema, argument=part, is_test=False)


def _wanted(signature: Signature, part: Any) -> ArgumentSpec:
    """What an argument takes; the last one if only an item of a list is known."""
    if signature.form is Form.SINGLE:
        return signature.spec(0)
    if (signature.form is Form.MAPPING) == (part == ITEM or isinstance(part, int)):
        return ANY
    last = len(signature.arguments) - (0 if signature.variadic else 1)
    return signature.spec(last if part == ITEM else part)


def _inner(schema: PropertySchema | None, part: Any) -> PropertySchema | None:
    if schema is None:
        return None
    if part == ITEM or isinstance(part, int):
        is_free = schema.type == "list" and schema.items is None
        return PropertySchema("any", references=schema.references) if is_free else schema.items
    while schema.keys is None and schema.items is not None:
        schema = schema.items
    return (schema.keys or {}).get(part)
