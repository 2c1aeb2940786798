"""The parser: YAML or JSON text to a syntax tree with locations, under limits."""

from hotcore.syntax.comment_search import comments, outside_values
from hotcore.syntax.foreign_idioms import SHORT_FORMS, map_hint
from hotcore.syntax.nodes import (
    Mapping,
    Node,
    Path,
    Scalar,
    Sequence,
    at_path,
    child,
    depth,
    maps,
    shared_plain,
    to_plain,
    walk,
)
from hotcore.syntax.parser import LIMITS, Limits, read
from hotcore.syntax.scalars import TAG, implicit_tag
from hotcore.syntax.yaml_writer import write_yaml

__all__ = [
    "LIMITS",
    "SHORT_FORMS",
    "TAG",
    "Limits",
    "Mapping",
    "Node",
    "Path",
    "Scalar",
    "Sequence",
    "at_path",
    "child",
    "comments",
    "depth",
    "implicit_tag",
    "map_hint",
    "maps",
    "outside_values",
    "read",
    "shared_plain",
    "to_plain",
    "walk",
    "write_yaml",
]
