"""Which connection to a cloud a session has."""

from django.db.models import QuerySet
from django.http import HttpRequest

from designer.models import CloudConnection

IN_SESSION = "cloud-connection"
"""Where a session remembers the key of its connection."""
LOOKS_ONLY = "cloud-looks-only"
"""Where it remembers the key of a connection that makes no stacks, as the cloud has said."""


def session_connections(request: HttpRequest) -> QuerySet[CloudConnection]:
    """Return the connection of a request's session, or none."""
    return CloudConnection.objects.filter(pk=request.session.get(IN_SESSION) or 0, owner_id=request.user.pk or 0)
