"""The reader of sections: nodes to declarations (HOT specification, "Template structure")."""

from collections.abc import Iterable
from typing import Any

from hotcore.diagnostics import Diagnostic, Phase, Related, Report
from hotcore.runtime import LazyModule
from hotcore.source import Source, Span
from hotcore.spelling import nearest, no_name
from hotcore.syntax import Mapping, Node, Scalar, foreign_idioms, to_plain
from hotcore.template.cloudformation import VERSIONS
from hotcore.template.model import Condition, Output, ParameterGroup, Resource, Template
from hotcore.template.parameter_section import read_parameters
from hotcore.values import kind_of
from hotcore.versions import (
    CONDITIONS_SINCE,
    LATEST,
    VERSION_KEY,
    Version,
    find_version,
    version_names,
    version_of_release,
)

difflib: Any = LazyModule("difflib")

CFN_VERSION_KEYS = tuple(VERSIONS)

SECTIONS = ("description", "parameter_groups", "parameters", "resources", "outputs", "conditions")
_MAX_MISPLACED_KEYS = 10
"""Misplaced keys that one diagnostic shows."""

_IGNORED_SECTION = "__undefined__"

_FIRST_RESOURCE_KEYS = (
    "type",
    "properties",
    "metadata",
    "depends_on",
    "deletion_policy",
    "update_policy",
    "description",
)
_LATER_RESOURCE_KEYS = ("external_id", "condition")
RESOURCE_KEYS = _FIRST_RESOURCE_KEYS + _LATER_RESOURCE_KEYS
"""The keys that a resource may have in any version."""


def resource_keys(version: Version) -> tuple[str, ...]:
    """The keys that a resource may have in a version."""
    return _FIRST_RESOURCE_KEYS + (_LATER_RESOURCE_KEYS if version.date >= CONDITIONS_SINCE else ())


class SectionReader:
    """Reads the declarations of one template, and reports their errors."""

    def __init__(self, source: Source, report: Report) -> None:
        self.source = source
        self.report = report

    def complain(self, code: str, message: str, span: Span, phase: Phase, hint: str | None = None, **more: Any) -> None:
        """Reports an error."""
        file = None if self.source.name == "template" else self.source.name
        self.report.add(Diagnostic(code, message, span, hint=hint, file=file, phase=phase, **more))

    def template(self, root: Node) -> Template | None:
        """The template, or None when the text is not a template."""
        if not isinstance(root, Mapping):
            begin = f"Start it with `{VERSION_KEY}: {LATEST.date}`."
            self.complain(
                "not-a-template",
                f"A template must be a map of sections, not {kind_of(to_plain(root))}.",
                self.source.span(root.start, min(root.end, root.start + len(self.source.line(root.span.line)))),
                Phase.TEXT,
                "This looks like Terraform." if foreign_idioms.is_terraform(self.source.text) else begin,
            )
            return None
        version = self.version(root)
        if version is None:
            return None
        self.check_sections(root, version)
        conditions = self.conditions(root) if version.date >= CONDITIONS_SINCE else {}
        description = _member(root, "description")
        return Template(
            source=self.source,
            version=version,
            description=str(to_plain(description)) if description and to_plain(description) else "",
            parameters=read_parameters(_section(root, "parameters"), version, self.report, self.complain),
            parameter_groups=self.parameter_groups(root),
            groups_as_written=self.groups_as_written(root),
            conditions=conditions,
            resources=self.resources(root, version),
            outputs=self.outputs(root, version),
            root=root,
        )

    def version(self, root: Mapping) -> Version | None:
        """The template's version; an unknown one is reported."""
        node = root.get(VERSION_KEY)
        cfn = next((key for key in CFN_VERSION_KEYS if isinstance(_plain_member(root, key), str)), None)
        if node is None or not isinstance(node, Scalar) or not isinstance(node.value, str):
            if cfn and node is None:
                message = f"`{cfn}` makes this a CloudFormation template; a HOT template has `{VERSION_KEY}`."
                hint = f"Heat accepts both, hotcore only HOT: start with `{VERSION_KEY}: {LATEST.date}`."
                self.complain("cfn-template", message, root.key_span(cfn), Phase.TEXT, hint)
            elif node is None:
                self.missing_version(root)
            else:
                found = kind_of(to_plain(node))
                message = f"`{VERSION_KEY}` must be a version such as {LATEST.date}, not {found}."
                self.complain("missing-version", message, root.value_span(VERSION_KEY), Phase.TEXT)
            return None
        if cfn:
            message = f"A template cannot have both `{VERSION_KEY}` and `{cfn}`."
            self.complain("ambiguous-version", message, root.key_span(cfn), Phase.TEXT)
            return None
        version = find_version(node.value)
        if version is None:
            version_name = version_of_release(node.value.lower())
            hint = (
                (f"The version of that release is `{version_name}`." if version_name else None)
                or (self.report.did_you_mean(node.value, version_names()) if _is_near(node.value) else None)
                or f"The versions are {', '.join(version_names())}."
            )
            self.complain(
                "unknown-version", f"Unknown template version `{node.value[:40]}`.", node.span, Phase.TEXT, hint
            )
        return version

    def missing_version(self, root: Mapping) -> None:
        """Reports a missing or misspelt version."""
        message = f"A template must have a `{VERSION_KEY}`."
        misspelt = nearest(VERSION_KEY, root.members)
        span = root.key_span(misspelt) if misspelt else self.source.span(root.start, root.start)
        hint = f"Did you mean `{VERSION_KEY}`?" if misspelt else f"Start with `{VERSION_KEY}: {LATEST.date}`."
        if not misspelt and any(map(foreign_idioms.section_hint, root.members)) and "resources" not in root.members:
            hint = "This looks like an environment file, not a template."
        self.complain("missing-version", message, span, Phase.TEXT, hint)

    def check_sections(self, root: Mapping, version: Version) -> None:
        """Reports sections that do not exist in the version."""
        known = [name for name in SECTIONS if name != "conditions" or version.date >= CONDITIONS_SINCE]
        for key in root.members:
            if key in known or key in (VERSION_KEY, _IGNORED_SECTION):
                continue
            if key == "conditions":
                hint = f"`conditions` requires version {CONDITIONS_SINCE} or later."
            else:
                hint = (
                    foreign_idioms.section_hint(key)
                    or self.report.did_you_mean(key, known)
                    or f"The sections are {', '.join(known)}."
                )
            message = (
                f"A template has no section `{key}`."
                if key != "conditions"
                else f"Version {version.date} has no section `conditions`."
            )
            self.complain("unknown-section", message, root.key_span(key), Phase.SECTIONS, hint)

    def groups_as_written(self, root: Mapping) -> list[Any]:
        node = root.get("parameter_groups")
        written = to_plain(node) if node else None
        return written if isinstance(written, list) else []

    def parameter_groups(self, root: Mapping) -> tuple[ParameterGroup, ...]:
        """The valid groups; their rules are checked with the values."""
        node = root.get("parameter_groups")
        groups = []
        for item in getattr(node, "items", ()):
            members = item.get("parameters") if isinstance(item, Mapping) else None
            names = to_plain(members) if members is not None else None
            if isinstance(names, list):
                label, description = _plain_member(item, "label"), _plain_member(item, "description")
                groups.append(
                    ParameterGroup(
                        label=None if label is None else str(label),
                        description=None if description is None else str(description),
                        parameters=tuple(name for name in names if isinstance(name, str)),
                        span=item.span,
                    )
                )
        return tuple(groups)

    def conditions(self, root: Mapping) -> dict[str, Condition]:
        node = root.get("conditions")
        if node is None:
            return {}
        if not isinstance(node, Mapping):
            message = f"`conditions` must be a map of names and definitions, not {kind_of(to_plain(node))}."
            span = root.value_span("conditions")
            self.complain("bad-section", message, span, Phase.CONDITIONS, foreign_idioms.map_hint(node))
            return {}
        return {
            name: Condition(name, definition, node.key_span(name))
            for name, definition in self.named(node, "a condition", Phase.CONDITIONS)
        }

    def resources(self, root: Mapping, version: Version) -> dict[str, Resource]:
        node = _section(root, "resources")
        if node is None:
            return {}
        if not isinstance(node, Mapping):
            message = f"`resources` must be a map of names and resources, not {kind_of(to_plain(node))}."
            span = root.value_span("resources")
            self.complain("bad-section", message, span, Phase.RESOURCE_SHAPES, foreign_idioms.map_hint(node))
            return {}
        found = {}
        for name, body in node.members.items():
            resource = self.resource(str(name), body, node.key_span(name), version)
            if not isinstance(name, str):
                self.complain("bad-name", no_name("a resource", name), node.key_span(name), Phase.RESOURCES)
            elif resource:
                found[name] = resource
        return found

    def resource(self, name: str, body: Node, span: Span, version: Version) -> Resource | None:
        """The declaration, or None when it is invalid."""
        if not isinstance(body, Mapping) or not body.members:
            found = kind_of(to_plain(body)) if not isinstance(body, Mapping) else "an empty map"
            message = f"The resource `{name}` must be a map with at least a `type`, not {found}."
            self.complain("bad-resource", message, span, Phase.RESOURCE_SHAPES, _hint_of_body(body))
            return None
        self.check_resource_keys(body, version)
        kind = body.get("type")
        if kind is None and nearest("type", (key for key in body.members if key not in RESOURCE_KEYS)):
            return None  # the misspelt key was reported
        if kind is None or not to_plain(kind):
            message = f"The resource `{name}` has no `type`."
            at = span if kind is None else body.value_span("type")
            self.complain(
                "missing-type", message, at, Phase.RESOURCE_SHAPES, "Add one, such as `type: OS::Nova::Server`."
            )
            return None
        if not isinstance(kind, Scalar) or not isinstance(kind.value, str):
            message = f"`type` must be a literal string, not {kind_of(to_plain(kind))}."
            hint = "To vary a type by environment, map it in the `resource_registry`."
            self.complain("bad-type", message, kind.span, Phase.RESOURCES, hint)
            return None
        return Resource(name, kind.value, body, span)

    def check_resource_keys(self, body: Mapping, version: Version) -> None:
        """Reports unknown keys of a resource: each misspelt one by itself, all others together."""
        known = resource_keys(version)
        unknown = []
        for key in body.members:
            if key in known:
                continue
            hint = f"`{key}` requires version {CONDITIONS_SINCE} or later." if key in RESOURCE_KEYS else None
            phase = Phase.RESOURCES if hint else Phase.RESOURCE_SHAPES
            hint = hint or foreign_idioms.RESOURCE_KEYS.get(str(key)) or self.report.did_you_mean(key, known)
            if hint:
                message = f"A resource has no key `{key}`."
                self.complain("unknown-resource-key", message, body.key_span(key), phase, hint)
            else:
                unknown.append(key)
        if unknown:
            spans = [body.key_span(key) for key in unknown]
            message = f"A resource has no key `{unknown[0]}`."
            below = "Put the properties of a resource below `properties`, indented further."
            related = tuple(Related("unknown as well", span) for span in spans[1:_MAX_MISPLACED_KEYS])
            self.complain("unknown-resource-key", message, spans[0], Phase.RESOURCE_SHAPES, below, related=related)

    def outputs(self, root: Mapping, version: Version) -> dict[str, Output]:
        node = _section(root, "outputs")
        if node is None:
            return {}
        if not isinstance(node, Mapping):
            message = f"`outputs` must be a map of names and outputs, not {kind_of(to_plain(node))}."
            span = root.value_span("outputs")
            self.complain("bad-section", message, span, Phase.OUTPUTS, foreign_idioms.map_hint(node))
            return {}
        found = {}
        for name, body in self.named(node, "an output", Phase.OUTPUTS):
            value = body.get("value") if isinstance(body, Mapping) else None
            if not isinstance(body, Mapping):
                message = f"The output `{name}` must be a map with a `value`, not {kind_of(to_plain(body))}."
                below = "Write `value:` on a line below it, indented further."
                self.complain("bad-output", message, node.key_span(name), Phase.OUTPUTS, below)
            elif value is None:
                misspelt = nearest("value", body.members)
                hint = "Did you mean `value`?" if misspelt else None
                message = f"The output `{name}` has no `value`."
                at = body.key_span(misspelt) if misspelt else node.key_span(name)
                self.complain("missing-value", message, at, Phase.OUTPUTS, hint)
            else:
                condition = body.get("condition") if version.date >= CONDITIONS_SINCE else None
                description = str(_plain_member(body, "description") or "")
                found[name] = Output(name, description, value, condition, node.key_span(name))
        return found

    def named(self, node: Mapping, what: str, phase: Phase) -> Iterable[tuple[str, Node]]:
        """The names and nodes of a section; a name that is not a string is reported."""
        for name, child in node.members.items():
            if isinstance(name, str):
                yield name, child
            else:
                self.complain("bad-name", no_name(what, name), node.key_span(name), phase)


def _member(mapping: Mapping, key: str) -> Node | None:
    return mapping.get(key)


def _plain_member(mapping: Mapping, key: str) -> Any:
    node = mapping.get(key)
    return None if node is None else to_plain(node)


def _section(root: Mapping, name: str) -> Node | None:
    """A section's node; None for one that Heat treats as empty."""
    node = root.get(name)
    if node is None or (not isinstance(node, Mapping) and not to_plain(node)):
        return None
    return node


def _hint_of_body(body: Node) -> str:
    """The hint for a resource that is not a map."""
    if isinstance(body, Scalar) and isinstance(body.value, str) and "::" in body.value:
        if body.value.startswith("type:"):
            return "Add a space after the first `:`."
        return f"Write `type: {body.value[:100]}` on a line below it, indented further."
    if isinstance(body, Scalar) and body.value is None:
        return "Indent the lines that belong to it further."
    return "Write `type:` on a line below it, indented further."


def _is_near(version: str) -> bool:
    """Whether a version is a name, or a date very similar to that of a version; all dates are somewhat similar."""
    return not version[:1].isdigit() or bool(difflib.get_close_matches(version, version_names(), cutoff=0.85))
