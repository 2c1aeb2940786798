"""What the inspector shows of a text that is being edited: resources, conditions and outputs as forms."""

import json
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from designer import analysis
from designer.files.content import Content
from hotcore import assist
from hotcore.assist import PresentValues
from hotcore.catalogue import shipped_catalogue
from hotcore.evaluation import CONDITIONS, VALUES, Function, callable_functions
from hotcore.sandbox import shared_time
from hotcore.symbolic import DecisionTable, decision_table

Found = TypeVar("Found", assist.Inspected, assist.Outcome)

SECONDS = 2.0
"""What all expressions of one form may take together; what is left then is not evaluated."""

MOST_WISHES = 200


def wish_of(text: str) -> assist.Wish:
    """Read how somebody looks at a form, as the page sends it; anything that is none of that is passed over."""
    try:
        sent = json.loads(text or "{}")
    except (ValueError, RecursionError):
        return assist.Wish()
    if not isinstance(sent, dict):
        return assist.Wish()
    texts, begun, opened = (paths_of(sent.get(key)) for key in ("texts", "begun", "opened"))
    words = {key: sent[key] if isinstance(sent.get(key), str) else "" for key in ("way", "name")}
    return assist.Wish(frozenset(texts), tuple(begun), frozenset(opened), path_of(sent.get("pending")), **words)


def paths_of(data: Any) -> list[tuple[Any, ...]]:
    """Read a list of paths."""
    paths = [path_of(one) for one in data[:MOST_WISHES]] if isinstance(data, list) else []
    return [path for path in paths if path]


def path_of(data: Any) -> tuple[Any, ...] | None:
    """Read a path, a list of names and positions."""
    plain = isinstance(data, list) and all(isinstance(key, str | int | float | None) for key in data)
    return tuple(data) if plain and data else None


def resource(
    content: Content, name: str, extra: str, values: Mapping[str, Any] | None, wish: assist.Wish
) -> assist.Inspected | None:
    """Return a resource for the inspector; None when the text has none of that name, or cannot be read."""
    return _inspected(
        content,
        values,
        wish,
        lambda template, **about: assist.inspect_resource(template, name, shipped_catalogue(), extra, **about),
    )


def outcome(
    content: Content, kind: str, name: str, values: Mapping[str, Any] | None, wish: assist.Wish
) -> assist.Outcome | None:
    """Return a condition or an output for the inspector; None when there is none of that name."""
    return _inspected(
        content,
        values,
        wish,
        lambda template, **about: assist.inspect_outcome(template, kind, name, shipped_catalogue(), **about),
    )


def _inspected(
    content: Content, values: Mapping[str, Any] | None, wish: assist.Wish, inspect: Callable[..., Found | None]
) -> Found | None:
    """Return what `inspect` makes of a template with what is known of it; None for a text that cannot be read."""
    document = analysis.document(content)
    if document.template is None:
        return None
    with shared_time(SECONDS):
        present = PresentValues(document, values)
        return inspect(document.template, values=present, found=analysis.findings(content), wish=wish)


def decisions(content: Content, name: str, values: Mapping[str, Any] | None) -> DecisionTable | None:
    """Return the table of what a condition comes to; None when there is no such condition, or it reads nothing."""
    template = analysis.document(content).template
    if template is None or name not in template.conditions:
        return None
    with shared_time(SECONDS):
        found = decision_table(template, [name], values)
    return found if found.inputs else None


def attributes(content: Content, name: str) -> list[str]:
    """Return the names of the attributes of a resource, as far as its type is known."""
    template = analysis.document(content).template
    declared = template.resources.get(name) if template else None
    known = shipped_catalogue().find(declared.type) if declared else None
    return sorted(known.attributes) if known else []


def ways(content: Content) -> dict[str, list[Function]]:
    """Return the functions that can be called, outside of conditions and inside."""
    template = analysis.document(content).template
    if template is None:
        return {}
    return {place: callable_functions(template.version, place) for place in (VALUES, CONDITIONS)}
