"""Alternative spellings of addresses, names and dates, for the custom constraints that need no cloud."""

import re
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

from hotcore.parameters.repair.data import json_near
from hotcore.runtime import LazyModule, regex
from hotcore.spelling import near

zoneinfo: Any = LazyModule("zoneinfo")
netaddr: Any = LazyModule("netaddr")


_MAX_LENGTH = 200
_QUAD = regex(r"(?<![\d.])\d{1,3}(?:\.\d{1,3}){3}(?![\d.])")
_PARTLY = regex(r"(\d{1,3}(?:\.\d{1,3}){0,3})\.?/(\d{1,3}(?:\.\d{1,3}){3}|\d{1,3})")
_YEAR_FIRST = regex(r"(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(.*)", re.DOTALL)
_DAY_FIRST = regex(r"(\d{1,2})\.(\d{1,2})\.(\d{4})(.*)", re.DOTALL)
_UTC_OFFSET = regex(r"(?:utc|gmt)?([+-])0?(\d{1,2})(?::?00)?", re.IGNORECASE)

Spelling = Callable[[str], Iterator[str]]


def _address(text: str) -> Iterator[str]:
    """An address without its prefix, zone, brackets, port or leading zeros."""
    bare = re.sub(r"\s+", "", text)
    yield from (_decimal(found) for found in _QUAD.findall(bare[:_MAX_LENGTH]))
    yield re.split(r"[/%\]]", bare.lstrip("["), maxsplit=1)[0]


def _decimal(address: str) -> str:
    return ".".join(str(int(number)) for number in address.split("."))


def _network(text: str) -> Iterator[str]:
    """A network with all four numbers and its prefix length."""
    bare = re.sub(r"\s+", "", text).replace("\\", "/")[:_MAX_LENGTH]
    yield bare
    if match := _PARTLY.fullmatch(bare):
        address = ".".join([*_decimal(match[1]).split("."), "0", "0", "0"][:4])
        yield _with_prefix(address, match[2])
    for address in _address(bare):
        if "/" not in bare:
            yield f"{address}/{'64' if address.endswith('::') else '128' if ':' in address else _usual(address)}"


def _with_prefix(address: str, mask: str) -> str:
    """An address with a netmask or a prefix length, with a valid prefix length."""
    try:
        return str(netaddr.IPNetwork(f"{address}/{mask}"))
    except (ValueError, netaddr.AddrFormatError):
        return f"{address}/32"


def _usual(address: str) -> int:
    """The probable prefix length of an address without one."""
    return 24 if address.endswith(".0") else 32


def _mac(text: str) -> Iterator[str]:
    digits = re.sub(r"[^0-9A-Fa-f]", "", text[:_MAX_LENGTH]).lower()
    if len(digits) == 12:
        yield ":".join(re.findall("..", digits))


def _host(text: str) -> Iterator[str]:
    """The host name in a URL, without empty labels."""
    host = re.split(r"[/:?#]", re.sub(r"\A\w+://", "", text), maxsplit=1)[0]
    labels = [re.sub(r"[^a-z0-9-]+", "-", label).strip("-") for label in host.lower().split(".")]
    name = ".".join(label for label in labels if label)
    yield from (name, f"{name}.")


def _date(text: str) -> Iterator[str]:
    """A date in the order year, month, day, with two digits each for month and day."""
    if match := _YEAR_FIRST.fullmatch(text):
        yield f"{match[1]}-{match[2]:0>2}-{match[3]:0>2}{match[4]}"
    if match := _DAY_FIRST.fullmatch(text):
        yield f"{match[3]}-{match[2]:0>2}-{match[1]:0>2}{match[4]}"


@cache
def _zones() -> tuple[str, ...]:
    return tuple(sorted(zoneinfo.available_timezones()))


def _zone(text: str) -> Iterator[str]:
    """Time zones of the same city or UTC offset, or with a similar name."""
    if match := _UTC_OFFSET.fullmatch(re.sub(r"\s+", "", text)):
        yield f"Etc/GMT{'-' if match[1] == '+' else '+'}{match[2]}"  # their signs are inverted
        return
    wanted = re.sub(r"[\s_]+", "_", text.lower())
    yield from (zone for zone in _zones() if zone.lower() == wanted or zone.lower().endswith(f"/{wanted}"))
    if not re.search(r"\d", wanted):  # with a digit, a similar name is a different zone
        yield from near(wanted, _zones(), 2)


SPELLINGS: dict[str, Spelling] = {
    "ip_addr": _address,
    "net_cidr": _network,
    "ip_or_cidr": lambda text: iter([*_network(text)] if "/" in text else [*_address(text)]),
    "mac_addr": _mac,
    "dns_name": _host,
    "rel_dns_name": _host,
    "dns_domain": _host,
    "iso_8601": _date,
    "expiration": _date,
    "timezone": _zone,
    "json_string": json_near,
}
"""Alternative spellings of a text, by the name of the constraint that it breaks."""
