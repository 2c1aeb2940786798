"""Definitions of a resource that are written another way and mean the same.

Heat compares definitions as they are written, with all functions resolved, before it compares what they mean: for a
default that is written out it reports an update, although nothing changes.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from hotcore.catalogue import PropertySchema, Schemas
from hotcore.diff.partial_evaluation import PendingCall
from hotcore.diff.sides import Stack
from hotcore.diff.update_effects import Properties
from hotcore.syntax import Mapping as MappingNode
from hotcore.template import depends_on

_FIELDS = ("metadata", "update_policy", "deletion_policy", "depends_on", "condition")
_MOST_NAMED = 4

Pair = tuple[Properties, Properties]


def rewriting_of_properties(properties: Pair, schemas: Mapping[str, PropertySchema]) -> Iterator[str]:
    """How properties that mean the same are written another way, in phrases."""
    was, now = (dict(each.given) for each in properties)
    for older, newer in Schemas.of(schemas).renamed.items():
        for one, other in ((older, newer), (newer, older)):
            if one in was and one not in now and other in now and other not in was:
                yield f"`{one}` is now written as `{other}`"
                was.pop(one)
                now.pop(other)
    for name, value in now.items():
        if name not in was:
            yield f"`{name}` is written out with the value that it has without that"
        elif _text(was[name]) != _text(value):
            yield f"`{name}` is written another way"
    for name in was:
        if name not in now:
            yield f"`{name}` is left out and keeps its value"


def rewriting_of_fields(name: str, old: Stack, new: Stack) -> Iterator[str]:
    """The other fields of a resource that are written another way, in phrases."""
    for key in _FIELDS:
        if _text(_written(name, key, old)) != _text(_written(name, key, new)):
            yield f"`{key}` is written another way"


def _written(name: str, key: str, stack: Stack) -> Any:
    """A field as Heat compares it."""
    node = stack.template.resources[name].field(key)
    if key == "depends_on":
        return None if node is None else [each.value for each in depends_on(node)]
    if key == "deletion_policy":
        return None if node is None else stack.preview.resources[name].deletion_policy
    if key == "condition" and isinstance(node, MappingNode):
        return stack.preview.resources[name].enabled
    return stack.field(name, key)


def _text(value: Any) -> str:
    """A value in a form that tells `1`, `"1"` and `true` apart, and not the order of keys."""
    if isinstance(value, dict):
        return f"{{{','.join(sorted(f'{key!r}:{_text(item)}' for key, item in value.items()))}}}"
    if isinstance(value, list):
        return f"[{','.join(map(_text, value))}]"
    return f"{value.function}({_text(value.argument)})" if isinstance(value, PendingCall) else repr(value)


def rewriting_words(phrases: Iterator[str]) -> str:
    """The phrases in a sentence; empty without any."""
    words = list(phrases)
    left = len(words) - _MOST_NAMED
    said = "; ".join([*words[:_MOST_NAMED], *([f"{left} more"] if left > 0 else [])])
    return f"{said}. Heat reports an update, in which nothing changes." if said else ""
