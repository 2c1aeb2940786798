"""The next name in a series goes on as the author numbers."""

import pytest

from hotcore.edits.numbering import next_name


@pytest.mark.parametrize(
    ("name", "others", "expected"),
    [
        ("web", "", "web_2"),
        ("web", "web_2 web_3", "web_4"),
        ("web", "web2", "web3"),
        ("my-web", "", "my-web-2"),
        ("my_web", "", "my_web_2"),
        ("WebServer", "", "WebServer2"),
        ("web1", "", "web2"),
        ("web1", "web2 web3", "web4"),
        ("web_1", "", "web_2"),
        ("web-9", "", "web-10"),
        ("web01", "web02", "web03"),
        ("web09", "", "web10"),
        ("web-a", "", "web-b"),
        ("net_A", "net_B", "net_C"),
        ("web-z", "", "web-z-2"),
        ("subnet_ipv4", "", "subnet_ipv4_2"),
        ("api_v2", "api_v3", "api_v2_2"),
        ("srv2", "", "srv3"),
        ("7", "", "8"),
        ("web" + "9" * 5000, "", "web" + "9" * 4991 + "1000000000"),
    ],
)
def test_a_taken_name_is_followed_by_the_next_of_its_series(name, others, expected):
    assert next_name(name, {name, *others.split()}) == expected
