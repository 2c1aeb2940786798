"""Why a cloud refuses something, as the person of a connection can act on it, and as its administrator has to know."""

import re

from django.utils.translation import gettext as _

from designer.cloud.project.heat import ORCHESTRATION
from designer.cloud.service.faults import CloudFault, Fault
from designer.models import CloudConnection, ProjectToken

IN_PROGRESS = re.compile(r"already has an action \(\w+\) in progress")
FORBIDDEN = (Fault.FORBIDDEN, Fault.POLICY, Fault.NO_TRUST)


def explained(connection: ProjectToken, fault: CloudFault) -> CloudFault:
    """Return a fault; one that only application credentials meet says what the person can do, and one of a stack at
    work what it is.

    Of a trust that Keystone refuses, Heat tells no more than that something is forbidden.
    """
    if fault.fault is Fault.CONFLICT and IN_PROGRESS.search(fault.rest):
        rest = _("Heat: “%(words)s” Nothing was sent.") % {"words": fault.rest}
        return fault.reworded(rest, title=_("The stack is at work"))
    is_deployment = fault.service == ORCHESTRATION.name and not fault.request.startswith("GET ")
    if fault.fault is not Fault.FORBIDDEN or not connection.is_by_credential or not is_deployment:
        return fault
    rest = _(
        "Keystone lets it make no trust. Looking and filling work. Sign in with a password, or ask the administrator "
        "to allow trusts for application credentials."
    )
    return fault.reworded(rest, fault=Fault.NO_TRUST, title=_("An application credential may not deploy here"))


def forbids_stacks(fault: CloudFault) -> bool:
    """Whether no stack can be made after a fault, only looked at."""
    is_of_stacks = fault.policy.startswith("stacks:") and not fault.request.startswith("GET ")
    return fault.fault is Fault.NO_TRUST or is_of_stacks


def for_administrator(connection: CloudConnection, fault: CloudFault) -> str:
    """Return what an administrator has to know to allow what is forbidden, without values; empty for other faults."""
    if fault.fault not in FORBIDDEN:
        return ""
    if fault.fault is Fault.NO_TRUST:
        wanted = _("that application credentials make trusts, which Heat needs for a stack")
    elif fault.policy:
        wanted = _('the policy rule "%(rule)s", by a role of this user in the project') % {"rule": fault.policy}
    else:
        wanted = _("this request, by a role of this user in the project; the service does not name the policy rule")
    project = f"{connection.project} ({connection.project_id})"
    place = ", ".join(filter(None, (connection.cloud, connection.region)))
    told = (
        (_("To allow"), wanted),
        (_("Cloud"), place),
        (_("Project"), project),
        (_("User"), connection.user),
        (_("Request"), f"{fault.request}, {fault.service}, 403"),
    )
    return "\n".join(f"{name}: {value}" for name, value in told)
