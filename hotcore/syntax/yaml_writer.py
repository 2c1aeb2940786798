"""Plain data as YAML text."""

from typing import Any

import yaml

_WIDTH = 1_000_000
"""Longer than any line, so that strings are not folded."""


def write_yaml(data: Any, *, escaped: bool = False) -> str:
    """The data as YAML in block style, keys in their order; with `escaped`, in ASCII only."""
    options: dict[str, Any] = {"allow_unicode": not escaped, "sort_keys": False, "width": _WIDTH}
    try:
        return str(yaml.dump(data, Dumper=yaml.CSafeDumper, **options))
    except UnicodeEncodeError:  # a lone surrogate, which the C library cannot encode
        return str(yaml.safe_dump(data, **options))
