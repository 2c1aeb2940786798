"""What the Heat that a catalogue describes does not know of a template: its version, and functions of that version."""

from collections.abc import Iterator

from hotcore.diagnostics import Diagnostic, Severity
from hotcore.linter.subject import Subject
from hotcore.versions import VERSION_KEY


def unknown_to_heat(subject: Subject) -> Iterator[Diagnostic]:
    """The diagnostics; none if the catalogue does not say what its Heat knows."""
    catalogue, version = subject.catalogue, subject.template.version
    known, owner = catalogue.template_versions, catalogue.owner
    if not known:
        return
    if version.date not in known:
        message = f"{owner} does not know the template version `{version.date}`. Its newest is `{max(known)}`."
        span = subject.template.root.value_span(VERSION_KEY)
        yield Diagnostic("unknown-version", message, span, Severity.WARNING)
        return
    for call in subject.calls:
        if not catalogue.has_function(version.date, call.name):
            message = f"{owner} has no function `{call.name}` in templates of version `{version.date}`."
            yield Diagnostic("unknown-function", message, call.node.key_span(call.name), Severity.WARNING)
