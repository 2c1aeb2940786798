"""String functions: replacing, joining, splitting, digests."""

import json
from collections.abc import Callable
from typing import Annotated, Any

from hotcore.budget import Budget
from hotcore.evaluation import ArgumentSpec, Call, CallError, Step, function
from hotcore.runtime import LazyModule
from hotcore.syntax import Mapping, Sequence
from hotcore.values import Value, kind_of

hashlib: Any = LazyModule("hashlib")

_MOST_NAMED = 5
"""Keys in one message."""

JSON_SINCE = "2015-10-15"
"""From this version on, maps and lists are inserted into strings as JSON."""


def plain_text(value: Value) -> str | None:
    """A value as it is inserted into a string in versions that refuse maps and lists there."""
    if value is None:
        return ""
    return str(value) if isinstance(value, str | int | float) else None


def any_text(value: Value) -> str | None:
    """A value as it is inserted into a string; maps and lists become JSON with sorted keys."""
    if isinstance(value, dict | list):
        try:
            return json.dumps(value, sort_keys=True)
        except TypeError:
            return None
    return plain_text(value)


def replace(
    call: Call, template: str, params: dict[Any, Value], as_text: Callable[[Value], str | None]
) -> tuple[str, list[str]]:
    """The template with every key replaced, longest first, each part at most once; and the keys not found."""
    texts: dict[str, str] = {}
    for key, value in params.items():
        if not isinstance(key, str) or not key:
            odd = kind_of(key) if key != "" else "an empty string"
            trouble = f"The keys of `params` must be strings from the template, not {odd}."
            raise CallError(trouble, ("params", key), at_key=True)
        text = as_text(value)
        if text is None:
            message = f"Replacing {_shown(call, [key])} takes a string or a number, not {kind_of(value)}."
            hint = (
                f"Maps and lists are supported since version {JSON_SINCE}." if isinstance(value, dict | list) else None
            )
            raise CallError(message, ("params", key), hint=hint)
        texts[key] = text
    budget = call.scope.budget
    missing = []
    pieces = [template]  # pieces of the template, and between two of them an inserted value
    for key in sorted(sorted(texts), key=len, reverse=True):
        budget.spend(1, len(template) // 8)
        found = _split(budget, pieces, key, texts[key]) if key in template else pieces
        if len(found) == len(pieces):
            missing.append(key)
        pieces = found
    return "".join(pieces), missing


def _split(budget: Budget, pieces: list[str], key: str, text: str) -> list[str]:
    """The pieces with those of the template split at the key, and its value in between."""
    budget.spend(len(pieces))
    result: list[str] = []
    for position, piece in enumerate(pieces):
        if position % 2 or key not in piece:
            result.append(piece)
            continue
        parts = piece.split(key)
        budget.spend(2 * len(parts), len(parts) * len(text))
        result.append(parts[0])
        for part in parts[1:]:
            result += (text, part)
    return result


Replaced = Annotated[str, ArgumentSpec("string", is_long=True)]
Params = Annotated[Value, ArgumentSpec("map", word="$value", entry="${$name}: ${value}")]


@function(
    "str_replace",
    since="2013-05-23",
    literal=Step.SYNTAX,
    others=None,
    textual=True,
    gives="string",
    unmistakable=True,
    rank=4,
)
def str_replace_texts(call: Call, *, template: Replaced, params: Params) -> Value:
    """The template with every key of `params` replaced by its string or number (HOT specification, "str_replace").

    Longer keys are replaced first; inserted values are not searched again.
    """
    return replace(call, template, _map(params), plain_text)[0]


@function(
    "str_replace",
    since=JSON_SINCE,
    literal=Step.SYNTAX,
    others=None,
    textual=True,
    gives="string",
    unmistakable=True,
    rank=4,
    change="`str_replace` inserts lists and maps as JSON.",
)
def str_replace(call: Call, *, template: Replaced, params: Params) -> Value:
    """The template with every key of `params` replaced by its value; maps and lists are written as JSON (HOT
    specification, "str_replace").

    Longer keys are replaced first; inserted values are not searched again.
    """
    return replace(call, template, _map(params), any_text)[0]


@function(
    "str_replace_strict",
    since="2017-02-24",
    literal=Step.SYNTAX,
    others=None,
    textual=True,
    gives="string",
    variant_of="str_replace",
)
def str_replace_strict(call: Call, *, template: Replaced, params: Params) -> Value:
    """Like `str_replace`, but the template must contain every key (HOT specification, "str_replace_strict")."""
    text, missing = replace(call, template, _map(params), any_text)
    if missing:
        message = f"The template does not contain {_shown(call, missing)}."
        raise CallError(message, "template", code="missing-placeholder")
    return text


@function(
    "str_replace_vstrict",
    since="2017-09-01",
    literal=Step.SYNTAX,
    others=None,
    textual=True,
    gives="string",
    variant_of="str_replace",
)
def str_replace_vstrict(call: Call, *, template: Replaced, params: Params) -> Value:
    """Like `str_replace_strict`, but no value may be empty (HOT specification, "str_replace_vstrict")."""
    for key, value in _map(params).items():
        if value is None or value in ("", [], {}):
            raise CallError(f"The value of {_shown(call, [key])} is empty.", ("params", key), code="empty-value")
    return str_replace_strict(call, template=template, params=params)


def _shown(call: Call, keys: list[str]) -> str:
    """The keys for a message, if they are written in the template: computed ones may be secret."""
    argument = call.argument
    params = argument.get("params") if isinstance(argument, Mapping) else None
    if isinstance(argument, Sequence) and argument.items:
        params = argument.items[0]
    if isinstance(params, Mapping) and not call.evaluator.is_call(params):
        return ", ".join(f"`{key}`" for key in keys[:_MOST_NAMED])
    return "a key of `params`"


def _map(params: Value) -> dict[str, Value]:
    if not isinstance(params, dict):
        raise CallError(f"`params` must be a map, not {kind_of(params)}.", "params")
    return params


_Delimiter = Annotated[str, ArgumentSpec("string", gap='"${, }"')]
Strings = Annotated[Value, ArgumentSpec("list", items="string", keeps="item", gap="[${items}]")]


@function("list_join", since="2013-05-23", literal=Step.SYNTAX, textual=True, gives="string", unmistakable=True, rank=5)
def list_join_texts(call: Call, delimiter: _Delimiter, strings: Strings) -> Value:
    """The strings of a list, joined with the delimiter (HOT specification, "list_join")."""
    if strings is not None and not isinstance(strings, list):
        raise CallError(f"`list_join` joins a list, not {kind_of(strings)}.", 1, hint=_OWN_LIST)
    return _join(call.scope.budget, delimiter, _joined(1, strings or [], _only_text))


@function(
    "list_join",
    since=JSON_SINCE,
    literal=Step.SYNTAX,
    textual=True,
    gives="string",
    unmistakable=True,
    rank=5,
    change="`list_join` takes several lists, and joins lists and maps as JSON.",
)
def list_join(call: Call, delimiter: _Delimiter, strings: Strings, *more: Strings) -> Value:
    """The items of one or more lists, joined with the delimiter; maps and lists become JSON (HOT specification,
    "list_join")."""
    texts: list[str] = []
    for position, part in enumerate((strings, *more), 1):
        if part and not isinstance(part, list):
            raise CallError(f"`list_join` joins lists, not {kind_of(part)}.", position, hint=_OWN_LIST)
        texts.extend(_joined(position, part or [], _text_or_json))
    return _join(call.scope.budget, delimiter, texts)


_OWN_LIST = "Put the items in a separate list: `list_join: [', ', [a, b]]`."


def _join(budget: Budget, delimiter: str, texts: list[str]) -> str:
    budget.spend(len(texts), sum(map(len, texts)) + len(delimiter) * len(texts))
    return delimiter.join(texts)


def _only_text(item: Value) -> str | None:
    return "" if item is None else item if isinstance(item, str) else None


def _text_or_json(item: Value) -> str | None:
    return any_text(item) if isinstance(item, dict | list) else _only_text(item)


def _joined(argument: int, items: list[Value], as_text: Callable[[Value], str | None]) -> list[str]:
    """The items of the argument at a position as strings."""
    texts = []
    for position, item in enumerate(items):
        text = as_text(item)
        if text is None:
            hint = "Quote numbers." if isinstance(item, int | float) else None
            if isinstance(item, dict | list) and as_text is _only_text:
                hint = f"Maps and lists can be joined since version {JSON_SINCE}."
            raise CallError(f"`list_join` cannot join {kind_of(item)}.", (argument, position), hint=hint)
        texts.append(text)
    return texts


@function("str_split", since="2015-10-15", early=True, items="string")
def str_split(
    call: Call,
    delimiter: Annotated[Value, ArgumentSpec("string", begins=",", gap='"${,}"')],
    string: Annotated[Value, ArgumentSpec("string", keeps="value", gap="${text}")],
    *index: Annotated[Value, ArgumentSpec("integer")],
) -> Value:
    """The parts of a string between the delimiters, or the one at an index: from 0, negative from the end (HOT
    specification, "str_split")."""
    if string is None:
        return None
    if not isinstance(string, str):
        raise CallError(f"`str_split` splits a string, not {kind_of(string)}.", 1)
    if not isinstance(delimiter, str | None) or delimiter == "":
        raise CallError(f"The delimiter of `str_split` must be a string, not {kind_of(delimiter)}.", 0)
    parts = string.split(delimiter)
    call.scope.budget.spend(len(parts))
    if not index:
        return parts
    try:
        return parts[int(index[0])]
    except (ValueError, TypeError, OverflowError):
        raise CallError(f"The index of `str_split` must be an integer, not {kind_of(index[0])}.", 2) from None
    except IndexError:
        found = f"{len(parts)} parts" if len(parts) > 1 else "only 1 part"
        raise CallError(f"The index is out of range: the string has {found}, counted from 0.", 2) from None


_DIGESTS = ("sha256", "sha512", "sha384", "sha224", "sha1", "md5")
"""The algorithms that completion offers, the best first."""


@function("digest", since="2015-04-30", gives="string", one_way=True)
def digest(
    call: Call,
    algorithm: Annotated[str, ArgumentSpec("string", choices=_DIGESTS)],
    value: Annotated[str, ArgumentSpec("string", gap="${text}")],
) -> Value:
    """The hexadecimal digest of a string of Latin-1 characters (HOT specification, "digest")."""
    if algorithm.lower() not in hashlib.algorithms_available:
        known = sorted(hashlib.algorithms_guaranteed)
        hint = call.did_you_mean(algorithm, known) if call.is_written(0) else None
        shown = f"`{algorithm}`" if call.is_written(0) else "with the name that this evaluates to"
        raise CallError(f"There is no algorithm {shown}.", 0, hint=hint or f"The algorithms are {', '.join(known)}.")
    try:
        return hashlib.new(algorithm, value.encode("latin-1")).hexdigest()
    except UnicodeEncodeError:
        raise CallError("`digest` takes Latin-1 characters only; this string has others.", 1) from None
    except (ValueError, TypeError):
        raise CallError("This algorithm has no digest of a fixed length.", 0) from None
