"""The tokens with which runs are watched, when their person connects again."""

from django.utils import timezone

from designer.models import CloudConnection, Run, RunToken

OF_TOKEN = ("cloud", "region", "project_id", "project", "user", "is_by_credential", "access", "ends")
"""What the token of a run takes from a connection."""


def resume_watching(connection: CloudConnection) -> None:
    """Let the runs of a person in a project, whose tokens may be over, be watched by the token of a new connection."""
    runs = Run.objects.filter(
        owner_id=connection.owner_id,
        cloud=connection.cloud,
        region=connection.region,
        project_id=connection.project_id,
        token__ends__lte=connection.ends,  # one of the same sign-in ends with it, and may have been revoked since
    )
    for run in runs:
        RunToken.objects.filter(run=run).update(**{name: getattr(connection, name) for name in OF_TOKEN})
        Run.objects.filter(pk=run.pk).update(leased_until=timezone.now())
