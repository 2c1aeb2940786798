"""The inspector's view of a text that is being edited: resources, conditions and outputs as forms."""

import json
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from designer.content import analysis
from designer.content.content import Content
from designer.design.inspector.condition_output import Outcome, inspect_outcome
from designer.design.inspector.resource import Inspected, inspect_resource
from designer.design.inspector.value_form import ViewState
from designer.fill.values.texts import can_be_kept
from designer.site.icons import type_icon
from hotcore.assist import PresentValues
from hotcore.catalogue import catalogue_in_use
from hotcore.evaluation import CONDITIONS, VALUES, Function, callable_functions
from hotcore.sandbox import shared_time
from hotcore.symbolic import DecisionTable, decision_table

Found = TypeVar("Found", Inspected, Outcome)

SECONDS = 2.0
"""The time budget for all expressions of one form; the rest is not evaluated."""

MOST_VIEWED = 200

LONGEST_SEARCH = 100


def view_state_of(text: str) -> ViewState:
    """Parse the view state of a form as the page sends it, ignoring anything malformed."""
    try:
        sent = json.loads(text or "{}")
    except (ValueError, RecursionError):
        return ViewState()
    if not isinstance(sent, dict) or not can_be_kept(sent):
        return ViewState()
    texts, begun, opened, complete = (paths_of(sent.get(key)) for key in ("texts", "begun", "opened", "complete"))
    words = {key: sent[key] if isinstance(sent.get(key), str) else "" for key in ("expression", "name")}
    themes = sent.get("themes")
    return ViewState(
        frozenset(texts),
        tuple(begun),
        frozenset(opened),
        frozenset(complete),
        path_of(sent.get("pending")),
        **words,
        themes=frozenset(one for one in themes if isinstance(one, str)) if isinstance(themes, list) else frozenset(),
        find=sent["find"].strip()[:LONGEST_SEARCH] if isinstance(sent.get("find"), str) else "",
        in_member=sent.get("member") is True,
    )


def paths_of(data: Any) -> list[tuple[Any, ...]]:
    """Parse a list of paths."""
    paths = [path_of(one) for one in data[:MOST_VIEWED]] if isinstance(data, list) else []
    return [path for path in paths if path]


def path_of(data: Any) -> tuple[Any, ...] | None:
    """Parse a path, which is a list of names and positions."""
    plain = isinstance(data, list) and all(isinstance(key, str | int | float | None) for key in data)
    return tuple(data) if plain and data else None


def resource(
    content: Content, name: str, extra: str, values: Mapping[str, Any] | None, view_state: ViewState
) -> Inspected | None:
    """Return a resource for the inspector; None if there is none of that name or the text cannot be read."""
    return _inspected(
        content,
        values,
        view_state,
        lambda template, **about: inspect_resource(template, name, catalogue_in_use(), extra, **about),
    )


def icon_of(inspected: Inspected | None) -> str:
    """Return the name of the icon for a resource, or for the members of a group while their form is shown."""
    if inspected is None:
        return ""
    member = inspected.member if inspected.in_member else None
    return type_icon(member.type if member is not None else inspected.resource.type)


def outcome(
    content: Content, kind: str, name: str, values: Mapping[str, Any] | None, view_state: ViewState
) -> Outcome | None:
    """Return a condition or an output for the inspector; None if there is none of that name."""
    return _inspected(
        content,
        values,
        view_state,
        lambda template, **about: inspect_outcome(template, kind, name, catalogue_in_use(), **about),
    )


def _inspected(
    content: Content,
    values: Mapping[str, Any] | None,
    view_state: ViewState,
    inspect: Callable[..., Found | None],
) -> Found | None:
    """Return the result of `inspect` for a template with its values and diagnostics; None if it cannot be read."""
    document = analysis.document(content)
    if document.template is None:
        return None
    with shared_time(SECONDS):
        present = PresentValues(document, values)
        return inspect(document.template, values=present, found=analysis.diagnostics(content), view_state=view_state)


def decisions(content: Content, name: str, values: Mapping[str, Any] | None) -> DecisionTable | None:
    """Return the decision table of a condition; None if there is no such condition or it reads no parameter."""
    template = analysis.document(content).template
    if template is None or name not in template.conditions:
        return None
    with shared_time(SECONDS):
        found = decision_table(template, [name], values)
    return found if found.inputs else None


def attributes(content: Content, name: str) -> dict[str, str | None]:
    """Return the attributes of a resource that Heat supports, with their types; none if its type is unknown."""
    template = analysis.document(content).template
    declared = template.resources.get(name) if template else None
    known = catalogue_in_use().find(declared.type) if declared else None
    return {each: known.attributes[each].type for each in known.offered_attributes} if known else {}


def functions_by_context(content: Content) -> dict[str, list[Function]]:
    """Return the functions that can be called in values and in conditions."""
    template = analysis.document(content).template
    if template is None:
        return {}
    has, version = catalogue_in_use().has_function, template.version
    return {
        context: [each for each in callable_functions(version, context) if has(version.date, each.name)]
        for context in (VALUES, CONDITIONS)
    }
