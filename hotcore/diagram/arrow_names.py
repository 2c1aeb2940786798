"""What a line on a map says of its references: the property that holds each, and the conditions that it depends on."""

from collections.abc import Iterator, Mapping
from typing import Any

from hotcore.diagram.model import Arrow
from hotcore.function_registry import newest_functions
from hotcore.resolver import Preview
from hotcore.syntax import Scalar, Sequence, at_path
from hotcore.template import Template
from hotcore.values import to_json

_BRANCHES = "if"


def link_as_data(arrow: Arrow, template: Template, preview: Preview) -> dict[str, Any]:
    """A reference as JSON-ready data; `only` names the conditions of its `if`s, `taken` says whether they hold now."""
    found: dict[str, Any] = {"by": arrow.by, "where": arrow.where, "path": to_json(arrow.path)}
    found["property"] = property_name(arrow)
    branches = list(_branches(arrow, template))
    if branches:
        found["only"] = " and ".join(name if wanted else f"not {name}" for name, wanted in branches)
        found["taken"] = all(_holds(name, wanted, preview) for name, wanted in branches)
    return found


def property_name(arrow: Arrow) -> str:
    """The innermost property around a reference, no function and no index: `network` of `networks.0.network`."""
    found, functions = arrow.by, newest_functions()
    for step in arrow.path:
        if step in functions:
            break
        if isinstance(step, str) and step != "properties":
            found = step
    return found


def _branches(arrow: Arrow, template: Template) -> Iterator[tuple[str, bool]]:
    """The conditions that choose the branches which a reference is in, each with the value that chooses it."""
    node = template.resources[arrow.source].node
    for number, step in enumerate(arrow.path[:-1]):
        branch = arrow.path[number + 1]
        if step != _BRANCHES or branch not in (1, 2):
            continue
        chosen = at_path(node, arrow.path[: number + 1])
        condition = chosen.items[0] if isinstance(chosen, Sequence) and chosen.items else None
        if isinstance(condition, Scalar) and isinstance(condition.value, str):
            yield condition.value, branch == 1


def _holds(name: str, wanted: bool, preview: Preview) -> bool:
    """Whether a condition has a value, or may have it."""
    states: Mapping[str, Any] = preview.conditions
    value = states[name].value if name in states else None
    return value is wanted or not isinstance(value, bool)
