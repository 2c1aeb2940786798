"""The check of a resource registry against a template and its files."""

from collections.abc import Callable, Collection, Mapping

from hotcore.budget import UsedUp
from hotcore.bundle_files import BundleFiles
from hotcore.catalogue import (
    MAX_CHAIN_LENGTH,
    RESOURCES,
    TEMPLATE_ENDINGS,
    Branch,
    CircularMapping,
    Entry,
    LongChain,
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
    check = _Check(registry, files, report, known)
    try:
        for resource in needed:
            check.resource(resource)
        check.shapes([resource.name for resource in needed])
        for entry in registry.walk():
            if not entry.is_setting:
                check.entry(entry)
    except UsedUp:
        pass  # said below, as what was not looked up before
    if registry.is_exhausted:
        report.add(_cut_off(registry))
    _check_names(registry, template, report)


class _Check:
    """The check of a registry with the files of a bundle; `known` tells whether a type exists."""

    def __init__(self, registry: ResourceRegistry, files: BundleFiles, report: Report, known: Known) -> None:
        self.registry = registry
        self.files = files
        self.report = report
        self.known = known
        self._seen: dict[int, _Cycle] = {}

    def resource(self, resource: Resource) -> None:
        """Checks what the type of a resource leads to."""
        try:
            target = self.registry.chain(resource.type, resource.name, self.known)
        except CircularMapping as circular:
            self.report.add(self._cycle(circular).diagnostic(resource))
        except LongChain as long:
            self.report.add(_long_chain(long.entry, resource))
        except UnexpectedMap as unexpected:
            where = unexpected.branch
            self.report.add(unexpected_map(unexpected.key, where.key_span, where.file, used=True))
        else:
            if target.span:
                self._file(target, used=True)

    def shapes(self, names: Collection[str]) -> None:
        """Reports maps and strings in place of each other, on which Heat fails when resources of these names exist."""
        for key, branch in self.registry.entries.items():
            if key != RESOURCES and isinstance(branch, Branch) and names and key.endswith("*"):
                self.report.add(unexpected_map(key, branch.key_span, branch.file, used=True))
        strings = {key: item for key, item in self.registry.entries[RESOURCES].items() if isinstance(item, Entry)}
        if strings:
            used = {pattern for name in names for pattern in self.registry.patterns_of(name)}
            for key in strings.keys() & used:
                self.report.add(unexpected_string(strings[key], used=True))

    def entry(self, entry: Entry) -> None:
        """Checks an entry, whether or not a resource uses it; a file under its own name is skipped."""
        if entry.template_name == entry.key or (entry.template_name and entry.key.endswith("*")):
            return
        try:
            name = entry.path[1] if len(entry.path) > 2 else None
            target = self.registry.chain(entry.key, name, self.known)
        except CircularMapping as circular:
            cycle = self._cycle(circular)
            if not cycle.is_reported:
                cycle.is_reported = True
                self.report.add(cycle.diagnostic())
        except LongChain as long:
            self.report.add(_long_chain(long.entry))
        except UnexpectedMap:
            pass  # the map itself is reported elsewhere
        else:
            if target.path == entry.path:
                self._file(target, used=False)

    def _file(self, target: Target, *, used: bool) -> None:
        """Reports a missing file; one more than are kept looks for no similar name any more."""
        if target.is_file and not self.report.is_full("missing-template") and not target.key_in(self.files):
            self.report.add(missing_template(target, self.files, used=used))

    def _cycle(self, circular: CircularMapping) -> "_Cycle":
        """The cycle of entries, which many types may lead to."""
        key = id(circular.entries)  # the search keeps them
        if key not in self._seen:
            self._seen[key] = _Cycle(circular.entries)
        return self._seen[key]


class _Cycle:
    """A cycle of entries, which is reported at the one that comes first in its file."""

    def __init__(self, entries: tuple[Entry, ...]) -> None:
        self.first = min(entries, key=lambda entry: (entry.file or "", entry.span.start if entry.span else 0))
        start = entries.index(self.first)
        names = " -> ".join(f"`{entry.key}`" for entry in (*entries[start:], *entries[:start], self.first))
        self.message = f"Circular mapping in the resource registry: {names}."
        self.is_reported = False

    def diagnostic(self, resource: Resource | None = None) -> Diagnostic:
        """The error for a resource of such a type, or the warning without one."""
        return _endless(self.message, self.first, resource)


def _long_chain(entry: Entry, resource: Resource | None = None) -> Diagnostic:
    """The diagnostic for entries that lead on too often, at the last one that was followed."""
    message = f"More than {MAX_CHAIN_LENGTH} entries of the resource registry lead on from one to the next."
    return _endless(message, entry, resource)


def _endless(message: str, entry: Entry, resource: Resource | None) -> Diagnostic:
    severity = Severity.ERROR if resource else Severity.WARNING
    related = (Related("used here", _type_span(resource), MAIN),) if resource else ()
    return Diagnostic(
        "registry-circle", message, entry.span, severity, None, entry.file, None, related, Phase.RESOURCES
    )


def _cut_off(registry: ResourceRegistry) -> Diagnostic:
    """The warning that the registry is too large, at its first entry."""
    first = next(registry.walk())
    message = "The resource registry takes too long to look up: some types were taken as not mapped."
    hint = "Use fewer entries that lead to other entries, and fewer wildcards."
    return Diagnostic("too-large", message, first.key_span, Severity.WARNING, hint, first.file, phase=Phase.ENVIRONMENT)


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
