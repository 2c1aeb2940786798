"""Answers about a text that is being edited: its diagram, gestures, help at the cursor, a resource's form.

They are computed from the text that the page sends and the files saved with the template; nothing is stored.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import partial
from typing import Any, cast

from django.utils.formats import number_format
from django.utils.translation import gettext as _

import hotcore
from designer.content import analysis
from designer.content.content import Content
from designer.content.diagnostics import missing_values
from designer.design.inspector.parameter import AskedGroup, InspectedParameter, asked_groups, inspect_parameter
from designer.design.inspector.typed_values import read_value, typed_value
from designer.help.resource_types import facts, find_type
from designer.models import DiagramView
from designer.site.icons import type_icon
from hotcore import assist, edits
from hotcore.catalogue import Catalogue, catalogue_in_use
from hotcore.diagnostics import Severity
from hotcore.diagram import (
    MapDiagram,
    Places,
    draw_dependencies,
    draw_map,
    graph_as_data,
    map_as_data,
    values_as_data,
    write_diagram,
)
from hotcore.resolver import Preview
from hotcore.runtime import paused_collector
from hotcore.template import Kind, Template

TEXTS = (".yaml", ".yml", ".json", ".template", ".hot", ".env")
"""Suffixes of files that may reference other files."""


@dataclass(frozen=True, slots=True)
class Shown:
    """The diagram that a page shows: its positions before a change, the wanted point of a new item, where it came from.

    What is named in `tidy` is laid out anew where it is.  On the map the rows of `unfolded` resources are cards of
    their own, and without `frames_given` the networks of parameters have no frames.
    """

    view: DiagramView = DiagramView.DEPENDENCIES
    places: Places = field(default_factory=dict)
    near: tuple[float, float] | None = None
    origin: str | None = None
    tidy: Collection[str] = ()
    unfolded: Collection[str] = ()
    frames_given: bool = True


def diagram(
    content: Content,
    values: Mapping[str, Any] | None = None,
    shown: Shown = Shown(),
) -> dict[str, Any] | None:
    """Return the diagram of a template under some values as JSON-ready data; None if its text cannot be read."""
    document = analysis.document(content)
    if document.template is None:
        return None
    with paused_collector(len(document.text)):
        return _diagram(content, document.template, values, shown)


def _diagram(content: Content, template: Template, values: Mapping[str, Any] | None, shown: Shown) -> dict[str, Any]:
    preview = _previewed(content, values)
    preview = replace(preview, diagnostics=analysis.diagnostics(content, preview.diagnostics))
    drawn = _drawn(template, preview, shown)
    graph, layout, missing = graph_as_data(drawn), map_as_data(drawn), _missing(preview.diagnostics)
    for node in graph["nodes"]:
        node["icon"] = type_icon(node["type"])
        node["missing"] = missing.get(node["name"], [])
    _add_inner_icons(layout["items"])
    return {
        **graph,
        "layout": {"view": shown.view, **layout},
        "values": values_as_data(template, preview),
        "parameters": {name: parameter.type for name, parameter in template.parameters.items()},
        "conditions": {name: word(state.value) for name, state in preview.conditions.items()},
        "outputs": {name: word(state.enabled) for name, state in preview.outputs.items()},
        "note": _note(drawn),
    }


def _note(drawn: MapDiagram) -> str:
    """Return what the page says of references that are left out; nothing if none is."""
    if not drawn.left_out:
        return ""
    shown, count = (
        number_format(each, force_grouping=True) for each in (len(drawn.arrows), len(drawn.arrows) + drawn.left_out)
    )
    return _("The first %(shown)s of %(count)s references are shown.") % {"shown": shown, "count": count}


def parse_error(content: Content) -> dict[str, Any]:
    """Return the place and the message of the first error of a text that cannot be parsed, as JSON-ready data."""
    for found in analysis.document(content).diagnostics:
        if found.severity is Severity.ERROR and found.span:
            return {"line": found.span.line, "column": found.span.column, "message": found.message}
    return {"line": 1, "column": 1, "message": ""}


def _missing(diagnostics: Iterable[hotcore.Diagnostic]) -> dict[str, list[dict[str, Any]]]:
    """Return the missing values of each resource as JSON-ready data, one for each diagnostic about them."""
    found: dict[str, list[dict[str, Any]]] = {}
    for one in diagnostics:
        if one.file is None and (missing := missing_values(one)):
            found.setdefault(missing["paths"][0][1], []).append(missing)
    return found


def _drawn(template: Template, preview: Preview, shown: Shown) -> MapDiagram:
    places: dict[str, Any] = {"before": shown.places, "near": shown.near, "origin": shown.origin, "tidy": shown.tidy}
    if shown.view == DiagramView.MAP:
        return draw_map(template, preview, unfolded=shown.unfolded, frames_given=shown.frames_given, **places)
    return draw_dependencies(template, preview, **places)


def _add_inner_icons(items: Sequence[dict[str, Any]]) -> None:
    """Add icons to the members of groups, and to what is in the maps of other templates."""
    for item in items:
        for member in (*item.get("members", ()), *filter(None, [item.get("member")])):
            member["icon"] = type_icon(member["type"])
        for node in item.get("nested", {}).get("nodes", ()):
            node["icon"] = type_icon(node["type"])
        _add_inner_icons((*item.get("cards", ()), *item.get("nested", {}).get("layout", {}).get("items", ())))


def word(value: object) -> str:
    """Return a condition's value as a word: `true`, `false` or `unknown`."""
    return str(value).lower() if isinstance(value, bool) else "unknown"


def exported(content: Content, form: str, values: Mapping[str, Any] | None = None) -> str | None:
    """Return the dependencies of a template under some values as a file's text; None if its text cannot be read."""
    document = analysis.document(content)
    if document.template is None:
        return None
    with paused_collector(len(document.text)):
        return write_diagram(draw_dependencies(document.template, _previewed(content, values)), form)


def _previewed(content: Content, values: Mapping[str, Any] | None) -> hotcore.Preview:
    """Preview a template under the given values, ignoring those that it has no parameter for."""
    template = analysis.document(content).template
    declared = template.parameters if template else {}
    given = {name: value for name, value in (values or {}).items() if name in declared}
    return analysis.preview(content, given) if given else analysis.unfilled(content)


def gestures(
    text: str, steps: Sequence[Mapping[str, Any]], title: str = "", *, everywhere: bool = False, here: bool = False
) -> edits.Change:
    """Apply gestures to a text one after the other, as a single change.

    Raises `CannotEdit` and `Shared` with a message for the author. A value may be given as typed: as YAML under `yaml`,
    or under `typed` with the type of its property; `begin` asks for an initial value of the property instead. For a new
    declaration, `yaml` is its body, or a map of the fields that are typed as YAML; a parameter to be read `at` a path
    is declared as the value there needs it.
    """
    made = [edits.Step(step["name"], read_typed(step["name"], step["arguments"], text)) for step in steps]
    return edits.perform_all(text, made, title, everywhere=everywhere, here=here)


def read_typed(name: str, arguments: Mapping[str, Any], text: str) -> dict[str, Any]:
    """Return a gesture's arguments with typed values parsed and missing ones filled in from the template."""
    arguments = dict(arguments)
    edits.check_depth(arguments)
    yaml = arguments.pop("yaml", None)
    if isinstance(yaml, dict) and isinstance(arguments.get("body"), dict):
        arguments["body"] = {
            **arguments["body"],
            **{key: read_value(str(value)) for key, value in yaml.items()},
        }
    elif yaml is not None:
        arguments["body" if name == "add" else "value"] = read_value(str(yaml))
        if name == "set":
            arguments["text"] = str(yaml)
    elif "typed" in arguments:
        arguments["value"] = typed_value(str(arguments.pop("typed")), arguments.pop("type", None))
    if name == "add" and arguments.get("section") == "parameters" and "at" in arguments:
        at, body = arguments.pop("at"), arguments.get("body")
        body = body if isinstance(body, dict) else {}
        taking = partial(edits.parameter_at, kind=str(body.get("type", "")))
        arguments["body"] = fitting(taking, text, at, {}) | body
    if name == "make-parameter" and "declaration" not in arguments:
        arguments["declaration"] = fitting(edits.parameter_for, text, arguments.get("path"), {"type": "string"})
    if arguments.pop("begin", None) is True:
        arguments["start" if name == "set-expression" else "value"] = fitting(
            assist.start_of, text, arguments.get("path"), ""
        )
    return arguments


def fitting(asked: Callable[[Template, tuple[Any, ...], Catalogue], Any], text: str, path: Any, otherwise: Any) -> Any:
    """Return what `asked` finds in the catalogue for a path in a text, or else `otherwise`."""
    template = analysis.document(Content(text.encode("utf-8", "replace"), {})).template
    plain = isinstance(path, list) and all(isinstance(key, str | int | float | None) for key in path)
    return asked(template, tuple(path), catalogue_in_use()) if template and plain and path else otherwise


def parameter(content: Content, name: str) -> InspectedParameter | None:
    """Return a parameter for the inspector; None if there is no parameter of that name."""
    document = analysis.document(content)
    return inspect_parameter(document.template, name, analysis.diagnostics(content)) if document.template else None


def asked(content: Content) -> tuple[AskedGroup, ...]:
    """Return the parameter groups as they are written."""
    document = analysis.document(content)
    return asked_groups(document.template, analysis.diagnostics(content)) if document.template else ()


def referable_resources(content: Content, source: str) -> tuple[str, ...]:
    """Return the names of the resources that a resource's properties can reference."""
    template = analysis.document(content).template
    return assist.referable_resources(template, source, catalogue_in_use()) if template else ()


def properties_of(content: Content, name: str) -> tuple[str, ...]:
    """Return the names of the properties that a resource can set, those in use first."""
    template = analysis.document(content).template
    resource = template.resources.get(name) if template else None
    kind = find_type(resource.type) if resource else None
    if resource is None or kind is None:
        return ()
    used = resource.field("properties")
    first = tuple(str(key) for key in getattr(used, "members", ()))
    return tuple(
        dict.fromkeys((*first, *kind.main_properties, *(key for key, one in kind.properties.items() if one.is_offered)))
    )


def readers(text: str, section: str, names: Sequence[str]) -> list[dict[str, Any]]:
    """Return what else reads declarations that may be removed, as JSON-ready data; nothing if the text is broken."""
    try:
        return [asdict(one) for one in edits.readers(text, cast(Kind, section), names)]
    except edits.CannotEdit:
        return []


def file_renamed(content: Content, old: str, new: str) -> dict[str, bytes]:
    """Return the texts that change when a file is moved, with every reference to it updated.

    Files that cannot be read stay as they are; the result includes the moved file itself under its new path.
    """
    changed = {new: content.files[old]}
    for at in ("", *content.files):
        before = content.files[at] if at else content.text
        text = before.decode("utf-8", "replace")
        if text.encode() != before or (at and not at.endswith(TEXTS)):
            continue
        try:
            after = edits.file_renamed(text, content.file_texts, old, new, at or None)
        except edits.CannotEdit:
            continue
        if after != text:
            changed[new if at == old else at] = after.encode()
    return changed


def about_property(content: Content, path: Sequence[str | int]) -> dict[str, Any]:
    """Return what the property at a path is for, as JSON-ready data."""
    template = analysis.document(content).template
    return {"about": assist.explain_property(template, tuple(path), catalogue_in_use()) if template else ()}


def about_type(name: str) -> dict[str, Any]:
    """Return facts about a resource type as JSON-ready data, shown before one is added; empty for unknown types."""
    kind = find_type(name)
    if kind is None:
        return {}
    required = [key for key, schema in kind.properties.items() if schema.required]
    about = ([kind.description] if kind.description else []) + [str(fact) for fact in facts(kind)]
    return {"about": about, "required": required}
