"""The clouds that an administrator lists in `clouds.yaml`.

Their addresses are the only ones, with those of Keystone's catalogue, to which the designer ever connects.
"""

import logging
from dataclasses import dataclass
from functools import cache

from django.conf import settings
from openstack.config import OpenStackConfig
from openstack.config.cloud_region import CloudRegion
from openstack.exceptions import ConfigException
from yaml import YAMLError

LOG = logging.getLogger("designer.cloud")
UNREADABLE = (ConfigException, YAMLError, OSError, ValueError, TypeError, AttributeError, KeyError)
"""What openstacksdk raises for a file that is no YAML, or whose values are of other types than it expects."""
SECRETS = ("password", "application_credential_secret", "token", "passcode")


@dataclass(frozen=True, slots=True)
class Cloud:
    """A cloud of the list. `verify` is whether, or by which file, the certificates of its services are checked, `cert`
    the designer's own certificate and its key.

    `holds_credential` is whether the file holds what is needed to sign in.
    """

    name: str
    regions: tuple[str, ...]
    auth_url: str
    verify: bool | str
    cert: str | tuple[str, str] | None
    interface: str
    holds_credential: bool
    user: str
    project: str


@cache
def configured_clouds() -> dict[str, Cloud]:
    """Return the clouds by name, as the file lists them when the process first needs them."""
    config = read_config()
    found = [_cloud_of(config, name) for name in config.get_cloud_names()] if config else []
    return {cloud.name: cloud for cloud in found if cloud.auth_url}


def find_cloud(name: str) -> Cloud | None:
    """Return a cloud of the list."""
    return configured_clouds().get(name)


@cache
def read_config() -> OpenStackConfig | None:
    """Return what the file holds; None where the settings switch clouds off, or the file cannot be read."""
    if not settings.CLOUDS:
        return None
    files = [settings.CLOUDS_FILE] if settings.CLOUDS_FILE else None
    try:
        # What is in the environment of the server is nobody's cloud.
        config = OpenStackConfig(config_files=files, load_envvars=False, app_name="hot-designer")
        for name in config.get_cloud_names():
            config.get_one(name, validate=False)
    except UNREADABLE as error:
        LOG.error("clouds.yaml cannot be read, so there are no clouds: %s", type(error).__name__)
        return None
    return config


def region_of(cloud: Cloud, region: str, *, with_credential: bool = False) -> CloudRegion:
    """Return the configuration of a region; with the file's own credential if wanted."""
    config = read_config()
    assert config is not None
    return config.get_one(cloud.name, region_name=region or None, validate=with_credential)


def _cloud_of(config: OpenStackConfig, name: str) -> Cloud:
    found = config.get_one(name, validate=False)
    listed = config.cloud_config["clouds"][name].get("regions") or [found.region_name or ""]
    verify, cert = found.get_requests_verify_args()
    auth = found.config.get("auth") or {}
    return Cloud(
        name=name,
        regions=tuple(str(each["name"] if isinstance(each, dict) else each) for each in listed),
        auth_url=str(auth.get("auth_url") or ""),
        verify=True if verify is None else verify,
        cert=cert,
        interface=str(found.config.get("interface") or "public"),
        holds_credential=settings.LOCAL and any(auth.get(secret) for secret in SECRETS),
        user=str(auth.get("username") or ""),
        project=str(auth.get("project_name") or auth.get("project_id") or ""),
    )
