"""Whether the connected cloud is away: its Heat, without which nothing can be seen or done, does not answer.

Services that only have lists are not meant: those lists stay, and say so.
"""

from django.utils import timezone

from designer.cloud.project.heat import ORCHESTRATION, heat_of
from designer.cloud.service.faults import CloudFault, Fault, faults_of
from designer.models import CloudConnection


def remember_fault(connection: CloudConnection, fault: CloudFault, *, asked_little: bool = False) -> None:
    """Remember that the cloud is away, if that is the fault.

    What has reached Heat may only have taken it long, unless it was `asked_little`.
    """
    is_away = fault.fault is Fault.NO_ANSWER and fault.service == ORCHESTRATION.name
    if is_away and (fault.is_unsent or asked_little) and not connection.away_since:
        _remember(connection, away=True)


def remember_success(connection: CloudConnection) -> None:
    """Forget that the cloud was away: its Heat has answered."""
    if connection.away_since:
        _remember(connection, away=False)


def ask_again(connection: CloudConnection) -> None:
    """Ask a cloud that is away whether it answers."""
    if connection.has_ended or not connection.away_since:
        return
    try:
        with faults_of(ORCHESTRATION.name):
            heat_of(connection).stacks({"limit": "1"})
    except CloudFault as fault:
        if fault.fault in (Fault.NO_ANSWER, Fault.BROKEN):
            return
    remember_success(connection)


def _remember(connection: CloudConnection, *, away: bool) -> None:
    connection.away_since = timezone.now() if away else None
    # Its session may have ended meanwhile.
    CloudConnection.objects.filter(pk=connection.pk).update(away_since=connection.away_since)
