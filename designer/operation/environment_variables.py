"""Environment variables read as settings; the start fails with a message that names one that cannot be read."""

import os
import re
from contextlib import suppress
from importlib.util import find_spec
from ipaddress import IPv4Network, IPv6Network, ip_network
from typing import Any
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo

import dj_database_url
import dj_email_url
from django.core.exceptions import ImproperlyConfigured
from limits import RateLimitItem, parse_many

LOOPBACK = ("localhost", "127.0.0.1", "::1")


def text_setting(name: str, default: str | None = None) -> str:
    """Return a string variable; without a default it must be set."""
    value = os.environ.get(name, "").strip() or default
    if value is None:
        raise ImproperlyConfigured(f"The environment variable {name} is not set. See docs/operating.md.")
    return value


def list_setting(name: str, default: str | None = None) -> list[str]:
    """Return a variable that is a comma-separated list."""
    return [word.strip() for word in text_setting(name, default).split(",") if word.strip()]


def switch_setting(name: str, default: bool) -> bool:
    """Return a variable that is either 1 or 0."""
    value = text_setting(name, str(int(default)))
    if value not in ("0", "1"):
        raise ImproperlyConfigured(f"The environment variable {name} is {value!r}; it must be 1 or 0.")
    return value == "1"


def number_setting(name: str, default: int, least: int = 1, most: int = 9_999) -> int:
    """Return a variable that is a whole number from `least` to `most`."""
    value = text_setting(name, str(default))
    if not re.fullmatch("[0-9]{1,9}", value) or not least <= int(value) <= most:
        raise ImproperlyConfigured(
            f"The environment variable {name} is {value!r}; it must be a whole number from {least} to {most}."
        )
    return int(value)


def choice_setting(name: str, default: str, choices: list[str]) -> str:
    """Return a variable that is one of several words."""
    value = text_setting(name, default)
    if value not in choices:
        raise ImproperlyConfigured(
            f"The environment variable {name} is {value!r}; it must be one of: {', '.join(choices)}."
        )
    return value


def networks_setting(name: str, default: str | None = None) -> list[IPv4Network | IPv6Network]:
    """Return a variable that is a list of IP addresses and networks."""
    try:
        return [ip_network(word) for word in list_setting(name, default)]
    except ValueError as error:
        raise ImproperlyConfigured(f"The environment variable {name} is wrong: {error}.") from None


def limit_setting(name: str, default: str) -> list[RateLimitItem]:
    """Return a variable that is one or several limits, such as "5 per 5 minutes; 50 per day"."""
    value = text_setting(name, default)
    try:
        return parse_many(value)
    except ValueError:
        raise ImproperlyConfigured(
            f'The environment variable {name} is {value!r}; it must be limits such as "5 per 5 minutes; 50 per day".'
        ) from None


def mail_setting(name: str) -> dict[str, Any]:
    """Return Django's settings for the mail server that a variable names, such as `submission://user:pw@host`."""
    value = text_setting(name, "dummy:")
    found: dict[str, Any] = {}
    with suppress(ValueError):  # of a port
        found = dj_email_url.parse(value)
    if "EMAIL_BACKEND" not in found:
        raise ImproperlyConfigured(f"The environment variable {name} must be like submission://user:password@host:587.")
    return found


def database_setting(name: str, default: str) -> dict[str, Any]:
    """Return Django's settings for the database that a variable names, such as `postgres://user:pw@host/name`."""
    value = text_setting(name, default)
    try:
        return {**dj_database_url.parse(value, conn_max_age=60, conn_health_checks=True)}
    except ValueError:
        raise ImproperlyConfigured(
            f"The environment variable {name} must be like postgres://user:password@host/name."
        ) from None


def zone_setting(name: str, default: str) -> str:
    """Return a variable that is a time zone."""
    value = text_setting(name, default)
    try:
        ZoneInfo(value)
    except (ValueError, OSError, LookupError):
        raise ImproperlyConfigured(
            f"The environment variable {name} is {value!r}; it must be a time zone such as Europe/Berlin."
        ) from None
    return value


def issuer_setting(name: str) -> str:
    """Return a variable that is the address of an OpenID provider; nothing if it is not set."""
    value = text_setting(name, "")
    parts = urlsplit(value)
    is_secure = parts.scheme == "https" or (parts.scheme == "http" and parts.hostname in LOOPBACK)
    if value and not (is_secure and parts.hostname and value == f"{parts.scheme}://{parts.netloc}{parts.path}"):
        raise ImproperlyConfigured(f"The environment variable {name} must be like https://id.example.org/realm.")
    return value


def check_together(*names: str, further: tuple[str, ...] = ()) -> None:
    """Fail if some of the variables that belong together are set, or `further` ones, and others are missing."""
    given = [name for name in (*names, *further) if text_setting(name, "")]
    missing = [name for name in names if name not in given]
    if given and missing:
        raise ImproperlyConfigured(
            f"The environment variable {given[0]} is set, but {' and '.join(missing)} is not. See docs/operating.md."
        )


def check_extra(extra: str, module: str, name: str) -> None:
    """Fail if a variable needs an extra of the distribution that is not installed, found by one of its modules."""
    if find_spec(module) is None:
        raise ImproperlyConfigured(
            f"The environment variable {name} needs what `pip install 'hot-designer[{extra}]'` installs."
        )
