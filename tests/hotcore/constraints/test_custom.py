"""Custom constraints: the values that Heat 27 accepts and rejects, quirks included."""

import datetime as dt

import pytest

from hotcore.constraints import custom

FITS = {
    "ip_addr": ["10.0.0.1", "0.0.0.0", "255.255.255.255", "::", "2001:DB8::1", "::ffff:10.0.0.1"],
    "net_cidr": ["10.0.0.0/24", "10.0.0.1/24", "0.0.0.0/0", "::/0", "2001:db8::1/64", "::/064", "::/6_4", "::/ffff::"],
    "ip_or_cidr": ["10.0.0.1", "::1", "10.0.0.1/24", "2001:db8::/128"],
    "mac_addr": [
        "00:11:22:33:44:55", "00-11-22-33-44-55", "AA:bb:CC:dd:EE:ff", "0011.2233.4455", "001122334455", "00112233445",
        "1:2:3:4:5:6", "0:1:2", "001122:334455", "00112-33445", "00:11:22:33:44:55\n",
    ],
    "dns_name": [
        "", None, 0, [], {}, False, "example.com", "example.com.", "a--b.c", "123", "1.2.3.4", "123.", "xn--p1ai",
        "x" * 63, "a\n", "a\n.b", ".".join("a" * 128),
    ],
    "rel_dns_name": ["", None, "host", "a.1", "x" * 63, ".".join("a" * 126)],
    "dns_domain": ["", None, "example.com.", "a.", "1."],
    "iso_8601": [
        "2020", "2020-01", "2020-1-2", "20200102", "2020-01-02T03:04:05Z", "2020-01-02 03:04", "2020-01-02T03",
        "2020-01-02T03:04:05,123Z", "2020-01-02T03:04:05+0200", "2020-01-02T03:04:05-23:59", "2020-02-29", "2020\n",
    ],
    "expiration": ["", None, False, "2999", " 2999-01-01T00:00:00Z ", "2999-01-01 00:00", "2999-01-01T00:00:00+05:00"],
    "cron_expression": [
        "", None, "* * * * *", "*/5 0-10 1,2 * mon-fri", "* * * * * *", "* * * * * * 2020-2030", "@daily", "@hourly",
        "0 0 L * *", "0 0 * * 5#2", "5-1 * * * *", "* * * * 7", "  0\t0 * * *  ", "0 0 ? * ?", "0 0 15w * *",
    ],
    "timezone": ["", None, "UTC", "Asia/Taipei", "EST", "Etc/GMT+5"],
    "json_string": ["", None, "{}", "[1, 2]", '"x"', "null", "NaN", "-Infinity", '{"a": 1, "a": 2}', '"\\ud800"'],
}  # fmt: skip

REFUSED = {
    "ip_addr": [
        "", None, 10, ["10.0.0.1"], "10.0.0", "1", "0x0a000001", "256.0.0.1", "10.0.0.01", "10.0.0.1/24", " 10.0.0.1",
        "10.0.0.1\n", "fe80::1%eth0", "[::1]", "2001:db8:::1", "1.2.3.4\0", "1.2.3.\ud800",
    ],
    "net_cidr": [
        "", None, 10, "10", "10/8", "10.0/16", "10.0.0.1", "10.0.0.0/", "/24", "10.0.0.0/33", "10.0.0.0/255.255.255.0",
        "10.0.0.0/0.0.0.255", "10.0.0.0/08", "::/129", "::/-1", "10.0.0.0/24 ", "10.0.0.0/24/24",
    ],
    "ip_or_cidr": ["", None, 10, "abc", "10.0.0.0/33", "10.0/16", "/24", "10.0.0.1 "],
    "mac_addr": [
        "", None, 1, ["00:11:22:33:44:55"], "00:11:22:33:44", "00:11:22:33:44:55:66", "00:11-22:33:44:55", "123",
        " 00:11:22:33:44:55", "00:11:22:33:44:5g",
    ],
    "dns_name": [
        5, True, ["a"], {"a": "b"}, "A", "Example.com", "a-.com", "-a", "a b", "a_b", "a..b", ".", "a.123.",
        "bücher.example", "x" * 64, ".".join("a" * 129), "a.1\n.",
    ],
    "rel_dns_name": [5, ["a"], "host.", ".".join("a" * 127), "my_host"],
    "dns_domain": [5, ["a."], "example.com", "a.123.", "."],
    "iso_8601": [
        "", None, 2020, ["2020"], "now", "12:30", "2020-13-01T00:00:00Z", "2020-02-30", "2020-W01-1", "2020-002",
        "1577934245", "2020-01-02t03:04:05z", "2020-01-02T03:04:05+24:00", "202001", "0000",
    ],
    "expiration": [
        5, ["2999"], "tomorrow", "2999-13-01", "2020-01-01", "9999-12-31T23:59:59-01:00", "0001-01-01T00:00:00+01:00",
    ],
    "cron_expression": [
        5, ["* * * * *"], "abc", "* * * *", "60 * * * *", "* 24 * * *", "0 0 0 * *", "* * * * 8", "@reboot",
        "*/0 * * * *", "-1 * * * *", "0 0 * * 5#6", "0 0 15w,3 * *", "? * * * *", "0\u00a00 * * *", "h * * * *",
        "9" * 5000 + " * * * *",
    ],
    "timezone": [
        5, ["UTC"], "asia/taipei", "Mars/Base", "Europe/", "Europe", "/etc/localtime", "../UTC", "UTC\0", "\ud800",
        "a/" * 5000,
    ],
    "json_string": [5, True, ["[]"], {"a": 1}, " ", "[1,]", "{'a': 1}", "nul", "\ufeff{}", "[" * 100_000, "9" * 5000],
}  # fmt: skip


def cases(table: dict[str, list[object]]) -> list[tuple[str, object]]:
    return [(name, value) for name, values in table.items() for value in values]


@pytest.mark.parametrize(("name", "value"), cases(FITS))
def test_value_that_heat_accepts(name: str, value: object) -> None:
    assert custom.check_custom(name, value) is None


@pytest.mark.parametrize(("name", "value"), cases(REFUSED))
def test_value_that_heat_refuses(name: str, value: object) -> None:
    sentence = custom.check_custom(name, value)
    assert sentence
    assert "\n" not in sentence
    assert not sentence.endswith(".")


def test_every_local_constraint_has_cases_and_a_description() -> None:
    assert set(custom.local_constraints()) == set(FITS) == set(REFUSED)
    for name in custom.local_constraints():
        assert custom.is_known(name)
        assert not custom.asks_cloud(name)
        assert custom.describe(name)


def test_sentences_do_not_give_the_value_away() -> None:
    secret = "S3cret value\n10.0.0.999"
    assert all(secret not in str(custom.check_custom(name, secret)) for name in custom.local_constraints())


def test_expiration_moves_with_the_clock() -> None:
    now = dt.datetime.now(dt.UTC)
    assert custom.check_custom("expiration", (now + dt.timedelta(minutes=5)).isoformat()) is None
    assert custom.check_custom("expiration", (now - dt.timedelta(minutes=5)).isoformat()) == "The date is in the past"
    five_hours_east = dt.timezone(dt.timedelta(hours=5))
    soon_there = (now + dt.timedelta(minutes=5)).astimezone(five_hours_east)
    assert custom.check_custom("expiration", soon_there.isoformat()) is None


@pytest.mark.parametrize(
    "value",
    [
        pytest.param("*," * 200_000 + "* * * * *", id="long cron list"),
        pytest.param("0-59," * 3_900 + "1 * * * *", id="cron ranges"),
        pytest.param("-/" * 200_000 + " * * * *", id="cron steps"),
        pytest.param("a:" * 200_000, id="long address"),
        pytest.param("a/" * 200_000, id="long zone"),
        pytest.param("2030-01-01T00:00:00." + "1" * 400_000, id="long fraction"),
        pytest.param('{"a":' * 100_000, id="deep JSON"),
        pytest.param("\x00" * 1_000, id="NULs"),
        pytest.param("\udcff" * 1_000, id="lone surrogates"),
    ],
)
def test_hostile_text_gets_an_answer(value: str) -> None:
    for name in custom.local_constraints():
        custom.check_custom(name, value)


def test_constraints_that_ask_a_cloud_are_known_but_not_decided() -> None:
    for name in ("nova.keypair", "neutron.network", "octavia.availabilityzone", "octavia.availabilityzoneprofile"):
        assert custom.is_known(name)
        assert custom.asks_cloud(name)
        assert custom.check_custom(name, "anything") is None
    assert custom.describe("neutron.network") == "the name or ID of a network"


def test_name_that_heat_no_longer_registers_is_refused_but_described() -> None:
    assert not custom.is_known("senlin.cluster")
    assert custom.check_custom("senlin.cluster", "") == "Heat has no custom constraint `senlin.cluster`"
    assert custom.describe("senlin.cluster") == "the name or ID of a Senlin cluster"


@pytest.mark.parametrize("name", ["no_such_constraint", "IP_ADDR", "", "\ud800"])
def test_unknown_name(name: str) -> None:
    assert not custom.is_known(name)
    assert not custom.asks_cloud(name)
    assert custom.check_custom(name, "") is not None
    assert name in custom.describe(name)
