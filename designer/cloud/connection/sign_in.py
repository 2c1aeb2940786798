"""Ways to sign in to a cloud. Each trades what the person gave for a token of Keystone's."""

import json
from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import ClassVar

from django.utils import timezone
from django.utils.translation import gettext as _
from keystoneauth1 import exceptions
from keystoneauth1.access import AccessInfo
from keystoneauth1.identity import v3
from keystoneauth1.identity.base import BaseIdentityPlugin

from designer.cloud.service.configuration import Cloud, region_of
from designer.cloud.service.faults import CloudFault, Fault, faults_of
from designer.cloud.service.texts import storable_time
from designer.cloud.service.transport import identity_address, session_for

UNSCOPED = "unscoped"
LARGEST = 512 * 1024  # characters of a token with its catalogue
LASTING = timedelta(days=30)  # for which a token is kept at most


@dataclass(frozen=True, slots=True)
class Access:
    """A token, which `ends`: `state` is all that is needed to use it, `info` what Keystone says of it.

    In the state of a token for a project is that of one for none, by which Keystone can be asked what has become of the
    project, and for another one.
    """

    state: str
    info: AccessInfo
    ends: datetime


class Way(ABC):
    """A way to sign in."""

    is_by_credential: ClassVar[bool] = False

    @property
    def name(self) -> str:
        """Whose sign-in it is, as far as it says so."""
        return ""

    @abstractmethod
    def plugin(self, cloud: Cloud) -> BaseIdentityPlugin:
        """Return what asks Keystone for the token."""


@dataclass(frozen=True, slots=True)
class ApplicationCredential(Way):
    """By an application credential, which is good for one project."""

    is_by_credential: ClassVar[bool] = True
    identifier: str
    secret: str = field(repr=False)

    @property
    def name(self) -> str:
        """The ID of the credential."""
        return self.identifier

    def plugin(self, cloud: Cloud) -> BaseIdentityPlugin:
        """Return what asks Keystone for the token."""
        return v3.ApplicationCredential(
            identity_address(cloud),
            application_credential_id=self.identifier,
            application_credential_secret=self.secret,
            reauthenticate=False,
        )


@dataclass(frozen=True, slots=True)
class Password(Way):
    """By name and password. Without a project, the token is good for choosing one."""

    user: str
    password: str = field(repr=False)
    project: str = ""
    domain: str = "Default"

    @property
    def name(self) -> str:
        """The name of the user, with that of the domain."""
        return f"{self.domain}/{self.user}"

    def plugin(self, cloud: Cloud) -> BaseIdentityPlugin:
        """Return what asks Keystone for the token."""
        return v3.Password(
            identity_address(cloud),
            username=self.user,
            password=self.password,
            user_domain_name=self.domain,
            project_name=self.project or None,
            project_domain_name=self.domain if self.project else None,
            unscoped=not self.project,
            reauthenticate=False,
        )


@dataclass(frozen=True, slots=True)
class CloudsFile(Way):
    """By what `clouds.yaml` holds for a region, where the designer runs for the person whose file it is."""

    region: str

    def plugin(self, cloud: Cloud) -> BaseIdentityPlugin:
        """Return what asks Keystone for the token."""
        if not cloud.holds_credential:
            raise CloudFault(Fault.WRONG_SIGN_IN, _("clouds.yaml holds no sign-in for this cloud."))
        plugin = region_of(cloud, self.region, with_credential=True).get_auth()
        if not isinstance(plugin, BaseIdentityPlugin):
            raise CloudFault(Fault.WRONG_SIGN_IN, _("clouds.yaml holds no sign-in for this cloud."))
        return plugin


@dataclass(frozen=True, slots=True)
class ChosenProject(Way):
    """By the state of a token that there is already, for a project by its ID, or by its name and domain."""

    state: str = field(repr=False)
    project_id: str = ""
    project: str = ""
    domain: str = ""

    def plugin(self, cloud: Cloud) -> BaseIdentityPlugin:
        """Return what asks Keystone for the token."""
        return v3.Token(
            identity_address(cloud),
            token=json.loads(self.state)["auth_token"],
            project_id=self.project_id or None,
            project_name=self.project or None,
            project_domain_name=self.domain or None,
            reauthenticate=False,
        )


def sign_in(cloud: Cloud, way: Way) -> Access:
    """Return the token for which Keystone takes a sign-in; raise `CloudFault` if it does not."""
    with faults_of("Keystone"):
        plugin = way.plugin(cloud)
        session = session_for(cloud)
        try:
            info = plugin.get_access(session)
        except (exceptions.Unauthorized, exceptions.BadRequest, exceptions.NotFound) as error:
            if not is_keystones(error):
                raise ValueError from error
            title = _("The cloud did not take this sign-in")
            raise CloudFault(Fault.WRONG_SIGN_IN, _("Nothing was kept."), title=title) from None
        state = plugin.get_auth_state()
        if state is None or len(state) > LARGEST or info.expires is None:
            raise ValueError
        ends = storable_time(min(info.expires.astimezone(UTC), timezone.now() + LASTING))
    if info.project_id and not way.is_by_credential:
        without = way.state if isinstance(way, ChosenProject) else _unscoped(cloud, str(info.auth_token))
        state = json.dumps({**json.loads(state), UNSCOPED: without})
    return Access(state, info, ends)


def unscoped_state(state: str) -> str:
    """Return the state of the token without a project that is in another one; empty without."""
    return str(json.loads(state).get(UNSCOPED) or "")


def _unscoped(cloud: Cloud, token: str) -> str:
    """Return the state of a token without a project; empty where Keystone gives none."""
    plugin = v3.Token(identity_address(cloud), token=token, unscoped=True, reauthenticate=False)
    try:
        with faults_of("Keystone"):
            plugin.get_access(session_for(cloud))
            return str(plugin.get_auth_state() or "")
    except CloudFault:
        return ""


def is_keystones(error: exceptions.HttpError) -> bool:
    """Whether Keystone itself refuses, which answers 404 to an unknown application credential, and not a web server."""
    kind = error.response.headers.get("Content-Type", "") if error.response is not None else ""
    return error.http_status == exceptions.Unauthorized.http_status or kind.startswith("application/json")


def plugin_of(cloud: Cloud, state: str) -> BaseIdentityPlugin:
    """Return what authenticates requests with a token that there is already, and never asks for another."""
    plugin = v3.Token(identity_address(cloud), token="", reauthenticate=False)
    plugin.set_auth_state(state)
    return plugin
