"""Whether the connected cloud is away: a session remembers since when Keystone or Heat has not answered."""

from datetime import datetime

from django.http import HttpRequest
from django.utils import timezone
from django.utils.dateparse import parse_datetime

from designer.cloud import AWAY
from designer.cloud.faults import CloudFault, Fault, faults_of
from designer.cloud.heat import ORCHESTRATION, heat_of
from designer.models import CloudConnection

NEEDED = ("Keystone", ORCHESTRATION.name)
"""The services without which nothing can be seen or done; the others have lists that stay."""


def away_since(request: HttpRequest, connection: CloudConnection) -> datetime | None:
    """Return since when the connected cloud has not answered; None if it does, as far as is known."""
    key, since = request.session.get(AWAY) or (0, "")
    return parse_datetime(since) if key == connection.pk else None


def remember_fault(request: HttpRequest, connection: CloudConnection, fault: CloudFault) -> None:
    """Remember that the cloud is away, if that is the fault."""
    if fault.fault is Fault.NO_ANSWER and fault.service in NEEDED and not away_since(request, connection):
        request.session[AWAY] = (connection.pk, timezone.now().isoformat())


def ask_again(request: HttpRequest, connection: CloudConnection) -> None:
    """Ask a cloud that is away whether it answers, and forget that it is if it does."""
    if connection.has_ended or not away_since(request, connection):
        return
    try:
        with faults_of(ORCHESTRATION.name):
            heat_of(connection).stacks({"limit": "1"})
    except CloudFault as fault:
        if fault.fault is Fault.NO_ANSWER:
            return
    del request.session[AWAY]
