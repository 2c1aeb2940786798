"""Texts for templates: many ways to write the same data, and corrupted texts."""

import json
import re
from typing import Any

import yaml
from hypothesis import strategies as st

from tests.parity.strategies import vocabulary as words
from tests.parity.strategies.writer import Draw

_STARTS = re.compile(r": |- |\[|\{|, ")
_MOST_EDITS = 3


class Plain(str):
    """A scalar that is written verbatim, without quotes."""

    __slots__ = ()


class Merge(str):
    """The key `<<` that merges the map under it."""

    __slots__ = ()


class _Dumper(getattr(yaml, "CSafeDumper", yaml.SafeDumper)):  # type: ignore[misc]
    """Writes Plain and Merge as well."""

    def plain(self, value: Plain) -> yaml.Node:
        return self.represent_scalar(self.resolve(yaml.ScalarNode, str(value), (True, False)), str(value))

    def merge(self, value: Merge) -> yaml.Node:
        return self.represent_scalar("tag:yaml.org,2002:merge", "<<")


_Dumper.add_representer(Plain, _Dumper.plain)
_Dumper.add_representer(Merge, _Dumper.merge)


class _Loader(getattr(yaml, "CSafeLoader", yaml.SafeLoader)):  # type: ignore[misc]
    """Reads dates as texts, as Heat does."""


_Loader.add_constructor("tag:yaml.org,2002:timestamp", _Loader.construct_yaml_str)


def data_of(text: str) -> Any:
    """What a text holds; raises ValueError for one that is neither JSON nor YAML."""
    try:
        return yaml.load(text, Loader=_Loader)
    except (yaml.YAMLError, ValueError, TypeError, LookupError, RecursionError) as error:
        raise ValueError(str(error)) from error


def yaml_of(data: Any, **style: Any) -> str:
    """The data as YAML; raises ValueError for what cannot be written."""
    try:
        return str(yaml.dump(data, Dumper=_Dumper, **{"sort_keys": False, "allow_unicode": True} | style))
    except (yaml.YAMLError, TypeError) as error:
        raise ValueError(str(error)) from error


def written(draw: Draw, data: Any) -> str:
    """The data as a text, in one of many styles."""
    style = draw(st.sampled_from(("block",) * 5 + ("flow", "quoted", "literal", "ascii", "json", "indented", "ends")))
    if style == "json":
        try:
            return json.dumps(data, ensure_ascii=draw(st.booleans()))
        except TypeError:
            return yaml_of(data)
    options: dict[str, dict[str, Any]] = {
        "flow": {"default_flow_style": True, "width": 60},
        "quoted": {"default_style": '"'},
        "literal": {"default_style": "|"},
        "ascii": {"allow_unicode": False},
        "indented": {"indent": 6, "width": 20},
        "ends": {"explicit_start": True, "explicit_end": True},
    }
    return yaml_of(data, **options.get(style, {}))


def edited(draw: Draw, text: str) -> str:
    """The text with tokens thrown in, pieces cut out and scalars replaced."""
    for _ in range(draw(st.integers(1, _MOST_EDITS))):
        starts = [match.end() for match in _STARTS.finditer(text)]
        at = draw(st.sampled_from(starts)) if starts and draw(st.booleans()) else draw(st.integers(0, len(text)))
        how = draw(st.sampled_from(("insert", "insert", "replace", "cut")))
        end = at
        if how == "cut":
            end = at + draw(st.integers(1, 6))
        elif how == "replace":
            end = next((at + index for index, letter in enumerate(text[at:]) if letter in "\n,]}"), len(text))
        text = text[:at] + ("" if how == "cut" else draw(st.sampled_from(words.TOKENS))) + text[end:]
    return text
