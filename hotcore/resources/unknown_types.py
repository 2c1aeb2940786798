"""What is said about a resource type that Heat does not have: a slip of the pen, or perhaps that of a plug-in."""

import re
from difflib import SequenceMatcher

from hotcore.catalogue import Catalogue
from hotcore.diagnostics import Diagnostic, Phase, Report, Severity
from hotcore.source import Span
from hotcore.spelling import suggested

_SURE = 0.9
"""How much of a name has to be that of a known type for it to be a slip."""
_NUMBER = re.compile(r"\d+")


def unknown_type(
    name: str, catalogue: Catalogue, span: Span, report: Report, *, mapped: bool, file: str | None, phase: Phase
) -> Diagnostic:
    """The finding about a type that Heat does not have; `mapped`, an environment says what stands behind it."""
    hint = report.did_you_mean(name, catalogue.type_names)
    message = f"Heat {catalogue.heat} has no resource type `{name}`; a plug-in may bring it."
    severity = Severity.HINT
    if not mapped and (known := suggested(hint)) and _is_slip(name, known):
        message = f"Heat {catalogue.heat} has no resource type `{name}` and refuses it, unless a plug-in brings it."
        severity = Severity.WARNING
    return Diagnostic("unknown-resource-type", message, span, severity, hint, file, phase=phase)


def _is_slip(name: str, known: str) -> bool:
    """Whether a name is that of a known type with a letter or two wrong; plug-ins have families and numbers of their
    own."""
    written, meant = name.lower(), known.lower()
    if written.split(":")[0] != meant.split(":")[0] or _NUMBER.findall(written) != _NUMBER.findall(meant):
        return False
    return SequenceMatcher(None, written, meant, autojunk=False).ratio() >= _SURE
