"""The diagnostic about a resource type that Heat does not have: a misspelling, or the type of a plug-in."""

from difflib import SequenceMatcher

from hotcore.catalogue import Catalogue
from hotcore.diagnostics import Diagnostic, Phase, Report, Severity
from hotcore.runtime import regex
from hotcore.source import Span
from hotcore.spelling import suggested

_SIMILAR = 0.9
"""The similarity to a known type from which a name is a misspelling."""
_NUMBER = regex(r"\d+")


def unknown_type(
    name: str, catalogue: Catalogue, span: Span, report: Report, *, mapped: bool, file: str | None, phase: Phase
) -> Diagnostic:
    """The diagnostic about an unknown type; `mapped` if an environment says what it stands for."""
    hint = report.did_you_mean(name, catalogue.type_names)
    message = f"{catalogue.owner} has no resource type `{name}`"
    registry = "the `resource_registry` of an environment"
    if catalogue.cloud and not mapped:
        service = _service(name)
        if service and not any(known.startswith(f"OS::{service}::") for known in catalogue.type_names):
            message = f"{catalogue.cloud} has no {service}: it has no resource type `{name}`"
        message += f" and refuses it, unless {registry} provides it."
        return Diagnostic("unknown-resource-type", message, span, Severity.WARNING, hint, file, phase=phase)
    providers = f"a plug-in or {registry}"
    words = f"; {providers} may provide it."
    severity = Severity.HINT
    if not mapped and any(_is_misspelling(name, known) for known in suggested(hint)):
        words = f" and refuses it, unless {providers} provides it."
        severity = Severity.WARNING
    return Diagnostic("unknown-resource-type", message + words, span, severity, hint, file, phase=phase)


def _service(name: str) -> str:
    """The service that a type of OpenStack belongs to; empty for another type."""
    family, _, rest = name.partition("::")
    service, colons, _ = rest.partition("::")
    return service if family == "OS" and colons else ""


def _is_misspelling(name: str, known: str) -> bool:
    """Whether a name is that of a known type except for a letter or two; plug-ins have families and numbers of their
    own."""
    written, meant = name.lower(), known.lower()
    if written.split(":")[0] != meant.split(":")[0] or _NUMBER.findall(written) != _NUMBER.findall(meant):
        return False
    return SequenceMatcher(None, written, meant, autojunk=False).ratio() >= _SIMILAR
