"""The custom constraints: those that are checked here, by name, and a lookup for the rest.

A constraint that needs no cloud is one decorated function from a value to an error message, or None. They follow
Heat 27 with its quirks: some accept empty values and some reject them, and a value of an unexpected type is rejected.
No message repeats the value, which may be a secret.

Source: HOT specification, section "custom_constraint".
"""

import contextlib
import datetime as dt
import json
import re
from collections.abc import Callable
from typing import Any

from hotcore.constraints.custom_cloud import CLOUD, FORMER
from hotcore.runtime import LazyModule, regex

zoneinfo: Any = LazyModule("zoneinfo")
croniter: Any = LazyModule("croniter")
iso8601: Any = LazyModule("iso8601")
netaddr: Any = LazyModule("netaddr")


Check = Callable[[object], str | None]

MAX_LENGTH = 20_000
"""More characters than any address, date or schedule has; longer values are rejected without parsing, so that no value
keeps a library busy."""

MAX_ZONE_LENGTH = 100
"""The same for names of time zones, in which every slash costs the library an import."""

DNS_NAME_LENGTH = 255
ROOM_FOR_DOMAIN = 3
"""The characters that Heat reserves for the domain that is appended to a relative name."""

_DNS_LABEL = regex(r"[a-z0-9-]{1,63}$")
_ALL_DIGITS = regex(r"[0-9]+$")

_checks: dict[str, Check] = {}
_meanings: dict[str, str] = {}


def custom_constraint(name: str, meaning: str) -> Callable[[Check], Check]:
    """Registers the check of one custom constraint under its name in templates.

    `meaning` describes a valid value; it completes "Give …".
    """

    def register(check: Check) -> Check:
        _checks[name] = check
        _meanings[name] = meaning
        return check

    return register


def check_custom(name: str, value: object) -> str | None:
    """The error message when the value breaks the named constraint; None when it fits or only a cloud can decide."""
    if check := _checks.get(name):
        return check(value)
    return None if name in CLOUD else f"Heat has no custom constraint `{name}`"


def is_known(name: str) -> bool:
    """Whether Heat 27 registers a constraint with this name; for any other name it rejects every value."""
    return name in _checks or name in CLOUD


def asks_cloud(name: str) -> bool:
    """Whether only the cloud can check the named constraint."""
    return name in CLOUD


def describe(name: str) -> str:
    """The description of a valid value for the named constraint; it completes "Give …"."""
    return _meanings.get(name) or CLOUD.get(name) or FORMER.get(name) or f"a value that `{name}` accepts"


def constraint_names() -> tuple[str, ...]:
    """The names of all constraints that Heat 27 registers, in alphabetical order."""
    return tuple(sorted({*_checks, *CLOUD}))


def local_constraints() -> tuple[str, ...]:
    """The names of the constraints that are checked here, in alphabetical order."""
    return tuple(sorted(_checks))


@custom_constraint("ip_addr", "an IPv4 or IPv6 address")
def check_ip_addr(value: object) -> str | None:
    """An address without mask, zone, brackets or spaces; IPv4 with all four numbers and no leading zeros."""
    return None if _is_ip_address(value) else "The value is not an IP address"


@custom_constraint("net_cidr", "a network in CIDR notation such as 10.0.0.0/24")
def check_net_cidr(value: object) -> str | None:
    """An address and the length of its prefix, such as 10.0.0.0/24; bits after the prefix may be set."""
    return None if _is_network(value) else "The value is not a network in CIDR notation"


@custom_constraint("ip_or_cidr", "an IP address, or a network in CIDR notation")
def check_ip_or_cidr(value: object) -> str | None:
    """What `ip_addr` or `net_cidr` accepts."""
    fits = _is_ip_address(value) or _is_network(value)
    return None if fits else "The value is neither an IP address nor a network in CIDR notation"


@custom_constraint("mac_addr", "a MAC address")
def check_mac_addr(value: object) -> str | None:
    """Forty-eight bits in hexadecimal, grouped by colons, hyphens or dots in any of the common ways."""
    text = _short_string(value)
    return None if text is not None and netaddr.valid_mac(text) else "The value is not a MAC address"


@custom_constraint("dns_name", "a DNS name")
def check_dns_name(value: object) -> str | None:
    """Labels of lower case letters, digits and hyphens, with or without the final dot; an empty value is valid."""
    if not value:
        return None
    if not isinstance(value, str):
        return "The value is not a DNS name"
    name = value.removesuffix(".")
    if len(name) > DNS_NAME_LENGTH:
        return f"A DNS name has at most {DNS_NAME_LENGTH} characters"
    labels = name.split(".")
    for label in labels:
        if problem := _check_dns_label(label):
            return problem
    if value.endswith(".") and len(labels) > 1 and _ALL_DIGITS.match(labels[-1]):
        return "The last label of a fully qualified DNS name cannot be a number"
    return None


@custom_constraint("rel_dns_name", "a relative DNS name, without the final dot")
def check_rel_dns_name(value: object) -> str | None:
    """A `dns_name` that leaves room for a domain; an empty value is valid."""
    if not value or not isinstance(value, str):
        return check_dns_name(value)
    if value.endswith("."):
        return "A relative DNS name cannot end with a dot"
    if len(value) > DNS_NAME_LENGTH - ROOM_FOR_DOMAIN:
        return f"A relative DNS name has at most {DNS_NAME_LENGTH - ROOM_FOR_DOMAIN} characters"
    return check_dns_name(value)


@custom_constraint("dns_domain", "a DNS domain that ends with a dot")
def check_dns_domain(value: object) -> str | None:
    """A `dns_name` with the final dot; an empty value is valid."""
    problem = check_dns_name(value)
    if not problem and isinstance(value, str) and value and not value.endswith("."):
        return "A DNS domain must end with a dot"
    return problem


@custom_constraint("iso_8601", "a date, or a date and time, in ISO 8601 format")
def check_iso_8601(value: object) -> str | None:
    """A year, month, day or time such as 2030-01-31T12:00:00Z; no week dates, no ordinal dates."""
    return None if _read_time(value) else "The value is not a date in ISO 8601 format"


@custom_constraint("expiration", "a date in the future, in ISO 8601 format")
def check_expiration(value: object) -> str | None:
    """A future date that `iso_8601` accepts, spaces around it allowed; UTC by default; an empty value is valid."""
    if not value:
        return None
    time = _read_time(value.strip() if isinstance(value, str) else value)
    if time is None:
        return "The value is not a date in ISO 8601 format"
    try:
        is_future = time.astimezone(dt.UTC) > dt.datetime.now(dt.UTC)
    except OverflowError:
        return "The value is not a date in the years 1 to 9999"
    return None if is_future else "The date is in the past"


@custom_constraint("cron_expression", "a cron expression")
def check_cron_expression(value: object) -> str | None:
    """Five to seven fields such as `0 4 * * mon`, or a word such as `@daily`; an empty value is valid."""
    if not value:
        return None
    text = _short_string(value)
    try:
        is_schedule = text is not None and bool(croniter.croniter(text))
    except Exception:  # noqa: BLE001 - as in Heat, any exception of the library is a rejection
        is_schedule = False
    return None if is_schedule else "The value is not a cron expression"


@custom_constraint("timezone", "the name of a time zone such as Europe/Berlin")
def check_timezone(value: object) -> str | None:
    """A name in the time zone database, case-sensitive; an empty value is valid."""
    if not value:
        return None
    text = _short_string(value, MAX_ZONE_LENGTH)
    try:
        is_zone = text is not None and bool(zoneinfo.ZoneInfo(text))
    except (ValueError, OSError, zoneinfo.ZoneInfoNotFoundError):
        is_zone = False
    return None if is_zone else "The value is not the name of a time zone"


@custom_constraint("json_string", "a JSON string")
def check_json_string(value: object) -> str | None:
    """Any JSON value as a string, Python's NaN and Infinity included; an empty value is valid, a map is not."""
    if not value:
        return None
    if isinstance(value, str):
        with contextlib.suppress(ValueError, RecursionError):
            json.loads(value)
            return None
    return "The value is not a JSON string"


def _short_string(value: object, max_length: int = MAX_LENGTH) -> str | None:
    return value if isinstance(value, str) and len(value) <= max_length else None


def _is_ip_address(value: object) -> bool:
    text = _short_string(value)
    try:
        return text is not None and bool(
            netaddr.valid_ipv4(text, flags=netaddr.INET_PTON) or netaddr.valid_ipv6(text, flags=netaddr.INET_PTON)
        )
    except ValueError:  # characters that are never part of an address
        return False


def _is_network(value: object) -> bool:
    text = _short_string(value)
    if text is None or "/" not in text or re.search(r"\s", text):
        return False
    try:
        network = netaddr.IPNetwork(text)
    except (ValueError, netaddr.AddrFormatError):
        return False
    return network.version == 6 or str(network) == text


def _check_dns_label(label: str) -> str | None:
    if not label:
        return "A DNS name cannot have an empty label"
    if label.startswith("-") or label.endswith("-"):
        return "A DNS label cannot start or end with a hyphen"
    if not _DNS_LABEL.match(label):
        return "Each DNS label must have 1 to 63 lower case letters, digits and hyphens"
    return None


def _read_time(value: object) -> dt.datetime | None:
    text = _short_string(value)
    try:
        return iso8601.parse_date(text) if text is not None else None
    except iso8601.ParseError:
        return None
