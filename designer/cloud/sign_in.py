"""Ways to sign in to a cloud. Each trades what the person gave for a token of Keystone's."""

from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from datetime import datetime
from typing import ClassVar

from django.utils.translation import gettext as _
from keystoneauth1 import exceptions
from keystoneauth1.access import AccessInfo
from keystoneauth1.identity import v3
from keystoneauth1.identity.base import BaseIdentityPlugin

from designer.cloud.configuration import Cloud, region_of
from designer.cloud.faults import CloudFault, Fault, faults_of, unreadable
from designer.cloud.transport import identity_address, session_for


@dataclass(frozen=True, slots=True)
class Access:
    """A token, which `ends`: `state` is all that is needed to use it, `info` what Keystone says of it."""

    state: str
    info: AccessInfo
    ends: datetime


class Way(ABC):
    """A way to sign in."""

    is_by_credential: ClassVar[bool] = False

    @abstractmethod
    def plugin(self, cloud: Cloud) -> BaseIdentityPlugin:
        """Return what asks Keystone for the token."""


@dataclass(frozen=True, slots=True)
class ApplicationCredential(Way):
    """By an application credential, which is good for one project."""

    is_by_credential: ClassVar[bool] = True
    identifier: str
    secret: str = field(repr=False)

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
    """By a token that there is already, for another project."""

    token: str = field(repr=False)
    project_id: str

    def plugin(self, cloud: Cloud) -> BaseIdentityPlugin:
        """Return what asks Keystone for the token."""
        address = identity_address(cloud)
        return v3.Token(address, token=self.token, project_id=self.project_id, reauthenticate=False)


def sign_in(cloud: Cloud, way: Way) -> Access:
    """Return the token for which Keystone takes a sign-in; raise `CloudFault` if it does not."""
    with faults_of("Keystone"):
        plugin = way.plugin(cloud)
        session = session_for(cloud)
        try:
            info = plugin.get_access(session)
        except (exceptions.Unauthorized, exceptions.BadRequest, exceptions.NotFound) as error:
            if not is_keystones(error):
                raise CloudFault(Fault.UNREADABLE, unreadable("Keystone")) from None
            words = _("The cloud did not take this sign-in. Nothing was kept.")
            raise CloudFault(Fault.WRONG_SIGN_IN, words) from None
        state = plugin.get_auth_state()
        ends = info.expires  # reads what Keystone has sent
    if state is None or ends is None:
        raise CloudFault(Fault.UNREADABLE, unreadable("Keystone"))
    return Access(state, info, ends)


def is_keystones(error: exceptions.HttpError) -> bool:
    """Whether Keystone itself refuses, which answers 404 to an unknown application credential, and not a web server."""
    kind = error.response.headers.get("Content-Type", "") if error.response is not None else ""
    return error.http_status == exceptions.Unauthorized.http_status or kind.startswith("application/json")


def plugin_of(cloud: Cloud, state: str) -> BaseIdentityPlugin:
    """Return what authenticates requests with a token that there is already, and never asks for another."""
    plugin = v3.Token(identity_address(cloud), token="", reauthenticate=False)
    plugin.set_auth_state(state)
    return plugin
