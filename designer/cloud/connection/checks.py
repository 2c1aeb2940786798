"""What `manage.py check` says of the list of clouds."""

from django.conf import settings
from django.core.checks import CheckMessage, Error

from designer.cloud.service.configuration import SECRETS, read_config


def check_clouds() -> list[CheckMessage]:
    """Refuse secrets in the list of a team, where they would be everybody's."""
    config = None if settings.LOCAL else read_config()
    if config is None:
        return []
    return [
        Error(f"clouds.yaml holds a {secret} for {name}. Nobody may share it: remove it.", id="designer.E001")
        for name in config.get_cloud_names()
        for secret in SECRETS
        if (config.get_one(name, validate=False).config.get("auth") or {}).get(secret)
    ]
