"""Help while a template is typed, by place: completion, what something is, where it is declared, where it is used.

All of it reads the text as it stands, also when it is not YAML at the moment.
"""

from hotcore.assist.completion import Completion, Option, complete
from hotcore.assist.explain import Declaration, Explanation, declaration, explain
from hotcore.assist.inspector import Inspected, Row, connections, inspect_resource, read_value, typed_value
from hotcore.assist.parts import Part, inspect_part

__all__ = [
    "Completion",
    "Declaration",
    "Explanation",
    "Inspected",
    "Option",
    "Part",
    "Row",
    "complete",
    "connections",
    "declaration",
    "explain",
    "inspect_part",
    "inspect_resource",
    "read_value",
    "typed_value",
]
