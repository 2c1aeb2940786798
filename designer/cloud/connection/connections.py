"""Connections of people to clouds: made, found, changed and erased."""

import json
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from typing import NamedTuple

from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.http import Http404, HttpRequest
from django.utils import timezone
from django.utils.translation import gettext as _
from keystoneauth1.exceptions import NotFound
from keystoneauth1.session import Session

from designer.accounts.people import person_stays
from designer.cloud.connection.session import IN_SESSION, session_connections
from designer.cloud.connection.sign_in import (
    Access,
    ApplicationCredential,
    ChosenProject,
    Password,
    Way,
    is_keystones,
    plugin_of,
    sign_in,
    unscoped_state,
)
from designer.cloud.service.configuration import Cloud, find_cloud
from designer.cloud.service.faults import CloudFault, Fault, faults_of, token_ended
from designer.cloud.service.texts import readable
from designer.cloud.service.transport import get_json, identity_address, session_for
from designer.models import Act, CloudConnection, CloudCredential, ProjectToken
from designer.operation.audit import record
from designer.operation.encryption import cloud_keys, decrypt, encrypt
from designer.store.access import Person


class Project(NamedTuple):
    """A project that a person may work in."""

    id: str
    name: str
    is_enabled: bool = True


def find_connection(request: HttpRequest) -> CloudConnection | None:
    """Return the connection of the request's session; a token that is over is erased when this finds it."""
    found = session_connections(request).first()
    if not found or find_cloud(found.cloud) is None:
        return None
    if found.has_ended and found.access:
        found.access = b""
        found.save(update_fields=["access"])
    return found


def connect(*, request: HttpRequest, cloud: Cloud, region: str, way: Way, keeps: bool = False) -> CloudConnection:
    """Trade a sign-in for a token, which takes the place of the session's former one; raise `CloudFault` if refused.

    With `keeps`, an application credential that the cloud has taken is kept. Where only the project is disabled, there
    is a connection without one, and the fault says so.
    """
    access, refused = _signed_in(cloud, way)
    assert isinstance(request.user, User)
    with transaction.atomic():
        if not person_stays(request.user):  # who was deactivated while the cloud was asked leaves nothing here
            raise PermissionDenied
        _erase_former(request)
        connection = _stored(request, cloud, region, access, is_by_credential=way.is_by_credential)
        if keeps and isinstance(way, ApplicationCredential):
            CloudCredential.objects.update_or_create(
                owner=request.user,
                cloud=cloud.name,
                identifier=way.identifier,
                defaults={"secret": encrypt(way.secret, cloud_keys())},
            )
        record(Act.CLOUD_CONNECTED, str(connection))
    if refused:
        raise refused
    return connection


def choose_project(*, request: HttpRequest, connection: CloudConnection, project_id: str) -> CloudConnection:
    """Trade a connection's token for one of another project."""
    cloud, state = _opened(connection)
    way = ChosenProject(unscoped_state(state) or state, project_id=project_id)
    return connect(request=request, cloud=cloud, region=connection.region, way=way)


def _signed_in(cloud: Cloud, way: Way) -> tuple[Access, CloudFault | None]:
    """Return the token for a sign-in; for a project that is disabled one without a project, and that fault.

    A password is tried once, without the project: Keystone may count attempts.
    """
    if not isinstance(way, Password) or not way.project:
        return sign_in(cloud, way), None
    access = sign_in(cloud, replace(way, project=""))
    try:
        return sign_in(cloud, ChosenProject(access.state, project=way.project, domain=way.domain)), None
    except CloudFault as fault:
        if fault.fault is Fault.WRONG_SIGN_IN:
            refused = _disabled(way.project, _listed_projects(cloud, access.state), "name")
            if refused:
                return access, refused
        raise


def disconnect(*, request: HttpRequest) -> None:
    """Erase the session's connection."""
    with transaction.atomic():
        for connection in _erase_former(request):
            record(Act.CLOUD_DISCONNECTED, str(connection))
    request.session.pop(IN_SESSION, None)


@contextmanager
def locked(connection: CloudConnection) -> Iterator[bool]:
    """Whether a connection is still there, and stays, while something is stored with it.

    Its session may have ended, or connected to another project, while the cloud was asked.
    """
    with transaction.atomic():
        yield CloudConnection.objects.select_for_update().filter(pk=connection.pk).first() is not None


def projects_of(connection: CloudConnection) -> list[Project]:
    """Return the projects of the person by name, disabled ones among them."""
    projects = _listed_projects(*_opened(connection))
    return sorted(projects, key=lambda project: (project.name.casefold(), project.id))


def refused_project(connection: ProjectToken, projects: list[Project]) -> CloudFault | None:
    """Return why the project of a connection cannot be used any more; None if it can."""
    if connection.project_id and all(project.id != connection.project_id for project in projects):
        title = _("You have no role in project %(project)s any more") % {"project": connection.project}
        return CloudFault(Fault.NO_PROJECT, without_project(), title=title)
    return _disabled(connection.project_id, projects, "id")


def session_of(connection: ProjectToken) -> Session:
    """Return what sends requests with a connection's token; raise `CloudFault` if the token is over."""
    cloud, state = _opened(connection)
    return session_for(cloud, plugin_of(cloud, state), lambda: _revoked(connection, cloud, state))


def looks_only(connection: ProjectToken) -> bool:
    """Whether Keystone's role for looking is all that a person has in a project: no policy lets it change anything."""
    _cloud, state = _opened(connection)
    try:
        roles = {str(role["name"]) for role in json.loads(state)["body"]["token"]["roles"]}
    except (ValueError, KeyError, TypeError):
        return False
    return roles == {"reader"}


def cloud_of(connection: ProjectToken) -> Cloud:
    """Return the cloud of a connection."""
    cloud = find_cloud(connection.cloud)
    if cloud is None:
        raise CloudFault(Fault.NO_SERVICE, _("The administrator no longer lists this cloud."))
    return cloud


def kept_credentials(user: Person) -> list[CloudCredential]:
    """Return the application credentials that a person keeps here, for clouds that are still listed."""
    found = CloudCredential.objects.filter(owner_id=user.pk).order_by("cloud", "created")
    return [each for each in found if find_cloud(each.cloud)] if user.is_authenticated else []


def opened_credential(user: Person, cloud: Cloud, key: str) -> ApplicationCredential:
    """Return a kept credential, to sign in with it."""
    found = next((each for each in kept_credentials(user) if str(each.pk) == key and each.cloud == cloud.name), None)
    if found is None:
        raise Http404
    secret = decrypt(found.secret, cloud_keys())
    if secret is None:
        raise CloudFault(Fault.WRONG_SIGN_IN, _("The kept credential can no longer be decrypted. Type it again."))
    return ApplicationCredential(found.identifier, secret)


def remove_credential(*, user: Person, key: str) -> None:
    """Erase a kept credential."""
    if user.is_authenticated and key.isascii() and key.isdigit() and len(key) < 19:
        CloudCredential.objects.filter(owner_id=user.pk, pk=int(key)).delete()


def without_project() -> str:
    """Return what goes on without a project."""
    return _("Lists and stacks cannot be read. Templates and values here go on as before.")


def _listed_projects(cloud: Cloud, state: str) -> list[Project]:
    """Return all projects in which the person of a token has a role, as Keystone lists them."""
    with faults_of("Keystone"):
        session = session_for(cloud, plugin_of(cloud, unscoped_state(state) or state))
        try:
            found = get_json(session, f"{identity_address(cloud)}/auth/projects")["projects"]
        except NotFound as error:  # so Keystone answers to a token whose project is disabled
            if not is_keystones(error):
                raise
            raise _not_taken() from None
        return [
            Project(readable(each["id"], 64), readable(each["name"], 200), bool(each.get("enabled", True)))
            for each in found
        ]


def _disabled(wanted: str, projects: list[Project], by: str) -> CloudFault | None:
    found = next((each for each in projects if getattr(each, by) == wanted and not each.is_enabled), None)
    title = _("Project %(project)s is disabled") % {"project": found.name} if found else ""
    return CloudFault(Fault.NO_PROJECT, without_project(), title=title) if found else None


def _revoked(connection: ProjectToken, cloud: Cloud, state: str) -> CloudFault:
    """Return why a token is refused that has not ended, as far as Keystone says so to another one."""
    if unscoped_state(state):
        with suppress(CloudFault):
            if found := refused_project(connection, _listed_projects(cloud, state)):
                return found
    return _not_taken()


def _not_taken() -> CloudFault:
    rest = _("The project, the user or the credential may be disabled. Templates and values go on as before.")
    return CloudFault(Fault.TOKEN_ENDED, rest, title=_("The cloud no longer takes your token"))


def _opened(connection: ProjectToken) -> tuple[Cloud, str]:
    state = None if connection.has_ended else decrypt(connection.access, cloud_keys())
    if state is None:
        raise token_ended()
    return cloud_of(connection), state


def _erase_former(request: HttpRequest) -> list[CloudConnection]:
    """Erase the session's connection, and the tokens of all people that are over; return the connection."""
    CloudConnection.objects.filter(ends__lte=timezone.now()).exclude(access=b"").update(access=b"")
    former = session_connections(request)
    found = list(former)
    former.delete()
    return found


def _stored(
    request: HttpRequest, cloud: Cloud, region: str, access: Access, *, is_by_credential: bool
) -> CloudConnection:
    info = access.info
    assert isinstance(request.user, User)
    connection = CloudConnection.objects.create(
        owner=request.user,
        cloud=cloud.name,
        region=region,
        project_id=readable(info.project_id or "", 64),
        project=readable(info.project_name or "", 200),
        user=readable(info.username or "", 255),
        is_by_credential=is_by_credential,
        access=encrypt(access.state, cloud_keys()),
        ends=access.ends,
    )
    request.session[IN_SESSION] = connection.pk
    return connection
