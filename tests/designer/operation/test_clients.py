"""The address of the client, which nobody can choose by a header."""

from ipaddress import ip_network

import pytest
from django.test import RequestFactory

from designer.operation.clients import client_of


def client(peer, forwarded=None):
    headers = {} if forwarded is None else {"X-Forwarded-For": forwarded}
    return client_of(RequestFactory().get("/", REMOTE_ADDR=peer, headers=headers))


@pytest.fixture
def proxies(settings):
    settings.PROXIES = [ip_network("10.0.0.0/8"), ip_network("::1")]


def test_without_proxies_the_header_is_not_read(settings):
    settings.PROXIES = []
    assert client("192.0.2.1", "198.51.100.7") == "192.0.2.1"


@pytest.mark.parametrize(
    ("peer", "forwarded", "expected"),
    [
        ("10.0.0.1", "198.51.100.7", "198.51.100.7"),
        ("10.0.0.1", "203.0.113.5, 198.51.100.7", "198.51.100.7"),  # the first one is what the client claims
        ("10.0.0.1", "198.51.100.7, 10.0.0.2", "198.51.100.7"),
        ("::1", "198.51.100.7", "198.51.100.7"),
        ("", "198.51.100.7", "198.51.100.7"),  # a Unix socket
        ("192.0.2.1", "198.51.100.7", "192.0.2.1"),  # no proxy
        ("10.0.0.1", None, "10.0.0.1"),
        ("10.0.0.1", "nonsense", "10.0.0.1"),
        ("10.0.0.1", "198.51.100.7, nonsense", "10.0.0.1"),
        ("10.0.0.1", "10.0.0.2, 10.0.0.3", "10.0.0.2"),
    ],
)
def test_trusted_proxies_say_who_it_is(proxies, peer, forwarded, expected):
    assert client(peer, forwarded) == expected


def test_addresses_of_one_ipv6_network_are_one_client(settings):
    settings.PROXIES = []
    assert client("2001:db8:1:2:aaaa::1") == client("2001:db8:1:2:bbbb::2") == "2001:db8:1:2::"
    assert client("2001:db8:1:3::1") != client("2001:db8:1:2::1")
    assert client("::ffff:192.0.2.1") == "192.0.2.1"
