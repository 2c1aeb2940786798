"""The address of the client that sent a request, believed only from the proxies that a setting names."""

from ipaddress import IPv4Address, IPv6Address, ip_address

from django.conf import settings
from django.http import HttpRequest

SITE = 64  # bits of an IPv6 address that one customer of a provider has


def client_of(request: HttpRequest) -> str:
    """Return what identifies the client of a request: its IPv4 address, or the network of its IPv6 address.

    `X-Forwarded-For` is read from its end, for as long as the addresses are those of trusted proxies. The part that
    the client itself sent is never read.
    """
    hops = [*request.headers.get("X-Forwarded-For", "").split(","), request.META.get("REMOTE_ADDR", "")]
    found = ""
    for hop in reversed([hop.strip() for hop in hops]):
        address = _parsed(hop)
        found = _identity(address) if address else found
        if not _is_proxy(address, hop):
            break
    return found


def _parsed(text: str) -> IPv4Address | IPv6Address | None:
    try:
        address = ip_address(text.partition("%")[0])
    except ValueError:
        return None
    return getattr(address, "ipv4_mapped", None) or address


def _is_proxy(address: IPv4Address | IPv6Address | None, text: str) -> bool:
    """Whether the address is a trusted proxy's; a connection through a Unix socket, without an address, is one."""
    if address is None:
        return not text and bool(settings.PROXIES)
    return any(address in network for network in settings.PROXIES)


def _identity(address: IPv4Address | IPv6Address) -> str:
    if isinstance(address, IPv4Address):
        return str(address)
    return str(IPv6Address(int(address) >> (128 - SITE) << (128 - SITE)))
