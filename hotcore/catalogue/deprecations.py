"""The message about a type, a property or an attribute that is deprecated or not supported."""

from collections.abc import Sequence

from hotcore.catalogue.schema import SupportStatus
from hotcore.diagnostics import Severity
from hotcore.runtime import dataclass


@dataclass(frozen=True, slots=True)
class Deprecation:
    """A message about something that is deprecated or unsupported."""

    message: str
    severity: Severity
    hint: str | None


def deprecation(what: str, support: SupportStatus, replaced_by: Sequence[str] = ()) -> Deprecation | None:
    """The message about the support status of a thing, `what` being its name; None when it is supported.

    `replaced_by` are the names, or the paths (`fixed_ips.subnet`), of what supersedes it.
    """
    newer = [replaced_by[0].rpartition(".")[2]] if len(replaced_by) == 1 else list(support.see)
    newer = newer or ([support.substitute] if support.substitute else [])
    hint = f"Use {' or '.join(f'`{name}`' for name in newer)}." if newer else None
    if support.status == "UNSUPPORTED":
        message = f"{what} is not supported by the Heat project; it may not work."
        return Deprecation(message, Severity.HINT, hint)
    if support.status in ("DEPRECATED", "HIDDEN"):
        since = next((each.version for each in (*support.previous, support) if each.status == "DEPRECATED"), None)
        since = since or support.version
        when = f" since Heat {since.strip()}" if since else ""
        return Deprecation(f"{what} is deprecated{when}; Heat keeps it for old templates only.", Severity.WARNING, hint)
    return None
