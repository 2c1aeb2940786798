"""A person's access to clouds, tokens and kept credentials, and how it is erased."""

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from designer.models import AT_WORK, Act, CloudConnection, CloudCredential, Run, RunState, RunToken
from designer.operation.audit import record


def cloud_access_erase(*, person: User) -> None:
    """Erase a person's tokens and kept credentials; the runs that were watched with them end, their stacks do not."""
    found = (
        RunToken.objects.filter(run__owner=person),
        CloudConnection.objects.filter(owner=person),
        CloudCredential.objects.filter(owner=person),
    )
    if any(each.exists() for each in found):
        record(Act.CLOUD_ACCESS_ERASED, person.get_username())
    words = _("Watching ended: the account of %(name)s was deactivated. What became of the stack is not known here.")
    runs_give_up(Run.objects.filter(owner=person, state__in=AT_WORK), words % {"name": person.get_username()})
    for each in found:
        each.delete()


@transaction.atomic
def runs_give_up(runs: QuerySet[Run], reason: str) -> None:
    """End runs of which nothing more will be heard; their stacks stay as they are."""
    keys = list(runs.select_for_update().values_list("pk", flat=True))
    mine = runs.filter(pk__in=keys)
    mine.update(state=RunState.FAILED, reason=reason, ended=timezone.now(), masks=[])
    RunToken.objects.filter(run_id__in=keys).delete()
