"""What is wrong with a resource registry in the light of a template and its files."""

from collections.abc import Callable, Collection, Mapping, Sequence
from fnmatch import fnmatchcase

from hotcore.bundle_files import BundleFiles
from hotcore.catalogue import RESOURCES, TEMPLATE_ENDINGS, Branch, Endless, Entry, ResourceRegistry, Stumble, Target
from hotcore.diagnostics import MAIN, Diagnostic, Phase, Related, Report, Severity
from hotcore.environment.registry_reading import idle_branch, idle_text
from hotcore.source import Span
from hotcore.spelling import did_you_mean
from hotcore.template import Resource, Template


def missing_template(target: Target, files: Collection[str], *, used: bool) -> Diagnostic:
    """The finding that a file which the registry names is not there; Heat refuses it where a resource needs it."""
    if target.is_remote:
        message = f"`{target.written}` is an address; it is never fetched here, and what is in it is not checked."
        severity, hint = Severity.HINT, None
    else:
        message = f"The template `{target.written}` is not among the files."
        severity = Severity.ERROR if used else Severity.WARNING
        known = [name for name in files if name.endswith(TEMPLATE_ENDINGS) and name != target.written]
        hint = did_you_mean(target.name, known) or f"Its place would be `{target.name}`, seen from the template."
    code = "remote-template" if target.is_remote else "missing-template"
    return Diagnostic(code, message, target.span, severity, hint, target.file, phase=Phase.RESOURCE_VALUES)


Known = Callable[[str], bool] | None
"""Whether there is a type of a name, as far as that is known."""


def check_registry(
    registry: ResourceRegistry,
    template: Template,
    files: BundleFiles,
    enabled: Mapping[str, object],
    report: Report,
    known: Known = None,
) -> None:
    """Tells of circles, missing files and names of resources that the template does not have.

    What no resource needs is a warning; a resource that is off (`enabled` is False) needs nothing.
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
    except Endless as endless:
        report.add(_circle(endless, resource))
        return
    except Stumble as stumble:
        report.add(idle_branch(stumble.key, stumble.branch.key_span, stumble.branch.file, used=True))
        return
    if target.is_file and target.span and not target.key_in(files):
        report.add(missing_template(target, files, used=True))


def _check_shapes(registry: ResourceRegistry, needed: Sequence[Resource], report: Report) -> None:
    """Maps and texts in each other's places, over which Heat stumbles when a resource needs them."""
    for key, branch in registry.entries.items():
        if key != RESOURCES and isinstance(branch, Branch) and needed and key.endswith("*"):
            report.add(idle_branch(key, branch.key_span, branch.file, used=True))
    for pattern, entry in registry.entries[RESOURCES].items():
        if isinstance(entry, Entry) and any(fnmatchcase(resource.name, pattern) for resource in needed):
            report.add(idle_text(entry, used=True))


def _check_entry(registry: ResourceRegistry, entry: Entry, files: BundleFiles, report: Report, known: Known) -> None:
    """What is wrong with an entry, whether or not a resource needs it; a file under its own name is not looked at."""
    if entry.template_name == entry.key or (entry.template_name and entry.key.endswith("*")):
        return
    try:
        name = entry.path[1] if len(entry.path) > 2 else None
        target = registry.chain(entry.key, name, known)
    except Endless as endless:
        report.add(_circle(endless, None))
        return
    except Stumble:
        return  # of the map itself is told elsewhere
    if target.is_file and target.path == entry.path and not target.key_in(files):
        report.add(missing_template(target, files, used=False))


def _circle(endless: Endless, resource: Resource | None) -> Diagnostic:
    """The finding that entries lead round in a circle, at the one that stands first in its file."""
    circle = endless.entries
    first = min(circle, key=lambda entry: (entry.file or "", entry.span.start if entry.span else 0))
    start = circle.index(first)
    names = " -> ".join(f"`{entry.key}`" for entry in (*circle[start:], *circle[:start], first))
    message = f"The registry leads round in a circle: {names}."
    related = (Related("needed here", _type_span(resource), MAIN),) if resource else ()
    severity = Severity.ERROR if resource else Severity.WARNING
    return Diagnostic(
        "registry-circle", message, first.span, severity, None, first.file, None, related, Phase.RESOURCES
    )


def _type_span(resource: Resource) -> Span:
    node = resource.field("type")
    return node.span if node else resource.span


def _check_names(registry: ResourceRegistry, template: Template, report: Report) -> None:
    """A name that is almost that of a resource was probably meant for it."""
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
