"""The check of a resource registry against a template and its files."""

from collections.abc import Callable, Collection, Mapping, Sequence
from fnmatch import fnmatchcase

from hotcore.bundle_files import BundleFiles
from hotcore.catalogue import (
    RESOURCES,
    TEMPLATE_ENDINGS,
    Branch,
    CircularMapping,
    Entry,
    ResourceRegistry,
    Target,
    UnexpectedMap,
)
from hotcore.diagnostics import MAIN, Diagnostic, Phase, Related, Report, Severity
from hotcore.environment.registry_reading import unexpected_map, unexpected_string
from hotcore.source import Span
from hotcore.spelling import did_you_mean
from hotcore.template import Resource, Template


def missing_template(target: Target, files: Collection[str], *, used: bool) -> Diagnostic:
    """The diagnostic for a missing file of the registry, which Heat rejects when a resource uses it."""
    if target.is_remote:
        message = f"The template at `{target.written}` is not fetched, so it is not checked."
        severity, hint = Severity.HINT, None
    else:
        message = f"The template file `{target.written}` is missing."
        severity = Severity.ERROR if used else Severity.WARNING
        known = [name for name in files if name.endswith(TEMPLATE_ENDINGS) and name != target.written]
        hint = did_you_mean(target.name, known) or f"It should be at `{target.name}`, relative to the template."
    code = "remote-template" if target.is_remote else "missing-template"
    return Diagnostic(code, message, target.span, severity, hint, target.file, phase=Phase.RESOURCE_VALUES)


Known = Callable[[str], bool] | None
"""Whether a type with a name exists, if that is known."""


def check_registry(
    registry: ResourceRegistry,
    template: Template,
    files: BundleFiles,
    enabled: Mapping[str, object],
    report: Report,
    known: Known = None,
) -> None:
    """Reports cycles, missing files and names of resources that the template does not have.

    An entry that no resource uses is only a warning; a disabled resource (`enabled` is False) uses none.
    """
    if not registry:
        return
    needed = [resource for resource in template.resources.values() if enabled.get(resource.name) is not False]
    for resource in needed:
        _check_resource(registry, resource, files, report, known)
    _check_shapes(registry, needed, report)
    for entry in registry.walk():
        if not entry.is_setting:
            _check_entry(registry, entry, files, report, known)
    _check_names(registry, template, report)


def _check_resource(
    registry: ResourceRegistry, resource: Resource, files: BundleFiles, report: Report, known: Known
) -> None:
    try:
        target = registry.chain(resource.type, resource.name, known)
    except CircularMapping as circular:
        report.add(_cycle(circular, resource))
        return
    except UnexpectedMap as unexpected:
        report.add(unexpected_map(unexpected.key, unexpected.branch.key_span, unexpected.branch.file, used=True))
        return
    if target.is_file and target.span and not target.key_in(files):
        report.add(missing_template(target, files, used=True))


def _check_shapes(registry: ResourceRegistry, needed: Sequence[Resource], report: Report) -> None:
    """Reports maps and strings in place of each other, on which Heat fails when a resource uses them."""
    for key, branch in registry.entries.items():
        if key != RESOURCES and isinstance(branch, Branch) and needed and key.endswith("*"):
            report.add(unexpected_map(key, branch.key_span, branch.file, used=True))
    for pattern, entry in registry.entries[RESOURCES].items():
        if isinstance(entry, Entry) and any(fnmatchcase(resource.name, pattern) for resource in needed):
            report.add(unexpected_string(entry, used=True))


def _check_entry(registry: ResourceRegistry, entry: Entry, files: BundleFiles, report: Report, known: Known) -> None:
    """Checks an entry, whether or not a resource uses it; a file under its own name is skipped."""
    if entry.template_name == entry.key or (entry.template_name and entry.key.endswith("*")):
        return
    try:
        name = entry.path[1] if len(entry.path) > 2 else None
        target = registry.chain(entry.key, name, known)
    except CircularMapping as circular:
        report.add(_cycle(circular, None))
        return
    except UnexpectedMap:
        return  # the map itself is reported elsewhere
    if target.is_file and target.path == entry.path and not target.key_in(files):
        report.add(missing_template(target, files, used=False))


def _cycle(circular: CircularMapping, resource: Resource | None) -> Diagnostic:
    """The diagnostic for a cycle of entries, at the one that comes first in its file."""
    cycle = circular.entries
    first = min(cycle, key=lambda entry: (entry.file or "", entry.span.start if entry.span else 0))
    start = cycle.index(first)
    names = " -> ".join(f"`{entry.key}`" for entry in (*cycle[start:], *cycle[:start], first))
    message = f"Circular mapping in the resource registry: {names}."
    related = (Related("used here", _type_span(resource), MAIN),) if resource else ()
    severity = Severity.ERROR if resource else Severity.WARNING
    return Diagnostic(
        "registry-circle", message, first.span, severity, None, first.file, None, related, Phase.RESOURCES
    )


def _type_span(resource: Resource) -> Span:
    node = resource.field("type")
    return node.span if node else resource.span


def _check_names(registry: ResourceRegistry, template: Template, report: Report) -> None:
    """Reports names that are similar to that of a resource, and probably misspelt."""
    for name, branch in registry.entries[RESOURCES].items():
        if name in template.resources or any(sign in name for sign in "*?[") or not isinstance(branch, Branch):
            continue
        if hint := report.did_you_mean(name, template.resources):
            message = f"The template has no resource `{name}`."
            report.add(
                Diagnostic(
                    "no-such-resource",
                    message,
                    branch.key_span,
                    Severity.HINT,
                    hint,
                    branch.file,
                    phase=Phase.ENVIRONMENT,
                )
            )
