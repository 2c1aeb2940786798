"""OpenStack clouds: those that an administrator lists, and the connections of people to them.

Without openstacksdk (the extra `cloud`), or where no `clouds.yaml` lists a cloud, there are no clouds, and no page
mentions any. This face can be imported in any case; what lies behind it only where `settings.CLOUDS` is true.
"""

from collections.abc import Sequence
from typing import Any

from django.conf import settings
from django.contrib.auth.signals import user_logged_out
from django.core import checks
from django.http import HttpRequest

from designer.cloud.connection.session import IN_SESSION, LOOKS_ONLY, session_connections
from designer.cloud.project.verdicts import InCloud, InProject
from designer.models import CloudConnection
from hotcore import Preview
from hotcore.catalogue import Catalogue, shipped_catalogue
from hotcore.template import Parameter, Template

__all__ = [
    "IN_SESSION",
    "LOOKS_ONLY",
    "InCloud",
    "InProject",
    "catalogue_of",
    "catalogue_state",
    "connection_of",
    "listen",
    "offers_clouds",
    "session_connections",
    "summary_of",
    "verdicts_of",
]


def offers_clouds(request: HttpRequest) -> bool:
    """Whether the page of a request mentions clouds: somebody is signed in, and an administrator has listed one."""
    user = getattr(request, "user", None)  # an error may come before anybody is known
    if not settings.CLOUDS or user is None or not user.is_authenticated:
        return False
    from designer.cloud.service.configuration import configured_clouds

    return bool(configured_clouds())


def connection_of(request: HttpRequest) -> CloudConnection | None:
    """Return the connection of a request's session, also one whose token is over."""
    if not offers_clouds(request):
        return None
    from designer.cloud.connection.connections import find_connection

    return find_connection(request)


def verdicts_of(request: HttpRequest, values: Sequence[tuple[Parameter, str]]) -> list[InCloud | None]:
    """Return what the connected cloud says of values, in their order, None where it has no list for a parameter.

    The cloud itself is not asked.
    """
    connection = connection_of(request)
    if connection is None or not connection.project_id:
        return [None] * len(values)
    from designer.cloud.project.choices import verdicts

    return verdicts(connection, values)


def summary_of(request: HttpRequest, template: Template, preview: Preview) -> InProject | None:
    """Return what the connected project says of a template's preview; the cloud itself is not asked."""
    connection = connection_of(request)
    if connection is None or not connection.project_id:
        return None
    from designer.cloud.project.summary import summary

    return summary(connection, template, preview)


def catalogue_of(request: HttpRequest) -> Catalogue:
    """Return the resource types of the connected project's Heat; the shipped ones where they have not been read."""
    connection = connection_of(request)
    if connection is None or not connection.project_id:
        return shipped_catalogue()
    from designer.cloud.project.catalogue import catalogue_for

    return catalogue_for(connection) or shipped_catalogue()


def catalogue_state(request: HttpRequest) -> dict[str, Any] | None:
    """Return the connection of a request with what is known of its catalogue, whether that shall be read (on), and
    who has the types that hold until then."""
    connection = connection_of(request)
    if connection is None or not connection.project_id:
        return None
    from designer.cloud.project.facts import is_stale, kept_catalogues

    found = kept_catalogues(connection).first()
    is_wanted = is_stale(found) or bool(found and found.unread and not found.fault)
    return {
        "connection": connection,
        "catalogue": found,
        "is_stale": is_wanted and not connection.has_ended,
        "shipped": shipped_catalogue().owner,
    }


def listen() -> None:
    """Erase a session's connection when its person signs out, and check the list of clouds with the rest."""
    user_logged_out.connect(_signed_out, dispatch_uid="cloud")
    checks.register(_check_clouds)


def _signed_out(request: HttpRequest, **_signal: object) -> None:
    session_connections(request).delete()


def _check_clouds(**_options: object) -> list[checks.CheckMessage]:
    from designer.cloud.connection.checks import check_clouds

    return check_clouds()
