"""The diagnostic about a resource type that Heat does not have: a misspelling, or the type of a plug-in."""

import re
from difflib import SequenceMatcher

from hotcore.catalogue import Catalogue
from hotcore.diagnostics import Diagnostic, Phase, Report, Severity
from hotcore.source import Span
from hotcore.spelling import suggested

_SIMILAR = 0.9
"""The similarity to a known type from which a name is a misspelling."""
_NUMBER = re.compile(r"\d+")


def unknown_type(
    name: str, catalogue: Catalogue, span: Span, report: Report, *, mapped: bool, file: str | None, phase: Phase
) -> Diagnostic:
    """The diagnostic about an unknown type; `mapped` if an environment says what it stands for."""
    hint = report.did_you_mean(name, catalogue.type_names)
    message = f"Heat {catalogue.heat} has no resource type `{name}`"
    providers = "a plug-in or the `resource_registry` of an environment"
    words = f"; {providers} may provide it."
    severity = Severity.HINT
    if not mapped and any(_is_misspelling(name, known) for known in suggested(hint)):
        words = f" and refuses it, unless {providers} provides it."
        severity = Severity.WARNING
    return Diagnostic("unknown-resource-type", message + words, span, severity, hint, file, phase=phase)


def _is_misspelling(name: str, known: str) -> bool:
    """Whether a name is that of a known type except for a letter or two; plug-ins have families and numbers of their
    own."""
    written, meant = name.lower(), known.lower()
    if written.split(":")[0] != meant.split(":")[0] or _NUMBER.findall(written) != _NUMBER.findall(meant):
        return False
    return SequenceMatcher(None, written, meant, autojunk=False).ratio() >= _SIMILAR
